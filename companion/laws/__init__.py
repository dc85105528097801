"""Laws that every game keeps, tried without table and page: on random matches, and on matches of its bots.

A game's own tests run them, here and outside the tree:

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_it_keeps_the_law(law): law(Sample(PLUGIN))

Refuses to know what any game is about, and needs no test framework: a game that breaks a law is told by a
`BrokenLaw`, an AssertionError that says what was done and what was expected.
"""

from collections.abc import Callable

from companion.laws import bots, choices, facts, matches, speech
from companion.laws.random_play import Moment, playout
from companion.laws.sample import BrokenLaw, Sample

Law = Callable[[Sample], None]
LAWS: tuple[Law, ...] = (*facts.LAWS, *speech.LAWS, *matches.LAWS, *choices.LAWS, *bots.LAWS)

__all__ = ["LAWS", "BrokenLaw", "Law", "Moment", "Sample", "playout"]
