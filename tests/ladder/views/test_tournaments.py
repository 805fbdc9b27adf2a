"""The list, the form and the page of a tournament: who sees what, and what bad input gets."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from ladder import act_phrases
from ladder.models import Entry, Tournament
from ladder.services.tournaments import entries, roles
from ladder.tournament_forms import DRAFTS
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, official, opened, row, started, states
from tests.ladder.views.browsing import client_of, page, send, shown_fields, status, url

pytestmark = pytest.mark.django_db

LEAST = {
    "name": "Club evening",
    "ruleset": "vrhcaby",
    "format": "round_robin",
    "rounds_open": "one_by_one",
    "visibility": "public",
    "seating": "rating",
    "points_win": "1",
    "points_draw": "1/2",
    "points_loss": "0",
    "chain_preset": "usual",
    "time_zone": "Europe/Prague",
    "no_show": "both",
    "grace_minutes": "15",
    "games_min": "0",
    "groups": "2",
    "qualifiers": "2",
    "late_missed": "walkover",
    "withdrawal_policy": "annul_below_half",
    "limit": "60",
    "length": "1",
    "rated": "on",
    "waiting_list": "on",
}


def test_a_draft_is_seen_by_its_director_alone():
    made = draft(name="Secret cup")

    assert "Secret cup" in page("tournaments", by=made.director)
    assert "Secret cup" not in page("tournaments", by=member("Anna"))
    assert status("tournament", made, by=made.director) == 200
    assert status("tournament", made, by=member("Boris")) == 404
    assert status("tournament", made) == 404


def test_members_only_means_that_guests_do_not_see_it():
    made = opened(visibility="members", name="Club only")

    assert status("tournament", made, by=member("Anna")) == 200
    for name in ("tournament", "standings", "tournament_log", "tournament_calendar"):
        assert status(name, made) == 404
    assert "Club only" not in page("tournaments")
    assert status("embed_tournament", made) == 404
    assert status("embed_crosstable", made) == 404


def test_one_invited_to_direct_a_draft_can_see_it_and_accept():
    made = draft()
    helper = member("Helper")
    done(roles.invite(slug=made.slug, by_id=made.by_id, member_id=helper.pk, kind="assistant"))

    assert "You are invited to work" in page("tournament", made, by=helper)
    send("role_answer", made, {"accept": "yes"}, by=helper)

    assert status("console", made, by=helper) == 200


@pytest.mark.parametrize("name", ["console", "console_entries", "console_roles", "tournament_edit"])
def test_the_console_is_no_page_for_others(name):
    made = started(3)

    assert status(name, made, by=made.director) == 200
    assert status(name, made, by=made.players[0]) == 404
    assert status(name, made) == 404


def test_only_officials_make_tournaments():
    assert status("tournament_new", by=official()) == 200
    assert status("tournament_new", by=member("Anna")) == 403
    assert status("tournament_new") == 302
    assert client_of(member("Boris")).post(url("tournament_new"), LEAST).status_code == 403
    assert not Tournament.objects.exists()


def test_a_name_is_enough_for_a_tournament():
    director = official()
    form = client_of(director).get(url("tournament_new")).context["form"]
    filled = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    filled |= {"name": "Evening of 5 November"}

    answer = client_of(director).post(url("tournament_new"), filled, follow=True)

    made = Tournament.objects.get()
    assert made.name == "Evening of 5 November"
    assert answer.redirect_chain[-1][0] == url("console", made)
    assert "Open the registration" in answer.content.decode()


@pytest.mark.parametrize("key", ["evening", "matches", "championship", "groups"])
def test_a_draft_fills_the_form_with_what_can_be_saved(key):
    director = official()
    form = client_of(director).get(url("tournament_new"), {"draft": key}).context["form"]
    filled = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    for part in ("round_every_minutes", "round_lasts_minutes"):
        if minutes := filled.pop(part, None):
            filled |= {f"{part}_0": minutes, f"{part}_1": "minutes"}
            filled |= {"first_start": "2030-01-05T18:00"}
    filled |= {"name": "Cup"}

    client_of(director).post(url("tournament_new"), filled)

    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": "  "}),
        ("places", {"places": "1"}),
        (
            "registration_until",
            {"registration_from": "2030-01-02T18:00", "registration_until": "2030-01-01T18:00"},
        ),
        ("first_start", {"round_every_minutes_0": "1", "round_every_minutes_1": "days"}),
        ("chain", {"chain_preset": "own", "chain_0": "luck"}),
        ("chain", {"chain_preset": "own", "chain_0": "wins", "chain_1": "wins"}),
        ("chain", {"chain_preset": "own", "chain_0": "shared", "chain_1": "wins"}),
        ("lengths", {"places": "5", "lengths": "7: 5", "ruleset": "standard", "length": "7"}),
        ("lengths", {"lengths": "seven"}),
        ("late_until_round", {"places": "4", "late_until_round": "9"}),
        ("lot_seed", {"seating": "lot"}),
        ("rating_max", {"rating_min": "1600", "rating_max": "1500"}),
        ("points_win", {"points_win": "0"}),
        ("points_draw", {"points_draw": "much"}),
        ("length", {"length": "money"}),
        ("beavers", {"ruleset": "standard", "length": "7", "beavers": "2"}),
        ("rated", {"ruleset": "standard", "length": "7", "crawford": "off"}),
        ("time_zone", {"time_zone": "Europe/Nowhere"}),
        ("first_start", {"first_start": "tomorrow"}),
        ("first_start", {"first_start": "9999-12-31T12:00"}),
        ("format", {"format": "guesswork"}),
    ],
)
def test_a_tournament_that_cannot_be_gets_the_form_again_with_the_reason_at_the_field(
    field, changes
):
    answer = client_of(official()).post(url("tournament_new"), LEAST | changes)

    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {field}
    assert "Not saved" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_times_of_the_form_are_those_of_the_chosen_zone():
    wanted = LEAST | {"time_zone": "Asia/Tokyo", "first_start": "2030-01-05T18:00"}

    client_of(official()).post(url("tournament_new"), wanted)

    start = datetime.datetime(2030, 1, 5, 9, 0, tzinfo=datetime.UTC)
    made = Tournament.objects.get()
    assert made.first_start == start
    form = client_of(made.created_by).get(url("tournament_edit", made)).context["form"]
    assert form["first_start"].value() == "2030-01-05T18:00"


def test_settings_come_back_as_they_were_saved():
    made = opened(name="Cup", options={"length": 5}, ruleset="standard", places=8, lot_seed="x")
    form = client_of(made.director).get(url("tournament_edit", made)).context["form"]
    filled = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    before = row(made)

    text = send("tournament_edit", made, filled, by=made.director)

    after = row(made)
    assert "Settings saved." in text
    assert after.version == before.version
    assert after.options == before.options


def test_settings_changed_meanwhile_are_not_overwritten_unread():
    made = opened(name="Cup", places=8)
    other = official("Oldřich")
    done(roles.invite(slug=made.slug, by_id=made.by_id, member_id=other.pk, kind="director"))
    done(roles.answer(slug=made.slug, by_id=other.pk, accept=True))
    wanted = LEAST | {"version": row(made).version, "places": "8"}
    first = wanted | {"name": "First", "places": "12", "waiting_list": "on"}
    assert "Settings saved." in send("tournament_edit", made, first, by=other)

    text = send("tournament_edit", made, wanted | {"name": "Second"}, by=made.director)

    assert row(made).name == "First"
    assert "changed meanwhile by Oldřich" in text
    told = re.search(r"Changed settings: ([^.]*)\. \(Oldřich\)", text)
    with translation.override("en"):
        assert act_phrases.setting("places") in told[1]
    assert "Meanwhile set to: First" in text
    assert "Meanwhile set to: 12" in text
    shown = shown_fields(text)
    assert (shown["name"], shown["places"]) == ("Second", "8")
    assert shown["version"] == str(row(made).version)

    again = wanted | {"name": "Second", "version": shown["version"]}
    assert "Settings saved." in send("tournament_edit", made, again, by=made.director)
    assert (row(made).name, row(made).places) == ("Second", 8)


def test_a_member_enters_waits_and_leaves():
    made = opened(places=2)
    people = [member(name) for name in ("Anna", "Boris", "Cyril")]

    texts = [send("enter", made, by=one) for one in people[:2]]
    assert "Join the waiting list" in page("tournament", made, by=people[2])
    texts.append(send("enter", made, by=people[2]))

    assert "You have entered." in texts[0]
    assert "waiting list" in texts[2]
    assert "Your place: 1" in page("tournament", made, by=people[2])
    send("leave", made, by=people[0])
    assert states(made) == ["withdrawn", "entered", "entered"]


def test_who_may_not_enter_is_told_why():
    made = opened(rating_min=1700)

    text = send("enter", made, by=member("Anna"))

    assert "this tournament begins at 1700" in text
    assert not Entry.objects.exists()


def test_a_guest_of_the_site_is_asked_to_sign_in():
    made = opened()

    assert "Sign in to enter" in page("tournament", made)
    assert client_of().post(url("enter", made)).status_code == 302


def test_the_announcement_is_shown_in_the_readers_language_and_never_obeyed():
    made = opened(text_cs="# Kde", text_en="# Where <script>alert(1)</script>")

    text = page("tournament", made)

    assert "<h3>Where" in text
    assert "<script>alert" not in text


def test_names_of_guests_survive_every_page():
    names = ['=HYPERLINK("x"),"y"', "<b>Eve</b>", "אבג\u200f def"]
    made = started([member("Anna"), *names])

    for name in ("tournament", "standings", "crosstable", "schedule", "tournament_print"):
        text = page(name, made)
        assert "<b>Eve</b>" not in text
        assert "&lt;b&gt;Eve&lt;/b&gt;" in text
        assert "אבג\u200f def" in text
    assert "אבג\u200f def" in page("embed_tournament", made)
    assert "<bdi>אבג\u200f def</bdi>" in page("embed_crosstable", made)


def test_a_name_does_not_turn_the_sentences_of_the_log():
    made = started([member("Anna"), "\u202eevil"])

    assert "Entered \u2068\u202eevil\u2069" in page("tournament_log", made)


def test_the_log_tells_what_was_done_and_by_whom():
    made = started(3)

    text = page("tournament_log", made)

    assert made.director.username in text
    assert "started the tournament" in text


def test_invitations_are_answered_on_the_tournaments_page():
    made = opened(invitation_only=True)
    anna = member("Anna")
    done(entries.invite(slug=made.slug, by_id=made.by_id, member_id=anna.pk))

    assert "You are invited to play" in page("tournament", made, by=anna)
    send("entry_answer", made, {"accept": "yes"}, by=anna)

    assert states(made) == ["entered"]


@pytest.mark.parametrize(
    ("language", "told"), [("cs", "Rozlosovat a zahájit"), ("en", "Draw and start")]
)
def test_a_director_finds_help_in_his_language(client, language, told):
    director = official()
    director.language = language
    director.save()
    client.force_login(director)
    address = reverse("ladder:tournament_help")

    assert address in client.get(reverse("ladder:tournaments")).content.decode()
    assert told in client.get(address).content.decode()


def test_no_tournament_takes_the_address_of_the_help():
    assert opened(name="Nápověda").slug != "napoveda"


def test_a_tournament_costs_the_same_whatever_its_size(django_assert_max_num_queries):
    small, large = started(3), started(16)
    reader = client_of(member("Reader"))

    for made in (small, large):
        with django_assert_max_num_queries(13):
            assert reader.get(url("tournament", made)).status_code == 200


def test_the_list_costs_the_same_however_long_it_is(django_assert_max_num_queries):
    reader = client_of(member("Reader"))
    for count in (1, 6):
        for _ in range(count):
            opened()
        with django_assert_max_num_queries(10):
            assert reader.get(url("tournaments")).status_code == 200


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_draft_needs_a_name_alone(draft):
    chief = official()
    fields = shown_fields(page("tournament_new", by=chief, query=f"?draft={draft}"))

    send("tournament_new", None, {**fields, "name": "By its name"}, by=chief)

    assert Tournament.objects.filter(name="By its name").exists()


def test_folded_parts_tell_the_usual_only_where_it_is_so():
    chief = official()
    plain = page("tournament_new", by=chief)
    league = page("tournament_new", by=chief, query="?draft=matches")
    made = draft(chief, seating="lot", lot_seed="Sazka 15. 3.")
    edited = page("tournament_edit", made, by=chief)

    assert "set for this tournament" not in plain
    assert "round by round, started by you" in plain
    assert "round by round, started by you" not in league
    assert "1 – ½ – 0, the usual order" in edited
    assert edited.count("set for this tournament") == 1


def test_a_guests_entry_hides_no_tournament_from_somebody_who_is_not_signed_in():
    made = opened(name="Open for everybody")
    done(entries.add_guest(slug=made.slug, by_id=made.by_id, name="Host z vesnice"))

    assert "Open for everybody" in page("home")


def test_the_home_page_shows_my_pairings_and_where_one_can_enter():
    made = started(4)
    opened(name="Open cup")

    text = page("home", by=made.players[0])

    assert "My pairings" in text
    assert "Open cup" in text


def test_a_finished_tournament_is_listed_below():
    made = started(2)
    Tournament.objects.filter(slug=made.slug).update(
        state="finished", finished_at=timezone.now(), name="Old cup"
    )

    text = page("tournaments")

    assert text.index("Finished") < text.index("Old cup")
