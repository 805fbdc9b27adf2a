"""Numbers of the ladder as people read them, and what stands in the rows of its lists."""

import datetime

import pytest
from django.utils import timezone, translation

from accounts.models import Member
from ladder.curve import sparkline
from ladder.templatetags import ratings
from ladder.templatetags.ratings import places, signed


@pytest.mark.parametrize(
    ("number", "language", "shown"),
    [
        (2.257, "en", "+2.26"),
        (-2.257, "en", "−2.26"),
        (-2.257, "cs", "−2,26"),
        (0.0, "en", "±0.00"),
        (-0.001, "en", "±0.00"),
    ],
)
def test_a_change_shows_its_sign(number, language, shown):
    with translation.override(language):
        assert signed(number, 2) == shown


@pytest.mark.parametrize(
    ("number", "language", "shown"),
    [(20.2694, "cs", "20,269"), (-20.2694, "cs", "−20,269"), (-0.0001, "en", "0.000")],
)
def test_a_number_has_a_true_minus(number, language, shown):
    with translation.override(language):
        assert places(number, 3) == shown


@pytest.mark.parametrize(
    ("gained", "language", "shown"),
    [
        (None, "cs", ">nově<"),
        (0, "cs", "beze změny místa"),
        (1, "cs", "▲ 1<"),
        (1, "cs", "o 1 místo výš"),
        (-3, "cs", "▼ 3<"),
        (-3, "cs", "o 3 místa níž"),
        (25, "cs", "o 25 míst výš"),
        (-1, "en", "down by 1 place<"),
        (2, "en", "up by 2 places<"),
    ],
)
def test_places_gained_are_shown_and_told(gained, language, shown):
    with translation.override(language):
        assert shown in ratings.moved(gained)


def test_a_member_is_a_link_to_his_page_and_a_program_is_marked():
    with translation.override("en"):
        person = ratings.member_link(Member(pk=9, username="Žofie R"))
        program = ratings.member_link(Member(pk=9, username="Žofie R", is_bot=True))

    assert 'href="/clen/%C5%BDofie%20R/"' in person
    assert '<span class="avatar tint-1" aria-hidden="true">ŽR</span>' in person
    assert 'class="bot"' not in person
    assert program.startswith(person)
    assert 'class="bot"' in program


def test_a_name_cannot_bring_markup():
    assert "<b>" not in ratings.member_link(Member(pk=1, username="<b>x"))


def test_a_small_graph_is_a_picture_and_of_one_value_there_is_none():
    with translation.override("cs"):
        shown = ratings.sparkline(sparkline([1500.0, 1510.5]))

    assert '<polyline points="2,22 94,2"/><circle cx="94.0" cy="2.0" r="2"/>' in shown
    assert ratings.sparkline(sparkline([1500.0])) == ""


def test_an_amount_has_its_colour():
    with translation.override("cs"):
        assert ratings.amount(2.5) == '<span class="gain">+2,50</span>'
        assert ratings.amount(-2.5) == '<span class="loss">−2,50</span>'
        assert ratings.amount(0.0) == "±0,00"
        assert ratings.amount(None) == '<span class="muted">–</span>'


def test_a_day_is_the_readers():
    late = datetime.datetime(2026, 3, 1, 23, 30, tzinfo=datetime.UTC)

    with timezone.override("Europe/Prague"):
        shown = ratings.day(late)

    assert shown == '<time datetime="2026-03-02T00:30:00+01:00">2. 3. 2026</time>'
    assert ratings.day(None) == ""
