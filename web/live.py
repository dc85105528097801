"""The one stream by which all pages follow their feeds: server-sent events of the pieces that changed.

They are numbered, so that a follower who comes back hears only of what is new; who cannot follow asks for the
pieces once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, jsonify, request, stream_with_context, url_for

from web.feed import AnyFeed, Moment, Slots
from web.gate import Gate, GateFullError
from web.pieces import parts
from web.security import may_change
from web.trouble import trouble

HEARTBEAT, SLICE, LAMP_SLICE, LIFE = 10.0, 0.5, 0.2, 900.0  # seconds
RELOAD = "event: reload\ndata: {}\n\n"

blueprint = Blueprint("live", __name__)


def feed_of(page: str) -> AnyFeed:
    """What that page follows, or the trouble that there is no such page."""
    feeds: Mapping[str, AnyFeed] = current_app.extensions["feeds"]
    if page not in feeds:
        raise trouble(404, "lost", path=request.path)
    return feeds[page]


def address(page: str, subject: str, look: Mapping[str, str]) -> str:
    """Where that page, about that subject, hears of changes; `look` says how the viewer looks at it."""
    about = {"boot": current_app.extensions["boot"], "about": subject}
    return f"{url_for('live.events', page=page)}?{urlencode({**look, **about})}"


def _outdated(moment: Moment[Any]) -> bool:
    """Whether the page that follows is of an earlier run of the box, or of another subject."""
    present = {"boot": current_app.extensions["boot"], "about": moment.subject}
    return any(request.args.get(name) not in (None, "", value) for name, value in present.items())


@blueprint.get("/slots", defaults={"page": "table"})
@blueprint.get("/slots/<page>")
def slots(page: str) -> Response:
    """All pieces at once, for a page that does not hear of changes."""
    feed = feed_of(page)
    moment = feed.now()
    if _outdated(moment):
        return jsonify(reload=True)
    return jsonify(_content(feed, moment, feed.slots(moment) | feed.slow(moment.value)))


@blueprint.get("/events", defaults={"page": "table"})
@blueprint.get("/events/<page>")
def events(page: str) -> Response:
    """The stream. A follower that comes back says what it saw last, and hears of it only if that is old."""
    feed = feed_of(page)
    moment = feed.now()
    gate: Gate = current_app.extensions["streams"]
    stranger = None if may_change(request, current_app.extensions["pairing"]) else request.remote_addr or ""
    try:
        gate.enter(stranger)
    except GateFullError:
        raise trouble(503, "streams", retry_after=5) from None
    body = stream_with_context(_stream(feed, gate, moment, _last_seen()))
    answer = Response(body, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(_once(lambda: gate.leave(stranger)))
    return answer


def _once(leave: Callable[[], None]) -> Callable[[], None]:
    """Leaves when the answer is closed, however often that is."""
    calls: list[bool] = []

    def leave_first() -> None:
        if not calls:
            calls.append(True)
            leave()

    return leave_first


def _last_seen() -> int | None:
    """The number that the follower has on its page; None: nothing of this run of the box."""
    text = request.headers.get("Last-Event-ID") or request.args.get("after") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


def _content(feed: AnyFeed, moment: Moment[Any], pieces: Slots) -> dict[str, object]:
    return {"number": moment.number, "state": feed.state(moment.value), "slots": pieces}


def _message(feed: AnyFeed, moment: Moment[Any], pieces: Slots) -> str:
    data = json.dumps(_content(feed, moment, pieces), ensure_ascii=False)
    return f"id: {moment.number}\ndata: {data}\n\n"


def _stream(feed: AnyFeed, gate: Gate, moment: Moment[Any], after: int | None) -> Iterator[str]:
    if _outdated(moment):
        yield RELOAD
        return
    sent = feed.slots(moment)
    yield "retry: 1000\n\n"
    if after != moment.number:
        yield _message(feed, moment, sent)
    yield from _slow(feed, moment)
    yield from _changes(feed, gate, moment, sent)


def _slow(feed: AnyFeed, moment: Moment[Any]) -> Iterator[str]:
    if pieces := feed.slow(moment.value):
        yield _message(feed, moment, pieces)


def _changes(feed: AnyFeed, gate: Gate, moment: Moment[Any], sent: Slots) -> Iterator[str]:
    """What changes from now on, or a heartbeat; over when house or follower close, or after a while."""
    clock = parts().clock
    born = heard = clock()
    shining: object = None
    pause = SLICE if feed.lamps() is None else LAMP_SLICE
    while gate.open and not _hung_up() and clock() - born < LIFE:
        newer = feed.wait(moment.number, pause)
        if newer is not None and newer.subject != moment.subject:
            yield RELOAD
            return
        if newer is not None:
            moment, heard = newer, clock()
            pieces = feed.slots(moment)
            changed = {name: html for name, html in pieces.items() if sent.get(name) != html}
            yield _message(feed, moment, changed)
            sent = pieces
            yield from _slow(feed, moment)
        if (lit := feed.lamps()) != shining:
            shining, heard = lit, clock()
            yield f"event: lamps\ndata: {json.dumps(lit)}\n\n"
        elif clock() - heard >= HEARTBEAT:
            heard = clock()
            yield ": still here\n\n"


def _hung_up() -> bool:
    """Whether the server saw the follower close its connection."""
    gone: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    return gone is not None and gone()


def install(app: Flask, limit: int, feeds: Mapping[str, AnyFeed]) -> None:
    """Let the pages with these feeds follow; so many may at a time."""
    app.extensions["streams"] = Gate(limit)
    app.extensions["feeds"] = feeds
    app.extensions["boot"] = secrets.token_hex(4)  # a page of an earlier run has another
    app.register_blueprint(blueprint)
