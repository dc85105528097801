"""One picture that was taught: what is drawn on it and how it is turned, ready to be laid upon a face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Image
from vision.recognise.align import Laid, Pattern, pattern, soft
from vision.recognise.contrast import contrast_of, in_glare
from vision.recognise.drawn_parts import Part, faint_parts_of, parts_of
from vision.recognise.embedding import Glyphs

KNOWN = 0.8  # likeness below which a face shows something else than the sample that is laid upon it


@dataclass(frozen=True, eq=False)
class Sample:
    """A picture that was taught: its contrast map, ready to be laid on others, its direction in each of four
    quarter turns, and the same seen as one in which light is mirrored."""

    map: Floats
    pattern: Pattern
    turns: Floats
    shiny: Sample | None = None

    @cached_property
    def drawing(self) -> Floats:
        """What is drawn, as pictures laid upon it are seen."""
        return soft(self.map)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return parts_of(self.drawing)

    @cached_property
    def faint(self) -> tuple[Part, ...]:
        """What may be a part of the drawing too, or a cloud upon the die."""
        return faint_parts_of(self.drawing)


@dataclass(frozen=True, eq=False)
class Tried:
    """A sample, by its number, laid in this quarter turn upon a face."""

    sample: int
    turn: int
    laid: Laid


def sample(glyphs: Glyphs, cut: Image) -> Sample:
    """An upright cut, ready to be compared with others."""
    usual, mirroring = contrast_of(cut).map, in_glare(cut).map
    turned = [np.ascontiguousarray(np.rot90(cut, quarter)) for quarter in range(4)]
    turns = glyphs.directions(turned)
    shiny = Sample(mirroring, pattern(mirroring), turns)
    return Sample(usual, pattern(usual), turns, shiny)
