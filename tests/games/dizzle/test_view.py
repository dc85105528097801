"""What the page gets to draw of Dizzle."""

from __future__ import annotations

import pytest

from companion.game import msg
from companion.games.dizzle.asks import Choice
from companion.games.dizzle.rules import GAME, LEVELS
from companion.games.dizzle.seat_view import PlacedDie, Tally
from companion.games.dizzle.sheet_view import ArrowView, CellView, Sign
from companion.games.dizzle.state import Drop, Reroll, State, Take
from companion.games.dizzle.view import View
from tests.games.dizzle.moments import amid, asked, before, play, printed, throw


def view(state: State, viewer: int | None = None, *hand: str) -> View:
    seen: View = GAME.view(state, viewer, hand)
    return seen


def test_the_turn_is_told_as_players_count_it() -> None:
    seen = view(before(turn=3, players=3))
    assert (seen.turn, seen.turns, seen.round, seen.rounds) == (4, 12, 2, 4)
    assert (seen.order, seen.current, seen.dice) == ((0, 1, 2), 0, 10)
    assert view(before(turn=5, players=3)).order == (2, 0, 1)


def test_a_match_that_is_over_has_no_current_seat_and_stays_at_its_last_turn() -> None:
    over = play(amid([6], players=1, turn=9), Drop())
    seen = view(over)
    assert (seen.phase, seen.turn, seen.round, seen.current) == ("over", 10, 10, None)
    assert (seen.stars, seen.places, seen.solo, seen.early) == (1, ((0,),), True, False)
    assert (seen.legal, seen.targets, seen.jump) == ((), (), False)


def test_legal_cells_carry_value_and_letter_in_every_phase_that_chooses_cells() -> None:
    act = view(amid([1, 2, 6]), viewer=0)
    assert act.legal == (Choice((1, 2), 2, "A"), Choice((2, 1), 1, "B"), Choice((4, 6), 2, "C"))
    assert act.targets == ((1, 2), (2, 1), (4, 6), (5, 5))
    assert (act.viewer, act.pool) == (0, (1, 2, 6))
    penalty = play(amid([6], {0: {"dice": [[3, 1], [2, 1]]}}), Reroll(), throw(6))
    assert view(penalty).legal == (Choice((2, 1), 1, "A"), Choice((3, 1), 2, "B"))
    planet = play(amid([2], {0: {"dice": [[2, 1]]}}), Take(2, (3, 1)))
    assert view(planet).legal == (Choice((3, 6), 0, "A"),)
    assert view(play(amid([1, 2], players=1), Take(1, (2, 1)))).legal == ()


def test_the_choices_are_what_the_hand_leaves_and_offers_are_short_for_their_letters() -> None:
    state = amid([1, 2, 6])
    for hand, letters in (((), "ABC"), (("2",), "AC"), (("1",), "B"), (("6",), ""), (("1", "2"), "")):
        seen = view(state, None, *hand)
        assert "".join(seen.choices) == letters
        assert [offer.short for offer in asked(state, *hand).offers if offer.short] == list(letters)
        assert all(choice in seen.legal for choice in seen.choices.values())
    planet = play(amid([2], {0: {"dice": [[2, 1]]}}), Take(2, (3, 1)))
    assert list(view(planet).choices) == [asked(planet).offers[0].short] == ["A"]


def test_values_that_go_nowhere_are_named_while_dice_are_taken() -> None:
    assert view(amid([1, 2, 6])).misfits == (3, 4, 5, 6)
    assert view(amid([6])).misfits == (1, 2, 3, 4, 5, 6)
    assert view(before()).misfits == ()


def test_a_seat_shows_its_marks_dice_keys_and_how_far_it_has_come() -> None:
    own = {
        "crossed": [[1, 2], [1, 5], [2, 3], [4, 1]],
        "exploded": [[1, 3]],
        "dice": [[5, 5], [2, 5]],
        "flags": {"red": 6},
        "out": True,
    }
    seen = view(amid([6], {0: own}, current=1))
    (seat, other) = seen.seats
    assert seat.crossed == ((1, 2), (1, 5), (2, 3), (4, 1))
    assert seat.exploded == ((1, 3),)
    assert seat.dice == (PlacedDie((5, 5), 4), PlacedDie((2, 5), 2))
    assert (seat.flags, seat.keys, seat.out, seat.crosses) == ({"red": 6}, ("red",), True, 4)
    assert seat.score.total == 3 + 6 - 2
    assert seat.gems == {"blue": Tally(1, 1, 3), "green": Tally(0, 1, 0)}
    assert seat.puzzles == {"red": Tally(1, 2, 0)}
    assert (seat.arrows, seat.frame) == ((False, False), False)
    assert other.score.total == 0
    marks = {cell.cell: mark for cell, mark in zip(seen.sheet.cells, seat.marks, strict=True)}
    assert (marks[1, 1], marks[1, 2], marks[1, 3], marks[5, 5]) == ("start", "cross", "exploded", "die")
    (lock,) = (cell for cell in seen.sheet.cells if (cell.kind, cell.group) == ("lock", "red"))
    assert marks[lock.cell] == "unlocked"
    assert marks[2, 1] == ""
    assert "unlocked" not in other.marks


