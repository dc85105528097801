"""What really lies in the virtual tray: for tests and benches, to compare with what the eye saw.

Nothing that reads frames may import this.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Box, Quad, TrayState


@dataclass(frozen=True)
class Lying:
    """One die: its upper face, that face's quad and the box of the whole die in pixels, how it lies.

    `tilt` is in degrees; `cocked` from 8°. `touching`: another die is nearer than a tenth of an edge.
    `number` is the tray's own name for the die, the same as long as it lies there.
    """

    number: int
    kind: str
    face: str
    colour: str | None
    quad: Quad
    box: Box
    tilt: float
    cocked: bool
    touching: bool


@dataclass(frozen=True)
class Truth:
    """The tray at one moment."""

    state: TrayState
    dice: tuple[Lying, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        """All upper faces, sorted."""
        return tuple(sorted(d.face for d in self.dice))
