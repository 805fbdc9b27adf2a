"""What the two of a pairing do on its page, and what they are told."""

import datetime

import pytest
from django.utils import timezone

from ladder.models import NoShowClaim, Round
from tests.games import making
from tests.ladder.making import member
from tests.ladder.tournaments import opened, pairing, started
from tests.ladder.views.browsing import client_of, page, send, status, url
from vrhcaby import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return started(4, seating="by_hand")


def act(made, player, **fields):
    """Let a player of the first board send a form of its page; return what he is told."""
    board = pairing(made, 1, 1)
    return send("pairing", made, fields, by=player, pairing_id=board.pk)


def two(made):
    board = pairing(made, 1, 1)
    return board.first.member, board.second.member


def test_a_time_is_proposed_and_confirmed(cup):
    first, second = two(cup)
    later = timezone.now() + datetime.timedelta(days=2)
    at = timezone.localtime(later).strftime("%Y-%m-%dT%H:%M")

    assert "is told of the time" in act(cup, first, act="propose_time", at=at)
    proposed = pairing(cup, 1, 1).proposed_at
    assert "I will be there" in page("tournament", cup, by=second)
    assert "The time is agreed" in act(cup, second, act="confirm_time", at=proposed.isoformat())

    assert pairing(cup, 1, 1).agreed_at == proposed
    assert "taken back" in act(cup, first, act="clear_time")
    assert pairing(cup, 1, 1).agreed_at is None


@pytest.mark.parametrize("at", ["", "soon", "2020-01-01T10:00", "9999-99-99T99:99"])
def test_a_time_that_cannot_be_is_refused_in_words(cup, at):
    text = act(cup, two(cup)[0], act="propose_time", at=at)

    assert 'class="notice error"' in text
    assert pairing(cup, 1, 1).proposed_at is None


def test_a_result_is_reported_and_confirmed(cup):
    first, second = two(cup)

    act(cup, first, act="report", first_score="1", second_score="0")
    assert "That is right" in page("tournament", cup, by=second)
    act(cup, second, act="confirm_report", first_score="1", second_score="0")

    board = pairing(cup, 1, 1)
    assert (board.state, board.source, board.first_result) == ("decided", "report", 2)


@pytest.mark.parametrize("now", [(7, 0), (4, 7)])
def test_a_report_corrected_since_the_page_was_shown_is_not_confirmed(now):
    made = started(2, seating="by_hand", ruleset="standard", options={"length": 7})
    first, second = two(made)
    act(made, first, act="report", first_score="7", second_score="4")
    shown = page("pairing", made, by=second, pairing_id=pairing(made, 1, 1).pk)
    act(made, first, act="report", first_score=str(now[0]), second_score=str(now[1]))

    text = act(made, second, act="confirm_report", first_score="7", second_score="4")

    assert '<input type="hidden" name="second_score" value="4">' in shown
    assert f"{first.username} reports {now[0]}:{now[1]} now" in text
    assert pairing(made, 1, 1).state == "reported"
    log = page("tournament_log", made)
    assert f"{first.username}: 7 : 4" in log
    assert f"{first.username}: {now[0]} : {now[1]}" in log


def test_a_confirmation_says_what_it_confirms(cup):
    first, second = two(cup)
    act(cup, first, act="report", score="1:0")

    assert 'class="notice error"' in act(cup, second, act="confirm_report")
    assert pairing(cup, 1, 1).state == "reported"


def test_two_different_reports_are_a_dispute_in_the_directors_inbox(cup):
    first, second = two(cup)
    act(cup, first, act="report", score="1:0")

    assert "It was different" in page("tournament", cup, by=second)
    act(cup, second, act="report", score="0:1")

    assert pairing(cup, 1, 1).state == "disputed"
    assert "dispute" in page("console", cup, by=cup.director)


@pytest.mark.parametrize("score", ["", "1", "5:5", "2:0", "-1:0", "a:b", "1:1"])
def test_a_score_that_cannot_be_is_refused_in_words(cup, score):
    text = act(cup, two(cup)[0], act="report", score=score)

    assert 'class="notice error"' in text
    assert pairing(cup, 1, 1).state == "open"


