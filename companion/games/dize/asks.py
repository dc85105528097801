"""What diZe asks at every moment, and what can be answered with the dice in the hand."""

from __future__ import annotations

from functools import cache

from companion.dice import D6, DieSpec
from companion.game import Ask, Command, Item, Msg, Need, Offer, Over, Pick, msg
from companion.games.dize import turn
from companion.games.dize.state import Allocate, Choose, GiveUp, GoOn, State, Stop
from companion.games.dize.zones import HERO_FACE, Fight, Zones

EXECUTE, GO_ON, STOP = (msg(f"dize.button.{name}") for name in ("execute", "go_on", "stop"))


def ask(state: State, hand: tuple[str, ...]) -> Ask | Over:
    """What is awaited now; only for dice to be allocated the hand matters."""
    zones = state.zones
    match state.phase:
        case "over":
            return Over(((0,),), msg(f"dize.over.{state.result}", points=state.score))
        case "choose":
            most = zones.most_launch
            text = msg("dize.choose.one") if most == 1 else msg("dize.choose", n=most)
            return Ask(0, text, offers=numbers(most, zones.usual_launch, state.score))
        case "infection":
            return throw(msg("dize.infection", n=zones.launch), zones.launch)
        case "attack":
            text = msg("dize.attack" if state.first else "dize.attack.again", n=zones.launch)
            return throw(text, zones.launch)
        case "allocate":
            return allocation(state, hand)
        case "decide":
            offers = (*decisions(state), give_up(state.score))
            return Ask(0, msg("dize.decide", n=zones.launch), offers=offers)
    return throw(msg("dize.bite", n=zones.zombies), zones.zombies)


@cache
def throw(text: Msg, n: int) -> Ask:
    return Ask(0, text, need=Need((DieSpec(D6.id),) * n))


@cache
def numbers(most: int, usual: int, points: int) -> tuple[Offer, ...]:
    """Every number from 1 (Z6) to the most (Z5), the usual one on the main button."""
    return (*(number(n, n == usual) for n in range(1, most + 1)), give_up(points))


def number(n: int, usual: bool) -> Offer:
    """Launch so many; `short` is the number alone, for a page that has a button for each."""
    if usual:
        text, note = msg("dize.button.launch", n=n), msg("dize.note.launch")
        return Offer(0, (Choose(n),), text, "main", note=note, short=str(n))
    return Offer(0, (Choose(n),), msg("dize.button.number", n=n), "pick", short=str(n))


@cache
def give_up(points: int) -> Offer:
    note = msg("dize.note.give_up", total=points)
    return Offer(0, (GiveUp(),), msg("dize.button.give_up"), "pick", note=note)


def allocation(state: State, hand: tuple[str, ...]) -> Ask:
    """Which die retires, which sixes become heroes, and, in the same press, whether to go on."""
    fight, take = state.fight, Allocate(hand)
    assert fight is not None
    pool = tuple(Item(face, place) for place, face in enumerate(fight.faces))
    pick = Pick(pool, least=1, most=fight.most_in_hand)
    objection = fight.objection(hand)
    if objection is not None:
        text = objection if hand else invitation(fight)
        more = () if hand else (give_up(state.score),)
        return Ask(0, text, None, pick, (*blocked_decisions(take, objection), *more))
    after = turn.allocate(state, take.heroes)
    if after.phase == "decide":
        return Ask(0, msg("dize.decide", n=after.zones.launch), None, pick, decisions(after, (take,)))
    offer = Offer(0, (take,), EXECUTE, "main", note=stop_note(after), points=after.score)
    text = msg("dize.close.won") if after.result else msg("dize.close", n=after.event_dice)
    return Ask(0, text, None, pick, (offer,))


def invitation(fight: Fight) -> Msg:
    """To take the die that retires, and heroes if there may be any."""
    return msg(
        "dize.allocate.heroes" if fight.most_in_hand > 1 and HERO_FACE in fight.faces else "dize.allocate"
    )


def decisions(state: State, first: tuple[Command, ...] = ()) -> tuple[Offer, Offer]:
    """Stop or attack again, after the commands `first` that lead here."""
    after = turn.stop(state)
    return (
        Offer(0, (*first, Stop()), STOP, "main", note=stop_note(after), points=after.score),
        Offer(0, (*first, GoOn()), GO_ON, "second", note=go_on_note(state.zones)),
    )


def blocked_decisions(take: Allocate, why: Msg) -> tuple[Offer, Offer]:
    return (
        Offer(0, (take, Stop()), STOP, "main", blocked=why),
        Offer(0, (take, GoOn()), GO_ON, "second", blocked=why),
    )


def stop_note(after: State) -> Msg:
    """What the stop that led here executed, and the score it made."""
    return msg("dize.note.won" if after.result else "dize.note.stop", n=after.event_dice, points=after.score)


def go_on_note(zones: Zones) -> Msg:
    """How the next attack begins (Z8)."""
    if zones.heroes:
        return msg("dize.note.go_on.heroes", n=zones.launch, heroes=zones.heroes, captured=zones.captured)
    return msg("dize.note.go_on", n=zones.launch, captured=zones.captured)
