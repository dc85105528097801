"""What is shown of the toy game, made by hand as a session would: offers, things, many dice, sheets, solo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.dice import DieSpec
from companion.game import Ask, Item, Line, Msg, Need, Offer, Over, Pick, msg
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Key, Light, Shown, ShownDie
from tests.toy.rules import Do

OWN = """
{% from "parts/offers.html" import offer_button, thing_button %}
{% set drawn.offers = true %}{% set drawn.things = true %}
<section class="worth" id="worth"><p class="num">3</p></section>
<section class="race" id="race">
{% for tap in it.offers %}
{% call offer_button(tap, letter=tap.letter) %}<i class="mine">{{ loop.index }}</i>{% endcall %}
{% endfor %}
{% for thing in it.things %}{{ thing_button(thing, "casilla " ~ thing.name) }}{% endfor %}
</section>"""

OPTIONS: dict[str, int | str] = {"rounds": 1, "mode": "versus", "most": 3, "sheet": "level-1"}


def offer(n: int, text: Msg | None = None, note: Msg | None = None, blocked: Msg | None = None) -> Offer:
    return Offer(0, (Do(str(n)),), text or msg("toy.send", n=n), "pick", note, blocked, short=str(n))


def shown(ask: Ask | Over, dice: str = "", held: tuple[int | str, ...] = (), seats: int = 1) -> Shown:
    """What a session would show of this Ask, with these dice in the tray."""
    over = isinstance(ask, Over)
    pool = ask.pick.pool if isinstance(ask, Ask) and ask.pick else ()
    can = {item.die for item in pool}
    forced, spent = (ask.forced, ask.spent) if isinstance(ask, Ask) else ((), ())
    lying = tuple(
        ShownDie(
            n, "d6", face, 0.99, "corrected" if n == 4 else "seen",
            "held" if n in held else "forced" if n in forced else "free", n in can,
        )
        for n, face in enumerate(dice) if n not in spent
    )  # fmt: skip
    light: Light = "win" if over else "move"
    names = ("Ana", "Teo", "Lucía", "Marc")[:seats]
    keys = tuple(
        Key(name, msg(f"table.key.{name}"), blocked=msg("table.blocked.none")) for name in ("stop", "reroll")
    )
    return Shown(
        number=1, ply=6, light=light, line=ask.reason if isinstance(ask, Over) else ask.text,
        match=MatchHead(9, "toy", "", names, OPTIONS, "finished" if over else "open", (7, 4, 2, 1)[:seats],
                        tuple(range(seats)) if over else (), "2026-11-18T20:15:00", 6),
        seat=None if over else 0, ask=ask, keys=(*keys, Key("undo", msg("table.key.undo"))), dice=lying,
        held=held, tray="settled" if dice else "empty", scores=((Line(msg("toy.has"), 7),),) * seats,
        totals=(7, 4, 2, 1)[:seats], view={},
    )  # fmt: skip


def items(dice: str) -> tuple[Item, ...]:
    return tuple(Item(face, n) for n, face in enumerate(dice))


def numbers() -> Shown:
    """How many attack: from one to nineteen."""
    return shown(Ask(0, msg("toy.ask"), offers=tuple(offer(n) for n in range(1, 20))))


def letters() -> Shown:
    """Five ways to go, one of them locked."""
    offers = (
        offer(0, msg("toy.up")),
        offer(1, msg("toy.right"), msg("toy.note", n=12)),
        offer(2, msg("toy.right"), blocked=msg("toy.blocked")),
        *(offer(n) for n in (3, 4)),
    )
    return shown(Ask(0, msg("toy.ask"), offers=offers), "1334566")


def things() -> Shown:
    """Dice and squares can be chosen; a square is in the hand."""
    pool = (*items("1334566"), *(Item(name) for name in ("C3", "D4", "E5")))
    return shown(Ask(0, msg("toy.ask"), pick=Pick(pool, 1, 2), offers=(offer(1),)), "1334566", ("D4",))


def thirteen() -> Shown:
    """The pool of four: thirteen dice, all may be taken, two are in the hand."""
    dice = "1122344445566"
    return shown(Ask(0, msg("toy.ask"), pick=Pick(items(dice), 1, 3)), dice, (1, 5))


def twenty() -> Shown:
    """Twenty dice, some kept by the rules."""
    dice = "11122233334445556666"
    ask = Ask(0, msg("toy.ask"), pick=Pick(items(dice)[3:], 1, 3), forced=(0, 1, 2))
    return shown(ask, dice, (9,))


def due() -> Shown:
    """Twenty dice are to be thrown."""
    return replace(shown(Ask(0, msg("toy.ask"), Need((DieSpec("d6"),) * 20))), light="ready")


def saved() -> Shown:
    return shown(Over(((0,),), msg("toy.won")))


def lost() -> Shown:
    return replace(shown(Over(((0, 1, 2),), msg("toy.lost")), seats=3), light="bad")


STATES: dict[str, Callable[[], Shown]] = {
    "numbers": numbers, "letters": letters, "things": things, "thirteen": thirteen, "twenty": twenty,
    "due": due,
    "saved": saved, "lost": lost,
}  # fmt: skip
