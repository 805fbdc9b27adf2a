"""Pairings played here: sitting down, the result that flows back, and who comes between."""

import pytest

from games import selectors, wire
from games.engine import commands
from games.models import Challenge, Match, Seat
from games.services import audit as games_audit
from games.services import sitting
from games.services.answers import Began, Waiting
from ladder.models import LadderResult, Pairing, PairingMatch
from ladder.selectors import explain, played
from ladder.services import audit
from ladder.services.tournaments import live, results, scores
from tests.games import making
from tests.ladder.tournaments import done, pairing, refused, row, started
from vrhcaby import clock
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon():
    with clock.frozen(making.NOON) as hand:
        making.swept()
        yield hand


def here(*members):
    for one in members:
        making.here(one.pk)


def seated(made, board):
    """Let the two of a pairing sit down, the second inviting; return the game."""
    board = pairing(made, 1, board)
    first, second = board.first.member, board.second.member
    here(first, second)
    asked = live.start_match(pairing_id=board.pk, by_id=second.pk, seed="two")
    assert isinstance(asked, Waiting), asked
    began = live.start_match(pairing_id=board.pk, by_id=first.pk, seed="one")
    assert isinstance(began, Began), began
    return making.Game(began.match_id, (first.pk, second.pk))


def test_the_pairings_sides_and_dice_are_the_matchs():
    made = started(4, seating="by_hand")
    dice = pairing(made, 1, 1).dice

    game = seated(made, 1)

    board = pairing(made, 1, 1)
    assert (board.state, board.match_id) == ("playing", game.match_id)
    seats = list(game.row.seats.order_by("side").values_list("member", "seed"))
    assert seats == [(board.first.member_id, "one"), (board.second.member_id, "two")]
    assert (game.row.dice, game.row.source, game.row.rated) == (dice, "pairing", True)


def test_the_result_flows_back_and_is_rated():
    made = started(4, seating="by_hand")
    game = seated(made, 1)
    game.play_steps(3)

    loser = game.state.turn
    game.send(commands.Resign(loser))

    board = pairing(made, 1, 1)
    assert (board.state, board.source, board.forfeit) == ("decided", "live", False)
    assert (board.first_result, board.second_result) == ((2, 0) if loser == 1 else (0, 2))
    assert sorted([board.first_score, board.second_score]) == [0, 1]
    assert LadderResult.objects.get().result.match_id == game.match_id
    assert list(audit.check()) == []


def test_an_invitation_waits_for_the_other_and_can_be_made_again():
    made = started(2, seating="by_hand")
    board = pairing(made, 1, 1)
    first, second = board.first.member, board.second.member
    here(first)
    asked = live.start_match(pairing_id=board.pk, by_id=first.pk)
    assert live.start_match(pairing_id=board.pk, by_id=first.pk) == asked

    from games.services import lobby

    lobby.withdraw(challenge_id=asked.challenge_id, member_id=first.pk)
    again = live.start_match(pairing_id=board.pk, by_id=first.pk)

    assert isinstance(again, Waiting)
    assert again != asked
    first_one, second_one = Challenge.objects.order_by("pk")
    assert first_one.dice == second_one.dice == pairing(made, 1, 1).dice
    here(second)
    assert isinstance(sitting.accept(challenge_id=again.challenge_id, member_id=second.pk), Began)


def test_an_annulled_match_leaves_the_pairing_open_with_fresh_dice():
    made = started(2, seating="by_hand")
    game = seated(made, 1)
    before = pairing(made, 1, 1).dice
    chief = making.member()
    chief.is_staff = chief.is_superuser = True
    chief.save()
    from games.services import officials

    officials.annul(match_id=game.match_id, official=chief, why="power cut")

    board = pairing(made, 1, 1)
    assert (board.state, board.match_id) == ("open", None)
    assert board.dice is not None
    assert board.dice != before
    assert PairingMatch.objects.get().match_id == game.match_id
    again = seated(made, 1)
    assert again.match_id != game.match_id


