"""What the console can do over REST: late entries, drafts thrown away, the draw, held clocks."""

import pytest

from games.services.answers import Began
from ladder.models import Entry, Pairing, Tournament
from ladder.services.tournaments import live
from tests.games import making
from tests.ladder import tournaments
from tests.ladder.api.test_tournaments import as_documented, did
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def test_a_late_entry_is_shown_before_it_is_made_and_drawn_anew_at_will():
    made = tournaments.started(["Ada", "Bob", "Cyril"], late_until_round=3)
    director = calling.director(made.director)
    late = f"tournaments/{made.slug}/late-entries"
    drawn = set(Pairing.objects.values_list("pk", flat=True))

    told = director.post(f"{late}/preview", {"name": "Dana"})

    as_documented("tournaments/{slug}/late-entries/preview", "post", told)
    assert (told.json["redraw"], told.json["rounds"], told.json["rounds_anew"]) == (True, 3, 3)
    assert {one["opponent"] for one in told.json["meetings"]} == set(made.entries)
    assert Entry.objects.count() == 3

    did(director.post(late, {"name": "Dana", "redraw": False, "why": "She came late."}))
    kept = set(Pairing.objects.values_list("pk", flat=True))
    assert drawn < kept
    did(director.post(late, {"name": "Eva", "redraw": True, "why": "She came late."}))
    assert not kept & set(Pairing.objects.values_list("pk", flat=True))


def test_a_late_entry_draws_nothing_anew_once_something_is_played():
    made = tournaments.started(["Ada", "Bob", "Cyril", "Dana"], late_until_round=3)
    director = calling.director(made.director)
    board = tournaments.pairing(made, 1, 1).pk
    did(director.post(f"pairings/{board}/result", {"first_score": 1, "second_score": 0}))
    late = f"tournaments/{made.slug}/late-entries"

    told = director.post(f"{late}/preview", {"name": "Eva"})
    refused = director.post(late, {"name": "Eva", "redraw": True, "why": "x"})

    assert told.json["redraw"] is False
    assert (refused.status, refused.code) == (409, "pairings_begun")
    assert Entry.objects.count() == 4


@pytest.mark.parametrize(
    ("settings", "who", "status", "code"),
    [
        ({"late_until_round": 3}, {"name": ""}, 422, "bad_guest_name"),
        ({"late_until_round": 3}, {"member_id": 10**9}, 404, "no_such_member"),
        ({}, {"name": "Eva"}, 409, "late_entries_over"),
    ],
)
def test_a_late_entry_that_cannot_be_is_refused_before_it_is_made(settings, who, status, code):
    made = tournaments.started(["Ada", "Bob", "Cyril"], **settings)
    director = calling.director(made.director)
    preview = f"tournaments/{made.slug}/late-entries/preview"

    answer = director.post(preview, who)
    stranger = calling.director(making.member()).post(preview, who)

    assert (answer.status, answer.code) == (status, code)
    assert (stranger.status, stranger.code) == (403, "not_a_director")


def test_a_draft_is_thrown_away_and_what_was_announced_is_not():
    draft, announced = tournaments.draft(), tournaments.opened()
    director = calling.director(draft.director)

    did(director.post(f"tournaments/{draft.slug}/discard", {}))
    refused = calling.director(announced.director).post(f"tournaments/{announced.slug}/discard", {})

    assert director.get(f"tournaments/{draft.slug}").code == "no_such_tournament"
    assert (refused.status, refused.code) == (409, "was_announced")
    assert Tournament.objects.get(slug=announced.slug).discarded_at is None


def test_the_draw_goes_back_to_the_ratings():
    made = tournaments.opened(seating="rating")
    director = calling.director(made.director)
    here = f"tournaments/{made.slug}"
    ids = [did(director.post(f"{here}/guests", {"name": name}))["id"] for name in ("Ada", "Bob")]
    did(director.post(f"{here}/entries/order", {"entry_ids": ids[::-1]}))
    assert Entry.objects.get(pk=ids[1]).seat_order is not None

    did(director.post(f"{here}/entries/by-rating", {}))

    assert not Entry.objects.filter(seat_order__isnull=False).exists()


def test_who_holds_a_clock_and_why_is_told_of_the_pairing_and_of_the_match():
    players = [making.member(), making.member()]
    made = tournaments.started(players)
    board = tournaments.pairing(made, 1, 1)
    for one in players:
        making.here(one.pk)
    live.start_match(pairing_id=board.pk, by_id=board.second.member_id, seed="two")
    began = live.start_match(pairing_id=board.pk, by_id=board.first.member_id, seed="one")
    assert isinstance(began, Began)
    director, guest = calling.director(made.director), calling.Caller()

    runs = guest.get(f"pairings/{board.pk}").json["clock_held"]
    did(director.post(f"pairings/{board.pk}/clock/stop", {"why": "The lamp went out."}))
    stands = guest.get(f"pairings/{board.pk}")
    table = guest.get(f"matches/{began.match_id}").json["table"]

    as_documented("pairings/{pairing_id}", "get", stands)
    held = {"by": made.director.username, "why": "The lamp went out."}
    assert (runs, stands.json["clock_held"], table["clock"]["held"]) == (None, held, held)
    did(director.post(f"pairings/{board.pk}/clock/go", {"why": "There is light."}))
    assert guest.get(f"pairings/{board.pk}").json["clock_held"] is None