def test_a_seat_has_one_line_about_what_is_special_now() -> None:
    out = amid([6], {0: {"out": True}}, current=1)
    assert [(seat.sits_out, seat.note) for seat in view(out).seats] == [
        (True, msg("dizzle.page.out")),
        (False, None),
    ]
    dice = amid([6], {1: {"dice": [[2, 1]]}})
    assert [seat.note for seat in view(dice).seats] == [
        msg("dizzle.page.starts"),
        msg("dizzle.page.on_sheet", n=1),
    ]
    assert view(amid([6], last_chance=True)).seats[0].note == msg("dizzle.page.last")
    assert view(before(players=1)).seats[0].note is None


def test_what_points_are_made_of_is_written_for_all_that_the_sheet_can_bring() -> None:
    own = {"crossed": [[1, 2], [1, 5]], "exploded": [[1, 3]], "flags": {}}
    (seat, _) = view(amid([6], {0: own})).seats
    rows = [(part.line, part.points, part.prospect) for part in seat.parts]
    assert rows == [
        ("gems", "3×1", ""), ("gems", "2×0", ""), ("puzzles", "0", "0/2"), ("arrows", "0", ""),
        ("flags", "0", "10?"), ("frame", "0", ""), ("bombs", "−2", ""), ("piles", "0", ""),
    ]  # fmt: skip
    (seat, _) = view(amid([6], {0: {"flags": {"red": 6}}})).seats
    assert ("flags", "6", "") in [(part.line, part.points, part.prospect) for part in seat.parts]


def test_the_sheet_has_all_that_is_printed() -> None:
    sheet = view(before()).sheet
    cells = {cell.cell: cell for cell in sheet.cells}
    assert len(cells) == 6 * 5 - 3  # holes
    assert cells[1, 1] == CellView((1, 1), None, True, None, None, 0, None)
    assert cells[3, 6].kind == "planet"
    assert cells[3, 6].number is None
    assert [cells[cell].variant for cell in ((1, 2), (4, 6))] == [0, 1]  # blue gem, green gem
    assert cells[1, 5].variant == cells[1, 6].variant != cells[3, 3].variant == cells[5, 3].variant
    assert sheet.arrows == (
        ArrowView(((1, 1), (1, 2), (1, 3), (1, 4)), 8, True, (1, 4)),
        ArrowView(((1, 1), (2, 1), (3, 1), (4, 1), (5, 1)), 5, False, (5, 1)),
    )
    assert sheet.frame == ((1, 3), (1, 4), (2, 3), (2, 4))
    assert sheet.points.flag == {"red": (10, 6, 3, 1)}


def test_every_colour_of_a_kind_has_a_sign_of_its_own() -> None:
    groups = ("blue", "teal", "red", "mauve", "gold")
    legend = {letter: {"kind": "gem", "group": group} for letter, group in zip("abcde", groups, strict=True)}
    legend |= {letter: {"kind": "flag", "group": group} for letter, group in zip("fgh", groups, strict=False)}
    points = {"gem": dict.fromkeys(groups, 2), "flag": {group: [5] for group in groups[:3]}}
    sheet = view(printed(2, "X 1a 2b 3c 4d 5e\n1 1f 2g 3h 4 5\n", legend, points)).sheet
    signs = [cell.sign for cell in sheet.cells if cell.sign]
    assert signs == [
        Sign("gem", "blue", 0), Sign("gem-2", "blue", 0), Sign("gem-3", "red", 0), Sign("gem-3", "yellow", 1),
        Sign("gem-3", "gold", 2), Sign("flag", "blue", 0), Sign("flag", "blue", 1), Sign("flag", "red", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
def test_every_sheet_of_ours_has_its_whole_grid_in_the_view(level: str) -> None:
    state = GAME.start(2, {"sheet": level})
    sheet = view(state).sheet
    assert {cell.cell for cell in sheet.cells} == state.board.sheet.cells
    assert all(cell.start or cell.number or cell.kind == "planet" for cell in sheet.cells)


def test_a_sheet_without_a_frame_has_none() -> None:
    seen = view(printed(2, "X 1 2\n", {}, {}))
    assert seen.sheet.frame == ()
    assert seen.seats[0].frame is False
