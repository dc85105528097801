"""Fixtures of all tests: one Chromium serves them all, for there can be but one at a time."""

from tests.browser import chromium, web_page

__all__ = ["chromium", "web_page"]
