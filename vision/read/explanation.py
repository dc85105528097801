"""How a picture was read: what each stage saw, what it cost, and a drawing of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2

from companion.dice import Seen
from vision.arrays import Image
from vision.read.stages import Stage


@dataclass(frozen=True, eq=False)
class Explanation:
    """A picture, the dice read from it, and the stages in order, each with its cost in seconds."""

    image: Image
    dice: tuple[Seen, ...]
    stages: tuple[tuple[Stage, float], ...]

    @staticmethod
    def of(image: Image, read: Callable[[Callable[[Stage], None]], tuple[Seen, ...]]) -> Explanation:
        """What happens while `read` reads the picture; it is given whom to tell each stage that is done."""
        stages: list[tuple[Stage, float]] = []
        since = perf_counter()

        def note(stage: Stage) -> None:
            nonlocal since
            now = perf_counter()
            stages.append((stage, now - since))
            since = now

        dice = read(note)
        return Explanation(image, dice, tuple(stages))

    @property
    def plain(self) -> dict[str, Any]:
        """Each stage as plain values: its name, what it cost, what it saw."""
        return {
            "seconds": round(sum(seconds for _, seconds in self.stages), 4),
            "stages": [
                {"stage": stage.name, "seconds": round(seconds, 4), "saw": stage.summary}
                for stage, seconds in self.stages
            ],
        }

    def save(self, folder: str | Path) -> None:
        """A picture for each stage, named by its place and what it is, and `stages.json` beside them."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for number, (stage, _) in enumerate(self.stages, start=1):
            _, jpeg = cv2.imencode(".jpg", stage.draw(self.image))
            (place / f"{number}-{stage.name}.jpg").write_bytes(jpeg.tobytes())
        (place / "stages.json").write_text(json.dumps(self.plain, indent=1), encoding="utf-8")
