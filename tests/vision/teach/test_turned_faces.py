"""Faces that are each other's turn are told as too alike; with a bar or a dot more they are read apart."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DieKind
from tests.vision.posed import FINDER
from tests.vision.shown import EDGE, Table, barred, dots, letter
from vision.arrays import Image
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.teach.album import Album

Pair = tuple[Image, Image]


def halved(face: Image) -> Image:
    """The face half a turn on."""
    return np.ascontiguousarray(np.rot90(face, 2))


NINE, ZED, EM = halved(letter("6")), letter("N", 1), halved(letter("W"))
DIAGONAL, OTHER = dots((-1, -1), (1, 1)), dots((-1, 1), (1, -1))
ALIKE: dict[str, Pair] = {
    "6 and 9": (letter("6"), NINE),
    "N and Z": (letter("N"), ZED),
    "W and M": (letter("W"), EM),
    "two dots, either diagonal": (DIAGONAL, OTHER),
    "three dots, either diagonal": (dots((-1, -1), (0, 0), (1, 1)), dots((-1, 1), (0, 0), (1, -1))),
    "six dots, either way": (
        dots(*((x, y) for x in (-1, 0, 1) for y in (-1, 1))),
        dots(*((x, y) for x in (-1, 1) for y in (-1, 0, 1))),
    ),
}
APART: dict[str, Pair] = {
    "6 and 9, each with its bar": (barred(letter("6")), barred(NINE)),
    "6 with a bar and 9": (barred(letter("6")), NINE),
    "N and Z, each with its bar": (barred(letter("N")), barred(ZED)),
    "W and M, each with its bar": (barred(letter("W")), barred(EM)),
    "two dots and three": (DIAGONAL, dots((-1, 1), (0, 0), (1, -1))),
}
NAMES = ("one", "other")


def taught(pair: Pair, seed: int = 1) -> TaughtSet:
    """The two, and a third face beside them."""
    table = Table(seed)
    shown = dict(zip(NAMES, pair, strict=True)) | {"K": letter("K")}
    return Album("digits", {name: table.cuts(face) for name, face in shown.items()}, EDGE / 640).taught_set()


def told(known: TaughtSet, face: Image, times: int = 6) -> list[tuple[str, str]]:
    """What is read of a face that is laid down so often, turned any way."""
    table = Table(7)
    reader = Reader(
        (DieKind(known.kind, known.faces),), table.reader.tray, (known,), EDGE / 640, finder=FINDER
    )
    seen = [reader.read(table.picture(face)) for _ in range(times)]
    assert [len(one) for one in seen] == [1] * times
    return [(one.face, one.status) for (one,) in seen]


@pytest.mark.parametrize("name", ALIKE)
def test_faces_that_are_each_others_turn_are_told_at_teaching_and_never_sure(name: str) -> None:
    known = taught(ALIKE[name])
    assert [{one, other} for one, other, _ in known.pairs_too_alike()] == [set(NAMES)]
    for face in ALIKE[name]:
        assert [status for _, status in told(known, face) if status == "ok"] == []


@pytest.mark.parametrize("name", APART)
def test_with_a_bar_or_one_dot_more_they_are_told_apart_at_any_turn(name: str) -> None:
    known = taught(APART[name])
    assert known.pairs_too_alike() == ()
    for which, face in zip(NAMES, APART[name], strict=True):
        read = told(known, face)
        assert [said for said, status in read if status == "ok" and said != which] == []
        assert [said for said, _ in read] == [which] * len(read)


@pytest.mark.parametrize("name", ALIKE)
def test_one_of_them_alone_is_no_trouble_at_any_turn(name: str) -> None:
    table = Table(2)
    face = ALIKE[name][0]
    views = {"one": table.cuts(face), "K": table.cuts(letter("K"))}
    known = Album("digits", views, EDGE / 640).taught_set()
    assert known.pairs_too_alike() == ()
    assert {said for said, _ in told(known, face)} == {"one"}
