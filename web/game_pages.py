"""Games' parts of the page: templates named, and files sent, as `games/<id>/<file>`."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from flask import Blueprint, Flask, Response, current_app, request, url_for
from jinja2 import BaseLoader, ChoiceLoader, Environment, TemplateNotFound

from companion.plugin import SYMBOLS_FILE, Plugin
from web.trouble import trouble

PREFIX = "games/"  # of names of templates
TYPES = {".css": "text/css", ".svg": "image/svg+xml"}  # files that are sent; templates are not
MISSING = "missing"  # drawn where a drawing lacks

log = logging.getLogger(__name__)

blueprint = Blueprint("game_pages", __name__)


class GameLoader(BaseLoader):
    """Finds `games/<id>/<file>` in the page folder of the game."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._plugins = plugins

    def get_source(self, environment: Environment, template: str) -> tuple[str, None, None]:
        """The text of the template; TemplateNotFound if no game has it."""
        game, _, name = template.removeprefix(PREFIX).partition("/")
        plugin = self._plugins.get(game) if template.startswith(PREFIX) else None
        if plugin is None or not plugin.page.has(name):
            raise TemplateNotFound(template)
        return plugin.page.text(name), None, None


class GameFiles:
    """The styles and drawings of games as they are sent, each read and compressed once."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._plugins = plugins
        self._owners: dict[str, str] = {}
        for name, plugin in plugins.items():
            if plugin.page.has(SYMBOLS_FILE):
                for kind in plugin.game.kinds:
                    self._owners.setdefault(kind.id, name)
        self.packed = lru_cache(maxsize=256)(self._packed)
        self.mark = lru_cache(maxsize=256)(self._mark)
        self.draws = lru_cache(maxsize=1024)(self._draws)

    def data(self, game: str, name: str) -> bytes | None:
        """The bytes of a file that may be sent; None if there is none."""
        plugin = self._plugins.get(game)
        if plugin is None or "/" in name or not name.endswith(tuple(TYPES)) or not plugin.page.has(name):
            return None
        return plugin.page.data(name)

    def _packed(self, game: str, name: str) -> bytes | None:
        data = self.data(game, name)
        return None if data is None else gzip.compress(data, mtime=0)

    def _mark(self, game: str, name: str) -> str | None:
        """Eight letters that change when the file does; None if there is no such file."""
        data = self.data(game, name)
        return None if data is None else sha256(data).hexdigest()[:8]

    def _draws(self, game: str, symbol: str) -> bool:
        """Whether the game brings that drawing; the log is told once of one that lacks."""
        plugin = self._plugins.get(game)
        if plugin is not None and symbol in plugin.page.symbols():
            return True
        log.warning("no <symbol id=%r> in page/%s of the game %r; draw it there", symbol, SYMBOLS_FILE, game)
        return False

    def owner_of(self, kind: str) -> str | None:
        """The game that draws the faces of this kind of dice."""
        return self._owners.get(kind)


def game_files() -> GameFiles:
    made: GameFiles = current_app.extensions["game-files"]
    return made


@blueprint.get("/games/<game>/<name>")
def file(game: str, name: str) -> Response:
    """A style or a drawing of a game."""
    packed = request.accept_encodings["gzip"] > 0
    data = game_files().packed(game, name) if packed else game_files().data(game, name)
    if data is None:
        raise trouble(404, "lost", path=request.path)
    answer = Response(data, mimetype=TYPES[name[name.rindex(".") :]])
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = f"public, max-age={current_app.config['SEND_FILE_MAX_AGE_DEFAULT']}"
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def game_file(game: str, name: str) -> str | None:
    """The address of a game's file, with a mark that changes when the file does; None if it has none."""
    mark = game_files().mark(game, name)
    return None if mark is None else url_for("game_pages.file", game=game, name=name, v=mark)


def symbol_file(name: str) -> tuple[str | None, str]:
    """Of `game/name`: where that game's drawings are, and the name there; None: it is drawn by the house."""
    game, slash, symbol = name.partition("/")
    if not slash:
        return None, name
    address = game_file(game, SYMBOLS_FILE) if game_files().draws(game, symbol) else None
    return (address, symbol) if address else (None, MISSING)


def install(app: Flask, plugins: Mapping[str, Plugin]) -> None:
    """Let `app` draw and send what games bring."""
    app.extensions["game-files"] = GameFiles(plugins)
    app.jinja_env.loader = ChoiceLoader([app.create_global_jinja_loader(), GameLoader(plugins)])
    app.jinja_env.globals["game_file"] = game_file
    app.register_blueprint(blueprint)
