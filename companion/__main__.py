"""Where `cubilete` and `python -m companion` begin; what can be typed is in `companion.cli`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from companion.cli.exit_codes import INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was typed; the exit code. Ctrl-C is quiet from here on, while the rest is loaded too."""
    try:
        from companion.cli.main import obey

        return obey(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
