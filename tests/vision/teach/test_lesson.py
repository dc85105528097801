from __future__ import annotations

import numpy as np
import pytest

from tests.vision.shown import Table, barred, dots, letter
from vision.arrays import Image
from vision.recognise.embedding import Embedder
from vision.recognise.samples import Sample
from vision.teach.album import Album, BadAlbum
from vision.teach.lesson import Lesson, NoFace
from vision.teach.verdict import Verdict, verdict_of

NAMES = ("A", "K", "X")


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


def shown(table: Table, lesson: Lesson, name: str, views: int = 1) -> Lesson:
    """The lesson after views of a face, all of which must be learned."""
    for _ in range(views):
        for _ in range(4):  # one lies as another did, now and then
            lesson, said = lesson.show(table.reader, table.picture(letter(name)))
            if said.is_learned:
                break
        assert said.is_learned, said
    return lesson


@pytest.fixture(scope="module")
def whole(table: Table) -> Lesson:
    lesson = Lesson.begin("letters", NAMES)
    for name in NAMES:
        lesson = shown(table, lesson, name, 3)
    return lesson


def test_a_lesson_says_which_face_comes_next_and_how_many_views_are_missing(table: Table) -> None:
    lesson = Lesson.begin("letters", NAMES)
    assert (lesson.due, lesson.next, lesson.missing) == ("A", "K", 9)
    lesson = shown(table, lesson, "A", 2)
    assert (lesson.due, lesson.next, lesson.missing, lesson.count("A")) == ("A", "K", 7, 2)
    lesson = shown(table, lesson, "A")
    assert (lesson.due, lesson.next, lesson.missing) == ("K", "X", 6)


def test_what_was_taught_is_known_in_any_turn(table: Table, whole: Lesson) -> None:
    assert whole.due is None
    after, verdict = whole.judge()
    assert verdict.good
    assert after is whole
    taught = whole.album().taught_set()
    for name in NAMES:
        for cut in table.cuts(letter(name), 3):
            assert taught.match(cut).guesses[0][0] == name


def test_a_lesson_is_never_changed_by_a_picture(table: Table) -> None:
    lesson = Lesson.begin("letters", NAMES)
    after = shown(table, lesson, "A")
    assert (lesson.total, after.total) == (0, 1)
    same, said = after.show(table.reader, table.cloth)
    assert same is after
    assert (said.reason, said.face) == ("none", "A")


def test_the_same_view_teaches_nothing_twice(table: Table) -> None:
    lesson, picture = Lesson.begin("letters", NAMES), table.picture(letter("A"))
    lesson, first = lesson.show(table.reader, picture)
    lesson, second = lesson.show(table.reader, table.with_noise(picture))
    assert (first.reason, second.reason, lesson.total) == ("kept", "same", 1)


def test_a_face_shown_once_more_is_not_taken_for_the_next(table: Table) -> None:
    lesson = shown(table, shown(table, Lesson.begin("letters", NAMES), "A", 3), "K", 3)
    same, said = lesson.show(table.reader, table.picture(letter("A")))
    assert (said.reason, said.face, said.other) == ("again", "X", "A")
    assert same is lesson
    assert said.disputable
    insisted, _ = lesson.show(table.reader, table.picture(letter("A")), insisted=True)
    assert insisted.count("X") == 1


def test_the_next_face_shown_too_early_is_noticed(table: Table) -> None:
    lesson = shown(table, shown(table, Lesson.begin("letters", NAMES), "A", 3), "K", 1)
    _, said = lesson.show(table.reader, table.picture(letter("A")))
    assert (said.reason, said.face, said.other) == ("other", "K", "A")


def test_views_are_taken_back_one_by_one(table: Table) -> None:
    lesson = shown(table, shown(table, Lesson.begin("letters", NAMES), "A", 3), "K", 1)
    fewer = lesson.take_back()
    assert (fewer.due, fewer.count("K")) == ("K", 0)
    assert (fewer.take_back().due, fewer.take_back().count("A")) == ("A", 2)
    assert Lesson.begin("letters", NAMES).take_back().total == 0


def test_one_goes_on_with_two_views_and_not_with_one(table: Table) -> None:
    lesson = shown(table, Lesson.begin("letters", NAMES), "A")
    with pytest.raises(ValueError, match="A needs 2 views before the next face; show it again"):
        lesson.go_on()
    assert shown(table, lesson, "A").go_on().due == "K"


def test_any_face_can_be_shown_out_of_turn_or_anew(whole: Lesson, table: Table) -> None:
    begun = Lesson.begin("letters", NAMES).turn_to("X")
    assert (begun.due, begun.next) == ("X", "A")
    anew = whole.turn_to("K")
    assert (anew.due, anew.count("K"), anew.count("A"), anew.missing) == ("K", 0, 3, 3)
    with pytest.raises(NoFace, match="has no face 'Q', expected one of A, K, X"):
        whole.turn_to("Q")
    assert shown(table, anew, "K", 3).due is None


def test_one_face_of_a_taught_set_is_taught_anew_and_the_others_stay(table: Table, whole: Lesson) -> None:
    album = whole.album()
    lesson = Lesson.reteach(album, "K")
    assert (lesson.due, lesson.next, lesson.missing, lesson.edge) == ("K", None, 3, album.edge)
    after = shown(table, lesson, "K", 3).album()
    assert after.faces == album.faces
    assert after.views["A"] == album.views["A"]
    assert not np.array_equal(after.views["K"][0], album.views["K"][0])
    with pytest.raises(NoFace, match="no face 'Q'"):
        Lesson.reteach(album, "Q")


