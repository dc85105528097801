"""Paired devices and seat passes: signed cookies for the right code, and a limit to guessing it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from threading import Lock

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE, SEAT_COOKIE = "cubilete-paired", "cubilete-seat"
GUESSES, ALL_GUESSES, GUESS_SECONDS = 8, 64, 300.0  # wrong codes of one address and of all, within so long


def new_code() -> str:
    """Six digits to be typed on a device that is to be paired."""
    return f"{secrets.randbelow(10**6):06}"


def fresh_pairing() -> tuple[str, bytes]:
    """A code, and a secret to sign with."""
    return new_code(), secrets.token_bytes(32)


class Guesses:
    """Counts guesses at the code by address, so that whoever guesses is stopped and others are not.

    The limit for all together is for a guesser of many addresses.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._made: list[tuple[float, str]] = []

    def count(self, address: str) -> int:
        """0: a guess of this address may be heard, and is counted. Else the seconds until the next may be."""
        with self._lock:
            now = self._clock()
            self._made = [guess for guess in self._made if now - guess[0] < GUESS_SECONDS]
            own = [at for at, by in self._made if by == address]
            limits = ((own, GUESSES), ([at for at, _ in self._made], ALL_GUESSES))
            for times, limit in limits:
                if len(times) >= limit:
                    return int(times[0] + GUESS_SECONDS - now) + 1
            self._made.append((now, address))
            return 0

    def forget(self, address: str) -> None:
        """Forget the guesses of an address that knew the code in the end."""
        with self._lock:
            self._made = [guess for guess in self._made if guess[1] != address]


class Pairing:
    """Hands out cookies signed with the kept secret: they outlive restarts, not a renewal of the secret."""

    def __init__(self, code: str, secret: bytes, clock: Callable[[], float]) -> None:
        self.code = code
        self.guesses = Guesses(clock)
        self._sign_with(secret)

    def _sign_with(self, secret: bytes) -> None:
        self._devices = URLSafeSerializer(secret, salt="paired")
        self._seats = URLSafeSerializer(secret, salt="seat")

    def renew(self, code: str, secret: bytes) -> None:
        """Unpair all devices and void all seat passes; whoever is to be paired again needs the new code."""
        self.code = code
        self._sign_with(secret)

    def try_code(self, guess: str) -> str | None:
        """The cookie's value for the right code, None for a wrong one."""
        digits = "".join(guess.split()).replace("-", "")
        right = hmac.compare_digest(digits.encode(), self.code.replace("-", "").encode())
        return self.device_pass() if right else None

    def device_pass(self) -> str:
        """What a paired device shows."""
        return str(self._devices.dumps("device"))

    def knows(self, cookie: str) -> bool:
        try:
            return bool(self._devices.loads(cookie) == "device")
        except BadSignature:
            return False

    def seat_pass(self, match: int, seat: int) -> str:
        """What lets a phone act for that seat of that match."""
        return str(self._seats.dumps([match, seat]))

    def seat_of(self, code: str) -> tuple[int, int] | None:
        """The match and the seat that this pass is for; None for what is none of ours."""
        try:
            match, seat = self._seats.loads(code)
        except (BadSignature, TypeError, ValueError):
            return None
        return match, seat
