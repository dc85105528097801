"""Whether the numbers of a sheet are about equally frequent, as printed sheets have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

MOST_UNEVEN = 2  # how much more often the commonest number may be there than the rarest


def uneven_numbers(numbers: Collection[int]) -> tuple[str, ...]:
    """A remark if some number is much commoner than another: meant so, or a slip of the pen."""
    counts = Counter(numbers)
    frequency = {face: counts[face] for face in range(1, 7)}
    if max(frequency.values()) - min(frequency.values()) <= MOST_UNEVEN:
        return ()
    listed = ", ".join(f"{face}: {count}" for face, count in frequency.items())
    way = "pass over this if the printed sheet is so, else compare it with the file"
    return (f"the numbers are not equally frequent ({listed}); {way}",)
