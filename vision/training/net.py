"""The net that finds top faces and reads pips: small, fully convolutional, the same at any size of picture.

Refuses to know where pictures come from.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate, relu

WIDTHS = (20, 28, 56, 96)
VALUES = 7  # other, 1 to 6
CHANNELS = 2 + VALUES + 6  # heat, doubt, values, shape


def step(before: int, after: int, stride: int = 1, kernel: int = 3, dilation: int = 1) -> nn.Sequential:
    pad = kernel // 2 * dilation
    conv = nn.Conv2d(before, after, kernel, stride, pad, dilation=dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Rest(nn.Module):
    """Two convolutions that correct what goes past them."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = step(width, width, dilation=dilation)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        return relu(x + self.norm(self.second(self.first(x))))


class Finder(nn.Module):
    """From a picture (mean taken off) to heat, doubt, values and shape, one cell for 8×8 pixels."""

    def __init__(self, widths: tuple[int, int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c, d = widths
        self.fine = nn.Sequential(step(3, a, 2), step(a, b, 2), Rest(b))
        self.middle = nn.Sequential(step(b, c, 2), Rest(c), Rest(c))
        self.coarse = nn.Sequential(step(c, d, 2), Rest(d), Rest(d, 2), Rest(d))
        self.joined = nn.Sequential(step(c + d, c, kernel=1), Rest(c), Rest(c))
        self.head = nn.Conv2d(c, CHANNELS, 1)
        with torch.no_grad():
            self.head.weight.mul_(0.3)
            assert self.head.bias is not None
            self.head.bias[0] = -3.0  # nearly everywhere there is no die

    def forward(self, x: Tensor) -> Tensor:
        near = self.middle(self.fine(x))
        far = interpolate(self.coarse(near), scale_factor=2.0, mode="nearest")
        out: Tensor = self.head(self.joined(torch.cat([near, far], 1)))
        return out
