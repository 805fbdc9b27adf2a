"""Members with open sessions, made in the database of a site that runs.

`python -m bench.guests COUNT` with the site's environment prints them as JSON lines;
`--tables` seats them at matches of two that have begun, `--limit-s` with so long for a step;
`--bots` makes them bots with tokens.
"""

import argparse
import json
import secrets
import sys

import django

django.setup()

# Models can be imported only now: the lines below stand late (E402).
from django.conf import settings  # noqa: E402
from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    get_user_model,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from accounts import tokens  # noqa: E402
from games.models import Lease  # noqa: E402
from games.services import lobby, sitting  # noqa: E402
from vrhcaby import clock  # noqa: E402


def member() -> dict[str, object]:
    """Make a member with a session; `id`, `name` and `session`."""
    name = f"bot{secrets.token_hex(5)}"
    made = get_user_model().objects.create_user(name)
    session = SessionStore()
    session[SESSION_KEY] = str(made.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = made.get_session_auth_hash()
    session.create()
    return {"id": made.pk, "name": name, "session": session.session_key}


def bot() -> dict[str, object]:
    """Make a bot's account with an access token; `id`, `name` and `token`."""
    name = f"bot{secrets.token_hex(5)}"
    made = get_user_model().objects.create_user(name, is_bot=True)
    token = tokens.make(member_id=made.pk, name="bench", scopes=["play"], days=None)
    return {"id": made.pk, "name": name, "token": token.secret}


def seat(first: dict[str, object], second: dict[str, object], limit_s: int | None = None) -> int:
    """Begin a match of two members and return its number."""
    now = clock.now()
    Lease.objects.create(
        connection=f"guest-{first['id']}", member_id=first["id"], since=now, expires=now + 60_000
    )
    limit_ms = None if limit_s is None else limit_s * 1000
    made = lobby.challenge(member_id=first["id"], ruleset="vrhcaby", rated=True, limit_ms=limit_ms)
    return sitting.accept(challenge_id=made.challenge_id, member_id=second["id"]).match_id


def main(arguments: list[str]) -> None:
    """Print one line a member, or one line a table."""
    parser = argparse.ArgumentParser(prog="bench.guests")
    parser.add_argument("count", type=int)
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--limit-s", type=int)
    parser.add_argument("--bots", action="store_true")
    wanted = parser.parse_args(arguments)
    for _ in range(wanted.count):
        if wanted.bots:
            print(json.dumps(bot()))
            continue
        if not wanted.tables:
            print(json.dumps(member()))
            continue
        pair = [member(), member()]
        print(json.dumps({"match": seat(*pair, wanted.limit_s), "members": pair}))


if __name__ == "__main__":
    main(sys.argv[1:])
