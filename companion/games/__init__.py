"""Finds the games: every module of this package with a `GAME` is one, and nothing else needs to be told.

Refuses to know what any of them is about.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from companion.game import AnyGame


def discover() -> dict[str, AnyGame]:
    """All games by id, in order; a module without `GAME` is a part of some game and passed over."""
    games: dict[str, AnyGame] = {}
    for found in iter_modules(__path__):
        game: AnyGame | None = getattr(import_module(f"{__name__}.{found.name}"), "GAME", None)
        if game is None:
            continue
        if found.name != game.id.replace("-", "_"):
            raise ValueError(
                f"companion/games/{found.name}.py holds game {game.id!r}; name the file after it"
            )
        games[game.id] = game
    return dict(sorted(games.items()))
