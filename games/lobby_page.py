"""The lobby as its page shows it: the first frame of the socket, and its rows for the template.

The template draws the rows once; `static/games/js/lobby.js` draws them anew with every frame
from the same markup, so that a row has the same fields here and there.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.urls import reverse

from games import match_terms, phrases, ruleset_names, selectors, terms, wire
from games.engine.rules import MAX_LENGTH, PRESETS, MatchOptions, preset
from games.forms import ChallengeForm, limit_name
from vrhcaby import clock

SECOND_MS = 1000


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge; `kind` is `mine`, `to_me` or `open`."""

    id: int
    kind: str
    challenger: str
    bots: tuple[bool, bool]
    rating: str | None
    target: str | None
    ruleset: str
    rated: bool
    limit: str
    expiry: str
    asking: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A live match; `mine`: the viewer plays, `to_move`: he must act."""

    match: int
    names: tuple[str, str]
    bots: tuple[bool, bool]
    ratings: tuple[str | None, str | None]
    pips: tuple[int, int]
    ruleset: str
    size: str
    rated: bool
    mine: bool
    to_move: bool


def context(member: Any, *, to: str = "") -> dict[str, Any]:
    """Return what `games/_lobby.html` shows to a member, or to a guest (None)."""
    now = clock.now()
    member_id = member.pk if member else None
    public, personal = selectors.both_parts(member_id, now=now)
    frame = selectors.lobby_frame(public, personal, member_id=member_id, now=now)
    challenges = [_challenge(row, member_id) for row in frame.challenges]
    live = [_match(row, member_id) for row in frame.live]
    return {
        "frame": msgspec.to_builtins(frame),
        "challenges": {kind: [one for one in challenges if one.kind == kind] for kind in KINDS},
        "mine": [row for row in live if row.mine],
        "others": [row for row in live if not row.mine],
        "members": frame.members,
        "form": ChallengeForm(initial={"to": to}) if member else None,
        "expiry": match_terms.EXPIRY,
        "lengths": [match_terms.length_text(points) for points in range(1, MAX_LENGTH + 1)],
        "page": _for_scripts(),
    }


KINDS = ("to_me", "open", "mine")


def _challenge(row: wire.LobbyChallenge, member_id: int | None) -> ChallengeRow:
    return ChallengeRow(
        id=row.id,
        kind=_kind(row, member_id),
        challenger=row.challenger,
        bots=row.bots,
        rating=row.rating,
        target=row.target,
        ruleset=ruleset_names.ruleset_name(row.ruleset),
        rated=row.rated,
        limit=_terms(row),
        expiry=match_terms.expiry(msgspec.structs.asdict(row.control)),
        asking=row.asking,
    )


def _terms(row: wire.LobbyChallenge) -> str:
    """Return the length, the options and the time of a challenge, as lobby_rows.js tells them."""
    if row.control.kind == "per_step":
        return limit_name(row.limit // SECOND_MS)
    rules = preset(row.ruleset)
    options = MatchOptions.from_data(row.options)
    told = match_terms.option_lines(rules, options)
    control = row.control
    given = match_terms.given(control.kind, control.limit_ms, control.reserve_ms, control.vacation)
    return " · ".join([*told, given])


def _kind(row: wire.LobbyChallenge, member_id: int | None) -> str:
    if member_id is not None and row.challenger_id == member_id:
        return "mine"
    return "to_me" if member_id is not None and row.target_id == member_id else "open"


def _match(row: wire.LobbyMatch, member_id: int | None) -> MatchRow:
    mine = member_id in row.member_ids
    return MatchRow(
        match=row.match,
        names=row.names,
        bots=row.bots,
        ratings=row.ratings,
        pips=row.pips,
        ruleset=ruleset_names.ruleset_name(row.ruleset),
        size=_size(row),
        rated=row.rated,
        mine=mine,
        to_move=mine and row.turn is not None and row.member_ids[row.turn] == member_id,
    )


def _size(row: wire.LobbyMatch) -> str:
    """Return how long a match is and where it stands, as lobby_rows.js tells it."""
    if not terms.has_points(preset(row.ruleset)):
        return ""
    length = match_terms.length_text(row.length)
    return length if row.length == 1 else "{} · {}:{}".format(length, *row.score)


def _for_scripts() -> dict[str, Any]:
    return {
        "socket": "/ws/lobby/",
        "match_url": reverse("games:match", kwargs={"match_id": 0}),
        "player_url": reverse("ladder:player", kwargs={"username": "0"}),
        "single": [key for key, rules in PRESETS.items() if not terms.has_points(rules)],
        "cubeless": [key for key, rules in PRESETS.items() if not rules.cube],
        "rulesets": {key: str(name) for key, name in ruleset_names.NAMES.items()},
        "notices": {code: str(text) for code, text in phrases.NOTICES.items()},
    }
