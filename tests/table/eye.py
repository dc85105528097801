"""What an eye would say in tests: dice put down by hand, without a picture."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

from companion.dice import Point, Reading, Seen, Status, TrayState

EDGE = 40.0


def seen(face: str, x: float, y: float, kind: str = "dalek", turn: float = 0.0) -> Seen:
    """A die that is surely read, its middle at x, y."""
    a = radians(turn)
    half = EDGE / 2

    def corner(u: float, v: float) -> Point:
        return (x + u * cos(a) - v * sin(a), y + u * sin(a) + v * cos(a))

    quad = (corner(-half, -half), corner(half, -half), corner(half, half), corner(-half, half))
    box = (x - half, y - half, x + half, y + half)
    return Seen(kind, face, "ok", 0.99, ((face, 0.99), ("doctor", 0.01)), box, quad)


def doubtful(die: Seen, status: Status = "unsure", *other: str) -> Seen:
    """The same die, read badly."""
    guesses = tuple((face, 0.4 / (n + 1)) for n, face in enumerate((die.face, *other)))
    return replace(die, status=status, sure=0.4, guesses=guesses)


def moved(die: Seen, dx: float, dy: float = 0.0) -> Seen:
    """The same die elsewhere."""
    x, y = die.centre
    now = seen(die.face, x + dx, y + dy, die.kind)
    return replace(die, box=now.box, quad=now.quad)


def row(*faces: str, y: float = 100.0, kind: str = "dalek") -> tuple[Seen, ...]:
    """Dice in a row, well apart."""
    return tuple(seen(face, 100.0 + 100.0 * n, y, kind) for n, face in enumerate(faces))


def at_rest(*dice: Seen) -> Reading:
    return Reading("settled" if dice else "empty", dice)


def going_on(state: TrayState) -> Reading:
    return Reading(state)


HAND, ROLLING = going_on("hand"), going_on("rolling")
