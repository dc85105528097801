"""Puts pip into .venv where Python came without ensurepip, as Debian's does without python3-venv.

    python3 tools/fetch_pip.py .venv/bin/python      from PyPI, or from the index that PIP_INDEX_URL names

Refuses to know what will be installed by it. Standard library only: there is nothing else yet.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

INDEX = "https://pypi.org/simple"
WHEEL = re.compile(r'href="((?:[^"]*/)?pip-(\d+(?:\.\d+)*)-py3-none-any\.whl#sha256=([0-9a-f]{64}))"')
SECONDS = 60


def newest(page: str) -> tuple[str, str]:
    """Address and SHA-256 of the newest finished pip that a page of the index lists."""
    found = [
        (tuple(map(int, version.split("."))), href, digest) for href, version, digest in WHEEL.findall(page)
    ]
    if not found:
        raise ValueError("lists no pip-<version>-py3-none-any.whl with its SHA-256")
    _, href, digest = max(found)
    return href, digest


def fetched(env: Mapping[str, str]) -> tuple[str, bytes]:
    """Name and bytes of pip's wheel."""
    listing = (env.get("PIP_INDEX_URL") or INDEX).rstrip("/") + "/pip/"
    with urlopen(listing, timeout=SECONDS) as page:
        href, digest = newest(page.read().decode())
    address = urldefrag(urljoin(listing, href)).url
    with urlopen(address, timeout=SECONDS) as file:
        data: bytes = file.read()
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"{address} is not what the index says (SHA-256 {digest})")
    return address.rpartition("/")[2], data


def main(python: str) -> int:
    """Fetch pip, and let it install itself."""
    try:
        name, data = fetched(os.environ)
    except (OSError, ValueError) as error:
        way_out = "install python3-venv (as root: apt-get install python3-venv), or set PIP_INDEX_URL"
        print(f"cubilete: pip cannot be fetched ({error}); {way_out}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(folder) / name
        wheel.write_bytes(data)
        return subprocess.call([python, f"{wheel}/pip", "install", "--quiet", "--no-index", str(wheel)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
