"""The table as a feed: the newest Shown as a viewer looks at it, with the advice for those who asked."""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import render_template

from companion.game import Msg
from companion.table.shown.snapshot import Shown
from web.advice import advice
from web.chart import chart
from web.feed import Feed, Moment, Slots
from web.live import address
from web.pieces import now, parts, viewer
from web.scene import LONG, Scene, lamps, scene
from web.viewer import Mode

SLOTS = {"rail": "rail", "line": "line", "stage": "stage", "keys": "keys"}  # id of the element: its template
SEAT_SLOTS = {"line": "line", "sheet": "seat"}  # those of one player's sheet
Now = Moment[Shown]


def scene_of(shown: Shown) -> Scene:
    """What the present viewer sees of it."""
    return scene(shown, parts().games, viewer().mode)


def draw(shown: Shown) -> Slots:
    """All pieces for the present viewer."""
    it = scene_of(shown)
    slots = SEAT_SLOTS if it.mode.sheet is not None else SLOTS
    return {name: render_template(f"slots/{file}.html", it=it, **TOOLS) for name, file in slots.items()}


def draw_advice(shown: Shown, lines: tuple[Msg, ...] | None) -> str:
    """The advice, or, with None, that it is being worked out."""
    return render_template("slots/advice.html", it=scene_of(shown), lines=lines)


def game_of(shown: Shown) -> str:
    """The game on the table. Another one has a style of its own, and without one the way leads home."""
    return shown.match.game if shown.match else ""


class TableFeed(Feed[Shown]):
    """The table, or one player's sheet, as the viewer's mode says."""

    def now(self) -> Now:
        shown = now()
        return Now(shown.number, game_of(shown), shown)

    def wait(self, after: int, timeout: float) -> Now | None:
        shown = parts().snapshots.wait(after, timeout)
        return Now(shown.number, game_of(shown), shown) if shown else None

    def state(self, shown: Shown) -> str:
        return shown.light

    def draw(self, shown: Shown) -> Slots:
        return draw(shown)

    def slow(self, shown: Shown) -> Slots:
        """The advice, for those who asked for it."""
        if not viewer().advice or viewer().mode.sheet is not None:
            return {}
        lines = advice().worked_out(shown) if scene_of(shown).stage == "game" else ()
        return {"advice": draw_advice(shown, lines)}

    def lamps(self) -> object:
        panel = parts().panel
        return panel.lamps() if panel else None


def events_address(mode: Mode | None = None) -> str:
    """Where the page of the present viewer, in this mode or the present one, hears of changes."""
    look = dict(parse_qsl((mode or viewer().mode).query.removeprefix("?"), keep_blank_values=True))
    wants = {"advice": "1"} if viewer().advice else {}
    return address("table", game_of(now()), look | wants)


TOOLS = {"lamps": lamps, "chart": chart, "long": LONG}
