"""Real `Shown` values of Dizzle for the page to draw: the rules make the Ask, the view and the news.

Stands in for the session only in what a session adds: light, keys, provenance of dice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.dice import Die
from companion.game import Ask, Command, Msg, Over, Roll, msg, step
from companion.games.dizzle.rules import GAME
from companion.games.dizzle.state import Drop, Reroll, State
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Key, Light, Shown, ShownDie

NAMES = ("Ana", "Teo", "Lucía", "Marc")
UNDO = Key("undo", msg("test.undo"), msg("test.undo.note"))


def started(seats: int, sheet: str = "level-3") -> State:
    return GAME.start(seats, {"sheet": sheet})


def go(state: State, command: Command) -> State:
    ask = GAME.ask(state)
    assert isinstance(ask, Ask)
    return step(GAME, state, ask.seat, command)


def throw(state: State, faces: str) -> State:
    return go(state, Roll(tuple(Die("d6", face) for face in faces)))


def needed(state: State) -> int:
    ask = GAME.ask(state)
    return len(ask.need.throw) if isinstance(ask, Ask) and ask.need else 0


def played(state: State, turns: int, luck: Random, steps: int = 0) -> State:
    """The match after so many turns, and then so many steps, of taking whatever is open."""
    while not isinstance(ask := GAME.ask(state), Over) and (state.turn < turns or steps > 0):
        steps -= state.turn >= turns
        if ask.need:
            state = throw(state, "".join(luck.choice("123456") for _ in range(needed(state))))
        else:
            state = go(state, luck.choice([o for o in ask.offers if o.blocked is None]).commands[0])
    return state


def keys(ask: Ask | Over | None) -> tuple[Key, ...]:
    mine = ask.offers if isinstance(ask, Ask) else ()
    offers = {o.button: o for o in sorted(mine, key=lambda o: o.blocked is None)}
    stop, again = offers.get("main"), offers.get("second")
    none = msg("table.blocked.none")
    return (
        Key("stop", stop.text, stop.note, stop.blocked, stop.blocked is None)
        if stop
        else Key("stop", msg("table.key.stop"), blocked=none),
        Key("reroll", again.text, again.note, again.blocked)
        if again
        else Key("reroll", msg("table.key.reroll"), blocked=none),
        UNDO,
    )


def shown(state: State, held: tuple[int, ...] = (), light: Light | None = None) -> Shown:
    """What a session would show of this state, with these dice in the hand."""
    hand = tuple(str(state.roll[n]) for n in held)
    ask = GAME.ask(state, hand)
    seats, over = NAMES[: len(state.seats)], isinstance(ask, Over)
    spent, pool = ((), ()) if isinstance(ask, Over) else (ask.spent, ask.pick.pool if ask.pick else ())
    choosable = {item.die for item in pool}
    dice = tuple(
        ShownDie(n, "d6", str(face), 0.99, "seen", "held" if n in held else "free", n in choosable)
        for n, face in enumerate(state.roll)
        if n not in spent and not over
    )
    totals = tuple(sum(line.points for line in GAME.score(state, n)) for n in range(len(seats)))
    line: Msg = ask.reason if isinstance(ask, Over) else ask.text
    light = light or ("win" if over else "ready" if isinstance(ask, Ask) and ask.need else "move")
    return Shown(
        number=1, ply=2, light=light, line=line, seat=None if over else ask.seat,  # type: ignore[union-attr]
        ask=ask, keys=keys(ask), dice=dice, held=held, tray="settled" if dice else "empty",
        match=MatchHead(
            7, "dizzle", "", seats, {"sheet": "level-3"}, "finished" if over else "open", totals,
            ask.places[0] if isinstance(ask, Over) else (), "2026-11-18T20:15:00", 2,
        ),
        scores=tuple(GAME.score(state, n) for n in range(len(seats))), totals=totals,
        news=GAME.news(state), view=GAME.view(state, None, hand), progress=GAME.progress(state),
    )  # fmt: skip


def midway(seats: int, sheet: str = "level-3", turns: int = 4, steps: int = 3, seed: int = 2) -> State:
    return played(started(seats, sheet), turns, Random(seed), steps)


def found(true: Callable[[State], bool], seats: int, sheet: str, most: int = 400) -> State:
    """The first state of random play that is so."""
    for seed in range(most):
        luck, state = Random(seed), started(seats, sheet)
        while state.phase != "over":
            if true(state):
                return state
            state = played(state, 0, luck, 1)
    raise AssertionError("no such state in random play")


def holding(state: State) -> Shown:
    """With a die in the hand that goes to several squares, if there is such a one."""
    values = [number for _, number in state.legal]
    best = max(set(values), key=values.count)
    return shown(state, (next(n for n in state.pool if state.roll[n] == best),))


def first(seats: int = 2) -> Shown:
    return shown(started(seats))


def two() -> Shown:
    return shown(midway(2))


def three() -> Shown:
    return shown(midway(3))


def three_holding() -> Shown:
    return holding(midway(3, steps=2))


def four() -> Shown:
    return shown(midway(4, steps=1))


def four_holding() -> Shown:
    return holding(midway(4, "level-4", 5, 1))


def solo() -> Shown:
    return shown(found(lambda s: s.phase == "act" and s.turn == 7 and bool(s.legal), 1, "level-4"))


def solo_extra() -> Shown:
    return shown(found(lambda s: s.phase == "extra" and s.turn == 3, 1, "level-2"))


def stuck() -> Shown:
    return shown(found(lambda s: s.phase == "act" and not s.legal and s.turn > 2, 3, "level-3"))


def last_go() -> Shown:
    return shown(found(lambda s: s.phase == "act" and s.last_chance and len(s.legal) > 1, 3, "level-2"))


def jump() -> Shown:
    return shown(found(lambda s: s.phase == "act" and s.seat.jump and len(s.legal) > 1, 2, "level-2"))


def penalty() -> Shown:
    return shown(found(lambda s: s.phase == "penalty" and len(s.seat.dice) > 1, 2, "level-1"))


def planet() -> Shown:
    return shown(found(lambda s: s.phase == "planet" and len(s.seat.paper.planets) > 1, 2, "level-4"))


def many() -> Shown:
    """More squares than there is room for letters."""
    return shown(found(lambda s: len(s.legal) > 15, 4, "level-1"))


def many_holding() -> Shown:
    """One die that goes to very many squares."""

    def fits(state: State) -> bool:
        values = [number for _, number in state.legal]
        return max(map(values.count, values), default=0) > 6

    return holding(found(fits, 4, "level-1"))


def alone() -> Shown:
    """Exactly one square for the die in the hand: it is on the main key."""
    state = midway(2)
    values = [number for _, number in state.legal]
    once = next(v for v in values if values.count(v) == 1)
    return shown(state, (next(n for n in state.pool if state.roll[n] == once),))


def wrong() -> Shown:
    """A die in the hand that goes nowhere."""
    state = found(lambda s: s.phase == "act" and s.turn > 2 and 0 < len(s.legal) < 3, 3, "level-3")
    values = {number for _, number in state.legal}
    return shown(state, (next(n for n in state.pool if state.roll[n] not in values),))


def rerolling() -> Shown:
    state = found(lambda s: s.phase == "act" and not s.legal and s.turn > 2, 3, "level-3")
    return shown(go(state, Reroll()))


def dropped() -> Shown:
    state = found(lambda s: s.phase == "act" and not s.legal and s.turn > 2, 4, "level-3")
    return shown(go(state, Drop()))


def over(seats: int = 3) -> Shown:
    return shown(played(started(seats), 99, Random(4)))


STATES: dict[str, Callable[[], Shown]] = {
    "first": first, "two": two, "three": three, "three_holding": three_holding, "four": four,
    "four_holding": four_holding, "solo": solo, "solo_extra": solo_extra, "stuck": stuck, "last_go": last_go,
    "jump": jump, "penalty": penalty, "planet": planet, "many": many, "many_holding": many_holding,
    "alone": alone, "wrong": wrong, "rerolling": rerolling, "dropped": dropped, "over": over,
}  # fmt: skip
