"""`python -m tests.golden FILE…`: runs golden files, prints what fails, counts.

A case is one test, and so is every step of a transcript.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.golden.run import run_file


def main(names: list[str]) -> int:
    passed = failed = 0
    for name in names:
        for outcome in run_file(Path(name)):
            if outcome.failure is None:
                passed += 1
            else:
                failed += 1
                print(f"FAILED {outcome.name}: {outcome.failure}")
    if not names:
        print("Name the files to run: python -m tests.golden FILE…", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
