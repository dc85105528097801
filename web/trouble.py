"""Errors as the page tells them, in one shape: JSON for programs, a page for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from flask import Flask, Request, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.game import Msg, msg

Part = TypeVar("Part")


@dataclass
class PageError(Exception):
    """A request that cannot be served: what is wrong, what was expected, and the way out, as Msgs."""

    status: int
    error: Msg
    expected: Msg
    way_out: Msg
    retry_after: int | None = field(default=None)


def trouble(status: int, name: str, /, retry_after: int | None = None, **args: int | str | Msg) -> PageError:
    """The trouble called `name`; its words are `page.trouble.<name>.error`, `.expected`, `.way_out`."""
    error, expected, way_out = (
        msg(f"page.trouble.{name}.{part}", **args) for part in ("error", "expected", "way_out")
    )
    return PageError(status, error, expected, way_out, retry_after)


def there(part: Part | None, name: str) -> Part:
    """A part that this box may have, or the trouble called `name` that it has none."""
    if part is None:
        raise trouble(404, name)
    return part


def wants_json(asked: Request) -> bool:
    """Whether a program asks: it names JSON and not HTML."""
    accepts = asked.accept_mimetypes
    return accepts["application/json"] > 0 and accepts["text/html"] < accepts["application/json"]


NAMES = {404: "lost", 405: "method", 413: "large"}


def answer_of(it: PageError) -> Response:
    """The answer that tells this trouble."""
    if wants_json(request):
        answer = jsonify({name: _say(getattr(it, name)) for name in ("error", "expected", "way_out")})
    else:
        answer = make_response(render_template("trouble.html", it=it))
    answer.status_code = it.status
    if it.retry_after is not None:
        answer.headers["Retry-After"] = str(it.retry_after)
    return answer


def _say(text: Msg) -> str:
    from web.pieces import say  # the page's words need the request's language

    return say(text)


def install(app: Flask) -> None:
    """Let `app` tell all its errors in the one shape."""

    @app.errorhandler(PageError)
    def known(it: PageError) -> Response:
        return answer_of(it)

    @app.errorhandler(HTTPException)
    def plain(error: HTTPException) -> Response:
        code = error.code or 500
        return answer_of(
            trouble(code, NAMES.get(code, "broken" if code >= 500 else "bad"), path=request.path)
        )
