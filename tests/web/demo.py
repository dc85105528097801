"""Shows every state of the page with made-up parts, or photographs them all.

python -m tests.web.demo move          serves that state on http://127.0.0.1:8099
python -m tests.web.demo --shots DIR   photographs all screens at all sizes
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from tests.browser import SIZES, launched
from tests.games.prison import pages as prison
from tests.toy import pages as toy
from tests.web.fakes import FakePanel, FakeSim, House, house
from tests.web.states import STATES as DALEK
from web.serve import Server, serve

PAGES = {
    "home": "/?seat=Ana&seat=Teo&seat=Luc%C3%ADa", "matches": "/matches", "match": "/matches/7?sure=1",
    "more": "/more", "setup": "/setup", "pair": "/pair", "panel": "/panel", "lost": "/matches/99",
}  # fmt: skip
MODES = {
    "fix": ("move", "/table?fix=2"),
    "fix-any": ("move", "/table?fix=any"),
    "enter": ("first", "/table?enter=human4,dalek3"),
}


STATES = {
    **DALEK,
    **{f"toy-{name}": state for name, state in toy.STATES.items()},
    **{f"prison-{name}": state for name, state in prison.STATES.items()},
}


def running(made: House) -> Server:
    server = serve(made.app, "127.0.0.1", 0)
    server.start()
    return server


def scenes() -> list[tuple[str, str, str, bool]]:
    """Name, state, address, whether with the virtual tray."""
    tables = [(name, name, "/table", False) for name in STATES]
    modes = [(name, state, path, False) for name, (state, path) in MODES.items()]
    pages = [(name, "move", path, name == "panel") for name, path in PAGES.items()]
    sims = [
        (f"sim-{name}", name, "/table", True)
        for name in ("first", "move", "unsure", "complaint", "over", "ten", "toy-numbers", "toy-twenty")
    ]
    return [
        *tables,
        *modes,
        *pages,
        *sims,
        ("sim-live", "ten", "/table?live=1", True),
        ("sim-fix", "move", "/table?fix=2", True),
    ]


def shoot(folder: Path, only: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        for name, state, path, sim in scenes():
            if only not in name:
                continue
            server = running(
                house(STATES[state](), **({"sim": FakeSim(), "panel": FakePanel()} if sim else {}))
            )
            for width, height in SIZES:
                page = browser.new_page(viewport={"width": width, "height": height}, locale="es-ES")
                page.goto(f"http://127.0.0.1:{server.port}{path}")
                page.wait_for_timeout(250)
                page.screenshot(path=folder / f"{name}-{width}x{height}.png")
                page.close()
            server.stop()


def main(args: list[str]) -> None:
    if args[:1] == ["--shots"]:
        shoot(Path(args[1]), args[2] if len(args) > 2 else "")
        return
    made = house(STATES[args[0] if args else "move"](), sim=FakeSim(), panel=FakePanel())
    server = serve(made.app, "127.0.0.1", 8099)
    server.start()
    print("http://127.0.0.1:8099", made.parts.pairing_code)
    Event().wait()


if __name__ == "__main__":
    main(sys.argv[1:])
