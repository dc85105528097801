"""Wiring of the eye: which source, which tray, which taught dice; and the eye as page and session want it.

Knows the rooms `vision` and `companion.table`; decides nothing about pictures or matches.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from threading import Event, Thread

from companion.config import Config
from companion.dice import D6, Box, DieKind, DieSpec, Reading
from companion.game import AnyGame, Ask, Msg, msg
from companion.table.board import Snapshots
from companion.table.shown import Shown
from companion.table.wishes import Fault, Wish
from companion.table.wishes import Sight as Seeing
from vision.camera import open_camera
from vision.commands import BadTeaching, taught_from
from vision.eye import Eye
from vision.faces import TaughtSet
from vision.frames import BadPicture, Source
from vision.live import CameraWish
from vision.reader import Reader
from vision.sim import VirtualTray, teach_pictures
from vision.teaching import learn
from vision.tray import Tray
from vision.worker import Worker

log = logging.getLogger(__name__)
SIM = "sim"
SIM_FPS = 15.0
SIM_WIDTH = 640.0
TAUGHT, TRAY = "taught", "tray.npz"  # in the data folder: folders of teaching pictures, the empty tray
PRACTICE = (DieSpec(D6.id),) * 5  # what the virtual tray throws while no match is on the table
FOLLOW = 0.5  # seconds between two looks at whether the companion stops


class VirtualTable:
    """The virtual tray as the page uses it: it throws what the game wants thrown."""

    def __init__(self, tray: VirtualTray, board: Snapshots, width: float) -> None:
        self._tray = tray
        self._board = board
        self._width = width

    def throw(self) -> Msg | None:
        """Throw the dice that are due; the reason when none are."""
        shown = self._board.latest()
        specs = due(shown)
        if specs is None:
            return msg("eye.sim_no_throw")
        self._tray.throw(specs)
        return None

    def lift(self, x: float, y: float) -> bool:
        """A hand takes the die at this pixel of the picture; False if none lies there."""
        return self._tray.lift(x / self._width, y / (self._width * 0.75))


def due(shown: Shown | None) -> tuple[DieSpec, ...] | None:
    """The dice to throw now; None while a match waits for something else."""
    if shown is None or shown.match is None:
        return PRACTICE
    need = shown.ask.need if isinstance(shown.ask, Ask) else None
    return need.throw if need else None


class Sight:
    """The eye, running: its pictures for the page, its readings for the session."""

    def __init__(
        self,
        config: Config,
        board: Snapshots,
        reader: Reader,
        open_source: Callable[[], Source],
        virtual: VirtualTable | None = None,
    ) -> None:
        self._data = config.data
        self._board = board
        self.virtual = virtual
        self.width = SIM_WIDTH if virtual else float(config.camera.width)
        self._tell: Callable[[Wish], None] = lambda wish: None
        self._worker = Worker(open_source, Eye(reader), self._saw, self._troubled)
        self._over = Event()
        self._follower = Thread(target=self._follow, name="sight", daemon=True)

    def start(self, tell: Callable[[Wish], None]) -> None:
        """Begin to look; `tell` hears of readings and troubles."""
        self._tell = tell
        self._worker.start()
        self._follower.start()

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self._worker.stop()
        self._follower.join(FOLLOW * 2)

    def alive(self) -> bool:
        """Whether the eye does its rounds."""
        return self._worker.alive()

    def look_again(self) -> None:
        """Read anew what lies in the tray."""
        self._worker.look_again()

    def frame_jpeg(self) -> tuple[bytes, int, float] | None:
        """The newest picture, its number and its age in seconds."""
        return self._worker.frame_jpeg()

    def crop_jpeg(self, frame: int, box: Box) -> bytes | None:
        """The picture of one die."""
        return self._worker.crop_jpeg(frame, box)

    def calibrate(self) -> Msg | None:
        """Take what is seen now for the empty tray, for good; the reason if that cannot be."""
        picture = self._worker.calibrate()
        if picture is None:
            return msg("eye.camera_silent")
        try:
            self._data.mkdir(parents=True, exist_ok=True)
            Tray.from_empty(picture).save(self._data / TRAY)
        except OSError as error:
            log.error("the empty tray could not be kept: %s", error)
            return msg("table.refused.disk")
        return None

    def _saw(self, reading: Reading) -> None:
        self._tell(Seeing(reading))

    def _troubled(self, reason: str | None) -> None:
        self._tell(Fault("camera", None if reason is None else msg(f"eye.camera_{reason}")))

    def _follow(self) -> None:
        """Tell the eye which kinds of dice are played with."""
        number = -1
        while not self._over.is_set():
            shown = self._board.wait(number, FOLLOW)
            if shown is None:
                continue
            number = shown.number
            if (kinds := kinds_on_table(shown)) != ():
                self._worker.expect(kinds)


def kinds_on_table(shown: Shown) -> tuple[str, ...] | None:
    """The kinds of dice of the match; None: any, as there is no match; (): it does not say now."""
    if shown.match is None:
        return None
    needed = {spec.kind for spec in due(shown) or ()}
    return tuple(sorted(needed or {die.kind for die in shown.dice}))


def open_sight(config: Config, games: Mapping[str, AnyGame], board: Snapshots, seed: int | None) -> Sight:
    """The eye over the source that the settings name."""
    kinds = {kind.id: kind for game in games.values() for kind in game.kinds} | {D6.id: D6}
    if config.camera.source == SIM:
        return _virtual_sight(config, tuple(kinds.values()), board, seed)
    taught = tuple(_taught(config.data / TAUGHT, kinds.values()))
    readable = tuple(k for k in kinds.values() if k.id == D6.id or k.id in {t.kind for t in taught})
    wish = CameraWish(**{k: v for k, v in asdict(config.camera).items() if k != "source"})
    reader = Reader(readable, _kept_tray(config.data / TRAY), taught)
    return Sight(config, board, reader, lambda: open_camera(config.camera.source, wish))


def _virtual_sight(
    config: Config, kinds: tuple[DieKind, ...], board: Snapshots, seed: int | None
) -> Sight:
    """The eye over a virtual tray: calibrated on it and taught its dice, as a household would at its own."""
    tray = VirtualTray(seed or 0, fps=SIM_FPS, paced=True)
    empty = Tray.from_empty(tray.empty_picture())
    taught = tuple(learn(teach_pictures(k.id, 3), empty, k.id) for k in kinds if k.id != D6.id)
    table = VirtualTable(tray, board, SIM_WIDTH)
    return Sight(config, board, Reader(kinds, empty, taught), lambda: tray, table)


def _kept_tray(path: Path) -> Tray | None:
    """The empty tray learned on the set-up page, if there is one; without it the eye guesses."""
    if not path.exists():
        log.warning("no empty tray is known: show it on the set-up page, the eye reads better then")
        return None
    try:
        return Tray.load(path)
    except ValueError as error:
        log.error("%s", error)
        return None


def _taught(folder: Path, kinds: Iterable[DieKind]) -> Iterable[TaughtSet]:
    """The dice taught by pictures in `<data>/taught/<kind>/teach-<face>-<k>.jpg`."""
    for kind in kinds:
        shown = folder / kind.id
        if not shown.is_dir():
            continue
        try:
            yield taught_from(shown, None, kind.id)
        except (BadTeaching, BadPicture) as error:
            log.error("%s dice are not known: %s", kind.id, error)
