"""One taught picture: its contrast, its template and its embeddings, ready to be aligned with a face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Image
from vision.recognise.align import Alignment, Template, low_pass
from vision.recognise.contrast import contrast_in_glare, contrast_of
from vision.recognise.embedding import Embedder

MIN_CORRELATION = 0.8  # below which a face shows something else than the sample that is aligned with it


@dataclass(frozen=True, eq=False)
class Sample:
    """A taught picture: its `contrast` map, the template of it, its embedding in each of four quarter turns
    (rows), and the same sample `in_glare`, taken as a picture in which light is mirrored."""

    contrast: Floats
    template: Template
    embeddings: Floats
    in_glare: Sample | None = None

    @staticmethod
    def of(embedder: Embedder, cut: Image) -> Sample:
        """The sample of an upright cut."""
        usual, glare = contrast_of(cut).map, contrast_in_glare(cut).map
        embeddings = embedder.embeddings([np.ascontiguousarray(np.rot90(cut, turns)) for turns in range(4)])
        in_glare = Sample(glare, Template.of(glare), embeddings)
        return Sample(usual, Template.of(usual), embeddings, in_glare)

    @cached_property
    def drawing(self) -> Floats:
        """The contrast as `Alignment.warped` shows what is compared with it."""
        return low_pass(self.contrast)


@dataclass(frozen=True, eq=False)
class AlignedSample:
    """A sample, by its `number` in the bank, aligned in this many quarter turns with a face."""

    number: int
    quarter_turns: int
    alignment: Alignment
