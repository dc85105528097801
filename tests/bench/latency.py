"""How long it takes from dice at rest to the page, over many throws of a match played over HTTP.

Refuses to know how each part does its work: it only looks at the clock between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep

from tests.bench.box import Arrival, Box, followed, running
from tests.bench.figures import Cells, Effort, Found, Table, ms, quantile
from tests.bench.player import Player, StuckError

THROWS = 30
GROUPS = ((1, 4), (5, 7), (8, 10))
LATE = 30.0  # seconds after which an event is not waited for any more


@dataclass(frozen=True)
class Passage:
    """One throw on its way: when it lay still, was photographed, told, published, and came to the page."""

    dice: int
    rest: float
    frame: float
    told: float
    published: float
    came: float
    scored: bool

    @property
    def total(self) -> float:
        return self.came - self.frame


def measure(effort: Effort) -> Found:
    """Throw, wait for the event, decide, throw again."""
    wanted = effort.count(THROWS, 1)
    passages: list[Passage] = []
    with running(seed=3) as box, followed(box.origin, pictures=True) as arrivals:
        player = Player(box, Random(3))
        player.begin()
        while len(passages) < wanted and not effort.late:
            player.decide()
            passages.append(passage(player, arrivals))
    broken = () if len(passages) >= wanted else (f"time was up after {len(passages)} of {wanted} throws",)
    return Found(DATA, (stages(passages), by_dice(passages)), tuple(says(passages)), broken)


def passage(player: Player, arrivals: Sequence[Arrival]) -> Passage:
    """Throw once, and follow that throw to the page."""
    box, ply, rested = player.box, player.box.shown.ply, len(player.box.notes.rests)
    heard = len(box.notes.readings)
    player.throw()
    shown = player.until(
        "a throw to be scored or asked about",
        lambda now: (
            len(box.notes.rests) > rested
            and now.tray == "settled"
            and (now.ply > ply or now.query is not None or now.complaint is not None)
        ),
    )
    told, frame, dice = settled(box, heard)
    published, number = next((at, it.number) for at, it in box.notes.published if at >= told)
    came = arrival(arrivals, number)
    return Passage(dice, box.notes.rests[-1], frame, told, published, came.came, shown.ply > ply)


def settled(box: Box, heard: int) -> tuple[float, float, int]:
    """The reading with which the throw came to rest: when told, when photographed, how many dice."""
    found = None
    for told, reading in box.notes.readings[heard:]:
        if not reading.dice:
            found = None
        elif found is None:
            found = (told, reading.at, len(reading.dice))
    if found is None:
        raise StuckError("the tray was shown settled without a reading of dice since the throw")
    return found


def arrival(arrivals: Sequence[Arrival], number: int) -> Arrival:
    """The event that shows snapshot `number` or a newer one, with the dice in it."""
    end = monotonic() + LATE
    while monotonic() < end:
        for one in arrivals:
            if one.number >= number and "stage" in one.slots:
                return one
        sleep(0.005)
    raise StuckError(f"no event of snapshot {number} or later came within {LATE:g} s")


def stages(passages: Sequence[Passage]) -> Table:
    """Where the time goes."""
    ways = {
        "settled frame → page": [p.total for p in passages],
        "· eye: frame → reading told": [p.told - p.frame for p in passages],
        "· session: told → on disk, published": [p.published - p.told for p in passages],
        "· page: published → event at the client": [p.came - p.published for p in passages],
        "last movement → page": [p.came - p.rest for p in passages],
    }
    return Table(
        ("wall time", "throws", "p50", "p95", "worst"),
        tuple((name, str(len(times)), *spread(times)) for name, times in ways.items()),
    )


def by_dice(passages: Sequence[Passage]) -> Table:
    """The whole way, by how many dice were thrown."""
    rows: list[Cells] = []
    for least, most in GROUPS:
        times = [p.total for p in passages if least <= p.dice <= most]
        if times:
            rows.append((f"{least}–{most} dice", str(len(times)), *spread(times)))
    return Table(("settled frame → page", "throws", "p50", "p95", "worst"), tuple(rows))


def spread(times: Sequence[float]) -> Cells:
    return (ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), ms(max(times)))


def says(passages: Sequence[Passage]) -> Iterable[str]:
    """The figures in sentences."""
    total = [p.total for p in passages]
    felt = quantile([p.came - p.rest for p in passages], 0.5)
    asked = len(passages) - sum(p.scored for p in passages)
    yield (
        f"From the frame at rest to the page: {ms(quantile(total, 0.5))} in half of the throws, "
        f"{ms(quantile(total, 0.95))} in 95 %; from the last movement, as players feel it, "
        f"{ms(felt)} in half."
    )
    yield f"Of {len(passages)} throws {asked} had to be asked about before they were scored."


DATA = (
    "The real companion over the virtual tray (seed 3, 15 frames a second), Dalek dice, played over "
    "HTTP; one client in a process of its own follows the server-sent events, another asks for the "
    "living picture as the page does. Settled frame: `Reading.at` of the reading that said settled, the "
    "second of two that agree. Last movement: the first frame in which nothing moves by the virtual "
    "tray's own truth; the eye waits 0.2 s without motion and for two readings. *Wall time on a noisy "
    "machine.*"
)
