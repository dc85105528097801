from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.dice import Die, DieSpec
from tests.vision.dalek import DALEK_MODEL, DICE
from vision.arrays import Image
from vision.sim import D6_MODEL, Look, Lying, VirtualTray, teach_pictures
from vision.sim.face_textures import face_textures
from vision.sim.studio import Studio
from vision.sources.frames import Frame

SURE = Look(cocked=0.0)


def frame(tray: VirtualTray) -> Frame:
    got = tray.read()
    assert got is not None
    return got


def until_still(tray: VirtualTray) -> Frame:
    for _ in range(400):
        if not tray.busy:
            return frame(tray)
        tray.read()
    raise AssertionError("the tray never comes to rest")


def rolled(specs: Sequence[DieSpec], seed: int = 1, look: Look = SURE) -> VirtualTray:
    tray = VirtualTray(seed, look=look, dice=DICE)
    tray.throw(specs)
    until_still(tray)
    return tray


def middle(die: Lying) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return ((x0 + x1) / 2 / 640, (y0 + y1) / 2 / 480)


def squared(image: Image, die: Lying) -> Image:
    """The top face as 64×64 grey, by the quad that the truth names."""
    flat = np.array([(0, 0), (64, 0), (64, 64), (0, 64)], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(die.quad, np.float32), flat)
    return np.asarray(cv2.cvtColor(cv2.warpPerspective(image, warp, (64, 64)), cv2.COLOR_BGR2GRAY), np.uint8)


def likest(face: Image, kind: str, look: Look) -> str:
    """Which face of the kind the picture resembles most, in the one position that the quad allows."""
    scores, model = {}, next(one for one in (D6_MODEL, *DICE) if one.kind == kind)
    for name, paint in zip(model.sides, face_textures(look, model, None, 64), strict=True):
        clean = cv2.cvtColor(paint.colour / 255, cv2.COLOR_BGR2GRAY)
        scores[name] = float(np.corrcoef(clean[8:56, 8:56].ravel(), face[8:56, 8:56].ravel())[0, 1])
    return max(scores, key=lambda n: scores[n])


def test_the_same_seed_and_the_same_calls_give_the_same_frames() -> None:
    first, second, other = (VirtualTray(seed) for seed in (7, 7, 8))
    differ = False
    for tray in (first, second, other):
        tray.throw([DieSpec("d6")] * 4)
    for k in range(40):
        a, b, c = frame(first), frame(second), frame(other)
        if k == 25:
            assert first.lift(*middle(first.truth().dice[0]))
            assert second.lift(*middle(second.truth().dice[0]))
        assert (a.image == b.image).all()
        assert (a.number, a.at) == (b.number, b.at) == (k, k / 15)
        differ |= bool((a.image != c.image).mean() > 0.5)
    assert differ


@pytest.mark.parametrize("kind", ["d6", "dalek"])
def test_what_is_drawn_on_top_is_what_the_truth_says(kind: str) -> None:
    wrong = []
    for seed in range(3):
        tray = rolled([DieSpec(kind)] * 10, seed)
        image = frame(tray).image
        wrong += [d for d in tray.truth().dice if likest(squared(image, d), kind, SURE) != d.face]
    assert wrong == []


def test_an_empty_tray_looks_like_the_empty_picture_but_for_grain() -> None:
    tray = VirtualTray(3)
    first, second, empty = frame(tray).image, frame(tray).image, tray.empty_picture()
    assert (first != second).any()
    assert np.abs(first.astype(float).mean() - empty.astype(float).mean()) < 0.1
    assert np.abs(cv2.blur(first, (9, 9)).astype(int) - cv2.blur(empty, (9, 9)).astype(int)).max() <= 4
    assert tray.truth().state == "empty"


def test_dice_at_rest_change_nothing_but_the_grain() -> None:
    tray = rolled([DieSpec("d6")] * 5)
    one, two = frame(tray).image.astype(int), frame(tray).image.astype(int)
    assert 0 < np.abs(one - two).mean() < 2 * SURE.grain
    assert (
        np.abs(
            cv2.blur(one.astype(np.uint8), (9, 9)).astype(int) - cv2.blur(two.astype(np.uint8), (9, 9))
        ).max()
        <= 4
    )


def test_dice_change_the_picture_where_they_lie_and_hardly_elsewhere() -> None:
    tray = rolled([DieSpec("d6")] * 3)
    change = np.abs(
        cv2.blur(frame(tray).image, (5, 5)).astype(int) - cv2.blur(tray.empty_picture(), (5, 5))
    ).max(axis=2)
    near = np.zeros(change.shape, bool)
    for x0, y0, x1, y1 in (tuple(map(int, d.box)) for d in tray.truth().dice):
        assert float(change[y0 + 8 : y1 - 8, x0 + 8 : x1 - 8].mean()) > 40
        near[max(0, y0 - 30) : y1 + 30, max(0, x0 - 30) : x1 + 30] = True
    assert change[~near].max() < 8


