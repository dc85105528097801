"""The latch: which dice are a throw, which were lifted, which only trembled."""

from __future__ import annotations

from dataclasses import replace

from companion.dice import Die, Reading
from companion.table.tray.die_identity import TrayDie, merge_readings
from companion.table.tray.latch import (
    Tray,
    accept,
    adopt,
    expect,
    forget,
    ids_of_throw,
    name_face,
    press,
    see,
    take_back,
)
from tests.table.eye import HAND, ROLLING, at_rest, doubtful, moved, row, seen


def after(tray: Tray, *readings: Reading) -> Tray:
    for reading in readings:
        tray = see(tray, reading)
    return tray


def rolled(*faces: str, dice_due: int = 0) -> Tray:
    """A tray in which these dice were thrown and accepted."""
    tray = after(expect(Tray(), len(faces)), ROLLING, at_rest(*row(*faces)))
    return accept(tray, [die.id for die in tray.thrown], dice_due)


def faces(tray: Tray) -> list[str]:
    return [die.seen.face for die in tray.thrown]


FIVE = ("human2", "human4", "dalek2", "dalek3", "doctor")
DICE = row(*FIVE)


def test_dice_that_come_to_rest_are_the_throw() -> None:
    assert faces(after(expect(Tray(), 5), ROLLING, at_rest(*DICE))) == list(FIVE)


def test_one_throw_counts_once() -> None:
    tray = rolled(*FIVE, dice_due=3)
    assert after(tray, at_rest(*DICE), ROLLING, at_rest(*DICE)).thrown == ()


def test_a_few_pixels_and_a_wavering_face_are_no_movement() -> None:
    tray = rolled(*FIVE, dice_due=5)
    trembling = [moved(replace(die, face="exterminate"), 2, -1) for die in DICE]
    assert after(tray, at_rest(*trembling)).thrown == ()
    assert after(tray, at_rest(*(doubtful(die) for die in DICE))).thrown == ()


def test_a_nudge_is_not_a_throw() -> None:
    tray = rolled(*FIVE, dice_due=5)
    nudged = after(tray, HAND, at_rest(moved(DICE[0], 30), *DICE[1:]))
    assert nudged.thrown == ()
    assert after(nudged, HAND, at_rest(moved(DICE[0], 60), *DICE[1:])).thrown == ()


def test_of_two_like_dice_each_stays_itself_when_both_are_nudged() -> None:
    pair = (seen("human2", 100, 100), seen("human2", 142, 100))
    tray = after(expect(Tray(), 2), ROLLING, at_rest(*pair))
    tray = accept(tray, [die.id for die in tray.thrown], 2)
    nudged = after(tray, HAND, at_rest(*(moved(die, 18) for die in pair)))
    assert [die.id for die in nudged.lying] == [die.id for die in tray.lying]


def test_how_a_die_in_doubt_is_turned_is_not_known() -> None:
    due = press(rolled(*FIVE), (0, 1), 3)
    there = doubtful(seen("human2", 100, 100, turn=40))
    thrown = row("dalek2", "dalek2", "dalek2", y=400)
    assert len(after(due, ROLLING, at_rest(there, DICE[1], *thrown)).thrown) == 3


def test_a_die_moved_far_by_hand_is_a_throw_when_one_is_due() -> None:
    tray = rolled(*FIVE, dice_due=5)
    assert faces(after(tray, HAND, at_rest(moved(DICE[0], 0, 300), *DICE[1:]))) == ["human2"]


def test_when_dice_rolled_a_die_beside_its_old_place_was_thrown() -> None:
    tray = rolled(*FIVE, dice_due=5)
    near = [moved(die, 20) for die in DICE]
    assert len(after(tray, ROLLING, at_rest(*near)).thrown) == 5
    turned = [seen(face, 100 + 100 * n, 100, turn=40) for n, face in enumerate(FIVE)]
    assert len(after(tray, ROLLING, at_rest(*turned)).thrown) == 5


