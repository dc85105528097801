"""The matches that are kept: the list, one match with its log, naming, resuming, abandoning."""

from __future__ import annotations

import json
from dataclasses import asdict

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.table.log.records import MatchHead
from companion.table.wishes import Abandon, Leave, Rename, Resume
from web.choosing import clean
from web.pieces import now, parts
from web.play import answer, reply_to
from web.trouble import trouble

blueprint = Blueprint("matches", __name__)
ORDER = {"open": 0, "finished": 1, "abandoned": 2}


def head_of(match: int) -> MatchHead:
    """The match with this number, or the trouble that there is none."""
    head = next((head for head in parts().session.heads() if head.id == match), None)
    if head is None:
        raise trouble(404, "match", id=match)
    return head


@blueprint.get("/matches")
def index() -> str:
    heads = sorted(parts().session.heads(), key=lambda head: ORDER[head.status])
    return render_template("matches.html", heads=heads, on_table=now().match)


@blueprint.get("/matches/<int:match>")
def one(match: int) -> str:
    """The match and its log, newest entry first; with `?sure` the question whether to abandon it."""
    head = head_of(match)
    log = tuple(reversed(parts().session.history(match)))
    return render_template(
        "match.html", head=head, log=log, sure="sure" in request.args, on_table=now().match
    )


@blueprint.get("/matches/<int:match>/log.jsonl")
def saved_log(match: int) -> Response:
    """The log as it is kept, an entry a line: what `cubilete replay` reads."""
    number = head_of(match).id
    lines = (json.dumps(asdict(entry), ensure_ascii=False) for entry in parts().session.records(number))
    made = Response("".join(f"{line}\n" for line in lines), mimetype="application/x-ndjson")
    made.headers["Content-Disposition"] = f'attachment; filename="match-{number}.jsonl"'
    return made


@blueprint.post("/matches/<int:match>/resume")
def resume(match: int) -> Answer:
    return answer(reply_to(Resume(head_of(match).id)))


@blueprint.post("/matches/<int:match>/abandon")
def abandon(match: int) -> Answer:
    return answer(reply_to(Abandon(head_of(match).id)), url_for("matches.one", match=match))


@blueprint.post("/matches/<int:match>/name")
def rename(match: int) -> Answer:
    wish = Rename(head_of(match).id, clean(request.form.get("name", "")))
    return answer(reply_to(wish), url_for("matches.one", match=match))


@blueprint.post("/leave")
def leave() -> Answer:
    """Take the match off the table; it is kept."""
    return answer(reply_to(Leave()), url_for("home.index"))


@blueprint.get("/log")
def log() -> Answer:
    """The log of the match on the table."""
    match = now().match
    return redirect(url_for("matches.one", match=match.id) if match else url_for("matches.index"), 303)
