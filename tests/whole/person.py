"""Somebody at the page: looks at it, presses its keys, takes dice out of the tray with a hand.

Refuses to know rules, and waits for what the page shows, never for a time to go by.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, Position, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.hardware.shows import until
from tests.whole.house import House, centre
from vision.sim.truth import Lying

PATIENCE = 30_000  # ms: a throw, or a handful of dice taken out, on a busy machine
LATE = 10_000  # milliseconds for a complaint to go away by itself: a second look, on a busy machine
TRIES = 6
PLY = "#keys input[name=ply]"
ASKED = "() => document.querySelector('#ask input[name=die]')?.value"


class Person:
    """One page at the table. With `house` they see what really lies in the tray."""

    def __init__(self, page: Page, house: House | None = None) -> None:
        self.page = page
        self._house = house

    # what the page says

    @property
    def ply(self) -> int:
        return int(self.page.locator(PLY).input_value())

    @property
    def line(self) -> str:
        return self.page.locator("#line h1").inner_text()

    @property
    def dice(self) -> tuple[str, ...]:
        """The faces in the tray row."""
        drawn = self.page.locator("#tray .die > svg use")
        return tuple(str(each.get_attribute("href")).split("#")[1] for each in drawn.all())

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(text) for text in self.page.locator("#board .pts").all_inner_texts())

    @property
    def over(self) -> bool:
        return self.page.locator("#stage.is-over").count() > 0

    def key(self, name: str) -> Locator:
        return self.page.locator(f"#keys button[name=key][value={name}]")

    def moved_on(self, ply: int) -> None:
        """Wait until the match has gone on from `ply`."""
        expect(self.page.locator(PLY)).not_to_have_value(str(ply), timeout=PATIENCE)

    # what is done

    def sit_down(self, address: str, names: Sequence[str], target: int = 60, *, dice: str = "") -> None:
        """From the home page to a match, of Dalek Dice if the address names no game: players, target, go."""
        self.page.goto(address if "?" in address else f"{address}/?game=dalek-dice")
        for name in names:
            self.page.fill("input[name=name]", name)
            self.page.keyboard.press("Enter")
            expect(self.page.locator(f".chip.in[data-key='p-{name}']")).to_be_visible()
        shown = self.page.locator(".opts output").first
        while int(shown.inner_text()) > target:
            before = shown.inner_text()
            self.page.locator(".opts .opt").first.locator("a.chip").first.click()
            expect(shown).not_to_have_text(before)
        if dice:
            self.page.click(f".opts a.chip:text-is('{dice}')")
            expect(self.page.locator(".opts a.chip.on")).to_have_text(dice)
        self.page.click("form.go button")
        expect(self.page.locator("#table")).to_be_visible()

    def throw(self) -> tuple[str, ...]:
        """Throw what is due until it counts, answering for dice that are not read for sure; the faces."""
        ply = self.ply
        for _ in range(TRIES):
            self.page.click("button.throw")
            if self.settle(ply):
                return self.dice
        raise AssertionError(f"thrown {TRIES} times and never read: {self.line}")

    def settle(self, ply: int) -> bool:
        """Answer what is asked until the throw counts; False if a complaint stays, which asks for another."""
        going_on = f'{PLY}:not([value="{ply}"])'
        for _ in range(20):
            self._appears(f"{going_on}, #stage.is-ask, #stage.is-look", PATIENCE)
            if self.ply != ply:
                return True
            if self.page.locator("#stage.is-ask").count():
                self.answer()
                continue
            try:
                self._appears(f"{going_on}, #stage.is-ask", LATE)
            except TooLong:
                return False
        raise AssertionError(f"asked without end: {self.line}")

    def _appears(self, selector: str, patience: float) -> None:
        """Wait for such a thing, looking at every frame (a selector is looked for twice a second)."""
        self.page.wait_for_function("it => document.querySelector(it)", arg=selector, timeout=patience)

    def answer(self) -> None:
        """Say what the die asked about shows; who cannot see it takes the likeliest for true.

        A further look of the eye may have told it meanwhile, and the question is gone.
        """
        die = self._house.asked() if self._house else None
        button = f"button.face[value='{die.face}']" if die else "button.face.first"
        asked = self.page.evaluate(ASKED)
        question = self.page.locator(f"#ask:has(input[name=die][value='{asked}'])")
        try:
            question.locator(button).click(timeout=LATE)
        except TooLong:
            assert question.count() == 0, f"{asked} cannot be answered: {self.line}"
        expect(question).to_have_count(0, timeout=PATIENCE)

    def take(self, faces: Sequence[str]) -> None:
        """Take dice with these faces out of the tray, one click each, and see them in the hand."""
        assert self._house is not None
        left = list(self._house.lying())
        for face in faces:
            die = next(die for die in left if die.face == face)
            left.remove(die)
            self.click_on(die)
        expect(self.page.locator("#tray .die.lifted")).to_have_count(len(faces), timeout=PATIENCE)

    def click_on(self, die: Lying) -> None:
        """A click on a die in the living picture."""
        canvas = self.page.locator(".sim .live canvas")
        size = canvas.evaluate("it => [it.width, it.height, it.clientWidth, it.clientHeight]")
        scale = min(size[2] / size[0], size[3] / size[1])
        x, y = centre(die)
        spot: Position = {
            "x": x * scale + (size[2] - size[0] * scale) / 2,
            "y": y * scale + (size[3] - size[1] * scale) / 2,
        }
        with self.page.expect_response("**/sim/lift") as answer:
            canvas.click(position=spot)
        assert answer.value.ok, f"no hand went for {die} at {spot}"

    def press(self, name: str) -> None:
        """A key of the page."""
        ply = self.ply
        self.key(name).click()
        self.moved_on(ply)

    def press_on_box(self, box: Page, name: str) -> None:
        """A button of the box, drawn on a page of its own, once it was seen what is asked."""
        assert self._house is not None
        assert until(self._house.noticed)
        box.click(f".keys button[value={name}]")
