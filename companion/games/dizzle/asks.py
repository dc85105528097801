"""What Dizzle asks at every moment, and what can be answered with the dice in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase

from companion.dice import D6, DieSpec
from companion.game import Ask, Command, Item, Msg, Need, Offer, Pick, msg
from companion.games.dizzle.state import (
    EXTRA,
    POOL,
    Drop,
    GiveBack,
    Phase,
    Placement,
    Planet,
    Reroll,
    State,
    Take,
)
from companion.sheets import Cell

DIE = DieSpec(D6.id)
NOWHERE = (0, 0)  # the cell of a die that cannot be placed


@dataclass(frozen=True)
class Choice:
    """A cell that can be chosen, the value of its die (0 on a planet), and the letter that names it."""

    cell: Cell
    die: int
    letter: str


def ask(state: State, hand: tuple[str, ...]) -> Ask:
    """The question of the phase; only in the midst of a turn the hand matters."""
    return ASKS[state.phase](state, hand)


def throw(state: State, hand: tuple[str, ...]) -> Ask:
    n = POOL[len(state.seats)]
    return Ask(state.current, msg("dizzle.throw", n=n), Need((DIE,) * n), spent=state.spent)


def throw_again(state: State, hand: tuple[str, ...]) -> Ask:
    n = len(state.pool)
    need = Need((DIE,) * n, beside=True)
    every = tuple(range(len(state.roll)))  # the pool too, as it is about to be thrown anew
    return Ask(state.current, msg("dizzle.throw_again", n=n), need, spent=every)


def throw_extra(state: State, hand: tuple[str, ...]) -> Ask:
    need = Need((DIE,) * EXTRA, beside=True)
    return Ask(state.current, msg("dizzle.throw_extra", n=EXTRA), need, spent=state.spent)


def take(state: State, hand: tuple[str, ...]) -> Ask:
    """A die must be taken if any fits (L11); else it is re-roll or drop out (L7), whatever is in the hand."""
    if not state.legal:
        return stuck(state)
    pick = Pick(tuple(Item(str(state.roll[place]), place) for place in state.pool), 0, 1)
    text, offers = answers(state, hand)
    return Ask(state.current, text, None, pick, offers, spent=state.spent)


def stuck(state: State) -> Ask:
    n, seat = len(state.pool), state.current
    note = msg("dizzle.note.risk" if state.seat.dice else "dizzle.note.dice", n=n)
    offers = (
        Offer(seat, (Drop(),), DROP, "main", note=msg("dizzle.note.drop")),
        Offer(seat, (Reroll(),), REROLL, "second", note=note),
    )
    return Ask(seat, msg("dizzle.stuck", n=n), offers=offers, spent=state.spent)


def answers(state: State, hand: tuple[str, ...]) -> tuple[Msg, tuple[Offer, ...]]:
    """The line to say, and the placements open to this hand."""
    if len(hand) > 1:
        why = msg("dizzle.blocked.one")  # L27
        return why, blocked_offers(state, why, hand[0])
    open_ = open_choices(state, hand)
    if not open_:
        why = msg("dizzle.blocked.nowhere", die=hand[0])
        return why, blocked_offers(state, why, hand[0])
    return where(open_) if hand else invitation(state), (
        *placements(state, open_),
        *keys_blocked(state.current),
    )


def blocked_offers(state: State, why: Msg, name: str) -> tuple[Offer, ...]:
    """A hand with which nothing can be done; one that is not of the pool at all has nothing to place."""
    if name not in map(str, state.values):
        return keys_blocked(state.current)
    blocked = Offer(state.current, (Take(int(name), NOWHERE),), PLACE, "main", blocked=why)
    return (blocked, *keys_blocked(state.current))


@cache
def keys_blocked(seat: int) -> tuple[Offer, Offer]:
    """Dropping out and re-rolling, which are not open as long as a die fits (L7): the keys say so."""
    return (
        Offer(seat, (Drop(),), DROP, "main", blocked=FITS),
        Offer(seat, (Reroll(),), REROLL, "second", blocked=FITS),
    )


def placements(state: State, open_: Sequence[Choice]) -> tuple[Offer, ...]:
    specials = state.board.sheet.specials
    alone = PLACE if len(open_) == 1 else None
    return tuple(
        offer(
            state.current,
            Take(choice.die, choice.cell),
            choice,
            alone,
            special_note(state, specials[choice.cell].kind) if choice.cell in specials else None,
        )
        for choice in open_
    )


def special_note(state: State, kind: str) -> Msg:
    """What is printed on the cell, for the small text under its offer."""
    return msg("dizzle.special.pile", points=state.board.sheet.pile) if kind == "pile" else SPECIALS[kind]


def offer(seat: int, command: Command, choice: Choice, alone: Msg | None, note: Msg | None = None) -> Offer:
    """To choose one of several cells; if it is the only one, `alone` says it on the main key."""
    if choice.die:
        text = msg("dizzle.cell", letter=choice.letter, die=choice.die)
    else:
        text = msg("dizzle.planet.cell", letter=choice.letter)
    if alone is None:
        return Offer(seat, (command,), text, "pick", note=note, short=choice.letter)
    return Offer(seat, (command,), alone, "main", note=text, short=choice.letter)


def penalty(state: State, hand: tuple[str, ...]) -> Ask:
    """A die of one's own goes back, which one is free to choose (L5)."""
    own = choices(state)
    alone = GIVE_BACK if len(own) == 1 else None
    offers = tuple(offer(state.current, GiveBack(choice.cell), choice, alone) for choice in own)
    return Ask(state.current, msg("dizzle.penalty"), offers=offers, spent=state.spent)


