"""Makes the data folder of a version: runs that version's companion, plays at its page, keeps what it left.

    git worktree add --detach ELSEWHERE c00bd6e
    .venv/bin/python tests/store/before/make.py ELSEWHERE

Everything goes through the command line and the page, so that the code of any version can be asked.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlencode

HERE = Path(__file__).parent
PORT, PATIENCE, AGAIN = 8477, 90.0, 8.0  # seconds to wait for anything; after which a throw is thrown again
STEPS_OF_THE_OPEN_MATCH = 6
SETTINGS = """\
# settings as somebody had them with the version before
language = "en"

[camera]
source = "v4l2:99"
width = 800
height = 600
fps = 10
rotation = 180
exposure = 12000
gain = 2.5
focus = 2.5
white_balance = "indoor"
silent = 3.0

[reader]
sure = 0.97

[panel]
kind = "none"
stop_pin = 7
reroll_pin = 8
undo_pin = 9
button_closes_to = "3v3"
debounce = 0.02
lamps = [[16], [17, 27, 22]]
lamps_active_high = false
brightness = 0.5

[web]
host = "0.0.0.0"
port = 8091
allowed_hosts = ["cubilete.local"]
streams = 6
"""
SHORT = """\
format = "dizzle-sheet/1"
name = "Short"
level = 1
rating_column = "A"
grid = '''
X  1g 2k
3b 4R 5l
6f *P 1d
'''
[legend]
g = { kind = "gem", group = "blue" }
k = { kind = "key", group = "red" }
l = { kind = "lock", group = "red" }
b = { kind = "bomb" }
R = { kind = "rocket" }
P = { kind = "planet" }
f = { kind = "flag", group = "red" }
d = { kind = "pile" }
[points]
pile = -3
bomb_exploded = -2
bomb_solo = 2
[points.gem]
blue = 3
[points.flag]
red = [10, 6, 3, 1]
[[arrow]]
row = 1
points = 4
"""
SMALL = """\
format = "escape-sheet/1"
name = "Small"
rounds = 6
escapes_to_win = 2
captures_to_lose = 3
exits = [2, 3, 4, 5]
grid = '''
3 1 5 2 6 4
5 6 2 4 1 3
1 2 3 4 5 6
'''
cells = { A = 1, B = 2, C = 3, D = 4, E = 5, F = 6 }
[patrol.green]
start = [1, 1]
arrows = '''
> > > > > v
^ v < v < v
^ < ^ < ^ <
'''
[patrol.blue]
start = [3, 6]
arrows = '''
v < < < < <
v > v > v ^
> ^ > ^ > ^
'''
"""


class Page:
    """The page of a companion of that version, as a program without scripts uses it."""

    def __init__(self, code: Path, data: Path) -> None:
        self._code, self._data = code, data
        words = ["run", "--camera", "sim", "--panel", "sim", "--seed", "7", "--port", str(PORT)]
        command = [sys.executable, "-m", "companion", *words, "--data", str(data)]
        self._process = subprocess.Popen(command, cwd=code, stderr=subprocess.DEVNULL)
        self.until(self._up)

    def _up(self) -> bool:
        try:
            return bool(self.get("/camera.jpg"))
        except (OSError, AssertionError):
            return False

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(PATIENCE) == 0

    def until(self, true: Callable[[], object], within: float = PATIENCE) -> bool:
        over = monotonic() + within
        while not (done := true()) and monotonic() < over:
            sleep(0.1)
        assert done or within < PATIENCE, f"waited in vain: {self.get('/table').decode()[:3000]}"
        return bool(done)

    def get(self, path: str) -> bytes:
        status, body = self._ask("GET", path, None)
        assert status in (200, 303), (path, status, body[:300])
        return body

    def post(self, path: str, *fields: tuple[str, object], refusable: bool = False) -> bool:
        """Whether it was done; False: refused, where that may be."""
        status, body = self._ask("POST", path, urlencode(fields))
        assert status in (200, 303) or (refusable and status == 409), (path, fields, status, body[-1500:])
        return status != 409

    def _ask(self, method: str, path: str, form: str | None) -> tuple[int, bytes]:
        headers = {"Origin": f"http://127.0.0.1:{PORT}", "Accept-Language": "en"}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
        try:
            connection.request(method, path, form, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    # the table

    @property
    def html(self) -> str:
        return self.get("/table").decode()

    @property
    def ply(self) -> int:
        return int(json.loads(self.get("/health"))["ply"])

    @property
    def over(self) -> bool:
        return "is-over" in self.html

    def begin(self, game: str, seats: dict[str, str], **options: object) -> None:
        bots = [(f"bot.{name}", strength) for name, strength in seats.items() if strength]
        chosen = [(f"opt.{name}", value) for name, value in options.items()]
        self.post("/matches", ("game", game), *(("seat", name) for name in seats), *bots, *chosen)

    def throw(self) -> None:
        """Throw what is due until it counts; of a die that is asked about the likeliest face is taken."""
        ply = self.ply
        while self.ply == ply and not self.over:
            if not self.post("/sim/throw", refusable=True):
                return sleep(0.3)  # nothing is due: a bot thinks
            self.until(lambda: self.ply != ply or self.asked(), AGAIN)
            while self.ply == ply and (asked := self.asked()):
                self.post("/table/answer", *asked, refusable=True)
                sleep(0.3)
        return None

    def asked(self) -> tuple[tuple[str, str], ...]:
        """The answer to what is asked about a die, if anything is."""
        form = re.search(r'<form class="ask" id="ask".*?</form>', self.html, re.S)
        if form is None:
            return ()
        fields = re.findall(r'name="(ply|die)" value="(\d+)"', form[0])
        return (*fields, ("face", re.findall(r'name="face" value="(\w+)"', form[0])[0]))

    def key(self, name: str) -> bool:
        """Whether this key would do something now."""
        keys = re.findall(r'<button class="key[^>]*name="key" value="(\w+)"([^>]*)>', self.html)
        return any(key == name and "disabled" not in rest for key, rest in keys)

    def press(self, name: str) -> None:
        self.post("/table/press", ("key", name), ("ply", self.ply), refusable=True)  # a bot may be faster

    def step(self) -> None:
        """What people do next: take dice, the first and more, until STOP can be pressed; or throw."""
        if not self.toggle(0) and not self.key("stop"):
            self.throw()
            return
        more = 1
        while not self.key("stop") and self.toggle(more):
            more += 1
        self.press("stop")

    def toggle(self, die: int) -> bool:
        """Take a die into the hand, or put it back, if the game lets it be chosen."""
        return self.post("/table/toggle", ("die", die), ("ply", self.ply), refusable=True)

    def rest(self) -> None:
        """Wait until no bot has anything to decide."""
        ply = -1
        while ply != (ply := self.ply):
            sleep(2)


def play(page: Page) -> None:
    while not page.over:
        page.step()


def dalek_dice(page: Page) -> None:
    """Somebody against a bot; a throw corrected and back again, a decision taken back, a name given."""
    page.begin("dalek-dice", {"Ana": "", "Teo": "strong"}, target=12, dice="d6")
    page.throw()
    html = page.get("/table?fix=0").decode()
    other = re.findall(r'name="face" value="(\w+)"', html)[0]
    read = re.search(r'<a class="face now" data-key="f-(\w+)"', html)
    assert read
    for face in (other, read[1]):
        page.post("/table/correct", ("die", 0), ("face", face), ("ply", page.ply))
    assert page.key("undo") is False, "a throw is never taken back"
    undone = False
    while not page.over:
        decided = page.key("stop")
        page.step()
        if decided and not undone and page.key("undo"):
            page.press("undo")
            undone = True
    assert undone
    page.post("/matches/1/name", ("name", "Domingo en casa"))


def main(code: Path) -> None:
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        (data / "sheets").mkdir(parents=True)
        (data / "sheets" / "short.toml").write_text(SHORT, encoding="utf-8")
        (data / "sheets" / "small.toml").write_text(SMALL, encoding="utf-8")
        teach = ["teach", "dalek", "--camera", "sim", "--views", "1", "--data", str(data)]
        subprocess.run([sys.executable, "-m", "companion", *teach], cwd=code, check=True)
        page = Page(code, data)
        page.post("/setup/calibrate")
        dalek_dice(page)
        page.begin("dizzle", {"Ana": "simple", "Eva": "strong"}, sheet="own:Short")
        play(page)
        page.begin("25-to-dice", {"Ana": "simple"}, sheet="own:Small", mode="escape")
        play(page)
        page.begin("dalek-dice", {"Eva": "", "Niño": ""}, target=60, dice="dalek")
        page.throw()
        page.post("/matches/4/abandon")
        page.begin("dizzle", {"Teo": "simple"}, sheet="level-1")
        page.throw()
        page.post("/leave")
        page.begin("dize", {"Ana": ""}, zombies=4)
        for _ in range(STEPS_OF_THE_OPEN_MATCH):
            page.step()
        page.rest()
        log = page.get("/matches/1/log.jsonl")
        page.stop()
        keep(code, data, log)


def keep(code: Path, data: Path, log: bytes) -> None:
    """What that version left, and what it says of it."""
    (data / "cubilete.lock").unlink()
    (HERE / "match-1.jsonl").write_bytes(log)
    (HERE / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    db = sqlite3.connect(data / "cubilete.db")
    heads = db.execute("SELECT id, head FROM match ORDER BY id").fetchall()
    facts = {
        "on_table": db.execute("SELECT match FROM on_table").fetchone()[0],
        "players": [name for (name,) in db.execute("SELECT name FROM player ORDER BY played DESC, name")],
        "matches": {number: json.loads(head) | {"view": view(code, data, number)} for number, head in heads},
    }
    db.close()
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    (HERE / "facts.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    with tarfile.open(HERE / "data.tar.gz", "w:gz", compresslevel=9) as packed:
        for path in sorted(file for file in data.rglob("*") if file.is_file()):
            packed.add(path, str(path.relative_to(data)), filter=nobodys)


def nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def view(code: Path, data: Path, match: int) -> object:
    """The last view of a match as that version replays it."""
    command = [sys.executable, "-m", "companion", "replay", str(data / "cubilete.db"), "--match", str(match)]
    done = subprocess.run(command, cwd=code, check=True, capture_output=True, env=dict(os.environ))
    return json.loads(done.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
