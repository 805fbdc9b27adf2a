"""Addresses of tournaments: made of the name, and nobody else's. Inner."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from ladder.models import Tournament
from vrhcaby.errors import Busy

SLUG_LENGTH = 50
TRIES = 5
RESERVED = ("novy", "nacist", "moje", "napoveda")
"""Words that stand for pages where an address could stand."""


def insert(tournament: Tournament) -> None:
    """Write a new tournament under an address of its own.

    Of several with one name that come at the same moment each gets its own. Raises Busy after
    some tries.
    """
    for _ in range(TRIES):
        tournament.slug = free_slug(tournament.name)
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:
            if not Tournament.objects.filter(slug=tournament.slug).exists():
                raise
        else:
            return
    raise Busy


def free_slug(name: str) -> str:
    """Return an address made of the name that no other tournament has."""
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "turnaj"
    if stem in RESERVED:
        stem = f"{stem}-1"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)
