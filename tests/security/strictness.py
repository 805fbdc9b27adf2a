"""What no page may lack: its policy, its headers, its cookies, and nothing written into it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DIRECTIVES = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
FRAMED = {"X-Frame-Options": None, "frame-ancestors 'none'": "frame-ancestors *"}
"""What is otherwise in a page that is made to stand in a frame of any site."""

READABLE_COOKIES = {"theme", "django_language"}
"""Choices of a guest; scripts may read them, and nothing is lost by that."""


class Inline(HTMLParser):
    """Finds what a strict policy would refuse: scripts, styles and handlers in the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.forms = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.forms += tag == "form"
        data = given.get("type") in {"application/json", "importmap"}
        if (tag == "script" and "src" not in given and not data) or tag == "style":
            self.found.append(tag)
        self.found += [
            f"{tag} {name}" for name in given if name.startswith("on") or name == "style"
        ]
        self.found += [
            f"{tag} {name}"
            for name, value in attrs
            if name in {"href", "src", "action"} and re.match(r"\s*javascript:", value or "", re.I)
        ]


def faults_of_page(response: Any, *, framed: bool = False) -> Iterator[str]:
    """Give what would let a page be framed, run foreign code or lose its cookies, as words.

    A page that is `framed` on purpose must have nothing of its reader's that a frame could abuse.
    """
    policy = [one.strip() for one in response.headers.get("Content-Security-Policy", "").split(";")]
    for name, value in HEADERS.items():
        wanted = FRAMED.get(name, value) if framed else value
        if response.headers.get(name) != wanted:
            yield f"{name} is not {wanted}"
    wanted_of_policy = [FRAMED.get(one, one) if framed else one for one in DIRECTIVES]
    yield from (f"no {one} in the policy" for one in wanted_of_policy if not _has(policy, one))
    rest = "; ".join(one for one in policy if one not in wanted_of_policy)
    yield from (f"{one} in the policy" for one in ("unsafe", "http:", "*") if one in rest)
    if "text/html" in response.headers.get("Content-Type", ""):
        yield from _written_in(response.content.decode(), framed=framed)
    yield from _loose_cookies(response, framed=framed)


def _has(policy: list[str], directive: str | None) -> bool:
    return any(one.startswith(directive or "") for one in policy)


def _written_in(text: str, *, framed: bool) -> Iterator[str]:
    inline = Inline()
    inline.feed(text)
    yield from (f"inline {found}" for found in inline.found)
    if framed and inline.forms:
        yield "a form in a frame"


def _loose_cookies(response: Any, *, framed: bool) -> Iterator[str]:
    for name, cookie in response.cookies.items():
        if framed:
            yield f"cookie {name} in a frame"
        elif cookie["max-age"] == 0:
            continue  # It is taken away.
        elif not cookie["samesite"] or not (cookie["httponly"] or name in READABLE_COOKIES):
            yield f"loose cookie {name}"
