"""Every game played at the table: bots decide or a clumsy person does, and somebody throws what is due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.dice import Seen
from companion.game import AnyGame, Ask, Item, Need
from companion.games import discover
from companion.table.bots import Bots
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Begin, Press, Take, Toggle, Wish
from tests.table.eye import HAND, ROLLING, at_rest, seen
from tests.table.table import Table, laid

GAMES = discover().games
SEATED = [
    (game, seats) for game in GAMES.values() for seats in sorted({game.seats.least, game.seats.usual, 2})
]
TABLES = [(game, seats) for game, seats in SEATED if game.seats.most is None or seats <= game.seats.most]


def named(value: object) -> str | None:
    return None if isinstance(value, int) else getattr(value, "id", None)


class Thrower:
    """Throws what is due, leaving what has to stay; the dice in the tray as they lie."""

    def __init__(self, table: Table, game: AnyGame, luck: Random) -> None:
        self.table, self.luck = table, luck
        self.faces = {kind.id: kind.faces for kind in game.kinds}
        self.lying: list[Seen] = []

    def throw(self, need: Need) -> None:
        """One throw, which must be accepted."""
        ply = self.table.shown.ply
        where = {die.box for die in self.table.shown.lying if die.stays}
        stay = [die for die in self.lying if die.box in where]
        self.lying = stay + list(self._fresh(need, stay))
        shown = self.table.see(HAND, at_rest(*stay), ROLLING, at_rest(*self.lying))
        assert shown.complaint is None
        assert shown.ply > ply

    def _fresh(self, need: Need, stay: list[Seen]) -> Iterator[Seen]:
        spots = [(x, y) for x in range(50, 1250, 70) for y in range(50, 900, 70)]
        free = [
            (x, y)
            for x, y in spots
            if all(abs(x - a) + abs(y - b) > 60 for a, b in (die.centre for die in stay))
        ]
        for spec, (x, y) in zip(need.throw, self.luck.sample(free, len(need.throw)), strict=True):
            kind = spec.kind or next(iter(self.faces))
            face, turn = self.luck.choice(self.faces[kind]), self.luck.uniform(0, 90)
            yield replace(seen(face, x, y, kind, turn=turn), colour=spec.colour)

    def lift(self, face: str) -> bool:
        """Any die that shows this leaves the tray."""
        like = [die for die in self.lying if die.face == face]
        if like:
            self.lying.remove(self.luck.choice(like))
            self.table.see(HAND, at_rest(*self.lying))
        return bool(like)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_bots_play_whole_matches_while_people_throw(game: AnyGame, seats: int) -> None:
    names = tuple("ABCDEF"[:seats])
    with laid(bots=Bots(discover().bots, Random(5))) as table:
        table.do(Begin(game.id, names, {}, bots=("simple",) * seats))
        thrower = Thrower(table, game, Random(5))
        for _ in range(2000):
            ask = table.shown.ask
            assert table.shown.faults == ()
            if not isinstance(ask, Ask):
                break
            if ask.need:
                thrower.throw(ask.need)
            else:
                table.do(Wish())
        assert table.shown.match is not None
        assert table.shown.match.status == "finished"


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_a_clumsy_person_never_gets_the_table_into_trouble(game: AnyGame, seats: int) -> None:
    luck = Random(seats)
    with laid() as table:
        table.do(Begin(game.id, tuple("ABCDEF"[:seats]), {}))
        thrower = Thrower(table, game, luck)
        for _ in range(250):
            shown = table.shown
            assert shown.faults == ()
            if not isinstance(shown.ask, Ask):
                return
            if shown.ask.need:
                thrower.throw(shown.ask.need)
            else:
                fumble(thrower, shown, shown.ask)


def fumble(person: Thrower, shown: Shown, ask: Ask) -> None:
    """Takes something into the hand, or does what can be done with what is in it, or lets go of it."""
    table, luck = person.table, person.luck
    free = [item for item in (ask.pick.pool if ask.pick else ()) if handle(item) not in shown.held]
    offers = [place for place, offer in enumerate(ask.offers) if offer.blocked is None]
    if free and ask.pick and len(shown.held) < ask.pick.most and (not offers or luck.random() < 0.3):
        item = luck.choice(free)
        die = next((die for die in shown.dice if die.index == item.die), None)
        if die is None or luck.random() < 0.5 or not person.lift(die.face):
            table.do(Toggle(handle(item), shown.ply))
    elif offers:
        table.do(Take(luck.choice(offers), shown.ply))
        if luck.random() < 0.1:
            table.wish(Press("undo"))
    for one in shown.held if not offers and luck.random() < 0.3 else ():
        table.wish(Toggle(one, table.shown.ply))


def handle(item: Item) -> int | str:
    return item.name if item.die is None else item.die
