"""Draws the rooms of the house and which leans on which, from their imports: `docs/rooms.svg`.

python tools/draw_rooms.py          writes the drawing
python tools/draw_rooms.py --check  exit 1 if the drawing in docs is not the house's any more
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAWING = Path("docs/rooms.svg")
ROOFS = ("companion", "vision", "hardware", "web")
WHOLE = ("web", "hardware")  # rooms without rooms in them
LEFT_OUT = ("companion.__main__",)
ROOMS_OF_THEIR_OWN = {"companion.teaching.shown": "companion/teaching shown"}  # values that pages may see
BANDS = (("companion",), ("web", "hardware"), ("vision",))  # from left to right
BOX_WIDTH, BOX_HEIGHT, GAP, STOREY = 168, 34, 16, 84  # px
STAGGER = 0.7  # boxes: every other storey lies so far to the right, so that arrows pass between
STYLE = """
text{font:12px system-ui,sans-serif;fill:#16202a;text-anchor:middle}
rect{stroke-width:1.5}.companion{fill:#e6eefc;stroke:#3c64b4}.vision{fill:#e5f4e8;stroke:#2f7d43}
.web{fill:#fdeede;stroke:#b4691e}.hardware{fill:#f3e8fa;stroke:#7d4ba0}
path{fill:none;stroke:#66727f;stroke-width:1.1}marker path{fill:#66727f;stroke:none}
"""

Graph = Mapping[str, frozenset[str]]


def room_of(module: str) -> str | None:
    """The room a module lies in, by its path; None for what is left out."""
    roof, *parts = module.split(".")
    if module in LEFT_OUT or roof not in ROOFS:
        return None
    if roof in WHOLE:
        return roof
    for part, room in ROOMS_OF_THEIR_OWN.items():
        if f"{module}.".startswith(f"{part}."):
            return room
    folder = ROOT / roof / (parts[0] if parts else "")
    if parts and folder.is_dir():
        return f"{roof}/{parts[0]}"
    if roof == "vision" and (not parts or parts[0] == "library"):
        return "vision library"
    return f"{roof} nouns" if roof == "companion" else "vision arrays, nets"


def imports_of(path: Path) -> Iterator[str]:
    """The modules that a file imports when it runs, wherever in it; not those it only needs for its types."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    only_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in only_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms() -> Graph:
    """Each room with those it leans on."""
    leans: dict[str, set[str]] = defaultdict(set)
    for path in sorted(path for roof in ROOFS for path in (ROOT / roof).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        room = room_of(module)
        if room is None:
            continue
        leans[room] |= {other for name in imports_of(path) if (other := room_of(name)) not in (None, room)}
    return {room: frozenset(others) for room, others in sorted(leans.items())}


def reduced(graph: Graph) -> Graph:
    """The graph without edges that a longer way says as well (its transitive reduction)."""

    def reach(room: str) -> set[str]:
        found: set[str] = set()
        edge = set(graph[room])
        while edge:
            found |= edge
            edge = {far for near in edge for far in graph[near]} - found
        return found

    beyond = {room: set[str]().union(*(reach(near) for near in graph[room])) for room in graph}
    return {room: frozenset(graph[room] - beyond[room]) for room in graph}


def storeys(graph: Graph) -> dict[str, int]:
    """How high each room lies: above all it leans on. ValueError names rooms that lean on each other."""
    heights: dict[str, int] = {}
    while len(heights) < len(graph):
        ready = [room for room in graph if room not in heights and graph[room] <= heights.keys()]
        if not ready:
            raise ValueError(f"these lean on each other: {', '.join(sorted(graph.keys() - heights.keys()))}")
        for room in ready:
            heights[room] = 1 + max((heights[other] for other in graph[room]), default=-1)
    return heights


def placed(graph: Graph, heights: Mapping[str, int]) -> dict[str, tuple[float, float]]:
    """The middle of each room's box: a band a roof, storey by storey, each over what it leans on."""
    top = max(heights.values())
    at: dict[str, tuple[float, float]] = {}
    left = 0.0
    for band in BANDS:
        mine = [room for room in graph if roof_of(room) in band]
        rows = [[room for room in mine if heights[room] == height] for height in range(top + 1)]
        widest = max(map(len, rows)) + STAGGER
        for height, row in enumerate(rows):
            row.sort(key=lambda room: (_mean([at[far][0] for far in graph[room] if far in at]), room))
            start = left + (widest - len(row)) / 2 + (STAGGER / 2 if height % 2 else -STAGGER / 2)
            for place, room in enumerate(row):
                at[room] = ((start + place + 0.5) * (BOX_WIDTH + GAP), (top - height) * STOREY + BOX_HEIGHT)
        left += widest
    return at


def roof_of(room: str) -> str:
    """The package at the top of a room's path."""
    return room.replace("/", " ").split()[0]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def drawing(graph: Graph) -> str:
    """The SVG."""
    fewer = reduced(graph)
    at = placed(fewer, storeys(graph))
    width = max(x for x, _ in at.values()) + BOX_WIDTH / 2 + GAP
    height = max(y for _, y in at.values()) + BOX_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        "<title>The rooms; an arrow goes from a room to one it leans on</title>",
        f"<style>{STYLE}</style><defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' "
        "markerHeight='7' orient='auto'><path d='M0 0L8 4L0 8z'/></marker></defs>",
    ]
    for room, others in fewer.items():
        for other in sorted(others):
            (x, y), (far_x, far_y) = at[room], at[other]
            y, far_y = y + BOX_HEIGHT / 2, far_y - BOX_HEIGHT / 2
            bend = (far_y - y) / 2
            lines.append(
                f'<path d="M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {far_x:.0f} {far_y - bend:.0f} '
                f'{far_x:.0f} {far_y:.0f}" marker-end="url(#tip)"/>'
            )
    for room, (x, y) in at.items():
        kind = roof_of(room)
        lines.append(
            f'<rect class="{kind}" x="{x - BOX_WIDTH / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}" '
            f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
            f'<text x="{x:.0f}" y="{y + 4:.0f}">{room}</text>'
        )
    return "\n".join([*lines, "</svg>\n"])


def main(words: list[str]) -> int:
    """Write the drawing, or compare it."""
    fresh, path = drawing(rooms()), ROOT / DRAWING
    if "--check" not in words:
        path.write_text(fresh, encoding="utf-8")
        return 0
    if not path.exists() or path.read_text(encoding="utf-8") != fresh:
        print(f"{DRAWING} is not the house's any more: python tools/draw_rooms.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
