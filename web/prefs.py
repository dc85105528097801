"""What a viewer wants for themselves: language, theme, far or near; and the page that leads everywhere.

Nothing here changes anything but the viewer's own cookies.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.words import LANGUAGES
from web.pieces import now
from web.play import chosen
from web.security import harmless
from web.viewer import YEAR

blueprint = Blueprint("prefs", __name__)


def back() -> str:
    """Where the viewer came from: a path of ours, never another site's."""
    to = request.form.get("back", "")
    parts = urlsplit(to)
    ours = (
        to.startswith("/")
        and not to.startswith("//")
        and "\\" not in to
        and not (parts.scheme or parts.netloc)
    )
    return to if ours else url_for("home.index")


def remember(name: str, values: tuple[str, ...]) -> Answer:
    """Keep the viewer's choice in a cookie of theirs."""
    made = redirect(back(), 303)
    made.set_cookie(name, chosen(name, values), max_age=YEAR, httponly=True, samesite="Lax")
    return made


@blueprint.post("/language")
@harmless
def language() -> Answer:
    return remember("language", LANGUAGES)


@blueprint.post("/theme")
@harmless
def theme() -> Answer:
    return remember("theme", ("dark", "light"))


@blueprint.post("/far")
@harmless
def far() -> Answer:
    return remember("far", ("0", "1"))


@blueprint.post("/advised")
@harmless
def advice() -> Answer:
    return remember("advice", ("0", "1"))


@blueprint.get("/more")
def more() -> str:
    return render_template("more.html", shown=now())
