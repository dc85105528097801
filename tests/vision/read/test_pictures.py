"""Pictures traced by `vision.training.scenes`, their truth beside them; no empty tray, no size is known."""

from __future__ import annotations

import json
from math import dist
from pathlib import Path

import pytest

from companion.dice import D6, Quad, Seen
from tests.vision.posed import middle
from vision.read.reader import Reader
from vision.sources.frames import still

FOLDER = Path(__file__).parents[1] / "pictures"
SIZE = 448
PLAIN = 0.6  # of a top face that must be in view to be called plainly seen
Rows = list[dict[str, object]]
READER = Reader((D6,), None)


def dice() -> dict[str, list[tuple[str, Quad, bool]]]:
    """For each picture its dice: face, where, whether anybody could read it."""
    told = json.loads((FOLDER / "truth.json").read_text())
    return {
        name: [(d["face"], quad_of(d["quad"]), plain(d["quad"], d["seen"], d["lean"])) for d in rows]
        for name, rows in told.items()
    }


def quad_of(corners: list[list[float]]) -> Quad:
    a, b, c, d = ((x, y) for x, y in corners)
    return (a, b, c, d)


def plain(quad: list[list[float]], seen: float, lean: float) -> bool:
    return seen > PLAIN and lean < 5 and all(0 < k < SIZE for corner in quad for k in corner)


TRUTH = dice()


def read(name: str) -> tuple[Seen, ...]:
    return READER.read(still(FOLDER / name).image)


def at(seen: tuple[Seen, ...], quad: Quad) -> list[Seen]:
    """What was seen where this top face lies."""
    return [one for one in seen if dist(one.centre, middle(quad)) < dist(*quad[:2]) / 2]


@pytest.mark.parametrize("name", ["sides.jpg", "colours.jpg", "wood.jpg"])
def test_every_die_that_anybody_could_read_is_read_right(name: str) -> None:
    seen = read(name)
    for face, quad, readable in TRUTH[name]:
        if readable:
            assert [(one.face, one.status) for one in at(seen, quad)] == [(face, "ok")]


@pytest.mark.parametrize("name", TRUTH)
def test_no_side_of_a_die_no_bead_and_no_print_is_a_sure_die(name: str) -> None:
    truth = TRUTH[name]
    for one in read(name):
        if one.status == "ok":
            assert [face for face, quad, _ in truth if at((one,), quad)] == [one.face]


@pytest.mark.parametrize("name", ["tiles.jpg", "dots.jpg"])
def test_a_printed_floor_has_no_dice(name: str) -> None:
    assert TRUTH[name] == []
    assert read(name) == ()


def test_every_picture_has_its_truth_and_is_small() -> None:
    assert {path.name for path in FOLDER.glob("*.jpg")} == set(TRUTH)
    assert max(path.stat().st_size for path in FOLDER.glob("*.jpg")) <= 30_000
