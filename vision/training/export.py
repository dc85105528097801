"""Writes a trained net as ONNX, as OpenCV runs it: batch norms folded in, weights in 16 bits, any size."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch

from vision.detect import rectify, tilt
from vision.recognise import embedding
from vision.training.embedding import EmbeddingNet
from vision.training.net import FinderNet
from vision.training.second_opinion import SecondOpinionNet
from vision.training.tilt import TiltRegressor

MIN_HALVED_WEIGHTS = 64  # weights from which it is worth while to keep them in 16 bits


def write_onnx(net: torch.nn.Module, example: torch.Tensor, into: Path) -> None:
    """The net as a file; whole or not at all."""
    part = into.with_suffix(".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that OpenCV 4 understands is called old
        torch.onnx.export(net.eval(), (example,), str(part), opset_version=13, dynamo=False)
    store_weights_in_fp16(part)
    part.rename(into)


def store_weights_in_fp16(model: Path) -> None:
    """Keep the weights of an ONNX file in 16 bits: it reads as well and is half as large."""
    whole = onnx.load(str(model))
    for weights in whole.graph.initializer:
        if weights.data_type != onnx.TensorProto.FLOAT or np.prod(weights.dims) < MIN_HALVED_WEIGHTS:
            continue
        name, half = weights.name, f"{weights.name}_half"
        values = onnx.numpy_helper.to_array(weights).astype(np.float16)
        weights.CopyFrom(onnx.numpy_helper.from_array(values, half))
        cast = onnx.helper.make_node("Cast", [half], [name], to=onnx.TensorProto.FLOAT)
        whole.graph.node.insert(0, cast)
    onnx.checker.check_model(whole)
    onnx.save(whole, str(model))


def export_finder(checkpoint: Path, into: Path) -> None:
    """The finder of a checkpoint, for pictures of any size."""
    write_onnx(averaged_net(checkpoint, FinderNet()), torch.zeros(1, 3, 480, 640), into)


def export_second_opinion(checkpoint: Path, into: Path) -> None:
    """The second opinion, on any number of faces at once."""
    write_onnx(
        averaged_net(checkpoint, SecondOpinionNet()),
        torch.zeros(1, 3, rectify.CONTEXT_PX, rectify.CONTEXT_PX),
        into,
    )


def export_embedding(checkpoint: Path, into: Path) -> None:
    """The embedding of custom faces, for any number of them at once."""
    write_onnx(
        averaged_net(checkpoint, EmbeddingNet()),
        torch.zeros(1, 3, embedding.INPUT_PX, embedding.INPUT_PX),
        into,
    )


def export_tilt(checkpoint: Path, into: Path) -> None:
    """How far faces are turned away, for any number of them at once."""
    write_onnx(
        averaged_net(checkpoint, TiltRegressor()), torch.zeros(1, 3, tilt.INPUT_PX, tilt.INPUT_PX), into
    )


def averaged_net(checkpoint: Path, net: torch.nn.Module) -> torch.nn.Module:
    """The net with the running mean of a checkpoint's weights."""
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    return net
