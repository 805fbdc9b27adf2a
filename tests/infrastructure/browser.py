"""The system's Chromium under Playwright; no browser is downloaded."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    """Launch a headless browser, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