def test_a_die_that_was_due_and_lies_as_before_was_not_thrown() -> None:
    tray = rolled(*FIVE, dice_due=5)
    there = (*row("doctor", "doctor", "doctor", "doctor", y=400), DICE[4])
    assert len(after(tray, ROLLING, at_rest(*there)).thrown) == 4
    another_face = (*there[:4], replace(DICE[4], face="human4"))
    assert len(after(tray, ROLLING, at_rest(*another_face)).thrown) == 5


def test_a_die_that_fell_off_completes_the_throw_later() -> None:
    tray = after(expect(Tray(), 5), ROLLING, at_rest(*DICE[:4]))
    late = seen("dalek3", 300, 400)
    assert faces(after(tray, ROLLING, at_rest(*DICE[:4], late))) == [*FIVE[:4], "dalek3"]


def test_a_cocked_die_is_thrown_again_alone() -> None:
    cocked = doubtful(DICE[0], "cocked")
    tray = after(expect(Tray(), 5), ROLLING, at_rest(cocked, *DICE[1:]))
    again = after(tray, HAND, at_rest(*DICE[1:]), ROLLING, at_rest(seen("human4", 500, 300), *DICE[1:]))
    assert faces(again) == ["human4", *FIVE[1:]]


def test_a_hand_shadows_nothing() -> None:
    tray = after(rolled(*FIVE), HAND)
    assert (tray.lifted, len(tray.lying), tray.state) == ((), 5, "hand")


def test_dice_gone_from_the_tray_were_lifted_and_come_back() -> None:
    tray = after(rolled(*FIVE), HAND, at_rest(*DICE[2:]))
    assert tray.lifted == (0, 1)
    back = after(tray, HAND, at_rest(*DICE[2:], moved(DICE[1], 0, 200)))
    assert (back.lifted, back.thrown) == ((0,), ())
    assert after(tray, at_rest()).lifted == (0, 1, 2, 3, 4)


def test_a_die_put_back_with_another_face_is_that_die_turned() -> None:
    tray = after(rolled(*FIVE), HAND, at_rest(*DICE[1:]))
    back = after(tray, HAND, at_rest(*DICE[1:], seen("exterminate", 400, 400)))
    assert back.lifted == ()
    assert [(place, die.seen.face) for place, die in back.turned] == [(0, "exterminate")]


def test_a_die_turned_where_it_lies_is_noticed() -> None:
    tray = after(rolled(*FIVE), HAND, at_rest(replace(DICE[0], face="human4"), *DICE[1:]))
    assert [place for place, _ in tray.turned] == [0]
    unsure = after(rolled(*FIVE), HAND, at_rest(doubtful(replace(DICE[0], face="human4")), *DICE[1:]))
    assert unsure.turned == ()


def test_practice_between_throws_is_seen_and_lifts_are_known() -> None:
    tray = after(rolled(*FIVE), HAND, at_rest(*DICE[3:]), ROLLING, at_rest(*DICE[3:], *row("doctor", y=300)))
    assert (faces(tray), tray.lifted) == (["doctor"], (0, 1, 2))


def test_what_lies_there_as_a_throw_becomes_due_is_not_part_of_it() -> None:
    tray = after(rolled(*FIVE), ROLLING, at_rest(*row(*FIVE, y=300)))
    due = press(tray, (0, 1), 3)
    assert after(due, at_rest(*row(*FIVE, y=300))).thrown == ()


def test_kept_dice_may_stay_in_the_tray_or_leave_it() -> None:
    due = press(rolled(*FIVE), (0, 1), 3)
    thrown = row("dalek2", "dalek2", "dalek2", y=400)
    assert len(after(due, ROLLING, at_rest(*DICE[:2], *thrown)).thrown) == 3
    assert len(after(due, HAND, at_rest(*DICE[2:]), ROLLING, at_rest(*thrown)).thrown) == 3


