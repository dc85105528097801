"""Letters of photographed boards: only those that may be learned from, and all turned alike."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import glyph
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.training import boards

NOTHING = np.array([1, 0, 0, 0, 0, 0, 0], np.float32)
BLANK = 60


def upright(pictures: Sequence[Image]) -> NDArray[np.float32]:
    """A direction that knows how a picture is turned: where it is dark."""
    flat = np.array(
        [cv2.blur(one, (7, 7))[28:68:4, 28:68:4].mean(-1).reshape(-1) for one in pictures], np.float32
    )
    away = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(away / np.linalg.norm(away, axis=1, keepdims=True), np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five boards, two of them to measure on, with an A in some turn and a letter that is seldom."""
    lines = []
    for k in range(10):
        board = np.full((160, 320, 3), BLANK, np.uint8)
        board[50:110, 50:110] = np.rot90(glyph("A", 60), k % 4)
        board[50:110, 210:270] = glyph("K", 60)
        cv2.imwrite(str(tmp_path / f"board{k}.png"), board)
        dice = [{"value": "A", "box": [48, 48, 112, 112]}, {"value": f"Z{k}", "box": [208, 48, 272, 112]}]
        about = {"source": "parkuman/boards", "licence": "Public Domain", "complete": True, "dice": dice}
        lines.append(json.dumps({"image": f"board{k}.png", **about}))
    (tmp_path / "truth.jsonl").write_text("\n".join(lines))
    return tmp_path


def look(image: Any, scale: float) -> Sequence[Detection]:
    return [Detection(x, 79.5, 60.0, 0.0, 0.9, 0.0, NOTHING) for x in (79.5, 239.5)]


def test_letters_are_cut_of_the_boards_to_be_learned_from_and_turned_alike(folder: Path) -> None:
    assert boards.write_letters(folder, folder / "letters", look, upright) == 5
    found = boards.read_letters(folder / "letters")
    assert list(found) == ["A"]
    first = found["A"][0].astype(int)
    assert first.shape == (boards.CUT_PX, boards.CUT_PX, 3)
    assert all(np.abs(one.astype(int) - first).mean() < 1.5 for one in found["A"])
    turned = np.rot90(first)
    assert np.abs(turned - first).mean() > 3


def test_a_letter_in_whose_box_no_face_is_seen_is_left_out(folder: Path) -> None:
    def blind(image: Any, scale: float) -> Sequence[Detection]:
        return look(image, scale)[1:]

    assert boards.write_letters(folder, folder / "letters", blind, upright) == 0