def test_others_cannot_act_for_the_two(cup):
    text = act(cup, member("Stranger"), act="report", score="1:0")

    assert "You do not play in this pairing." in text
    assert pairing(cup, 1, 1).state == "open"


def test_an_unknown_act_is_refused(cup):
    assert 'class="notice error"' in act(cup, two(cup)[0], act="conjure")


def test_the_two_sit_down_from_the_page(cup):
    first, second = two(cup)
    with clock.frozen(making.NOON):
        making.swept()
        making.here(first.pk)
        making.here(second.pk)
        board = pairing(cup, 1, 1)

        assert "wants to play now" not in page("tournament", cup, by=second)
        act(cup, first, act="start", seed="mine")
        assert "wants to play now" in page("tournament", cup, by=second)
        answer = client_of(second).post(url("pairing", cup, pairing_id=board.pk), {"act": "start"})

    match = pairing(cup, 1, 1).match_id
    assert answer.url == f"/hra/{match}/"
    assert "To the board" in page("tournament", cup, by=first)


def test_a_claim_waits_for_the_director_with_what_is_known(cup):
    days = [timezone.now() - datetime.timedelta(days=count) for count in (3, 1)]
    Round.objects.filter(number=1).update(opened_at=days[0], deadline_at=days[1])
    first, _second = two(cup)

    assert "My opponent did not come" in page("tournament", cup, by=first)
    act(cup, first, act="claim")

    claim = NoShowClaim.objects.get()
    text = page("console", cup, by=cup.director)
    assert "claims that the other did not come" in text
    send("console_claim", cup, {"grant": "yes", "why": "heard"}, by=cup.director, claim_id=claim.pk)
    assert pairing(cup, 1, 1).source == "walkover"
    log = page("tournament_log", cup)
    assert f"granted the claim of {first.username}" in log


def test_who_claims_too_early_reads_until_when_to_wait(cup):
    soon = timezone.now() + datetime.timedelta(minutes=2)
    Round.objects.filter(number=1).update(
        opened_at=soon - datetime.timedelta(minutes=2), deadline_at=soon
    )
    first, _second = two(cup)

    text = act(cup, first, act="claim")

    assert "still has time to come, until" in text


def test_a_director_starts_the_match_for_them(cup):
    first, second = two(cup)
    with clock.frozen(making.NOON):
        making.swept()
        board = pairing(cup, 1, 1)
        fields = {"act": "start_now"}
        text = send("console_pairing", cup, fields, by=cup.director, pairing_id=board.pk)
        assert "Not here" in text
        fields = {"act": "start_now", "even_if_away": "on"}
        send("console_pairing", cup, fields, by=cup.director, pairing_id=board.pk)

    assert pairing(cup, 1, 1).state == "playing"
    seats = pairing(cup, 1, 1).match.seats.order_by("side")
    assert [seat.member for seat in seats] == [first, second]


def test_a_pairing_of_another_tournament_is_not_here(cup):
    other = opened()
    board = pairing(cup, 1, 1)

    assert status("pairing", other, pairing_id=board.pk) == 404
    assert status("pairing", cup, pairing_id=board.pk + 1000) == 404


def test_a_pairing_shows_the_fingerprint_of_its_dice(cup):
    board = pairing(cup, 1, 1)

    assert board.dice.commitment in page("pairing", cup, pairing_id=board.pk)


def test_a_director_stops_the_clock_and_lets_it_run(cup):
    with clock.frozen(making.NOON):
        making.swept()
        board = pairing(cup, 1, 1)
        common = {"by": cup.director, "pairing_id": board.pk}
        send("console_pairing", cup, {"act": "start_now", "even_if_away": "on"}, **common)

        text = send("console_pairing", cup, {"act": "pause_clock", "why": "fire"}, **common)
        assert "The clock stands." in text
        assert pairing(cup, 1, 1).match.stopped_at is not None
        text = send("console_pairing", cup, {"act": "resume_clock", "why": "out"}, **common)

    assert "The clock runs again." in text
    assert pairing(cup, 1, 1).match.stopped_at is None
