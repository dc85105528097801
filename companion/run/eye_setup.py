"""What the eye is made of: the source that the settings name, the empty tray and the taught dice."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path

from companion.config import WHITE_BALANCES, CameraConfig, Config
from companion.dice import D6, DieKind
from companion.game import Msg, msg
from companion.plugin import Plugin
from companion.run.virtual_dice import VirtualDice, virtual_dice
from companion.store import StoreTrouble
from companion.store.files import write_file
from companion.store.taught import TaughtFolder
from companion.teaching.taught_sets import TaughtSets
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import VirtualTray
from vision.sources.camera import open_camera
from vision.sources.frames import Clip, Frame, Source
from vision.sources.live import CameraWish
from vision.sources.paced import PacedClip
from vision.teach.album import BadAlbum
from vision.teach.whole_pictures import learn
from vision.watch.eye import Eye

log = logging.getLogger(__name__)
SIM, CLIP = "sim", "clip:"
SIM_FPS = 15.0
TAUGHT, TRAY = "taught", "tray.npz"  # in the data folder: the taught sets, the empty tray
PER_FACE = 3  # pictures of each face by which the virtual tray's dice are taught


@dataclass(frozen=True)
class EyeSetup:
    """What an eye is made of: `troubles` are faults of what was kept, by part. `sets` are the taught dice."""

    eye: Eye
    sets: TaughtSets
    open_source: Callable[[], Source]
    virtual: VirtualTray | None = None
    troubles: Mapping[str, Msg] = field(default_factory=dict)


class LastingSource:
    """The virtual tray as a source: it stays, with the dice in it, when the eye must begin anew."""

    def __init__(self, tray: VirtualTray) -> None:
        self._tray = tray

    def read(self) -> Frame | None:
        """The next frame."""
        return self._tray.read()

    def close(self) -> None:
        """A frame comes soon anyhow: nobody has to be called off."""


def eye_setup_of(config: Config, plugins: Collection[Plugin], seed: int | None) -> EyeSetup:
    """What the settings name; a camera is opened later, when the eye begins to look."""
    sets = TaughtSets(TaughtFolder(config.data / TAUGHT), [plugin.game for plugin in plugins])
    if config.camera.source == SIM:
        return _virtual(config, sets, virtual_dice(plugins), seed)
    return _real(config, sets, seed)


def _real(config: Config, sets: TaughtSets, seed: int | None) -> EyeSetup:
    """A camera or a clip, with the tray and the dice that this household has taught."""
    if seed is not None:
        log.warning("--seed %d is the luck of the virtual tray (--camera sim); real dice don't heed it", seed)
    tray, troubles = load_tray(config.data / TRAY)
    taught, bad = load_taught_sets(sets)
    reader = Reader(readable_kinds(sets, taught), tray, taught, sure=config.reader.sure)
    return EyeSetup(Eye(reader), sets, partial(source_of, config), troubles=troubles | bad)


def source_of(config: Config) -> Source:
    """The camera, or a clip that runs as a camera would."""
    source = config.camera.source
    if source.startswith(CLIP):
        return PacedClip(Clip(Path(source.removeprefix(CLIP)).expanduser()))
    return open_camera(source, camera_wish(config.camera))


def camera_wish(camera: CameraConfig) -> CameraWish:
    """The settings of the camera as the eye takes them."""
    same = {name: value for name, value in asdict(camera).items() if name not in ("source", "white_balance")}
    return CameraWish(awb_mode=WHITE_BALANCES.index(camera.white_balance), **same)


def _virtual(config: Config, sets: TaughtSets, dice: VirtualDice, seed: int | None) -> EyeSetup:
    """A virtual tray, and an eye that is calibrated on it and knows its dice, taught by hand or not."""
    luck = secrets.randbits(31) if seed is None else seed
    log.info("virtual tray: --seed %d throws the same again", luck)
    for reason in dice.missing.values():
        log.error("not in the virtual tray: %s", reason)
    tray = VirtualTray(luck, fps=SIM_FPS, paced=True, dice=dice.models)
    kept, bad = load_taught_sets(sets)
    kinds = (D6, *(kind for kind in sets.kinds.values() if kind.id not in dice.missing))
    eye = Eye(Reader(kinds, Tray.from_empty(tray.empty_picture()), kept, sure=config.reader.sure))
    others = [model.kind for model in dice.models if model.kind not in {one.kind for one in kept}]

    def open_source() -> Source:
        """In the eye's own thread: learning takes seconds on a Pi, and the page need not wait for it."""
        while others:
            learned = learn(tray.teach_pictures(others[0], PER_FACE), eye.reader.tray, others.pop(0))
            eye.know(kinds, (*eye.reader.taught, learned))
        return LastingSource(tray)

    return EyeSetup(eye, sets, open_source, tray, bad)


def load_tray(path: Path) -> tuple[Tray | None, dict[str, Msg]]:
    """The empty tray learned on the set-up page, or what is wrong: without it the eye guesses."""
    if not path.exists():
        log.warning("no empty tray is known: show it on the set-up page, the eye reads better then")
        return None, {"tray": msg("eye.tray_unknown")}
    try:
        return Tray.load(path), {}
    except ValueError as error:
        log.error("%s", error)
        return None, {"tray": msg("eye.tray_broken")}


def save_tray(tray: Tray, path: Path) -> None:
    """Keep it; the one kept before is there until the new one is wholly on the disk."""
    packed = BytesIO()
    tray.save(packed)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, packed.getvalue())


def load_taught_sets(sets: TaughtSets) -> tuple[tuple[TaughtSet, ...], dict[str, Msg]]:
    """The taught dice that games play with, and what is wrong."""
    taught: list[TaughtSet] = []
    troubles: dict[str, Msg] = {}
    for name in sets.kinds:
        try:
            if name in sets.folder.names():
                taught.append(sets.taught_set(name))
            elif (pictures := sets.folder.path / name).is_dir():
                log.warning("%s is not learned: cubilete teach %s --pictures %s", pictures, name, pictures)
                troubles["dice"] = msg("eye.dice_pictures")
        except (BadAlbum, StoreTrouble) as error:
            log.error("%s dice are not known: %s", name, error)
            troubles["dice"] = msg("eye.dice_broken")
    return tuple(taught), troubles


def readable_kinds(sets: TaughtSets, taught: tuple[TaughtSet, ...]) -> tuple[DieKind, ...]:
    """The kinds of dice that can be read: ordinary ones, and those that were taught."""
    return (D6, *(sets.kinds[one.kind] for one in taught))
