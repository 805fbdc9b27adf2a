"""Tournaments for tests, made by the services as a director makes them."""

import itertools
from types import SimpleNamespace

from django.contrib.auth.models import Group

from ladder.models import Entry, Pairing, Tournament
from ladder.services.tournaments import entries, life, rounds
from ladder.services.tournaments.acting import Changed
from tests.ladder.making import member
from vrhcaby.errors import Refused

_numbers = itertools.count(1)
USUAL = {"ruleset": "vrhcaby", "rated": True}


def official(name=None):
    """A member of the officials' group, who may make tournaments."""
    made = member(name or f"official{next(_numbers)}")
    made.groups.add(Group.objects.get_or_create(name="official")[0])
    return made


def done(answer):
    """Return the answer of a service that must not have refused."""
    assert isinstance(answer, Changed), answer
    return answer


def refused(answer, code):
    """Check that a service refused with this code; return the details."""
    assert isinstance(answer, Refused), answer
    assert answer.code == code, answer
    return answer.details


def draft(director=None, **settings):
    """A draft with its director."""
    director = director or official()
    name = settings.pop("name", f"Club cup {next(_numbers)}")
    answer = done(life.create(by_id=director.pk, settings={"name": name, **USUAL, **settings}))
    return SimpleNamespace(slug=answer.slug, director=director, by_id=director.pk, id=answer.id)


def opened(director=None, **settings):
    """A tournament whose registration is open."""
    made = draft(director, **settings)
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="registration"))
    return made


def started(players, director=None, **settings):
    """A running tournament: so many new members, or those given; guests for texts."""
    made = draft(director, **settings)
    people = (
        players
        if isinstance(players, list)
        else [member(f"player{next(_numbers)}") for _ in range(players)]
    )
    made.players = people
    made.entries = [
        done(
            entries.add_guest(slug=made.slug, by_id=made.by_id, name=one)
            if isinstance(one, str)
            else entries.add(slug=made.slug, by_id=made.by_id, member_id=one.pk)
        ).id
        for one in people
    ]
    for state in ("registration", "closed"):
        done(life.change_state(slug=made.slug, by_id=made.by_id, to=state))
    if settings.get("seating", "by_hand") == "by_hand":
        done(entries.reorder(slug=made.slug, by_id=made.by_id, entry_ids=made.entries))
    done(rounds.start(slug=made.slug, by_id=made.by_id))
    return made


def row(made):
    """The tournament as it is stored now."""
    return Tournament.objects.get(slug=made.slug)


def pairing(made, round_number, board, stage=1):
    """A pairing as it is stored now."""
    return Pairing.objects.select_related(
        "round__stage__tournament", "first__member", "second__member"
    ).get(
        round__stage__tournament__slug=made.slug,
        round__stage__number=stage,
        round__number=round_number,
        number=board,
    )


def states(made):
    """The states of the entries in the order of entering."""
    rows = Entry.objects.filter(tournament__slug=made.slug).order_by("number")
    return list(rows.values_list("state", flat=True))