def test_each_view_is_worked_out_once_in_a_whole_lesson(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, sample_of = list[Image](), Sample.of

    def counted(embedder: Embedder, cut: Image) -> Sample:
        done.append(cut)
        return sample_of(embedder, cut)

    monkeypatch.setattr(Sample, "of", counted)
    lesson = Lesson.begin("letters", NAMES)
    for name in NAMES:
        lesson = shown(table, lesson, name, 3)
    assert lesson.judge()[1].good
    assert len(done) == lesson.total == 9
    assert shown(table, lesson.take_back(), "X").judge()[1].good
    assert len(done) == 10


def test_an_unfinished_lesson_gives_no_album(table: Table) -> None:
    lesson = shown(table, Lesson.begin("letters", NAMES), "A")
    with pytest.raises(ValueError, match="8 views are missing, next of A"):
        lesson.album()


def test_names_that_cannot_be_kept_begin_no_lesson() -> None:
    for kind, faces in (("Letters!", NAMES), ("letters", ("A",)), ("letters", ("A", "A"))):
        with pytest.raises(BadAlbum):
            Lesson.begin(kind, faces)


NINE, Z = letter("6", 2), letter("N", 1)  # as dice have them: the same drawing, turned
ROW, COLUMN = dots((-1, 0), (0, 0), (1, 0)), dots((0, -1), (0, 0), (0, 1))
ALIKE = {
    "6 and 9": (letter("6"), NINE),
    "N and Z": (letter("N"), Z),
    "two dots, both ways": (dots((-1, 0), (1, 0)), dots((0, -1), (0, 1))),
    "a diagonal and the other": (dots((-1, -1), (1, 1)), dots((-1, 1), (1, -1))),
    "three in a row and in a column": (ROW, COLUMN),
    "three corners, whichever is left out": (
        dots((-1, -1), (1, -1), (1, 1)),
        dots((-1, -1), (1, 1), (-1, 1)),
    ),
}
APART = {
    "6 with a bar and 9": (barred(letter("6")), NINE),
    "6 and 9, each with its bar": (barred(letter("6")), barred(NINE)),
    "N with a bar and Z": (barred(letter("N")), Z),
    "two dots straight and aslant": (dots((-1, 0), (1, 0)), dots((-1, -1), (1, 1))),
    "three corners and a diagonal": (dots((-1, -1), (1, -1), (1, 1)), dots((-1, -1), (0, 0), (1, 1))),
    "a row and a row with a gap": (ROW, dots((-1, 0), (1, 0))),
}


def judged(table: Table, faces: tuple[Image, Image]) -> Album:
    one, other = faces
    views = {"one": table.cuts(one), "K": table.cuts(letter("K")), "other": table.cuts(other)}
    assert {len(cuts) for cuts in views.values()} == {3}
    return Album("pair", views, 0.07)


@pytest.mark.parametrize("name", ALIKE)
def test_drawings_that_are_the_same_when_turned_are_told_as_alike(table: Table, name: str) -> None:
    verdict = verdict_of(judged(table, ALIKE[name]).taught_set())
    assert [set(pair) for pair in (*verdict.alike, *verdict.mistaken)] == [{"one", "other"}]
    assert not verdict.good
    assert set(verdict.again) == {"one", "other"}


@pytest.mark.parametrize("name", APART)
def test_a_bar_or_another_pattern_makes_faces_distinct(table: Table, name: str) -> None:
    assert verdict_of(judged(table, APART[name]).taught_set()).good


def test_a_lesson_with_six_and_nine_names_them_at_once(table: Table) -> None:
    lesson = Lesson.begin("digits", ("6", "9"), wanted=2)
    while lesson.due:
        face = letter("6") if lesson.due == "6" else NINE
        lesson, _ = lesson.show(table.reader, table.picture(face), insisted=True)
    assert lesson.alike == (("6", "9"),)
    after, verdict = lesson.judge()
    assert after is lesson
    assert verdict.alike == (("6", "9"),)


def test_a_view_of_the_wrong_face_is_found_out_at_the_end(table: Table) -> None:
    lesson = shown(table, Lesson.begin("letters", ("A", "K"), wanted=3), "A", 3)
    for name in ("K", "K", "A"):
        lesson, said = lesson.show(table.reader, table.picture(letter(name)), insisted=True)
        assert said.is_learned
    _, verdict = lesson.judge()
    assert verdict.again == ("A", "K")


def test_more_views_are_asked_for_where_they_may_help_and_at_last_the_set_is_refused(
    table: Table, whole: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.teach.lesson.verdict_of", lambda taught: Verdict(mistaken=(("K", "A"),)))
    lesson = whole
    for extra in (1, 2):
        lesson, verdict = lesson.judge()
        assert not verdict.good
        assert (lesson.due, lesson.missing, lesson.wanted_of("K"), lesson.wanted_of("A")) == (
            "K",
            1,
            3 + extra,
            3,
        )
        assert lesson.alike == (("K", "A"),)
        lesson = shown(table, lesson, "K")
    after, verdict = lesson.judge()
    assert after.due is None
    assert verdict.again == ("K",)