def test_a_throw_takes_away_what_lies_there_with_a_hand_first() -> None:
    tray = rolled([DieSpec("d6")] * 3)
    before = {d.number for d in tray.truth().dice}
    tray.throw([DieSpec("d6")] * 2)
    states = []
    while tray.busy:
        tray.read()
        states.append(tray.truth().state)
    assert list(dict.fromkeys(states)) in (
        ["hand", "rolling", "settled"],
        ["hand", "empty", "rolling", "settled"],
    )
    after = {d.number for d in tray.truth().dice}
    assert len(after) == 2
    assert not before & after


def test_a_throw_at_once_needs_no_hand() -> None:
    tray = rolled([DieSpec("d6")] * 3)
    tray.throw([DieSpec("d6")] * 2, at_once=True)
    tray.read()
    assert (tray.truth().state, len(tray.truth().dice)) == ("rolling", 2)


def test_dice_may_be_left_lying_and_do_not_move() -> None:
    tray = rolled([DieSpec("dalek")] * 3)
    kept = tray.truth().dice
    tray.throw([DieSpec("dalek")] * 4, leave=True)
    until_still(tray)
    now = {d.number: d for d in tray.truth().dice}
    assert len(now) == 7
    assert all((now[d.number].quad, now[d.number].face) == (d.quad, d.face) for d in kept)


def test_a_hand_lifts_the_die_it_is_sent_for_and_no_other() -> None:
    tray = rolled([DieSpec("d6")] * 8)
    before = tray.truth().dice
    assert tray.lift(*middle(before[3]))
    assert not tray.lift(*middle(before[3])), "a hand is already going for it"
    assert tray.truth().dice == before, "nothing has moved before the next frame"
    covered = [frame(tray).image for _ in range(6)][-1]
    assert tray.truth().state == "hand"
    assert np.abs(covered.astype(int) - tray.empty_picture()).mean() > 3
    until_still(tray)
    left = tray.truth().dice
    assert {d.number for d in left} == {d.number for d in before} - {before[3].number}
    assert all(d.quad == old.quad for d in left for old in before if old.number == d.number)


def test_several_lifts_are_one_visit_of_the_hand() -> None:
    tray = rolled([DieSpec("d6")] * 6)
    for die in tray.truth().dice[:4]:
        assert tray.lift(*middle(die))
    visits, before = 0, "settled"
    while tray.busy:
        tray.read()
        now = tray.truth().state
        visits += now == "hand" and before != "hand"
        before = now
    assert (visits, len(tray.truth().dice)) == (1, 2)


def test_where_no_die_lies_there_is_none_to_lift() -> None:
    tray = VirtualTray(2)
    tray.lay([Die("d6", "4")])
    x, y = middle(tray.truth().dice[0])
    assert not tray.lift((x + 0.5) % 1, (y + 0.5) % 1)
    assert not tray.busy
    assert tray.lift(x, y)


def test_rolling_dice_cannot_be_lifted() -> None:
    tray = VirtualTray(2)
    tray.throw([DieSpec("d6")])
    for _ in range(4):
        tray.read()
    assert tray.truth().state == "rolling"
    assert not tray.lift(*middle(tray.truth().dice[0]))


def test_a_sweep_takes_all() -> None:
    tray = rolled([DieSpec("d6")] * 10)
    tray.sweep()
    until_still(tray)
    assert tray.truth().dice == ()
    assert tray.truth().state == "empty"


def test_a_nudge_moves_a_die_a_little_and_keeps_its_face() -> None:
    tray = VirtualTray(5, look=SURE)
    tray.lay([Die("d6", "3"), Die("d6", "6")])
    before = tray.truth().dice
    assert tray.nudge(*middle(before[0]), (5.0, 0.0))
    until_still(tray)
    after = tray.truth().dice
    assert [d.face for d in after] == ["3", "6"]
    assert 6 < middle(after[0])[0] * 640 - middle(before[0])[0] * 640 < 16
    assert after[1].box == pytest.approx(before[1].box, abs=0.1)


def test_dice_are_laid_with_the_faces_asked_for() -> None:
    tray = VirtualTray(4, dice=DICE)
    tray.lay([Die("dalek", "doctor"), Die("d6", "2", "red"), Die("dalek", "human4")])
    assert tray.truth().faces == ("2", "doctor", "human4")
    assert not tray.busy
    x0, y0, x1, y1 = map(int, next(d for d in tray.truth().dice if d.colour == "red").box)
    blue, _, red = frame(tray).image[y0 + 6 : y1 - 6, x0 + 6 : x1 - 6].reshape(-1, 3).mean(axis=0)
    assert red > 1.5 * blue


