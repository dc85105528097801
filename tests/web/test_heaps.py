"""More than ten dice: heaps, what a tap on one does, and how one die of a heap is still corrected."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.table.shown.snapshot import ShownDie
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import house
from tests.web.test_table import text
from web.heaps import heaps, open_heap
from web.scene import lamp_above


def die(index: int, face: str, **more: object) -> ShownDie:
    return replace(ShownDie(index, "d6", face, 0.99 - index / 100, "seen", choosable=True), **more)  # type: ignore[arg-type]


def tiles(html: str) -> list[tuple[str, str, str]]:
    """Of each tile: what it is, what a tap sends or where it leads, its name."""
    what = r'(?:name="die" value="(\d+)"|href="([^"]*)")'
    found = re.findall(rf'<(button|a|span) class="heap[^>]*?{what}.*?aria-label="([^"]*)"', html)
    return [(tag, index or href.replace("&amp;", "&"), name) for tag, index, href, name in found]


def test_ten_dice_lie_in_a_row_and_eleven_in_heaps() -> None:
    row = tuple(die(n, str(n % 6 + 1)) for n in range(11))
    assert heaps(row[:10]) == ()
    assert [(heap.key, len(heap.dice)) for heap in heaps(row)] == [
        ("d6.1", 2), ("d6.2", 2), ("d6.3", 2), ("d6.4", 2), ("d6.5", 2), ("d6.6", 1),
    ]  # fmt: skip
    assert 'class="heap' not in text(house(states.ten()).app.test_client())


def test_a_tap_takes_a_die_of_the_heap_and_a_tap_on_those_in_the_hand_puts_one_back() -> None:
    html = text(house(toy.thirteen()).app.test_client())
    assert tiles(html) == [
        ("button", "0", "1 × 1"),
        ("button", "1", "1 × 1, elegido"),
        ("button", "3", "2 × 2"),
        ("button", "4", "1 × 3"),
        ("button", "8", "3 × 4"),
        ("button", "5", "1 × 4, elegido"),
        ("button", "10", "2 × 5"),
        ("button", "12", "2 × 6"),
    ]


def test_dice_that_are_not_chosen_open_to_be_corrected_and_so_do_all_behind_the_pencil() -> None:
    client = house(toy.twenty()).app.test_client()
    forced = [tile for tile in tiles(text(client)) if tile[0] == "a"]
    assert forced == [("a", "/table?fix=any&heap=d6.1", "Corregir: 3 × 1, obligado")]
    assert all(tag == "a" for tag, *_ in tiles(text(client, "/table?fix=any")))
    html = text(client, "/table?fix=any&heap=d6.4")
    assert 'class="heap' not in html
    assert re.findall(r'href="/table\?fix=(\d+)&amp;heap=d6.4"', html) == ["10", "11", "12"]
    assert "is-fix" in text(client, "/table?fix=11&heap=d6.4")


def test_a_heap_that_is_not_there_is_playing_on_with_all_heaps() -> None:
    html = text(house(toy.twenty()).app.test_client(), "/table?fix=any&heap=d6.9")
    assert len(tiles(html)) == 7


def test_the_least_sure_die_of_an_open_heap_comes_first_and_no_more_than_fit() -> None:
    dice = tuple(die(n, "3") for n in range(20))
    assert [d.index for d in open_heap(dice, "d6.3")] == list(range(19, 9, -1))


def test_where_the_row_has_no_room_those_in_the_hand_lie_with_the_others() -> None:
    dice = [die(n, str(n % 6 + 1), mark="held" if n < 6 else "free") for n in range(20)]
    merged = heaps(dice)
    assert [len(heap.dice) for heap in merged] == [4, 4, 3, 3, 3, 3]
    assert merged[0].face.mark == "held"
    assert merged[0].tap == dice[6]  # still one to take
    full = [replace(d, mark="held") for d in dice]
    assert heaps(full)[0].tap in full


def test_dice_that_are_no_roll_yet_are_told_but_cannot_be_tapped() -> None:
    shown = toy.twenty()
    pending = tuple(replace(d, index=-1, choosable=False, mark="practice") for d in shown.dice)
    html = text(house(replace(shown, dice=pending)).app.test_client())
    assert 'role="img" aria-label="3 × 1, de práctica"' in html
    assert tiles(html) == []


def test_the_lamp_shines_above_the_heap_of_the_unsure_die() -> None:
    dice = tuple(die(n, str(n % 6 + 1), mark="unsure" if n == 17 else "free") for n in range(18))
    assert lamp_above(replace(toy.twenty(), dice=dice)) == 11


def test_twenty_dice_are_entered_as_heaps_and_a_tap_takes_one_away() -> None:
    client = house(toy.due()).app.test_client()
    html = text(client, "/table?enter=3,3,5,3")
    assert re.findall(r'class="heap[^>]*href="([^"]*)"', html) == ["/table?enter=3,5,3", "/table?enter=3,3,3"]
    assert "<b>×3</b>" in html
    full = ",".join(["6"] * 20)
    assert 'class="face done"' in text(client, f"/table?enter={full}")


def test_practice_dice_never_lie_in_a_heap_with_dice_that_count() -> None:
    roll = [ShownDie(n, "dalek", "human2", 0.9, "seen", choosable=True) for n in range(8)]
    roll += [ShownDie(8 + n, "dalek", face, 0.9, "seen") for n, face in enumerate(("doctor", "exterminate"))]
    faces = ("human2", "human4", "dalek2", "dalek3", "doctor", "exterminate")
    practice = [ShownDie(-1, "dalek", face, 0.9, "seen", "practice") for face in faces * 2]
    made = heaps((*roll, *practice))
    assert {len({die.mark == "practice" for die in heap.dice}) for heap in made} == {1}
    assert [heap.face.mark for heap in made].count("practice") == 6
    assert all(heap.tap is None for heap in made if heap.face.mark == "practice")
