"""From a still picture of a tray to the dice in it: finds them, reads them, says how surely.

Unsure is an answer; wrong is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.dice import D6, Box, DieKind, Seen
from vision.arrays import Image
from vision.background.coverage import coverage
from vision.background.tray import Things, Tray
from vision.detect.finder import BEST_EDGE_PX, Detection, Finder, size_inliers
from vision.detect.round_things import reject_discs
from vision.detect.scale_search import detect_any_scale, detect_at_edge, detect_things
from vision.detect.second_opinion import SecondOpinion
from vision.detect.side_faces import die_outline, without_side_faces
from vision.detect.tilt import TiltNet
from vision.detect.unexplained import unexplained_boxes
from vision.read.explanation import Explanation
from vision.read.judgement import as_seen, hidden, judgement, settle, usual_edge
from vision.read.stages import (
    EmptyTray,
    FaceValues,
    ForeignThings,
    JudgedDice,
    Note,
    TiltedFaces,
    TopFaces,
    unnoted,
)
from vision.recognise.taught_set import TaughtSet
from vision.recognise.values import Recogniser

SURE = 0.98  # chance of being right from which a die is `ok`, unless settings say otherwise
THERE = 0.4  # of `pip_die_score` for a die with pips; of `die_score` on a tray that is known
STRANGE = 0.54  # of `drawn_die_score` for one without: print, caps and rivets look like it
DRAWN = 0.25  # the same where such faces are taught
KNOWN_FROM = 3  # dice read for sure from which their size is taken as known
HOT = 0.3  # bar of its heat where the empty tray is known: print and cloth are none of it
FOREIGN = 0.5  # share of a face that must differ from the empty tray


@dataclass(frozen=True)
class Reader:
    """Reads pictures of one tray; None: not known. `edge` is the edge of the dice as a share of the picture's
    width, if known; `sure` the bar from which a die is `ok`."""

    kinds: tuple[DieKind, ...]
    tray: Tray | None
    taught: tuple[TaughtSet, ...] = ()
    edge: float | None = None
    sure: float = SURE
    finder: Finder = field(default_factory=Finder, compare=False, repr=False)
    second_opinion: SecondOpinion = field(default_factory=SecondOpinion, compare=False, repr=False)
    tilt: TiltNet = field(default_factory=TiltNet, compare=False, repr=False)

    def read(
        self,
        image: Image,
        expect: int | None = None,
        kinds: tuple[str, ...] | None = None,
        note: Note = unnoted,
    ) -> tuple[Seen, ...]:
        """The dice in a picture, from top to bottom; `expect` of them, of these `kinds`, where known.

        `note` gets each stage once it is done.
        """
        note(EmptyTray(self.tray))
        things = self.things(image)
        note(ForeignThings(things))
        if things is not None and not things.any_possible:
            note(JudgedDice((), ()))
            return ()
        candidates = self.candidates(image, things)
        faces = self.believed(candidates, things)
        note(TopFaces(candidates, faces))
        tops, leans = self.tilted(image, things, faces)
        note(TiltedFaces(tops, leans))
        values = self.recogniser(kinds).values(image, tops)
        note(FaceValues(tops, tuple(values)))
        reasons: dict[Seen, str] = {}
        for top, value, lean in zip(tops, values, leans, strict=True):
            judged = judgement(top, value, tops, self.sure, leans=lean)
            reasons[as_seen(top, value, image, judged.status)] = judged.reason
        for box in self.unexplained(image, things, tops):
            reasons[hidden(box, self.wanted(kinds)[0])] = "nothing that is read explains it"
        seen = tuple(sorted(settle(list(reasons), expect), key=lambda s: (s.box[1], s.box[0])))
        note(JudgedDice(seen, tuple(reasons[die] for die in seen)))
        return seen

    def explain(
        self, image: Image, expect: int | None = None, kinds: tuple[str, ...] | None = None
    ) -> Explanation:
        """The same with what each stage saw and cost."""
        return Explanation.of(image, lambda note: self.read(image, expect, kinds, note))

    def things(self, image: Image) -> Things | None:
        """What differs from the empty tray, if that is known."""
        return self.tray.things(image) if self.tray else None

    def faces(self, image: Image, things: Things | None, strange: float = STRANGE) -> tuple[Detection, ...]:
        """The top faces in a picture; what looks like the empty tray is none.

        `strange`: the bar for a face without pips where the empty tray is not known.
        """
        return self.believed(self.candidates(image, things), things, strange)

    def candidates(self, image: Image, things: Things | None) -> tuple[Detection, ...]:
        """What the nets take for faces: anywhere, or among the foreign things where those are known."""
        edge = None if self.edge is None else self.edge * image.shape[1]
        if things is None or self.tray is None:
            anywhere = (
                detect_any_scale(self.finder, image)
                if edge is None
                else self.finder.detect(image, BEST_EDGE_PX / edge)
            )
            return self.second_opinion.revise(image, anywhere)
        if edge is None:
            return detect_things(self.finder, image, things, self.tray.scale)
        return detect_at_edge(self.finder, image, things, self.tray.scale, edge)

    def believed(
        self, candidates: Sequence[Detection], things: Things | None, strange: float = STRANGE
    ) -> tuple[Detection, ...]:
        """Those candidates that are taken for top faces of dice, all about as large as most of them."""
        if things is None or self.tray is None:
            bar = DRAWN if self.taught else strange
            return size_inliers(
                [f for f in candidates if f.pip_die_score > THERE or f.drawn_die_score > bar], 0.0
            )
        scale = self.tray.scale
        foreign = [
            f
            for f in candidates
            if coverage(f.corners, things.likely, scale) > FOREIGN
            or (f.die_score > THERE and self.tray.is_foreign_drawing(things, f.corners))
        ]
        return size_inliers(reject_discs(foreign, things.likely, scale), HOT)

    def tilted(
        self, image: Image, things: Things | None, faces: tuple[Detection, ...]
    ) -> tuple[tuple[Detection, ...], tuple[bool, ...]]:
        """The same faces, tilted as they are seen, and which lie on dice that lean: known in a tray alone.

        Those that are but sides of surer dice are dropped there.
        """
        if things is None:
            return faces, (False,) * len(faces)
        tops = self.tilt.with_tilts(image, faces)
        if self.tray is not None:
            tops = without_side_faces(tops, things.likely, self.tray.scale)
        lying = self.tilt.judge_leaning(image, tops)
        return tuple(face for face, _ in lying), tuple(leans for _, leans in lying)

    def unexplained(self, image: Image, things: Things | None, tops: Sequence[Detection]) -> list[Box]:
        """Where something foreign lies that none of these dice explains."""
        if things is None or self.tray is None or not (tops or things.any):
            return []
        edge = usual_edge(tops) if tops else (self.edge or 0.0) * image.shape[1]
        return unexplained_boxes(things, self.tray.scale, list(map(die_outline, tops)), edge, self.tray.floor)

    def wanted(self, kinds: tuple[str, ...] | None) -> tuple[DieKind, ...]:
        """The kinds asked for, or all."""
        return tuple(k for k in self.kinds if kinds is None or k.id in kinds) or self.kinds

    def recogniser(self, kinds: tuple[str, ...] | None) -> Recogniser:
        """What may lie on top."""
        wanted = self.wanted(kinds)
        sets = tuple(t for t in self.taught if t.kind in {k.id for k in wanted})
        absent = tuple(t for t in self.taught if t not in sets)
        return Recogniser(wanted, sets, any(k.id == D6.id for k in wanted), absent)

    def with_edge(self, seen: Sequence[Seen], width: int) -> Reader:
        """The same reader, knowing the size of the dice when it has read several and all of them for sure.

        A doubt makes it forget the size: a wrong one would never be found out.
        """
        sizes = [s.edge for s in seen if s.status == "ok"]
        if len(sizes) < len(seen):
            return replace(self, edge=None)
        return replace(self, edge=float(np.median(sizes)) / width) if len(sizes) >= KNOWN_FROM else self
