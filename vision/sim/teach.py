"""Pictures of single dice, each face in turn, as somebody would show them to teach a set.

Knows how a taught set is shown, not how it is learned.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.arrays import Image
from vision.sim.attitude import rotation_with_side_up
from vision.sim.die_model import DieModel
from vision.sim.look import Look
from vision.sim.pile import Spec
from vision.sim.sprite import Pose
from vision.sim.studio import Studio
from vision.sources.frames import Size


def teach_pictures(
    die: DieModel,
    per_face: int = 2,
    *,
    look: Look | None = None,
    size: Size = (640, 480),
    seed: int = 0,
    colour: str | None = None,
) -> Mapping[str, tuple[Image, ...]]:
    """For each face of a die, pictures that show it, the die turned and placed anew each time.

    The felt is that of a `VirtualTray` of the same look, size and seed.
    """
    studio = Studio(look or Look(), size, seed)
    return face_pictures(studio, (die, colour), per_face, np.random.default_rng((seed, 6)))


def face_pictures(
    studio: Studio, spec: Spec, per_face: int, rng: np.random.Generator
) -> Mapping[str, tuple[Image, ...]]:
    """The same at a given table."""
    sides = enumerate(spec[0].sides)
    return {face: tuple(_picture(studio, spec, side, rng) for _ in range(per_face)) for side, face in sides}


def _picture(studio: Studio, spec: Spec, side: int, rng: np.random.Generator) -> Image:
    """One die somewhere about the middle of the tray, flat, turned any way."""
    look = studio.look
    x, y = rng.uniform(-0.27, 0.27, 2) * look.tray
    pose = Pose(
        np.array([x, y, look.edge / 2]), rotation_with_side_up(side, float(rng.uniform(0, 2 * np.pi)))
    )
    scene = studio.scene([pose], [studio.sprite(*spec, pose)])
    return studio.with_noise(studio.through_lens(scene), rng)
