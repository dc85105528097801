"""What the eye is made of here: the source that the settings name, the empty tray and the dice it was taught.

Refuses to know matches, and what is done with what the eye sees.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from companion.config import Config
from companion.dice import D6, DieKind
from companion.game import AnyGame, Msg, msg
from vision.camera import open_camera
from vision.commands import BadTeaching, taught_from
from vision.eye import Eye
from vision.faces import TaughtSet
from vision.frames import BadPicture, Clip, Frame, Source
from vision.live import CameraWish
from vision.paced import PacedClip
from vision.reader import Reader
from vision.sim import VirtualTray
from vision.teaching import learn
from vision.tray import Tray

log = logging.getLogger(__name__)
SIM, CLIP = "sim", "clip:"
SIM_FPS = 15.0
TAUGHT, TRAY = "taught", "tray.npz"  # in the data folder: folders of teaching pictures, the empty tray
PER_FACE = 3  # pictures of each face by which the virtual tray's dice are taught


@dataclass(frozen=True)
class Outfit:
    """What an eye is made of: `troubles` are faults of what was kept, by part."""

    eye: Eye
    open_source: Callable[[], Source]
    virtual: VirtualTray | None = None
    troubles: Mapping[str, Msg] = field(default_factory=dict)


class Lasting:
    """The virtual tray as a source: it stays, with the dice in it, when the eye must begin anew."""

    def __init__(self, tray: VirtualTray) -> None:
        self._tray = tray

    def read(self) -> Frame | None:
        """The next frame."""
        return self._tray.read()

    def close(self) -> None:
        """A frame comes soon anyhow: nobody has to be called off."""


def open_outfit(config: Config, games: Iterable[AnyGame], seed: int | None) -> Outfit:
    """What the settings name; a camera is opened later, when the eye begins to look."""
    kinds = {kind.id: kind for game in games for kind in game.kinds} | {D6.id: D6}
    made = _virtual if config.camera.source == SIM else _real
    return made(config, tuple(kinds.values()), seed)


def _real(config: Config, kinds: tuple[DieKind, ...], seed: int | None) -> Outfit:
    """A camera or a clip, with the tray and the dice that this household has taught."""
    if seed is not None:
        log.warning("--seed %d is the luck of the virtual tray (--camera sim); real dice don't heed it", seed)
    tray, troubles = kept_tray(config.data / TRAY)
    taught, bad = kept_dice(config.data / TAUGHT, kinds)
    readable = tuple(k for k in kinds if k.id == D6.id or k.id in {t.kind for t in taught})
    reader = Reader(readable, tray, taught, sure=config.reader.sure)
    return Outfit(Eye(reader), partial(_open, config), troubles=troubles | bad)


def _open(config: Config) -> Source:
    """The camera, or a clip that runs as a camera would."""
    source = config.camera.source
    if source.startswith(CLIP):
        return PacedClip(Clip(Path(source.removeprefix(CLIP)).expanduser()))
    wish = CameraWish(**{k: v for k, v in asdict(config.camera).items() if k != "source"})
    return open_camera(source, wish)


def _virtual(config: Config, kinds: tuple[DieKind, ...], seed: int | None) -> Outfit:
    """A virtual tray, and an eye that is calibrated on it."""
    luck = secrets.randbits(31) if seed is None else seed
    log.info("virtual tray: --seed %d throws the same again", luck)
    tray = VirtualTray(luck, fps=SIM_FPS, paced=True)
    eye = Eye(Reader(kinds, Tray.from_empty(tray.empty_picture()), sure=config.reader.sure))
    custom = tuple(kind.id for kind in kinds if kind.id != D6.id)

    def open_source() -> Source:
        """In the eye's own thread: learning takes seconds on a Pi, and the page need not wait for it."""
        if not eye.reader.taught:
            empty = eye.reader.tray
            sets = tuple(learn(tray.teach_pictures(kind, PER_FACE), empty, kind) for kind in custom)
            eye.reader = replace(eye.reader, taught=sets)
        return Lasting(tray)

    return Outfit(eye, open_source, tray)


def kept_tray(path: Path) -> tuple[Tray | None, dict[str, Msg]]:
    """The empty tray learned on the set-up page, if there is one; without it the eye guesses."""
    if not path.exists():
        log.warning("no empty tray is known: show it on the set-up page, the eye reads better then")
        return None, {}
    try:
        return Tray.load(path), {}
    except ValueError as error:
        log.error("%s", error)
        return None, {"tray": msg("eye.tray_broken")}


def keep_tray(tray: Tray, path: Path) -> None:
    """Keep it; the one kept before is there until the new one is wholly on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"new-{path.name}")
    try:
        tray.save(fresh)
        with fresh.open("rb") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def kept_dice(folder: Path, kinds: tuple[DieKind, ...]) -> tuple[tuple[TaughtSet, ...], dict[str, Msg]]:
    """The dice taught by pictures in `<data>/taught/<kind>/teach-<face>-<k>.jpg`, and what is wrong."""
    troubles: dict[str, Msg] = {}

    def each() -> Iterator[TaughtSet]:
        for kind in kinds:
            try:
                if (folder / kind.id).is_dir():
                    yield _taught(folder / kind.id, kind)
            except (BadTeaching, BadPicture) as error:
                log.error("%s dice are not known: %s", kind.id, error)
                troubles["dice"] = msg("eye.dice_broken")

    return tuple(each()), troubles


def _taught(shown: Path, kind: DieKind) -> TaughtSet:
    """The set in a folder; BadTeaching unless it has the faces of its kind."""
    taught = taught_from(shown, None, kind.id)
    if set(taught.names) != set(kind.faces):
        raise BadTeaching(
            f"{shown} shows {', '.join(sorted(taught.names))}; "
            f"expected the faces of {kind.id}: {', '.join(sorted(kind.faces))}"
        )
    for one, other, _ in taught.too_alike():
        log.warning(
            "%s: %s and %s look alike and will be asked about; show them more clearly", shown, one, other
        )
    return taught
