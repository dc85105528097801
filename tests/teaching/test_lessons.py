"""A lesson at the box: what the keys do, what is kept, when the eye is borrowed and given back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.dice import D6, Die, DieKind
from companion.game import msg
from companion.games import discover
from companion.run.eye_setup import load_taught_sets
from companion.store import StoreTrouble
from companion.store.taught import TaughtFolder
from companion.teaching.lessons import AWAY, Lessons
from companion.teaching.taught_sets import FacesAlike, NameTaken, TaughtSets
from tests.vision.dalek import DICE
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import VirtualTray
from vision.sources.frames import Frame
from vision.teach.album import Album, BadAlbum
from vision.teach.verdict import Verdict

FACES = ("human2", "doctor")


class Lent:
    """An eye over a virtual tray: whoever borrowed it gets the frames."""

    def __init__(self) -> None:
        self.tray = VirtualTray(6, dice=DICE)
        self.reader = Reader((D6,), Tray.from_empty(self.tray.empty_picture()))
        self.borrower: Callable[[Frame], None] | None = None
        self.times = 0

    def lend(self, borrower: Callable[[Frame], None] | None) -> None:
        self.borrower = borrower

    def learned(self) -> None:
        self.times += 1

    def look(self, frames: int = 7) -> None:
        """Until the hand is gone, and then so many frames: time enough to come to rest."""
        while self.tray.busy or frames > 0:
            frames -= not self.tray.busy
            frame = self.tray.read()
            if frame and self.borrower:
                self.borrower(frame)


class Room:
    """Lessons over such an eye, with a clock of their own."""

    def __init__(self, data: Path, *games: Any) -> None:
        self.eye = Lent()
        self.now = 0.0
        self.games = games or tuple(discover().games.values())
        self.sets = TaughtSets(TaughtFolder(data / "taught"), self.games)
        self.lessons = Lessons(self.sets, self.eye, lambda: self.now)

    def show(self, face: str) -> None:
        self.eye.tray.show(Die("dalek", face))
        self.eye.look()

    def teach_two(self, kind: str = "two", views: int = 3) -> None:
        """Two faces of a Dalek die, as a kind of its own."""
        assert self.lessons.begin(kind, FACES) is None
        for face in FACES:
            for _ in range(views):
                self.learn(face)

    def learn(self, face: str) -> None:
        """Show a face until there is a view more: now and then it lies as it did before."""
        before = self.shown.shown
        for _ in range(5):
            self.show(face)
            if self.shown.shown > before or self.shown.saved or self.shown.trouble:
                return
        raise AssertionError(self.shown)

    @property
    def shown(self):  # type: ignore[no-untyped-def]
        it = self.lessons.lesson()
        assert it is not None
        return it


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Album:
    room = Room(tmp_path_factory.mktemp("taught"))
    room.teach_two()
    assert room.shown.saved
    return room.sets.album("two")


def test_views_are_taken_by_themselves_and_at_the_end_the_set_is_kept_and_used(room: Room) -> None:
    assert room.lessons.lesson() is None
    room.teach_two()
    it = room.shown
    assert (it.saved, it.checked, it.shown, it.wanted, it.due) == (True, True, 6, 6, None)
    assert room.sets.folder.names() == ("two",)
    assert room.eye.times == 1
    assert room.eye.borrower is None
    room.lessons.leave()
    assert room.lessons.lesson() is None


def test_the_eye_is_given_back_when_nobody_looks_and_borrowed_again_when_somebody_does(room: Room) -> None:
    room.lessons.begin("two", FACES)
    room.show("human2")
    assert room.eye.borrower is not None
    room.now += AWAY + 1
    room.eye.look(1)
    assert room.eye.borrower is None
    assert room.shown.shown == 1
    assert room.eye.borrower is not None


def test_keys_of_a_lesson(room: Room) -> None:
    lessons = room.lessons
    for key in (lessons.go_on, lessons.take_back, lessons.insist, lambda: lessons.turn_to("doctor")):
        assert key().key == "teach.not_now"  # type: ignore[union-attr]
    lessons.begin("dalek", ())
    assert (room.shown.due, room.shown.next) == ("doctor", "exterminate")
    assert lessons.go_on().key == "teach.not_now"  # type: ignore[union-attr]
    assert lessons.turn_to("human4") is None
    assert room.shown.due == "human4"
    room.show("human4")
    assert [face.views for face in room.shown.faces if face.name == "human4"] == [1]
    assert lessons.picture("human4")
    assert lessons.picture("doctor") is None
    assert lessons.take_back() is None
    assert room.shown.shown == 0
    assert lessons.turn_to("cat").key == "teach.not_now"  # type: ignore[union-attr]
    lessons.leave()
    assert room.eye.borrower is None
    assert room.sets.folder.names() == ()


def test_names_that_will_not_do_begin_nothing(room: Room) -> None:
    for kind, faces in (("Ñu", FACES), ("two", ("a",)), ("../x", FACES)):
        assert room.lessons.begin(kind, faces).key == "teach.bad_name"  # type: ignore[union-attr]
    assert room.lessons.lesson() is None


def test_a_set_that_cannot_be_kept_is_not_lost_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: TaughtFolder, name: str, data: bytes) -> None:
        raise StoreTrouble(self.path, "was not kept (No space left)", "Free some")

    with monkeypatch.context() as patch:
        patch.setattr(TaughtFolder, "write", full)
        room.teach_two()
        assert room.shown.trouble.key == "teach.not_kept"
        assert not room.shown.saved
    assert room.lessons.go_on() is None
    room.eye.look(1)
    assert room.shown.saved


def test_a_set_that_cannot_be_told_apart_is_refused_and_names_the_pair(room: Room) -> None:
    room.lessons.begin("twins", ("one", "other"))
    for _ in range(30):
        room.show("doctor")
        room.lessons.insist()
        room.eye.look(1)
        if room.shown.checked:
            break
    assert room.shown.alike == (("one", "other"),)
    assert not room.shown.saved
    assert room.sets.folder.names() == ()
    assert room.lessons.turn_to("other") is None
    assert (room.shown.due, room.shown.shown) == ("other", 3)


def test_one_face_is_taught_anew_and_the_set_stays_until_then(room: Room, album: Album) -> None:
    room.sets.keep(album)
    before = room.sets.folder.read("two")
    assert room.lessons.again("two", "cat").key == "teach.no_set"  # type: ignore[union-attr]
    assert room.lessons.again("none", "doctor").key == "teach.no_set"  # type: ignore[union-attr]
    assert room.lessons.again("two", "doctor") is None
    for shown in (1, 2, 3):
        assert room.sets.folder.read("two") == before
        room.learn("doctor")
        assert room.shown.shown == 3 + shown
    assert room.shown.saved
    after = room.sets.album("two")
    assert after.views["human2"][0].tobytes() == album.views["human2"][0].tobytes()
    assert after.views["doctor"][0].tobytes() != album.views["doctor"][0].tobytes()


def test_sets_are_handed_on_renamed_and_removed(room: Room, album: Album, tmp_path: Path) -> None:
    lessons = room.lessons
    assert lessons.take_in(album.to_json()) is None
    assert lessons.export("two") == album.to_json()
    other = replace(album, edge=0.09).to_json()
    assert lessons.take_in(other) == msg("teach.there", kind="two")
    assert lessons.export("two") == album.to_json()
    assert lessons.take_in(other, replace=True) is None
    assert lessons.export("two") == other
    assert lessons.export("three") is None
    assert lessons.rename("two", "three") is None
    assert [kind.kind for kind in lessons.kinds() if kind.views] == ["three"]
    lessons.take_in(album.to_json())
    assert lessons.rename("two", "three").key == "teach.taken"  # type: ignore[union-attr]
    assert lessons.rename("two", "../up").key == "teach.bad_file"  # type: ignore[union-attr]
    assert lessons.rename("two", "dalek").key == "teach.bad_file"  # type: ignore[union-attr]
    assert lessons.remove("three") is None
    assert lessons.remove("three").key == "teach.not_kept"  # type: ignore[union-attr]
    assert lessons.take_in(b"{}").key == "teach.bad_file"  # type: ignore[union-attr]
    twins = Album("twins", {"a": album.views["doctor"], "b": album.views["doctor"]})
    assert lessons.take_in(twins.to_json()).key == "teach.alike_in_file"  # type: ignore[union-attr]
    assert room.sets.folder.names() == ("two",)
    assert list((tmp_path / "taught").iterdir()) == [tmp_path / "taught" / "two.json"]


def test_a_kind_that_a_game_plays_with_has_its_faces(room: Room, album: Album) -> None:
    with pytest.raises(BadAlbum, match=r"faces doctor, .*; got human2, doctor: give the set another"):
        room.sets.keep(replace(album, kind="dalek"))
    assert room.lessons.untaught() == {"dalek"}
    dalek = next(kind for kind in room.lessons.kinds() if kind.kind == "dalek")
    assert (dalek.views, dalek.games, len(dalek.faces)) == (0, ("dalek-dice",), 6)


def test_a_broken_file_is_told_and_not_used(room: Room) -> None:
    room.sets.folder.write("dalek", b"{")
    (dalek,) = room.lessons.kinds()
    assert (dalek.broken, dalek.views) == (True, 0)
    with pytest.raises(BadAlbum, match=r"dalek\.json is no taught set"):
        room.sets.album("dalek")


def test_refusals_name_the_faces(room: Room, album: Album) -> None:
    room.sets.keep(album)
    with pytest.raises(NameTaken, match="there is a set two already"):
        room.sets.rename("two", "two")
    verdict = Verdict(alike=(("6", "9"),), mistaken=(("A", "K"),))
    text = "6 and 9 cannot be told apart; a view of A looks like K; show 6, 9, A again, or mark them"
    assert text in str(FacesAlike("digits", verdict))


@dataclass(frozen=True)
class Player:
    """What teaching looks at of a game that is played with such dice."""

    id: str
    kinds: tuple[DieKind, ...]


def test_a_lesson_hands_over_what_it_learned_and_no_other_set_is_learned_again(
    tmp_path: Path, album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, Player("toy", (DieKind("two", FACES), DieKind("other", FACES))))
    room.sets.keep(replace(album, kind="other"))
    learned: list[str] = []
    taught = Album.taught_set

    def counted(album: Album) -> TaughtSet:
        learned.append(album.kind)
        return taught(album)

    monkeypatch.setattr(Album, "taught_set", counted)
    anew = TaughtSets(room.sets.folder, room.games)
    assert [one.kind for one in load_taught_sets(anew)[0]] == learned == ["other"], (
        "a box that starts learns each"
    )
    (other,) = load_taught_sets(room.sets)[0]
    room.teach_two()
    assert room.shown.saved
    two, still = load_taught_sets(room.sets)[0]
    assert (two.kind, still is other) == ("two", True)
    assert learned == ["other"], "the lesson had learned its own, and the other was known"
    assert (
        two.match(album.views["doctor"][0]).guesses
        == album.taught_set().match(album.views["doctor"][0]).guesses
    )


def test_a_set_that_was_changed_meanwhile_is_learned_again(room: Room, album: Album) -> None:
    room.sets.keep(album)
    before = room.sets.taught_set("two")
    assert room.sets.taught_set("two") is before
    room.sets.folder.write("two", replace(album, edge=0.09).to_json())
    assert (before.edge, room.sets.taught_set("two").edge) == (album.edge, 0.09)
