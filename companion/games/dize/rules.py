"""diZe: one player against zombies, twenty dice that change sides; by the rules Z1 to Z22.

Refuses to know who plays, how dice are seen, and in what language anything is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, ClassVar

from companion.dice import D6, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
    Item,
    Line,
    Msg,
    Need,
    News,
    Offer,
    Option,
    Over,
    Pick,
    Progress,
    Roll,
    Seats,
    msg,
)
from companion.games.dize import odds as odds
from companion.games.dize.news import news
from companion.games.dize.turn import BONUS, ROLLED, State, allocated, stopped
from companion.games.dize.zones import DICE, HERO, Fight, Zones


@dataclass(frozen=True)
class Choose(Command):
    """Launch so many human dice."""

    verb: ClassVar[str] = "choose"
    dice: int = 0


@dataclass(frozen=True)
class Allocate(Command):
    """Dice taken after an attack that worked: one retires, sixes beside it become heroes.

    The one that is no six retires, whenever it was taken; of sixes alone, one does (Z11). A hand that
    scoops up several dice at once has no order, and needs none.
    """

    verb: ClassVar[str] = "allocate"
    faces: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.faces

    @property
    def heroes(self) -> int:
        return len(self.faces) - 1


@dataclass(frozen=True)
class GoOn(Command):
    """Attack again."""

    verb: ClassVar[str] = "go_on"


@dataclass(frozen=True)
class Stop(Command):
    """End the attack and execute the captured."""

    verb: ClassVar[str] = "stop"


@dataclass(frozen=True)
class GiveUp(Command):
    """Lose, with the points there are (Z21)."""

    verb: ClassVar[str] = "give_up"


class Dize:
    """The rules as the table sees them."""

    id = "dize"
    rules = 1
    seats = Seats(least=1, most=1, usual=1)
    options: tuple[Option, ...] = (
        Option("zombies", msg("dize.option.zombies"), default=4, least=1, most=DICE - 1),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Choose, Allocate, GoOn, Stop, GiveUp)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        zombies = int(options["zombies"])
        return State(zombies, Zones(DICE - zombies, zombies))

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        zones = state.zones
        match state.phase:
            case "over":
                return Over(((0,),), msg(f"dize.over.{state.result}", points=state.score))
            case "choose":
                return Ask(0, choose_text(zones.most), offers=choices(zones.most, zones.usual, state.score))
            case "infection":
                return throw(msg("dize.infection", n=zones.launch), zones.launch)
            case "attack":
                text = "dize.attack" if state.first else "dize.attack.again"
                return throw(msg(text, n=zones.launch), zones.launch)
            case "allocate":
                return ask_allocate(state, hand)
            case "decide":
                offers = (*decisions(state), give_up(state.score))
                return Ask(0, msg("dize.decide", n=zones.launch), offers=offers)
        return throw(msg("dize.bite", n=zones.zombies), zones.zombies)

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll(dice):
                return ROLLED[state.phase](state, tuple(die.face for die in dice))
            case Choose(n):
                return replace(state, zones=state.zones.chosen(n), phase="infection", did="chosen", many=n)
            case Allocate():
                return allocated(state, command.heroes)
            case GoOn():
                return replace(state, phase="attack", did="went on")
            case Stop():
                return stopped(state)
        return replace(state, phase="over", result="lost", did="gave up")

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        lines = (
            Line(msg("dize.score.start"), state.start),
            Line(msg("dize.score.executed"), state.zones.executed),
        )
        return (*lines, Line(msg("dize.score.won"), BONUS)) if state.result == "won" else lines

    def news(self, state: State) -> tuple[News, ...]:
        return news(state)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        zones = state.zones
        match state.phase:
            case "choose":
                return odds.before_choosing(zones)
            case "infection":
                return odds.before_infection(zones)
            case "attack":
                return odds.before_attack(zones)
            case "allocate":
                return allocate_advice(state, hand)
            case "decide":
                return odds.before_deciding(zones)
            case "bite":
                return odds.before_bite(zones)
        return ()

    def progress(self, state: State) -> Progress:
        return Progress()

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """What the page draws. `fight` is the last roll, or what an attack that is due begins with.

        `if_stopped` is the score that STOP would bring, None while nobody can stop.
        """
        return {
            "phase": state.phase,
            "turn": state.turn,
            "start": state.start,
            "zones": asdict(state.zones),
            "living": state.zones.living,
            "most": state.zones.most if state.phase == "choose" else None,
            "fight": fight_view(state),
            "last": state.last,
            "result": state.result,
            "score": state.score,
            "if_stopped": if_stopped(state),
        }


@cache
def throw(text: Msg, n: int) -> Ask:
    return Ask(0, text, need=Need((DieSpec(D6.id),) * n))


def choose_text(most: int) -> Msg:
    return msg("dize.choose.one") if most == 1 else msg("dize.choose", n=most)


@cache
def choices(most: int, usual: int, points: int) -> tuple[Offer, ...]:
    """Every number from 1 (Z6) to the most (Z5), the usual one on the main button."""
    numbers = (launch(n) if n == usual else pick(n) for n in range(1, most + 1))
    return (*numbers, give_up(points))


def launch(n: int) -> Offer:
    text, note = msg("dize.button.launch", n=n), msg("dize.note.launch")
    return Offer(0, (Choose(n),), text, "main", note=note)


def pick(n: int) -> Offer:
    return Offer(0, (Choose(n),), msg("dize.button.number", n=n), "pick", short=str(n))


@cache
def give_up(points: int) -> Offer:
    note = msg("dize.note.give_up", total=points)
    return Offer(0, (GiveUp(),), msg("dize.button.give_up"), "pick", note=note)


def ask_allocate(state: State, hand: tuple[str, ...]) -> Ask:
    """Which die retires, which sixes become heroes, and, in the same press, whether to go on."""
    fight, take = state.fight, Allocate(hand)
    assert fight is not None
    pool = tuple(Item(face, place) for place, face in enumerate(fight.faces))
    choice = Pick(pool, least=1, most=fight.most)
    why = fight.objection(hand)
    if why is not None:
        text = allocate_text(fight) if not hand else why
        more = () if hand else (give_up(state.score),)
        return Ask(0, text, None, choice, (*refused(take, why), *more))
    after = allocated(state, take.heroes)
    if after.phase == "decide":
        return Ask(0, msg("dize.decide", n=after.zones.launch), None, choice, decisions(after, (take,)))
    offer = Offer(0, (take,), msg("dize.button.execute"), "main", note=stop_note(after), points=after.score)
    text = msg("dize.close.won") if after.result else msg("dize.close", n=after.many)
    return Ask(0, text, None, choice, (offer,))


def allocate_text(fight: Fight) -> Msg:
    return msg("dize.allocate.heroes" if fight.most > 1 and HERO in fight.faces else "dize.allocate")


def decisions(state: State, before: tuple[Command, ...] = ()) -> tuple[Offer, Offer]:
    """Stop or attack again, after the commands `before` that lead here."""
    stop, go_on, after = msg("dize.button.stop"), msg("dize.button.go_on"), stopped(state)
    return (
        Offer(0, (*before, Stop()), stop, "main", note=stop_note(after), points=after.score),
        Offer(0, (*before, GoOn()), go_on, "second", note=go_on_note(state.zones)),
    )


def refused(take: Allocate, why: Msg) -> tuple[Offer, Offer]:
    return (
        Offer(0, (take, Stop()), msg("dize.button.stop"), "main", blocked=why),
        Offer(0, (take, GoOn()), msg("dize.button.go_on"), "second", blocked=why),
    )


def stop_note(after: State) -> Msg:
    """What the stop that led here executed, and the score it made."""
    return msg("dize.note.won" if after.result else "dize.note.stop", n=after.many, points=after.score)


def go_on_note(zones: Zones) -> Msg:
    """How the next attack begins (Z8)."""
    if zones.heroes:
        return msg("dize.note.go_on.heroes", n=zones.launch, heroes=zones.heroes, captured=zones.captured)
    return msg("dize.note.go_on", n=zones.launch, captured=zones.captured)


def allocate_advice(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """For the hand, if it can be taken; else for every number of heroes there may be."""
    fight = state.fight
    assert fight is not None
    if fight.objection(hand) is not None:
        return odds.before_allocating(state.zones, fight.most - 1)
    return odds.before_deciding(state.zones.allocated(len(hand) - 1))


def fight_view(state: State) -> dict[str, Any]:
    """The last roll, or, while one is awaited, the heroes and captured who will count with it."""
    fight = state.fight
    if fight is None or state.phase == "attack":
        fight = Fight((), state.zones.heroes, state.zones.captured)
    return {
        "faces": list(fight.faces),
        "heroes": fight.heroes,
        "captured": fight.captured,
        "even": fight.even,
        "odd": fight.odd,
    }


def if_stopped(state: State) -> int | None:
    return stopped(state).score if state.phase == "decide" else None


GAME: Game[State] = Dize()