def test_a_kept_die_bumped_by_rolling_dice_is_known_if_that_explains_all() -> None:
    due = press(rolled(*FIVE), (0, 1), 3)
    thrown = row("dalek2", "dalek2", "dalek2", y=400)
    assert len(after(due, ROLLING, at_rest(moved(DICE[0], 25), DICE[1], *thrown)).thrown) == 3
    far = after(due, ROLLING, at_rest(moved(DICE[0], 0, 150), DICE[1], *thrown))
    assert (len(far.thrown), far.moved_keepers) == (4, 1)
    out = after(far, HAND, at_rest(DICE[1], *thrown))
    assert len(out.thrown) == 3


def test_a_kept_die_shifted_by_hand_before_the_throw_is_still_kept() -> None:
    due = press(rolled(*FIVE), (0, 1), 3)
    shifted = after(due, HAND, at_rest(moved(DICE[0], 0, 300), DICE[1]))
    assert shifted.thrown == ()
    put_back = after(
        press(after(rolled(*FIVE), at_rest(*DICE[1:])), (0,), 4),
        HAND,
        at_rest(*DICE[1:], *row("human2", y=500)),
    )
    assert put_back.thrown == ()


def test_a_throw_whose_rolling_nobody_saw_is_one_when_the_number_is_right() -> None:
    due = press(rolled("human2", "human2", "human2"), (0,), 2)
    fresh = row("human2", "human2", y=400)
    assert len(after(due, HAND, at_rest(*fresh)).thrown) == 2


def test_a_new_turn_keeps_nothing() -> None:
    assert press(rolled(*FIVE), (0, 1), 5).keepers == frozenset()
    assert len(press(rolled(*FIVE), (0, 1), 3).keepers) == 2


def test_taking_back_a_decision_frees_its_dice() -> None:
    back = take_back(press(rolled(*FIVE), (0, 1), 3), (), 0)
    assert (back.keepers, back.dice_due) == (frozenset(), 0)
    assert after(back, HAND, at_rest(*DICE[1:])).lifted == (0,)


def test_a_throw_still_due_goes_on_with_the_dice_that_lie_there() -> None:
    tray = after(expect(Tray(), 5), ROLLING, at_rest(*DICE[:4]))
    assert len(expect(tray, 5).thrown) == 4


def test_a_better_look_at_a_die_in_doubt_makes_it_sure() -> None:
    tray = after(expect(Tray(), 1), ROLLING, at_rest(doubtful(DICE[0])), at_rest(DICE[0]))
    assert tray.thrown[0].seen.status == "ok"
    worse = after(tray, at_rest(doubtful(replace(DICE[0], face="doctor"))))
    assert (worse.thrown[0].seen.status, worse.thrown[0].seen.face) == ("ok", "human2")


def test_two_sure_looks_that_differ_make_a_die_unsure() -> None:
    tray = after(expect(Tray(), 1), ROLLING, at_rest(DICE[0]), at_rest(replace(DICE[0], face="human4")))
    die = tray.thrown[0].seen
    assert (die.status, [face for face, _ in die.guesses]) == ("unsure", ["human4", "human2"])


def test_of_two_unsure_looks_the_surer_stands() -> None:
    old, new = doubtful(DICE[0]), replace(doubtful(DICE[0]), face="human4", sure=0.3)
    assert merge_readings(TrayDie(0, old), new, False).seen.face == "human2"
    assert merge_readings(TrayDie(0, old), replace(new, sure=0.5), False).seen.face == "human4"


def test_a_player_can_name_a_face_or_say_that_it_is_no_die() -> None:
    tray = after(expect(Tray(), 5), ROLLING, at_rest(*DICE))
    named = after(name_face(tray, tray.thrown[0].id, "human4"), at_rest(*DICE))
    assert named.thrown[0].named_face == "human4"
    assert len(name_face(tray, tray.thrown[0].id, None).thrown) == 4
    read_again = after(
        forget(name_face(tray, tray.thrown[0].id, None)), at_rest(doubtful(DICE[0]), *DICE[1:])
    )
    assert [die.seen.status for die in read_again.thrown] == ["unsure", "ok", "ok", "ok", "ok"]


def test_reading_again_leaves_accepted_dice_alone() -> None:
    tray = rolled(*FIVE)
    assert forget(tray) == tray