def test_a_live_match_is_not_decided_beside_it_and_ends_by_a_walkover():
    made = started(2, seating="by_hand")
    game = seated(made, 1)
    board = pairing(made, 1, 1)
    act = {"pairing_id": board.pk, "by_id": made.by_id}

    refused(scores.enter_result(**act, first_score=1, second_score=0), "match_is_live")
    refused(
        scores.report(pairing_id=board.pk, by_id=game.members[0], first_score=1, second_score=0),
        "wrong_pairing_state",
    )
    refused(scores.walkover(**act, winner="first"), "why_missing")
    assert game.row.status == "live"
    done(scores.walkover(**act, winner="first", why="left the hall"))

    assert (game.row.status, game.row.reason) == ("finished", "annulled")
    assert pairing(made, 1, 1).source == "walkover"
    assert not LadderResult.objects.exists()
    assert list(audit.check()) == []


@pytest.mark.parametrize("act", ["walkover", "double_walkover", "annul", "replay"])
def test_a_director_whose_page_is_fresh_ends_the_match_that_he_saw(act):
    made = started(2, seating="by_hand")
    game = seated(made, 1)
    winner = {"winner": "first"} if act == "walkover" else {}
    ruling = {"pairing_id": pairing(made, 1, 1).pk, "by_id": made.by_id, "why": "left", **winner}
    seen = row(made).version

    game.play_steps(1)
    refused(getattr(scores, act)(**ruling, version=seen - 1), "changed_meanwhile")
    assert game.row.status == "live"
    done(getattr(scores, act)(**ruling, version=seen))

    assert (game.row.status, game.row.reason) == ("finished", "annulled")
    assert list(audit.check()) == []


def test_points_won_beyond_the_length_of_a_match_are_none_of_its_score():
    match, seats = Match(options={"length": 7}), [Seat(side=1, points=9), Seat(side=0, points=3)]

    assert results.score_of(match, seats) == (3, 7)


def test_a_result_entered_withdraws_the_invitation():
    made = started(2, seating="by_hand")
    board = pairing(made, 1, 1)
    here(board.first.member)
    asked = live.start_match(pairing_id=board.pk, by_id=board.first.member_id)

    done(scores.enter_result(pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0))

    assert Challenge.objects.get(pk=asked.challenge_id).status == "withdrawn"
    answer = sitting.accept(challenge_id=asked.challenge_id, member_id=board.second.member_id)
    refused(answer, "challenge_gone")
    assert not Match.objects.exists()


def test_the_director_starts_a_match_of_two_who_are_here():
    made = started(2, seating="by_hand")
    board = pairing(made, 1, 1)
    here(board.first.member)
    act = {"pairing_id": board.pk, "by_id": made.by_id}

    details = refused(live.start_now(**act), "player_away")
    assert details == {"names": [board.second.shown_name]}
    here(board.second.member)
    assert isinstance(live.start_now(**act), Began)

    assert pairing(made, 1, 1).state == "playing"
    refused(live.start_now(**act), "wrong_pairing_state")


def test_guests_and_strangers_sit_down_nowhere():
    made = started([making.member(), "Karel"], seating="by_hand")
    board = pairing(made, 1, 1)

    refused(live.start_match(pairing_id=board.pk, by_id=made.players[0].pk), "not_played_here")
    refused(live.start_match(pairing_id=board.pk, by_id=made.by_id), "not_in_this_pairing")
    refused(live.start_match(pairing_id=10**9, by_id=made.by_id), "no_such_pairing")


def test_after_the_deadline_nobody_sits_down(noon):
    made = started(2, seating="by_hand", round_lasts_minutes=30)
    board = pairing(made, 1, 1)
    noon.advance(30 * making.MINUTE)

    answer = live.start_match(pairing_id=board.pk, by_id=board.first.member_id)

    refused(answer, "deadline_passed")


