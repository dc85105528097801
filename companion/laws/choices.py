"""Laws about what may be done: what is offered and nothing else, with the dice that are needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from companion.dice import COLOURS, Die, DieSpec
from companion.game import Ask, Roll, msg
from companion.laws.random_play import Moment, hands, open_offers
from companion.laws.sample import BrokenLaw, Sample, demand

Face = tuple[str, str]  # of a die: its kind, and what it shows
STRANGE = ("no such item",)
HANDS = 3  # tried at each moment


def wrong_dice_are_refused_and_change_nothing(sample: Sample) -> None:
    for moment in sample.moments:
        command = moment.commands[0]
        if isinstance(command, Roll):
            for roll in _nearly(moment, command):
                sample.sentences(sample.refusal(moment.state, moment.seat, roll))
        else:
            kind = sample.game.kinds[0]
            why = sample.refusal(moment.state, moment.seat, Roll((Die(kind.id, kind.faces[0]),)))
            demand(why == msg("table.refused.no_throw"), f"a throw nobody awaits is refused by {why!r}")


def _nearly(moment: Moment, roll: Roll) -> Iterator[Roll]:
    """Rolls that are nearly this one: one die too many, one too few, a strange kind, face, colour."""
    first, *rest = roll.dice
    yield Roll((*roll.dice, first))
    yield Roll(tuple(rest))
    yield Roll((Die("no such kind", first.face, first.colour), *rest))
    yield Roll((Die(first.kind, "no such face", first.colour), *rest))
    of_any_kind = moment.ask.need is not None and DieSpec() in moment.ask.need.throw
    for kind in moment.game.kinds:
        if kind.id != first.kind and not of_any_kind:
            yield Roll((Die(kind.id, kind.faces[0], first.colour), *rest))
    if first.colour is not None:
        yield Roll((Die(first.kind, first.face, "no such colour"), *rest))


def an_open_offer_can_be_carried_out_and_a_blocked_one_is_refused_with_its_reason(sample: Sample) -> None:
    for moment, ask in _asked(sample):
        for offer in ask.offers:
            if offer.blocked is None:
                sample.carry_out(moment.state, offer.seat, offer.commands)
            else:
                why = sample.refusal(moment.state, offer.seat, offer.commands[0])
                demand(why == offer.blocked, f"blocked by {offer.blocked!r}, refused by {why!r}")


def all_that_blocks_can_be_said(sample: Sample) -> None:
    for _, ask in _asked(sample):
        for offer in ask.offers:
            if offer.blocked is not None:
                sample.sentences(offer.blocked)


def _asked(sample: Sample) -> Iterator[tuple[Moment, Ask]]:
    """Each moment with hands to try: none, one that cannot be, and some at random."""
    luck = Random(sample.game.id)
    for moment in sample.moments:
        pick = moment.ask.pick
        for hand in ((), *([STRANGE] if pick else []), *islice(hands(pick, luck), HANDS)):
            ask = moment.game.ask(moment.state, hand)
            if not isinstance(ask, Ask):
                raise BrokenLaw(f"the game is over with {hand} in the hand, and not with none")
            yield moment, ask


def what_is_not_in_the_pick_cannot_be_chosen(sample: Sample) -> None:
    for moment in sample.moments:
        for offer in open_offers(moment.game.ask(moment.state, STRANGE)):
            demand(not offer.commands[0].hand, f"with {STRANGE} in the hand there is an open {offer!r}")


def a_pick_over_dice_names_dice_of_the_roll_each_once(sample: Sample) -> None:
    lying = 0
    for moment in sample.moments:
        command, pick = moment.commands[0], moment.ask.pick
        if isinstance(command, Roll) and moment.ask.need is not None:
            lying = len(command.dice) + (lying if moment.ask.need.beside else 0)
        if pick is not None:
            dice = [item.die for item in pick.pool if item.die is not None]
            demand(len(set(dice)) == len(dice), f"a die stands twice in {pick!r}")
            demand(set(dice) <= set(range(lying)), f"{pick!r} names a die beyond the {lying} of the roll")
            demand(0 <= pick.least <= pick.most <= len(pick.pool), f"least and most of {pick!r}")


def dice_thrown_anew_stay_spent_while_their_roll_goes_on(sample: Sample) -> None:
    for match in sample.few:
        roll: tuple[Face, ...] = ()
        before: Counter[Face] = Counter()  # what was spent when something was asked last
        anew: Counter[Face] = Counter()
        for moment in match.moments:
            ask, command = moment.ask, moment.commands[0]
            spent = Counter(roll[place] for place in ask.spent if place < len(roll))
            back = sorted(face for _, face in anew - spent) if _goes_on(ask) else []
            demand(
                not back,
                f"dice {back} of the roll were thrown anew, beside others, and are not spent in {ask!r}: "
                "new dice are counted on behind those of before, and no place changes",
            )
            before, now = spent, spent - before
            if isinstance(command, Roll) and ask.need is not None:
                dice = tuple((die.kind, die.face) for die in command.dice)
                if not ask.need.beside:
                    roll, before, anew = dice, Counter(), Counter()
                else:  # fewer were taken, not thrown anew: extra dice are thrown to the others
                    roll, anew = roll + dice, anew + now if now.total() == len(dice) else anew


def _goes_on(ask: Ask) -> bool:
    """Whether dice of the roll so far still matter."""
    if ask.need is not None:
        return ask.need.beside
    dice = [item for item in ask.pick.pool if item.die is not None] if ask.pick else []
    return bool(ask.forced or dice)


def dice_are_asked_for_by_colours_that_the_eye_can_name(sample: Sample) -> None:
    for moment in sample.moments:
        for spec in moment.ask.need.throw if moment.ask.need else ():
            known = spec.colour is None or spec.colour in COLOURS
            demand(known, f"no eye names a die {spec.colour!r}: ask for one of {', '.join(COLOURS)}")


def another_seat_cannot_act(sample: Sample) -> None:
    for moment in sample.moments:
        if not isinstance(moment.commands[0], Roll):
            why = sample.refusal(moment.state, -1, moment.commands[0])
            demand(why == msg("table.refused.not_offered"), f"another seat is refused by {why!r}")


LAWS = (
    wrong_dice_are_refused_and_change_nothing,
    an_open_offer_can_be_carried_out_and_a_blocked_one_is_refused_with_its_reason,
    all_that_blocks_can_be_said,
    what_is_not_in_the_pick_cannot_be_chosen,
    a_pick_over_dice_names_dice_of_the_roll_each_once,
    dice_thrown_anew_stay_spent_while_their_roll_goes_on,
    dice_are_asked_for_by_colours_that_the_eye_can_name,
    another_seat_cannot_act,
)
"""In the order in which they are tried."""
