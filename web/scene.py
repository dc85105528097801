"""What the table page draws of a `Shown` for one viewer: pure, no HTML, no language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.dice import DieKind, DieSpec
from companion.game import AnyGame, Ask, Item, Msg, News, Offer, Over, Progress, weightiest
from companion.table.shown.lamps import still
from companion.table.shown.snapshot import Light, LyingDie, Shown, ShownDie
from web.heaps import Heap, heaps, open_heap
from web.viewer import FIX_ANY, Mode

LAMPS, MANY = 15, 6  # lamps of the rail; offers that can stand as sentences side by side
LONG = 34  # letters of a Line that fit at full size
SIGNS: Mapping[Light, str] = {
    "ready": "cup", "rolling": "rolling", "move": "hand", "look": "look", "good": "check",
    "bad": "cross", "win": "star", "fault": "camera", "idle": "cup",
}  # fmt: skip
BUSY: frozenset[Light] = frozenset({"rolling", "look", "fault"})  # the Line is about that alone
FULL: frozenset[Light] = frozenset({"look", "good", "bad", "win", "fault"})  # bands that ask for eyes


@dataclass(frozen=True)
class Row:
    """One seat of the scoreboard."""

    seat: int
    name: str
    points: int
    turn: bool


@dataclass(frozen=True)
class Tap:
    """An offer that the page has a button for: its place in the Ask, and a letter that a drawing may repeat.

    `short` stands for the sentence where there are many that differ by one number only.
    """

    index: int
    offer: Offer
    letter: str
    short: str = ""


@dataclass(frozen=True)
class Thing:
    """Something that can be chosen and is no die, such as a square of a sheet. It is tapped by its name."""

    name: str
    held: bool


@dataclass(frozen=True)
class Scene:
    """A Shown as the table page sees it. `stage` names what stands in the middle."""

    shown: Shown
    game: AnyGame | None
    mode: Mode
    stage: str

    @property
    def ask(self) -> Ask | None:
        return self.shown.ask if isinstance(self.shown.ask, Ask) else None

    @property
    def over(self) -> Over | None:
        return self.shown.ask if isinstance(self.shown.ask, Over) else None

    @property
    def sign(self) -> str:
        """How things stand; after good or bad news what there is to do, as the Line says that."""
        if self.ask and self.shown.light in ("good", "bad"):
            return SIGNS["ready" if self.ask.need else "move"]
        return SIGNS[self.shown.light]

    @property
    def full(self) -> bool:
        return self.shown.light in FULL

    @property
    def view(self) -> Any:
        return self.shown.view or {}

    @property
    def progress(self) -> Progress:
        return self.shown.progress

    @property
    def rows(self) -> tuple[Row, ...]:
        """The scoreboard in seat order."""
        head = self.shown.match
        names = head.seats if head else ()
        totals = self.shown.totals or (0,) * len(names)
        playing = self.over is None
        return tuple(
            Row(seat, name, points, playing and seat == self.shown.seat)
            for seat, (name, points) in enumerate(zip(names, totals, strict=False))
        )

    @property
    def by_round(self) -> bool:
        """Whether the lines of the score are one round each, and so make a curve."""
        return all(line.round is not None for lines in self.shown.scores for line in lines)

    @property
    def parts(self) -> tuple[tuple[Msg, tuple[int | None, ...]], ...]:
        """What the points are for: each line of any seat's score once, with the points of every seat."""
        texts = dict.fromkeys(line.text for lines in self.shown.scores for line in lines)
        sums = [{line.text: line.points for line in lines} for lines in self.shown.scores]
        return tuple((text, tuple(seat.get(text) for seat in sums)) for text in texts)

    @property
    def target(self) -> int | None:
        """The points that end the match, where the game has such a thing."""
        return self.progress.target

    @property
    def stop(self) -> Offer | None:
        """What STOP would do now, if it may be pressed."""
        offers = self.ask.offers if self.ask else ()
        return next((o for o in offers if o.button == "main" and o.blocked is None), None)

    @property
    def worth(self) -> int | None:
        """What STOP would score; None while it cannot be pressed, or scores nothing."""
        return self.stop.points if self.stop else None

    @property
    def held(self) -> tuple[str, ...]:
        """Names of the Pick's items that are in the hand."""
        return tuple(item.name for item in self._pool if _handle(item) in self.shown.held)

    @property
    def _pool(self) -> tuple[Item, ...]:
        return self.ask.pick.pool if self.ask and self.ask.pick else ()

    @property
    def things(self) -> tuple[Thing, ...]:
        """What can be chosen and is no die."""
        names = dict.fromkeys(item.name for item in self._pool if item.die is None)
        return tuple(Thing(name, name in self.shown.held) for name in names)

    @property
    def offers(self) -> tuple[Tap, ...]:
        """The offers that the page has buttons for: those without a key; on a sheet all of that seat's."""
        if self.mode.sheet is None:
            return taps(self.ask)
        lettered = {tap.index: tap for tap in taps(self.ask)}
        every = enumerate(self.ask.offers if self.ask else ())
        mine = [(n, offer) for n, offer in every if offer.seat == self.mode.sheet]
        return tuple(lettered.get(n, Tap(n, offer, "")) for n, offer in mine)

    @property
    def fixing(self) -> ShownDie | None:
        """The die that is being corrected."""
        return next((d for d in self.shown.dice if d.index == self.mode.fix and d.index >= 0), None)

    @property
    def heaps(self) -> tuple[Heap, ...]:
        """The dice as heaps, where there are too many for a row and none of the heaps lies open."""
        return () if self.open_heap else heaps(self.shown.dice)

    @property
    def open_heap(self) -> tuple[ShownDie, ...]:
        """The dice of the heap that lies open, to be corrected one by one."""
        return open_heap(self.shown.dice, self.mode.heap) if self.mode.heap else ()

    @property
    def outside(self) -> tuple[ShownDie, ...]:
        """Dice of the roll, in the hand or owed, that do not lie in the tray any more, one of each face."""
        lying = Counter(die.face for die in self.shown.lying)
        rolled = Counter(die.face for die in self.shown.dice)
        held = {die.face: die for die in self.shown.dice if die.mark in ("held", "owed")}
        return tuple(die for face, die in held.items() if lying[face] < rolled[face])

    @property
    def can_fix(self) -> bool:
        return any(die.index >= 0 for die in self.shown.dice)

    @property
    def needed(self) -> int:
        """How many dice are to be thrown."""
        return len(self.ask.need.throw) if self.ask and self.ask.need else 0

    @property
    def kind(self) -> DieKind | None:
        """The kind of dice in play now: those asked about, corrected, needed, or the game's first."""
        wanted = self._wanted_kind()
        kinds = self.game.kinds if self.game else ()
        return next((kind for kind in kinds if wanted in (None, kind.id)), None)

    def _wanted_kind(self) -> str | None:
        if self.shown.query:
            return self.shown.query.kind
        if self.fixing:
            return self.fixing.kind
        return self.ask.need.throw[0].kind if self.ask and self.ask.need and self.ask.need.throw else None

    @property
    def enterable(self) -> Mapping[str, str]:
        """The faces that can be typed, and of which kind each is taken to be: the first that has it."""
        needed = self.ask.need.throw if self.ask and self.ask.need else ()
        kinds = self.game.kinds if self.game and DieSpec() in needed else (self.kind,)
        faces: dict[str, str] = {}
        for kind in filter(None, kinds):
            for face in kind.faces:
                faces.setdefault(face, kind.id)
        return faces

    @property
    def entered(self) -> tuple[str, ...]:
        """The faces typed so far that such a die has, no more than are needed."""
        return tuple(f for f in self.mode.entered or () if f in self.enterable)[: self.needed]

    @property
    def asked_faces(self) -> tuple[str, ...]:
        """All faces of the die asked about, the one proposed now first, then by likelihood."""
        query = self.shown.query
        if query is None:
            return self.kind.faces if self.kind else ()
        guesses = [face for face, _ in query.guesses]
        guesses = guesses[query.current :] + guesses[: query.current]
        rest = [face for face in (self.kind.faces if self.kind else ()) if face not in guesses]
        return (*guesses, *rest)

    @property
    def asked_die(self) -> LyingDie | None:
        query = self.shown.query
        return self.shown.lying[query.die] if query and query.die < len(self.shown.lying) else None

    @property
    def headline(self) -> News | None:
        """The weightiest news, which stands beside the Line while somebody is waited for."""
        if self.ask is None or self.shown.light in BUSY:
            return None
        return weightiest(news for news in self.shown.news if news.text != self.shown.line)

    @property
    def news(self) -> tuple[News, ...]:
        """News that neither the Line nor what stands beside it says already."""
        others = (self.shown.line, self.headline)
        return tuple(news for news in self.shown.news if news not in others and news.text not in others)


