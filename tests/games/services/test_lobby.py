"""Challenges: made, accepted, declined, withdrawn, expired, and the match they begin."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts import letters
from accounts.models import Notice
from games import dice, selectors, terms
from games.engine import commands
from games.engine.fairness import commitment
from games.enums import ChallengeStatus
from games.models import Challenge, Lease, Match, MatchEvent
from games.services import audit, clocks, lobby, play, sitting
from games.services.answers import Asked, Began, Done, Waiting
from tests.games import making
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db

MINUTE = 60_000


@pytest.fixture
def anna(hand):
    member = making.member("Anna")
    making.here(member.pk)
    clocks.sweep()
    return member


@pytest.fixture
def boris(hand):
    member = making.member("Boris")
    making.here(member.pk)
    return member


def challenge(member, **terms):
    """Make a challenge and return its row."""
    made = lobby.challenge(member_id=member.pk, **{"ruleset": "vrhcaby", "rated": True, **terms})
    assert isinstance(made, Waiting), made
    return Challenge.objects.get(pk=made.challenge_id)


def accept(row, member, **terms):
    return sitting.accept(challenge_id=row.pk, member_id=member.pk, **terms)


def test_a_challenge_shows_the_commitment_to_a_seed_that_stays_secret(anna):
    row = challenge(anna, seed="my seed")

    assert commitment(dice.unseal(row.dice.secret)) == row.dice.commitment
    assert dice.unseal(row.dice.secret).hex() not in row.dice.secret
    shown = selectors.open_challenges(None, now=making.NOON)
    assert [one.commitment for one in shown] == [row.dice.commitment]


def test_accepting_begins_a_match_with_both_seeds_in_its_dice(anna, boris):
    row = challenge(anna, seed="hers")

    began = accept(row, boris, seed="his")

    match = Match.objects.get(pk=began.match_id)
    seats = list(match.seats.all())
    assert [seat.member_id for seat in seats] == [anna.pk, boris.pk]
    assert [seat.seed for seat in seats] == ["hers", "his"]
    assert match.dice == row.dice
    assert match.rated
    assert list(audit.check()) == []


def test_both_seats_are_leased_at_the_start(anna, boris, hand):
    began = accept(challenge(anna), boris)

    leases = Lease.objects.filter(match=began.match_id)
    assert {lease.member_id for lease in leases} == {anna.pk, boris.pk}
    assert {lease.expires - hand.ms for lease in leases} == {15_000}


def test_both_are_told_to_go_wherever_they_are(
    anna, boris, django_capture_on_commit_callbacks, monkeypatch
):
    row = challenge(anna)
    sent = []
    monkeypatch.setattr("vrhcaby.broadcast._send_all", sent.extend)

    with django_capture_on_commit_callbacks(execute=True):
        began = accept(row, boris)

    told = {group for group, message in sent if f'"go","match":{began.match_id}' in str(message)}
    assert told == {f"member.{anna.pk}", f"member.{boris.pk}"}


def test_the_first_accepted_challenge_takes_the_others_of_the_challenger_back(anna, boris):
    first, second = challenge(anna), challenge(anna, limit_ms=30_000)
    by_boris = challenge(boris)

    accept(first, boris)

    second.refresh_from_db()
    by_boris.refresh_from_db()
    assert second.status == ChallengeStatus.WITHDRAWN
    assert by_boris.status == ChallengeStatus.OPEN
    assert accept(second, boris).code == "challenge_gone"


def test_one_member_may_play_several_games(anna, boris):
    accept(challenge(anna), boris)
    accept(challenge(anna), boris)

    assert len(selectors.matches_of(anna.pk)) == 2


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"ruleset": "nothing"}, "unknown_ruleset"),
        ({"ruleset": "standard", "options": {"length": None}}, "not_rated"),
        ({"ruleset": "standard", "options": {"length": 26}}, "bad_options"),
        ({"limit_ms": 9_999}, "bad_control"),
        ({"limit_ms": 3_600_001}, "bad_control"),
        ({"options": {"length": 3}}, "bad_options"),
        ({"options": {"jacoby": True}}, "bad_options"),
        ({"options": {"nonsense": 1}}, "bad_options"),
        ({"seed": "x" * 65}, "bad_seed"),
        ({"seed": "a\x00b"}, "bad_seed"),
        ({"opponent_id": 10_000}, "no_such_member"),
    ],
)
def test_a_senseless_challenge_is_refused(anna, terms, code):
    wanted = {"ruleset": "vrhcaby", "rated": True, **terms}

    answer = lobby.challenge(member_id=anna.pk, **wanted)

    assert answer.code == code
    assert not Challenge.objects.exists()


def test_nobody_challenges_himself(anna):
    answer = lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True, opponent_id=anna.pk)

    assert answer == Refused("challenge_to_yourself")


def test_the_same_challenge_is_not_made_twice_but_another_may(anna, boris):
    challenge(anna)

    again = lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True)
    challenge(anna, rated=False)
    challenge(anna, limit_ms=30_000)
    challenge(anna, opponent_id=boris.pk)

    assert again == Refused("challenge_twice")


def test_there_is_a_limit_to_open_challenges(anna):
    for number in range(lobby.MOST_OPEN):
        challenge(anna, limit_ms=20_000 + 1_000 * number)

    answer = lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True)

    assert answer == Refused("too_many_challenges")


def in_vain(member):
    """Make a challenge and withdraw it."""
    lobby.withdraw(challenge_id=challenge(member).pk, member_id=member.pk)


def refused(member):
    return lobby.challenge(member_id=member.pk, ruleset="vrhcaby", rated=True)


def test_making_and_withdrawing_ends_at_a_rate_and_goes_on_a_minute_later(anna, boris, hand):
    for _ in range(20):
        in_vain(anna)

    assert refused(anna) == Refused("challenge_too_often")
    in_vain(boris)
    hand.advance(MINUTE)
    in_vain(anna)


def test_in_an_hour_a_member_makes_no_more_than_so_many_challenges_in_vain(anna, hand):
    for _ in range(10):
        for _ in range(20):
            in_vain(anna)
        hand.advance(MINUTE)

    assert refused(anna) == Refused("challenge_too_often")
    assert Challenge.objects.count() == 200
    hand.advance(60 * MINUTE)
    in_vain(anna)


def test_challenges_that_become_matches_count_far_less(anna, boris, hand, monkeypatch):
    monkeypatch.setattr(lobby, "RATES", ((MINUTE, 2, 5),))

    def played():
        began = accept(challenge(anna), boris)
        play.command(
            match_id=began.match_id,
            member_id=boris.pk,
            command_id=f"resign-{began.match_id}",
            command=commands.Resign(seat=1),
        )

    for _ in range(5):
        played()

    assert refused(anna) == Refused("challenge_too_often")


def ban(member):
    member.banned_until = timezone.now() + datetime.timedelta(days=1)
    member.ban_reason = "test"
    member.save()


def test_a_suspended_member_neither_challenges_nor_accepts_nor_is_challenged(anna, boris):
    row = challenge(anna)
    ban(boris)

    made = lobby.challenge(member_id=boris.pk, ruleset="vrhcaby", rated=True)
    to_him = lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True, opponent_id=boris.pk)

    assert made.code == "banned"
    assert accept(row, boris).code == "banned"
    assert to_him.code == "opponent_banned"


def test_why_a_member_is_suspended_is_not_told_to_who_accepts_his_challenge(anna, boris):
    row = challenge(anna)
    ban(anna)

    assert accept(row, boris) == Refused("opponent_banned")


def test_a_directed_challenge_is_for_its_member_alone(anna, boris):
    carl = making.member()
    row = challenge(anna, opponent_id=boris.pk)

    assert accept(row, carl).code == "no_such_challenge"
    assert accept(row, anna).code == "challenge_is_yours"
    decline = lobby.decline(challenge_id=row.pk, member_id=carl.pk)
    assert decline.code == "no_such_challenge"
    assert isinstance(accept(row, boris), Began)
    assert accept(row, carl).code == "no_such_challenge"
    assert accept(row, anna).code == "challenge_gone"


def test_declining_and_withdrawing_close_a_challenge(anna, boris):
    declined, withdrawn = challenge(anna, opponent_id=boris.pk), challenge(anna)

    assert lobby.decline(challenge_id=declined.pk, member_id=boris.pk) == Done()
    assert lobby.withdraw(challenge_id=withdrawn.pk, member_id=anna.pk) == Done()

    declined.refresh_from_db()
    withdrawn.refresh_from_db()
    assert (declined.status, withdrawn.status) == ("declined", "withdrawn")
    assert accept(withdrawn, boris).code == "challenge_gone"


def test_only_the_challenger_withdraws(anna, boris):
    row = challenge(anna)

    answer = lobby.withdraw(challenge_id=row.pk, member_id=boris.pk)

    assert answer.code == "challenge_not_for_you"


def test_a_challenge_that_does_not_exist_is_refused(anna):
    assert sitting.accept(challenge_id=404, member_id=anna.pk).code == "no_such_challenge"


def test_the_challenger_may_give_her_seed_once_she_knows_the_commitment(anna, boris):
    row = challenge(anna)

    lobby.mix_in(challenge_id=row.pk, member_id=anna.pk, seed="later")
    began = accept(row, boris)

    assert Match.objects.get(pk=began.match_id).seats.get(side=0).seed == "later"
    answer = lobby.mix_in(challenge_id=row.pk, member_id=anna.pk, seed="too late")
    assert answer.code == "challenge_gone"


# Rules V25: both must be here


@pytest.fixture
def away(hand):
    clocks.sweep()
    return making.member("Away")


def test_a_challenger_who_is_away_is_asked(away, boris, hand):
    row = challenge(away)

    answer = accept(row, boris)

    assert answer == Asked(row.pk, hand.ms + MINUTE)
    question = selectors.personal_part(away.pk, now=hand.ms).ready
    assert (question.challenge, question.name) == (row.pk, "Boris")
    assert not Match.objects.exists()


def test_the_challenger_sits_down_in_time(away, boris, hand):
    row = challenge(away)
    accept(row, boris, seed="his")
    hand.advance(MINUTE - 1)

    answer = sitting.answer_ready(challenge_id=row.pk, member_id=away.pk, ready=True)

    assert isinstance(answer, Began)
    assert Match.objects.get().seats.get(side=1).seed == "his"


def test_after_a_minute_nobody_asks_and_the_challenge_is_back_on_the_list(away, boris, hand):
    row = challenge(away)
    accept(row, boris)
    hand.advance(MINUTE)

    answer = sitting.answer_ready(challenge_id=row.pk, member_id=away.pk, ready=True)
    lobby.close_stale()

    row.refresh_from_db()
    assert answer.code == "nobody_asks"
    assert (row.status, row.taker_id, row.ready_until) == ("open", None, None)


def test_meanwhile_nobody_else_may_accept(away, boris):
    carl = making.member()
    row = challenge(away)
    accept(row, boris)

    assert accept(row, carl).code == "challenge_taken"


def test_who_accepts_again_does_not_keep_the_question_open_for_longer(away, boris, hand):
    row = challenge(away)
    first = accept(row, boris)
    hand.advance(MINUTE - 1)

    assert accept(row, boris) == first
    hand.advance(1)
    assert accept(row, boris) == Asked(row.pk, hand.ms + MINUTE)


def test_a_challenger_who_says_no_withdraws(away, boris):
    row = challenge(away)
    accept(row, boris)

    answer = sitting.answer_ready(challenge_id=row.pk, member_id=away.pk, ready=False)

    row.refresh_from_db()
    assert answer == Done()
    assert row.status == ChallengeStatus.WITHDRAWN


def test_when_the_other_has_gone_meanwhile_nothing_begins(away, boris, hand):
    row = challenge(away)
    accept(row, boris)
    Lease.objects.all().delete()

    answer = sitting.answer_ready(challenge_id=row.pk, member_id=away.pk, ready=True)

    row.refresh_from_db()
    assert answer.code == "taker_gone"
    assert (row.status, row.taker_id) == ("open", None)


# By correspondence nobody need be here


def by_letters(member, **wishes):
    control = terms.letters(limit_ms=24 * terms.HOUR_MS, vacation=2)
    return challenge(member, control=control, rated=False, **wishes)


def test_a_game_by_correspondence_begins_though_the_challenger_is_away(away, boris):
    answer = accept(by_letters(away), boris)

    assert isinstance(answer, Began)
    told = Notice.objects.get()
    match = Match.objects.get(pk=answer.match_id)
    assert (told.member_id, told.kind, told.params) == (
        away.pk,
        "game_began",
        {"opponent": "Boris"},
    )
    assert told.path == match.get_absolute_url()
    assert "Boris" in letters.sentence(told)


def test_a_challenger_who_is_here_is_led_to_the_game_and_needs_no_notice(anna, boris):
    assert isinstance(accept(by_letters(anna), boris), Began)
    assert not Notice.objects.exists()


def test_a_rematch_by_correspondence_begins_though_who_offered_it_has_gone(anna, boris, hand):
    match_id = accept(by_letters(anna), boris).match_id
    play.command(match_id=match_id, member_id=anna.pk, command_id="over", command=commands.Leave(0))
    sitting.rematch(match_id=match_id, member_id=anna.pk)
    Lease.objects.all().delete()

    assert isinstance(sitting.rematch(match_id=match_id, member_id=boris.pk), Began)


@pytest.mark.parametrize("ruleset", ["vrhcaby", "standard", "nasazovani"])
def test_who_never_came_to_a_game_by_correspondence_has_his_days(ruleset, away, boris, hand):
    match_id = accept(by_letters(away, ruleset=ruleset), boris).match_id
    day = 24 * terms.HOUR_MS

    for passed in (day - 1, 1):
        hand.advance(passed)
        making.swept()
        clocks.sweep()

    # The first day is over, and one of the two days of vacation has begun.
    kinds = list(MatchEvent.objects.filter(match=match_id).values_list("kind", flat=True))
    assert kinds[-1] == "vacation_taken"
    assert Match.objects.get(pk=match_id).status == "live"
    assert list(audit.check()) == []


# Going stale


def test_challenges_expire_after_a_day(anna, hand):
    row = challenge(anna)
    hand.advance(lobby.STALE_AFTER_MS)
    assert lobby.close_stale() == 0
    hand.advance(1)

    assert lobby.close_stale() == 1

    row.refresh_from_db()
    assert row.status == ChallengeStatus.EXPIRED


def test_challenges_of_a_suspended_member_expire_at_once(anna, hand):
    row = challenge(anna)
    anna.banned_until = timezone.now() + datetime.timedelta(days=1)
    anna.ban_reason = "test"
    anna.save()

    lobby.close_stale()

    row.refresh_from_db()
    assert row.status == ChallengeStatus.EXPIRED


def test_leases_nobody_will_ask_for_are_forgotten(hand):
    game = making.game()
    kept = Lease.objects.filter(match=game.match_id).count()
    hand.advance(2 * 3_600_000)

    lobby.close_stale()

    assert Lease.objects.count() == kept


# Rematch


@pytest.fixture
def over(hand):
    game = making.game()
    game.send(commands.Resign(0))
    return game


def test_a_rematch_swaps_the_seats(over):
    first, second = over.members

    offered = sitting.rematch(match_id=over.match_id, member_id=first)
    began = sitting.rematch(match_id=over.match_id, member_id=second)

    assert isinstance(offered, Waiting)
    seats = Match.objects.get(pk=began.match_id).seats.all()
    assert [seat.member_id for seat in seats] == [second, first]


def test_the_one_who_was_second_may_offer_too(over):
    first, second = over.members

    sitting.rematch(match_id=over.match_id, member_id=second)
    began = sitting.rematch(match_id=over.match_id, member_id=first)

    seats = Match.objects.get(pk=began.match_id).seats.all()
    assert [seat.member_id for seat in seats] == [second, first]


def test_an_offered_rematch_is_shown_and_leads_on(over):
    first, second = over.members
    sitting.rematch(match_id=over.match_id, member_id=first)
    offered = selectors.snapshot(over.match_id, second)

    began = sitting.rematch(match_id=over.match_id, member_id=second)
    after = selectors.snapshot(over.match_id, second)

    assert (offered.rematch.seat, offered.moved) == (0, None)
    assert (after.rematch, after.moved) == (None, began.match_id)


def test_strangers_and_running_games_have_no_rematch(over, hand):
    stranger = making.member()
    live = making.game()

    by_stranger = sitting.rematch(match_id=over.match_id, member_id=stranger.pk)
    too_early = sitting.rematch(match_id=live.match_id, member_id=live.members[0])

    assert by_stranger.code == "not_a_player"
    assert too_early.code == "match_still_live"


def test_the_same_rematch_is_not_offered_twice(over):
    sitting.rematch(match_id=over.match_id, member_id=over.members[0])

    answer = sitting.rematch(match_id=over.match_id, member_id=over.members[0])

    assert answer.code == "challenge_twice"


def test_a_rematch_begins_only_when_the_one_who_offered_it_is_still_here(over, hand):
    first, second = over.members
    offered = sitting.rematch(match_id=over.match_id, member_id=first)
    hand.advance(5 * MINUTE)
    making.here(second)

    asked = sitting.rematch(match_id=over.match_id, member_id=second)
    making.here(first)
    began = sitting.answer_ready(challenge_id=offered.challenge_id, member_id=first, ready=True)

    assert asked == Asked(offered.challenge_id, hand.ms + MINUTE)
    assert isinstance(began, Began)


def test_a_rematch_with_a_suspended_member_does_not_begin(over):
    first, second = over.members
    sitting.rematch(match_id=over.match_id, member_id=first)
    ban(get_user_model().objects.get(pk=first))

    answer = sitting.rematch(match_id=over.match_id, member_id=second)

    assert answer == Refused("opponent_banned")


# Who is told


@pytest.fixture
def read_anew(monkeypatch):
    """Collect the members whose own part of the lobby is to be read anew."""
    members = set()
    monkeypatch.setattr("games.realtime.lobby_changed", lambda *ids: members.update(ids))
    return members


def test_both_see_that_a_directed_challenge_is_asked_about_and_that_it_is_gone(
    away, boris, read_anew
):
    row = challenge(away, opponent_id=boris.pk)
    read_anew.clear()

    accept(row, boris)
    asking = set(read_anew)
    read_anew.clear()
    sitting.answer_ready(challenge_id=row.pk, member_id=away.pk, ready=False)

    assert asking == read_anew == {away.pk, boris.pk}


def test_who_was_challenged_sees_that_the_challenger_plays_another(anna, boris, read_anew):
    carl = making.member()
    challenge(anna, opponent_id=carl.pk)
    row = challenge(anna)
    read_anew.clear()

    accept(row, boris)

    assert read_anew == {anna.pk, boris.pk, carl.pk}


def test_both_see_that_their_match_is_over(over, read_anew):
    game = making.game()
    read_anew.clear()

    game.send(commands.Resign(0))

    assert read_anew == set(game.members)
