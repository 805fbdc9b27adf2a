"""Rows of the lobby, one statement a kind however many there are, and what is shown of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from django.contrib.auth import get_user_model
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, When, prefetch_related_objects

from accounts import blocks
from games import hooks, projection, reading, wire
from games.engine.state import must_act
from games.enums import ChallengeStatus, MatchStatus
from games.models import Challenge, Lease, Match, Seat
from games.terms import Terms

if TYPE_CHECKING:
    from accounts.models import Member

MOST_MEMBERS = 200
MOST_CHALLENGES = 200
MOST_MATCHES = 50
DEFAULT_POOL = "vrhcaby"
TO_ALL = Q(opponent=None)

Ratings = Mapping[tuple[str, int], float]
"""Ratings by ruleset and member's id."""


def concerning(member_id: int) -> Q:
    """Return the condition of challenges that a member made or that are made to him."""
    return Q(challenger=member_id) | Q(opponent=member_id)


def members_here(now: int) -> list[Member]:
    """Return the members who are here, with `playing`: whether they sit at a live match."""
    here = Lease.objects.filter(member=OuterRef("pk"), since__lte=now, expires__gt=now)
    playing = Seat.objects.filter(member=OuterRef("pk"), match__status=MatchStatus.LIVE)
    rows = get_user_model().objects.filter(Exists(here)).annotate(playing=Exists(playing))
    return list(rows.order_by("canonical")[:MOST_MEMBERS])


def open_challenges(
    wanted: Q, *, first: Q = TO_ALL, reader_id: int | None = None
) -> list[Challenge]:
    """Return open challenges, oldest first; where there are too many, those `first` are kept.

    With a reader each knows as `apart` whether a block lies between him and the challenger.
    """
    rows = Challenge.objects.filter(wanted, status=ChallengeStatus.OPEN)
    if reader_id is not None:
        rows = rows.annotate(apart=blocks.parts(reader_id, "challenger"))
    rows = rows.select_related("challenger", "opponent", "taker", "dice")
    found = rows.order_by(Case(When(first, then=0), default=1), "id")[:MOST_CHALLENGES]
    return sorted(found, key=lambda row: row.pk)


def newest_matches() -> list[Match]:
    """Return the live matches that began last."""
    return list(Match.objects.live().order_by("-id")[:MOST_MATCHES])


def matches_of(member_id: int) -> list[Match]:
    """Return a member's live matches, oldest first."""
    return list(Match.objects.live().of(member_id).order_by("id"))


def newest_and_own(member_id: int) -> tuple[list[Match], list[Match]]:
    """Return `newest_matches` and `matches_of` a member from one statement, seated."""
    newest = Match.objects.live().order_by("-id")[:MOST_MATCHES].values("pk")
    own = Match.objects.live().of(member_id).order_by()
    rows = Match.objects.filter(pk__in=newest).order_by().union(own, all=True)
    found = {match.pk: match for match in rows}
    matches = [found[pk] for pk in sorted(found)]
    seat(matches)
    mine = [one for one in matches if member_id in {row.member_id for row in one.seats.all()}]
    return matches[::-1][:MOST_MATCHES], mine


def seat(matches: Iterable[Match]) -> None:
    """Read who sits at the matches."""
    seats = Seat.objects.select_related("member").order_by("side", "place")
    prefetch_related_objects(list(matches), Prefetch("seats", seats))


def ratings(
    members: Iterable[Member] = (),
    challenges: Iterable[Challenge] = (),
    matches: Iterable[Match] = (),
) -> Ratings:
    """Return the ratings to show beside these; the matches are seated."""
    wanted = {(DEFAULT_POOL, member.pk) for member in members}
    wanted |= {(row.ruleset, row.challenger_id) for row in challenges}
    wanted |= {(row.ruleset, one.member_id) for row in matches for one in row.seats.all()}
    return hooks.ratings_of({member for _, member in wanted}, {ruleset for ruleset, _ in wanted})


def member_row(row: Member, told: Ratings) -> wire.LobbyMember:
    """Return a member of `members_here` as the lobby shows him."""
    return wire.LobbyMember(
        id=row.pk,
        name=row.username,
        rating=rating_text(told.get((DEFAULT_POOL, row.pk))),
        playing=row.playing,  # type: ignore[attr-defined]  # annotated by members_here
        bot=row.is_bot,
    )


def challenge_row(row: Challenge, told: Ratings, *, now: int) -> wire.LobbyChallenge:
    """Return a challenge as the lobby shows it."""
    agreed = Terms.from_data(row.options)
    return wire.LobbyChallenge(
        id=row.pk,
        challenger_id=row.challenger_id,
        challenger=str(row.challenger),
        rating=rating_text(told.get((row.ruleset, row.challenger_id))),
        target_id=row.opponent_id,
        target=None if row.opponent is None else str(row.opponent),
        bots=(row.challenger.is_bot, row.opponent is not None and row.opponent.is_bot),
        ruleset=row.ruleset,
        rated=row.rated,
        length=agreed.options.length,
        options=agreed.options.to_data(),
        control=projection.control(agreed.rules, agreed.options, agreed.control),
        limit=row.control["limit_ms"],
        commitment=row.dice.commitment,
        asking=is_asking(row, now=now),
        rematch_of=row.rematch_of_id,
        since=int(row.created_at.timestamp() * 1000),
    )


def terms_of(row: Challenge) -> dict[str, Any]:
    """Return the length, the options and the time control of a challenge as plain values."""
    agreed = Terms.from_data(row.options)
    told = projection.control(agreed.rules, agreed.options, agreed.control)
    return {
        "length": agreed.options.length,
        "options": agreed.options.to_data(),
        "control": msgspec.to_builtins(told),
    }


def match_row(match: Match, told: Ratings) -> wire.LobbyMatch:
    """Return a seated match as the lobby shows it."""
    state = reading.state_of(match)
    first, second = match.seats.all()
    return wire.LobbyMatch(
        match=match.pk,
        member_ids=(first.member_id, second.member_id),
        names=(str(first.member), str(second.member)),
        bots=(first.member.is_bot, second.member.is_bot),
        ratings=(
            rating_text(told.get((match.ruleset, first.member_id))),
            rating_text(told.get((match.ruleset, second.member_id))),
        ),
        ruleset=match.ruleset,
        rated=match.rated,
        length=state.options.length,
        score=state.score,
        turn=must_act(state),
        pips=projection.pips(state),
        since=int(match.started_at.timestamp() * 1000),
    )


def is_asking(row: Challenge, *, now: int) -> bool:
    """Tell whether its challenger is being asked to sit down (rules V25)."""
    return row.ready_until is not None and now < row.ready_until


def rating_text(value: float | None) -> str | None:
    """Return a rating as decimal text with one digit."""
    return None if value is None else f"{value:.1f}"
