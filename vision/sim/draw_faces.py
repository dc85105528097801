"""Draws the faces of a game's dice for the virtual tray: `python -m vision.sim.draw_faces GAME [FACE …]`.

GAME is the folder of a game. Each `<symbol id="FACE">` of its page/symbols.svg, or only those that are named,
becomes page/faces/FACE.png: a grey square of 256 pixels, white where there is ink. Run by hand when a drawing
changes, with Chromium; the masks are kept with the game.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

PIXELS = 256  # a side; the largest face that is ever drawn measures about 200
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell")  # they draw alike
SYMBOL = re.compile(r'<symbol\b[^>]*\bid="([^"]+)"')
STYLE = f"body{{margin:0;background:#000;color:#fff}} svg{{display:block;width:{PIXELS}px;height:{PIXELS}px}}"


def masks(symbols: str, faces: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """A grey PNG of each of these symbols of a sheet: white where there is ink."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": PIXELS, "height": PIXELS})
        for face in faces:
            page.set_content(
                f'<style>{STYLE}</style><svg><use href="#{face}"/></svg><div hidden>{symbols}</div>'
            )
            shot = np.frombuffer(page.screenshot(), np.uint8)
            grey = cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE)
            yield face, cv2.imencode(".png", grey, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()
        browser.close()


def main(game: Path, *faces: str) -> None:
    """Write the masks of a game's faces; SystemExit says which symbol is missing."""
    sheet = game / "page" / "symbols.svg"
    symbols = sheet.read_text(encoding="utf-8")
    there = SYMBOL.findall(symbols)
    if missing := [face for face in faces if face not in there]:
        raise SystemExit(f"{sheet} has no symbol {', '.join(missing)}, only {', '.join(there)}")
    (game / "page" / "faces").mkdir(exist_ok=True)
    for face, mask in masks(symbols, faces or there):
        (game / "page" / "faces" / f"{face}.png").write_bytes(mask)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
