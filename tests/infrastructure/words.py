"""The words of a page that people see or hear, and which of them belong to the other language."""

import gettext
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import allauth
import django

UNSEEN = {"script", "style", "code"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
SPOKEN = ("aria-label", "title", "placeholder", "alt")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")
FOREIGN = [
    Path(django.__path__[0]) / "conf",
    Path(django.__path__[0]) / "contrib" / "auth",
    Path(django.__path__[0]) / "contrib" / "admin",
    Path(allauth.__path__[0]),
]
"""Where the words of the packages come from that our pages show."""


class _Reader(HTMLParser):
    """Collects text and spoken attributes outside what is marked as another language."""

    def __init__(self) -> None:
        super().__init__()
        self.lang: str | None = None
        self.words: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element."""
        given = dict(attrs)
        if tag == "html":
            self.lang = given.get("lang")
        hidden = tag in UNSEEN or given.get("lang", self.lang) != self.lang
        if not hidden and not self._is_hidden():
            self.words += [plain(text) for name in SPOKEN if (text := given.get(name))]
        if tag not in VOID:
            self._open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element and what was left open in it."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Take a piece of text."""
        if not self._is_hidden() and data.strip():
            self.words.append(plain(data))

    def _is_hidden(self) -> bool:
        return any(hidden for _, hidden in self._open)


def read(html: str) -> tuple[str | None, list[str]]:
    """Return the language of a page and all pieces of text in it, templates for scripts too."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.lang, reader.words


def catalogue(path: Path) -> dict[str, set[str]]:
    """Return msgid → Czech texts of a compiled catalogue, contexts and plurals folded in."""
    with path.open("rb") as file:
        messages = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    texts: dict[str, set[str]] = {}
    for key, text in messages.items():
        msgid = key[0] if isinstance(key, tuple) else key
        texts.setdefault(msgid.rpartition("\x04")[2], set()).add(text)
    texts.pop("", None)
    return texts


def czech_of_packages() -> dict[str, set[str]]:
    """Return msgid → Czech texts of Django and allauth."""
    texts: dict[str, set[str]] = {}
    for folder in FOREIGN:
        path = folder / "locale" / "cs" / "LC_MESSAGES" / "django.mo"
        for msgid, czech in catalogue(path).items():
            texts.setdefault(msgid, set()).update(czech)
    return texts


def plain(text: str) -> str:
    """Return a text with its white space, unbreakable too, made single spaces."""
    return " ".join(text.split())


def pattern(texts: Iterable[str]) -> re.Pattern[str]:
    """Return what matches a piece of text that is one of these, with placeholders filled in."""
    return re.compile("|".join(sorted({_filled(text) for text in texts})))


def _filled(text: str) -> str:
    parts = PLACEHOLDER.split(plain(text).replace("%%", "%"))
    return r"\S+".join(re.escape(part) for part in parts)


def has_letters(text: str) -> bool:
    """Say whether anything but placeholders and signs is in a message."""
    return re.search(r"[^\W\d_]{2}", PLACEHOLDER.sub("", text)) is not None
