"""Dice with faces of their own: those taught are read under their names, all others are not."""

from __future__ import annotations

import pytest

from companion.dice import D6, DieKind
from tests.vision.dalek import DICE
from tests.vision.drawn import empty, glyph, lay
from tests.vision.posed import FINDER, Table, laid, truth, values
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import VirtualTray
from vision.teach.whole_pictures import NoDie, learn

KNOWN, STRANGE = ("human2", "human4", "dalek2", "dalek3"), ("doctor", "exterminate")
DALEK = DieKind("dalek", KNOWN)


@pytest.fixture(scope="module")
def part() -> TaughtSet:
    """The Dalek dice, of which two faces were not taught."""
    shown = VirtualTray(8, dice=DICE).teach_pictures("dalek", 2)
    tray = Tray.from_empty(VirtualTray(8).empty_picture())
    return learn({face: shown[face] for face in KNOWN}, tray, "dalek")


def taught_reader(table: Table, part: TaughtSet, *kinds: DieKind) -> Reader:
    return Reader(kinds, Tray.from_empty(table.empty), (part,), edge=part.edge, finder=FINDER)


def test_taught_faces_are_read_and_those_never_taught_are_not(part: TaughtSet) -> None:
    table = laid((*KNOWN, *STRANGE), seed=8, kind="dalek")
    seen = taught_reader(table, part, DALEK).read(table.picture)
    assert values(table, seen) == {k: face for k, face in enumerate(table.faces) if face in KNOWN}
    assert len(seen) == 6
    assert taught_reader(table, part, DALEK).read(table.empty) == ()


def test_dice_of_another_set_are_no_taught_dice(part: TaughtSet) -> None:
    table = laid("123456", seed=8)
    seen = taught_reader(table, part, DALEK).read(table.picture)
    assert len(seen) == 6
    assert [s.face for s in seen if s.status == "ok"] == []


def test_where_both_may_lie_only_the_kinds_asked_for_are_read(part: TaughtSet) -> None:
    table = laid("1234", seed=8)
    both = taught_reader(table, part, D6, DALEK)
    assert values(table, both.read(table.picture)) == truth(table)
    assert {s.kind for s in both.read(table.picture, kinds=("d6",))} == {"d6"}
    assert {s.kind for s in both.read(table.picture, kinds=("dalek",))} == {"dalek"}
    assert [s for s in both.read(table.picture, kinds=("dalek",)) if s.status == "ok"] == []


def test_taught_dice_are_read_under_their_names() -> None:
    names = ("A", "K", "X")
    tray = Tray.from_empty(empty())
    shown = {
        n: [lay(empty(seed=5), glyph(n, 64), 300 + 20 * k, 240, 42, 25 + 50 * k) for k in range(2)]
        for n in names
    }
    taught = learn(shown, tray, "letters")
    picture = empty(seed=6)
    for k, n in enumerate(names):
        picture = lay(picture, glyph(n, 64), 150 + 160 * k, 200, 42, 100 * k)
    seen = Reader((DieKind("letters", names),), tray, (taught,), finder=FINDER).read(picture)
    assert [(s.face, s.status) for s in sorted(seen, key=lambda s: s.centre)] == [(n, "ok") for n in names]


def test_a_teaching_picture_without_a_die_is_named() -> None:
    shown = {"A": [empty(seed=5)], "B": [lay(empty(seed=5), glyph("B", 64), 300, 240, 42, 0)]}
    with pytest.raises(NoDie, match=r"face 'A'.*lay one die"):
        learn(shown, Tray.from_empty(empty()))
