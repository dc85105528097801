"""All that the session knows at one moment, and what follows from it: one frozen value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.game import AnyGame, Ask, Button, Msg, Need, News, Offer, Over, Pick, msg
from companion.table.log.match import Match
from companion.table.tray import hands, latch
from companion.table.tray.die_identity import TrayDie
from companion.table.tray.judge import Doubtful, Nothing, Practice, Verdict, judge
from companion.table.tray.latch import Tray
from companion.table.tray.like_dice import Places, exchange


@dataclass(frozen=True)
class TableState:
    """The match on the table, the tray, the hand, and what is being said.

    `held` are dice by their place in the roll as the game names them, and names; `from_hand` are dice of the
    roll that were in the hand at a press. `roll_taken_up`: all of the roll left the tray at one go, which
    chooses nothing.
    `guess` is the die asked about and which of its guesses is proposed.
    `flash` is the good or bad news whose mood the lamps show, and `notice` the remark that stays on the Line,
    until something happens.
    `dismissed` are dice said to have been turned about which the players said that all is well. `faults` are
    the parts in trouble.
    """

    tray: Tray = field(default_factory=Tray)
    match: Match | None = None
    number: int = 0
    held: hands.Held = ()
    from_hand: frozenset[int] = frozenset()
    roll_taken_up: bool = False
    guess: tuple[int, int] = (-1, 0)
    flash: News | None = None
    notice: Msg | None = None
    dismissed: frozenset[tuple[int, str]] = frozenset()
    faults: tuple[tuple[str, Msg], ...] = ()
    frame: int = 0

    def with_match(self, number: int, match: Match) -> TableState:
        """This match comes to the table; the dice of its roll are looked for in the tray."""
        dice_due, beside = match.due
        dice = tuple(one.thrown.die for one in match.roll) if beside or not dice_due else ()
        adopted = latch.adopt(self.tray, dice, dice_due, beside)
        return replace(self.without_match(), tray=adopted, match=match, number=number)

    def without_match(self) -> TableState:
        """The match leaves the table."""
        others = tuple(fault for fault in self.faults if fault[0] != "match")
        return TableState(tray=latch.adopt(self.tray, (), 0), faults=others, frame=self.frame)

    def with_fault(self, part: str, text: Msg | None) -> TableState:
        """That part is in trouble, or, with `text` None, well again."""
        others = tuple(fault for fault in self.faults if fault[0] != part)
        return replace(self, faults=others if text is None else (*others, (part, text)))

    @property
    def ply(self) -> int:
        return self.match.ply if self.match else 0

    @property
    def game(self) -> AnyGame | None:
        return self.match.game if self.match else None

    @cached_property
    def asked_for(self) -> Ask | None:
        """What is awaited with nothing in the hand; None: nothing."""
        return self.match.ask if self.match and isinstance(self.match.ask, Ask) else None

    @property
    def pick(self) -> Pick | None:
        """What can be chosen now."""
        return self.asked_for.pick if self.asked_for else None

    @cached_property
    def dice_by_place(self) -> Places:
        """For each place of the roll as the game names it the die that it means, and the other way round."""
        sorts = [one.sort for one in self.match.roll] if self.match else []
        spent = self.asked_for.spent if self.asked_for else ()
        return exchange(sorts, spent, self.tray.lifted, self.from_hand)

    def swap(self, one: hands.Handle) -> hands.Handle:
        """The die that a place means, or the place of a die; a name is a name."""
        return self.dice_by_place[one] if isinstance(one, int) and 0 <= one < len(self.dice_by_place) else one

    def dice_of(self, handles: Iterable[hands.Handle]) -> frozenset[int]:
        """The dice among these."""
        return frozenset(die for die in map(self.swap, handles) if isinstance(die, int))

    @cached_property
    def spent(self) -> frozenset[int]:
        """Dice of the roll that are out of play."""
        return self.dice_of(self.asked_for.spent) if self.asked_for else frozenset()

    @cached_property
    def lifted(self) -> Places:
        """Places, as the game names them, of dice that are out of the tray and not because they are spent."""
        return tuple(self.dice_by_place[die] for die in self.tray.lifted if die not in self.spent)

    @property
    def cleared(self) -> bool:
        """Whether no die of the roll that is in play lies in the tray."""
        known = (die for die, id_ in enumerate(self.tray.roll) if id_ is not None)
        return all(die in self.tray.lifted or die in self.spent for die in known)

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """What is held, as the game names it."""
        return hands.names(self.held, self.pick)

    @cached_property
    def ask(self) -> Ask | Over | None:
        """What is awaited, given the hand."""
        return self.match.ask_with(self.hand) if self.match else None

    @property
    def need(self) -> Need | None:
        return self.ask.need if isinstance(self.ask, Ask) else None

    @cached_property
    def verdict(self) -> Verdict:
        """What the dice at rest amount to."""
        if self.game is None:
            return Practice() if self.tray.thrown else Nothing()
        return judge(self.need, self.tray, self.game.kinds)

    @property
    def turned(self) -> tuple[int, TrayDie] | None:
        """A die of the roll that somebody turned while it is being decided about: its place, the die."""
        if self.match is None or self.asked_for is None or self.need is not None:
            return None
        for place, die in self.tray.turned:
            face = self.match.roll[place].thrown.die.face
            known = place in self.spent or (die.id, die.seen.face) in self.dismissed
            if die.seen.face != face and not known:
                return place, die
        return None

    @property
    def owed(self) -> int | None:
        """A die of the roll that has to come back into the tray: its place."""
        out = (die for die in self.tray.lifted if self.tray.roll[die] in self.tray.owed)
        return next((die for die in out if die not in self.spent), None)

    @property
    def doubtful_die(self) -> TrayDie | None:
        """The die that a question is open about."""
        return self.verdict.die if isinstance(self.verdict, Doubtful) else None

    @property
    def about(self) -> int | None:
        """Who the die is that the keys are about, asked about or turned; None: they are about no die."""
        die = self.doubtful_die or (self.turned and self.turned[1])
        return die.id if die else None

    def guesses(self, die: TrayDie) -> tuple[tuple[str, float], ...]:
        """All faces that the die may show, likeliest first; those the eye left out come last."""
        kinds = self.game.kinds if self.game else ()
        faces = next((kind.faces for kind in kinds if kind.id == die.seen.kind), ())
        likely = tuple(guess for guess in die.seen.guesses if guess[0] in faces)
        named = {face for face, _ in likely}
        return likely + tuple((face, 0.0) for face in faces if face not in named)

    def proposed(self, die: TrayDie) -> int:
        """Which guess is proposed for the die asked about."""
        return self.guess[1] if self.guess[0] == die.id else 0

    def offer(self, button: Button) -> Offer | None:
        """What that button would do: the first such offer that is not blocked, else the first."""
        offers = self.ask.offers if isinstance(self.ask, Ask) else ()
        mine = [offer for offer in offers if offer.button == button]
        return next((offer for offer in mine if offer.blocked is None), mine[0] if mine else None)

    @property
    def why_no_offer(self) -> Msg:
        """Why a button has nothing to do now."""
        if self.match is None:
            return msg("table.refused.no_match")
        if isinstance(self.ask, Over):
            return msg("table.refused.over")
        return msg("table.blocked.throw" if self.need else "table.blocked.none")

    def place(self, die: TrayDie) -> int:
        """The place of a die in the tray among those that lie there."""
        return self.tray.lying.index(die)
