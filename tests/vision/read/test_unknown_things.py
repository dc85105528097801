"""What is no die of the set is said to be unknown, never a number, never passed over; its twin is read."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.dice import D6, Die
from tests.vision.dalek import DALEK
from tests.vision.posed import reader, values
from tests.vision.strange import (
    THINGS,
    Scene,
    dalek_dice,
    posed,
    reader_of,
    said,
    some_dice,
    with_stray,
    with_thing,
    without,
)
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import Look
from vision.teach.album import Album

SEEDS = (2, 5)
LOOKS = {2: None, 5: Look.random(Random(5))}


@pytest.fixture(scope="module")
def album() -> Album:
    return dalek_dice()


@pytest.fixture(scope="module")
def taught(album: Album) -> TaughtSet:
    return album.taught_set()


def reads_the_twin(one: Reader, scene: Scene) -> bool:
    """Whether the same table without the thing is read right, and nothing more is said."""
    seen = one.read(scene.twin.picture)
    right = dict(enumerate(scene.twin.faces))
    return values(scene.twin, seen) == right and len(seen) == len(right)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("thing", THINGS)
def test_a_thing_among_dice_is_unknown_and_without_it_all_dice_are_read(thing: str, seed: int) -> None:
    scene = with_thing(thing, some_dice(D6.id, 3, Random(seed)), seed, LOOKS[seed])
    one = reader(scene.table.empty)
    assert said(scene, one.read(scene.table.picture)) == "unknown"
    assert reads_the_twin(one, scene)


@pytest.mark.parametrize("thing", THINGS)
def test_a_thing_alone_in_the_tray_is_unknown_and_the_empty_tray_is_empty(thing: str) -> None:
    scene = with_thing(thing, (), 4)
    one = reader(scene.table.empty)
    assert said(scene, one.read(scene.table.picture)) == "unknown"
    assert one.read(scene.twin.picture) == ()


@pytest.mark.parametrize("face", DALEK.faces)
def test_a_die_of_a_set_that_does_not_play_is_no_number_of_pips(face: str) -> None:
    scene = with_stray(some_dice(D6.id, 2, Random(face)), Die(DALEK.id, face), 3)
    one = reader(scene.table.empty)
    assert said(scene, one.read(scene.table.picture)) == "unknown"
    assert reads_the_twin(one, scene)


@pytest.mark.parametrize("face", DALEK.faces)
def test_a_die_of_a_set_that_is_known_and_does_not_play_is_no_number_of_pips(
    taught: TaughtSet, face: str
) -> None:
    for seed in SEEDS:
        scene = with_stray(some_dice(D6.id, 2, Random(f"{face} {seed}")), Die(DALEK.id, face), seed)
        one = replace(reader_of(taught, scene.table.empty), kinds=(D6, DALEK))
        assert said(scene, one.read(scene.table.picture, kinds=(D6.id,))) == "unknown"


@pytest.mark.parametrize("face", D6.faces)
def test_pips_among_taught_dice_are_no_taught_face(taught: TaughtSet, face: str) -> None:
    scene = with_stray(some_dice(DALEK.id, 2, Random(face)), Die(D6.id, face), 4)
    one = reader_of(taught, scene.table.empty)
    assert said(scene, one.read(scene.table.picture)) == "unknown"
    assert reads_the_twin(one, scene)


@pytest.mark.parametrize("face", DALEK.faces)
def test_the_one_face_that_was_never_taught_is_unknown_until_it_is_taught(
    album: Album, taught: TaughtSet, face: str
) -> None:
    others = [Die(DALEK.id, name) for name in DALEK.faces if name != face][:2]
    scene = with_stray(others, Die(DALEK.id, face), 9)
    part = reader_of(without(album, face), scene.table.empty)
    assert said(scene, part.read(scene.table.picture)) == "unknown"
    assert reads_the_twin(part, scene)
    whole = reader_of(taught, scene.table.empty)
    assert values(scene.table, whole.read(scene.table.picture)) == dict(enumerate(scene.table.faces))


def test_what_is_judged_can_fail_each_way() -> None:
    scene = with_stray((Die(D6.id, "3"),), Die(D6.id, "5"), 3)
    seen = reader(scene.table.empty).read(scene.table.picture)
    assert said(scene, seen) == "sure"
    assert said(scene, [one for one in seen if one.face == "3"]) == "nothing"
    assert said(scene, ()) == "nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tray_without_anything_says_nothing_to_any_reader(taught: TaughtSet, seed: int) -> None:
    table = posed((), seed, LOOKS[seed])
    for one in (reader(table.empty), reader_of(taught, table.empty)):
        assert one.read(table.picture) == ()
