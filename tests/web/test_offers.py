"""What the game offers beside the keys: buttons for offers and things, the page's own or a fragment's."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.game import Ask, msg
from companion.table.wishes import Take, Toggle
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import House, house
from tests.web.test_table import text
from web.scene import taps


def offered(html: str) -> list[tuple[str, str]]:
    """Index and words of each offer's button."""
    found = re.findall(
        r'<button class="offer[^"]*" form="take" name="offer" value="(\d+)".*?>(.*?)</button>', html, re.S
    )
    return [(index, " ".join(re.sub("<.*?>", " ", inner).split())) for index, inner in found]


def test_an_offer_without_a_key_has_a_button_that_says_what_it_brings_or_why_it_cannot_be() -> None:
    html = text(house(toy.letters()).app.test_client())
    assert offered(html) == [
        ("0", "A: 1 arriba"),
        ("1", "B: 3 a la derecha vale 12"),
        ("2", "B: 3 a la derecha no: está cerrado"),
        ("3", "Ataca con 3"),
        ("4", "Ataca con 4"),
    ]
    assert html.count('aria-disabled="true"') == 3  # the locked way, and the two keys


def test_offers_of_the_keys_are_not_drawn_twice() -> None:
    shown = states.move()
    assert isinstance(shown.ask, Ask)
    on_keys = {str(n) for n, offer in enumerate(shown.ask.offers) if offer.button != "pick"}
    assert len(on_keys) == 2
    assert on_keys.isdisjoint(index for index, _ in offered(text(house(shown).app.test_client())))
    assert 'id="offers"' not in text(house(states.ready()).app.test_client())


def test_many_that_differ_by_a_number_are_drawn_as_that_number_and_named_in_full() -> None:
    html = text(house(toy.numbers()).app.test_client())
    assert [said for _, said in offered(html)] == [str(n) for n in range(1, 20)]
    assert 'aria-label="Ataca con 7"' in html
    assert 'class="offers many"' in html


def test_many_that_the_game_has_no_short_name_for_keep_their_words() -> None:
    offers = tuple(replace(toy.offer(n), short="") for n in range(9))
    assert [tap.short for tap in taps(Ask(0, msg("toy.ask"), offers=offers))] == [""] * 9


def test_letters_run_from_a_and_end_with_z() -> None:
    ask = Ask(0, msg("toy.ask"), offers=tuple(toy.offer(n) for n in range(28)))
    assert [tap.letter for tap in taps(ask)][:2] == ["A", "B"]
    assert [tap.letter for tap in taps(ask)][24:] == ["Y", "Z", "", ""]


def test_things_that_are_no_dice_are_tapped_by_their_name() -> None:
    made = house(toy.things())
    html = text(made.app.test_client())
    found = re.findall(r'name="item" value="(\w+)"[^>]*aria-pressed="(\w+)"', html)
    assert found == [("C3", "false"), ("D4", "true"), ("E5", "false")]
    made.app.test_client().post("/table/toggle", data={"item": "C3", "ply": "6"})
    assert made.session.wishes == [Toggle("C3", 6)]


def test_a_fragment_may_draw_offers_and_things_in_its_own_place() -> None:
    made: House = house(toy.things())
    made.draw("games/toy/table.html", toy.OWN)
    html = text(made.app.test_client())
    assert 'id="offers"' not in html
    assert 'aria-label="Ataca con 1"><b class="letter">A</b><i class="mine">1</i>' in html
    assert "<span>casilla D4</span>" in html
    assert (
        '<form hidden id="take" data-tap method="post" action="/table/take">'
        '<input type="hidden" name="ply" value="6">' in html
    )


def test_taking_an_offer_is_a_wish() -> None:
    made = house(toy.letters())
    made.app.test_client().post("/table/take", data={"offer": "1", "ply": "6"})
    assert made.session.wishes == [Take(1, 6)]
