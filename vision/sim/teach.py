"""Pictures of single dice, each face in turn, as somebody would show them to teach a set.

Knows how a taught set is shown, not how it is learned.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.frames import Image, Size
from vision.sim.attitude import with_side_up
from vision.sim.draw import Studio
from vision.sim.kinds import side_of, sides
from vision.sim.look import Look
from vision.sim.sprite import Pose


def teach_pictures(
    kind: str,
    per_face: int = 2,
    *,
    look: Look | None = None,
    size: Size = (640, 480),
    seed: int = 0,
    colour: str | None = None,
) -> Mapping[str, tuple[Image, ...]]:
    """For each face of a kind, pictures of one die that shows it, turned and placed anew each time."""
    table = look or Look()
    studio = Studio(table, size, seed)
    rng = np.random.default_rng((seed, 11))
    return {
        face: tuple(_shown(studio, table, (kind, face, colour), rng) for _ in range(per_face))
        for face in sides(kind)
    }


def _shown(studio: Studio, look: Look, die: tuple[str, str, str | None], rng: np.random.Generator) -> Image:
    """One die somewhere about the middle of the tray, flat, turned any way."""
    kind, face, colour = die
    x, y = rng.uniform(-0.27, 0.27, 2) * look.tray
    turn = with_side_up(side_of(kind, face), float(rng.uniform(0, 2 * np.pi)))
    pose = Pose(np.array([x, y, look.edge / 2]), turn)
    scene = studio.scene([pose], [studio.sprite(kind, colour, pose)])
    return studio.grained(studio.developed(scene), rng)
