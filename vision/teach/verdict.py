"""Leave-one-out check of a taught set: each view is read by the others alone, and faces are compared."""

from __future__ import annotations

from dataclasses import dataclass

from vision.recognise.taught_set import TaughtSet

SUSPECT_PROBABILITY = 0.6  # by the other views: below it a face is asked what its views are taken for
RIVAL_PROBABILITY = 0.3  # from which another face is as likely as the right one
MIN_VIEWS = 3  # by which one is judged; of two, one may just lie otherwise than the other
Pair = tuple[str, str]


@dataclass(frozen=True)
class Verdict:
    """`alike`: faces that cannot be told apart in any turn. `mistaken`: a face, and another that one of its
    views looks like as much. `doubtful`: faces that will often be asked about."""

    alike: tuple[Pair, ...] = ()
    mistaken: tuple[Pair, ...] = ()
    doubtful: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether dice can be read by this set."""
        return not self.alike and not self.mistaken

    @property
    def again(self) -> tuple[str, ...]:
        """The faces to show again, each once."""
        both = [face for pair in self.alike for face in pair] + [face for face, _ in self.mistaken]
        return tuple(dict.fromkeys(both))


def alike_pairs(taught: TaughtSet) -> tuple[Pair, ...]:
    """Pairs that cannot be told apart, likest first."""
    return tuple((one, other) for one, other, _ in taught.pairs_too_alike())


def verdict_of(taught: TaughtSet) -> Verdict:
    """Whether the faces of a set can be told apart."""
    alike = alike_pairs(taught)
    known = {frozenset(pair) for pair in alike}
    views = {name: len(samples) for name, samples in zip(taught.faces, taught.samples, strict=True)}
    by_others = zip(taught.faces, taught.face_probabilities, strict=True)
    suspects = [face for face, chance in by_others if chance < SUSPECT_PROBABILITY and views[face] > 1]
    judgeable = [face for face in suspects if views[face] >= MIN_VIEWS]
    pairs = dict.fromkeys((face, other) for face in judgeable for other in rivals(taught, face))
    mistaken = tuple(pair for pair in pairs if frozenset(pair) not in known)
    blamed = {face for pair in (*alike, *mistaken) for face in pair}
    return Verdict(alike, mistaken, tuple(face for face in suspects if face not in blamed))


def rivals(taught: TaughtSet, face: str) -> list[str]:
    """Other faces that views of this one look like as much, when the other views alone are known."""
    others = list[str]()
    for number, place in enumerate(taught.bank.face_of_sample):
        if taught.faces[place] == face:
            likeliest = taught.leave_one_out(number)[:2]
            others += [other for other, share in likeliest if other != face and share > RIVAL_PROBABILITY]
    return others
