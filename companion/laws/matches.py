"""Laws about a match as a whole: it goes on until it ends, its states are values, its log tells it all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from companion.game import Roll, msg, step
from companion.laws.sample import BrokenLaw, Match, Sample, demand
from companion.table.log.codec import CodecError, decode, encode, plain
from companion.table.log.entries import Acted, Entry, Started, Thrown, ThrownDie, body
from companion.table.log.match import fold_bodies


def something_is_awaited_until_the_game_is_over_and_it_ends(sample: Sample) -> None:
    for match in sample.matches:
        for moment in match.moments:
            one = (moment.ask.need is None) != (not moment.ask.offers)
            demand(one, f"awaited must be a throw or a decision, and never both: {moment.ask!r}")
            demand(
                moment.ask.need is None or bool(moment.ask.need.throw), f"no dice to throw: {moment.ask!r}"
            )


def every_seat_has_one_place_in_the_end(sample: Sample) -> None:
    for match in sample.matches:
        seats = sorted(chain(*match.over.places))
        demand(
            seats == list(range(match.seats)) and all(match.over.places),
            f"the places {match.over.places} are not those of {match.seats} seats, each once",
        )


def nothing_is_legal_when_the_game_is_over(sample: Sample) -> None:
    for match in sample.few:
        for moment in match.moments:
            why = sample.refusal(match.last, moment.seat, moment.commands[0])
            demand(why == msg("table.refused.over"), f"refused when over by {why!r}")


def a_state_is_a_frozen_value_that_apply_never_changes(sample: Sample) -> None:
    for moment in sample.moments:
        before, mark = repr(moment.state), hash(moment.state)
        once, again = (step(moment.game, moment.state, moment.seat, moment.commands[0]) for _ in range(2))
        same = (repr(moment.state), hash(moment.state)) == (before, mark)
        demand(same, f"apply of {moment.commands[0]!r} changed the state {before}")
        demand(once == again and hash(once) == hash(again), f"{moment.commands[0]!r} applied twice differs")


def a_view_is_json_for_every_viewer(sample: Sample) -> None:
    for match in sample.few:
        for state, hand in _latest_of_each_kind(match):
            for viewer in (None, *range(match.seats)):
                try:
                    view = plain(sample.game.view(state, viewer, hand))
                except CodecError as error:
                    raise BrokenLaw(f"the view is not plain values: {error}") from error
                if json.loads(json.dumps(view)) != view:  # the text is only made where it is needed
                    raise BrokenLaw(f"the view is not plain values: {view!r}")


def _latest_of_each_kind(match: Match) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The first state and the last; of each thing asked, with an empty hand or not, the latest moment."""
    latest = {(moment.ask.text.key, bool(moment.hand)): moment for moment in match.moments}
    yield match.moments[0].state, ()
    yield from ((moment.state, moment.hand) for moment in latest.values())
    yield match.last, ()


def commands_survive_json(sample: Sample) -> None:
    for moment in sample.moments:
        for command in moment.commands:
            try:
                after = decode(json.loads(json.dumps(encode(command))), sample.game.commands)
            except CodecError as error:
                raise BrokenLaw(f"{command!r} does not come back from a log: {error}") from error
            demand(after == command, f"{command!r} comes out of a log as {after!r}")


def a_log_folds_to_what_was_played(sample: Sample) -> None:
    game = sample.game
    for match in sample.few:
        names = tuple(f"seat {n + 1}" for n in range(match.seats))
        log: list[Entry] = [Started(game.id, game.rules, names, match.options)]
        for moment in match.moments:
            first = moment.commands[0]
            if isinstance(first, Roll):
                log.append(Thrown(tuple(ThrownDie(die, "entered") for die in first.dice)))
            else:
                log.append(Acted(moment.seat, moment.commands))
        folded = fold_bodies(json.loads(json.dumps([body(entry) for entry in log])), {game.id: game})
        demand(folded.state == match.last, f"the log folds to {folded.state!r}, played was {match.last!r}")


LAWS = (
    something_is_awaited_until_the_game_is_over_and_it_ends,
    every_seat_has_one_place_in_the_end,
    nothing_is_legal_when_the_game_is_over,
    a_state_is_a_frozen_value_that_apply_never_changes,
    a_view_is_json_for_every_viewer,
    commands_survive_json,
    a_log_folds_to_what_was_played,
)
"""In the order in which they are tried."""
