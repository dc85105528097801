"""Writes a trained net as ONNX, as OpenCV runs it: batch norms folded in, weights in 16 bits, any size.

Refuses to know how it was trained.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch

from vision.detect import rectify, tilt
from vision.recognise import embedding
from vision.training.closer import Closer
from vision.training.glyphs import Embedder
from vision.training.net import Finder
from vision.training.tilt import Tilt

WORTH = 64  # weights from which it is worth while to keep them in 16 bits


def written(net: torch.nn.Module, example: torch.Tensor, into: Path) -> None:
    """The net as a file; whole or not at all."""
    part = into.with_suffix(".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that OpenCV 4 understands is called old
        torch.onnx.export(net.eval(), (example,), str(part), opset_version=13, dynamo=False)
    halve(part)
    part.rename(into)


def halve(model: Path) -> None:
    """Keep the weights of an ONNX file in 16 bits: it reads as well and is half as large."""
    whole = onnx.load(str(model))
    for weights in whole.graph.initializer:
        if weights.data_type != onnx.TensorProto.FLOAT or np.prod(weights.dims) < WORTH:
            continue
        name, half = weights.name, f"{weights.name}_half"
        values = onnx.numpy_helper.to_array(weights).astype(np.float16)
        weights.CopyFrom(onnx.numpy_helper.from_array(values, half))
        cast = onnx.helper.make_node("Cast", [half], [name], to=onnx.TensorProto.FLOAT)
        whole.graph.node.insert(0, cast)
    onnx.checker.check_model(whole)
    onnx.save(whole, str(model))


def export_finder(kept: Path, into: Path) -> None:
    """The finder of a checkpoint, for pictures of any size."""
    written(mean_of(kept, Finder()), torch.zeros(1, 3, 480, 640), into)


def export_closer(kept: Path, into: Path) -> None:
    """The second opinion, on any number of faces at once."""
    written(mean_of(kept, Closer()), torch.zeros(1, 3, rectify.CONTEXT_PX, rectify.CONTEXT_PX), into)


def export_glyphs(kept: Path, into: Path) -> None:
    """The embedding of custom faces, for any number of them at once."""
    written(mean_of(kept, Embedder()), torch.zeros(1, 3, embedding.INPUT_PX, embedding.INPUT_PX), into)


def export_tilt(kept: Path, into: Path) -> None:
    """How far faces are turned away, for any number of them at once."""
    written(mean_of(kept, Tilt()), torch.zeros(1, 3, tilt.INPUT_PX, tilt.INPUT_PX), into)


def mean_of(kept: Path, net: torch.nn.Module) -> torch.nn.Module:
    """The net with the running mean of a checkpoint's weights."""
    net.load_state_dict(torch.load(kept, weights_only=True)["mean"])
    return net
