"""What is rest and what is motion, on drawn pictures: short pauses, slow light, lamps that throw shadows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import empty, face, lay
from vision.arrays import Image
from vision.watch.motion import Motion

FPS = 30.0


def with_die(x: float, seed: int = 0) -> Image:
    return lay(empty(seed=seed), face(4, 48), round(x), 240, 48, 20)


def after(
    pictures: list[Image], fps: float = FPS, known: Motion | None = None, begin: int = 0
) -> list[Motion]:
    """What is known after each picture."""
    told = [known or Motion()]
    for k, picture in enumerate(pictures):
        told.append(told[-1].step(picture, (begin + k) / fps))
    return told[1:]


@pytest.mark.parametrize("pause", [1, 3, 4])
def test_a_die_that_pauses_in_its_roll_has_not_come_to_rest(pause: int) -> None:
    rolls = [with_die(200 + 12 * k, k) for k in range(6)]
    stops = [with_die(260, 10 + k) for k in range(pause)]
    goes_on = [with_die(272 + 12 * k, 20 + k) for k in range(5)]
    phases = [told.phase for told in after(rolls + stops + goes_on)][1:]
    assert set(phases) == {"rolling"}


def test_a_die_that_stays_where_it_came_to_is_at_rest_within_a_third_of_a_second() -> None:
    rolls = [with_die(200 + 12 * k, k) for k in range(6)]
    stays = [with_die(260, 10 + k) for k in range(9)]
    told = after(rolls + stays)
    assert told[5].phase == "rolling"
    assert told[-1].phase == "still"
    assert told[-1].number == told[0].number + 1


def test_a_die_that_glides_slowly_is_still_rolling() -> None:
    rolls = [with_die(200 + 12 * k, k) for k in range(6)]
    glides = [with_die(260 + 2.5 * k, 10 + k) for k in range(15)]
    assert {told.phase for told in after(rolls + glides)[1:]} == {"rolling"}


def shaded(picture: Image, share: float) -> Image:
    """A sharp shadow over a part of the tray, so dark."""
    dark = picture.copy()
    dark[:, 400:560] = np.clip(picture[:, 400:560] * (1 - share), 0, 255).astype(np.uint8)
    return dark


def test_a_shadow_that_the_sun_draws_slowly_is_no_motion() -> None:
    picture = with_die(200)
    told = after([shaded(picture, 0.3 * k / 300) for k in range(300)], fps=10.0)
    assert {one.phase for one in told} == {"still"}
    assert told[-1].number == told[0].number


def test_a_shadow_that_falls_at_once_on_a_part_of_the_tray_is_motion() -> None:
    assert after([with_die(200, 0), shaded(with_die(200, 1), 0.3)])[-1].phase != "still"


def lamp(seed: int) -> Image:
    """A lamp at the side: all is brighter, and what stands there throws sharp shadows."""
    picture = with_die(200, seed).astype(float) * np.linspace(1.3, 1.7, 640)[None, :, None]
    picture[150:330, 440:470] *= 0.55
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_a_lamp_that_throws_new_shadows_is_no_motion_and_what_it_lights_is_looked_at_anew() -> None:
    told = after([with_die(200, k) for k in range(4)] + [lamp(10 + k) for k in range(12)])
    assert {one.phase for one in told} == {"still"}
    assert told[4].lamp_switch
    assert told[-1].number == told[0].number + 1
    assert not told[-1].passing