@pytest.mark.parametrize(
    ("spec", "says"),
    [(DieSpec("d20"), "kind must be one of d6, dalek, got 'd20'"), (DieSpec("d6", "mauve"), "got 'mauve'")],
)
def test_dice_this_tray_has_not_are_refused(spec: DieSpec, says: str) -> None:
    tray = VirtualTray(0, dice=DICE)
    with pytest.raises(ValueError, match=says):
        tray.throw([spec])
    assert not tray.busy


def test_a_forced_cocked_die_is_drawn_leaning_and_told_to_be_so() -> None:
    tray = VirtualTray(1, look=SURE)
    tray.throw([DieSpec("d6")] * 5, cocked=(1,))
    until_still(tray)
    assert [d.cocked for d in tray.truth().dice] == [False, True, False, False, False]


def test_dice_that_touch_are_told_to_touch() -> None:
    found = {d.touching for seed in range(3) for d in rolled([DieSpec("d6")] * 14, seed).truth().dice}
    assert found == {True, False}


def test_a_closed_tray_gives_no_more_frames() -> None:
    tray = VirtualTray(0)
    tray.close()
    assert tray.read() is None


def test_closing_a_paced_tray_ends_its_wait() -> None:
    tray = VirtualTray(0, fps=0.01, paced=True)
    got: list[Frame | None] = []
    reader = threading.Thread(target=lambda: got.append(tray.read()))
    reader.start()
    tray.close()
    reader.join(20)
    assert not reader.is_alive()
    assert got == [None]


def test_a_paced_tray_stamps_frames_with_a_rising_clock() -> None:
    tray = VirtualTray(0, fps=200.0, paced=True)
    at = [frame(tray).at for _ in range(5)]
    assert at == sorted(at)
    assert at[-1] - at[0] >= 0.015  # four waits of 5 ms, less what the first may be late


def test_throws_and_lifts_from_other_threads_do_not_disturb_the_camera() -> None:
    tray = VirtualTray(0, look=SURE)
    luck, done = Random(0), threading.Event()
    answers: list[bool] = []

    def meddle() -> None:
        for k in range(60):
            answers.append(tray.lift(luck.random(), luck.random()))
            if k % 20 == 0:
                tray.throw([DieSpec("d6")] * 3, at_once=k % 40 == 0)
            tray.truth()
        done.set()

    thread = threading.Thread(target=meddle)
    thread.start()
    while thread.is_alive():
        frame(tray)
    assert done.is_set(), "the other thread fell over"
    assert len(answers) == 60
    until_still(tray)
    assert len(tray.truth().dice) <= 3


def test_other_sizes_and_tables_are_drawn_too() -> None:
    for seed in range(4):
        look = replace(Look.random(Random(seed)), shape=("rectangle", "hexagon", "round")[seed % 3])
        tray = VirtualTray(seed, (1280, 960) if seed == 0 else (320, 240), look=look)
        tray.throw([DieSpec("d6")] * 4)
        got = until_still(tray)
        assert got.size == ((1280, 960) if seed == 0 else (320, 240))
        for x0, y0, x1, y1 in (d.box for d in tray.truth().dice):
            assert 0 <= x0 < x1 <= got.size[0]
            assert 0 <= y0 < y1 <= got.size[1]


def test_teaching_pictures_show_each_face_as_often_as_asked_each_time_anew() -> None:
    shown = teach_pictures(DALEK_MODEL, 3, seed=2)
    assert set(shown) == set(DALEK_MODEL.sides)
    for pictures in shown.values():
        assert len(pictures) == 3
        assert all(p.shape == (480, 640, 3) for p in pictures)
        assert (pictures[0] != pictures[1]).mean() > 0.1


def test_a_tray_is_taught_on_its_own_felt() -> None:
    tray = VirtualTray(2)
    own, same = tray.teach_pictures("d6", 1), teach_pictures(D6_MODEL, 1, seed=2)
    assert all((own[f][0] == same[f][0]).all() for f in own)
    change = np.abs(cv2.blur(own["1"][0], (5, 5)).astype(int) - cv2.blur(tray.empty_picture(), (5, 5))).max(
        axis=2
    )
    assert 0.002 < (change > 12).mean() < 0.05


def test_the_ground_is_drawn_once_and_never_written_to() -> None:
    studio = Studio(SURE, (320, 240), 1)
    before = studio.scene((), ()).copy()
    scene = studio.scene((), ())
    scene[:] = 0
    assert (studio.scene((), ()) == before).all()
