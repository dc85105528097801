from __future__ import annotations

from math import dist

import numpy as np
import pytest

from companion.dice import D6, DieKind, DieSpec, Seen
from tests.bench import rolls as bench
from tests.vision.drawn import empty, face, glyph, lay
from vision.colours import name
from vision.reader import Reader
from vision.sim import Look, VirtualTray
from vision.teaching import NoDie, learn
from vision.tray import Image, Tray

PLACES = ((120, 110), (330, 90), (540, 130), (130, 330), (330, 360), (530, 340))


def laid(edge: float, felt: tuple[int, int, int] = (70, 96, 40)) -> Image:
    picture = empty(felt=felt, seed=3)
    for n, (x, y) in enumerate(PLACES, start=1):
        picture = lay(picture, face(n, 64), x, y, edge, 14.0 * n)
    return picture


def nearest(seen: tuple[Seen, ...], x: float, y: float) -> Seen:
    return min(seen, key=lambda s: dist(s.centre, (x, y)))


@pytest.mark.parametrize("edge", [30, 38, 60])
def test_six_drawn_dice_are_found_squared_and_read(edge: float) -> None:
    seen = Reader((D6,), Tray.from_empty(empty())).read(laid(edge))
    assert len(seen) == 6
    for n, (x, y) in enumerate(PLACES, start=1):
        die = nearest(seen, x, y)
        assert (die.face, die.status, die.colour) == (str(n), "ok", "white")
        assert dist(die.centre, (x, y)) < 0.08 * edge
        assert die.edge == pytest.approx(edge, rel=0.1)


def test_the_empty_tray_reads_as_no_dice() -> None:
    assert Reader((D6,), Tray.from_empty(empty())).read(empty(seed=3)) == ()


def test_without_calibration_the_same_dice_are_read() -> None:
    seen = Reader((D6,), None).read(laid(40))
    assert sorted(s.face for s in seen if s.status == "ok") == list("123456")
    assert Reader((D6,), None).read(empty()) == ()


def test_something_that_is_no_die_is_never_counted() -> None:
    picture = lay(empty(seed=3), face(4, 64), 200, 200, 40, 10)
    disc = np.full((64, 64, 3), (60, 170, 220), np.uint8)
    picture = lay(picture, disc, 450, 250, 90, 40)
    seen = Reader((D6,), Tray.from_empty(empty())).read(picture)
    assert nearest(seen, 200, 200).status == "ok"
    assert nearest(seen, 450, 250).status != "ok"


def test_a_die_without_a_readable_face_is_unsure() -> None:
    blank = np.full((64, 64, 3), 225, np.uint8)
    picture = lay(lay(empty(seed=3), face(4, 64), 200, 200, 40, 10), blank, 430, 250, 40, 30)
    die = nearest(Reader((D6,), Tray.from_empty(empty())).read(picture), 430, 250)
    assert die.status != "ok"
    assert len(die.guesses) == 6


def test_the_size_of_dice_is_kept_from_sure_readings_and_forgotten_at_a_doubt() -> None:
    reader = Reader((D6,), Tray.from_empty(empty()))
    seen = reader.read(laid(40))
    knowing = reader.with_edge(seen, 640)
    assert knowing.edge == pytest.approx(40 / 640, rel=0.1)
    doubtful = (*seen[:-1], Seen("d6", "1", "unsure", 0.2, (("1", 0.2),), seen[-1].box, seen[-1].quad))
    assert knowing.with_edge(doubtful, 640).edge is None


def test_taught_dice_are_read_under_their_names() -> None:
    names = ("A", "K", "X")
    tray = Tray.from_empty(empty())
    shown = {
        n: [lay(empty(seed=5), glyph(n, 64), 300 + 20 * k, 240, 42, 25 + 50 * k) for k in range(2)]
        for n in names
    }
    taught = learn(shown, tray, "letters")
    picture = empty(seed=6)
    for k, n in enumerate(names):
        picture = lay(picture, glyph(n, 64), 150 + 160 * k, 200, 42, 100 * k)
    seen = Reader((DieKind("letters", names),), tray, (taught,)).read(picture)
    assert [(s.face, s.status) for s in sorted(seen, key=lambda s: s.centre)] == [(n, "ok") for n in names]


def test_a_teaching_picture_without_a_die_is_named() -> None:
    shown = {"A": [empty(seed=5)], "B": [lay(empty(seed=5), glyph("B", 64), 300, 240, 42, 0)]}
    with pytest.raises(NoDie, match=r"face 'A'.*lay one die"):
        learn(shown, Tray.from_empty(empty()))


@pytest.mark.parametrize("kind", ["d6", "dalek"])
def test_rolls_of_the_virtual_tray_are_read_right_and_none_wrong_in_silence(kind: str) -> None:
    tally = bench.sim(8, kind, seed=11)
    assert tally.right >= 0.97 * tally.dice, tally.notes
    assert tally.silent == 0, tally.notes


def test_the_empty_virtual_tray_reads_as_no_dice() -> None:
    tray = VirtualTray(4, look=Look())
    reader = Reader((D6,), Tray.from_empty(tray.empty_picture()))
    frame = tray.read()
    assert frame is not None
    assert reader.read(frame.image) == ()


def test_touching_dice_are_told_apart() -> None:
    picture = lay(empty(seed=3), face(3, 64), 300, 240, 40, 0)
    picture = lay(picture, face(5, 64, body=(215, 215, 220)), 341, 247, 40, 0)
    seen = Reader((D6,), Tray.from_empty(empty())).read(picture)
    assert sorted(s.face for s in seen) == ["3", "5"]


@pytest.mark.parametrize(
    ("rgb", "word"),
    [
        ((0.9, 0.9, 0.85), "white"),
        ((0.8, 0.1, 0.1), "red"),
        ((0.1, 0.2, 0.8), "blue"),
        ((0.1, 0.5, 0.2), "green"),
        ((0.9, 0.8, 0.1), "yellow"),
        ((0.9, 0.5, 0.1), "orange"),
        ((0.45, 0.1, 0.6), "purple"),
        ((0.1, 0.1, 0.1), "black"),
    ],
)
def test_colours_have_the_names_people_give_them(rgb: tuple[float, float, float], word: str) -> None:
    assert name(*rgb) == word


def test_truth_and_sight_are_paired_nearest_first() -> None:
    tray = VirtualTray(4, look=Look())
    tray.throw([DieSpec("d6")] * 3, at_once=True)
    while tray.busy:
        tray.read()
    truth = tuple(bench.TrueDie(d.face, d.quad, d.tilt) for d in tray.truth().dice)
    frame = tray.read()
    assert frame is not None
    seen = Reader((D6,), Tray.from_empty(tray.empty_picture())).read(frame.image)
    pairs = bench.matched(truth, seen)
    assert sorted(pairs) == [0, 1, 2]
    assert sorted(pairs.values()) == [0, 1, 2]