def _handle(item: Item) -> int | str:
    """What the hand calls an item: a die by its place, anything else by its name."""
    return item.name if item.die is None else item.die


def taps(ask: Ask | None) -> tuple[Tap, ...]:
    """A button for each offer that has none on the box, with letters from A; short where there are many."""
    mine = [(n, offer) for n, offer in enumerate(ask.offers if ask else ()) if offer.button == "pick"]
    return tuple(
        Tap(n, offer, chr(ord("A") + place) if place < 26 else "", offer.short if len(mine) > MANY else "")
        for place, (n, offer) in enumerate(mine)
    )


def scene(shown: Shown, games: Mapping[str, AnyGame], mode: Mode) -> Scene:
    """The scene for a viewer in this mode. A mode that makes no sense any more falls back to playing."""
    game = games.get(shown.match.game) if shown.match else None
    plain = Scene(shown, game, mode, "game")
    stage = _stage(plain)
    lasting = mode.live or mode.sheet is not None or (mode.fix == FIX_ANY and plain.can_fix)
    return Scene(shown, game, mode if lasting or stage in ("fix", "enter") else Mode(), stage)


def _stage(it: Scene) -> str:
    if it.over:
        return "over"
    if it.shown.query:
        return "ask"
    if it.fixing and it.mode.fix != FIX_ANY:
        return "fix"
    if it.mode.entered is not None and it.needed:
        return "enter"
    return "look" if it.shown.complaint else "game"


def lamps(shown: Shown) -> tuple[str, ...]:
    """The rail: `on`, `half` or empty for each of the lamps. One that is on glows on to those beside it."""
    levels = still(shown.light, LAMPS, (lamp_above(shown) + 0.5) / LAMPS)
    lit = {n for n, level in enumerate(levels) if level == 1}
    return tuple(
        "on" if n in lit else "half" if level or {n - 1, n + 1} & lit else ""
        for n, level in enumerate(levels)
    )


def lamp_above(shown: Shown) -> int:
    """The lamp over the first unsure die of the tray row as the page draws it; else the middle one."""
    row = tuple(heap.face for heap in heaps(shown.dice)) or shown.dice
    places = [place for place, die in enumerate(row) if die.mark == "unsure"]
    if not places:
        return LAMPS // 2
    off = places[0] - (len(row) - 1) / 2
    return max(0, min(LAMPS - 1, round(LAMPS // 2 + 1.3 * off)))
