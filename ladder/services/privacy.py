"""What the ladder keeps about a member, and what goes when he leaves.

Ratings, every line of the ledger about him, seasons, tournaments, and what he did as an official.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts.personal_data import File
from ladder.models import (
    CalendarKey,
    Correction,
    Entry,
    OfficialAct,
    Rating,
    RatingChange,
    Role,
    SeasonPlace,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accounts.models import Member

LINE = (
    "ladder_result",
    "correction",
    "difference",
    "length",
    "k",
    "expected",
    "score",
    "before",
    "after",
)


def files_of(member: Member) -> Iterator[File]:
    """Give a member's ratings and rating changes, his seasons, tournaments and official acts."""
    ratings = Rating.objects.filter(member=member).order_by("pk")
    standing = ("pool__ruleset", "rating", "experience", "last_rated_at")
    yield File("ratings.json", ratings.values(*standing).iterator())
    changes = RatingChange.objects.filter(member=member).order_by("pk")
    about = ("pool__ruleset", "opponent__username", "at")
    yield File("rating_changes.json", changes.values(*about, *LINE).iterator())
    places = SeasonPlace.objects.filter(member=member).order_by("pk")
    numbers = ("place", "rating", "experience", "gained", "won", "drawn", "lost")
    yield File("seasons.json", places.values("season__name", "pool__ruleset", *numbers).iterator())
    yield from _tournaments(member)
    yield from _as_official(member)


def forget_member(*, member: Member, **_kwargs: Any) -> None:
    """Let a leaving member's calendar address be nobody's; receiver of `member_forgotten`."""
    CalendarKey.objects.filter(member=member).delete()


def _tournaments(member: Member) -> Iterator[File]:
    entries = Entry.objects.filter(member=member).order_by("pk")
    place = ("state", "number", "seat_order", "entered_at", "left_round", "left_policy")
    yield File("entries.json", entries.values("tournament__name", *place).iterator())
    roles = Role.objects.filter(member=member).order_by("pk")
    given = ("tournament__name", "kind", "invited_at", "accepted_at")
    yield File("roles.json", roles.values(*given).iterator())
    made = Tournament.objects.filter(created_by=member).order_by("pk")
    yield File("tournaments_made.json", made.values("name", "slug", "created_at").iterator())
    keys = CalendarKey.objects.filter(member=member)
    yield File("calendar.json", keys.values("made_at").iterator())


def _as_official(member: Member) -> Iterator[File]:
    acts = OfficialAct.objects.filter(official=member).order_by("pk")
    done = ("tournament__name", "code", "at", "why")
    yield File("official_acts.json", acts.values(*done).iterator())
    corrections = Correction.objects.filter(official=member).order_by("pk")
    yield File(
        "corrections.json", corrections.values("ladder_result", "kind", "why", "at").iterator()
    )
