"""A kind of dice being taught, one view after the other: what is shown next, what was learned, or why not.

Pure: pictures in, a newer lesson out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median
from typing import Literal

from vision.arrays import Image
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet, Teacher
from vision.teach.album import Album, check_faces, check_kind
from vision.teach.single_die import Trouble, View, view_or_trouble
from vision.teach.verdict import Pair, Verdict, alike_pairs, verdict_of

VIEWS_PER_FACE = 3
MAX_EXTRA_VIEWS = 2  # of a face that is mistaken for another, before the set is refused
MIN_VIEWS = 2  # with which one may go on to the next face
OTHER_FACE_PROBABILITY = 0.9  # of another face than the due one: from it a view shows that one
TWIN_CORRELATION, TWIN_RESIDUAL = 0.93, 0.06  # of a known face again: new faces may be nearly like one
STRANGE_CORRELATION = 0.6  # below which a view shows none of the faces

Reason = Literal["kept", "same", "again", "other", "strange"] | Trouble


class NoFace(ValueError):  # noqa: N818
    """A kind of dice has no face of that name; the text names those it has."""


@dataclass(frozen=True)
class Outcome:
    """What came of a picture: `kept`, or why not; `face` was due, `other` is what it looks like."""

    reason: Reason
    face: str
    other: str = ""

    @property
    def is_learned(self) -> bool:
        """Whether it was learned."""
        return self.reason == "kept"

    @property
    def disputable(self) -> bool:
        """Whether whoever shows the die may know better."""
        return self.reason in ("again", "other", "strange")


@dataclass(frozen=True, eq=False)
class Lesson:
    """What was shown up to now: `views` of each face in the order of `faces`, `wanted` of each.

    `out_of_turn` is the place of a face shown out of turn, `complete` are those of faces of which no more is
    wanted, `order` of all shown. `old_cuts` and `old_edge` are of a lesson that this one mends.
    `extra` are views beyond `wanted`, asked for where faces are mistaken for others.
    """

    kind: str
    faces: tuple[str, ...]
    views: tuple[tuple[View, ...], ...] = ()
    wanted: int = VIEWS_PER_FACE
    out_of_turn: int | None = None
    complete: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()
    old_cuts: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    old_edge: float | None = None
    extra: Mapping[str, int] = field(default_factory=dict)
    alike: tuple[Pair, ...] = ()
    teacher: Teacher = field(default_factory=Teacher, repr=False)

    @staticmethod
    def begin(kind: str, faces: tuple[str, ...], wanted: int = VIEWS_PER_FACE) -> Lesson:
        """A new kind of dice, from its first face. BadAlbum if it cannot be called so."""
        names = check_faces(faces)
        return Lesson(check_kind(kind), names, ((),) * len(names), wanted)

    @staticmethod
    def reteach(album: Album, face: str, wanted: int = VIEWS_PER_FACE) -> Lesson:
        """One face of a taught kind anew; the others stay. NoFace if there is none of that name."""
        if face not in album.faces:
            raise NoFace(f"{album.kind} has no face {face!r}, expected one of {', '.join(album.faces)}")
        others = frozenset(n for n, name in enumerate(album.faces) if name != face)
        old = Lesson(album.kind, album.faces, ((),) * len(album.faces), wanted, None, others)
        return replace(old, old_cuts=views_but_of(album.views, face), old_edge=album.edge)

    @property
    def due(self) -> str | None:
        """The face to show now; None when all have been shown."""
        place = self._due_place
        return None if place is None else self.faces[place]

    @property
    def next(self) -> str | None:
        """The face after that one."""
        rest = [n for n in self._incomplete if n != self._due_place]
        after = [n for n in rest if self._due_place is None or n > self._due_place]
        return self.faces[(after or rest)[0]] if rest else None

    @property
    def missing(self) -> int:
        """How many views are still to be shown, of all faces."""
        return sum(self.wanted_of(self.faces[n]) - self.count(self.faces[n]) for n in self._incomplete)

    @property
    def total(self) -> int:
        """How many views have been shown, of all faces."""
        return sum(self.count(face) for face in self.faces)

    def count(self, face: str) -> int:
        """How many views of a face there are."""
        return len(self.cuts(face))

    def wanted_of(self, face: str) -> int:
        """How many views of a face are wanted."""
        return self.wanted + self.extra.get(face, 0)

    def is_done(self, face: str) -> bool:
        """Whether no more views of a face are wanted."""
        return self.faces.index(face) not in self._incomplete

    def cuts(self, face: str) -> tuple[Image, ...]:
        """The cuts of a face, those of before first."""
        return self.old_cuts.get(face, ()) + tuple(view.cut for view in self.views[self.faces.index(face)])

    @property
    def edge(self) -> float | None:
        """The edge of the dice as a share of the pictures' width, as far as it is known."""
        edges = [view.edge for views in self.views for view in views]
        return median(edges) if edges else self.old_edge

    @property
    def may_go_on(self) -> bool:
        """Whether the due face has views enough to go on to the next one."""
        return self.due is not None and self.count(self.due) >= MIN_VIEWS

    def show(self, reader: Reader, image: Image, *, insisted: bool = False) -> tuple[Lesson, Outcome]:
        """After one more picture of the tray; `insisted`: it is the due face, whatever it looks like."""
        place = self._due_place
        if place is None:
            raise ValueError(f"all faces of {self.kind} have been shown; nothing more is due")
        view = view_or_trouble(replace(reader, edge=self.edge), image)
        if isinstance(view, str):
            return self, Outcome(view, self.faces[place])
        if self.edge is None:  # its size is known now, and so it can be cut out better
            closer = view_or_trouble(replace(reader, edge=view.edge), image)
            view = view if isinstance(closer, str) else closer
        outcome = self._outcome(place, view, insisted)
        return (self._with_view(place, view), outcome) if outcome.is_learned else (self, outcome)

    def go_on(self) -> Lesson:
        """No more views of the due face. ValueError unless there are enough."""
        if not self.may_go_on:
            raise ValueError(f"{self.due} needs {MIN_VIEWS} views before the next face; show it again")
        assert self._due_place is not None
        return replace(self, complete=self.complete | {self._due_place}, out_of_turn=None)

    def turn_to(self, face: str) -> Lesson:
        """This face anew, now. NoFace if there is none of that name."""
        if face not in self.faces:
            raise NoFace(f"{self.kind} has no face {face!r}, expected one of {', '.join(self.faces)}")
        place = self.faces.index(face)
        if place not in self._incomplete:
            return self._without_face(place)
        return replace(self, out_of_turn=place)

    def take_back(self) -> Lesson:
        """Without the last view."""
        if not self.order:
            return self
        place = self.order[-1]
        views = tuple(v[:-1] if n == place else v for n, v in enumerate(self.views))
        fewer = replace(self, views=views, order=self.order[:-1], out_of_turn=place)
        return replace(fewer, complete=self.complete - {place}, alike=fewer._alike_so_far())

    def album(self) -> Album:
        """All that was shown. ValueError while anything is missing."""
        if self.due is not None:
            raise ValueError(f"{self.missing} views are missing, next of {self.due}; show them first")
        return Album(self.kind, {face: self.cuts(face) for face in self.faces}, self.edge)

    @cached_property
    def taught_set(self) -> TaughtSet:
        """The set by which the eye reads what was shown. ValueError while anything is missing."""
        return self.teacher.teach(self.album().views, self.kind, self.edge)

    def judge(self) -> tuple[Lesson, Verdict]:
        """Whether what was shown can be told apart; where it may help, the lesson asks for more views."""
        verdict = verdict_of(self.taught_set)
        exhausted = any(self.extra.get(face, 0) >= MAX_EXTRA_VIEWS for face in verdict.again)
        if verdict.good or verdict.alike or exhausted:
            return self, verdict
        extra = {**self.extra, **{face: self.extra.get(face, 0) + 1 for face in verdict.again}}
        complete = self.complete - {self.faces.index(face) for face in verdict.again}
        return replace(self, extra=extra, complete=complete, alike=verdict.mistaken), verdict

    @property
    def _incomplete(self) -> list[int]:
        """Places of the faces of which views are missing."""
        counted = enumerate(self.faces)
        return [
            n for n, face in counted if n not in self.complete and self.count(face) < self.wanted_of(face)
        ]

    @property
    def _due_place(self) -> int | None:
        still = self._incomplete
        return self.out_of_turn if self.out_of_turn in still else next(iter(still), None)

    def _outcome(self, place: int, view: View, insisted: bool) -> Outcome:
        due = self.faces[place]
        if self.order and view.is_untouched_since(self.views[self.order[-1]][-1]):
            return Outcome("same", due)
        known = self._taught_so_far()
        if insisted or known is None:
            return Outcome("kept", due)
        match = known.match(view.cut)
        likeliest, share = match.guesses[0]
        twin = match.correlation >= TWIN_CORRELATION and match.worst_patch_residual <= TWIN_RESIDUAL
        if likeliest != due and share >= OTHER_FACE_PROBABILITY and (twin or self.count(due)):
            return Outcome("other" if self.count(due) else "again", due, likeliest)
        if self.count(due) and match.correlation < STRANGE_CORRELATION:
            return Outcome("strange", due)
        return Outcome("kept", due)

    def _with_view(self, place: int, view: View) -> Lesson:
        views = tuple((*v, view) if n == place else v for n, v in enumerate(self.views))
        longer = replace(self, views=views, order=(*self.order, place))
        if place in longer._incomplete:
            return longer
        return replace(longer, out_of_turn=None, alike=longer._alike_so_far())

    def _without_face(self, place: int) -> Lesson:
        """A face to be shown anew, all of it."""
        old_cuts = views_but_of(self.old_cuts, self.faces[place])
        views = tuple(() if n == place else v for n, v in enumerate(self.views))
        order = tuple(n for n in self.order if n != place)
        fewer = replace(self, views=views, order=order, old_cuts=old_cuts, out_of_turn=place)
        return replace(fewer, complete=self.complete - {place}, alike=fewer._alike_so_far())

    def _taught_so_far(self) -> TaughtSet | None:
        """What is known of the faces shown so far; None while there is nothing to compare with."""
        cuts = {face: self.cuts(face) for face in self.faces if self.count(face)}
        return self.teacher.teach(cuts, self.kind, self.edge) if len(cuts) > 1 else None

    def _alike_so_far(self) -> tuple[Pair, ...]:
        known = self._taught_so_far()
        return alike_pairs(known) if known else ()


def views_but_of(views: Mapping[str, tuple[Image, ...]], face: str) -> dict[str, tuple[Image, ...]]:
    """The cuts of all other faces."""
    return {name: cuts for name, cuts in views.items() if name != face}
