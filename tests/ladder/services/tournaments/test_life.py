"""Making, editing and leading tournaments, and what cannot be."""

import datetime

import pytest

from games.instants import to_datetime
from ladder.models import OfficialAct, Tournament
from ladder.services.tournaments import entries, life
from tests.games import making
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, official, opened, refused, row
from vrhcaby import clock

pytestmark = pytest.mark.django_db

EVENING = datetime.datetime(2026, 5, 1, 18, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)


def test_a_draft_is_directed_by_its_maker_and_logged():
    made = draft(name="Jarní přebor klubu")

    assert made.slug == "jarni-prebor-klubu"
    act = OfficialAct.objects.get()
    assert (act.code, act.official_id, act.version) == ("created", made.by_id, 1)


def test_only_officials_make_tournaments():
    answer = life.create(by_id=member("Anna").pk, settings={"name": "Cup", "ruleset": "vrhcaby"})

    refused(answer, "may_not_make_tournaments")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("settings", "field", "code"),
    [
        ({"name": " "}, "name", "name_missing"),
        ({"places": 1}, "places", "places_out_of_range"),
        ({"places": 201}, "places", "places_out_of_range"),
        (
            {"registration_from": EVENING, "registration_until": EVENING},
            "registration_until",
            "deadline_before_start",
        ),
        (
            {"registration_until": EVENING, "first_start": EVENING - HOUR},
            "first_start",
            "start_before_registration_ends",
        ),
        ({"chain": ["wins", "beauty"]}, "chain", "unknown_tiebreak"),
        ({"chain": ["wins", "wins"]}, "chain", "repeated_tiebreak"),
        ({"chain": ["shared", "wins"]}, "chain", "tiebreak_after_end"),
        ({"chain": ["lot"]}, "lot_seed", "seed_missing"),
        ({"chain": "wins"}, "chain", "unknown_tiebreak"),
        ({"chain": []}, "chain", "tiebreak_missing"),
        (
            {"first_start": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)},
            "first_start",
            "first_start_past",
        ),
        ({"ruleset": "chess"}, "ruleset", "unknown_ruleset"),
        ({"options": {"length": 7}}, "options", "bad_options"),
        ({"ruleset": "standard", "options": {"length": None}}, "options", "length_missing"),
        (
            {"ruleset": "standard", "options": {"length": 7, "crawford": False}},
            "rated",
            "not_rated",
        ),
        ({"points_win": "0", "points_draw": "1"}, "points_win", "bad_scheme"),
        ({"points_win": "much"}, "points_win", "bad_points"),
        ({"points_draw": "1/0"}, "points_draw", "bad_points"),
        ({"time_zone": "Europe/Atlantis"}, "time_zone", "unknown_time_zone"),
        ({"rating_min": 1600, "rating_max": 1500}, "rating_max", "rating_range_reversed"),
        ({"seating": "lot"}, "lot_seed", "seed_missing"),
        ({"format": "swiss"}, "format", "unknown_choice"),
        ({"places": 5, "lengths": {"7": 1}}, "lengths", "no_such_round"),
        ({"lengths": {"1": 7}}, "lengths", "bad_lengths"),
        ({"places": 5, "late_until_round": 6}, "late_until_round", "no_such_round"),
        (
            {"format": "groups_knockout", "groups": 1, "qualifiers": 1},
            "qualifiers",
            "too_few_qualifiers",
        ),
        ({"format": "groups_knockout", "groups": 4, "places": 6}, "groups", "too_many_groups"),
        ({"colour": "red"}, "colour", "unknown_setting"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_at_its_field(settings, field, code):
    given = {"name": "Cup", "ruleset": "vrhcaby", "rated": True, **settings}

    details = refused(life.create(by_id=official().pk, settings=given), code)

    assert details["field"] == field
    assert not Tournament.objects.exists()


def test_a_name_stands_on_one_line_and_turns_no_text_around():
    made = draft(name="Spring\n\u202ecup\u2028 2027", text_en="One.\n\nTwo.")

    kept = Tournament.objects.get(pk=made.id)
    assert (kept.name, kept.text_en) == ("Spring cup 2027", "One.\n\nTwo.")
    refused(
        life.edit(slug=made.slug, by_id=made.by_id, settings={"name": "\u200b"}), "name_missing"
    )


def test_a_text_keeps_its_lines_and_nothing_that_hides_or_turns_text_around():
    shaped = "\u0646\u200c\u0647 👨\u200d👩\u200d👧"
    written = f"One\u202e.\r\n\r\n\tTwo\u2066\u2069\u200b\ufeff\x07.\rThree {shaped}"
    made = draft(text_cs=written, text_en=written)

    kept = Tournament.objects.get(pk=made.id)
    seen = f"One.\r\n\r\n\tTwo.\nThree {shaped}"
    assert (kept.text_cs, kept.text_en) == (seen, seen)


def test_states_go_forward_one_by_one_and_back():
    made = draft()
    act = {"slug": made.slug, "by_id": made.by_id}

    refused(life.change_state(**act, to="closed"), "wrong_state")
    refused(life.change_state(**act, to="nonsense"), "wrong_state")
    refused(life.undo_state(**act), "nothing_to_undo")
    done(life.change_state(**act, to="registration"))
    done(life.change_state(**act, to="closed"))
    refused(life.change_state(**act, to="running"), "start_by_draw")
    done(life.undo_state(**act))
    done(life.undo_state(**act))

    assert row(made).state == "draft"


def test_a_state_is_left_only_for_the_one_before_it_by_whoever_saw_it():
    made = draft()
    act = {"slug": made.slug, "by_id": made.by_id}
    for to in ("registration", "closed"):
        done(life.change_state(**act, to=to))

    done(life.undo_state(**act, state="closed"))
    details = refused(life.undo_state(**act, state="closed"), "wrong_state")

    assert details == {"state": "registration"}
    assert row(made).state == "registration"


def test_registration_with_entries_is_not_undone():
    made = opened()
    done(entries.enter(slug=made.slug, by_id=member("Anna").pk))

    details = refused(life.undo_state(slug=made.slug, by_id=made.by_id), "depends_on_it")

    assert details == {"what": "entries", "count": 1}


def test_a_stranger_neither_sees_a_draft_nor_changes_it():
    made = draft()
    stranger = member("Anna")

    refused(life.edit(slug=made.slug, by_id=stranger.pk, settings={}), "no_such_tournament")
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="registration"))
    refused(life.edit(slug=made.slug, by_id=stranger.pk, settings={}), "not_a_director")


