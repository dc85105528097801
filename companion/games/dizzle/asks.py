"""What Dizzle asks at every moment, and what can be answered with the dice in the hand.

Refuses to know what an answer brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
Choice = tuple[str, Placement]  # a cell that can be chosen: its letter, where it is, and its number


def asked(state: State, hand: tuple[str, ...]) -> Ask:
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
    choices = choices_of(state)
    if not hand:
        return invitation(state), (*placements(state, choices), *unneeded(state.current))
    if len(hand) > 1:
        why = msg("dizzle.blocked.one")  # L27
        return why, refused(state, why, hand[0])
    held = [choice for choice in choices if str(choice[1][1]) == hand[0]]
    if held:
        return where(held), (*placements(state, held), *unneeded(state.current))
    why = msg("dizzle.blocked.nowhere", die=hand[0])
    return why, refused(state, why, hand[0])


def refused(state: State, why: Msg, name: str) -> tuple[Offer, ...]:
    """A hand with which nothing can be done; one that is not of the pool at all has nothing to place."""
    if name not in map(str, state.values):
        return unneeded(state.current)
    blocked = Offer(state.current, (Take(int(name), NOWHERE),), PLACE, "main", blocked=why)
    return (blocked, *unneeded(state.current))


def unneeded(seat: int) -> tuple[Offer, Offer]:
    """Dropping out and re-rolling, which are not open as long as a die fits (L7): the keys say so."""
    return (
        Offer(seat, (Drop(),), DROP, "main", blocked=FITS),
        Offer(seat, (Reroll(),), REROLL, "second", blocked=FITS),
    )


def placements(state: State, choices: Sequence[Choice]) -> tuple[Offer, ...]:
    specials = state.board.sheet.specials
    return tuple(
        offer(
            state.current,
            Take(number, cell),
            msg("dizzle.cell", letter=letter, die=number),
            PLACE if len(choices) == 1 else None,
            printed(state, specials[cell].kind) if cell in specials else None,
        )
        for letter, (cell, number) in choices
    )


def printed(state: State, kind: str) -> Msg:
    """What is printed on the cell, for the small text under its offer."""
    return msg("dizzle.special.pile", points=state.board.sheet.pile) if kind == "pile" else SPECIALS[kind]


def offer(seat: int, command: Command, text: Msg, alone: Msg | None, note: Msg | None = None) -> Offer:
    """One of several things to choose on the page; if it is the only one, `alone` says it on the main key."""
    if alone is None:
        return Offer(seat, (command,), text, "pick", note=note)
    return Offer(seat, (command,), alone, "main", note=text)


def penalty(state: State, hand: tuple[str, ...]) -> Ask:
    """A die of one's own goes back, which one is free to choose (L5)."""
    choices = choices_of(state)
    alone = GIVE_BACK if len(choices) == 1 else None
    offers = tuple(
        offer(state.current, GiveBack(cell), msg("dizzle.cell", letter=letter, die=number), alone)
        for letter, (cell, number) in choices
    )
    return Ask(state.current, msg("dizzle.penalty"), offers=offers, spent=state.spent)


def planet(state: State, hand: tuple[str, ...]) -> Ask:
    """A rocket takes off for a free planet of the player's choice (L16)."""
    choices = choices_of(state)
    alone = LAND if len(choices) == 1 else None
    offers = tuple(
        offer(state.current, Planet(cell), msg("dizzle.planet.cell", letter=letter), alone)
        for letter, (cell, _) in choices
    )
    return Ask(state.current, msg("dizzle.planet"), offers=offers, spent=state.spent)


def choices_of(state: State) -> tuple[Choice, ...]:
    """The cells that can be chosen now, with letters in reading order; a planet's number is 0."""
    return tuple(zip(map(letter, range(len(open_cells(state)))), open_cells(state), strict=True))


def open_cells(state: State) -> Sequence[Placement]:
    if state.phase == "act":
        return state.legal
    if state.phase == "penalty":
        return numbered(state, sorted(state.seat.cells))
    return numbered(state, state.seat.paper.planets) if state.phase == "planet" else ()


def numbered(state: State, cells: Iterable[Cell]) -> tuple[Placement, ...]:
    return tuple((cell, state.board.numbers.get(cell, 0)) for cell in cells)


def letter(n: int) -> str:
    """A, B, … Z, AA, AB, …"""
    first, last = divmod(n, len(ascii_uppercase))
    return (letter(first - 1) if first else "") + ascii_uppercase[last]


def invitation(state: State) -> Msg:
    """Which values can be taken."""
    values = sorted({number for _, number in state.legal})
    if state.last_chance:
        return msg("dizzle.take.last", values=listed("dizzle.list", values))
    return msg("dizzle.take", values=listed("dizzle.a_list", values))


def where(choices: Sequence[Choice]) -> Msg:
    """Where the die in the hand can go."""
    letters, number = [letter for letter, _ in choices], choices[0][1][1]
    if len(letters) > len(NAMES):
        return msg("dizzle.where", die=number)
    return msg("dizzle.place", die=number, cells=listed("dizzle.list", letters))


def listed(key: str, things: Sequence[int | str]) -> Msg:
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
