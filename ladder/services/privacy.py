"""What the ladder keeps about a member: ratings, and every line of the ledger about him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.personal_data import File
from ladder.models import Rating, RatingChange

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
    """Give a member's ratings and rating changes."""
    ratings = Rating.objects.filter(member=member).order_by("pk")
    standing = ("pool__ruleset", "rating", "experience", "last_rated_at")
    yield File("ratings.json", ratings.values(*standing).iterator())
    changes = RatingChange.objects.filter(member=member).order_by("pk")
    about = ("pool__ruleset", "opponent__username", "at")
    yield File("rating_changes.json", changes.values(*about, *LINE).iterator())
