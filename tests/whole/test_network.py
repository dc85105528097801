"""The box on the network: another device may look, and plays only when paired; foreign pages get nothing."""

from __future__ import annotations

import socket

import pytest
from playwright.sync_api import expect

from tests.browser import Open
from tests.whole.conftest import Boxed
from tests.whole.house import ask

START = "game=dalek-dice&seat=Ana&seat=Teo"


def own_address() -> str:
    """This machine's address towards others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError as error:
            pytest.skip(f"this machine has no address but its loopback: {error}")
        found: str = probe.getsockname()[0]
    if found.startswith("127."):
        pytest.skip("this machine has no address but its loopback")
    return found


def test_another_device_looks_but_plays_only_when_paired(boxed: Boxed) -> None:
    box = boxed(host="0.0.0.0")
    far = (own_address(), box.port)
    assert ask(far, "/").status == 200
    assert box.code not in ask(far, "/setup").text
    assert box.code in ask(("127.0.0.1", box.port), "/setup").text
    refused = ask(far, "/matches", START)
    assert refused.status == 403
    assert ask(far, "/table").status == 303  # nothing was begun: the way to begin
    assert ask(far, "/pair", "code=000000" if box.code != "000000" else "code=000001").status == 403
    paired = ask(far, "/pair", f"code={box.code}")
    assert paired.status == 303
    cookie = {"Cookie": paired.headers["Set-Cookie"].split(";")[0]}
    assert ask(far, "/matches", START, cookie).status == 303
    assert ask(far, "/table").status == 200
    assert ask(far, "/leave", "", {"Cookie": cookie["Cookie"] + "x"}).status == 403


def test_a_paired_device_stays_paired_when_the_box_is_killed_and_started_again_until_all_are_unpaired(
    boxed: Boxed,
) -> None:
    box = boxed(host="0.0.0.0")
    near, far, code = ("127.0.0.1", box.port), (own_address(), box.port), box.code
    cookie = {"Cookie": ask(far, "/pair", f"code={code}").headers["Set-Cookie"].split(";")[0]}
    box.kill()
    box.start()
    assert box.code != code
    assert ask(far, "/matches", START, cookie).status == 303
    assert ask(near, "/setup/unpair", "").status == 303
    assert ask(far, "/leave", "", cookie).status == 403
    box.kill()
    box.start()
    assert ask(far, "/leave", "", cookie).status == 403


@pytest.mark.browser
def test_a_tablet_is_paired_by_its_page(boxed: Boxed, web_page: Open) -> None:
    box = boxed(host="0.0.0.0")
    watched = web_page(f"http://{own_address()}:{box.port}")
    page = watched.page
    page.goto(watched.origin)
    page.fill("input[name=name]", "Ana")
    page.keyboard.press("Enter")
    page.fill("input[name=code]", box.code)
    page.keyboard.press("Enter")
    page.goto(watched.origin)
    page.fill("input[name=name]", "Ana")
    page.keyboard.press("Enter")
    expect(page.locator(".chip.in[data-key='p-Ana']")).to_be_visible()
    assert watched.faults == []


def test_foreign_hosts_and_origins_are_refused(boxed: Boxed) -> None:
    box = boxed()
    near = ("127.0.0.1", box.port)
    for path in ("/", "/table", "/events", "/camera.jpg", "/static/page.js"):
        assert ask(near, path, headers={"Host": "evil.example"}).status == 421, path
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{box.port}", "http://127.0.0.1:1"):
        assert ask(near, "/matches", START, {"Origin": origin}).status == 403, origin
    assert ask(near, "/matches", START, {"Sec-Fetch-Site": "cross-site"}).status == 403
    assert ask(near, "/table").status == 303  # nothing was begun
    assert ask(near, "/matches", START, {"Origin": f"http://127.0.0.1:{box.port}"}).status == 303
    assert ask(near, "/table").status == 200
