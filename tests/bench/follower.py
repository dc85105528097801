"""A page at the table, less the drawing: `python -m tests.bench.follower ORIGIN events|pictures`.

`events` says when each event came, one line of JSON; `pictures` asks for the living picture as the page does.
A process of its own, so that it takes nothing from the companion it follows but what a tablet would.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from time import monotonic, sleep
from typing import IO
from urllib.error import HTTPError
from urllib.request import urlopen

NOT_YET = 503  # there is no picture yet, or too many ask at once
PAUSE = 0.08  # seconds between two pictures, as page.js waits


def events(stream: IO[bytes]) -> Iterator[tuple[float, dict[str, object]]]:
    """Each event that shows the table, with the moment its last byte had come."""
    for line in stream:
        if line.startswith(b"data: "):
            came = monotonic()
            told = json.loads(line[6:])
            if isinstance(told, dict) and "number" in told:
                yield came, told


def follow(origin: str) -> None:
    """Tell of every event until nobody listens any more; when told to load again, do so, as a page does."""
    while True:
        with urlopen(f"{origin}/events?after=0") as stream:
            for came, told in events(stream):
                slots = told["slots"]
                assert isinstance(slots, dict)
                line = {"number": told["number"], "came": came, "slots": sorted(slots)}
                print(json.dumps(line), flush=True)


def look(origin: str) -> None:
    """Ask for one picture after the other."""
    after = "-1"
    while True:
        try:
            with urlopen(f"{origin}/camera.jpg?after={after}") as answer:
                answer.read()
                after = answer.headers["X-Frame-Number"]
        except HTTPError as error:
            if error.code != NOT_YET:
                raise
            sleep(float(error.headers["Retry-After"]))
        sleep(PAUSE)


if __name__ == "__main__":
    {"events": follow, "pictures": look}[sys.argv[2]](sys.argv[1])
