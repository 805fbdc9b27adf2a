"""An odd field: every page of a round names who is free, and tells it to the one who is."""

import pytest

from ladder.models import Round
from ladder.services.tournaments import withdrawals
from tests.ladder.tournaments import done, started
from tests.ladder.views.browsing import client_of, page, url

pytestmark = pytest.mark.django_db
FREE, YOURS = "free this round:", "You are free this round"


@pytest.fixture
def cup():
    return started(["Anna", "Boris", "Cyril"])


def free_at(made, number=1):
    """The guest who is in no pairing of a round."""
    played = Round.objects.get(stage__tournament=made.id, number=number)
    sides = played.pairings.values_list("first__name", "second__name")
    return ({"Anna", "Boris", "Cyril"} - {name for pair in sides for name in pair}).pop()


@pytest.mark.parametrize("name", ["tournament", "tournament_print_part"])
def test_the_sheet_names_who_is_free(cup, name):
    kwargs = {"what": "rounds"} if name == "tournament_print_part" else {}

    text = page(name, cup, **kwargs)

    assert f"<bdi>{free_at(cup)}</bdi>" in text.split(FREE)[1][:60]


@pytest.mark.parametrize("name", ["round", "console_round"])
def test_each_round_names_its_own(cup, name):
    for number in (1, 2, 3):
        text = page(name, cup, by=cup.director, stage=1, number=number)
        assert f"<bdi>{free_at(cup, number)}</bdi>" in text.split(FREE)[1][:60]


def test_nobody_is_free_in_an_even_field():
    assert FREE not in page("round", started(4), stage=1, number=1)


def test_who_has_left_is_not_called_free(cup):
    name = free_at(cup, 3)
    entry = cup.entries[cup.players.index(name)]
    done(withdrawals.withdraw(slug=cup.slug, entry_id=entry, by_id=cup.by_id, why="ill"))

    assert FREE not in page("round", cup, stage=1, number=3)


def test_the_member_who_is_free_is_told_so_and_the_others_are_not():
    made = started(3)
    told = [
        YOURS in client_of(one).get(url("tournament", made)).content.decode()
        for one in made.players
    ]

    assert sorted(told) == [False, False, True]