def test_dice_typed_in_are_found_if_all_of_them_lie_there() -> None:
    tray = after(expect(Tray(), 2), ROLLING, at_rest(*DICE[:2]))
    both = (Die("dalek", "human4"), Die("dalek", "human2"))
    assert ids_of_throw(tray, both) == (1, 0)
    assert ids_of_throw(tray, (Die("dalek", "doctor"), both[0])) == (None, None)
    unknown = accept(tray, (None, None), 0)
    assert (after(unknown, at_rest()).lifted, unknown.turned) == ((), ())


ROLL = tuple(Die("dalek", face) for face in FIVE)


def test_a_match_that_comes_back_finds_its_dice() -> None:
    tray = after(adopt(Tray(), ROLL, 0), at_rest(*DICE[1:]))
    assert tray.lifted == (0,)
    assert after(tray, HAND, at_rest(*DICE[1:], *row("human2", y=300))).lifted == ()


def test_a_match_that_comes_back_to_a_cleared_tray_holds_nothing() -> None:
    assert after(adopt(Tray(), ROLL, 0), at_rest()).lifted == ()


def test_a_match_that_comes_back_when_a_throw_is_due_waits_for_it() -> None:
    tray = after(adopt(Tray(), (), 5), at_rest(*DICE))
    assert tray.thrown == ()
    assert len(after(tray, ROLLING, at_rest(*row(*FIVE, y=300))).thrown) == 5
    assert adopt(after(Tray(), at_rest(*DICE)), (), 5).thrown == ()


def test_pressing_with_a_die_whose_place_is_unknown_keeps_only_the_others() -> None:
    tray = accept(after(expect(Tray(), 2), at_rest(*DICE[:2])), (None, 1), 0)
    assert press(tray, (0, 1, 7), 1).keepers == frozenset({1})


def test_a_die_that_came_to_lie_where_a_lifted_one_lay_is_not_taken_for_that() -> None:
    tray = after(rolled(*FIVE), HAND, at_rest(*DICE[1:]))  # the 2 humans are lifted, to be kept
    tray = press(tray, (0,), 4)
    again = (seen("dalek3", *DICE[0].centre), *row("human4", "dalek2", "doctor", y=400))
    for due in (True, False):
        thrown = after(tray, HAND, at_rest(), ROLLING, at_rest(*again))
        assert len(thrown.thrown) == 4
        rest = thrown if due else accept(thrown, [die.id for die in thrown.thrown], 0)
        assert [die.id for die in after(rest, at_rest(*again)).lying] == [die.id for die in rest.lying]


def test_a_throw_completed_in_parts_is_the_throw_though_the_last_die_bumped_a_kept_one() -> None:
    due = press(rolled(*FIVE), (0, 1), 3)
    first = row("dalek3", "dalek3", y=400)
    tray = after(due, HAND, at_rest(*DICE[:2]), ROLLING, at_rest(*DICE[:2], *first))
    assert faces(tray) == ["dalek3", "dalek3"]
    last = seen("doctor", 700, 400)
    tray = after(tray, ROLLING, at_rest(moved(DICE[0], 15), DICE[1], *first, last))
    assert faces(tray) == ["dalek3", "dalek3", "doctor"]
    assert {die.id for die in tray.lying if die.id in tray.keepers} == set(tray.keepers)


def test_after_a_resume_and_a_press_a_throw_counts_though_none_was_seen_rolling() -> None:
    again = row("dalek3", "dalek3", "doctor", y=400)
    late = press(after(adopt(Tray(), ROLL, 0), at_rest(*DICE)), (0, 1), 3)
    early = after(press(adopt(Tray(), ROLL, 0), (0, 1), 3), at_rest(*DICE))
    for tray in (late, early):
        assert tray.thrown == (), "what lies there was thrown before"
        for between in ((), (at_rest(*DICE[:2]),)):
            assert faces(after(tray, HAND, *between, at_rest(*DICE[:2], *again))) == [
                die.face for die in again
            ]
