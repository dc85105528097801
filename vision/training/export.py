"""Writes the trained net as ONNX, as OpenCV runs it: batch norms folded in, any size that 16 divides.

Refuses to know how it was trained.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import torch

from vision.training.glyph_views import SIDE
from vision.training.glyphs import Embedder
from vision.training.net import Finder


def written(net: torch.nn.Module, example: torch.Tensor, into: Path) -> None:
    """The net as a file; whole or not at all."""
    part = into.with_suffix(".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that OpenCV 4 understands is called old
        torch.onnx.export(net.eval(), (example,), str(part), opset_version=13, dynamo=False)
    part.rename(into)


def export_finder(kept: Path, into: Path) -> None:
    """The running mean of a checkpoint's weights."""
    net = Finder()
    net.load_state_dict(torch.load(kept, weights_only=True)["mean"])
    written(net, torch.zeros(1, 3, 480, 640), into)


def export_glyphs(kept: Path, into: Path) -> None:
    """The embedding of custom faces, for any number of them at once."""
    net = Embedder()
    net.load_state_dict(torch.load(kept, weights_only=True)["net"])
    written(net, torch.zeros(1, 3, SIDE, SIDE), into)
