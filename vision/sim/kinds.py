"""The sorts of dice that can be thrown here: which face lies opposite which.

Knows only names of faces and sides of a cube; how a face is drawn is `vision.sim.faces`.
"""

from __future__ import annotations

from companion.dice import D6, DieKind

DALEK = DieKind("dalek", ("human2", "human4", "dalek2", "dalek3", "doctor", "exterminate"))

# faces of a cube in the order +x, -x, +y, -y, +z, -z: neighbours in a pair lie opposite each other
_SIDES = {
    D6.id: ("2", "5", "3", "4", "1", "6"),
    DALEK.id: ("human2", "dalek2", "human4", "dalek3", "doctor", "exterminate"),
}
KINDS = tuple(_SIDES)


def sides(kind: str) -> tuple[str, ...]:
    """The faces of a kind, one a side; ValueError for a kind this tray has no dice of."""
    if kind not in _SIDES:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    return _SIDES[kind]


def side_of(kind: str, face: str) -> int:
    """Which side shows `face`; ValueError if that kind has no such face."""
    names = sides(kind)
    if face not in names:
        raise ValueError(f"a face of {kind} must be one of {', '.join(names)}, got {face!r}")
    return names.index(face)
