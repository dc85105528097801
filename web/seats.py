"""A page for each player's own sheet, and the codes that bring a phone to it.

A code lets a phone act for one seat of one match and nothing else; codes are given only to devices that may
change things anyway.
"""

from __future__ import annotations

import re
import secrets
import socket
from dataclasses import dataclass, replace

import segno
from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.game import Ask, Msg
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Shown
from web.pairing import SEAT_COOKIE, Pairing
from web.pieces import now, parts, say, viewer
from web.security import OWN, host_name, may_change
from web.table_feed import TOOLS, events_address, scene_of
from web.trouble import trouble
from web.viewer import Mode

blueprint = Blueprint("seats", __name__)
BACK = re.compile(r"/sheet/(\d{1,2})")


def has_sheets(game: str) -> bool:
    """Whether this game has a drawing for a sheet of one's own."""
    plugin = parts().plugins.get(game)
    return plugin is not None and plugin.page.has("sheet.html")


def pairing() -> Pairing:
    made: Pairing = current_app.extensions["pairing"]
    return made


def on_table() -> MatchHead:
    """The match on the table, if it has sheets; else the trouble that there is none."""
    match = now().match
    if match is None or not has_sheets(match.game):
        raise trouble(404, "sheet")
    return match


@blueprint.get("/sheet/<int:seat>")
def sheet(seat: int) -> Answer | str:
    """The sheet of that seat, counted from 1; with a pass from a code the phone keeps it and may act."""
    match = on_table()
    if not 1 <= seat <= len(match.seats):
        raise trouble(404, "sheet")
    code = request.args.get("pass", "")
    if not code:
        return seat_page(seat)
    made = redirect(url_for("seats.sheet", seat=seat), 303)
    if pairing().seat_of(code) == (match.id, seat - 1):
        made.set_cookie(SEAT_COOKIE, code, httponly=True, samesite="Strict")
    return made


def seat_page(seat: int, toast: Msg | None = None) -> str:
    """That sheet as it is, with what has to be said over it."""
    g.viewer = replace(viewer(), mode=Mode(sheet=seat - 1), advice=False)
    over = {"toast": say(toast), "toast_key": secrets.token_hex(4)} if toast else {}
    shown = now()
    mine = may_change(request, pairing()) or held_seat() == (
        shown.match.id if shown.match else None,
        seat - 1,
    )
    return render_template(
        "player.html", it=scene_of(shown), events=events_address(), may_act=mine, **TOOLS, **over
    )


def held_seat() -> tuple[int, int] | None:
    """The match and seat that this phone may act for."""
    return pairing().seat_of(request.cookies.get(SEAT_COOKIE, ""))


def seat_left() -> int | None:
    """The sheet, counted from 1, that a form came from; None: from the table."""
    address = BACK.fullmatch(request.form.get("back", ""))
    match = now().match
    return int(address[1]) if address and match and 1 <= int(address[1]) <= len(match.seats) else None


def at_turn(match: int, seat: int) -> bool:
    """Whether that seat of that match is to decide now."""
    shown = now()
    return shown.match is not None and shown.match.id == match and shown.seat == seat


def offered_to(match: int, seat: int) -> bool:
    """Whether the offer that the form takes is that seat's."""
    shown = now()
    return shown.match is not None and shown.match.id == match and _offer_seat(shown) == seat


def _offer_seat(shown: Shown) -> int | None:
    text = request.form.get("offer", "")
    offers = shown.ask.offers if isinstance(shown.ask, Ask) else ()
    index = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else len(offers)
    return offers[index].seat if index < len(offers) else None


@dataclass(frozen=True)
class Code:
    """One seat's code: its picture and the address in it."""

    seat: int
    name: str
    address: str
    picture: Markup


@blueprint.get("/sheets")
def codes() -> str:
    """One code for each person at the table."""
    match, origin = on_table(), phones_origin()
    people = [seat for seat in range(len(match.seats)) if not any(match.bots[seat : seat + 1])]
    made = tuple(_code(match, seat, origin) for seat in people) if origin else ()
    return render_template("codes.html", codes=made, head=match, may_act=may_change(request, pairing()))


def _code(match: MatchHead, seat: int, origin: str) -> Code:
    plain = origin + url_for("seats.sheet", seat=seat + 1)
    allowed = may_change(request, pairing())
    full = f"{plain}?pass={pairing().seat_pass(match.id, seat)}" if allowed else plain
    picture = segno.make(full, error="m", micro=False).svg_inline(omitsize=True, light="#fff", border=3)
    return Code(seat, match.seats[seat], plain, Markup(picture))


def phones_origin() -> str | None:
    """Where a phone finds this box: as this device does, or, seen from the box, its address at home."""
    if host_name(request.host) not in OWN:
        return f"{request.scheme}://{request.host}"
    home = None if parts().host in OWN else home_address()
    port = request.host.rpartition(":")[2]
    return f"{request.scheme}://{home}:{port}" if home and port.isdigit() else None


def home_address() -> str | None:
    """The box's own address on the home network. Choosing a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address
