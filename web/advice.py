"""Advice for those who asked for it: worked out once for all of them, and for nobody else."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, Flask, current_app, render_template

from companion.game import Msg
from companion.table.shown.snapshot import Shown
from web.pieces import now, parts

blueprint = Blueprint("advice", __name__)


class Advice:
    """The advice on the newest Shown that anybody asked it for."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: tuple[int, tuple[Msg, ...]] = (-1, ())

    def at_hand(self, shown: Shown) -> tuple[Msg, ...] | None:
        """What is worked out already; None if that has still to be done."""
        number, lines = self._newest
        return lines if number == shown.number else None

    def worked_out(self, shown: Shown) -> tuple[Msg, ...]:
        """The advice; this may take a second, and others who ask for the same wait for it."""
        with self._lock:
            lines = self.at_hand(shown)
            if lines is None:
                lines = parts().session.advice()
                self._newest = (shown.number, lines)
            return lines


def advice() -> Advice:
    """The advice of the app that serves this request."""
    made: Advice = current_app.extensions["advice"]
    return made


@blueprint.get("/advice")
def alone() -> str:
    """A page of nothing else, for browsers that do not follow the table."""
    return render_template("advice.html", lines=advice().worked_out(now()))


def install(app: Flask) -> None:
    app.extensions["advice"] = Advice()
    app.register_blueprint(blueprint)
