"""From a picture to the dice in it: dice are read right, what is no die is never sure, a doubt is told."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from companion.dice import COLOURS, D6, Quad, Seen
from tests.bench import rolls as bench
from tests.vision.drawn import empty, face, lay
from tests.vision.posed import FACE, Table, card, free, laid, nearest, reader, truth, values, ways
from vision.arrays import Image
from vision.read.judgement import judgement, without_ghosts
from vision.recognise.colours import colour_name
from vision.recognise.values import Value
from vision.sim import Look, VirtualTray
from vision.sim.look import SKINS

PLACES = ((120, 110), (330, 90), (540, 130), (130, 330), (330, 360), (530, 340))
QUAD: Quad = ((80.0, 60.0), (120.0, 60.0), (120.0, 100.0), (80.0, 100.0))
SURE = Seen("d6", "4", "ok", 0.95, (("4", 0.95),), (80, 60, 120, 100), QUAD)
UNSURE = replace(SURE, status="unsure", sure=0.3)
COVERED = replace(SURE, status="covered", sure=0.17)
FOUR = Value("d6", (("4", 0.95),), 0.9)


def on_felt(edge: float, felt: tuple[int, int, int] = (70, 96, 40)) -> Image:
    """One to six, drawn without sides and shadows."""
    picture = empty(felt=felt, seed=3)
    for n, (x, y) in enumerate(PLACES, start=1):
        picture = lay(picture, face(n, 64), x, y, edge, 14.0 * n)
    return picture


@pytest.fixture(scope="module")
def table() -> Table:
    return laid("52634", seed=3)


# dice


@pytest.mark.parametrize("edge", [30, 38, 60])
def test_six_drawn_dice_are_found_squared_and_read(edge: float) -> None:
    seen = reader(empty()).read(on_felt(edge))
    assert len(seen) == 6
    for n, (x, y) in enumerate(PLACES, start=1):
        die = nearest(seen, (x, y))
        assert (die.face, die.status, die.colour) == (str(n), "ok", "white")
        assert dist(die.centre, (x, y)) < 0.12 * edge
        assert die.edge == pytest.approx(edge, rel=0.25)


@pytest.mark.parametrize("colour", SKINS)
def test_pips_of_any_colour_are_read_right(colour: str) -> None:
    table = laid("123456", seed=9, colours=(colour,))
    seen = reader(table.empty).read(table.picture)
    assert values(table, seen) == truth(table)
    assert len(seen) == 6


def test_dice_of_many_colours_are_read_without_calibration() -> None:
    table = laid("123456241", seed=12, colours=tuple(SKINS))
    assert values(table, reader(None).read(table.picture)) == truth(table)
    assert reader(None).read(table.empty) == ()


def test_the_sides_that_a_slanting_camera_sees_are_no_dice() -> None:
    table = laid("516243", seed=6, look=Look(tilt=(14.0, -12.0), height=380.0))
    for one in (*ways(table), reader(None)):
        seen = one.read(table.picture)
        assert values(table, seen) == truth(table)
        assert len(seen) == 6


def test_dice_that_touch_are_told_apart() -> None:
    picture = lay(empty(seed=3), face(3, 64), 300, 240, 40, 0)
    picture = lay(picture, face(5, 64), 341, 240, 40, 0)
    seen = reader(empty()).read(picture)
    assert [(s.face, s.status) for s in sorted(seen, key=lambda s: s.centre)] == [("3", "ok"), ("5", "ok")]


def test_dice_on_a_printed_cloth_are_read_and_its_print_is_none(table: Table) -> None:
    def printed(image: Image) -> Image:
        drawn = image.copy()
        for k in range(9):
            at = (170 + 36 * k, 330 + 18 * (k % 3))
            cv2.circle(drawn, at, 6, (200, 210, 205), -1, cv2.LINE_AA)
            cv2.rectangle(drawn, (at[0] - 9, 390), (at[0] + 9, 408), (190, 200, 200), 2, cv2.LINE_AA)
        cv2.putText(
            drawn, "DADOS 6", (330, 120), cv2.FONT_HERSHEY_DUPLEX, 1.4, (200, 205, 205), 3, cv2.LINE_AA
        )
        return np.asarray(
            np.where((np.abs(table.picture.astype(int) - table.empty).sum(2) > 60)[..., None], image, drawn),
            np.uint8,
        )

    bare = printed(table.empty)
    for one in (reader(bare), reader(None)):
        seen = one.read(printed(table.picture))
        assert values(table, seen) == truth(table)
        assert [s for s in one.read(bare) if s.status == "ok"] == []


@pytest.mark.parametrize(("kind", "count"), [("d6", 6), ("dalek", 3)])
def test_rolls_of_the_virtual_tray_are_read_right_and_none_wrong_in_silence(kind: str, count: int) -> None:
    tally = bench.sim(count, kind, seed=11)
    assert tally.right >= 0.97 * tally.dice, tally.notes
    assert tally.silent == 0, tally.notes


def test_the_empty_tray_reads_as_no_dice(table: Table) -> None:
    other = VirtualTray(3).read()
    assert other is not None
    for one in (*ways(table), reader(None)):
        assert one.read(other.image) == ()


def test_size_known_or_not_the_dice_are_the_same(table: Table) -> None:
    unknowing, knowing = (one.read(table.picture) for one in ways(table))
    assert len(unknowing) == len(knowing) == 5
    for one in unknowing:
        other = nearest(knowing, one.centre)
        assert (one.face, one.status) == (other.face, other.status)
        assert dist(one.centre, other.centre) < 0.1 * table.edge
        assert one.edge == pytest.approx(other.edge, rel=0.15)


def test_dice_are_told_from_top_to_bottom_with_all_that_was_guessed(table: Table) -> None:
    seen = reader(table.empty).read(table.picture)
    assert [s.box[1] for s in seen] == sorted(s.box[1] for s in seen)
    for one in seen:
        assert sorted(name for name, _ in one.guesses) == list(D6.faces)
        assert one.guesses[0][0] == one.face
        assert sum(share for _, share in one.guesses) == pytest.approx(1, abs=0.001)


# what is said of a face


def test_a_face_is_ok_from_the_bar_on_and_unsure_below_it() -> None:
    assert judgement(FACE, FOUR, [FACE], 0.9).status == "ok"
    assert judgement(FACE, FOUR, [FACE], 0.91).status == "unsure"


def test_a_doubtful_face_is_covered_beside_another_die_and_cocked_alone() -> None:
    doubtful = replace(FACE, doubt=0.8)
    assert judgement(doubtful, FOUR, [doubtful], 0.6).status == "cocked"
    assert judgement(doubtful, FOUR, [doubtful, replace(FACE, x=FACE.x + 50)], 0.6).status == "covered"
    assert judgement(doubtful, FOUR, [doubtful, replace(FACE, x=FACE.x + 500)], 0.6).status == "cocked"


def test_a_top_that_is_larger_than_the_others_and_close_to_one_lies_on_it() -> None:
    others = [replace(FACE, x=FACE.x + 50 * k) for k in (1, 4, 8)]
    upper = replace(FACE, edge=FACE.edge * 1.4)
    assert judgement(upper, FOUR, [upper, *others], 0.6).status == "stacked"
    assert judgement(FACE, FOUR, [FACE, *others], 0.6).status == "ok"
    assert judgement(upper, FOUR, [upper, *others[1:], replace(FACE, y=400.0)], 0.6).status == "ok"


def test_a_taught_face_that_is_squeezed_more_than_its_cut_explains_lies_on_a_tilted_die() -> None:
    flat = Value("letters", (("A", 0.95),), 0.9)
    assert judgement(FACE, flat, [FACE], 0.6).status == "ok"
    assert judgement(FACE, replace(flat, affine=(0.84, 0.0, 0.0, 1.0)), [FACE], 0.6).status == "ok"
    assert judgement(FACE, replace(flat, affine=(0.7, 0.0, 0.0, 1.0)), [FACE], 0.6).status == "cocked"


@pytest.mark.parametrize(
    ("rgb", "word"),
    [
        ((0.9, 0.88, 0.8), "white"),
        ((0.5, 0.5, 0.5), "grey"),
        ((0.8, 0.1, 0.1), "red"),
        ((0.9, 0.5, 0.1), "orange"),
        ((0.9, 0.85, 0.1), "yellow"),
        ((0.1, 0.6, 0.2), "green"),
        ((0.1, 0.2, 0.8), "blue"),
        ((0.45, 0.1, 0.6), "purple"),
        ((0.1, 0.1, 0.1), "black"),
    ],
)
def test_colours_have_the_names_people_give_them(rgb: tuple[float, float, float], word: str) -> None:
    assert colour_name(*rgb) == word


def test_games_may_ask_for_just_the_colours_that_the_eye_can_name() -> None:
    hues = {colour_name(*hsv_to_rgb(degrees / 360, 0.9, 0.9)) for degrees in range(360)}
    assert hues | {colour_name(n, n, n) for n in (0.0, 0.4, 1.0)} == set(COLOURS)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_die_of_every_colour_can_be_thrown_in_the_virtual_tray(colour: str) -> None:
    blue, green, red = Look().skin(colour).body
    assert colour_name(red / 255, green / 255, blue / 255) == colour


# what the reader is told, and keeps


def test_just_as_many_sure_dice_as_expected_need_nothing_beside_them() -> None:
    assert without_ghosts([SURE, SURE, COVERED], 2) == [SURE, SURE]
    assert without_ghosts([SURE, SURE, COVERED], 3) == [SURE, SURE, COVERED]
    assert without_ghosts([SURE, SURE, COVERED], None) == [SURE, SURE, COVERED]
    assert without_ghosts([SURE, UNSURE], 1) == [SURE, UNSURE]
    assert without_ghosts([], 0) == []


def test_a_dice_box_left_in_the_tray_is_asked_about_unless_all_dice_expected_are_there(table: Table) -> None:
    x, y = free(table, 80)
    quad: Quad = ((x - 35, y - 25), (x + 35, y - 25), (x + 35, y + 25), (x - 35, y + 25))
    picture = card(table.picture, quad, 1.0, 1.0)
    one = ways(table)[1]
    assert values(table, one.read(picture, expect=5)) == values(table, one.read(picture)) == truth(table)
    assert [s.status for s in one.read(picture, expect=5) if s.status != "ok"] == []
    for expect in (None, 6):
        assert [s.status for s in one.read(picture, expect) if s.status != "ok"] == ["covered"]


def test_a_reader_with_a_higher_bar_asks_more(table: Table) -> None:
    strict = replace(reader(table.empty), sure=1.0)
    assert {s.status for s in strict.read(table.picture)} == {"unsure"}
    assert [s.face for s in strict.read(table.picture)] == [
        s.face for s in reader(table.empty).read(table.picture)
    ]


def test_the_size_of_dice_is_kept_from_sure_readings_and_forgotten_at_a_doubt(table: Table) -> None:
    one = reader(table.empty)
    seen = one.read(table.picture)
    knowing = one.with_edge(seen, 640)
    assert knowing.edge == pytest.approx(float(np.median([s.edge for s in seen])) / 640)
    assert knowing.with_edge((*seen[:-1], UNSURE), 640).edge is None


def test_two_dice_tell_no_size_and_none_tell_nothing_against_it() -> None:
    one = reader(None)
    assert one.with_edge((SURE, SURE), 640).edge is None
    assert one.with_edge((SURE, SURE, SURE), 640).edge == pytest.approx(40 / 640)
    assert replace(one, edge=0.05).with_edge((), 640).edge == 0.05


# how it is judged


def test_truth_and_sight_are_paired_nearest_first() -> None:
    table = laid("531", seed=4)
    dice = tuple(bench.TrueDie(face, quad) for face, quad in zip(table.faces, table.quads, strict=True))
    pairs = bench.matched(dice, reader(table.empty).read(table.picture))
    assert sorted(pairs) == [0, 1, 2]
    assert sorted(pairs.values()) == [0, 1, 2]
