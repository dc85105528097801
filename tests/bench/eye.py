"""How well the eye reads: rolls of the virtual tray, and photo-real tray footage where that folder is.

Counting right and wrong is `tests.bench.rolls`'s; here are only how much, and the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.bench import given, sheet
from tests.bench import rolls as bench
from tests.bench.figures import Cells, Effort, Found, Table, percent
from tests.bench.given import FOOTAGE
from tests.bench.hands import hands
from tests.bench.rolls import ALL, PLAIN, Tally

TURN = 50  # rolls of one turn: time is looked at in between
TABLES = 12  # of any look
PROMISED = 0.97
SHEET = "rolls.jpg"
HEAD = (
    "",
    "pictures",
    "exact",
    "asked about",
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
    setups = bench.setups(FOOTAGE) if given.asked_for(FOOTAGE, effort) else ()
    with hands() as many:
        filmed = {setup: many.submit(bench.at_table, FOOTAGE, setup) for setup in setups}
        virtuals = {kind: many.submit(virtual, kind, count, effort) for kind, count in wanted.items()}
        others = {kind: many.submit(elsewhere, kind, effort) for kind in wanted}
        sim = {kind: told.result() for kind, told in virtuals.items()}
        strange = {kind: told.result() for kind, told in others.items()}
        tables = {setup: told.result() for setup, told in filmed.items()}
    real = bench.grouped(tables) if tables else {}
    told = {f"virtual tray, {kind}": tally for kind, tally in sim.items()}
    told |= {f"other tables, {kind}": tally for kind, tally in strange.items()}
    failed = [tile for tally in (*told.values(), real.get(ALL, Tally())) for tile in tally.failed]
    sheet.kept(SHEET, failed, 3)
    told |= {f"footage, {name}": tally for name, tally in real.items()}
    rows = [row(name, tally) for name, tally in told.items()]
    broken = [text for kind, tally in sim.items() for text in promises(kind, tally, wanted[kind])]
    return Found(about(real), (Table(HEAD, tuple(rows)),), tuple(says(sim, strange, real)), tuple(broken))


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
    shares = (percent(t.exact, t.pictures), percent(t.doubted, t.pictures))
    return (name, str(t.pictures), *shares, str(t.dice), percent(t.right, t.dice), *map(str, counts), spent)


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


def says(sim: Mapping[str, Tally], strange: Mapping[str, Tally], real: Mapping[str, Tally]) -> Iterable[str]:
    """The figures in a sentence each."""
    for kind, t in sim.items():
        yield f"Virtual tray, {kind}: {exactly(t, 'rolls read exactly')}; silent errors: {t.silent}."
    t = bench.added(strange.values())
    yield f"Other tables: {exactly(t, 'rolls exact')}; silent errors: {t.silent}."
    if real:
        t = real[ALL]
        yield f"Footage: {exactly(t, 'pictures exact')}; silent errors: {t.silent} at {t.dice} dice."
        t = real[PLAIN]
        asked = percent(t.doubted, t.pictures)
        yield f"Footage, {PLAIN}: {exactly(t, 'pictures exact')}; asked about: {asked} of them."


def exactly(t: Tally, what: str) -> str:
    """How many of its pictures are exact."""
    return f"{percent(t.exact, t.pictures)} of {t.pictures} {what}"


def about(real: Mapping[str, Tally]) -> str:
    """On what data."""
    if real:
        return f"{TRAYS} Footage: `{given.named(FOOTAGE)}`, its rolls at 1280×960."
    return f"{TRAYS} Footage: left out; `{given.named(FOOTAGE)}` is not here, or this was the smallest form."


TRAYS = (
    "Virtual tray: seeded rolls of 1 to 10 dice thrown by its own physics at 640×480, every picture's truth "
    "known. Other tables: the same with cloth, lamp, grain and dice of any sort, down to black dice on dark "
    "cloth. Exact: every die right and none asked about. "
    "Asked: a flat die that was not read for sure. Ghost: something doubtful where no die lies. "
    "Silent: surely read and wrong. Leaning: rightly read, but to be called cocked. Asked about: pictures in "
    f"which anything is doubtful. Every failure is drawn in {sheet.FOLDER}/{SHEET}."
)
