"""The taught sets of this household as values: read, kept, taken in, renamed, removed, each checked first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from companion.dice import D6, DieKind
from companion.game import AnyGame
from companion.store.taught import TaughtFolder
from companion.teaching.shown import TaughtShown
from vision.recognise.taught_set import TaughtSet
from vision.teach.album import Album, BadAlbum, check_kind
from vision.teach.verdict import Verdict, verdict_of


class FacesAlike(ValueError):  # noqa: N818 (named as what is wrong)
    """A set whose faces cannot be told apart; `verdict` says which."""

    def __init__(self, kind: str, verdict: Verdict) -> None:
        super().__init__(f"{kind} was not kept: {spoken(verdict)}")
        self.verdict = verdict


class NameTaken(ValueError):  # noqa: N818
    """A name that another set has: `kind`."""

    def __init__(self, kind: str, way_out: str) -> None:
        super().__init__(f"there is a set {kind} already; {way_out}")
        self.kind = kind


def check_untaught(kind: str) -> None:
    """BadAlbum if dice of that name are known without being taught."""
    if kind == D6.id:
        raise BadAlbum(f"{kind} dice are known without being taught; give the set another name")


def spoken(verdict: Verdict) -> str:
    """What is wrong with a set, and the way out, for a terminal."""
    alike = [f"{one} and {other} cannot be told apart" for one, other in verdict.alike]
    mistaken = [f"a view of {face} looks like {other}" for face, other in verdict.mistaken]
    return f"{'; '.join(alike + mistaken)}; show {', '.join(verdict.again)} again, or mark them"


class TaughtSets:
    """The sets. A set of the name of a kind that games play with must have its faces."""

    def __init__(self, folder: TaughtFolder, games: Iterable[AnyGame]) -> None:
        self.folder = folder
        self._known_sets: dict[str, tuple[bytes, TaughtSet]] = {}  # by name: digest of the file, its set
        self._players = {game.id: game.kinds for game in games}
        every = (kind for kinds in self._players.values() for kind in kinds)
        self.kinds: Mapping[str, DieKind] = {kind.id: kind for kind in every if kind.id != D6.id}

    def album(self, name: str) -> Album:
        """A set. StoreTrouble: there is none; BadAlbum: its file is broken, or is no set of this name."""
        return self._unpacked(name, self.folder.read(name))

    def taught_set(self, name: str) -> TaughtSet:
        """A set as the eye reads by it, or what `album` raises. Learning takes seconds: it is done once."""
        data = self.folder.read(name)
        known = self._known_sets.get(name)
        if known is None or known[0] != _digest(data):
            known = self._known_sets[name] = (_digest(data), self._unpacked(name, data).taught_set())
        return known[1]

    def _unpacked(self, name: str, data: bytes) -> Album:
        album = Album.from_json(data, str(self.folder.file(name)))
        if album.kind != name:
            raise BadAlbum(
                f"{self.folder.file(name)} holds a set named {album.kind}; import it under its name"
            )
        return self._fitting(album)

    def keep(
        self, album: Album, verdict: Verdict | None = None, taught_set: TaughtSet | None = None
    ) -> Verdict:
        """Keep a set in place of one of the same name; FacesAlike if its faces cannot be told apart.

        `taught_set` is what the eye reads by, `verdict` what was found out about it, if that is known.
        """
        album = self._fitting(album)
        taught_set = taught_set or album.taught_set()
        verdict = verdict or verdict_of(taught_set)
        if not verdict.good:
            raise FacesAlike(album.kind, verdict)
        data = album.to_json()
        self.folder.write(album.kind, data)
        if taught_set.faces == album.faces:
            self._known_sets[album.kind] = (_digest(data), taught_set)
        return verdict

    def take_in(self, album: Album, *, replace: bool = False) -> Verdict:
        """As `keep`, a set from elsewhere; NameTaken if there is one of its name that may not make way."""
        if album.kind in self.folder.names() and not replace:
            raise NameTaken(album.kind, "rename that first, give this one another --name, or say --replace")
        return self.keep(album)

    def rename(self, name: str, new: str) -> None:
        """Give a set another name: that of a kind that a game plays with puts it in use."""
        album = self.album(name)
        check_kind(new)
        if new in self.folder.names():
            raise NameTaken(new, "rename or remove that first")
        fresh = self._fitting(Album(new, album.views, album.edge))
        self.folder.write(new, fresh.to_json())
        self.folder.remove(name)

    def shown(self) -> tuple[TaughtShown, ...]:
        """All kinds that are taught, and those that games play with, whether taught or not."""
        names = dict.fromkeys((*self.kinds, *self.folder.names()))
        return tuple(self._shown(name) for name in names)

    def _shown(self, name: str) -> TaughtShown:
        faces = self.kinds[name].faces if name in self.kinds else ()
        games = tuple(game for game, kinds in self._players.items() if name in {kind.id for kind in kinds})
        if name not in self.folder.names():
            return TaughtShown(name, faces, 0, games)
        try:
            album = self.album(name)
        except BadAlbum:
            return TaughtShown(name, faces, 0, games, broken=True)
        return TaughtShown(name, album.faces, sum(len(cuts) for cuts in album.views.values()), games)

    def _fitting(self, album: Album) -> Album:
        """The set, its faces in the order of its kind; BadAlbum if they are others than that has."""
        check_untaught(album.kind)
        kind = self.kinds.get(album.kind)
        if kind is None:
            return album
        if set(kind.faces) != set(album.faces):
            raise BadAlbum(
                f"{album.kind} dice have the faces {', '.join(kind.faces)}; got {', '.join(album.faces)}: "
                "give the set another name, or teach these faces"
            )
        return Album(album.kind, {face: album.views[face] for face in kind.faces}, album.edge)


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()
