"""Finds the games: every module of this package with a `GAME` is one, and nothing else needs to be told.

A game's file is named after its id. A module's name cannot begin with a digit: then `game_` stands before it.

The room holds rules. It refuses to know who the players are, how dice are seen, and in what language anything
is said; the finder here refuses to know what any of the games is about.
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
        if found.name != module_of(game.id):
            raise ValueError(
                f"companion/games/{found.name}.py holds game {game.id!r}; name it {module_of(game.id)}.py"
            )
        games[game.id] = game
    return dict(sorted(games.items()))


def module_of(game: str) -> str:
    """The name of the module that holds the game of this id."""
    name = game.replace("-", "_")
    return f"game_{name}" if name[0].isdigit() else name