def test_two_pairings_of_the_same_two_are_two_matches():
    started(2, seating="by_hand", format="double_round_robin", rounds_open="all")
    boards = list(Pairing.objects.order_by("round__number"))
    here(boards[0].first.member, boards[0].second.member)
    asked = [
        live.start_match(pairing_id=board.pk, by_id=boards[0].first.member_id) for board in boards
    ]

    assert all(isinstance(one, Waiting) for one in asked), asked
    began = live.start_match(pairing_id=boards[1].pk, by_id=boards[0].second.member_id)
    assert isinstance(began, Began)
    match = Match.objects.get(pk=began.match_id)
    assert match.seats.get(side=0).member_id == boards[1].first.member_id
    assert not isinstance(began, Refused)


def test_the_director_holds_the_clock_and_nothing_is_played_or_lost(noon):
    made = started(2, seating="by_hand")
    game = seated(made, 1)
    board = pairing(made, 1, 1)
    act = {"pairing_id": board.pk, "by_id": made.by_id}
    game.play_steps(2)

    refused(live.resume_clock(**act), "clock_not_held")
    refused(live.pause_clock(**act), "why_missing")
    refused(live.pause_clock(**{**act, "by_id": game.members[0]}, why="x"), "not_a_director")
    noon.advance(10_000)
    making.swept()
    done(live.pause_clock(**act, why="the lamp went out"))
    refused(live.pause_clock(**act, why="again"), "clock_held_already")
    refused(game.step(), "clock_stopped")
    shown = selectors.snapshot(game.row.pk, game.members[1])
    assert shown.clock.held == wire.Held(by=made.director.username, why="the lamp went out")
    assert (shown.legal.steps, shown.legal.paths) == ([], [])
    assert {choice.code for of_seat in shown.choices for choice in of_seat} == {"clock_stopped"}
    noon.advance(30 * making.MINUTE)
    making.swept()
    from games.services import clocks

    clocks.sweep()
    assert (game.row.status, game.row.deadline_at) == ("live", None)
    assert list(games_audit.check()) == []

    done(live.resume_clock(**act))
    assert game.state.clock.left(clock.now()) == making.MINUTE - 10_000 + 1
    assert game.row.deadline_at is not None
    assert selectors.snapshot(game.row.pk, game.members[1]).clock.held is None
    game.play_steps(1)
    assert list(games_audit.check()) == []


def with_bot(**settings):
    """A running tournament whose first board is a person's against a bot; return both too."""
    made = started(2, seating="by_hand", **settings)
    person, bot = made.players
    bot.is_bot = True
    bot.save(update_fields=["is_bot"])
    return made, person, bot


def allowed(*members):
    for one in members:
        one.rated_with_bots = True
        one.save(update_fields=["rated_with_bots"])


def test_a_match_with_a_bot_is_unrated_however_it_begins():
    made, person, bot = with_bot()
    allowed(person)
    here(person, bot)

    assert isinstance(
        live.start_match(pairing_id=pairing(made, 1, 1).pk, by_id=bot.pk, seed=""), Waiting
    )
    assert not Challenge.objects.get().rated
    game = seated(made, 1)
    game.play_steps(3)
    game.send(commands.Resign(game.state.turn))

    assert not game.row.rated
    assert pairing(made, 1, 1).state == "decided"
    assert not LadderResult.objects.exists()
    explained = explain.of_match_result(game.row.result.pk)
    assert explained.status == "with_bot"
    (shown,) = played.results(person, played.ResultsWanted(), reader=person).rows
    assert shown.status == "with_bot"
    assert [*audit.check(), *games_audit.check()] == []


def test_a_match_that_a_director_begins_with_a_bot_is_unrated():
    made, person, bot = with_bot()
    here(person, bot)

    began = live.start_now(pairing_id=pairing(made, 1, 1).pk, by_id=made.by_id)

    assert not Match.objects.get(pk=began.match_id).rated


def test_a_match_with_a_bot_is_rated_if_both_allow_it():
    made, person, bot = with_bot()
    allowed(person, bot)

    assert seated(made, 1).row.rated


def test_who_takes_his_leave_back_before_the_match_plays_unrated():
    made, person, bot = with_bot()
    allowed(person, bot)
    here(person, bot)
    live.start_match(pairing_id=pairing(made, 1, 1).pk, by_id=bot.pk)
    type(person).objects.filter(pk=person.pk).update(rated_with_bots=False)

    assert not seated(made, 1).row.rated
