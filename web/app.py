"""Makes the Flask app out of the parts it is given."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request

from web import (
    advice,
    game_pages,
    home,
    live,
    matches,
    pictures,
    pieces,
    play,
    prefs,
    seats,
    security,
    setup,
    teach,
    trouble,
)
from web.lesson_feed import LessonFeed
from web.pairing import Pairing
from web.ports import Parts
from web.setup_feed import SetupFeed
from web.table_feed import TableFeed

YEAR = 365 * 24 * 3600
TEXTS = ("text/css", "text/javascript", "application/javascript", "image/svg+xml")


def create_app(parts: Parts) -> Flask:
    """The whole page. Tests make a fresh one each."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=security.FORM_BYTES, SEND_FILE_MAX_AGE_DEFAULT=YEAR)
    app.extensions["parts"] = parts
    pairing = app.extensions["pairing"] = Pairing(parts.pairing_code, parts.secret, parts.clock)
    _squeeze_static(app)
    security.install(app, pairing, parts.allowed_hosts)
    trouble.install(app)
    pieces.install(app)
    game_pages.install(app, parts.plugins)
    app.jinja_env.globals["has_sheets"] = seats.has_sheets
    advice.install(app)
    live.install(app, parts.streams, {"table": TableFeed(), "lesson": LessonFeed(), "setup": SetupFeed()})
    pictures.install(app)
    for room in (home, play, matches, prefs, seats, setup, teach):
        app.register_blueprint(room.blueprint)
    return app


def _squeeze_static(app: Flask) -> None:
    """Send styles, scripts and drawings compressed: they are the same for all and hold no secret."""

    @lru_cache(maxsize=64)
    def packed(name: str, changed: float) -> bytes:
        return gzip.compress((Path(app.static_folder or "") / name).read_bytes(), mtime=0)

    @app.after_request
    def squeeze(answer: Response) -> Response:
        name = (request.view_args or {}).get("filename", "")
        if request.endpoint != "static" or answer.status_code != 200 or answer.mimetype not in TEXTS:
            return answer
        answer.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings["gzip"] > 0:
            changed = (Path(app.static_folder or "") / name).stat().st_mtime
            answer.direct_passthrough = False
            answer.set_data(packed(name, changed))
            answer.headers["Content-Encoding"] = "gzip"
        return answer
