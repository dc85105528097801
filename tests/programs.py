"""Programs that some tests look on with: where one is missing they are skipped, but never in CI."""

from __future__ import annotations

import os
import shutil

import pytest


def need(program: str, install: str) -> None:
    """Skip the test if this program is not here; fail it in CI. `install` says what puts it there."""
    if shutil.which(program) is not None:
        return
    missing = f"{program} is missing; {install} installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)
