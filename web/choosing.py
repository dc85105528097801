"""What is chosen before a match: game, seats, bots among them, options; as it is written in an address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from companion.game import AnyGame, Msg, Option, msg

NAME, MOST = 24, 24  # letters of a name; players of one match
OWN = "own:"  # before the name of a players' own sheet, where an address says one
Texts = Mapping[str, str]


@dataclass(frozen=True)
class Choice:
    """What is chosen so far: the game, who sits in which order, which of them are bots, the options."""

    game: AnyGame
    seats: tuple[str, ...]
    options: Mapping[str, int | str]
    bots: Mapping[str, str] = field(default_factory=dict)  # name: strength

    @property
    def blocked(self) -> Msg | None:
        """Why this cannot be played."""
        rule = self.game.seats
        if len(self.seats) < rule.least:
            return msg("page.home.few", n=rule.least)
        if rule.most is not None and len(self.seats) > rule.most:
            return msg("page.home.many", n=rule.most)
        return None

    @property
    def practice(self) -> bool:
        return len(self.seats) < self.game.seats.usual

    @property
    def strengths(self) -> tuple[str, ...]:
        """For each seat the strength of its bot, "" for a person; () where only people play."""
        return tuple(self.bots.get(name, "") for name in self.seats) if self.bots else ()

    def toggled(self, name: str) -> Choice:
        """With this player at the end, or without them."""
        if name not in self.seats:
            return replace(self, seats=(*self.seats, name)[:MOST])
        left = tuple(seat for seat in self.seats if seat != name)
        return replace(self, seats=left, bots={who: how for who, how in self.bots.items() if who != name})

    def toggle_seat(self, name: str) -> Choice:
        """With this player at the end of the order."""
        return replace(self, seats=(*(seat for seat in self.seats if seat != name), name))

    def with_bot(self, name: str, strength: str) -> Choice:
        """With a bot at the end; of more than one of the same name the later are numbered."""
        free = next(one for one in _numbered(name) if one not in self.seats)
        return replace(self.toggled(free), bots={**self.bots, free: strength})

    def opted(self, name: str, value: int | str) -> Choice:
        return replace(self, options={**self.options, name: value})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The choice as fields of a form."""
        options = [(f"opt.{name}", str(value)) for name, value in self.options.items()]
        bots = [(f"bot.{name}", strength) for name, strength in self.bots.items()]
        return [("game", self.game.id), *(("seat", name) for name in self.seats), *bots, *options]


def _numbered(name: str) -> tuple[str, ...]:
    return (name, *(f"{name[: NAME - 3]} {n}" for n in range(2, MOST + 2)))


def choice_of(
    form: MultiDict[str, str], game: AnyGame, strengths: tuple[str, ...], own: Mapping[str, Texts]
) -> Choice:
    """The choice that an address or a form says. `own`: by format the players' own sheets."""
    names = (clean(name) for name in form.getlist("seat"))
    seats = tuple(dict.fromkeys(name for name in names if name))[:MOST]
    asked = {name: form.get(f"bot.{name}", "") for name in seats}
    bots = {name: strength for name, strength in asked.items() if strength in strengths}
    options = {
        option.name: fitting(option, form.get(f"opt.{option.name}"), own.get(option.sheets, {}))
        for option in game.options
    }
    return Choice(game, seats, options, bots)


def fitting(option: Option, text: str | None, own: Texts) -> int | str:
    """The value that `text` means, brought into the option's bounds; nonsense means the default."""
    if option.values:
        mine = text is not None and text.startswith(OWN) and text.removeprefix(OWN) in own
        return text if text is not None and (mine or text in option.values) else option.default
    try:
        return max(option.least, min(option.most, int(text or "")))
    except ValueError:
        return option.default


def written_out(
    options: Mapping[str, int | str], game: AnyGame, own: Mapping[str, Texts]
) -> dict[str, int | str]:
    """The options as a match takes them: of an own sheet its whole text."""
    sheets = {option.name: own.get(option.sheets, {}) for option in game.options}
    return {
        name: sheets[name][value.removeprefix(OWN)]
        if isinstance(value, str) and value.startswith(OWN)
        else value
        for name, value in options.items()
    }


def steps(option: Option, value: int) -> tuple[int, int]:
    """The next smaller and larger number: by tens where there is room, else by ones."""
    step = 10 if option.most - option.least >= 50 else 1
    down, up = (value - 1) // step * step, (value // step + 1) * step
    return max(option.least, down), min(option.most, up)


def clean(name: str) -> str:
    """A name as it is shown: printable, no more than so many letters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME].strip()
