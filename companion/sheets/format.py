"""A format of sheet files: how one is read, proved playable and described, and the sheets a game brings."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Generic, Protocol, TypeVar

from companion.sheets.trouble import OtherFormatError, Problems, SheetError, line_numbers, printable, shown

LONGEST = 30_000  # characters; ours have 1,600


class PrintedSheet(Protocol):
    """What every sheet has. Two are the same when their `source` is: the text or data they were read from."""

    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...


S = TypeVar("S", bound=PrintedSheet)


@dataclass(frozen=True)
class SheetFormat(Generic[S]):
    """One format. `id` is the value of `format` in a file, e.g. `dizzle-sheet/1`.

    `build` makes a sheet of a file's data and adds what is wrong to the Problems; `prove` adds what keeps a
    sheet that was built from being played; `objections` are what nobody should begin a match with; `about` is
    the sheet in a sentence, `figures` and `remarks` what else is worth knowing of it. `names` are the sheets
    that the game brings: `<name>.toml` in `folder`.
    """

    id: str
    build: Callable[[Mapping[str, Any], str, Problems], S]
    prove: Callable[[S, Problems], None]
    about: Callable[[S], str]
    names: tuple[str, ...]
    folder: Traversable
    objections: Callable[[S], tuple[str, ...]] = lambda sheet: ()
    figures: Callable[[S], tuple[str, ...]] = lambda sheet: ()
    remarks: Callable[[S], tuple[str, ...]] = lambda sheet: ()

    def read(self, text: str) -> S:
        """The sheet that a file's text describes, proved playable; SheetError if it is not of this format."""
        data = parsed(text)
        named_format(data, (self.id,))
        problems = Problems(line_numbers(text))
        sheet = self._built(data, text, problems)
        self.prove(sheet, problems)
        problems.settle()
        return sheet

    def read_new(self, text: str) -> S:
        """The sheet for a match that is yet to begin: `objections`, which old logs may defy, hold too."""
        sheet = self.read(text)
        if problems := self.objections(sheet):
            raise SheetError(problems)
        return sheet

    def from_data(self, data: Mapping[str, Any]) -> S:
        """The sheet that data of the same keys describe.

        It holds together, but whether it can be played to its end is not asked: tests play on odd sheets.
        """
        return self._built(data, json.dumps(data, sort_keys=True, ensure_ascii=False), Problems())

    def _built(self, data: Mapping[str, Any], source: str, problems: Problems) -> S:
        sheet = self.build(data, source, problems)
        problems.settle()
        return sheet

    def text_of(self, name: str) -> str:
        """The file of a sheet that the game brings, as it is; KeyError if there is none of that name."""
        if name not in self.names:
            raise KeyError(name)
        return self.folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")

    def shipped(self, name: str) -> S:
        """A sheet that the game brings; KeyError if there is none of that name."""
        sheet: S = _shipped(self, name)
        return sheet


@cache
def _shipped(form: SheetFormat[Any], name: str) -> Any:
    return form.read(form.text_of(name))


@dataclass(frozen=True)
class SheetFormats:
    """All formats there are, for those who don't know which one a file is of."""

    formats: tuple[SheetFormat[Any], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.formats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all sheets that games bring."""
        return tuple(name for one in self.formats for name in one.names)

    def of(self, text: str) -> SheetFormat[Any]:
        """The format that a file names; SheetError if that is none of these."""
        wanted = named_format(parsed(text), self.ids)
        return next(one for one in self.formats if one.id == wanted)

    def read(self, text: str) -> PrintedSheet:
        """The sheet that a file describes, proved playable."""
        sheet: PrintedSheet = self.of(text).read(text)
        return sheet

    def text_of(self, name: str) -> str:
        """The file of a sheet that a game brings; KeyError if there is none of that name."""
        return self._bringing(name).text_of(name)

    def shipped(self, name: str) -> PrintedSheet:
        """A sheet that a game brings; KeyError if there is none of that name."""
        sheet: PrintedSheet = self._bringing(name).shipped(name)
        return sheet

    def _bringing(self, name: str) -> SheetFormat[Any]:
        for one in self.formats:
            if name in one.names:
                return one
        raise KeyError(name)


def parsed(text: str) -> Mapping[str, Any]:
    """The file's data, before anybody asks what it means."""
    if len(text) > LONGEST:
        raise SheetError(
            (f"the file has {len(text)} characters, expected at most {LONGEST}; name a sheet file",)
        )
    try:
        text.encode()
        return tomllib.loads(text)
    except UnicodeEncodeError:
        problem = "the file must be Unicode text; save it as UTF-8"
    except (
        ValueError,
        RecursionError,
    ) as error:  # the second, and long numbers, are not tomllib's own errors
        way = "`cubilete sheets show NAME` prints one to start from"
        problem = f"the file must be TOML, got: {error}; {way}"
    raise SheetError((printable(problem),))


def named_format(data: Mapping[str, Any], known: tuple[str, ...]) -> str:
    """The value of `format`, if it is one of `known`; else SheetError."""
    got = data.get("format")
    if isinstance(got, str) and got in known:
        return got
    expected = " or ".join(f'format = "{name}"' for name in known)
    named = "nothing" if got is None else shown(got)
    problem = f"format must say what kind of sheet this is, got {printable(named)}; write {expected}"
    raise (OtherFormatError if isinstance(got, str) else SheetError)((problem,))
