"""Choosing a game, its options and the players; what is chosen so far lives in the address.

Refuses to know any game: names, seats and options are the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.game import AnyGame, Msg, Option, msg
from companion.table.shown import MatchHead
from companion.table.wishes import Begin
from web.live import now
from web.pieces import parts
from web.play import answer, wished
from web.trouble import trouble

NAME, MOST = 24, 24  # letters of a name; players of one match
blueprint = Blueprint("home", __name__)


@dataclass(frozen=True)
class Choice:
    """What is chosen so far: the game, its options, the players in the order they will sit."""

    game: AnyGame
    seats: tuple[str, ...]
    options: Mapping[str, int | str]

    @property
    def blocked(self) -> Msg | None:
        """Why this cannot be played."""
        rule = self.game.seats
        if len(self.seats) < rule.least:
            return msg("page.home.few", n=rule.least)
        if rule.most is not None and len(self.seats) > rule.most:
            return msg("page.home.many", n=rule.most)
        return None

    @property
    def practice(self) -> bool:
        return len(self.seats) < self.game.seats.usual

    def toggled(self, name: str) -> Choice:
        """With this player at the end, or without them."""
        left = tuple(seat for seat in self.seats if seat != name)
        return replace(self, seats=left if name in self.seats else (*self.seats, name)[:MOST])

    def moved(self, name: str) -> Choice:
        """With this player at the end of the order."""
        return replace(self, seats=(*(seat for seat in self.seats if seat != name), name))

    def opted(self, name: str, value: int | str) -> Choice:
        return replace(self, options={**self.options, name: value})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The choice as fields of a form."""
        options = [(f"opt.{name}", str(value)) for name, value in self.options.items()]
        return [("game", self.game.id), *(("seat", name) for name in self.seats), *options]

    @property
    def address(self) -> str:
        return f"{url_for('home.index')}?{urlencode(self.pairs)}"


def fitting(option: Option, text: str | None) -> int | str:
    """The value that `text` means, brought into the option's bounds; nonsense means the default."""
    if option.values:
        return text if text in option.values else option.default
    try:
        return max(option.least, min(option.most, int(text or "")))
    except ValueError:
        return option.default


def steps(option: Option, value: int) -> tuple[int, int]:
    """The next smaller and larger number: by tens where there is room, else by ones."""
    step = 10 if option.most - option.least >= 50 else 1
    down, up = (value - 1) // step * step, (value // step + 1) * step
    return max(option.least, down), min(option.most, up)


def choice_of(form: MultiDict[str, str]) -> Choice:
    """The choice that an address or a form says."""
    games = parts().games
    if not games:
        raise trouble(503, "games")
    game = games.get(form.get("game", "")) or next(iter(games.values()))
    names = [clean(name) for name in form.getlist("seat")]
    seats = tuple(dict.fromkeys(name for name in names if name))[:MOST]
    options = {option.name: fitting(option, form.get(f"opt.{option.name}")) for option in game.options}
    return Choice(game, seats, options)


def clean(name: str) -> str:
    """A name as it is shown: printable, no more than so many letters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME].strip()


def resumable() -> MatchHead | None:
    """The match that waits: the one on the table, else the newest open one."""
    on_table = now().match
    if on_table and on_table.status == "open":
        return on_table
    return next((head for head in parts().session.heads() if head.status == "open"), None)


@blueprint.get("/")
def index() -> str:
    choice = choice_of(request.args)
    known = (*choice.seats, *parts().players.players())
    return render_template(
        "home.html",
        choice=choice,
        names=tuple(dict.fromkeys(known)),
        waiting=resumable(),
        steps=steps,
        on_table=now().match,
    )


@blueprint.post("/players")
def add_player() -> Answer:
    """Remember a player and seat them."""
    choice, name = choice_of(request.form), clean(request.form.get("name", ""))
    if not name:
        raise trouble(400, "name", most=NAME)
    parts().players.remember_player(name)
    return redirect(choice.moved(name).address, 303)


@blueprint.post("/matches")
def begin() -> Answer:
    """Start the match that was chosen."""
    game = parts().games.get(request.form.get("game", ""))
    if game is None:
        raise trouble(
            400,
            "choice",
            name="game",
            got=request.form.get("game", "")[:20] or "–",
            among=", ".join(parts().games),
        )
    choice = choice_of(request.form)
    for name in choice.seats:
        parts().players.remember_player(name)
    wish: Any = Begin(game.id, choice.seats, choice.options, clean(request.form.get("name", "")))
    return answer(wished(wish))
