"""The way from nothing to nets: draw, train, pseudo-label photographs, train on, export.

Each stage goes on where it was. How a net is judged is elsewhere: `make bench-eye`. Amounts are in batches,
shares in draws of a picture.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vision.detect.finder import Finder
from vision.recognise.embedding import Embedder
from vision.training import boards, embedding, licensed_photos, second_opinion, tilt
from vision.training.draw_scenes import draw_scenes
from vision.training.export import export_embedding, export_finder, export_second_opinion, export_tilt
from vision.training.finder import train
from vision.training.progress import Report
from vision.training.run import Plan
from vision.training.sources import Source

SCENE_COUNT = 16_800
FINDER_SCENE_BATCHES = 3_750  # batches on scenes alone, before the net can help to label photographs
FINDER_BATCHES = 35_800
FINDER_PHOTO_SHARE = 0.22  # share of crops that are photographs then
SECOND_OPINION_BATCHES = 22_500
SECOND_OPINION_PHOTO_SHARE = 0.45  # the same for the second opinion
TILT_BATCHES = 20_000
EMBEDDING_DRAWN_BATCHES = 2_800  # on drawings alone, before it can help to turn photographed letters
EMBEDDING_BATCHES = 5_200


@dataclass(frozen=True)
class Places:
    """Where things are: `work` can be made anew, `models` are the nets, `photos` may be lacking."""

    work: Path
    models: Path
    photos: Path | None

    @property
    def scenes(self) -> Path:
        return self.work / "scenes"

    def checkpoint(self, net: str) -> Path:
        """The checkpoint of a net."""
        return self.work / f"{net}.pt"

    @property
    def windows(self) -> Path:
        return self.work / "photos"

    @property
    def whole_photos(self) -> Path:
        """The photographs that the windows are of, as they are."""
        return self.windows / licensed_photos.WHOLE_FOLDER

    @property
    def letters(self) -> Path:
        return self.work / "letters"


class Pipeline:
    """One run through the stages."""

    def __init__(self, places: Places, until: float, report: Report) -> None:
        self._places, self._until, self._report = places, until, report

    def go(self) -> int:
        """0 when all is made, 3 when the time was too short."""
        self._places.models.mkdir(parents=True, exist_ok=True)
        made = (self._make_finder, self._make_second_opinion, self._make_tilt, self._make_embedding)
        return 0 if all(one() for one in made) else 3

    def _make_finder(self) -> bool:
        scenes = self._places.scenes
        drawn = draw_scenes(scenes, 0, SCENE_COUNT, self._until)
        if not drawn or self._train(FINDER_SCENE_BATCHES, [Source(scenes)]) < FINDER_SCENE_BATCHES:
            return False
        if self._places.photos is not None:
            self._label(self._places.photos)
        sources = self._sources(FINDER_PHOTO_SHARE, self._places.windows)
        if self._train(FINDER_BATCHES, sources) < FINDER_BATCHES:
            return False
        export_finder(self._places.checkpoint("finder"), self._places.models / "finder.onnx")
        return True

    def _make_second_opinion(self) -> bool:
        plan = Plan(SECOND_OPINION_BATCHES, SECOND_OPINION_BATCHES, self._minutes_left())
        sources = self._sources(SECOND_OPINION_PHOTO_SHARE, self._places.whole_photos)
        checkpoint = self._places.checkpoint("closer")
        if second_opinion.train(checkpoint, sources, plan, self._report) < SECOND_OPINION_BATCHES:
            return False
        export_second_opinion(checkpoint, self._places.models / "closer.onnx")
        return True

    def _make_tilt(self) -> bool:
        plan = Plan(TILT_BATCHES, TILT_BATCHES, self._minutes_left())
        checkpoint = self._places.checkpoint("tilt")
        if tilt.train(checkpoint, Source(self._places.scenes), plan, self._report) < TILT_BATCHES:
            return False
        export_tilt(checkpoint, self._places.models / "tilt.onnx")
        return True

    def _sources(self, photos: float, folder: Path) -> list[Source]:
        """Scenes, and this share of photographs of a folder if there are any."""
        if self._places.photos is None:
            return [Source(self._places.scenes)]
        return [Source(self._places.scenes, 1 - photos), Source(folder, photos, photographed=True)]

    def _make_embedding(self) -> bool:
        if self._embed(EMBEDDING_DRAWN_BATCHES) < EMBEDDING_DRAWN_BATCHES:
            return False
        letters = None
        if self._places.photos is not None:
            self._cut(self._places.photos)
            letters = self._places.letters
        if self._embed(EMBEDDING_BATCHES, letters) < EMBEDDING_BATCHES:
            return False
        export_embedding(self._places.checkpoint("glyphs"), self._places.models / "glyphs.onnx")
        return True

    def _train(self, batches: int, sources: Sequence[Source]) -> int:
        return train(
            self._places.checkpoint("finder"),
            sources,
            Plan(batches, FINDER_BATCHES, self._minutes_left()),
            self._report,
        )

    def _label(self, photos: Path) -> None:
        """Windows of the photographs and those as they are, once."""
        done = self._places.whole_photos / "done"
        if done.exists():
            return
        helper = self._places.work / "helper.onnx"
        export_finder(self._places.checkpoint("finder"), helper)
        licensed_photos.write_windows(photos, self._places.windows, Finder(helper).detect)
        done.touch()

    def _embed(self, batches: int, letters: Path | None = None) -> int:
        return embedding.train(
            self._places.checkpoint("glyphs"),
            Plan(batches, EMBEDDING_BATCHES, self._minutes_left()),
            self._report,
            letters,
        )

    def _cut(self, photos: Path) -> None:
        """Letters of the photographed boards, once."""
        done = self._places.letters / "done"
        if done.exists():
            return
        helper = self._places.work / "helper-glyphs.onnx"
        export_embedding(self._places.checkpoint("glyphs"), helper)
        embed = partial(Embedder(helper).embeddings, margin=boards.CONTEXT_EDGES)
        boards.write_letters(
            photos, self._places.letters, Finder(self._places.models / "finder.onnx").detect, embed
        )
        done.touch()

    def _minutes_left(self) -> float:
        return max(0.0, (self._until - time.monotonic()) / 60)
