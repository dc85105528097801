"""The companion: every part built, given what it needs of the others, started and stopped in order."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from random import Random

from companion.config import Config
from companion.game import Msg, msg
from companion.games import Found, discover
from companion.run.eye_service import EyeService
from companion.run.eye_setup import eye_setup_of
from companion.run.lock import FolderLock
from companion.run.stopping import Stop, stop_together
from companion.sheets import FOLDER, Folder
from companion.store import SqliteStore
from companion.table.bots import Bots
from companion.table.session import Session
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Fault, by_button
from companion.teaching.lessons import Lessons
from companion.words import Words
from hardware import health
from hardware.keys import REACTION_SECONDS, Press
from hardware.panel import Panel, PanelTrouble, open_panel
from web.app import create_app
from web.pairing import fresh_pairing, new_code
from web.ports import Parts
from web.serve import Server, listen

log = logging.getLogger("cubilete")
DATABASE = "cubilete.db"
SECRET = "web.secret"  # the setting that holds what cookies are signed with, in hex
SECRET_BYTES = 32
HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
PATIENCE, LAST_PATIENCE = 1.5, 0.2  # seconds to stop: page, panel and eye at once; then what they stand on
ANYWHERE = ("127.0.0.1", "0.0.0.0", "::1", "::")


class Companion:
    """Everything that runs, from the eye to the page. `start` it, `stop` it."""

    def __init__(
        self, config: Config, seed: int | None = None, announce: Callable[[str], None] = log.info
    ) -> None:
        """`announce` says what whoever sits at the box must know."""
        self._config = config
        self._seed = seed
        self._announce = announce
        self._ground: dict[str, Stop] = {}  # what the others stand on, first started first
        self._others: dict[str, Stop] = {}
        self._alive: list[Callable[[], bool]] = []
        self.left: tuple[str, ...] = ()  # what hung when a start was given up
        self.code = new_code()
        self.address = ""

    def start(self) -> None:
        """Start all parts; if one cannot be had, stop those that were started and raise what it said."""
        try:
            self._start()
        except BaseException:
            self.left = self.stop()
            raise

    def stop(self) -> tuple[str, ...]:
        """Stop all parts within two seconds; the names of those that hang, left to the process's end."""
        hanging = stop_together(self._others, PATIENCE)
        for name, stop in reversed(self._ground.items()):
            hanging += stop_together({name: stop}, LAST_PATIENCE)
        self._others, self._ground = {}, {}
        return hanging

    @property
    def alive(self) -> bool:
        """Whether all threads that must run do."""
        return all(alive() for alive in self._alive)

    def _start(self) -> None:
        web = self._config.web
        listening = listen(web.host, web.port)  # first: the commonest trouble, and the cheapest to find
        self._ground["address"] = listening.close
        self._ground["data folder"] = FolderLock(self._config.data).close
        found = discover()
        games = found.games
        store = SqliteStore(self._config.data / DATABASE, now)
        self._ground["store"] = store.close
        board = ShownFeed()
        setup = eye_setup_of(self._config, found.plugins.values(), self._seed)
        eye = EyeService(self._config, board, setup)
        lessons = Lessons(setup.sets, eye)
        bots = Bots(found.bots, Random(self._seed))
        session = Session(games, store, board, now, look_again=eye.look_again, bots=bots)
        session.start()
        self._ground["session"] = session.stop
        _tell_of_losses(store, session, games)
        _tell_of_games(found, session)
        eye.start(session.tell)
        self._others["eye"] = eye.stop
        panel = self._open_panel(session, board, eye)
        parts = replace(self._parts(session, board, found, store, eye, panel), teaching=lessons)
        server = Server(create_app(parts), listening)
        self._others["page"] = server.stop
        server.start()
        self.address = f"http://{'localhost' if web.host in ANYWHERE else web.host}:{server.port}"
        self._alive += [session.alive, eye.alive]

    def _open_panel(self, session: Session, board: ShownFeed, eye: EyeService) -> Panel | None:
        """Buttons and lamps; without pins the game goes on without, and the page says so."""
        try:
            panel = open_panel(self._config.panel)
        except PanelTrouble as trouble:
            log.warning("%s", trouble)
            session.tell(Fault("panel", trouble.msg))
            return None
        if panel is not None:
            report: Callable[[Msg | None], None] = lambda text: session.tell(Fault("panel", text))  # noqa: E731
            press: Press = lambda key: session.tell(by_button(key, board.before(REACTION_SECONDS)))  # noqa: E731
            panel.start(board.wait, press, report, eye.width)
            self._others["panel"] = panel.close
        return panel

    def _parts(
        self,
        session: Session,
        board: ShownFeed,
        found: Found,
        store: SqliteStore,
        eye: EyeService,
        panel: Panel | None,
    ) -> Parts:
        """What the page is made of."""
        return Parts(
            session=session,
            snapshots=board,
            plugins=found.plugins,
            words=Words(found.words),
            players=store,
            pairing_code=self.code,
            allowed_hosts=self._config.web.allowed_hosts,
            host=self._config.web.host,
            eye=eye,
            sim=eye.virtual,
            panel=panel if self._config.panel.kind == "sim" else None,
            checks=lambda: health.checks(eye.age(), self._config.data),
            picture_checks=eye.checks,
            secret=_secret(store, session),
            renew_pairing=lambda: self._renew_pairing(store),
            sheets=Folder(self._config.data / FOLDER, found.sheets),
            streams=self._config.web.streams,
        )

    def _renew_pairing(self, store: SqliteStore) -> tuple[str, bytes]:
        """Another code and secret, the secret kept: what was paired before is unpaired for good."""
        code, secret = fresh_pairing()
        store.save_setting(SECRET, secret.hex())
        self.code = code
        self._announce(f"All devices were unpaired. Now they are paired with the code {code}.")
        return code, secret