def test_two_edits_of_one_page_the_later_is_told_of_the_first():
    made = draft()
    seen = row(made).version
    done(life.edit(slug=made.slug, by_id=made.by_id, settings={"places": 8}, version=seen))

    answer = life.edit(slug=made.slug, by_id=made.by_id, settings={"places": 9}, version=seen)

    (act,) = refused(answer, "changed_meanwhile")["acts"]
    assert (act["code"], act["by"], act["after"]) == (
        "edited",
        made.director.username,
        {"places": 8},
    )
    assert row(made).places == 8


def test_names_that_look_alike_get_addresses_of_their_own():
    first, second = draft(name="Cup"), draft(name="Cup")

    assert (first.slug, second.slug) == ("cup", "cup-2")


def test_a_start_in_the_past_is_refused_when_it_is_set_and_does_not_matter_when_it_has_come():
    with clock.frozen(making.NOON) as hand:
        start = to_datetime(clock.now()) + HOUR
        made = draft(first_start=start)
        hand.advance(3 * 60 * making.MINUTE)
        done(life.edit(slug=made.slug, by_id=made.by_id, settings={"name": "Other"}))
        past = {"first_start": start - HOUR}
        details = refused(
            life.edit(slug=made.slug, by_id=made.by_id, settings=past), "first_start_past"
        )

    assert details["field"] == "first_start"
