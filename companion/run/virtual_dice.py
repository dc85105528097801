"""The dice of the virtual tray beside ordinary ones: those whose faces the games bring drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.dice import D6, DieKind
from companion.plugin import Page, Plugin
from vision.sim import DieModel

FACES = "faces/{}.png"  # of a game's page: the mask of a face
OPPOSITE = "faces/opposite.txt"  # three lines of two faces that lie opposite each other


@dataclass(frozen=True)
class VirtualDice:
    """What can be thrown in the virtual tray; why other dice of the games cannot, by kind."""

    models: tuple[DieModel, ...]
    missing: Mapping[str, str]


def virtual_dice(plugins: Iterable[Plugin]) -> VirtualDice:
    """The dice of these games; a kind that several play with is drawn by the first that brings its faces."""
    models: dict[str, DieModel] = {}
    missing: dict[str, str] = {}
    for plugin in plugins:
        for kind in plugin.game.kinds:
            if kind.id == D6.id or kind.id in models:
                continue
            try:
                models[kind.id] = _model(kind, plugin.page)
            except (OSError, ValueError) as error:
                missing[kind.id] = f"game {plugin.id!r}: {error}"
    return VirtualDice(tuple(models.values()), {k: why for k, why in missing.items() if k not in models})


def _model(kind: DieKind, page: Page) -> DieModel:
    """The dice of a kind as a game draws them; ValueError if it does not."""
    drawn = [face for face in kind.faces if page.has(FACES.format(face))]
    pairs = _pairs(page.text(OPPOSITE)) if page.has(OPPOSITE) else []
    mine = [pair for pair in pairs if set(pair) & set(kind.faces)]
    return DieModel.of(kind, {face: page.data(FACES.format(face)) for face in drawn}, mine)


def _pairs(text: str) -> list[tuple[str, str]]:
    """Two faces a line; ValueError names a line that has not two."""
    pairs = [tuple(line.split()) for line in text.splitlines() if line.strip()]
    for pair in pairs:
        if len(pair) != 2:
            raise ValueError(f"page/{OPPOSITE}: a line must name two faces, got {' '.join(pair)!r}")
    return [(one, other) for one, other in pairs]
