"""Fixtures of all tests: one Chromium serves them all, for there can be but one at a time."""

import vision  # before numpy is loaded: it says how many threads numpy may take
from tests.browser import chromium, web_page

__all__ = ["chromium", "vision", "web_page"]
