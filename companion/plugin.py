"""A game as the house takes it in: its rules, its bots, its words, its sheets and its part of the page.

A game is one folder. Its package makes a `Plugin` of what lies there and names it as an entry point of the
group `cubilete.games`; `companion.games` finds it by that and by nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from companion.game import AnyGame, Bot, Words
from companion.sheets import SheetFormat
from companion.word_files import read_words

WORDS_FILE, PAGE_FOLDER, SYMBOLS_FILE = "words.toml", "page", "symbols.svg"
SYMBOL = re.compile(r'<symbol\b[^>]*\bid="([^"]+)"')
DRAWING = re.compile(r'\bicon\(\s*"([^"/]+/[^"]+)"(?!\s*~)')  # `icon("game/symbol")`, written out whole
SHARED_WORDS = "face."  # names of faces: a kind of dice may be thrown in several games


@dataclass(frozen=True)
class Page:
    """A game's part of the page, as files of one folder.

    - `table.html`: what the middle of the table shows (needed)
    - `sheet.html`: a player's own sheet, for a phone
    - `style.css`, `symbols.svg` (drawings as `<symbol id=…>`), `art.svg` (for the first screen)
    - `faces/<face>.png`: for dice with faces of their own, what the virtual tray's dice wear (white is ink),
      as `vision.sim.draw_faces` draws it; the page draws such a face by the symbol of its name
    - `faces/opposite.txt`: in each line two faces that lie opposite each other; without it the first face
      lies opposite the last, the second opposite the last but one
    """

    folder: Traversable

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.folder.joinpath(name).is_file()

    def text(self, name: str) -> str:
        """The text of a file; FileNotFoundError if it is not there."""
        return self.folder.joinpath(name).read_text(encoding="utf-8")

    def data(self, name: str) -> bytes:
        """The bytes of a file; FileNotFoundError if it is not there."""
        return self.folder.joinpath(name).read_bytes()

    def symbols(self) -> frozenset[str]:
        """The names of the drawings it brings."""
        return frozenset(SYMBOL.findall(self.text(SYMBOLS_FILE))) if self.has(SYMBOLS_FILE) else frozenset()

    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Names of templates, each with a drawing of a game that it names as `icon("game/symbol")`."""
        templates = sorted(file.name for file in self.folder.iterdir() if file.name.endswith(".html"))
        return tuple((name, drawing) for name in templates for drawing in DRAWING.findall(self.text(name)))


@dataclass(frozen=True)
class Plugin:
    """All of one game. `bots` by strength; `sheets` is the format of its printed sheets, if it has any.

    `fewest_wins`: a score is the better the fewer points it has, as in golf.
    """

    game: AnyGame
    bots: Mapping[str, Bot[Any]]
    words: Words
    page: Page
    sheets: SheetFormat[Any] | None = None
    fewest_wins: bool = False

    @property
    def id(self) -> str:
        return self.game.id


def plugin(
    package: str,
    game: AnyGame,
    bots: Mapping[str, Bot[Any]],
    sheets: SheetFormat[Any] | None = None,
    fewest_wins: bool = False,
) -> Plugin:
    """The plugin of the game in this package, with its words and its page; ValueError says what lacks."""
    folder = files(package)
    page = Page(folder.joinpath(PAGE_FOLDER))
    if not page.has("table.html"):
        raise ValueError(f"game {game.id!r}: {PAGE_FOLDER}/table.html is not in {package}; each game has one")
    return Plugin(game, bots, words_of(game, folder.joinpath(WORDS_FILE)), page, sheets, fewest_wins)


def missing_drawing(plugin: Plugin) -> str | None:
    """What a template draws and the game does not bring, and the way out; None if all is there."""
    own = {f"{plugin.id}/{symbol}" for symbol in plugin.page.symbols()}
    for template, drawing in plugin.page.drawings():
        if drawing not in own:
            symbol = drawing.partition("/")[2]
            return (
                f"{PAGE_FOLDER}/{template} draws icon({drawing!r}), but {PAGE_FOLDER}/{SYMBOLS_FILE} of "
                f'{plugin.id!r} has no <symbol id="{symbol}">; draw it there, as icon("{plugin.id}/{symbol}")'
            )
    return None


def words_of(game: AnyGame, file: Traversable) -> Words:
    """The words in a game's file, a table a language; keys get the game's id before them, but for faces."""
    try:
        flat = read_words(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"game {game.id!r}: {WORDS_FILE} cannot be read ({error})") from error
    words: dict[str, dict[str, str]] = {}
    for key, template in flat.items():
        language, _, name = key.partition(".")
        if not name:
            raise ValueError(f"game {game.id!r}: {WORDS_FILE} has {key!r} outside a table; put it into [es]")
        full = name if name.startswith(SHARED_WORDS) else f"{game.id}.{name}"
        words.setdefault(language, {})[full] = template
    return words
