"""Choosing a game, its options and the players; what is chosen so far lives in the address."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.game import AnyGame
from companion.table.log.records import MatchHead
from companion.table.wishes import Begin
from web.choosing import NAME, OWN, Choice, choice_of, clean, steps, written_out
from web.pieces import now, parts, record
from web.play import answer, number, reply_to
from web.trouble import trouble

blueprint = Blueprint("home", __name__)


def own_sheets(game: AnyGame) -> dict[str, Mapping[str, str]]:
    """By format the players' own sheets that this game can be played on."""
    sheets = parts().sheets
    formats = {option.sheets for option in game.options if option.sheets}
    return {name: sheets.own(name) for name in formats} if sheets else {}


def chosen(form: MultiDict[str, str]) -> Choice:
    """The choice that an address or a form says."""
    games = parts().games
    if not games:
        raise trouble(503, "games")
    game = games.get(form.get("game", "")) or next(iter(games.values()))
    return choice_of(form, game, parts().strengths(game.id), own_sheets(game))


def address(choice: Choice) -> str:
    """Where the home page shows this choice."""
    return f"{url_for('home.index')}?{urlencode(choice.pairs)}"


def resumable() -> MatchHead | None:
    """The match that waits: the one on the table, else the newest open one."""
    on_table = now().match
    if on_table and on_table.status == "open":
        return on_table
    return next((head for head in parts().session.heads() if head.status == "open"), None)


@blueprint.get("/")
def index() -> str:
    choice = chosen(request.args)
    people = (name for name in choice.seats if name not in choice.bots)
    sheets = parts().sheets
    return render_template(
        "home.html",
        choice=choice,
        names=tuple(dict.fromkeys((*people, *parts().players.players()))),
        strengths=parts().strengths(choice.game.id),
        own=own_sheets(choice.game),
        broken=sheets.broken() if sheets and any(option.sheets for option in choice.game.options) else {},
        waiting=resumable(),
        record=_record(choice),
        steps=steps,
        address=address,
        untaught=untaught(choice.game),
        on_table=now().match,
    )


def untaught(game: AnyGame) -> tuple[str, ...]:
    """The kinds of dice of a game that the eye was not taught; the virtual tray's eye knows them all."""
    it = parts().teaching
    missing = it.untaught() if it and parts().sim is None else frozenset[str]()
    return tuple(kind.id for kind in game.kinds if kind.id in missing)


def _record(choice: Choice) -> MatchHead | None:
    """The best score of one who played this alone; nothing while more than one is seated."""
    if len(choice.seats) > 1 or choice.bots:
        return None
    options = {name: str(value).removeprefix(OWN) if isinstance(value, str) else value
               for name, value in choice.options.items()}  # fmt: skip
    return record(choice.game.id, options)


@blueprint.post("/players")
def add_player() -> Answer:
    """Remember a player and seat them."""
    choice, name = chosen(request.form), clean(request.form.get("name", ""))
    if not name:
        raise trouble(400, "name", most=NAME)
    parts().players.remember_player(name)
    return redirect(address(choice.toggle_seat(name)), 303)


@blueprint.post("/matches")
def begin() -> Answer:
    """Start the match that was chosen, or (`like`) one just like another."""
    if "like" in request.form:
        return answer(reply_to(_like(number("like"))))
    game = parts().games.get(request.form.get("game", ""))
    if game is None:
        got, among = request.form.get("game", "")[:20] or "–", ", ".join(parts().games)
        raise trouble(400, "choice", name="game", got=got, among=among)
    choice = chosen(request.form)
    for name in choice.seats:
        if name not in choice.bots:
            parts().players.remember_player(name)
    options = written_out(choice.options, game, own_sheets(game))
    name = clean(request.form.get("name", ""))
    return answer(reply_to(Begin(game.id, choice.seats, options, name, choice.strengths)))


def _like(match: int) -> Begin:
    """The same again: its log has the whole of a sheet that its head only names."""
    log = parts().session.records(match)
    if not log or log[0].body.get("entry") != "started":
        raise trouble(404, "match", id=match)
    first = log[0].body
    return Begin(first["game"], tuple(first["seats"]), first["options"], bots=tuple(first.get("bots", ())))
