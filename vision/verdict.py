"""Whether what was taught can be told apart: each view is read by the others alone, and faces are compared.

Refuses to know what is done about it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.album import Album
from vision.faces import TaughtSet

SUSPECT = 0.6  # probability by the other views below which it is looked at by what a view is taken for
Pair = tuple[str, str]


@dataclass(frozen=True)
class Verdict:
    """`alike`: faces that cannot be told apart in any turn. `mistaken`: a face, and what one of its views is
    taken for by the others. `doubtful`: faces that will often be asked about."""

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
    return tuple((one, other) for one, other, _ in taught.too_alike())


def verdict_on(album: Album) -> Verdict:
    """The leave-one-out check of a whole album."""
    taught = album.taught()
    alike = alike_in(taught)
    suspects = [
        face
        for face, trust in zip(taught.names, taught.trust, strict=True)
        if trust < SUSPECT and len(album.views[face]) > 1
    ]
    mistaken = [(face, other) for face in suspects for other in taken_for(album, face)]
    known = {frozenset(pair) for pair in alike}
    wrong = tuple(pair for pair in dict.fromkeys(mistaken) if frozenset(pair) not in known)
    named = {face for pair in (*alike, *wrong) for face in pair}
    return Verdict(alike, wrong, tuple(face for face in suspects if face not in named))


def taken_for(album: Album, face: str) -> list[str]:
    """The other faces for which views of this one are taken, when the others alone are known."""
    cuts = album.views[face]
    others = []
    for number, cut in enumerate(cuts):
        rest = {**album.views, face: cuts[:number] + cuts[number + 1 :]}
        likeliest = Album(album.kind, rest, album.edge).taught().match(cut).guesses[0][0]
        if likeliest != face:
            others.append(likeliest)
    return others
