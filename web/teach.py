"""The pages that teach dice: the sets there are, and the lesson that goes on."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.game import Msg, msg
from companion.teaching.shown import TaughtShown
from web.choosing import clean
from web.lesson_feed import drawn_kinds, look_of, teaching
from web.live import address, feed_of
from web.pieces import parts, say
from web.play import sim
from web.security import takes_bytes
from web.trouble import trouble, wants_json

FILE_BYTES = 8 * 1024 * 1024  # of a set that is taken in: a large alphabet, well shown
MOST_TEXT = 2000  # letters of a form's field
blueprint = Blueprint("teach", __name__)


def name_of(kind: TaughtShown) -> str:
    """What a kind of dice is called: by its game, if there is one."""
    game = parts().games.get(kind.games[0]) if kind.games else None
    if game is None:
        return kind.kind
    return say(msg("page.teach.dice_of", game=msg(f"{game.id}.name")))


def _index(notice: Msg | None = None) -> str:
    kinds = teaching().kinds()
    return render_template(
        "teach.html",
        kinds=kinds,
        name_of=name_of,
        lesson=teaching().lesson(),
        notice=notice,
        drawn=drawn_kinds(),
    )


@blueprint.get("/teach")
def index() -> str:
    return _index()


def _lesson_page(toast: Msg | None = None) -> Answer | str:
    """The lesson as it stands; without one, the way to the sets."""
    moment = feed_of("lesson").now()
    if moment.value is None:
        return redirect(url_for("teach.index"), 303)
    over = {"toast": say(toast), "toast_key": "teach"} if toast else {}
    events = address("lesson", moment.subject, {})
    return render_template(
        "lesson.html", events=events, number=moment.number, **look_of(moment.value), **over
    )


@blueprint.get("/teach/lesson")
def lesson() -> Answer | str:
    return _lesson_page()


@blueprint.get("/teach/face.png")
def face() -> Response:
    """A face of the lesson, as it was shown."""
    png = teaching().picture(request.args.get("face", "")[:MOST_TEXT])
    if png is None:
        raise trouble(404, "crop")
    return Response(png, mimetype="image/png")


def _done(refusal: Msg | None, then: str) -> Answer:
    """On to the next page, or the reason why not (409)."""
    if refusal is None:
        if wants_json(request):
            return jsonify(number=feed_of("lesson").now().number)
        return redirect(url_for(then), 303)
    if wants_json(request):
        raise trouble(409, "refused", reason=refusal)
    going = then == "teach.lesson" and teaching().lesson()
    made = make_response(_lesson_page(refusal) if going else _index(refusal))
    made.status_code = 409
    return made


def _field(name: str) -> str:
    return request.form.get(name, "")[:MOST_TEXT].strip()


@blueprint.post("/teach/begin")
def begin() -> Answer:
    """A kind of dice from its first face; `faces` are named a, b, c unless a game names them."""
    faces = tuple(clean(name) for name in _field("faces").split(",") if clean(name))
    return _done(teaching().begin(_field("kind").lower(), faces), "teach.lesson")


@blueprint.post("/teach/again")
def again() -> Answer:
    """One face of a set anew."""
    return _done(teaching().again(_field("kind"), _field("face")), "teach.lesson")


def _steps() -> dict[str, Callable[[], Msg | None]]:
    it = teaching()
    return {"next": it.go_on, "back": it.take_back, "insist": it.insist}


@blueprint.post("/teach/step")
def step() -> Answer:
    """A key of the lesson: `face` shows that face now, else `step` is next, back or insist."""
    if wanted := _field("face"):
        return _done(teaching().turn_to(wanted), "teach.lesson")
    steps = _steps()
    if (key := _field("step")) not in steps:
        raise trouble(400, "choice", name="step", got=key[:20] or "–", among=", ".join(steps))
    return _done(steps[key](), "teach.lesson")


@blueprint.post("/teach/leave")
def leave() -> Answer:
    """End the lesson; what was not kept is forgotten."""
    teaching().leave()
    return redirect(url_for("teach.index"), 303)


@blueprint.get("/teach/<kind>.json")
def export(kind: str) -> Response:
    """A set as one file."""
    data = teaching().export(kind)
    if data is None:
        raise trouble(404, "taught", name=kind[:40])
    made = Response(data, mimetype="application/json")
    made.headers["Content-Disposition"] = f'attachment; filename="{kind}.json"'
    return made


@blueprint.post("/teach/import")
@takes_bytes(FILE_BYTES)
def take_in() -> Answer:
    """Keep a set from a file; with `replace`, in place of one of its name."""
    file = request.files.get("file")
    if file is None:
        raise trouble(400, "file")
    return _done(teaching().take_in(file.read(), replace=bool(_field("replace"))), "teach.index")


@blueprint.post("/teach/rename")
def rename() -> Answer:
    """Give a set another name."""
    return _done(teaching().rename(_field("kind"), _field("name").lower()), "teach.index")


@blueprint.post("/teach/remove")
def remove() -> Answer:
    """Forget a set."""
    return _done(teaching().remove(_field("kind")), "teach.index")


@blueprint.post("/sim/lay")
def lay() -> Answer:
    """Lay one die alone into the virtual tray, this face up."""
    going = teaching().lesson()
    kind = _field("kind") or (going.kind if going else "")
    return _done(sim().lay(kind, _field("face")), "teach.lesson")
