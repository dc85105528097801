"""A squared face as contrast to its own body: the same whatever the colours of the die and the lamp."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

RIM = 0.14  # share of a face at each side where no ink is looked for
INNER = 0.26  # the same where floor shows beside the face
ROUND, FLAT = (0.12, 0.17), (0.17, 0.22)  # where the body runs round: inside a rim, a bevel
INK, NOTHING = 0.5, 0.01  # contrast of ink; share of it inside that below which nothing is drawn there
BODY = 0.3  # share of the way to the ink within which a pixel is of the body
STIFF = 0.003  # how much is needed to make the light bend
BARE = 0.1  # step below which what differs from the body is no ink
INKED, LEAST = 0.25, 12  # contrast of what may be ink; pixels of it, and of body, that glare is told by
WITHIN = 0.2  # share of a face at each side that mirrors otherwise: it is bevelled
GAMMA = 2.2  # of cameras: what light adds up to
GLARE = 0.25  # share of the way to the ink by which a pixel of the body may be off the light that lies on it
STRANGE = 0.24  # log units from the body at which a pixel is not of it
SHADING = 0.45  # weight of mere brightness in that: gloss and shade are uneven over one face


@dataclass(frozen=True)
class Contrast:
    """A face as contrast to its own body: `map` 0 (body) to 1 (ink), `step` between them in log units, and
    `foreign`, the share of the face that is neither: another face, the floor, a reflection."""

    map: Floats
    step: float
    foreign: float

    @property
    def bare(self) -> bool:
        """Whether nothing is drawn on the face."""
        return self.step < BARE


def contrast_of(face: Image) -> Contrast:
    """The contrast picture of a squared face, the same for whatever colours and light.

    What is drawn on it may fill more of the face than is left of its body. Where nothing is drawn in the
    middle, floor that shows beside the face may have been taken for ink: then the middle alone is asked.
    """
    logs = logs_of(face)
    usual = seen_with(logs, RIM)
    if usual.bare or float((usual.map[middle(logs.shape[0], INNER)] > INK).mean()) > NOTHING:
        return usual
    inner = seen_with(logs, INNER)
    return usual if inner.bare else inner


def seen_with(logs: Floats, rim: float, *, alone: bool = False) -> Contrast:
    """The contrast picture, ink being looked for inside this rim; `alone`: and the body too."""
    logs = evened(logs, rim, alone=alone)
    body, way = colours_of(logs, rim, alone=alone)
    step = float(np.linalg.norm(way))
    if step < 1e-3:
        return Contrast(np.zeros(logs.shape[:2], np.float32), 0.0, 0.0)
    away = logs - body
    along = (away @ (way / (step * step))).astype(np.float32)
    return Contrast(np.clip(along, 0.0, 1.0), step, foreign_share(away, along, way))


def in_glare(face: Image) -> Contrast:
    """The contrast picture of a squared face in which a lamp or a wall is mirrored.

    What is mirrored adds to body and ink alike: only in light itself, not in its logarithm, is ink as far
    from the body everywhere. The bevel around mirrors something else: it is not asked.
    """
    usual, light = seen_with(logs_of(face), WITHIN, alone=True), light_of(face)
    ink, body = inked(usual.map)
    if min(ink.sum(), body.sum()) < LEAST:
        return usual
    away = light - lying_on(light, body, GLARE * apart(light[ink], light[body]))
    way = np.median(away[ink], axis=0)
    along = away[ink] @ way
    way = np.median(away[ink][along >= np.median(along)], axis=0)  # at its border ink is but half as strong
    shown = np.clip(away @ way / max(float(way @ way), 1e-6), 0.0, 1.0)
    return replace(usual, map=np.asarray(shown, np.float32))


def inked(shown: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where inside the bevel of a face, by its contrast, there is ink, and where nothing but body."""
    inner = np.zeros(shown.shape, bool)
    inner[middle(shown.shape[0], WITHIN)] = True
    ink: NDArray[np.bool_] = shown > INKED
    return ink & inner, ~widened(ink) & inner


