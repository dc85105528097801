"""How well the eye reads: rolls of the virtual tray, and photo-real tray footage where that folder is.

Counting right and wrong is `tests.bench.rolls`'s; here are only how much, and the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import cv2

from tests.bench import given
from tests.bench import rolls as bench
from tests.bench.figures import Cells, Effort, Found, Table, percent
from tests.bench.given import FOOTAGE
from tests.bench.rolls import PLAIN, Tally

TURN = 50  # rolls of one turn: time is looked at in between
TABLES = 12  # of any look
PROMISED = 0.97
HEAD = (
    "",
    "pictures",
    "exact",
    "dice",
    "right",
    "asked",
    "missed",
    "ghosts",
    "silent",
    "leaning",
    "CPU a picture",
)


def measure(effort: Effort) -> Found:
    """All pictures there are, the virtual tray's first."""
    wanted = {"d6": effort.count(250, 2), "dalek": effort.count(250, 2)}
    with ProcessPoolExecutor(2, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        filmed = pool.submit(footage, effort)  # first: it is short, and has no part that could be left out
        virtuals = {kind: pool.submit(virtual, kind, count, effort) for kind, count in wanted.items()}
        others = {kind: pool.submit(elsewhere, kind, effort) for kind in wanted}
        sim = {kind: told.result() for kind, told in virtuals.items()}
        strange = {kind: told.result() for kind, told in others.items()}
        real = filmed.result()
    plain = real.pop(PLAIN, Tally())
    rows = [row(f"virtual tray, {kind}", tally) for kind, tally in sim.items()]
    rows += [row(f"other tables, {kind}", tally) for kind, tally in strange.items()]
    rows += [row(f"footage, {name}", tally) for name, tally in real.items()]
    if real:
        rows += [row("footage, all", bench.added(real.values())), row(f"footage, {PLAIN}", plain)]
    broken = [text for kind, tally in sim.items() for text in promises(kind, tally, wanted[kind])]
    return Found(
        about(real), (Table(HEAD, tuple(rows)),), tuple(says(sim, strange, real, plain)), tuple(broken)
    )


def footage(effort: Effort) -> dict[str, Tally]:
    """By table; nothing where the folder is not, or in the smallest form."""
    return bench.footage(FOOTAGE) if given.asked_for(FOOTAGE, effort) else {}


def virtual(kind: str, count: int, effort: Effort) -> Tally:
    """Rolls of the virtual tray as people see it, as many as time allows."""
    tallies: list[Tally] = []
    done = 0
    while done < count and not (effort.late and tallies):
        turn = min(TURN, count - done)
        tallies.append(bench.sim(turn, kind, seed=11 + len(tallies)))
        done += tallies[-1].pictures
    return bench.added(tallies)


def elsewhere(kind: str, effort: Effort) -> Tally:
    """Rolls on tables of any look, no promise attached: how far the eye carries."""
    tables = effort.count(TABLES, 1)
    return bench.sim(effort.count(96, 1), kind, seed=31, looks=bench.strange(tables, seed=31))


def row(name: str, t: Tally) -> Cells:
    """One line of the table."""
    counts = (t.asked, t.missed, t.ghosts, t.silent, t.leaning)
    spent = f"{1000 * t.cpu / max(1, t.pictures):.0f} ms"
    shares = (percent(t.exact, t.pictures), str(t.dice), percent(t.right, t.dice))
    return (name, str(t.pictures), *shares, *map(str, counts), spent)


def promises(kind: str, tally: Tally, wanted: int) -> list[str]:
    """What was promised of the virtual tray and is not so."""
    broken = []
    if tally.exact < PROMISED * tally.pictures:
        broken.append(f"{kind}: {percent(tally.exact, tally.pictures)} of rolls exact, promised are ≥ 97 %")
    if tally.silent:
        broken.append(
            f"{kind}: silent errors: {tally.silent}, promised are none ({'; '.join(wrongs(tally))})"
        )
    if tally.pictures < wanted:
        broken.append(f"{kind}: time was up after {tally.pictures} of {wanted} rolls")
    return broken


def wrongs(tally: Tally, most: int = 3) -> list[str]:
    """The first silent errors, in the bench's own words."""
    return [note for note in tally.notes if " ok " in note][:most]


def says(
    sim: dict[str, Tally], strange: dict[str, Tally], real: dict[str, Tally], plain: Tally
) -> Iterable[str]:
    """The figures in a sentence each."""
    for kind, t in sim.items():
        exact = percent(t.exact, t.pictures)
        yield f"Virtual tray, {kind}: {exact} of {t.pictures} rolls read exactly; silent errors: {t.silent}."
    t = bench.added(strange.values())
    exact = percent(t.exact, t.pictures)
    yield f"Other tables: {exact} of {t.pictures} rolls exact; silent errors: {t.silent}."
    if real:
        t = bench.added(real.values())
        exact = percent(t.exact, t.pictures)
        yield f"Footage: {exact} of {t.pictures} pictures exact; silent errors: {t.silent} at {t.dice} dice."
        exact = percent(plain.exact, plain.pictures)
        yield f"Footage, {PLAIN}: {exact} of {plain.pictures} pictures exact."


def about(real: dict[str, Tally]) -> str:
    """On what data."""
    if real:
        return f"{TRAYS} Footage: `{FOOTAGE}`, its rolls at 1280×960."
    return f"{TRAYS} Footage: left out; `{FOOTAGE}` is not here, or this was the smallest form."


TRAYS = (
    "Virtual tray: seeded rolls of 1 to 10 dice thrown by its own physics at 640×480, every picture's truth "
    "known. Other tables: the same with cloth, lamp, grain and dice of any sort, down to black dice on dark "
    "cloth. Exact: every die right and none asked about. "
    "Asked: a flat die that was not read for sure. Ghost: something doubtful where no die lies. "
    "Silent: surely read and wrong. Leaning: rightly read, but to be called cocked."
)
