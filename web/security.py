"""Who may change what: hosts and origins are checked, devices other than the box itself are paired first.

Every POST is a change, unless its view is marked `@harmless`.
The address of the peer is trusted as the socket gives it: forwarding headers are not read.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from socket import gethostname
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from web.pairing import COOKIE, SEAT_COOKIE, Pairing
from web.trouble import trouble

FORM_BYTES = 64 * 1024
OWN = ("localhost", "127.0.0.1", "::1")  # names of the box to itself
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
View = TypeVar("View", bound=Callable[..., object])


def harmless(view: View) -> View:
    """Mark a POST that changes nothing but the viewer's own cookies: it needs no pairing."""
    view.harmless = True  # type: ignore[attr-defined]
    return view


def allows_seat(may: Callable[[int, int], bool]) -> Callable[[View], View]:
    """Mark a POST that a phone may make for its seat: `may(match, seat)` says whether it is about that."""

    def mark(view: View) -> View:
        view.allows_seat = may  # type: ignore[attr-defined]
        return view

    return mark


def takes_bytes(limit: int) -> Callable[[View], View]:
    """Mark a POST whose body may be so long, if it is made by who may change things; others are forms."""

    def mark(view: View) -> View:
        view.body_bytes = limit  # type: ignore[attr-defined]
        return view

    return mark


def may_change(asked: Request, pairing: Pairing) -> bool:
    """Whether this device may change things: the box itself, or one that was paired."""
    return is_loopback(asked) or pairing.knows(asked.cookies.get(COOKIE, ""))


def _allowed(view: object, asked: Request, pairing: Pairing) -> bool:
    """Whether this device may make this POST, by itself or for the one seat that it holds."""
    if getattr(view, "harmless", False) or may_change(asked, pairing):
        return True
    may = getattr(view, "allows_seat", None)
    seat = pairing.seat_of(asked.cookies.get(SEAT_COOKIE, "")) if may else None
    return bool(may and seat and may(*seat))


def is_loopback(asked: Request) -> bool:
    """Whether the request comes from the box itself."""
    return is_loopback_address(asked.remote_addr or "")


def is_loopback_address(text: str) -> bool:
    """Whether this is an address of the box to itself."""
    try:
        address = ip_address(text.split("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def host_name(authority: str) -> str:
    """`Box.local:8080` → `box.local`; the port and the brackets of an IPv6 address go."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def machine_names(host: str) -> tuple[str, ...]:
    """What a machine that calls itself `host` is called at home: by its router, and by mDNS."""
    first = host.partition(".")[0]
    return (host, first, f"{first}.local") if first else ()


def host_is_ours(authority: str, allowed: tuple[str, ...]) -> bool:
    """`localhost`, the machine's own names, those of the settings, and bare addresses: a foreign name that
    points here is DNS rebinding.
    """
    name = host_name(authority)
    ours = (*allowed, *machine_names(gethostname()))
    if name == "localhost" or name in {host.lower() for host in ours}:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def origin_is_ours(asked: Request) -> bool:
    """Whether a POST was made by a page of ours.

    Every browser since 2020 sends Origin with a POST; a request that brings neither that nor a Referer nor
    Sec-Fetch-Site was not made by a page, but by a program that could write any header it liked.
    """
    claimed = asked.headers.get("Origin") or asked.headers.get("Referer")
    if claimed is None:
        return asked.headers.get("Sec-Fetch-Site") in (None, "same-origin", "none")
    parts = urlsplit(claimed)
    return (parts.scheme, parts.netloc.lower()) == (asked.scheme, asked.host.lower())


def _body_limit(app: Flask, pairing: Pairing) -> Callable[[Request], int]:
    """Tells how many bytes the body of a request may have, from what is known before it is read."""
    routes = app.url_map.bind("")

    def body_limit(asked: Request) -> int:
        try:
            endpoint, _ = routes.match(asked.path, asked.method)
        except HTTPException:
            return FORM_BYTES
        limit: int = getattr(app.view_functions[endpoint], "body_bytes", FORM_BYTES)
        return limit if may_change(asked, pairing) else FORM_BYTES

    return body_limit


def _check_length(asked: Request, limit: int) -> None:
    asked.max_content_length = limit
    if (asked.content_length or 0) > limit:
        raise RequestEntityTooLarge


def install(app: Flask, pairing: Pairing, allowed: tuple[str, ...]) -> None:
    """Put the guard before every view of `app`, and the headers on every answer."""

    body_limit = app.extensions["body_limit"] = _body_limit(app, pairing)

    @app.before_request
    def guard() -> None:
        if not host_is_ours(request.host, allowed):
            raise trouble(421, "host", host=host_name(request.host) or "?")
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if not origin_is_ours(request):
            raise trouble(403, "origin")
        view = app.view_functions.get(request.endpoint or "")
        if view is not None and not _allowed(view, request, pairing):
            raise trouble(403, "pairing")
        _check_length(request, body_limit(request))

    @app.after_request
    def dress(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        if not (request.is_secure or host_name(request.host) in OWN):
            del answer.headers["Cross-Origin-Opener-Policy"]  # heeded nowhere else, and browsers complain
        if request.endpoint not in ("static", "game_pages.file"):
            answer.headers.setdefault("Cache-Control", "no-store")
            answer.headers.setdefault("Vary", "Cookie, Accept-Language")
        return answer