def _tell_of_losses(store: SqliteStore, session: Session, games: Collection[str]) -> None:
    """What was kept before and is damaged or gone, or of a game that is not here."""
    if store.past == "broken":
        log.error("the database was broken; it is kept as %s and a new one was begun", store.set_aside)
        session.tell(Fault("disk", msg("table.fault.set_aside")))
    elif store.past == "gone":
        log.error("the database was empty though matches had been kept: a new one was begun; put back a copy")
        session.tell(Fault("disk", msg("table.fault.gone")))
    if damaged := store.damaged_heads():
        log.error("the heads of these matches are damaged: %s", ", ".join(map(str, damaged)))
        session.tell(Fault("damaged", msg("table.fault.damaged", n=len(damaged))))
    if missing := sorted({head.game for head in store.heads()}.difference(games)):
        log.error("matches of these games are not listed, as the games are not installed: %s", missing)
        session.tell(Fault("games", msg("table.fault.games", games=", ".join(missing))))


def _tell_of_games(found: Found, session: Session) -> None:
    """Games that are installed and cannot be played; the others can."""
    for problem in found.broken.values():
        log.error("%s", problem)
    if found.broken:
        names = ", ".join(sorted(found.broken))
        session.tell(Fault("broken games", msg("table.fault.broken_games", names=names)))


def _secret(store: SqliteStore, session: Session) -> bytes:
    """What cookies are signed with: kept, so that what is paired stays so when the box restarts."""
    kept = store.settings().get(SECRET, "")
    if HEX.fullmatch(kept):
        return bytes.fromhex(kept)
    fresh = secrets.token_hex(SECRET_BYTES)
    store.save_setting(SECRET, fresh)
    if store.past != "none":
        log.error("what paired devices show was lost: they must be paired again")
        session.tell(Fault("pairing", msg("table.fault.pairing")))
    return bytes.fromhex(fresh)


def now() -> datetime:
    """The box's own local time."""
    return datetime.now().astimezone()
