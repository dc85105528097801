"""Real `Shown` values of Dalek Dice for the page to draw: the rules make the Ask, the view and the news.

Stands in for the session only in what a session adds: light, keys, provenance of dice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.dice import Die
from companion.game import Ask, Msg, Over, Roll, msg, step
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Key, Light, LyingDie, Query, Shown, ShownDie

NAMES = ("Ana", "Teo", "Lucía", "Marc")
SHORT = {"D": "doctor", "E": "exterminate", "h": "human2", "H": "human4", "d": "dalek2", "K": "dalek3"}
UNDO = msg("test.undo")
TEXTS = {
    "es": {
        "test.undo": "ATRÁS",
        "test.undo.note": "la elección",
        "test.yes": "SÍ",
        "test.next": "OTRA",
        "test.look": "¿{face}? Mira el dado",
        "test.few": "Faltan dados: hay 8 de 10",
        "test.camera": "La cámara no responde",
        "test.stale": "La mesa ya ha cambiado",
        "test.rolling": "Ruedan…",
        "test.won": "¡Gana {name} con {points}!",
        "test.threw": "Tira {n} dados",
    },
    "en": {
        "test.undo": "UNDO",
        "test.undo.note": "the choice",
        "test.yes": "YES",
        "test.next": "NEXT",
        "test.look": "{face}? Check the die",
        "test.few": "Dice are missing: 8 of 10",
        "test.camera": "The camera does not answer",
        "test.stale": "The table has moved on",
        "test.rolling": "Rolling…",
        "test.won": "{name} wins with {points}!",
        "test.threw": "Throws {n} dice",
    },
}


def faces(letters: str) -> tuple[str, ...]:
    return tuple(SHORT[letter] for letter in letters)


def thrown(state: State, letters: str) -> State:
    dice = tuple(Die("dalek", face) for face in faces(letters))
    return step(GAME, state, state.seat, Roll(dice))


def turn(state: State, letters: str, keep: str) -> State:
    """A roll, what is kept of it, STOP."""
    state = thrown(state, letters)
    if state.turn.phase == "keep":
        state = step(GAME, state, state.seat, Keep(faces(keep)))
    return step(GAME, state, state.seat, Stop()) if state.turn.phase == "decide" else state


def started(seats: int = 4, target: int = 60) -> State:
    return GAME.start(seats, {"target": target, "dice": "dalek"})


def midgame(seats: int = 4) -> State:
    """Three rounds are played, the second seat has rolled once and goes on."""
    state = started(seats)
    for n in range(3 * seats + 1):
        state = turn(state, "HHHKKKddhD", "HHHKKKdd" if n % 3 else "HKKd")
    state = thrown(state, "HhKKKKddDE")
    state = step(GAME, state, state.seat, Keep(faces("HK")))
    return step(GAME, state, state.seat, Again())


def keys(ask: Ask | Over | None) -> tuple[Key, ...]:
    offers = {o.button: o for o in ask.offers} if isinstance(ask, Ask) else {}
    made = []
    for name, button in (("stop", "main"), ("reroll", "second")):
        offer = offers.get(button)  # type: ignore[call-overload]
        if offer is None:
            text = msg("dalek-dice.button.stop" if name == "stop" else "dalek-dice.button.again")
            made.append(Key(name, text, blocked=msg("table.refused.not_offered")))  # type: ignore[arg-type]
        else:
            main = name == "stop" and offer.blocked is None
            made.append(Key(name, offer.text, offer.note, offer.blocked, main))  # type: ignore[arg-type]
    return (*made, Key("undo", UNDO, msg("test.undo.note")))


def shown(state: State, number: int = 1, held: tuple[int, ...] = (), light: Light | None = None) -> Shown:
    """What a session would show of this state, with these dice in the hand."""
    hand = tuple(state.turn.last[n] for n in held)
    ask = GAME.ask(state, hand)
    seats = (
        NAMES[: len(state.history)]
        if len(state.history) <= 4
        else tuple(f"Jugador {n}" for n in range(len(state.history)))
    )
    pool = ask.pick.pool if isinstance(ask, Ask) and ask.pick else ()
    choosable = {item.die for item in pool}
    dice = tuple(
        ShownDie(
            n, "dalek", face, 0.99 - n / 50, "corrected" if n == 1 else "seen",
            "held" if n in held else "forced" if n in state.turn.forced else "free", n in choosable,
        )
        for n, face in enumerate(state.turn.last)
    )  # fmt: skip
    over = isinstance(ask, Over)
    light = light or ("win" if over else "ready" if isinstance(ask, Ask) and ask.need else "move")
    line: Msg = ask.text if isinstance(ask, Ask) else won(state, seats)
    return Shown(
        number=number, ply=2 * number, light=light, line=line, seat=None if over else state.seat, ask=ask,
        match=MatchHead(
            7, "dalek-dice", "", seats, {"target": state.target, "dice": "dalek"},
            "finished" if over else "open", state.totals, ask.places[0] if isinstance(ask, Over) else (),
            "2026-11-18T20:15:00", 2 * number,
        ),
        keys=keys(ask), dice=dice, held=held, tray="settled" if dice else "empty",
        scores=tuple(GAME.score(state, seat) for seat in range(len(seats))), totals=state.totals,
        news=GAME.news(state), view=GAME.view(*previewed(state, hand)), progress=GAME.progress(state),
    )  # fmt: skip


def previewed(state: State, hand: tuple[str, ...]) -> tuple[State, None, tuple[str, ...]]:
    """The state with the hand kept, where that ends no turn: what a session gives to `view`."""
    if not hand:
        return state, None, ()
    after = step(GAME, state, state.seat, Keep(hand))
    return (after, None, ()) if after.seat == state.seat else (state, None, hand)


def won(state: State, seats: tuple[str, ...]) -> Msg:
    best = max(state.totals)
    return msg("test.won", name=seats[state.totals.index(best)], points=best)


def ready() -> Shown:
    return shown(midgame())


def first() -> Shown:
    return shown(started())


def ten() -> Shown:
    """All ten dice lie, one is forced, nothing is chosen."""
    return shown(thrown(started(), "HhHhKdKdDE"))


def move() -> Shown:
    return shown(thrown(midgame(), "KdHEKh"), held=(0, 1, 2, 4))


def last_dice() -> Shown:
    """All the rest is in the hand: keeping it would end the turn, so it is not yet in the view."""
    return shown(thrown(midgame(), "KdHEKh"), held=(0, 1, 2, 4, 5))


def third_exterminate() -> Shown:
    """The third Exterminate is rolled, and there are fewer Daleks than Humans."""
    state = thrown(started(), "HHKhhddhDE")
    for letters in ("HhhhhdE", "HhhhE"):
        state = step(GAME, state, state.seat, Keep(faces("H")))
        state = step(GAME, state, state.seat, Again())
        state = thrown(state, letters)
    return shown(state)


def few_daleks() -> Shown:
    """The second Exterminate is rolled: Daleks still have to match Humans."""
    state = thrown(started(), "HHKhhddhDE")
    state = step(GAME, state, state.seat, Keep(faces("HH")))
    state = step(GAME, state, state.seat, Again())
    return shown(thrown(state, "hhhhdE"), held=(4,))


def blocked() -> Shown:
    return shown(thrown(midgame(), "KdHKhK"))


def unsure() -> Shown:
    base = replace(ready(), light="look", line=msg("test.look", face=msg("face.dalek.dalek2")))
    quad = ((10, 10), (60, 10), (60, 60), (10, 60))
    lying = tuple(LyingDie("dalek", f, "ok", 0.98, (10, 10, 60, 60), quad, True) for f in faces("KdHE"))
    bad = LyingDie("dalek", "dalek2", "unsure", 0.46, (200, 80, 260, 140), quad, True)
    dice = tuple(ShownDie(-1, "dalek", d.face, d.sure, "seen") for d in lying)
    dice += (ShownDie(-1, "dalek", "dalek2", 0.46, "seen", "unsure"),)
    guesses = (("dalek2", 0.46), ("dalek3", 0.3), ("human2", 0.2), ("human4", 0.02), ("doctor", 0.01))
    query = Query(4, "unsure", "dalek", guesses, 0, bad.box, 12)
    yes = (
        Key("stop", msg("table.key.yes"), main=True),
        Key("reroll", msg("table.key.next")),
        Key("undo", UNDO),
    )
    return replace(base, dice=dice, lying=(*lying, bad), query=query, about=14, keys=yes, tray="settled")


def complaint() -> Shown:
    dice = tuple(ShownDie(-1, "dalek", face, 0.9, "seen") for face in faces("HhHhKdKd"))
    text = msg("test.few")
    return replace(first(), light="look", line=text, complaint=text, dice=dice, tray="settled")


def rolling() -> Shown:
    return replace(ready(), light="rolling", line=msg("test.rolling"), tray="rolling")


def practice() -> Shown:
    dice = tuple(ShownDie(-1, "dalek", face, 0.9, "seen", "practice") for face in faces("Hh"))
    return replace(move(), dice=dice)


def good() -> Shown:
    return shown(turn(started(), "HHHKKKddhD", "HHHKKKdd"), light="good")


def bad() -> Shown:
    return shown(turn(started(), "HHHKhhddhD", "HHH"), light="bad")


def fault() -> Shown:
    text = msg("test.camera")
    return replace(first(), light="fault", line=text, faults=(text,))


def over() -> Shown:
    state = started(target=30)
    while not state.over:
        state = turn(state, "HHHKKKddhD", "HHHKKKdd" if state.seat % 3 else "HKKd")
    return shown(state)


def crowd() -> Shown:
    return shown(midgame(9))


STATES: dict[str, Callable[[], Shown]] = {
    "first": first, "ready": ready, "ten": ten, "move": move,
    "last_dice": last_dice, "third_exterminate": third_exterminate, "blocked": blocked, "unsure": unsure,
    "complaint": complaint, "rolling": rolling, "practice": practice, "good": good, "bad": bad,
    "fault": fault, "over": over, "crowd": crowd,
}  # fmt: skip
