"""How wholly a face bears what is drawn on the pictures taught of it, part by part.

What but one picture of a face has, and no other, may be glare or a cloud.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vision.arrays import Floats
from vision.recognise.bank import Bank
from vision.recognise.drawn_parts import Part, least_found, part_found
from vision.recognise.samples import Sample, Tried

BORNE_OUT = 0.84  # how like a part another picture of the face must be there


class Drawings:
    """What is drawn on each picture of a set, as far as it is known."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    @cached_property
    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """The parts of each picture: strong ones, and faint ones that another one of its face bears out."""
        each = enumerate(self._bank.samples)
        return tuple(one.parts + self._borne_out(number, one.faint) for number, one in each)

    def wholly(self, looks: Sequence[Tried]) -> float:
        """How well each part of a face is found by the look that finds them best, of those that know most."""
        most = max(self._certain[one.sample] for one in looks)
        return max(self._whole(one) for one in looks if self._certain[one.sample] == most)

    def _whole(self, one: Tried) -> float:
        """How well every part of a picture's drawing is found in the face that it is laid upon."""
        return least_found(one.laid.picture, self._bank.samples[one.sample].drawing, self.parts[one.sample])

    @cached_property
    def _certain(self) -> tuple[int, ...]:
        """How many parts of each picture another one of its face bears out: others may be but glare."""
        return tuple(len(self._borne_out(number, parts)) for number, parts in enumerate(self.parts))

    def _borne_out(self, number: int, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Those parts of a picture that are found in another one of its face, laid upon it."""
        own, others = self._bank.samples[number].drawing, self._others[number]
        return tuple(p for p in parts if any(part_found(one, own, p) >= BORNE_OUT for one in others))

    @cached_property
    def _others(self) -> tuple[tuple[Floats, ...], ...]:
        """For each picture the other ones of its face, laid upon it."""
        each = range(len(self._bank.samples))
        return tuple(tuple(self._laid(one, number) for one in self._bank.others(number)) for number in each)

    def _laid(self, other: Sample, number: int) -> Floats:
        """Another picture of its face, laid upon one in the quarter turn that is likest."""
        turn = int((self._bank.samples[number].turns @ other.turns[0]).argmax())
        return self._bank.closely(other.map, number, turn).laid.picture
