"""The way from nothing to nets: draw, train, label photographs, train on, write; each goes on where it was.

Refuses to know how a net is judged: `make bench-eye` does that.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vision.detect.finder import Finder
from vision.recognise.embedding import Embedder
from vision.training import boards, closer, glyphs, licensed, tilt
from vision.training.draw import draw
from vision.training.export import export_closer, export_finder, export_glyphs, export_tilt
from vision.training.progress import Told
from vision.training.run import Plan
from vision.training.sources import Source
from vision.training.train import train

SCENES = 16_800
ALONE = 3_750  # batches on scenes alone, before the net can help to label photographs
ALL = 35_800
PHOTOS = 0.22  # share of crops that are photographs then
CLOSER = 22_500
NEAR_PHOTOS = 0.45  # the same for the second opinion
TILT = 20_000
GLYPHS_ALONE = 2_800  # batches on drawings alone, before the embedding can help to turn photographed letters
GLYPHS = 5_200


@dataclass(frozen=True)
class Places:
    """Where things are: `work` can be made anew, `models` are the nets, `photos` may be lacking."""

    work: Path
    models: Path
    photos: Path | None

    @property
    def scenes(self) -> Path:
        return self.work / "scenes"

    def kept(self, net: str) -> Path:
        """The checkpoint of a net."""
        return self.work / f"{net}.pt"

    @property
    def windows(self) -> Path:
        return self.work / "photos"

    @property
    def whole(self) -> Path:
        """The photographs that the windows are of, as they are."""
        return self.windows / licensed.WHOLE

    @property
    def letters(self) -> Path:
        return self.work / "letters"


class Making:
    """One run through the stages."""

    def __init__(self, places: Places, until: float, told: Told) -> None:
        self._places, self._until, self._told = places, until, told

    def go(self) -> int:
        """0 when all is made, 3 when the time was too short."""
        self._places.models.mkdir(parents=True, exist_ok=True)
        made = (self._made_finder, self._made_closer, self._made_tilt, self._made_glyphs)
        return 0 if all(one() for one in made) else 3

    def _made_finder(self) -> bool:
        scenes = self._places.scenes
        drawn = draw(scenes, 0, SCENES, self._until)
        if not drawn or self._train(ALONE, [Source(scenes)]) < ALONE:
            return False
        if self._places.photos is not None:
            self._label(self._places.photos)
        if self._train(ALL, self._sources(PHOTOS, self._places.windows)) < ALL:
            return False
        export_finder(self._places.kept("finder"), self._places.models / "finder.onnx")
        return True

    def _made_closer(self) -> bool:
        plan = Plan(CLOSER, CLOSER, self._left())
        sources = self._sources(NEAR_PHOTOS, self._places.whole)
        if closer.train(self._places.kept("closer"), sources, plan, self._told) < CLOSER:
            return False
        export_closer(self._places.kept("closer"), self._places.models / "closer.onnx")
        return True

    def _made_tilt(self) -> bool:
        plan = Plan(TILT, TILT, self._left())
        if tilt.train(self._places.kept("tilt"), Source(self._places.scenes), plan, self._told) < TILT:
            return False
        export_tilt(self._places.kept("tilt"), self._places.models / "tilt.onnx")
        return True

    def _sources(self, photos: float, folder: Path) -> list[Source]:
        """Scenes, and this share of photographs of a folder if there are any."""
        if self._places.photos is None:
            return [Source(self._places.scenes)]
        return [Source(self._places.scenes, 1 - photos), Source(folder, photos, photographed=True)]

    def _made_glyphs(self) -> bool:
        if self._embed(GLYPHS_ALONE) < GLYPHS_ALONE:
            return False
        letters = None
        if self._places.photos is not None:
            self._cut(self._places.photos)
            letters = self._places.letters
        if self._embed(GLYPHS, letters) < GLYPHS:
            return False
        export_glyphs(self._places.kept("glyphs"), self._places.models / "glyphs.onnx")
        return True

    def _train(self, batches: int, sources: Sequence[Source]) -> int:
        return train(self._places.kept("finder"), sources, Plan(batches, ALL, self._left()), self._told)

    def _label(self, photos: Path) -> None:
        """Windows of the photographs and those as they are, once."""
        done = self._places.whole / "done"
        if done.exists():
            return
        helper = self._places.work / "helper.onnx"
        export_finder(self._places.kept("finder"), helper)
        licensed.write(photos, self._places.windows, Finder(helper).detect)
        done.touch()

    def _embed(self, batches: int, letters: Path | None = None) -> int:
        return glyphs.train(
            self._places.kept("glyphs"), Plan(batches, GLYPHS, self._left()), self._told, letters
        )

    def _cut(self, photos: Path) -> None:
        """Letters of the photographed boards, once."""
        done = self._places.letters / "done"
        if done.exists():
            return
        helper = self._places.work / "helper-glyphs.onnx"
        export_glyphs(self._places.kept("glyphs"), helper)
        told = partial(Embedder(helper).embeddings, margin=boards.BESIDE)
        boards.write(photos, self._places.letters, Finder(self._places.models / "finder.onnx").detect, told)
        done.touch()

    def _left(self) -> float:
        return max(0.0, (self._until - time.monotonic()) / 60)
