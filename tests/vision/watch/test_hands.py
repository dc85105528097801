"""Hands in the tray on films of the virtual one: nothing is read under them, what they take is named.

From pixels through the eye to the latch, which says who each die is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from companion.dice import D6, Die, DieSpec, Reading, Seen
from companion.table.tray import latch
from tests.vision.posed import FINDER
from tests.vision.watch.test_states import FPS, Watched, lying, same
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Frame
from vision.watch.eye import Eye, combine_looks


@dataclass
class Followed:
    """A film whose readings the latch follows, and what the tray truly was at each."""

    film: Watched
    tray: latch.Tray = field(default_factory=latch.Tray)
    truths: list[str] = field(default_factory=list)

    def watch(self, seconds: float = 8.0) -> None:
        """So long, or until half a second after the virtual tray has come to rest."""
        calm = 0
        for frame in self.film.frames(seconds):
            self.truths.append(self.film.table.truth().state)
            self.film.readings.append(reading := self.film.eye.see(frame))
            self.tray = latch.see(self.tray, reading)
            calm = 0 if self.film.table.busy else calm + 1
            if calm > 0.5 * FPS:
                return

    def accept(self, dice_due: int = 0) -> tuple[int, ...]:
        """All that was thrown counts; the identities of the roll."""
        self.tray = latch.accept(self.tray, [die.id for die in self.tray.thrown], dice_due)
        return tuple(id_ for id_ in self.tray.roll if id_ is not None)

    def middle(self, id_: int) -> tuple[float, float]:
        x, y = next(die.seen.centre for die in self.tray.lying if die.id == id_)
        return x / 640, y / 480


def thrown(seed: int, count: int = 4) -> tuple[Followed, tuple[int, ...]]:
    """A throw of so many dice, accepted."""
    one = Followed(Watched(VirtualTray(seed, fps=FPS), same))
    one.watch(0.3)
    one.tray = latch.expect(one.tray, count)
    one.film.table.throw([DieSpec(D6.id)] * count, leave=True)
    one.watch()
    return one, one.accept()


def test_a_tray_is_empty_then_dice_roll_then_they_are_settled_and_a_hand_takes_them() -> None:
    one, ids = thrown(21)
    for id_ in ids:
        assert one.film.table.lift(*one.middle(id_))
    one.watch()
    told = [reading.state for reading in one.film.readings]
    order = [state for k, state in enumerate(told) if k == 0 or told[k - 1] != state]
    rolls = order[1:] if order[1] != "hand" else order[2:]  # dice may come in over the border, as hands do
    assert order[0] == "empty"
    assert rolls[:3] == ["rolling", "settled", "hand"]
    assert order[-1] == "empty"


def test_a_die_that_a_hand_takes_out_is_named_and_the_others_are_who_they_were() -> None:
    one, ids = thrown(22)
    taken = ids[2]
    assert one.film.table.lift(*one.middle(taken))
    one.watch()
    assert one.tray.lifted == (2,)
    assert {die.id for die in one.tray.lying} == set(ids) - {taken}
    assert one.tray.thrown == ()


def test_dice_that_did_not_move_keep_their_identity_when_others_are_thrown_again() -> None:
    one, ids = thrown(23)
    for again in (ids[0], ids[1]):
        assert one.film.table.lift(*one.middle(again))
    one.watch()
    assert set(one.tray.lifted) == {0, 1}
    one.tray = latch.press(one.tray, {2, 3}, 2)
    before = {die.id: die.seen.face for die in one.tray.lying}
    one.film.table.throw([DieSpec(D6.id)] * 2, leave=True)
    one.watch()
    assert len(one.tray.thrown) == 2
    assert {die.id: die.seen.face for die in one.tray.lying if die.id in before} == before
    assert not {die.id for die in one.tray.thrown} & set(ids)


def test_nothing_is_read_while_a_hand_is_in() -> None:
    one, ids = thrown(24)
    film = one.film
    assert film.table.lift(*one.middle(ids[0]))
    before = next(film.frames(1 / FPS)).image.astype(int)
    seen = []
    for frame in film.frames(2.5):
        covered = (np.abs(frame.image - before).max(axis=2) > 40).mean()
        seen.append((covered > 0.02, film.eye.see(frame)))
    under = [reading for there, reading in seen if there]
    assert len(under) > 10
    assert {reading.state for reading in under} == {"hand"}
    assert not any(reading.dice for reading in under)
    assert len(seen[-1][1].dice) == 3


def with_arm(image: Image) -> Image:
    """A forearm that hangs in from the right."""
    covered = image.copy()
    covered[180:300, 300:] = (120, 150, 205)
    covered[180:300:12, 300:] = (90, 120, 170)
    return covered


def test_a_hand_that_keeps_still_is_not_read_until_patience_ends() -> None:
    film = lying(same)
    film.watch(0.4)
    begin = film.readings[-1].at
    for frame in film.frames(7.0):
        film.readings.append(film.eye.see(Frame(with_arm(frame.image), frame.number, frame.at)))
    held = [r for r in film.readings if begin + 0.1 < r.at < begin + 5.0]
    assert {reading.state for reading in held} == {"hand"}
    assert not any(reading.dice for reading in held)
    assert film.readings[-1].state == "settled"


def test_a_die_that_leans_is_not_read_wrong_in_silence() -> None:
    for seed in range(3):
        table = VirtualTray(seed, fps=FPS)
        film = Watched(table)
        table.throw([DieSpec(D6.id)] * 3, leave=True, cocked=[0])
        film.watch(4.0)
        leaning = [die for die in table.truth().dice if die.cocked]
        assert len(leaning) == 1
        x, y = np.mean(leaning[0].quad, axis=0)
        close = [die for die in film.readings[-1].dice if np.hypot(die.centre[0] - x, die.centre[1] - y) < 25]
        assert all(die.status != "ok" or die.face == leaning[0].face for die in close)


# frames agree


QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))


def die(face: str, status: str = "ok", sure: float = 0.9, right: float = 0.0) -> Seen:
    quad = tuple((x + right, y) for x, y in QUAD)
    return Seen("d6", face, status, sure, ((face, sure),), (10 + right, 10, 50 + right, 50), quad)  # type: ignore[arg-type]


def told(dice: tuple[Seen, ...]) -> list[tuple[str, str]]:
    return [(one.face, one.status) for one in dice]


def test_twice_alike_is_sure_and_the_surer_look_stands() -> None:
    both = combine_looks((die("3", sure=0.8),), (die("3", sure=0.95, right=3.0),), last=False)
    assert told(both) == [("3", "ok")]
    assert both[0].sure == 0.95


def test_twice_sure_and_different_is_asked_about() -> None:
    assert told(combine_looks((die("3"),), (die("5", sure=0.95),), last=True)) == [("5", "unsure")]


def test_a_second_look_may_make_a_die_sure() -> None:
    assert told(combine_looks((die("3", "unsure", 0.5),), (die("3"),), last=False)) == [("3", "ok")]


@pytest.mark.parametrize("last", [False, True])
def test_a_sure_die_that_one_frame_does_not_show_is_asked_about(last: bool) -> None:
    assert told(combine_looks((die("3"),), (), last=last)) == [("3", "unsure")]
    assert told(combine_looks((), (die("3"),), last=last)) == [("3", "unsure")]


def test_what_was_never_sure_and_is_seen_no_more_is_forgotten_at_the_last_look() -> None:
    ghost = (die("3", "unsure", 0.3),)
    assert told(combine_looks(ghost, (), last=False)) == [("3", "unsure")]
    assert combine_looks(ghost, (), last=True) == ()


def test_dice_beside_each_other_are_not_taken_for_one() -> None:
    two = (die("3"), die("5", right=44.0))
    assert told(combine_looks(two, two, last=False)) == [("3", "ok"), ("5", "ok")]


def test_dice_are_not_said_before_two_frames_agree_and_no_more_than_four_are_read() -> None:
    table = VirtualTray(31, fps=FPS)
    looked: list[int] = []

    class Counting(Reader):
        def read(self, image: Image, *args: object, **more: object) -> tuple[Seen, ...]:
            looked.append(1)
            seen = super().read(image, *args, **more)  # type: ignore[arg-type]
            return tuple(replace(one, status="unsure") for one in seen)

    reader = Counting((D6,), Tray.from_empty(table.empty_picture()), finder=FINDER)
    eye, said = Eye(reader), list[Reading]()
    table.lay([Die(D6.id, "4")])
    for number in range(12):
        frame = table.read()
        assert frame is not None
        said.append(eye.see(Frame(frame.image, number, number / FPS)))
        if said[-1].dice:
            assert len(looked) >= 2
    assert said[-1].dice
    assert len(looked) == 4
