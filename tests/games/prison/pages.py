"""Real `Shown` values of 25 to Dice for the page to draw: the rules make the Ask, the view and the news.

Stands in for the session only in what a session adds: light, keys, provenance of dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count

from companion.dice import Die
from companion.game import Ask, Command, Over, Roll, msg, step
from companion.games.prison.hand import Done
from companion.games.prison.match import State
from companion.games.prison.prison import Guard, Inmate
from companion.games.prison.rules import GAME
from companion.sheets import Cell
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Key, Light, LyingDie, Query, Shown, ShownDie

NAMES = ("Ana", "Teo", "Lucía", "Marc", "Rosa", "Julia")
OPTIONS: Mapping[str, int | str] = {"mode": "escape", "dice": "colours", "sheet": "25-to-dice"}
UNDO = Key("undo", msg("test.undo"), msg("test.undo.note"))
NOT_NOW = msg("table.refused.not_offered")
B: tuple[Cell, ...] = ((8, 2), (7, 2), (6, 2), (6, 3), (5, 3))
D: tuple[Cell, ...] = ((8, 4), (7, 4), (7, 5), (6, 5), (5, 5), (4, 5), (3, 5))


def started(seats: int = 1, **options: int | str) -> State:
    return GAME.start(seats, {**OPTIONS, **options})


def with_prison(state: State, **changes: object) -> State:
    """The match with something else on the sheet that is at work."""
    prisons = list(state.prisons)
    prisons[state.turn] = replace(prisons[state.turn], **changes)  # type: ignore[arg-type]
    return replace(state, prisons=tuple(prisons))


def inmates(**them: Inmate) -> tuple[Inmate, ...]:
    return tuple(them.get(name, Inmate()) for name in "ABCDEF")


def midgame(seats: int = 1, **options: int | str) -> State:
    """Round 7: two have escaped, one is caught, green chases D, blue is on patrol."""
    state = replace(started(seats, **options), round=7, stage="inmates")
    return with_prison(
        state, exits=(0, 5, 0, 0, 0, 2), spent=frozenset({2}), owned=4, throw=(1, 3, 5, 6),
        guards=(Guard((7, 5), "D"), Guard((3, 2))),
        inmates=inmates(
            A=Inmate("escaped", points=23), B=Inmate("grid", B, -4), C=Inmate("captured", points=-11),
            D=Inmate("grid", D), E=Inmate("escaped", points=17),
        ),
        scored=frozenset({(8, 2), (7, 2), (1, 2)}),
    )  # fmt: skip


def keys(ask: Ask | Over | None) -> tuple[Key, ...]:
    offers = {offer.button: offer for offer in ask.offers} if isinstance(ask, Ask) else {}
    main = offers.get("main")
    stop = (
        Key("stop", main.text, main.note, main.blocked, main.blocked is None)
        if main
        else Key("stop", msg("25-to-dice.button.done"), blocked=NOT_NOW)
    )
    return (stop, Key("reroll", msg("table.key.reroll"), blocked=NOT_NOW), UNDO)


def shown(state: State, held: tuple[int | str, ...] = (), light: Light | None = None) -> Shown:
    """What a session would show of this state, with these in the hand: dice by place, the rest by name."""
    prison = state.prisons[state.turn]
    lying = [(n, str(face)) for n, face in enumerate(prison.throw) if n not in prison.used]
    hand = tuple(str(prison.throw[one]) if isinstance(one, int) else one for one in held)
    ask = GAME.ask(state, hand)
    over = isinstance(ask, Over)
    totals = tuple(sum(line.points for line in GAME.score(state, seat)) for seat in range(state.seats))
    dice = tuple(
        ShownDie(n, "d6", face, 0.98, "seen", "held" if n in held else "free", True) for n, face in lying
    )
    light = light or ("win" if over else "ready" if isinstance(ask, Ask) and ask.need else "move")
    return Shown(
        number=1, ply=2, light=light, line=ask.reason if isinstance(ask, Over) else ask.text,
        seat=None if over else state.seat, ask=ask,
        match=MatchHead(
            7, "25-to-dice", "", NAMES[: state.seats], {**OPTIONS, "mode": state.mode, "dice": state.dice},
            "finished" if over else "open", totals, ask.places[0] if isinstance(ask, Over) else (),
            "2026-11-18T20:15:00", 2,
        ),
        keys=keys(ask), dice=dice, held=held, tray="settled" if dice else "empty",
        scores=tuple(GAME.score(state, seat) for seat in range(state.seats)), totals=totals,
        news=GAME.news(state), view=GAME.view(state, None, hand), progress=GAME.progress(state),
    )  # fmt: skip


def go(state: State, command: Command) -> State:
    return step(GAME, state, state.seat, command)


def throw(state: State, *faces: int) -> State:
    colours = ("green", "blue") if state.phase == "guards" and state.dice == "colours" else ()
    named = dict(zip(count(), colours, strict=False))
    return go(state, Roll(tuple(Die("d6", str(face), named.get(n)) for n, face in enumerate(faces))))


def first() -> Shown:
    return shown(started())


def throw_inmates() -> Shown:
    return shown(throw(started(), 4, 3))


def move() -> Shown:
    return shown(midgame())


def opening() -> Shown:
    """All six in their cells, six dice."""
    return shown(throw(throw(started(4), 4, 3), 6, 4, 1, 2, 6, 3))


def held_inmate() -> Shown:
    return shown(midgame(), ("B",))


def one_way() -> Shown:
    return shown(midgame(), (0, "B"))


def no_way() -> Shown:
    return shown(midgame(), (0, 1))


def pair() -> Shown:
    """Two equal dice in the hand."""
    return shown(with_prison(midgame(), throw=(3, 3, 5, 3, 6), owned=5), (0, 1))


def crowded() -> Shown:
    """Five on the grid: more ways than a phone has room for."""
    roads = {
        "A": ((8, 1), (7, 1)),
        "B": B,
        "D": D,
        "E": ((8, 5), (8, 6)),
        "F": ((8, 6), (7, 6), (6, 6), (5, 6)),
    }
    them = inmates(**{name: Inmate("grid", road) for name, road in roads.items()})
    return shown(
        with_prison(
            midgame(), inmates=them, throw=(1, 2, 3, 4, 5, 6), exits=(0,) * 6, owned=6, spent=frozenset()
        )
    )


def leaving() -> Shown:
    """B stands below an exit, and both numbers can still be changed."""
    road = (*B, (4, 3), (3, 3), (2, 3), (1, 3))
    them = inmates(
        A=Inmate("escaped"),
        B=Inmate("grid", road),
        C=Inmate("captured"),
        D=Inmate("grid", D),
        E=Inmate("escaped"),
    )
    return shown(with_prison(midgame(), inmates=them, spent=frozenset()))


def changing() -> Shown:
    return shown(with_prison(midgame(), spent=frozenset()), ("exit 6",))


def picking() -> Shown:
    """Blue stands on two trails, and both guards share a square."""
    them = inmates(B=Inmate("grid", B), D=Inmate("grid", (*D[:4], (6, 4), (6, 3), (5, 3), (5, 2))))
    state = replace(midgame(), stage="guards")
    state = with_prison(state, throw=(), inmates=them, guards=(Guard((1, 1)), Guard((6, 3))))
    return shown(throw(state, 4, 4))


def together() -> Shown:
    state = with_prison(midgame(), throw=(), guards=(Guard((2, 3)), Guard((2, 3))))
    return shown(replace(state, stage="guards"))


def chased() -> Shown:
    """The guards' dice still lie there."""
    state = replace(midgame(), stage="guards")
    dice = tuple(
        ShownDie(n, "d6", face, 0.97, "seen", colour=colour)
        for n, (face, colour) in enumerate((("1", "green"), ("6", "blue")))
    )
    told = shown(throw(with_prison(state, throw=()), 1, 6), light="bad")
    return replace(told, dice=dice, tray="settled")


