"""Clients of the REST interface: guests, members with a session, programs with a token."""

import json
from typing import Any

from django.test import Client

from accounts import tokens
from accounts.enums import Scope
from tests.vrhcaby.rest import truth
from vrhcaby.rest.operation import BY_SESSION

ROOT = "/api/v1/"


class Caller:
    """A program at the interface; answers are `status`, `json` and the `response` itself."""

    def __init__(self, token: str | None = None, **headers: str) -> None:
        self._client = Client()
        self.headers = {"accept-language": "en", **headers}
        if token:
            self.headers["authorization"] = f"Bearer {token}"

    @classmethod
    def of_session(cls, member: Any) -> "Caller":
        """A page of a member who is signed in."""
        made = cls()
        made._client.force_login(member)
        return made

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> "Answer":
        """Send a request; `path` is below the root, or a whole one."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {} if body is None else {"data": raw}
        address = path if path.startswith(("/", "http")) else ROOT + path
        response = self._client.generic(
            method.upper(),
            address,
            content_type="application/json",
            headers={**self.headers, **headers},
            **sent,
        )
        untrue = truth.faults(method, address, response)
        assert untrue == [], untrue
        return Answer(response)

    def get(self, path: str, **headers: str) -> "Answer":
        """Read."""
        return self("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> "Answer":
        """Act."""
        return self("POST", path, body, **headers)


class Answer:
    """What came back."""

    def __init__(self, response: Any) -> None:
        self.response = response
        self.status = response.status_code

    @property
    def json(self) -> Any:
        """The body as a value."""
        return json.loads(self.text)

    @property
    def text(self) -> str:
        """The body as text."""
        if self.response.streaming:
            return b"".join(self.response.streaming_content).decode()
        return self.response.content.decode()

    @property
    def code(self) -> str:
        """The code of a problem."""
        return self.json["code"]

    def __repr__(self) -> str:
        return f"{self.status} {self.text[:500]}"


def token_of(member: Any, *scopes: str, days: int | None = None) -> str:
    """Make a token of a member; without scopes it may read only."""
    return tokens.make(member_id=member.pk, name="test", scopes=scopes, days=days).secret


def reader(member: Any) -> Caller:
    """A program that may read as a member."""
    return Caller(token_of(member))


def player(member: Any) -> Caller:
    """A program that may play as a member."""
    return Caller(token_of(member, Scope.PLAY))


def director(member: Any) -> Caller:
    """A program that may do everything as a member."""
    return Caller(token_of(member, Scope.PLAY, Scope.DIRECT))


def fit(member: Any, scope: str | None) -> Caller:
    """What may do as a member whatever needs this scope: a program, or a page where none may."""
    return Caller.of_session(member) if scope == BY_SESSION else director(member)
