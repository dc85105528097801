"""Which of several dice that look alike have left the roll."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.table.tray.like_dice import exchange

SORTS = st.lists(st.sampled_from("123"), max_size=9)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[list[str], set[int], set[int], set[int]]:
    sorts = draw(SORTS)
    some = st.sets(st.sampled_from(range(len(sorts)))) if sorts else st.just(set[int]())
    return sorts, draw(some), draw(some), draw(some)


Case = tuple[list[str], set[int], set[int], set[int]]


@given(rolls())
def test_places_are_exchanged_in_pairs_of_like_dice(case: Case) -> None:
    sorts, spent, out, paid = case
    meant = exchange(sorts, spent, out, paid)
    assert sorted(meant) == list(range(len(sorts)))
    assert [meant[place] for place in meant] == list(range(len(sorts)))
    assert [sorts[place] for place in meant] == sorts


@given(rolls())
def test_what_is_out_pays_for_what_is_spent_as_far_as_it_goes(case: Case) -> None:
    sorts, spent, out, paid = case
    gone = {exchange(sorts, spent, out, paid)[place] for place in spent}
    due, there = Counter(sorts[place] for place in spent), Counter(sorts[place] for place in out)
    assert Counter(sorts[place] for place in gone) == due
    assert Counter(sorts[place] for place in gone & out) == due & there
    assert Counter(sorts[place] for place in out - gone) == there - due


@given(rolls())
def test_of_those_out_the_ones_paid_with_go_first_and_of_those_lying_too(case: Case) -> None:
    sorts, spent, out, paid = case
    gone = {exchange(sorts, spent, out, paid)[place] for place in spent}
    for some in (out, set(range(len(sorts))) - out):
        for sort in set(sorts):
            alike = {place for place in some if sorts[place] == sort}
            left_though_paid = alike & paid - gone
            assert not (left_though_paid and alike & gone - paid)


@given(SORTS, st.sets(st.integers(0, 12)))
def test_where_nothing_is_known_of_the_dice_the_game_is_taken_at_its_word(
    sorts: list[str], spent: set[int]
) -> None:
    assert exchange(sorts, spent, ()) == tuple(range(len(sorts)))
