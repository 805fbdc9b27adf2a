"""The ladder in a frame of another site."""

import pytest
from django.test import Client

from ladder.models import Rating
from tests.ladder import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    making.played(making.member("Anna"), making.member("Bořek"), at=making.START)
    Rating.objects.update(experience=50, last_rated_at="2999-01-01T00:00:00Z")


def test_any_page_may_frame_it_and_no_cookie_comes_with_it(club):
    response = Client().get("/embed/ladder/vrhcaby?lang=en")
    policy = response["Content-Security-Policy"]

    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert "X-Frame-Options" not in response
    assert not response.cookies
    assert "Anna" in response.text
    assert "max-age=60" in response["Cache-Control"]


def test_other_pages_may_not_be_framed(club):
    response = Client().get("/zebricek/")

    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("query", "language", "rows"),
    [("lang=en&rows=1", "en", 1), ("lang=cs", "cs", 2), ("lang=xx&rows=0&theme=pink", "cs", 2)],
)
def test_it_looks_as_its_address_says(club, query, language, rows):
    page = Client().get(f"/embed/ladder/vrhcaby?{query}").text

    assert f'<html lang="{language}"' in page
    assert page.count('<td class="number place">') == rows


def test_there_is_no_frame_of_a_ladder_that_is_none(club):
    assert Client().get("/embed/ladder/chess").status_code == 404
