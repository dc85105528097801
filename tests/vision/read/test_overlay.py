from __future__ import annotations

import numpy as np

from companion.dice import Reading, Seen
from tests.vision.drawn import empty
from vision.read.overlay import STATUS_COLOURS, draw, draw_text

QUAD = ((100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0))
DIE = Seen("d6", "4", "unsure", 0.5, (("4", 0.5),), (100.0, 100.0, 140.0, 140.0), QUAD)


def test_a_die_is_outlined_in_the_colour_of_its_status_and_the_picture_itself_is_left_alone() -> None:
    picture = empty()
    drawn = draw(picture, (DIE,))
    assert tuple(drawn[140, 120]) == STATUS_COLOURS["unsure"]
    assert np.array_equal(picture, empty())
    assert np.array_equal(drawn[200:], picture[200:])


def test_no_dice_leave_no_mark_and_a_reading_says_its_state() -> None:
    picture = empty()
    assert np.array_equal(draw(picture, ()), picture)
    assert not np.array_equal(draw(picture, Reading("hand")), picture)


def test_words_beyond_the_border_are_moved_into_the_picture() -> None:
    blank = np.zeros((100, 200, 3), np.uint8)
    free, right, above = blank.copy(), blank.copy(), blank.copy()
    draw_text(free, "5 0.99", (60, 50), (255, 255, 255), 1)
    draw_text(right, "5 0.99", (190, 50), (255, 255, 255), 1)
    draw_text(above, "5 0.99", (60, -5), (255, 255, 255), 1)
    assert free.sum() > 0
    assert right.sum() == above.sum() == free.sum()