def points() -> Shown:
    return shown(midgame(3, mode="points"))


def points_six() -> Shown:
    return shown(replace(midgame(6, mode="points"), stage="guards"))


def won() -> Shown:
    return shown(with_prison(midgame(2), result="won"))


def lost() -> Shown:
    return shown(with_prison(midgame(), result="lost"), light="bad")


def finished() -> Shown:
    state = midgame(3, mode="points")
    return shown(replace(state, prisons=tuple(replace(p, result="finished") for p in state.prisons)))


def rolling() -> Shown:
    return replace(first(), light="rolling", line=msg("test.rolling"), tray="rolling")


def unsure() -> Shown:
    quad = ((10, 10), (60, 10), (60, 60), (10, 60))
    lying = tuple(LyingDie("d6", face, "ok", 0.98, (10, 10, 60, 60), quad, True) for face in "13566")
    bad = LyingDie("d6", "4", "unsure", 0.46, (200, 80, 260, 140), quad, True)
    dice = tuple(ShownDie(-1, "d6", die.face, die.sure, "seen") for die in lying)
    dice += (ShownDie(-1, "d6", "4", 0.46, "seen", "unsure"),)
    query = Query(5, "unsure", "d6", (("4", 0.46), ("5", 0.3), ("6", 0.2)), 0, bad.box, 12)
    yes = (Key("stop", msg("table.key.yes"), main=True), Key("reroll", msg("table.key.next")), UNDO)
    line = msg("test.look", face=msg("face.d6.4"))
    return replace(
        throw_inmates(), light="look", line=line, dice=dice, lying=(*lying, bad), query=query, about=15,
        keys=yes, tray="settled",
    )  # fmt: skip


def complaint() -> Shown:
    dice = tuple(ShownDie(-1, "d6", face, 0.9, "seen") for face in "12345")
    text = msg("test.few")
    return replace(throw_inmates(), light="look", line=text, complaint=text, dice=dice, tray="settled")


def last_round() -> Shown:
    return shown(go(replace(midgame(), round=14), Done()))


STATES: dict[str, Callable[[], Shown]] = {
    "first": first, "throw": throw_inmates, "move": move, "opening": opening, "held": held_inmate,
    "one-way": one_way, "no-way": no_way, "pair": pair, "crowded": crowded, "leaving": leaving,
    "changing": changing, "picking": picking, "together": together, "chased": chased, "points": points,
    "points-six": points_six, "won": won, "lost": lost, "finished": finished, "rolling": rolling,
    "unsure": unsure, "complaint": complaint, "last-round": last_round,
}  # fmt: skip
