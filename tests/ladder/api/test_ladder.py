"""The ladder over REST: places are the same whichever page they stand on."""

import pytest

from games.instants import to_datetime
from ladder.models import Pool, Rating
from tests.games import making
from tests.vrhcaby.rest import calling
from vrhcaby import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def ratings():
    """Seven ratings with two ties; the third is provisional, the last long away."""
    pool = Pool.objects.get_or_create(ruleset="vrhcaby")[0]
    now = to_datetime(clock.now())
    for number, value in enumerate([1700, 1650, 1650, 1600, 1600, 1550, 1500]):
        Rating.objects.create(
            pool=pool,
            member=making.member(),
            rating=value,
            experience=10 if number == 2 else 500,
            last_rated_at=now.replace(year=now.year - 3) if number == 6 else now,
        )


def places(query):
    """The places of a whole list, read page by page."""
    caller, address, found = calling.Caller(), f"ladder/vrhcaby?{query}", []
    while address:
        page = caller.get(address).json
        found += [(row["rating"], row["place"]) for row in page["results"]]
        address = page["next"]
    return found


@pytest.mark.parametrize("query", ["active=true", "", "active=true&ordering=rating"])
def test_pages_of_one_two_and_all_give_the_same_places(ratings, query):
    whole = places(f"{query}&limit=200")

    assert places(f"{query}&limit=1") == places(f"{query}&limit=2") == whole
    assert dict(sorted(whole, key=lambda one: one[1] or 0))[1600] == 3
    assert [place for value, place in whole if value == 1650 and place] == [2]


def test_a_rating_asked_for_alone_has_its_place_among_all(ratings):
    member = Rating.objects.filter(rating=1550).get().member_id

    assert places(f"active=true&member={member}") == [(1550, 5)]
