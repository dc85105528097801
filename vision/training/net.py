"""The finder's net: a small, fully convolutional encoder with a skip connection, for pictures of any size.

For each cell it gives a centre heatmap, a doubt, a value and the shape of a top face, as CenterNet does.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate, relu

WIDTHS = (20, 28, 56, 96)
VALUES = 7  # other, 1 to 6
CHANNELS = 2 + VALUES + 6  # heat, doubt, values, shape


def conv_bn_relu(
    before: int, after: int, stride: int = 1, kernel: int = 3, dilation: int = 1
) -> nn.Sequential:
    pad = kernel // 2 * dilation
    conv = nn.Conv2d(before, after, kernel, stride, pad, dilation=dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class ResidualBlock(nn.Module):
    """A residual block: two convolutions that correct what goes past them."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv_bn_relu(width, width, dilation=dilation)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        return relu(x + self.norm(self.second(self.first(x))))


class FinderNet(nn.Module):
    """From a picture (mean taken off) to heat, doubt, values and shape, one cell for 8×8 pixels."""

    def __init__(self, widths: tuple[int, int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c, d = widths
        self.fine = nn.Sequential(conv_bn_relu(3, a, 2), conv_bn_relu(a, b, 2), ResidualBlock(b))
        self.middle = nn.Sequential(conv_bn_relu(b, c, 2), ResidualBlock(c), ResidualBlock(c))
        self.coarse = nn.Sequential(
            conv_bn_relu(c, d, 2), ResidualBlock(d), ResidualBlock(d, 2), ResidualBlock(d)
        )
        self.joined = nn.Sequential(conv_bn_relu(c + d, c, kernel=1), ResidualBlock(c), ResidualBlock(c))
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
