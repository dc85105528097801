"""The empty tray is learned only where nothing lies, moves or reaches in; print may be insisted on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import pytest

from companion.config import load
from companion.dice import D6, Die
from companion.game import msg
from companion.run.eye_service import EyeService
from companion.run.eye_setup import TRAY, EyeSetup, eye_setup_of
from companion.run.findings import NotLearned
from companion.store.taught import TaughtFolder
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Fault, Wish
from companion.teaching.taught_sets import TaughtSets
from tests.vision import trays
from tests.vision.dalek import DALEK, DICE
from tests.vision.trays import Drawn
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import Look, VirtualTray
from vision.sources.frames import Frame
from vision.watch.emptiness import Occupied, dice_in, occupied
from vision.watch.eye import Eye
from vision.watch.worker import Worker

READER = Reader((D6,), None)


def shown(*dice: Die, seed: int = 0, look: Look | None = None) -> Image:
    tray = VirtualTray(seed, look=look, dice=DICE)
    tray.lay(dice)
    frame = tray.read()
    assert frame is not None
    return frame.image


@pytest.mark.parametrize("seed", range(6))
def test_an_empty_tray_of_any_look_has_no_dice_in_it(seed: int) -> None:
    look = Look.random(Random(seed)) if seed else None
    assert dice_in(READER, VirtualTray(seed, look=look).empty_picture()) == ()


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "round"])
@pytest.mark.parametrize("cloth", ["", "logo", "speckles", "checks"])
def test_an_empty_tray_of_any_shape_and_print_has_no_dice_in_it(shape: str, cloth: str) -> None:
    assert dice_in(READER, trays.picture(Drawn(shape=shape, print=cloth))) == ()


@pytest.mark.parametrize("seed", range(1, 4))
def test_every_die_is_seen_whatever_is_known_of_the_tray(seed: int) -> None:
    look = Look.random(Random(seed))
    dice = tuple(Die(D6.id, face) for face in "123456"[: seed + 1])
    image = shown(*dice, seed=seed, look=look)
    assert len(dice_in(READER, image)) == len(dice)
    knows_them = Reader((D6,), Tray.from_empty(image), edge=0.5)
    assert len(dice_in(knows_them, image)) == len(dice)


def test_dice_that_were_never_taught_are_dice() -> None:
    image = shown(Die(DALEK.id, "doctor"), Die(DALEK.id, "dalek3"), Die(DALEK.id, "human2"))
    assert len(dice_in(READER, image)) == 3


def test_what_moves_between_two_pictures_is_not_learned() -> None:
    empty, four = VirtualTray(2).empty_picture(), shown(Die(D6.id, "4"), seed=2)
    assert occupied(READER, four, empty) == Occupied("moving")
    assert occupied(READER, empty, empty) is None


class Steady:
    """A source of one picture after the other, each the same until another is put there."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._number = 0
        self._closed = Event()

    def read(self) -> Frame | None:
        if self._closed.wait(1 / 30):
            return None
        self._number += 1
        return Frame(self.image, self._number, self._number / 30)

    def close(self) -> None:
        self._closed.set()


@contextmanager
def at_work(
    source: Steady, tmp_path: Path, tray: Tray | None = None
) -> Iterator[tuple[EyeService, list[Wish]]]:
    sets, told = TaughtSets(TaughtFolder(tmp_path / "taught"), ()), list[Wish]()
    setup = EyeSetup(Eye(Reader((D6,), tray)), sets, lambda: source)
    sight = EyeService(load(None, {"data": str(tmp_path)}), ShownFeed(), setup)
    sight.start(told.append)
    try:
        for _ in range(400):
            if sight.frame_jpeg() is not None:
                break
            Event().wait(0.02)
        yield sight, told
    finally:
        sight.stop()


def test_a_tray_with_dice_is_refused_and_what_was_learned_before_stays(tmp_path: Path) -> None:
    empty = VirtualTray(2).empty_picture()
    known, source = Tray.from_empty(empty), Steady(shown(Die(D6.id, "4"), Die(D6.id, "2"), seed=2))
    with at_work(source, tmp_path, known) as (sight, told):
        refused = sight.calibrate()
        assert refused is not None
        assert refused.text == msg("eye.calibrate_dice", n=2)
        assert (len(refused.quads), refused.size) == (2, (640, 480))
        kept = sight.reader.tray
        assert kept is not None
        assert np.abs(kept.look - known.look).max() < 0.05
        assert not (tmp_path / TRAY).exists()
        assert Fault("tray", None) not in told
        source.image = empty
        assert empty_at_last(sight) is None
        assert Tray.load(tmp_path / TRAY).size == (640, 480)
        assert Fault("tray", None) in told


def empty_at_last(sight: EyeService) -> NotLearned | None:
    """What is said once the picture has come to rest."""
    for _ in range(40):
        refused = sight.calibrate()
        if refused is None or refused.text.key not in ("eye.calibrate_moving", "eye.calibrate_hand"):
            return refused
    return refused


def test_who_insists_has_a_tray_learned_in_which_print_looks_like_dice(tmp_path: Path) -> None:
    with at_work(Steady(shown(Die(D6.id, "4"), seed=2)), tmp_path) as (sight, _):
        assert sight.calibrate() is not None
        assert sight.calibrate(insist=True) is None
        assert sight.reader.tray is not None


def test_a_camera_without_pictures_teaches_nothing() -> None:
    worker = Worker(lambda: Steady(np.zeros((480, 640, 3), np.uint8)), Eye(READER), print, print)
    assert worker.calibrate() == Occupied("silent")


def test_a_hand_is_not_learned_even_by_who_insists() -> None:
    tray = VirtualTray(4, fps=15.0, paced=True)
    tray.lay([Die(D6.id, "4")])
    known = Tray.from_empty(tray.empty_picture())
    said: list[str] = []
    worker = Worker(lambda: tray, Eye(Reader((D6,), known)), lambda one: said.append(one.state), print)
    worker.start()
    try:
        for _ in range(1500):
            if "settled" in said:
                break
            Event().wait(0.02)
        tray.sweep()
        answers = set()
        for _ in range(400):
            answer = worker.calibrate(insist=True) if said[-1] == "hand" else None
            if isinstance(answer, Occupied):
                answers.add(answer.obstacle)
            if answers or said[-1] == "empty":
                break
            Event().wait(0.02)
        assert answers <= {"hand", "moving"}
        assert answers
    finally:
        tray.close()
        worker.stop()


def test_the_page_says_that_a_tray_was_never_learned(tmp_path: Path) -> None:
    real = eye_setup_of(load(None, {"data": str(tmp_path), "camera.source": "clip:none.mp4"}), (), None)
    assert real.troubles["tray"] == msg("eye.tray_unknown")
    virtual = eye_setup_of(load(None, {"data": str(tmp_path), "camera.source": "sim"}), (), 1)
    assert "tray" not in virtual.troubles
