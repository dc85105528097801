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
from vision.teach.single_die import Trouble, View, single
from vision.teach.verdict import Pair, Verdict, alike_in, verdict_on

VIEWS = 3  # of each face
MORE = 2  # so many more of faces that are mistaken, before the set is refused
ENOUGH = 2  # with which one may go on to the next face
CLEARLY = 0.9  # share from which a view shows another face than the due one, of which views are known
TWIN = (0.93, 0.06)  # likeness, misfit with which it is a known face again: new faces may be nearly like one
STRANGE = 0.6  # likeness below which it shows none of them

Reason = Literal["kept", "same", "again", "other", "strange"] | Trouble


class NoFace(ValueError):  # noqa: N818
    """A kind of dice has no face of that name; the text names those it has."""


@dataclass(frozen=True)
class Said:
    """What came of a picture: `kept`, or why not; `face` was due, `other` is what it looks like."""

    reason: Reason
    face: str
    other: str = ""

    @property
    def kept(self) -> bool:
        """Whether it was learned."""
        return self.reason == "kept"

    @property
    def arguable(self) -> bool:
        """Whether whoever shows the die may know better."""
        return self.reason in ("again", "other", "strange")


@dataclass(frozen=True, eq=False)
class Lesson:
    """What was shown up to now: `views` of each face in the order of `faces`, `wanted` of each.

    `chosen` is the place of a face shown out of turn, `done_with` are those of faces of which no more is
    wanted, `order` of all shown. `before` are cuts, `size` the edge, of a lesson that this one mends.
    `more` are views beyond `wanted`, asked for where faces are mistaken for others.
    """

    kind: str
    faces: tuple[str, ...]
    views: tuple[tuple[View, ...], ...] = ()
    wanted: int = VIEWS
    chosen: int | None = None
    done_with: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()
    before: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    size: float | None = None
    more: Mapping[str, int] = field(default_factory=dict)
    alike: tuple[Pair, ...] = ()
    teacher: Teacher = field(default_factory=Teacher, repr=False)

    @staticmethod
    def begin(kind: str, faces: tuple[str, ...], wanted: int = VIEWS) -> Lesson:
        """A new kind of dice, from its first face. BadAlbum if it cannot be called so."""
        names = check_faces(faces)
        return Lesson(check_kind(kind), names, ((),) * len(names), wanted)

    @staticmethod
    def again(album: Album, face: str, wanted: int = VIEWS) -> Lesson:
        """One face of a taught kind anew; the others stay. NoFace if there is none of that name."""
        if face not in album.faces:
            raise NoFace(f"{album.kind} has no face {face!r}, expected one of {', '.join(album.faces)}")
        others = frozenset(n for n, name in enumerate(album.faces) if name != face)
        old = Lesson(album.kind, album.faces, ((),) * len(album.faces), wanted, None, others)
        return replace(old, before=without(album.views, face), size=album.edge)

    @property
    def due(self) -> str | None:
        """The face to show now; None when all have been shown."""
        place = self._place
        return None if place is None else self.faces[place]

    @property
    def next(self) -> str | None:
        """The face after that one."""
        rest = [n for n in self._open if n != self._place]
        after = [n for n in rest if self._place is None or n > self._place]
        return self.faces[(after or rest)[0]] if rest else None

    @property
    def missing(self) -> int:
        """How many views are still to be shown, of all faces."""
        return sum(self.wanted_of(self.faces[n]) - self.count(self.faces[n]) for n in self._open)

    @property
    def total(self) -> int:
        """How many views have been shown, of all faces."""
        return sum(self.count(face) for face in self.faces)

    def count(self, face: str) -> int:
        """How many views of a face there are."""
        return len(self.cuts(face))

    def wanted_of(self, face: str) -> int:
        """How many views of a face are wanted."""
        return self.wanted + self.more.get(face, 0)

    def is_done(self, face: str) -> bool:
        """Whether no more views of a face are wanted."""
        return self.faces.index(face) not in self._open

    def cuts(self, face: str) -> tuple[Image, ...]:
        """The cuts of a face, those of before first."""
        return self.before.get(face, ()) + tuple(view.cut for view in self.views[self.faces.index(face)])

    @property
    def edge(self) -> float | None:
        """The edge of the dice as a share of the pictures' width, as far as it is known."""
        edges = [view.edge for views in self.views for view in views]
        return median(edges) if edges else self.size

    @property
    def may_go_on(self) -> bool:
        """Whether the due face has views enough to go on to the next one."""
        return self.due is not None and self.count(self.due) >= ENOUGH

    def shown(self, reader: Reader, image: Image, *, insisted: bool = False) -> tuple[Lesson, Said]:
        """After one more picture of the tray; `insisted`: it is the due face, whatever it looks like."""
        place = self._place
        if place is None:
            raise ValueError(f"all faces of {self.kind} have been shown; nothing more is due")
        view = single(replace(reader, edge=self.edge), image)
        if isinstance(view, str):
            return self, Said(view, self.faces[place])
        if self.edge is None:  # its size is known now, and so it can be cut out better
            closer = single(replace(reader, edge=view.edge), image)
            view = view if isinstance(closer, str) else closer
        said = self._judged(place, view, insisted)
        return (self._with(place, view), said) if said.kept else (self, said)

    def goes_on(self) -> Lesson:
        """No more views of the due face. ValueError unless there are enough."""
        if not self.may_go_on:
            raise ValueError(f"{self.due} needs {ENOUGH} views before the next face; show it again")
        assert self._place is not None
        return replace(self, done_with=self.done_with | {self._place}, chosen=None)

    def turned_to(self, face: str) -> Lesson:
        """This face anew, now. NoFace if there is none of that name."""
        if face not in self.faces:
            raise NoFace(f"{self.kind} has no face {face!r}, expected one of {', '.join(self.faces)}")
        place = self.faces.index(face)
        if place not in self._open:
            return self._without(place)
        return replace(self, chosen=place)

    def taken_back(self) -> Lesson:
        """Without the last view."""
        if not self.order:
            return self
        place = self.order[-1]
        views = tuple(v[:-1] if n == place else v for n, v in enumerate(self.views))
        fewer = replace(self, views=views, order=self.order[:-1], chosen=place)
        return replace(fewer, done_with=self.done_with - {place}, alike=fewer._alike())

    def album(self) -> Album:
        """All that was shown. ValueError while anything is missing."""
        if self.due is not None:
            raise ValueError(f"{self.missing} views are missing, next of {self.due}; show them first")
        return Album(self.kind, {face: self.cuts(face) for face in self.faces}, self.edge)

    @cached_property
    def taught_set(self) -> TaughtSet:
        """The set by which the eye reads what was shown. ValueError while anything is missing."""
        return self.teacher.teach(self.album().views, self.kind, self.edge)

    def judged(self) -> tuple[Lesson, Verdict]:
        """Whether what was shown can be told apart; where it may help, the lesson asks for more views."""
        verdict = verdict_on(self.taught_set)
        if verdict.good or verdict.alike or any(self.more.get(face, 0) >= MORE for face in verdict.again):
            return self, verdict
        more = {**self.more, **{face: self.more.get(face, 0) + 1 for face in verdict.again}}
        opened = self.done_with - {self.faces.index(face) for face in verdict.again}
        return replace(self, more=more, done_with=opened, alike=verdict.mistaken), verdict

    @property
    def _open(self) -> list[int]:
        """Places of the faces of which views are missing."""
        counted = enumerate(self.faces)
        return [
            n for n, face in counted if n not in self.done_with and self.count(face) < self.wanted_of(face)
        ]

    @property
    def _place(self) -> int | None:
        still = self._open
        return self.chosen if self.chosen in still else next(iter(still), None)

    def _judged(self, place: int, view: View, insisted: bool) -> Said:
        due = self.faces[place]
        if self.order and view.like(self.views[self.order[-1]][-1]):
            return Said("same", due)
        known = self._known()
        if insisted or known is None:
            return Said("kept", due)
        match = known.match(view.cut)
        likeliest, share = match.guesses[0]
        twin = match.correlation >= TWIN[0] and match.worst_patch_residual <= TWIN[1]
        if likeliest != due and share >= CLEARLY and (twin or self.count(due)):
            return Said("other" if self.count(due) else "again", due, likeliest)
        if self.count(due) and match.correlation < STRANGE:
            return Said("strange", due)
        return Said("kept", due)

    def _with(self, place: int, view: View) -> Lesson:
        views = tuple((*v, view) if n == place else v for n, v in enumerate(self.views))
        more = replace(self, views=views, order=(*self.order, place))
        return more if place in more._open else replace(more, chosen=None, alike=more._alike())

    def _without(self, place: int) -> Lesson:
        """A face to be shown anew, all of it."""
        before = without(self.before, self.faces[place])
        views = tuple(() if n == place else v for n, v in enumerate(self.views))
        order = tuple(n for n in self.order if n != place)
        fewer = replace(self, views=views, order=order, before=before, chosen=place)
        return replace(fewer, done_with=self.done_with - {place}, alike=fewer._alike())

    def _known(self) -> TaughtSet | None:
        """What is known of the faces shown so far; None while there is nothing to compare with."""
        seen = {face: self.cuts(face) for face in self.faces if self.count(face)}
        return self.teacher.teach(seen, self.kind, self.edge) if len(seen) > 1 else None

    def _alike(self) -> tuple[Pair, ...]:
        known = self._known()
        return alike_in(known) if known else ()


def without(views: Mapping[str, tuple[Image, ...]], face: str) -> dict[str, tuple[Image, ...]]:
    """The cuts of all other faces."""
    return {name: cuts for name, cuts in views.items() if name != face}
