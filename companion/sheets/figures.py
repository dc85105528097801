"""What else is worth knowing of a sheet: how even its numbers are, how far its guards jump.

Refuses to judge: a printed sheet is as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.sheets.dizzle import Cell, DizzleSheet
from companion.sheets.escape import EscapeSheet, Patrol

EVEN = 2  # how much more often the commonest number may be there than the rarest


def about(sheet: DizzleSheet | EscapeSheet) -> str:
    """The sheet in one sentence."""
    size = f"{sheet.rows} rows × {sheet.columns} columns"
    if isinstance(sheet, EscapeSheet):
        return f"{sheet.name}: 25 to Dice, {size}, {len(sheet.numbers)} squares, {len(sheet.exits)} exits"
    kinds = Counter(special.kind for special in sheet.specials.values())
    said = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "no specials"
    return f"{sheet.name}: Dizzle, {size}, {len(sheet.cells)} cells; {said}; arrows {len(sheet.arrows)}"


def remarks(sheet: DizzleSheet | EscapeSheet) -> tuple[str, ...]:
    """What may be meant, or may be a slip of the pen."""
    counts = {face: list(sheet.numbers.values()).count(face) for face in range(1, 7)}
    if max(counts.values()) - min(counts.values()) <= EVEN:
        return ()
    said = ", ".join(f"{face}: {count}" for face, count in counts.items())
    way = "pass over this if the printed sheet is so, else compare it with the file"
    return (f"the numbers are not equally frequent ({said}); {way}",)


def figures(sheet: DizzleSheet | EscapeSheet) -> tuple[str, ...]:
    """How far each guard goes in one move, over all squares and all six values of its die."""
    if isinstance(sheet, DizzleSheet):
        return ()
    return tuple(
        f"{name} guard: jumps {sum(far) / len(far):.2f} squares on average, at most {max(far)}"
        for name, patrol in sheet.patrol.items()
        if (far := jumps(patrol, sheet.numbers))
    )


def jumps(patrol: Patrol, numbers: Mapping[Cell, int]) -> tuple[int, ...]:
    """From each square of the loop, for each value that is anywhere: how many squares ahead it is."""
    loop = patrol.path
    far: list[int] = []
    for face in sorted(set(numbers.values())):
        ahead = next(n for n in range(len(loop)) if numbers[loop[n]] == face)
        for square in reversed(loop):  # to stand just before one's own square is a whole round away from it
            ahead += 1
            far.append(ahead)
            if numbers[square] == face:
                ahead = 0
    return tuple(far)
