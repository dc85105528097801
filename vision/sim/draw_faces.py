"""Rasterises the drawings that virtual dice wear: `python -m vision.sim.draw_faces FOLDER` (of SVG files).

Run by hand when a drawing changes, with Chromium; its PNG masks are kept in the repository. Nothing
imports it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from vision.sim.kinds import DALEK

PIXELS = 256  # a side; the largest face that is ever drawn measures about 200
CHROMIUM = "/usr/bin/chromium"


def mask(page: Page, drawing: str) -> bytes:
    """A grey PNG of one drawing: white where there is ink."""
    page.set_content(f'<body style="margin:0;background:#000;color:#fff">{drawing}')
    page.add_style_tag(content=f"svg{{display:block;width:{PIXELS}px;height:{PIXELS}px}}")
    shot = np.frombuffer(page.screenshot(), np.uint8)
    grey = cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE)
    return cv2.imencode(".png", grey, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()


def main(folder: Path) -> None:
    """Draws each face of the Dalek dice into `vision/sim/masks`."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": PIXELS, "height": PIXELS})
        for face in DALEK.faces:
            drawing = (folder / f"{face}.svg").read_text(encoding="utf-8")
            (Path(__file__).parent / "masks" / f"{face}.png").write_bytes(mask(page, drawing))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
