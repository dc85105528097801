"""From a still picture of a tray to the dice in it: detects top faces, classifies them, judges each die."""

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
from vision.read.judgement import covered_die, die_of, judgement, median_edge, without_ghosts
from vision.read.stages import (
    EmptyTray,
    FaceValues,
    ForeignThings,
    JudgedDice,
    OnStage,
    TiltedFaces,
    TopFaces,
    ignore_stage,
)
from vision.recognise.taught_set import TaughtSet
from vision.recognise.values import Recogniser

MIN_OK_PROBABILITY = 0.98  # of being right: that of a die that is `ok`, unless settings say otherwise
MIN_DIE_SCORE = 0.4  # `pip_die_score` of a die with pips; `die_score` in a tray that is known
MIN_DRAWN_DIE_SCORE = 0.54  # `drawn_die_score` of a die without pips: print, caps and rivets look like it
MIN_TAUGHT_DIE_SCORE = 0.25  # the same where such faces are taught
MIN_DICE_FOR_EDGE = 3  # dice read for sure from which their size is taken as known
MIN_HEAT_IN_TRAY = 0.3  # heat of a face where the empty tray is known: print and cloth are none of it
MIN_FOREIGN_SHARE = 0.5  # of a face's area, that must differ from the empty tray


@dataclass(frozen=True)
class Reader:
    """Reads pictures of one tray; None: not known. `edge` is the edge of the dice as a share of the picture's
    width, if known; `sure` the probability of being right from which a die is `ok`."""

    kinds: tuple[DieKind, ...]
    tray: Tray | None
    taught: tuple[TaughtSet, ...] = ()
    edge: float | None = None
    sure: float = MIN_OK_PROBABILITY
    finder: Finder = field(default_factory=Finder, compare=False, repr=False)
    second_opinion: SecondOpinion = field(default_factory=SecondOpinion, compare=False, repr=False)
    tilt: TiltNet = field(default_factory=TiltNet, compare=False, repr=False)

    def read(
        self,
        image: Image,
        expect: int | None = None,
        kinds: tuple[str, ...] | None = None,
        note: OnStage = ignore_stage,
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
        plausible = self.plausible_tops(candidates, things)
        note(TopFaces(candidates, plausible))
        tops, leans = self.tops_and_leans(image, things, plausible)
        note(TiltedFaces(tops, leans))
        values = self.recogniser(kinds).values(image, tops)
        note(FaceValues(tops, tuple(values)))
        reasons: dict[Seen, str] = {}
        for top, value, lean in zip(tops, values, leans, strict=True):
            verdict = judgement(top, value, tops, self.sure, leans=lean)
            reasons[die_of(top, value, image, verdict.status)] = verdict.reason
        for box in self.unexplained_boxes(image, things, tops):
            reasons[covered_die(box, self.possible_kinds(kinds)[0])] = "nothing that is read explains it"
        dice = tuple(sorted(without_ghosts(list(reasons), expect), key=lambda d: (d.box[1], d.box[0])))
        note(JudgedDice(dice, tuple(reasons[die] for die in dice)))
        return dice

    def explain(
        self, image: Image, expect: int | None = None, kinds: tuple[str, ...] | None = None
    ) -> Explanation:
        """The same with what each stage saw and cost."""
        return Explanation.of(image, lambda note: self.read(image, expect, kinds, note))

    def things(self, image: Image) -> Things | None:
        """What differs from the empty tray, if that is known."""
        return self.tray.things(image) if self.tray else None

    def tops(
        self, image: Image, things: Things | None, min_drawn_score: float = MIN_DRAWN_DIE_SCORE
    ) -> tuple[Detection, ...]:
        """The top faces in a picture; what looks like the empty tray is none.

        `min_drawn_score`: of a face without pips where the empty tray is not known.
        """
        return self.plausible_tops(self.candidates(image, things), things, min_drawn_score)

    def candidates(self, image: Image, things: Things | None) -> tuple[Detection, ...]:
        """What the nets take for faces: anywhere, or among the foreign things where those are known."""
        edge_px = None if self.edge is None else self.edge * image.shape[1]
        if things is None or self.tray is None:
            anywhere = (
                detect_any_scale(self.finder, image)
                if edge_px is None
                else self.finder.detect(image, BEST_EDGE_PX / edge_px)
            )
            return self.second_opinion.revise(image, anywhere)
        if edge_px is None:
            return detect_things(self.finder, image, things, self.tray.scale)
        return detect_at_edge(self.finder, image, things, self.tray.scale, edge_px)

    def plausible_tops(
        self,
        candidates: Sequence[Detection],
        things: Things | None,
        min_drawn_score: float = MIN_DRAWN_DIE_SCORE,
    ) -> tuple[Detection, ...]:
        """Those candidates that are taken for top faces of dice, all about as large as most of them."""
        if things is None or self.tray is None:
            drawn_score = MIN_TAUGHT_DIE_SCORE if self.taught else min_drawn_score
            dice = [
                c for c in candidates if c.pip_die_score > MIN_DIE_SCORE or c.drawn_die_score > drawn_score
            ]
            return size_inliers(dice, min_heat=0.0)
        scale = self.tray.scale
        foreign = [
            c
            for c in candidates
            if coverage(c.corners, things.likely, scale) > MIN_FOREIGN_SHARE
            or (c.die_score > MIN_DIE_SCORE and self.tray.is_foreign_drawing(things, c.corners))
        ]
        return size_inliers(reject_discs(foreign, things.likely, scale), MIN_HEAT_IN_TRAY)

    def tops_and_leans(
        self, image: Image, things: Things | None, tops: tuple[Detection, ...]
    ) -> tuple[tuple[Detection, ...], tuple[bool, ...]]:
        """The same top faces with their tilts, and which lie on dice that lean: known in a tray alone.

        Those that are but sides of surer dice are dropped there.
        """
        if things is None:
            return tops, (False,) * len(tops)
        tops = self.tilt.with_tilts(image, tops)
        if self.tray is not None:
            tops = without_side_faces(tops, things.likely, self.tray.scale)
        pairs = self.tilt.judge_leaning(image, tops)
        return tuple(top for top, _ in pairs), tuple(leans for _, leans in pairs)

    def unexplained_boxes(self, image: Image, things: Things | None, tops: Sequence[Detection]) -> list[Box]:
        """Where something foreign lies that none of these dice explains."""
        if things is None or self.tray is None or not (tops or things.any):
            return []
        edge_px = median_edge(tops) if tops else (self.edge or 0.0) * image.shape[1]
        outlines = [die_outline(top) for top in tops]
        return unexplained_boxes(things, self.tray.scale, outlines, edge_px, self.tray.floor)

    def possible_kinds(self, kinds: tuple[str, ...] | None) -> tuple[DieKind, ...]:
        """The kinds with these ids; all where none of them is known, or none is named."""
        return tuple(k for k in self.kinds if kinds is None or k.id in kinds) or self.kinds

    def recogniser(self, kinds: tuple[str, ...] | None) -> Recogniser:
        """The classifier of top faces of these kinds."""
        possible = self.possible_kinds(kinds)
        sets = tuple(t for t in self.taught if t.kind in {k.id for k in possible})
        absent = tuple(t for t in self.taught if t not in sets)
        return Recogniser(possible, sets, any(k.id == D6.id for k in possible), absent)

    def with_edge(self, dice: Sequence[Seen], width_px: int) -> Reader:
        """The same reader, knowing the size of the dice when it has read several and all of them for sure.

        A doubt makes it forget the size: a wrong one would never be found out.
        """
        edges_px = [die.edge for die in dice if die.status == "ok"]
        if len(edges_px) < len(dice):
            return replace(self, edge=None)
        if len(edges_px) < MIN_DICE_FOR_EDGE:
            return self
        return replace(self, edge=float(np.median(edges_px)) / width_px)
