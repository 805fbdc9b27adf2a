"""Registration: places, the waiting list, conditions, the draw by lot and by hand."""

import datetime

import pytest

from ladder.models import Entry, StageSeat
from ladder.services.tournaments import entries, life, rounds
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, opened, refused, row, states
from vrhcaby import clock

pytestmark = pytest.mark.django_db

NOON = 1_780_000_000_000
NOON_DATE = datetime.datetime.fromtimestamp(NOON / 1000, datetime.UTC)
HOUR = datetime.timedelta(hours=1)


def test_who_comes_when_it_is_full_waits_and_moves_up():
    made = opened(places=2)
    anna, boris, cyril = (member(name) for name in ("Anna", "Boris", "Cyril"))
    for one in (anna, boris, cyril):
        done(entries.enter(slug=made.slug, by_id=one.pk))
    assert states(made) == ["entered", "entered", "waiting"]

    done(entries.withdraw_entry(slug=made.slug, by_id=anna.pk))
    assert states(made) == ["withdrawn", "entered", "entered"]

    done(entries.enter(slug=made.slug, by_id=anna.pk))
    assert list(Entry.objects.order_by("number").values_list("member", "state")) == [
        (boris.pk, "entered"),
        (cyril.pk, "entered"),
        (anna.pk, "waiting"),
    ]


def test_without_a_waiting_list_full_is_full():
    made = opened(places=2, waiting_list=False)
    for name in ("Anna", "Boris"):
        done(entries.enter(slug=made.slug, by_id=member(name).pk))

    refused(entries.enter(slug=made.slug, by_id=member("Cyril").pk), "full")


def test_nobody_enters_twice():
    made = opened()
    anna = member("Anna")
    done(entries.enter(slug=made.slug, by_id=anna.pk))

    refused(entries.enter(slug=made.slug, by_id=anna.pk), "already_entered")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"rating_min": 1600}, "rating_too_low"),
        ({"rating_max": 1400}, "rating_too_high"),
        ({"games_min": 5}, "too_few_games"),
        ({"invitation_only": True}, "invitation_needed"),
    ],
)
def test_conditions_hold_for_members_and_not_for_the_invited(settings, code):
    made = opened(**settings)
    anna = member("Anna")

    refused(entries.enter(slug=made.slug, by_id=anna.pk), code)
    done(entries.invite(slug=made.slug, by_id=made.by_id, member_id=anna.pk))
    done(entries.answer_invitation(slug=made.slug, by_id=anna.pk, accept=True))

    assert states(made) == ["entered"]


def test_the_window_of_registration_goes_by_the_clock():
    with clock.frozen(NOON) as hand:
        made = opened(registration_from=NOON_DATE + HOUR, registration_until=NOON_DATE + 2 * HOUR)
        anna, boris = member("Anna"), member("Boris")

        refused(entries.enter(slug=made.slug, by_id=anna.pk), "registration_not_yet")
        hand.advance(3_600_000)
        done(entries.enter(slug=made.slug, by_id=anna.pk))
        hand.advance(3_600_000)
        refused(entries.enter(slug=made.slug, by_id=boris.pk), "registration_closed")


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 81, "a\nb", "a\0b", "a\rb", "a\x85b", "a\u2028b"]
)
def test_a_guest_needs_a_name(name):
    made = draft()

    refused(entries.add_guest(slug=made.slug, by_id=made.by_id, name=name), "bad_guest_name")


@pytest.mark.parametrize("name", ['Novák, "Joe"', "=1+1", "\u200fأحمد", "O'Brien;--"])
def test_any_written_name_is_kept_as_it_is(name):
    made = draft()

    done(entries.add_guest(slug=made.slug, by_id=made.by_id, name=name))

    assert Entry.objects.get().shown_name == name


def test_a_guest_whose_name_shows_nothing_is_refused():
    made = draft()

    for name in ("\u200b\u2066", "\u3164"):
        refused(entries.add_guest(slug=made.slug, by_id=made.by_id, name=name), "bad_guest_name")


def test_a_lot_can_be_repeated_and_an_order_must_name_all():
    made = draft()
    ids = [
        done(entries.add_guest(slug=made.slug, by_id=made.by_id, name=name)).id
        for name in ("Anna", "Boris", "Anna", "Dana")
    ]
    act = {"slug": made.slug, "by_id": made.by_id}

    refused(entries.draw_seats(**act), "seed_missing")
    done(entries.draw_seats(**act, seed="Sazka 15. 3."))
    first = list(Entry.objects.order_by("seat_order").values_list("pk", flat=True))
    done(entries.draw_seats(**act))
    assert list(Entry.objects.order_by("seat_order").values_list("pk", flat=True)) == first

    refused(entries.reorder(**act, entry_ids=ids[:3]), "bad_order")
    refused(entries.reorder(**act, entry_ids=[*ids[:3], ids[0]]), "bad_order")
    done(entries.reorder(**act, entry_ids=ids[::-1]))
    assert list(Entry.objects.order_by("seat_order").values_list("pk", flat=True)) == ids[::-1]


@pytest.mark.parametrize("way", ["by_hand", "lot"])
def test_an_order_given_before_the_start_is_the_one_that_is_drawn(way):
    made = opened(seating="rating")
    act = {"slug": made.slug, "by_id": made.by_id}
    ids = [done(entries.add_guest(**act, name=name)).id for name in ("Anna", "Boris", "Cyril")]
    if way == "lot":
        done(entries.draw_seats(**act, seed="Sazka 15. 3."))
    else:
        done(entries.reorder(**act, entry_ids=[ids[1], ids[2], ids[0]]))
    order = list(Entry.objects.order_by("seat_order").values_list("pk", flat=True))
    done(life.change_state(**act, to="closed"))

    done(rounds.start(**act))

    seats = StageSeat.objects.order_by("number").values_list("entry", flat=True)
    assert list(seats) == order != ids
    assert row(made).seating == way


def test_the_ratings_can_order_the_draw_again():
    made = opened(seating="rating")
    act = {"slug": made.slug, "by_id": made.by_id}
    ids = [done(entries.add_guest(**act, name=name)).id for name in ("Anna", "Boris", "Cyril")]
    done(entries.reorder(**act, entry_ids=ids[::-1]))

    done(entries.seat_by_rating(**act))
    done(life.change_state(**act, to="closed"))
    done(rounds.start(**act))

    seats = StageSeat.objects.order_by("number").values_list("entry", flat=True)
    assert list(seats) == ids
    assert row(made).seating == "rating"


def test_one_whom_the_director_removed_does_not_come_back_by_himself():
    made = opened()
    anna = member("Anna")
    entry_id = done(entries.enter(slug=made.slug, by_id=anna.pk)).id
    done(entries.remove(slug=made.slug, by_id=made.by_id, entry_id=entry_id, why="no fee"))

    refused(entries.enter(slug=made.slug, by_id=anna.pk), "removed_by_director")
    done(entries.add(slug=made.slug, by_id=made.by_id, member_id=anna.pk))

    assert states(made) == ["confirmed"]


def test_entries_are_settled_before_the_start_only():
    made = opened()
    anna = member("Anna")
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="closed"))

    refused(entries.enter(slug=made.slug, by_id=anna.pk), "registration_closed")
    done(entries.add(slug=made.slug, by_id=made.by_id, member_id=anna.pk))
