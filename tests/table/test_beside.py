"""A roll that goes on: dice thrown beside others, spent dice, dice that come back, names in the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.dice import Seen
from companion.game import Ask, Over, msg
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Begin, Correct, Enter, Press, Toggle
from tests.store.memory import MemoryStore
from tests.table.eye import HAND, ROLLING, at_rest, moved, row, seen
from tests.table.table import Table, clock, laid
from tests.toy.rules import State, Toy


def d6(*faces: str, y: float = 100.0, colour: str | None = None) -> tuple[Seen, ...]:
    return tuple(replace(die, colour=colour) for die in row(*faces, y=y, kind="d6"))


FOURS = d6("4", "4", "2")


def begun(table: Table, *dice: Seen, **options: int) -> Shown:
    table.pool(**options)
    table.see(at_rest())
    return table.throw(*dice or FOURS)


def places(shown: Shown) -> list[tuple[int, str]]:
    return [(die.index, die.mark) for die in shown.dice]


def lift(table: Table, *left: Seen) -> Shown:
    return table.see(HAND, at_rest(*left))


def tap(table: Table, item: int | str) -> Shown:
    return table.do(Toggle(item, table.shown.ply))


def test_a_die_lifted_and_taken_is_spent_and_the_next_one_is_a_new_choice(table: Table) -> None:
    begun(table)
    assert lift(table, *FOURS[1:]).held == (0,)
    shown = table.press("stop")
    assert (shown.seat, shown.held, places(shown)) == (1, (), [(1, "free"), (2, "free")])
    shown = lift(table, FOURS[2])
    assert (shown.held, places(shown)) == ((1,), [(1, "held"), (2, "free")])


def test_of_two_like_dice_the_one_that_was_lifted_is_gone_whatever_the_game_names(table: Table) -> None:
    begun(table)
    assert lift(table, FOURS[0], FOURS[2]).held == (1,)
    shown = table.press("stop")  # the game takes the first 4 out
    assert places(shown) == [(0, "free"), (2, "free")]
    assert [die.choosable for die in shown.dice] == [True, True]
    assert [item.die for item in shown.ask.pick.pool[:2]] == [0, 2]  # type: ignore[union-attr]
    assert lift(table, FOURS[0]).held == (2,)


def test_lifting_what_was_tapped_is_its_payment_and_no_new_choice(table: Table) -> None:
    begun(table)
    tap(table, 1)
    shown = table.press("stop")
    assert places(shown) == [(0, "free"), (2, "free")]
    assert tap(table, 2).held == (2,)
    shown = lift(table, FOURS[1], FOURS[2])  # one 4 is as good as the other
    assert (shown.held, shown.line, places(shown)) == ((2,), msg("toy.take"), [(1, "free"), (2, "held")])
    shown = lift(table, FOURS[2])
    assert sorted(die.face for die in shown.dice if die.index in shown.held) == ["2", "4"]


def test_a_choice_stands_when_its_like_is_paid_with_the_die_that_was_tapped(table: Table) -> None:
    begun(table)
    tap(table, 1)
    table.press("stop")
    tap(table, 0)
    shown = lift(table, *FOURS[1:])
    assert (shown.held, places(shown)) == ((1,), [(1, "held"), (2, "free")])
    assert table.press("stop").dice[0].index == 2


def test_dice_thrown_beside_go_on_with_the_roll(table: Table) -> None:
    begun(table)
    lift(table, *FOURS[1:])
    table.press("stop")
    shown = table.offer("toy.again")
    assert (shown.light, shown.dice) == ("ready", ())
    again = d6("6", "4", y=400)
    shown = table.throw(*again)
    assert (places(shown), shown.held) == ([(3, "free"), (4, "free")], ())
    assert shown.view == {"pool": ["6", "4"], "taken": 1}
    assert lift(table, again[0]).held == (4,)
    assert table.see(HAND, at_rest(*again)).held == ()


def test_what_was_taken_and_lies_there_is_not_thrown_again_though_it_is_bumped(table: Table) -> None:
    begun(table)
    tap(table, 0)
    table.press("stop")
    table.offer("toy.again")
    shown = table.see(HAND, at_rest(FOURS[0]), ROLLING, at_rest(moved(FOURS[0], 25), *d6("6", "5", y=400)))
    assert [die.face for die in shown.dice] == ["6", "5"]


def test_a_pool_that_lies_there_is_no_part_of_what_is_thrown_to_it(table: Table) -> None:
    begun(table)
    shown = table.offer("toy.extra")
    assert [die.stays for die in shown.lying] == [True] * 3
    assert places(table.see(ROLLING)) == [(0, "free"), (1, "free"), (2, "free")]
    bumped = moved(FOURS[2], 0, 30)
    shown = table.see(at_rest(*FOURS[:2], bumped, *d6("2", "6", y=400, colour="blue")))
    assert [(die.index, die.face) for die in shown.dice] == [(0, "4"), (1, "4")]
    shown = lift(table, *FOURS[:2], bumped)  # the blue ones leave the tray, the 2 does not: all the same
    assert (shown.held, shown.line) == ((), msg("toy.take"))
    shown = table.offer("toy.extra")
    assert [die.stays for die in shown.lying] == [True, True, False]
    shown = table.throw(*FOURS[:2], bumped, *d6("1", "6", y=400, colour="blue"))
    assert shown.view == {"pool": ["4", "4"], "taken": 0}


def test_a_die_on_its_way_is_shown_after_those_it_is_thrown_to(table: Table) -> None:
    begun(table)
    table.offer("toy.extra")
    shown = table.throw(*FOURS, *d6("2", y=400, colour="blue"))
    assert places(shown) == [(0, "free"), (1, "free"), (2, "free"), (-1, "free")]
    assert shown.complaint == msg("table.complaint.few", need=2, got=1, n=1)


def test_a_coloured_die_does_not_pay_for_one_of_no_colour(table: Table) -> None:
    begun(table)
    table.offer("toy.extra")
    blue = d6("4", "6", y=400, colour="blue")
    shown = table.throw(*FOURS, *blue)  # one of the pool's 4s goes, and both blue ones
    assert places(shown) == [(1, "free"), (2, "free")]
    shown = lift(table, FOURS[1], FOURS[2], *blue)
    assert (shown.held, places(shown)) == ((), [(1, "free"), (2, "free")])
    assert lift(table, FOURS[2], *blue).held == (1,)


def test_a_die_given_back_is_neither_a_throw_nor_practice_nor_a_choice(table: Table) -> None:
    begun(table)
    lift(table, *FOURS[1:])
    table.press("stop")
    table.offer("toy.again")
    again = d6("6", "5", y=400)
    table.throw(*again)
    shown = table.offer("toy.back")
    assert (shown.line, shown.held) == (msg("table.line.owed", die=msg("face.d6.4")), ())
    assert [die.face for die in shown.dice if die.mark == "owed"] == ["4"]
    ply, back = shown.ply, seen("4", 600, 600, "d6")
    for sight in ((HAND,), (ROLLING,)):
        shown = table.see(*sight, at_rest(*again, back))
        assert (shown.ply, shown.line, shown.held, len(shown.dice)) == (ply, msg("toy.take"), (), 3)
        assert lift(table, *again, back).held == ()
        shown = lift(table, *again)
        assert [die.face for die in shown.dice if die.index in shown.held] == ["4"]


@pytest.mark.parametrize("way", [HAND, ROLLING])
def test_a_die_given_back_with_another_face_is_said_to_be_so(table: Table, way: object) -> None:
    begun(table)
    lift(table, FOURS[2])
    table.press("stop")
    tap(table, 2)
    table.press("stop")
    table.offer("toy.back")
    shown = table.offer("toy.back")
    assert shown.line == msg("table.line.owed", die=msg("face.d6.4"))
    shown = table.see(way, at_rest(FOURS[2], seen("5", 600, 600, "d6")))  # type: ignore[arg-type]
    assert shown.line == shown.complaint == msg("table.complaint.owed", die=msg("face.d6.4"))
    assert table.see(HAND, at_rest(FOURS[2], seen("4", 600, 600, "d6"))).complaint is None


def test_a_spent_die_that_is_turned_matters_to_nobody(table: Table) -> None:
    begun(table)
    tap(table, 2)
    table.press("stop")
    assert table.see(HAND, at_rest(*FOURS[:2], replace(FOURS[2], face="6"))).complaint is None


def test_undo_gives_back_what_was_in_the_hand_names_and_all(table: Table) -> None:
    begun(table)
    tap(table, "b")
    lift(table, FOURS[0], FOURS[2])
    assert tap(table, "a").held == ("b", 1, "a")
    shown = table.press("stop")
    assert (shown.held, places(shown)) == ((), [(0, "free"), (2, "free")])
    shown = table.press("undo")
    assert (shown.held, len(shown.dice)) == (("b", 1, "a"), 3)
    assert lift(table, *FOURS).held == ("b", "a")


def test_undo_of_taps_brings_like_dice_back(table: Table) -> None:
    begun(table)
    tap(table, 1)
    table.press("stop")
    shown = table.press("undo")
    assert (len(shown.held), len(shown.dice)) == (1, 3)
    assert table.press("stop").view == {"pool": ["4", "2"], "taken": 1}


def test_where_one_thing_is_chosen_the_latest_replaces_the_others(table: Table) -> None:
    begun(table, most=1)
    tap(table, "a")
    assert tap(table, "c").held == ("c",)
    assert tap(table, 2).held == (2,)
    assert lift(table, *FOURS[1:]).held == (0,)
    assert table.wish(Toggle("z", table.shown.ply)) == msg("table.refused.not_choosable")
    assert table.wish(Toggle(9, table.shown.ply)) == msg("table.refused.not_choosable")


def test_any_die_of_the_roll_can_be_corrected(table: Table) -> None:
    begun(table)
    table.offer("toy.extra")
    table.throw(*FOURS, *d6("6", "6", y=400, colour="blue"))
    shown = table.do(Correct(4, "2", table.shown.ply))
    assert shown.view == {"pool": ["4", "4"], "taken": 0}
    assert table.wish(Correct(5, "2", shown.ply)) == msg("table.refused.die", n=6, most=5)
    shown = table.do(Correct(0, "6", shown.ply))
    assert shown.view == {"pool": ["4"], "taken": 0}
    told = table.session.history(1)
    assert told[-1].text == msg("table.told.corrected", was=msg("face.d6.4"), face=msg("face.d6.6"))


def test_dice_of_an_earlier_roll_cannot_be_corrected_any_more(table: Table) -> None:
    table.pool()
    table.do(Enter(("4", "4", "2"), 1))
    table.offer("toy.two")
    shown = table.do(Enter(("1", "3"), table.shown.ply))
    assert [die.face for die in shown.dice] == ["1", "3"]
    assert table.wish(Correct(2, "6", shown.ply)) == msg("table.refused.die", n=3, most=2)


def test_a_correction_that_would_have_had_other_dice_thrown_is_refused(table: Table) -> None:
    table.pool()
    table.do(Enter(("4", "4", "2"), 1))
    table.offer("toy.extra")
    table.do(Enter(("4", "6"), table.shown.ply))
    table.offer("toy.again")
    shown = table.do(Enter(("1", "1"), table.shown.ply))
    assert table.wish(Correct(3, "6", shown.ply)) == msg("table.refused.thrown_since")
    assert table.do(Correct(4, "5", shown.ply)).view == {"pool": ["1", "1"], "taken": 0}


class Whim(Toy):
    """Whether two dice are a new roll depends on the first die of the roll before."""

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        ask = super().ask(state, hand)
        if state.need != "two" or not isinstance(ask, Ask) or ask.need is None:
            return ask
        return replace(ask, need=replace(ask.need, beside=state.roll[0] == "6"))


def test_a_correction_that_would_part_the_roll_is_refused() -> None:
    with laid(games={"pool": Whim("pool", "three")}) as table:
        table.pool()
        table.do(Enter(("6", "4", "2"), 1))
        table.offer("toy.two")
        shown = table.do(Enter(("1", "3"), table.shown.ply))
        assert [die.index for die in shown.dice] == [0, 1, 2, 3, 4]
        assert table.wish(Correct(0, "5", shown.ply)) == msg("table.refused.thrown_since")
        assert table.wish(Correct(1, "5", shown.ply)) is None


def test_dice_that_were_thrown_anew_do_not_come_back_when_all_is_over(table: Table) -> None:
    begun(table)
    table.offer("toy.again")
    table.do(Enter(("1", "6", "3"), table.shown.ply))
    shown = table.offer("toy.end")
    assert isinstance(shown.ask, Over)
    assert [(die.index, die.face) for die in shown.dice] == [(3, "1"), (4, "6"), (5, "3")]


def test_a_new_roll_begins_anew_and_the_old_ones_lie_about(table: Table) -> None:
    begun(table)
    lift(table, *FOURS[1:])
    table.press("stop")
    shown = table.offer("toy.done")
    assert [die.stays for die in shown.lying] == [False, False]
    assert shown.line == msg("toy.throw"), "no die of a roll that is over has to come back"
    assert "owed" not in {die.mark for die in shown.dice}
    lift(table)
    shown = table.throw(*d6("4", "1", "1", y=400))
    assert (places(shown), shown.held) == ([(0, "free"), (1, "free"), (2, "free")], ())


@pytest.mark.parametrize("lying", [False, True])
def test_dice_of_two_colours_are_thrown_with_others_lying_about_or_away(table: Table, lying: bool) -> None:
    white = d6("4", "4", "2", colour="white")
    begun(table, *white)
    tap(table, 0)
    if not lying:
        lift(table, *white[1:])
    table.press("stop")
    there = white if lying else white[1:]
    table.offer("toy.two")
    pair = (*d6("4", y=500, colour="white"), replace(d6("4", "4", y=600)[1], colour="blue"))
    assert table.see(HAND, at_rest(*there, pair[1])).complaint == msg(
        "table.complaint.few", need=2, got=1, n=1
    )
    shown = table.throw(*there, *pair)
    assert [(die.index, die.face) for die in shown.dice] == [(0, "4"), (1, "4")]
    table.offer("toy.done")
    shown = table.throw(*there, *pair, *d6("1", "2", "3", y=800))
    assert [die.face for die in shown.dice] == ["1", "2", "3"]


def test_a_match_resumed_finds_the_dice_of_all_throws_of_the_roll() -> None:
    store = MemoryStore(clock)
    again = d6("6", "4", y=400)
    with laid(store) as table:
        begun(table)
        lift(table, *FOURS[1:])
        table.press("stop")
        table.offer("toy.again")
        table.throw(*again)
    with laid(store) as table:
        assert table.see(at_rest(*again)).held == ()
        assert lift(table, again[0]).held == (4,)
    with laid(store) as table:
        assert table.see(at_rest(again[1])).held == (3,)


def test_a_match_resumed_while_dice_are_due_beside_the_roll_knows_what_lies_there() -> None:
    store = MemoryStore(clock)
    with laid(store) as table:
        begun(table)
        table.offer("toy.extra")
    with laid(store) as table:
        shown = table.see(at_rest(*FOURS))
        assert [die.stays for die in shown.lying] == [True] * 3
        shown = table.throw(*FOURS, *d6("2", "6", y=400, colour="blue"))
        assert shown.view == {"pool": ["4", "4"], "taken": 0}
        assert lift(table, *FOURS[1:]).held == (0,)
    with laid(store) as table:
        table.offer("toy.extra")
    with laid(
        store
    ) as table:  # rolling was seen before anything lay still: what lay there before is not known
        table.see(ROLLING, at_rest(*d6("4", "6", y=400, colour="blue")))
        assert table.shown.view == {"pool": ["4"], "taken": 0}


def test_advice_is_for_the_hand_of_this_moment(table: Table) -> None:
    assert table.session.advice() == ()
    begun(table)
    tap(table, 2)
    tap(table, "a")
    assert table.session.advice() == (msg("toy.chance", hand="2+a"),)
    tap(table, 2)
    tap(table, "a")
    table.offer("toy.end")
    assert table.session.advice() == ()
    assert table.wish(Press("stop")) == msg("table.refused.over")


def test_a_sheet_that_cannot_be_played_is_refused_with_the_reason(table: Table) -> None:
    assert table.wish(Begin("pool", ("Ana",), {"sheet": "torn"})) == msg("toy.torn")
    assert table.wish(Begin("pool", ("Ana",), {"sheet": " "})) is not None
    text = '# mine\nname = "The crow\'s sheet"\nrows = 3\n'
    for sheet, short in (("level-1", "level-1"), (text, "The crow's sheet"), ("rows = 3", "toy-sheet/1")):
        shown = table.do(Begin("pool", ("Ana",), {"sheet": sheet}))
        assert shown.match is not None
        assert shown.match.options == {"rounds": 1, "mode": "versus", "most": 3, "sheet": short}
        assert table.session.records(shown.match.id)[0].body["options"]["sheet"] == sheet
