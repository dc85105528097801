"""Pictures of others with their truth: where they lie, if this machine has them.

Beside the house, unless the environment (`--photos`, `--footage`, `--video` of the bench) names another
folder of the same form. Refuses to know what is measured on them.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from tests.bench.figures import Effort
from tests.bench.machine import ROOT
from vision.training.licensed_photos import photos

NAMES = {"photos": "dice-photos", "footage": "tray-footage", "video": "dice-video"}


def variable(name: str) -> str:
    """What the environment calls a folder."""
    return f"CUBILETE_{name.upper()}"


def place(name: str) -> Path:
    """Where pictures of that name lie."""
    return Path(os.environ.get(variable(name)) or ROOT.parent / "shared" / NAMES[name]).resolve()


def named(folder: Path) -> str:
    """What a page calls a folder: as it is seen from the checkout, whatever machine that lies on."""
    return os.path.relpath(folder, ROOT) if folder.is_relative_to(ROOT.parent) else folder.name


PHOTOS, FOOTAGE, VIDEO = (place(name) for name in NAMES)
TRUTH = "truth.jsonl"
Row = dict[str, Any]


def asked_for(folder: Path, effort: Effort) -> bool:
    """Whether its pictures are here and to be read: not in the smallest form."""
    return not effort.small and (folder / TRUTH).exists()


def rows(folder: Path) -> list[Row]:
    """What is true of its pictures, a row each."""
    return [json.loads(line) for line in (folder / TRUTH).read_text().splitlines()]


@cache
def learned_from() -> frozenset[str]:
    """Names of the photographs of throws from which the nets have learned."""
    return frozenset(photo.path.name for photo, is_learned in photos(PHOTOS) if is_learned)