def widened(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Ink and the pixels beside it, which show it half."""
    return np.asarray(cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def lying_on(light: Floats, body: NDArray[np.bool_], spread: float) -> Floats:
    """The light of a body, as its pixels tell, carried on below the ink; `spread`: how far some are off."""
    terms = bends(light.shape[0])
    x, shown = terms[body], light[body]
    weight = np.ones(len(x), np.float32)
    for _ in range(3):
        bent = bent_to(x, shown, weight)
        off = np.linalg.norm(shown - x @ bent, axis=1)
        weight = (1 / (1 + (off / max(spread, 1e-6)) ** 2) ** 2).astype(np.float32)
    return np.asarray(terms @ bent, np.float32)


def bent_to(terms: Floats, shown: Floats, weight: Floats) -> Floats:
    """How light bends so that it comes near what is shown, where that counts."""
    mine = terms * weight[:, None]
    held = STIFF * len(terms) * np.eye(terms.shape[1])
    return np.asarray(np.linalg.solve(mine.T @ terms + held, mine.T @ shown))


def apart(ink: Floats, body: Floats) -> float:
    """How far the colour of ink is from the body's."""
    return float(np.linalg.norm(np.median(ink, axis=0) - np.median(body, axis=0)))


def light_of(face: Image) -> Floats:
    """How much light came from each place of a face, from 0 to 1 in each colour."""
    table = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
    return np.asarray(cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table), np.float32)


def middle(size: int, rim: float, every: int = 1) -> tuple[slice, slice]:
    """The part of a face inside a rim."""
    edge = round(size * rim)
    return np.s_[edge:-edge:every, edge:-edge:every]


def evened(logs: Floats, rim: float, *, alone: bool) -> Floats:
    """The face without what light makes of its body: a slope, a bulge."""
    body, way = colours_of(logs, rim, alone=alone)
    step2 = float(way @ way)
    if step2 < 1e-6:
        return logs
    size = logs.shape[0]
    some = middle(size, rim, 2)
    terms = bends(size)
    away = logs[some].reshape(-1, 3) - body
    near, x = np.abs(away @ way) < BODY * step2, terms[some].reshape(-1, terms.shape[2])
    for _ in range(2):
        bent = bent_to(x, away, near.astype(np.float32))
        near = np.abs((away - x @ bent) @ way) < BODY * step2
    bent[0] = 0.0
    return np.asarray(logs - terms @ bent, np.float32)


@cache
def bends(size: int) -> Floats:
    """The ways in which light may change over a face, for each of its pixels."""
    axis = np.linspace(-1, 1, size, dtype=np.float32)
    y, x = np.meshgrid(axis, axis, indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x - 0.33, x * y, y * y - 0.33], axis=-1)


def logs_of(face: Image) -> Floats:
    """The logarithms of a face's colours."""
    table = np.log(np.arange(256, dtype=np.float32) + 16.0).astype(np.float32)
    return np.asarray(cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table), np.float32)


def colours_of(logs: Floats, rim: float, *, alone: bool) -> tuple[Floats, Floats]:
    """The colour of the body, and the way from it to the ink's; `alone`: by what is inside the rim alone."""
    core = logs[middle(logs.shape[0], rim, 2)].reshape(-1, 3)
    wide = core if alone else logs[2:-2:2, 2:-2:2].reshape(-1, 3)  # ink may cover half the core, not all
    body = np.median(wide, axis=0)
    way = ink_way(core - body)
    near = (wide - body) @ way < 0.25 * float(way @ way)
    body = np.median(wide[near], axis=0) if near.any() else body
    way = ink_way(core - body)
    ring = ring_of(logs - body, *(FLAT if alone else ROUND))
    if float(np.median(ring @ way)) > 0.5 * float(way @ way):
        return body + way, -way  # a glyph that fills the face is no body: that is what runs round it
    return body, way


def ring_of(face: Floats, start: float, end: float) -> Floats:
    """The pixels that run round a face between these shares of it."""
    size = face.shape[0]
    first, last = round(size * start), round(size * end)
    parts = (face[first:last, first:-first], face[-last:-first, first:-first])
    sides = (face[last:-last, first:last], face[last:-last, -last:-first])
    return np.concatenate([p.reshape(-1, 3) for p in (*parts, *sides)])


def ink_way(away: Floats) -> Floats:
    """From the body's colour to the ink's: the middle of the few pixels that are farthest from the body."""
    far = np.abs(away).sum(axis=1)
    most = max(1, len(far) // 20)
    return np.median(away[np.argpartition(far, -most)[-most:]], axis=0)


def foreign_share(away: Floats, along: Floats, way: Floats) -> float:
    """The share of the face that is neither near the body's colour nor near ink."""
    off = away - np.clip(along, 0.0, 1.3)[..., None] * way
    off = off - (1.0 - SHADING) * off.mean(axis=2, keepdims=True)
    strange = ((off * off).sum(axis=2) > STRANGE**2) & ~widened(along > INKED)
    return float(strange[4:-4, 4:-4].mean())