def planet(state: State, hand: tuple[str, ...]) -> Ask:
    """A rocket takes off for a free planet of the player's choice (L16)."""
    free = choices(state)
    alone = LAND if len(free) == 1 else None
    offers = tuple(offer(state.current, Planet(choice.cell), choice, alone) for choice in free)
    return Ask(state.current, msg("dizzle.planet"), offers=offers, spent=state.spent)


def choices(state: State) -> tuple[Choice, ...]:
    """The cells that can be chosen now, with letters in reading order."""
    return tuple(Choice(cell, die, letter(n)) for n, (cell, die) in enumerate(open_cells(state)))


def open_choices(state: State, hand: tuple[str, ...]) -> tuple[Choice, ...]:
    """Those that the dice in the hand leave: for one die its cells, for several none (L27)."""
    every = choices(state)
    if state.phase != "act" or not hand:
        return every
    return tuple(choice for choice in every if hand == (str(choice.die),))


def open_cells(state: State) -> Sequence[Placement]:
    if state.phase == "act":
        return state.legal
    if state.phase == "penalty":
        return with_numbers(state, sorted(state.seat.cells))
    return with_numbers(state, state.seat.paper.planets) if state.phase == "planet" else ()


def with_numbers(state: State, cells: Iterable[Cell]) -> tuple[Placement, ...]:
    return tuple((cell, state.board.numbers.get(cell, 0)) for cell in cells)


@cache
def letter(n: int) -> str:
    """A, B, … Z, AA, AB, …"""
    first, last = divmod(n, len(ascii_uppercase))
    return (letter(first - 1) if first else "") + ascii_uppercase[last]


def invitation(state: State) -> Msg:
    """Which values can be taken."""
    values = sorted({number for _, number in state.legal})
    if state.last_chance:
        return msg("dizzle.take.last", values=list_of("dizzle.list", values))
    return msg("dizzle.take", values=list_of("dizzle.a_list", values))


def where(open_: Sequence[Choice]) -> Msg:
    """Where the die in the hand can go."""
    letters, number = [choice.letter for choice in open_], open_[0].die
    if len(letters) > len(NAMES):
        return msg("dizzle.where", die=number)
    return msg("dizzle.place", die=number, cells=list_of("dizzle.list", letters))


def list_of(key: str, things: Sequence[int | str]) -> Msg:
    """One to six things as a list in words."""
    return Msg(f"{key}.{len(things)}", dict(zip(NAMES, things, strict=False)))


NAMES = "abcdef"
DROP, REROLL, PLACE, GIVE_BACK, LAND = (
    msg(f"dizzle.button.{name}") for name in ("drop", "reroll", "place", "give_back", "land")
)
FITS = msg("dizzle.blocked.fits")
SPECIALS = {
    kind: msg(f"dizzle.special.{kind}") for kind in ("gem", "puzzle", "key", "lock", "bomb", "flag", "rocket")
}
ASKS: Mapping[Phase, Callable[[State, tuple[str, ...]], Ask]] = {
    "roll": throw,
    "act": take,
    "reroll": throw_again,
    "penalty": penalty,
    "extra": throw_extra,
    "planet": planet,
}
