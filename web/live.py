"""The table page in pieces, and the stream of their changes to those who follow."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Lock
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, g, render_template, request, stream_with_context

from companion.game import Msg, msg
from companion.table.shown.snapshot import Shown
from web.advice import advice
from web.chart import chart
from web.gate import Gate, GateFullError
from web.pieces import parts, viewer
from web.scene import LONG, Scene, lamps, scene
from web.security import may_change
from web.trouble import trouble
from web.viewer import Viewer, mode_of

SLOTS = {"rail": "rail", "line": "line", "stage": "stage", "keys": "keys"}  # id of the element: its template
SEAT_SLOTS = {"line": "line", "sheet": "seat"}  # those of one player's sheet
HEARTBEAT, SLICE, LAMP_SLICE, LIFE = 10.0, 0.5, 0.2, 900.0
RELOAD = "event: reload\ndata: {}\n\n"
Slots = dict[str, str]

blueprint = Blueprint("live", __name__)


class Rendered:
    """The pieces of the newest Shown, drawn once for all who look in the same way."""

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)  # tells a page of an earlier run of the box from one of this
        self._lock = Lock()
        self._number = -1
        self._made: dict[Viewer, Slots] = {}

    def slots(self, shown: Shown, seen_by: Viewer) -> Slots:
        with self._lock:
            if shown.number != self._number:
                self._number, self._made = shown.number, {}
            made = self._made.get(seen_by)
        if made is None:
            made = draw(shown)
            with self._lock:
                if shown.number == self._number and len(self._made) < 32:
                    self._made[seen_by] = made
        return made


def now() -> Shown:
    """The newest Shown; before the first one, a page that waits."""
    return parts().snapshots.latest() or Shown(0, 0, "idle", msg("page.waiting"))


def scene_of(shown: Shown) -> Scene:
    return scene(shown, parts().games, viewer().mode)


def draw(shown: Shown) -> Slots:
    """All pieces for the present viewer."""
    it = scene_of(shown)
    slots = SEAT_SLOTS if it.mode.sheet is not None else SLOTS
    return {name: render_template(f"slots/{file}.html", it=it, **TOOLS) for name, file in slots.items()}


def draw_advice(shown: Shown, lines: tuple[Msg, ...] | None) -> str:
    """The advice, or, with None, that it is being worked out."""
    return render_template("slots/advice.html", it=scene_of(shown), lines=lines)


TOOLS = {"lamps": lamps, "chart": chart, "long": LONG}


def events_address() -> str:
    """Where the page of the present viewer hears of changes."""
    mode = viewer().mode.query.removeprefix("?")
    wants = {"advice": "1"} if viewer().advice else {}
    about = urlencode({"boot": rendered().boot, "game": game_of(now()) or "", **wants})
    return f"/events?{mode + '&' if mode else ''}{about}"


def rendered() -> Rendered:
    made: Rendered = current_app.extensions["rendered"]
    return made


def message(shown: Shown, slots: Slots) -> str:
    data = json.dumps({"number": shown.number, "state": shown.light, "slots": slots}, ensure_ascii=False)
    return f"id: {shown.number}\ndata: {data}\n\n"


@blueprint.get("/events")
def events() -> Response:
    """The stream. A follower that comes back says what it saw last, and hears of it only if that is old."""
    gate: Gate = current_app.extensions["streams"]
    stranger = None if may_change(request, current_app.extensions["pairing"]) else request.remote_addr or ""
    try:
        gate.enter(stranger)
    except GateFullError:
        raise trouble(503, "streams", retry_after=5) from None
    g.viewer = replace(viewer(), mode=mode_of(request))
    body = stream_with_context(_stream(gate, _last_seen()))
    answer = Response(body, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(_once(lambda: gate.leave(stranger)))
    return answer


def _once(leave: Callable[[], None]) -> Callable[[], None]:
    """Leaves when the answer is closed, however often that is."""
    left: list[bool] = []

    def leave_first() -> None:
        if not left:
            left.append(True)
            leave()

    return leave_first


def _last_seen() -> int | None:
    """The number that the follower has on its page; None: nothing of this run of the box."""
    text = request.headers.get("Last-Event-ID") or request.args.get("after") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


def _outdated(shown: Shown) -> bool:
    """Whether the page that follows is of an earlier run of the box, or of a game no longer played."""
    boot, game = request.args.get("boot"), request.args.get("game")
    return bool(boot and boot != rendered().boot) or bool(game and game != game_of(shown))


def _stream(gate: Gate, after: int | None) -> Iterator[str]:
    shown = now()
    if _outdated(shown):
        yield RELOAD
        return
    sent = rendered().slots(shown, viewer())
    yield "retry: 1000\n\n"
    if after != shown.number:
        yield message(shown, sent)
    yield from _advice(shown)
    yield from _changes(gate, shown, sent)


def _advice(shown: Shown) -> Iterator[str]:
    """After the table itself, for those who asked for it: it may take a second."""
    if not viewer().advice or viewer().mode.sheet is not None:
        return
    lines = advice().worked_out(shown) if scene_of(shown).stage == "game" else ()
    yield message(shown, {"advice": draw_advice(shown, lines)})


def game_of(shown: Shown) -> str | None:
    """The game on the table. Another one has a style of its own, and without one the way leads home."""
    return shown.match.game if shown.match else None


def _changes(gate: Gate, shown: Shown, sent: Slots) -> Iterator[str]:
    """What changes from now on, or a heartbeat; over when house or follower close, or after a while."""
    clock, panel = parts().clock, parts().panel
    born = heard = clock()
    shining: object = None
    while gate.open and not _hung_up() and clock() - born < LIFE:
        newer = parts().snapshots.wait(shown.number, LAMP_SLICE if panel else SLICE)
        if newer is not None and game_of(newer) != game_of(shown):
            yield RELOAD
            return
        if newer is not None:
            shown, heard = newer, clock()
            slots = rendered().slots(shown, viewer())
            yield message(shown, {name: html for name, html in slots.items() if sent.get(name) != html})
            sent = slots
            yield from _advice(shown)
        if panel is not None and (lit := panel.lamps()) != shining:
            shining, heard = lit, clock()
            yield f"event: lamps\ndata: {json.dumps(lit)}\n\n"
        elif clock() - heard >= HEARTBEAT:
            heard = clock()
            yield ": still here\n\n"


def _hung_up() -> bool:
    """Whether the server saw the follower close its connection."""
    gone: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    return gone is not None and gone()


def install(app: Flask, limit: int) -> None:
    app.extensions["streams"] = Gate(limit)
    app.extensions["rendered"] = Rendered()
    app.register_blueprint(blueprint)
