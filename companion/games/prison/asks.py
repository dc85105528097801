"""What the inmates' phase of 25 to Dice asks: the offers that a hand leaves open, and the Line."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from companion.game import Ask, Msg, Offer, msg
from companion.games.prison.hand import Done, Spend, pool, possible, refusal, sort_hand
from companion.games.prison.moves import Deed, Escape, Move, directions, routes, way
from companion.games.prison.prison import Prison
from companion.sheets import Cell

ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
CACHED_LABELS = 2_048  # about as many as there are single steps of inmates on a sheet
CACHED_ASKS = 8  # a player, the table and the page ask about one moment again and again


@lru_cache(CACHED_ASKS)
def inmates_ask(seat: int, prison: Prison, hand: tuple[str, ...]) -> Ask:
    """The Ask of the inmates' phase: any number of deeds in any order, then done."""
    held = sort_hand(prison, hand)
    deeds = tuple(possible(prison, held)) if held else ()
    if not hand:
        offers = (*(button_offer(seat, prison, deed) for deed in deeds), done_offer(seat, prison))
        return _ask(seat, prison, _line(prison, deeds), offers)
    if len(deeds) == 1:
        return _ask(seat, prison, sentence(prison, deeds[0]), (main_offer(seat, prison, deeds[0]),))
    if deeds:
        offers = tuple(button_offer(seat, prison, deed) for deed in deeds)
        return _ask(seat, prison, msg("25-to-dice.choose", n=len(deeds)), offers)
    why = refusal(prison, held)
    spend = Offer(seat, (Spend(hand),), msg("25-to-dice.button.move"), "main", blocked=why)
    return _ask(seat, prison, why, (spend,))


def _ask(seat: int, prison: Prison, text: Msg, offers: tuple[Offer, ...]) -> Ask:
    return Ask(seat, text, pick=pool(prison), offers=offers, spent=tuple(sorted(prison.used)))


def _line(prison: Prison, deeds: tuple[Deed, ...]) -> Msg:
    """What stands on the Line while the hand is empty."""
    if deeds or _any_set(prison):
        return msg("25-to-dice.move", dice=", ".join(map(str, sorted(prison.dice))))
    if prison.spare:
        return msg("25-to-dice.move.substitute")
    return msg("25-to-dice.move.none", n=len(prison.dice))


def _any_set(prison: Prison) -> bool:
    """Whether two or more equal dice could move somebody."""
    return any(
        routes(prison, name, die, length)
        for die, most in Counter(prison.dice).items()
        for length in range(2, most + 1)
        for name in prison.active
    )


def done_offer(seat: int, prison: Prison) -> Offer:
    """The way on: the rest of the dice is lost (E8)."""
    note = msg("25-to-dice.note.done", n=len(prison.dice))
    return Offer(seat, (Done(),), msg("25-to-dice.button.done"), "main", note=note)


def button_offer(seat: int, prison: Prison, deed: Deed) -> Offer:
    """One of several: a button of the page."""
    note = msg("25-to-dice.note.set", n=len(deed.path)) if isinstance(deed, Move) and deed.path[1:] else None
    return Offer(seat, (deed,), label(prison, deed), "pick", note=note)


def main_offer(seat: int, prison: Prison, deed: Deed) -> Offer:
    """The only one: the main button."""
    return Offer(seat, (deed,), msg(f"25-to-dice.button.{deed.verb}"), "main", note=label(prison, deed))


def label(prison: Prison, deed: Deed) -> Msg:
    """What a button says of a deed, in few signs."""
    match deed:
        case Move(inmate, die, _):
            return move_label(inmate, die, way(prison, deed))
        case Escape(inmate, die, _):
            return msg("25-to-dice.offer.escape", inmate=inmate, die=die)
        case _:
            was, number = prison.numbers[deed.square], prison.exit_of[deed.exit]
            return msg("25-to-dice.offer.substitute", was=was, number=number)


@lru_cache(CACHED_LABELS)
def move_label(inmate: str, die: int, squares: tuple[Cell, ...]) -> Msg:
    """Who goes with which die, and the way from the first square to the last as arrows."""
    route = "".join(ARROWS[step] for step in directions(squares))
    return msg("25-to-dice.offer.move", inmate=inmate, route=route, die=die)


def sentence(prison: Prison, deed: Deed) -> Msg:
    """What the Line says of the one thing the hand can do."""
    match deed:
        case Move(inmate, die, path):
            return msg("25-to-dice.says.move", inmate=inmate, die=die, n=len(path))
        case Escape(inmate, die, _):
            return msg("25-to-dice.says.escape", inmate=inmate, die=die)
        case _:
            was, number = prison.numbers[deed.square], prison.exit_of[deed.exit]
            return msg("25-to-dice.says.substitute", was=was, number=number)
