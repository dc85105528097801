"""The small pieces that templates are made of: words, faces, badges, addresses of static files."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from flask import Flask, current_app, g, request, url_for
from markupsafe import Markup, escape

from companion.dice import COLOURS
from companion.game import Msg, face_name, msg
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Shown
from web.game_pages import game_files, symbol_file
from web.ports import Parts
from web.records import best
from web.viewer import Viewer, viewer_of

SHAPES = ("circle", "diamond", "hexagon", "triangle", "square", "shield", "star", "arch")
SHORT = {"triangle": "tri"}  # classes of look.css that are named otherwise than the drawing


def parts() -> Parts:
    """The parts of the app that serves this request."""
    made: Parts = current_app.extensions["parts"]
    return made


def viewer() -> Viewer:
    """Who looks. A stream that renders for somebody sets `g.viewer` itself."""
    if "viewer" not in g:
        g.viewer = viewer_of(request)
    who: Viewer = g.viewer
    return who


def say(text: Msg) -> str:
    """The sentence, in the viewer's language."""
    return parts().words.say(text, viewer().language)


def t(name: str, /, **args: int | str | Msg) -> str:
    """`t("home.play")`: the page's own words."""
    return say(msg(f"page.{name}", **args))


def colour_name(colour: str) -> str:
    """The word for a die's colour; one that the house doesn't know is said as the game names it."""
    return t(f"die.colour.{colour}") if colour in COLOURS else colour


def face_icon(kind: str, face: str) -> str:
    """The drawing of a face: `d6-3` for ordinary dice; a game's own dice are drawn among its symbols."""
    return f"d6-{face}" if kind == "d6" else f"{game_files().owner_of(kind)}/{face}"


def icon(name: str, extra: str = "i") -> Markup:
    """A drawing of the house, or `game/name`: one of a game's; as big as text unless `extra` differs."""
    address, symbol = symbol_file(name)
    return Markup('<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>').format(
        extra, address or static("sprite.svg"), symbol
    )


def badge(seat: int, name: str, bot: object = False) -> Markup:
    """A player: shape, letter and colour, always all three; a bot has its sign for the letter."""
    shape = SHAPES[seat % len(SHAPES)]
    return Markup('<span class="badge {} p{}{}">{}<b>{}</b></span>').format(
        SHORT.get(shape, shape),
        seat % len(SHAPES) + 1,
        " bot" if bot else "",
        icon(f"player-{shape}", ""),
        icon("robot", "") if bot else name[:1].upper(),
    )


def seat_badge(head: MatchHead, seat: int) -> Markup:
    """The player of that seat of a match."""
    return badge(seat, head.seats[seat], head.bots[seat] if seat < len(head.bots) else "")


def record_of(head: MatchHead) -> MatchHead | None:
    """The best score with the same game and options, for a match of one person."""
    return record(head.game, head.options) if len(head.seats) == 1 else None


def record(game: str, options: Mapping[str, int | str]) -> MatchHead | None:
    """The best score of one who played this game alone with these options."""
    plugin = parts().plugins.get(game)
    return best(parts().session.heads(), game, options, plugin is not None and plugin.fewest_wins)


def share(part: float, whole: float) -> int:
    """`part` of `whole` in percent, from 0 to 100."""
    return max(0, min(100, round(100 * part / whole))) if whole else 0


def static(name: str) -> str:
    """The address of a static file, with a mark that changes when the file does."""
    marks: dict[str, str] = current_app.extensions["static-marks"]
    return url_for("static", filename=name, v=marks.get(name, "0"))


def file_marks(folder: Path) -> dict[str, str]:
    """For each file below `folder`, eight letters of its hash."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()[:8] for path in files}


def now() -> Shown:
    """The newest Shown; before the first one, a page that waits."""
    return parts().snapshots.latest() or Shown(0, 0, "idle", msg("page.waiting"))


def faults() -> tuple[Msg, ...]:
    """What is wrong with the box now."""
    return now().faults


def install(app: Flask) -> None:
    """Give the pieces to all templates of `app`."""
    app.extensions["static-marks"] = file_marks(Path(app.static_folder or ""))
    app.jinja_env.globals.update(
        say=say, t=t, icon=icon, badge=badge, share=share, static=static, face_icon=face_icon,
        face=lambda kind, name: say(face_name(kind, name)), viewer=viewer, parts=parts,
        faults=faults, escape=escape, msg=msg,
        seat_badge=seat_badge, record_of=record_of, colour_name=colour_name,
    )  # fmt: skip
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
