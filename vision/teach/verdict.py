"""Whether what was taught can be told apart: each view is read by the others alone, faces are compared."""

from __future__ import annotations

from dataclasses import dataclass

from vision.recognise.taught_set import TaughtSet

SUSPECT = 0.6  # probability by the other views below which it is looked at by what a view is taken for
RIVAL = 0.3  # share from which another face is as likely as the right one
ENOUGH = (
    3  # views with which one can be judged by the others; with two it may just lie otherwise than that one
)
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


def alike_in(taught: TaughtSet) -> tuple[Pair, ...]:
    """Pairs that cannot be told apart, likest first."""
    return tuple((one, other) for one, other, _ in taught.pairs_too_alike())


def verdict_on(taught: TaughtSet) -> Verdict:
    """The leave-one-out check of a whole set."""
    alike = alike_in(taught)
    known = {frozenset(pair) for pair in alike}
    views = {name: len(samples) for name, samples in zip(taught.faces, taught.samples, strict=True)}
    trusts = zip(taught.faces, taught.face_probabilities, strict=True)
    suspects = [face for face, trust in trusts if trust < SUSPECT and views[face] > 1]
    tried = [face for face in suspects if views[face] >= ENOUGH]
    pairs = dict.fromkeys((face, other) for face in tried for other in rivals(taught, face))
    mistaken = tuple(pair for pair in pairs if frozenset(pair) not in known)
    told = {face for pair in (*alike, *mistaken) for face in pair}
    return Verdict(alike, mistaken, tuple(face for face in suspects if face not in told))


def rivals(taught: TaughtSet, face: str) -> list[str]:
    """Other faces that views of this one look like as much, when the other views alone are known."""
    found = list[str]()
    for number, place in enumerate(taught.bank.face_of_sample):
        if taught.faces[place] == face:
            likeliest = taught.leave_one_out(number)[:2]
            found += [other for other, share in likeliest if other != face and share > RIVAL]
    return found
