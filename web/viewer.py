"""Who is looking and in which way: language, theme, far or near, and what the table page is used for now.

All of it comes from cookies and the address, none from the server's memory, so that a page works without
JavaScript and two tablets can do different things.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from flask import Request

from companion.words import LANGUAGES, best_language

Theme = Literal["dark", "light"]
FIX_ANY = -1
MOST_ENTERED, MOST_HEAP = 40, 60
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Mode:
    """What the table page is used for: playing, or correcting a die, entering dice, watching the tray.

    `fix` is the die to correct, FIX_ANY while it is still to be chosen. `entered` are faces typed so far.
    `heap` is the heap of dice that lies open for that, where there are too many for a row. `sheet` is the
    seat whose sheet is looked at instead of the table.
    """

    fix: int | None = None
    entered: tuple[str, ...] | None = None
    live: bool = False
    heap: str = ""
    sheet: int | None = None

    @property
    def query(self) -> str:
        """This mode as the tail of an address: `?fix=3`; empty when playing."""
        pairs: dict[str, str] = {}
        if self.fix is not None:
            pairs["fix"] = "any" if self.fix == FIX_ANY else str(self.fix)
        if self.heap:
            pairs["heap"] = self.heap
        if self.entered is not None:
            pairs["enter"] = ",".join(self.entered)
        if self.live:
            pairs["live"] = "1"
        if self.sheet is not None:
            pairs["sheet"] = str(self.sheet)
        return f"?{urlencode(pairs)}" if pairs else ""


@dataclass(frozen=True)
class Viewer:
    """One reader of the page."""

    language: str = "es"
    theme: Theme = "dark"
    far: bool = False
    advice: bool = False
    mode: Mode = Mode()


def _small(text: str) -> int | None:
    """The whole number of up to three digits that this is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def mode_of(request: Request) -> Mode:
    """The mode that the address asks for; nonsense means playing."""
    args = request.args
    if "sheet" in args:
        return Mode(sheet=_small(args["sheet"]) or 0)
    if "fix" in args:
        fix = _small(args["fix"])
        fix = FIX_ANY if fix is None else fix
        return Mode(fix=fix, heap=args.get("heap", "")[:MOST_HEAP])
    if "enter" in args:
        faces = tuple(face for face in args["enter"].split(",") if face)
        return Mode(entered=faces[:MOST_ENTERED])
    return Mode(live="live" in args)


def viewer_of(request: Request) -> Viewer:
    """The viewer behind a request: a cookie's word first, then the browser's wish."""
    language = request.cookies.get("language", "")
    if language not in LANGUAGES:
        language = best_language(request.headers.get("Accept-Language"))
    return Viewer(
        language=language,
        theme="light" if request.cookies.get("theme") == "light" else "dark",
        far=request.cookies.get("far") == "1",
        advice=request.cookies.get("advice") == "1",
        mode=mode_of(request),
    )
