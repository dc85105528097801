"""What Dalek Dice asks of a player: which dice to keep, and whether to stop or to roll again."""

from __future__ import annotations

from functools import lru_cache

from companion.game import Ask, Command, Msg, Offer, Pick, msg
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.turn import ENDING_COUNT, Turn, keep, objection

STOP, AGAIN, KEEP = (msg(f"dalek-dice.button.{verb}") for verb in ("stop", "again", "keep"))
CACHED_ASKS = 8  # a player, the table and the page ask about one moment again and again


@lru_cache(CACHED_ASKS)
def keep_ask(seat: int, turn: Turn, hand: tuple[str, ...]) -> Ask:
    """What to keep of a roll, with the hand as it is; keeping and the decision after it are one press."""
    pool, forced = turn.pool, turn.forced
    pick = Pick(pool, least=0 if forced else 1, most=len(pool)) if pool else None
    command, blocked = Keep(hand), objection(turn, hand)
    if blocked:
        return Ask(seat, blocked, None, pick, blocked_offers(seat, command, blocked), forced)
    after = keep(turn, hand)
    if after.end:
        score = msg("dalek-dice.button.score")
        offers = (Offer(seat, (command,), score, "main", note=worth_note(after), points=after.worth),)
        return Ask(seat, closing_line(after, bool(pool) and not hand), None, pick, offers, forced)
    offer = Offer(seat, (command,), KEEP, "pick", note=msg("dalek-dice.note.keep", n=len(after.new)))
    line = (
        decision_line(after)
        if hand or not pool
        else msg("dalek-dice.keep", points=after.worth, n=after.dice_left)
    )
    return Ask(seat, line, None, pick, (*decision_offers(seat, after, (command,)), offer), forced)


def decision_offers(seat: int, turn: Turn, first: tuple[Command, ...]) -> tuple[Offer, Offer]:
    """Stop or roll again, after `first`, from the turn that `first` makes."""
    return (
        Offer(seat, (*first, Stop()), STOP, "main", note=worth_note(turn), points=turn.worth),
        Offer(seat, (*first, Again()), AGAIN, "second", note=reroll_note(turn)),
    )


def blocked_offers(seat: int, command: Keep, why: Msg) -> tuple[Offer, ...]:
    """All that a hand would do, were it not for this reason."""
    return (
        Offer(seat, (command, Stop()), STOP, "main", blocked=why),
        Offer(seat, (command, Again()), AGAIN, "second", blocked=why),
        Offer(seat, (command,), KEEP, "pick", blocked=why),
    )


def decision_line(turn: Turn) -> Msg:
    """What stopping scores, and how many dice there are to roll."""
    return msg("dalek-dice.decide", points=turn.worth, n=turn.dice_left)


def closing_line(after: Turn, could_keep: bool) -> Msg:
    """The line when keeping ends the turn; while dice can still be kept it says which are worth it (D5)."""
    if could_keep:
        return msg("dalek-dice.keep.exterminate")
    return msg(f"dalek-dice.close.{after.end}".replace(" ", "_"), points=after.worth)


def worth_note(turn: Turn) -> Msg:
    """What ending the turn scores, and the rule that makes it so."""
    if turn.end == "exterminate":
        why = "double" if turn.dice_left else "double_bonus"
    elif turn.daleks < turn.humans:
        why = "few_daleks"
    else:
        why = "plain" if turn.dice_left else "bonus"
    return msg(f"dalek-dice.note.{why}", points=turn.worth, n=max(turn.humans - turn.daleks, 0))


def reroll_note(turn: Turn) -> Msg:
    """What a further roll means: the danger first, else the bonus when it is near."""
    danger = turn.count["doctor"] == ENDING_COUNT - 1
    why = "danger" if danger else "last_dice" if turn.dice_left < ENDING_COUNT else "dice"
    return msg(f"dalek-dice.note.{why}", n=turn.dice_left)
