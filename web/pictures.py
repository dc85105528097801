"""Pictures of the tray: the whole frame with its age, and the one die that is asked about.

An old picture is never given as a live one: its age goes with it.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, request

from web.gate import Gate, GateFullError
from web.pieces import now, parts
from web.ports import Eye
from web.trouble import there, trouble

TOGETHER = 8  # pictures given out at the same time
blueprint = Blueprint("pictures", __name__)


def _eye() -> Eye:
    return there(parts().eye, "eye")


def jpeg(data: bytes, **headers: str) -> Response:
    return Response(data, mimetype="image/jpeg", headers={k.replace("_", "-"): v for k, v in headers.items()})


@blueprint.get("/camera.jpg")
def camera() -> Response:
    """The newest frame; 204 if it is still the one with number `after`."""
    gate: Gate = current_app.extensions["pictures"]
    try:
        with gate.place():
            frame = _eye().frame_jpeg()
    except GateFullError:
        raise trouble(503, "streams", retry_after=1) from None
    if frame is None:
        raise trouble(503, "frame", retry_after=1)
    data, number, age = frame
    about = {"X_Frame_Number": str(number), "X_Frame_Age": f"{max(age, 0):.2f}"}
    if request.args.get("after") == str(number):
        unchanged = jpeg(b"", **about)
        unchanged.status_code = 204
        return unchanged
    return jpeg(data, **about)


@blueprint.get("/query.jpg")
def query() -> Response:
    """The die that is asked about now."""
    asked = now().query
    picture = _eye().crop_jpeg(asked.frame, asked.box) if asked else None
    if picture is None:
        raise trouble(404, "crop")
    return jpeg(picture)


def install(app: Flask) -> None:
    app.extensions["pictures"] = Gate(TOGETHER)
    app.register_blueprint(blueprint)
