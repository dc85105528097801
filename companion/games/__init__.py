"""Finds the games: each is an entry point of the group `cubilete.games`; ours come in by the same door.

Refuses to know what any of them is about. No game knows another, nor clock, luck, disk, numpy or flask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from companion.game import AnyGame, Bot, Words
from companion.plugin import Plugin, missing_drawing
from companion.sheets import SheetFormats

GROUP = "cubilete.games"


@dataclass(frozen=True)
class Found:
    """The games that are there, by id, and why others are not, by the name of their entry point."""

    plugins: Mapping[str, Plugin]
    broken: Mapping[str, str]

    @property
    def games(self) -> dict[str, AnyGame]:
        return {name: plugin.game for name, plugin in self.plugins.items()}

    @property
    def bots(self) -> dict[str, Mapping[str, Bot[Any]]]:
        return {name: plugin.bots for name, plugin in self.plugins.items()}

    @property
    def words(self) -> tuple[Words, ...]:
        return tuple(plugin.words for plugin in self.plugins.values())

    @property
    def sheets(self) -> SheetFormats:
        """The formats of all sheets that can be played on."""
        return SheetFormats(tuple(plugin.sheets for plugin in self.plugins.values() if plugin.sheets))


class GameError(Exception):
    """A game that cannot be taken in; the text says what it is and what was expected."""


def discover(points: Iterable[EntryPoint] | None = None) -> Found:
    """All games that are installed. One that cannot be loaded keeps no other from being played."""
    plugins: dict[str, Plugin] = {}
    broken: dict[str, str] = {}
    for point in entry_points(group=GROUP) if points is None else points:
        try:
            plugin = load(point)
            _same_twice(plugin, plugins)
            _undrawn(plugin)
        except GameError as error:
            broken[point.name] = str(error)
        else:
            plugins[plugin.id] = plugin
    return Found(dict(sorted(plugins.items())), broken)


def load(point: EntryPoint) -> Plugin:
    """The plugin that an entry point names, or GameError."""
    where = f"{point.value} (entry point {point.name!r} of {GROUP})"
    try:
        plugin = point.load()
    except Exception as error:
        raise GameError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(plugin, Plugin):
        raise GameError(f"{where} must be a companion.plugin.Plugin, got {type(plugin).__name__}")
    if plugin.id != point.name:
        raise GameError(f"{where} holds the game {plugin.id!r}; name the entry point after it")
    return plugin


def _undrawn(plugin: Plugin) -> None:
    """GameError if its page cannot be read, or names a drawing that the game does not bring."""
    try:
        missing = missing_drawing(plugin)
    except (OSError, ValueError) as error:
        raise GameError(f"the page of the game {plugin.id!r} cannot be read ({error})") from error
    if missing is not None:
        raise GameError(f"the game {plugin.id!r} cannot be drawn: {missing}")


def _same_twice(plugin: Plugin, others: Mapping[str, Plugin]) -> None:
    """GameError if another game has the same id, or dice of the same name with other faces."""
    if plugin.id in others:
        raise GameError(f"there are two games {plugin.id!r}; uninstall one of them")
    for other in others.values():
        for kind in plugin.game.kinds:
            same = next((one for one in other.game.kinds if one.id == kind.id), kind)
            if same != kind:
                raise GameError(
                    f"dice {kind.id!r} of {plugin.id!r} have the faces {', '.join(kind.faces)}, "
                    f"those of {other.id!r} {', '.join(same.faces)}; name one of them otherwise"
                )
