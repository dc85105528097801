"""Our sheets, each broken in one place: what was there, what is there now, and what must be said of it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.sheets.formats import SHEETS


@dataclass(frozen=True)
class Broken:
    """`said` must all be in one and the same problem."""

    name: str
    old: str
    new: str
    said: tuple[str, ...]

    @property
    def text(self) -> str:
        whole = SHEETS.text_of(self.name)
        assert self.old in whole
        return whole.replace(self.old, self.new, 1)


def _of(name: str, *cases: tuple[str, str, tuple[str, ...]]) -> tuple[Broken, ...]:
    return tuple(Broken(name, *case) for case in cases)


DIZZLE = (
    *_of(
        "dizzle-level-1",
        ("4  6  X  3", "4  7  X  3", ("line 12, row 4, column 2", '"7" is no cell', "a plain cell 4")),
        ("4  6  X  3", "4  6  x  3", ("row 4, column 3", '"x" is no cell', "a start cell X")),
        ("4  6  X  3", "4  6gg X 3", ("row 4, column 2", '"6gg" is no cell')),
        ("4  6  X  3", "4  *  X  3", ("row 4, column 2", '"*" is no cell', "a planet *P")),
        ("4  6  X  3", "4  6  Xg 3", ("row 4, column 3", '"Xg" is no cell')),
        ("4  6  X  3", "4  64 X  3", ("row 4, column 2", '"64" is no cell')),
        ("4  6  X  3", "4  X  3", ("line 12, row 4: has 8 cells", "expected 9", "a hole is written .")),
        ("3b 5  1", "3z 5  1", ("line 10, row 2, column 3", "z is not in the legend", "are g, m, b")),
        ("3b 5  1", "*b 5  1", ("row 2, column 3", "b is a bomb, expected a planet after *")),
        ('"bomb"', '"bom"', ("line 21, legend.b", 'got "bom"', "did you mean bomb?")),
        ('"bomb"', '"ghost"', ("legend.b", 'got "ghost"', "there are gem, puzzle")),
        ('kind = "bomb"', 'group = "red"', ("legend.b", "kind must be", "got nothing")),
        ('"bomb" }', '"bomb", group = "red" }', ("legend.b", "a bomb has no group", "leave group out")),
        ('"bomb" }', '"bomb", colour = "red" }', ("legend.b.colour", "is not known here")),
        ('{ kind = "bomb" }', '"bomb"', ("legend.b", "must be a table", 'b = { kind = "bomb" }')),
        ('b = { kind', 'bb = { kind', ("legend.bb", '"bb" is no letter')),
        ('b = { kind = "bomb" }', 'b = { kind = "bomb" }\nq = { kind = "pile" }', (
            "line 22, legend.q", "q is on no cell", "take it out")),
        ('group = "yellow"', 'group = 3', ("legend.g", "group must be a colour", "got 3")),
        ('group = "yellow"', 'group = "blue"', ("points", "a blue gem has no points", "write blue = 3")),
        ("yellow = 3", "yellow = 3\nblue = 2", ("line 29, points.gem.blue", "there is no blue gem")),
        ("yellow = 3", 'yellow = "3"', ("points.gem.yellow", "whole number from -999 to 999", 'got "3"')),
        ("yellow = 3", "yellow = 3000", ("points.gem.yellow", "got 3000")),
        ("yellow = 3", '"a.b" = 3', ("line 27, points.gem", '"a.b" is no colour')),
        ("bomb_solo = 2", "bomb_solo = true", ("points.bomb_solo", "got True")),
        ("bomb_solo = 2", "bombsolo = 2", ("points.bombsolo", "is not known", "did you mean bomb_solo?")),
        ("bomb_solo = 2", "frame = 2", ("points.frame", "there is no frame")),
        ("level = 1", "level = 0", ("line 5, level", "1 to 99", "got 0")),
        ('"A"', '"C"', ("line 6, rating_column", 'must be "A" or "B"', 'got "C"')),
        ('name = "Level 1 (own design)"', "", ("name", "got nothing", 'write name = "My sheet"')),
        ('name = "Level 1 (own design)"', 'name = "\\u0007"', ("line 4, name", "1 to 60 letters")),
        ('name = "Level', 'nome = "Level', ("line 4, nome", "did you mean name?")),
        ("grid", "grod", ("grid", "got nothing")),
        ("row = 2\n", "row = 12\n", ("line 34, arrow.1.row", "from 1 to 7", "got 12")),
        ("row = 2\n", "", ("line 33, arrow.1", "either row or col")),
        ("row = 2\n", "row = 2\ncol = 2\n", ("arrow.1", "either row or col")),
        ("row = 2\n", "row = 3\n", ("line 33, arrow.1", "row 3, column 4 is a hole", "from and to")),
        ("row = 2\n", "row = 2\nfrom = 5\nto = 5\n", ("arrow.1", "from 5 to 5", "two cells or more")),
        ("row = 2\n", "row = 2\nfrom = 5\nto = 10\n", ("line 36, arrow.1.to", "from 1 to 9", "got 10")),
        ("row = 2\n", "row = 4\n", ("line 37, arrow.2", "is the same line as arrow.1")),
        ("row = 2\npoints = 10\n", "row = 2\n", ("arrow.1.points", "got nothing")),
        ("row = 2\n", "row = 2\nline = 3\n", ("arrow.1.line", "is not known here")),
    ),
    *_of(
        "dizzle-level-2",
        ("4k 2b", "4  2b", ("legend.k", "k is on no cell")),
        ("2b\n2  .", "2b\n2  k", ("row 3, column 2", '"k" is no cell')),
        ('K = { kind = "key", group = "red" }', 'K = { kind = "key", group = "blue" }', (
            "row 2, column 2", "red lock has no key")),
    ),
    *_of(
        "dizzle-level-3",
        ("1R", "1 ", ("legend.R", "R is on no cell")),
        ("*P", "4P", ("row 6, column 4", "P is a planet and has no number", "write *P")),
        ("[10, 6, 3, 1]", "[1, 6]", ("points.flag.red", "falling list", "got [1, 6]", "[10, 6, 3, 1]")),
        ("[10, 6, 3, 1]", "10", ("points.flag.red", "falling list", "got 10")),
        ("[10, 6, 3, 1]", "[]", ("points.flag.red", "falling list", "got []")),
    ),
    *_of(
        "dizzle-level-4",
        ("row = 7, col = 4", "row = 8, col = 4", ("line 19, frame.row", "from 1 to 7", "got 8")),
        ("row = 7, col = 4", "row = 7, col = 5", ("frame", "row 7, column 6 is a hole", "top left")),
        ("row = 7, col = 4", "row = 7", ("frame.col", "got nothing")),
        ("row = 7, col = 4", "row = 7, column = 4", ("frame.column", "did you mean col?")),
        ("frame = { row = 7, col = 4 }", "frame = 7", ("frame", "must be a table", "got 7")),
        ("frame = 10", "", ("points", "the frame has no points")),
        ("5  2R 1b", "5  *P 1b", ("planets: 3 of them need as many rockets, got 1", "put one more on")),
        ("4R 5", "4  5", ("planets: 2 of them need as many rockets, got 1",)),
    ),
)  # fmt: skip

ESCAPE = _of(
    "25-to-dice",
    ("4 1 2 6 3 5", "4 1 7 6 3 5", ("line 11, row 2, column 3", '"7" is no square', "1 to 6")),
    ("4 1 2 6 3 5", "4 1 6 3 5", ("line 11, row 2: has 5 cells, expected 6",)),
    ("rounds = 15", "rounds = 1.5", ("line 4, rounds", "got 1.5")),
    ("escapes_to_win = 4", "escapes_to_win = 7", ("escapes_to_win", "from 1 to 6", "got 7")),
    ("captures_to_lose = 3", "captures_to_lose = 0", ("captures_to_lose", "from 1 to 6", "got 0")),
    ("[1, 2, 3, 4, 5, 6] ", "[1, 2, 3, 4, 5, 7] ", ("line 7, exits", "column 7 has no square below")),
    ("[1, 2, 3, 4, 5, 6] ", "[1, 2, 3, 4, 5, 5] ", ("exits", "must be different columns")),
    ("[1, 2, 3, 4, 5, 6] ", "[] ", ("exits", "1 to 6 columns", "got []")),
    ("[1, 2, 3, 4, 5, 6] ", '["1"] ', ("exits", "must be a column", 'got "1"')),
    ("exits = [1, 2, 3, 4, 5, 6] ", "", ("exits", "got nothing")),
    ("F = 6", "F = 5", ("line 26, cells.F", "column 5 is E's already")),
    ("F = 6", "F = 9", ("line 26, cells.F", "column 9 has no square above the cell in row 8")),
    ("F = 6", 'F = "6"', ("cells.F", "must be a column", 'got "6"')),
    ("F = 6", "G = 6", ("cells.G", "is not known here")),
    ("F = 6", "", ("cells", "inmate F has no cell")),
    ("[patrol.green]", "[patrol.gren]", ("patrol", "the green guard has no patrol", "write [patrol.green]")),
    ("start = [1, 1]", "start = [9, 1]", ("line 29, patrol.green.start", "got [9, 1]")),
    ("start = [1, 1]", "", ("patrol.green.start", "got nothing")),
    ("start = [1, 1]", 'start = "11"', ("patrol.green.start", 'got "11"')),
    ("> > > v > v", "> > > x > v", ("line 31, patrol.green.arrows, row 1, column 4", '"x" is no arrow')),
    ("> > > v > v", "^ > > v > v", ("patrol.green.arrows, row 1, column 1", "^ leads to row 0, column 1")),
    ("> > > v > v", "> > > v > v\n> > > v > v", ("patrol.green.arrows", "has 9 × 6 arrows, expected 8 × 6")),
    ("^ > > > ^ v\n^ <", "^ > > > > v\n^ <", (
        "line 30, patrol.green.arrows", "row 7, column 5 leads to row 7, column 6, as row 6, column 6 does")),
    ("^ > > > ^ v\n^ <", "^ > > > > v\n^ <", (
        "patrol.green.arrows", "passes", "of 48 squares", "one closed loop")),
    ("[1,1], [1,2]", "[1,1], [2,1]", ("line 40, patrol.green.path", "square 2 is [2, 1], expected [1, 2]")),
    ("[3,1], [2,1],", "[3,1]", ("patrol.green.path", "has 47 squares, expected all 48")),
    ("path = [  ", "path = 3 #", ("TOML",)),
    ("[patrol.blue]", "[patrol.blue]\nspeed = 3", ("patrol.blue.speed", "is not known here")),
)  # fmt: skip

NO_SHEET = (
    ("", "format must say"),
    ("format = 3", "got 3"),
    ('format = "dizzle-sheet/2"', 'write format = "escape-sheet/1" or format = "dizzle-sheet/1"'),
    ("grid = ", "must be TOML"),
    ('format = "dizzle-sheet/1"\nname = "two"\nname = "names"', "must be TOML"),
    ("a = " + "[" * 20_000, "must be TOML"),
    ("a = " + "9" * 5_000, "must be TOML"),
    ("\ud800", "must be Unicode"),
    ("#" * 30_001, "30001 characters, expected at most 30000"),
    ('format = "dizzle-sheet/1"', "grid"),
    ('format = "escape-sheet/1"', "grid"),
    ('format = "dizzle-sheet/1"\nlegend = 3\npoints = []\narrow = 3\ngrid = "X 1"', "arrow"),
    ('format = "dizzle-sheet/1"\nname = "n"\ngrid = """\n' + "X " * 21 + '\n"""', "1 rows of up to 21"),
    ('format = "dizzle-sheet/1"\nname = "n"\ngrid = """\n' + "X\n" * 21 + '"""', "21 rows of up to 1"),
    (
        'format = "escape-sheet/1"\ngrid = """\n' + "1 2 3 4 5 6\n" * 13 + '"""',
        "13 rows of 6, expected at most 12 rows",
    ),
    ('format = "escape-sheet/1"\npatrol = 3\ncells = []\nexits = {}\ngrid = "1 2"', "patrol"),
)
