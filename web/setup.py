"""The set-up page: the living picture, what is wrong, calibration, pairing; and the virtual box."""

from __future__ import annotations

from flask import Blueprint, current_app, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.table.shown.snapshot import KeyName
from web.live import address, feed_of
from web.pairing import COOKIE, Pairing
from web.pieces import now, parts, say, t
from web.play import chosen
from web.ports import NotLearned, Panel
from web.security import harmless, is_loopback, may_change
from web.trouble import there, trouble, wants_json
from web.viewer import YEAR

blueprint = Blueprint("setup", __name__)
BUTTONS: tuple[KeyName, ...] = ("stop", "reroll", "undo")


def pairing() -> Pairing:
    made: Pairing = current_app.extensions["pairing"]
    return made


def _setup(notice: str | None = None, refused: NotLearned | None = None) -> str:
    code = pairing().code if may_change(request, pairing()) else None
    moment = feed_of("setup").now()
    return render_template(
        "setup.html", findings=moment.value, number=moment.number, events=address("setup", "", {}), code=code,
        own=is_loopback(request), notice=notice, refused=refused, unpairing="unpair" in request.args,
    )  # fmt: skip


@blueprint.get("/setup")
def index() -> str:
    done = {"done": "setup.calibrated", "unpaired": "setup.unpaired"}
    return _setup(next((t(words) for name, words in done.items() if name in request.args), None))


@blueprint.post("/setup/calibrate")
def calibrate() -> Answer:
    """Learn the tray as it lies there, empty; `insist`: what looks like dice is the cloth's own print."""
    refused = there(parts().eye, "eye").calibrate(insist="insist" in request.form)
    if refused is None:
        return (
            jsonify(calibrated=True) if wants_json(request) else redirect(url_for("setup.index", done=1), 303)
        )
    if wants_json(request):
        raise trouble(409, "refused", reason=refused.text)
    made = make_response(_setup(say(refused.text), refused))
    made.status_code = 409
    return made


@blueprint.post("/setup/empty")
def empty() -> Answer:
    """Take all dice out of the virtual tray."""
    there(parts().sim, "sim").empty()
    return jsonify(empty=True) if wants_json(request) else redirect(url_for("setup.index"), 303)


@blueprint.get("/pair")
def pair_form() -> str:
    return render_template("pair.html", notice=None)


@blueprint.post("/pair")
@harmless
def pair() -> Answer:
    """Take the code that the box shows for a cookie that lets this device change things."""
    address = request.remote_addr or ""
    wait = pairing().guesses.count(address)
    if wait:
        raise trouble(429, "guesses", retry_after=wait, seconds=wait)
    cookie = pairing().try_code(request.form.get("code", "")[:40])
    if cookie is None:
        made = make_response(render_template("pair.html", notice=t("pair.wrong")))
        made.status_code = 403
        return made
    pairing().guesses.forget(address)
    done = redirect(url_for("play.table"), 303)
    _keep_paired(done, cookie)
    return done


def _keep_paired(answer: Answer, cookie: str) -> None:
    answer.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="Strict")


@blueprint.post("/setup/unpair")
def unpair() -> Answer:
    """Unpair all devices but the one that asks, and draw another code."""
    pairing().renew(*parts().renew_pairing())
    done: Answer = redirect(url_for("setup.index", unpaired=1), 303)
    if wants_json(request):
        done = jsonify(unpaired=True)
    if not is_loopback(request):
        _keep_paired(done, pairing().device_pass())
    return done


def _panel() -> Panel:
    return there(parts().panel, "panel")


@blueprint.get("/panel")
def panel_page() -> str:
    return render_template("panel.html", lit=_panel().lamps(), buttons=BUTTONS, shown=now())


@blueprint.post("/panel/press")
def panel_press() -> Answer:
    """Press a button of the box, which always means the present moment."""
    _panel().press(chosen("button", BUTTONS))
    return jsonify(pressed=True) if wants_json(request) else redirect(url_for("setup.panel_page"), 303)


@blueprint.get("/health")
def health() -> Answer:
    """For scripts and watchdogs: whether anything is wrong."""
    shown = now()
    return jsonify(
        ok=not shown.faults, number=shown.number, ply=shown.ply, faults=[say(fault) for fault in shown.faults]
    )
