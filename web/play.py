"""The table page and all that can be tapped on it.

A script hears in JSON what came of its tap, and follows the table; a browser without one gets the next page.
"""

from __future__ import annotations

import secrets
from typing import cast, get_args

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.game import Msg
from companion.table.shown.snapshot import KeyName
from companion.table.wishes import Answer as AnswerDie
from companion.table.wishes import Correct, Enter, Press, Reply, Take, Toggle, Wish
from web.advice import advice
from web.pieces import now, parts, say, viewer
from web.ports import Sim
from web.seats import at_turn, offered_to, seat_left, seat_page
from web.security import allows_seat
from web.table_feed import TOOLS, events_address, scene_of
from web.trouble import there, trouble, wants_json
from web.viewer import Mode

NAME = 80  # letters of an item's name that a form may bring
blueprint = Blueprint("play", __name__)


@blueprint.get("/table")
def table() -> Answer | str:
    """The match on the table; without one, the way to begin."""
    return page() if now().match else redirect(url_for("home.index"), 303)


def page(toast: Msg | None = None) -> str:
    """The table as it is, with what has to be said over it."""
    over = {"toast": say(toast), "toast_key": secrets.token_hex(4)} if toast else {}
    shown = now()
    about = {"events": events_address(), "lines": advice().at_hand(shown), **over}
    playing = (
        events_address(Mode()) if viewer().mode.query else ""
    )  # a tap that is done ends every other mode
    return render_template("table.html", it=scene_of(shown), playing=playing, **TOOLS, **about)


def reply_to(wish: Wish) -> Reply:
    """The session's reply; a session that does not answer is a trouble, not a wait without end."""
    try:
        return parts().session.wish(wish)
    except TimeoutError:
        raise trouble(503, "busy", retry_after=2) from None


def answer(reply: Reply, then: str | None = None) -> Answer:
    """Back to the page, or, when the wish was refused, the page as it is now with the reason (409)."""
    if reply.refusal is None:
        if wants_json(request):
            return jsonify(number=reply.number, ply=reply.ply)
        return redirect(then or _left(), 303)
    if wants_json(request) or not now().match:
        raise trouble(409, "refused", reason=reply.refusal)
    seat = seat_left()
    return _status(seat_page(seat, reply.refusal) if seat else page(reply.refusal), 409)


def _left() -> str:
    """The page that the tap was made on: the table, or a sheet."""
    seat = seat_left()
    return url_for("seats.sheet", seat=seat) if seat else url_for("play.table")


def _status(html: str, code: int) -> Response:
    made = make_response(html)
    made.status_code = code
    return made


def number(name: str) -> int:
    """A whole number that the form must bring."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise trouble(400, "number", name=name, got=text[:20] or "–")
    return int(text)


def chosen(name: str, among: tuple[str, ...]) -> str:
    """One of `among` that the form must bring."""
    text = request.form.get(name, "")
    if text not in among:
        raise trouble(400, "choice", name=name, got=text[:20] or "–", among=", ".join(among))
    return text


@blueprint.post("/table/press")
def press() -> Answer:
    key = cast(KeyName, chosen("key", get_args(KeyName)))
    die = number("die") if "die" in request.form else None
    return answer(reply_to(Press(key, number("ply"), die)))


@blueprint.post("/table/toggle")
@allows_seat(at_turn)
def toggle() -> Answer:
    """Take a die by its place in the roll (`die`), or anything else by its name (`item`), or put it back."""
    item = request.form.get("item", "")[:NAME]
    return answer(reply_to(Toggle(item or number("die"), number("ply"))))


@blueprint.post("/table/take")
@allows_seat(offered_to)
def take() -> Answer:
    return answer(reply_to(Take(number("offer"), number("ply"))))


@blueprint.post("/table/answer")
def answer_die() -> Answer:
    return answer(reply_to(AnswerDie(request.form.get("face") or None, number("ply"), number("die"))))


@blueprint.post("/table/correct")
def correct() -> Answer:
    return answer(reply_to(Correct(number("die"), request.form.get("face", ""), number("ply"))))


@blueprint.post("/table/enter")
def enter() -> Answer:
    faces = tuple(face for face in request.form.get("faces", "").split(",") if face)
    return answer(reply_to(Enter(faces, number("ply"))))


def sim() -> Sim:
    """The virtual tray, or the trouble that there is none."""
    return there(parts().sim, "sim")


@blueprint.post("/sim/throw")
def throw() -> Answer:
    """Throw the dice that are due."""
    reason = sim().throw()
    shown = now()
    return answer(Reply(shown.number, shown.ply, reason))


@blueprint.post("/sim/put")
def put() -> Answer:
    """Lay a die back into the tray, this face up."""
    reason = sim().put(request.form.get("face", "")[:NAME])
    shown = now()
    return answer(Reply(shown.number, shown.ply, reason))


@blueprint.post("/sim/lift")
def lift() -> Answer:
    """Lift the die at this point of the picture, as a hand would."""
    try:
        x, y = float(request.form.get("x", "")), float(request.form.get("y", ""))
    except ValueError:
        raise trouble(400, "point") from None
    lifted = sim().lift(x, y)
    return jsonify(lifted=lifted) if wants_json(request) else redirect(url_for("play.table"), 303)
