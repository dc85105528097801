from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.sim import physics
from vision.sim.attitude import (
    ROTATIONS,
    random_rotations,
    rotation_with_side_up,
    upper_side,
    wall_leaning_rotation,
)
from vision.sim.die_model import D6_MODEL
from vision.sim.look import Look
from vision.sim.physics import Bodies
from vision.sim.pile import Pile
from vision.sim.sprite import Pose, corners

SURE = Look(cocked=0.0)


def thrown(look: Look, count: int, seed: int) -> Pile:
    pile = Pile(look, np.random.default_rng(seed))
    pile.throw([(D6_MODEL, None)] * count)
    return pile


def settled(pile: Pile, fps: float = 15.0) -> float:
    """Seconds until all lie."""
    for frame in range(200):
        if not pile.moving:
            return frame / fps
        pile.advance(1 / fps)
    raise AssertionError("dice never come to rest")


def tilt(pose: Pose) -> float:
    return float(np.degrees(np.arccos(min(1.0, physics.top_side_cosine(pose.turn[None])[0]))))


def overlap(one: Pose, other: Pose, edge: float) -> float:
    """How deep two flat dice are in each other, in millimetres; negative: apart."""
    a, b = corners(one, edge)[:, :2], corners(other, edge)[:, :2]
    axes = np.concatenate([p.turn[:2].T for p in (one, other)])
    axes = axes[np.linalg.norm(axes, axis=1) > 0.5]
    depths = np.minimum(
        (a @ axes.T).max(axis=0) - (b @ axes.T).min(axis=0),
        (b @ axes.T).max(axis=0) - (a @ axes.T).min(axis=0),
    )
    return float(depths.min())


def test_every_face_comes_up_as_often_as_any_other() -> None:
    counts = np.zeros(6)
    for seed in range(50):
        pile = thrown(SURE, 12, seed)
        settled(pile)
        for pose in pile.poses:
            counts[upper_side(pose.turn)] += 1
    expected = counts.sum() / 6
    assert counts.sum() == 600
    assert (
        float(((counts - expected) ** 2 / expected).sum()) < 15.1
    )  # 1 % of fair dice are worse, and this seed is not


def test_a_die_let_go_on_another_face_falls_the_same_way() -> None:
    """The reason why throws are fair: physics does not know which face is which."""
    start = random_rotations(np.random.default_rng(4), 1)[0]
    walls = physics.walls_of(SURE.outline(), SURE.edge)
    ends: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    for face in (ROTATIONS[0], ROTATIONS[7], ROTATIONS[16]):
        yes = np.ones(1, bool)
        body = Bodies(
            np.array([[0.0, 0.0, 40.0]]),
            (start @ face)[None],
            np.array([[300.0, 80.0, 0.0]]),
            np.array([[9.0, 4.0, -7.0]]),
            ~yes,
            yes,
        )
        physics.advance(body, walls, 0.3, 0.0)
        ends.append((body.place[0], body.turn[0] @ face.T))
    for place, turn in ends[1:]:
        assert place == pytest.approx(ends[0][0], abs=1e-3)
        assert turn == pytest.approx(ends[0][1], abs=1e-3)


def test_attitudes_at_the_start_favour_no_face() -> None:
    counts = np.bincount(
        [upper_side(t) for t in random_rotations(np.random.default_rng(0), 6000)], minlength=6
    )
    assert counts.min() > 900
    assert counts.max() < 1100


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "round"])
def test_dice_come_to_rest_flat_inside_the_walls_and_not_in_each_other(shape: str) -> None:
    look = replace(SURE, shape=shape)  # type: ignore[arg-type]
    walls = physics.walls_of(look.outline(), look.edge)
    for seed in range(4):
        pile = thrown(look, 16, seed)
        assert settled(pile) < 1.6
        poses = pile.poses
        assert max(tilt(p) for p in poses) < 0.01
        assert [float(p.place[2]) for p in poses] == pytest.approx([look.edge / 2] * 16)
        for pose in poses:
            assert float((corners(pose, look.edge)[:, :2] @ walls.normals.T - walls.reach).max()) < 0.3
        pairs = [overlap(poses[i], poses[j], look.edge) for i in range(16) for j in range(i)]
        assert max(pairs) < 0.4


def test_any_table_brings_its_dice_to_rest() -> None:
    for seed in range(8):
        pile = thrown(replace(Look.random(Random(seed)), cocked=0.0), 10, seed)
        assert settled(pile) < 1.8
        assert max(tilt(p) for p in pile.poses) < 0.01


def test_dice_bounce_and_turn_before_they_rest() -> None:
    pile = thrown(SURE, 5, 2)
    heights, faces = [], []
    while pile.moving:
        pile.advance(1 / 60)
        heights.append([float(p.place[2]) for p in pile.poses])
        faces.append([upper_side(p.turn) for p in pile.poses])
    assert max(max(h) for h in heights) > 2 * SURE.edge
    changes = sum(a != b for x, y in pairwise(faces) for a, b in zip(x, y, strict=True))
    assert changes >= 10


def test_a_die_forced_to_lean_leans_on_a_wall_and_the_others_lie_flat() -> None:
    for seed in range(5):
        pile = Pile(SURE, np.random.default_rng(seed))
        pile.throw([(D6_MODEL, None)] * 6, cocked=(2,))
        settled(pile)
        tilts = [tilt(p) for p in pile.poses]
        assert 15 < tilts[2] < 40
        assert max(tilts[:2] + tilts[3:]) < 0.01
        points = corners(pile.poses[2], SURE.edge)
        walls = physics.walls_of(SURE.outline(), SURE.edge)
        assert float(points[:, 2].min()) == pytest.approx(0.0, abs=0.05)
        assert float((points[:, :2] @ walls.normals.T - walls.reach).max()) == pytest.approx(0.0, abs=0.05)


def test_leaning_dice_are_as_rare_as_the_look_says() -> None:
    pile = Pile(replace(SURE, cocked=0.25), np.random.default_rng(0))
    leaning_dice = 0
    for _ in range(10):
        pile.throw([(D6_MODEL, None)] * 8)
        settled(pile)
        leaning_dice += sum(tilt(p) > 8 for p in pile.poses)
        pile.take([d.number for d in pile.dice])
    assert 8 <= leaning_dice <= 33  # of 80; binomial, far beyond 0.1 % on either side


def test_dice_left_lying_stay_where_they_are_when_others_are_thrown() -> None:
    pile = Pile(SURE, np.random.default_rng(3))
    pile.lay([(D6_MODEL, None)] * 4, [0, 1, 2, 3])
    before = pile.poses
    pile.throw([(D6_MODEL, None)] * 8)
    settled(pile)
    for old, new in zip(before, pile.poses, strict=False):
        assert (old.place == new.place).all()
        assert (old.turn == new.turn).all()
    poses = pile.poses
    assert max(overlap(poses[i], poses[j], SURE.edge) for i in range(12) for j in range(i)) < 0.4


def test_a_tray_too_full_for_another_die_says_so() -> None:
    pile = Pile(SURE, np.random.default_rng(0))
    with pytest.raises(ValueError, match="no room for another die"):
        pile.lay([(D6_MODEL, None)] * 200, [0] * 200)


@pytest.mark.parametrize("side", range(6))
def test_a_side_asked_for_is_up(side: int) -> None:
    turn = rotation_with_side_up(side, 1.1)
    assert upper_side(turn) == side
    assert float(physics.top_side_cosine(turn[None])[0]) == pytest.approx(1.0)
    assert upper_side(wall_leaning_rotation(turn, np.array([0.0, 1.0]), 0.5)) == side
