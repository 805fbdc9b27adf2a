"""Results over the board: reports, disputes, rulings, corrections, and what the ladder makes."""

import pytest
from django.utils import translation

from accounts import letters
from accounts.models import Member, Notice
from ladder import phrases
from ladder.models import LadderResult, OfficialAct, Rating, Tournament
from ladder.selectors import explain, played
from ladder.services import audit
from ladder.services.tournaments import life, roles, scores
from tests.ladder.making import member
from tests.ladder.tournaments import done, official, pairing, refused, started
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def matches(players=4, **settings):
    """A running tournament of matches to 7 points."""
    settings = {"ruleset": "standard", "options": {"length": 7}, **settings}
    return started(players, seating="by_hand", **settings)


def entered(made, board, first, second, **how):
    return scores.enter_result(
        pairing_id=board.pk, by_id=made.by_id, first_score=first, second_score=second, **how
    )


def result_of(board):
    board.refresh_from_db()
    return board.state, board.first_result, board.second_result, board.source


def test_a_report_and_its_confirmation_decide_and_are_rated():
    made = matches()
    board = pairing(made, 1, 1)
    first, second = made.players[0], made.players[3]

    done(scores.report(pairing_id=board.pk, by_id=first.pk, first_score=7, second_score=3))
    assert pairing(made, 1, 1).state == "reported"
    done(scores.confirm_report(pairing_id=board.pk, by_id=second.pk))

    assert result_of(board) == ("decided", 2, 0, "report")
    assert (board.first_score, board.second_score) == (7, 3)
    assert Rating.objects.get(member=first).rating > 1500 > Rating.objects.get(member=second).rating
    assert list(audit.check()) == []


@pytest.mark.parametrize("now", [(7, 0), (3, 7)])
def test_only_the_report_that_was_seen_is_confirmed(now):
    made = matches()
    board = pairing(made, 1, 1)
    first, second = made.players[0], made.players[3]
    for score in ((7, 4), now):
        done(
            scores.report(
                pairing_id=board.pk, by_id=first.pk, first_score=score[0], second_score=score[1]
            )
        )
    before = pairing(made, 1, 1).version
    act = {"pairing_id": board.pk, "by_id": second.pk}

    details = refused(scores.confirm_report(**act, first_score=7, second_score=4), "report_changed")
    half = scores.confirm_report(**act, first_score=now[0])

    assert details == {"by": first.username, "first_score": now[0], "second_score": now[1]}
    assert half.code == "report_changed"
    assert result_of(board) == ("reported", None, None, "")
    assert pairing(made, 1, 1).version == before
    assert not LadderResult.objects.exists()

    done(scores.confirm_report(**act, first_score=now[0], second_score=now[1]))
    assert (pairing(made, 1, 1).first_score, pairing(made, 1, 1).second_score) == now


def test_every_report_keeps_its_score_in_the_log():
    made = matches()
    board, first = pairing(made, 1, 1), made.players[0]
    for score in ((7, 4), (7, 0)):
        scores.report(
            pairing_id=board.pk, by_id=first.pk, first_score=score[0], second_score=score[1]
        )

    lines = OfficialAct.objects.filter(code="reported").order_by("pk")

    said = [line.after["said"] for line in lines]
    assert said == [{first.username: [7, 4]}, {first.username: [7, 0]}]
    assert [line.before for line in lines] == [{}, {"said": {first.username: [7, 4]}}]


def test_two_different_reports_are_a_dispute_that_the_director_rules():
    made = matches()
    board = pairing(made, 1, 1)
    for player, score in ((made.players[0], (7, 3)), (made.players[3], (3, 7))):
        done(
            scores.report(
                pairing_id=board.pk, by_id=player.pk, first_score=score[0], second_score=score[1]
            )
        )
    assert pairing(made, 1, 1).state == "disputed"

    refused(entered(made, board, 7, 3), "why_missing")
    done(entered(made, board, 7, 3, why="the score sheet"))

    assert result_of(board) == ("decided", 2, 0, "ruling")


def test_the_same_report_by_both_decides():
    made = matches()
    board = pairing(made, 1, 1)
    for player in (made.players[0], made.players[3]):
        done(scores.report(pairing_id=board.pk, by_id=player.pk, first_score=2, second_score=7))

    assert result_of(board) == ("decided", 0, 2, "report")


@pytest.mark.parametrize("score", [(7, 7), (8, 3), (5, 3), (-1, 7), (0, 0), ("7", 0)])
def test_scores_that_no_match_ends_with(score):
    made = matches()
    board = pairing(made, 1, 1)

    details = refused(entered(made, board, *score), "bad_score")

    assert details == {"length": 7, "draws": False}
    assert result_of(board) == ("open", None, None, "")


def test_a_vrhcaby_game_may_be_drawn():
    made = started(2, seating="by_hand")
    board = pairing(made, 1, 1)

    done(entered(made, board, 0, 0))

    assert result_of(board) == ("decided", 1, 1, "board")
    assert LadderResult.objects.get().score == 0.5


def test_others_report_nothing():
    made = matches()
    board = pairing(made, 1, 1)

    for stranger in (made.players[1], member("Stranger")):
        answer = scores.report(
            pairing_id=board.pk, by_id=stranger.pk, first_score=7, second_score=0
        )
        refused(answer, "not_in_this_pairing")
    refused(
        scores.report(pairing_id=10**9, by_id=made.by_id, first_score=7, second_score=0),
        "no_such_pairing",
    )
    refused(
        scores.confirm_report(pairing_id=board.pk, by_id=made.players[0].pk), "nothing_reported"
    )


def test_a_decided_pairing_is_corrected_with_a_reason_and_the_ratings_follow():
    made = matches()
    board = pairing(made, 1, 1)
    done(entered(made, board, 7, 3))
    refused(entered(made, board, 3, 7), "why_missing")
    done(entered(made, board, 3, 7, why="written the wrong way round"))

    assert result_of(board) == ("decided", 0, 2, "ruling")
    assert Rating.objects.get(member=made.players[0]).rating < 1500
    act = OfficialAct.objects.filter(code="result_corrected").get()
    assert (act.before["results"], act.after["results"]) == ([2, 0], [0, 2])
    assert act.why == "written the wrong way round"
    assert list(audit.check()) == []


def test_a_walkover_after_a_result_takes_the_rating_back():
    made = matches()
    board = pairing(made, 1, 1)
    done(entered(made, board, 7, 3))

    done(scores.walkover(pairing_id=board.pk, by_id=made.by_id, winner="second", why="no show"))

    assert result_of(board) == ("decided", 0, 2, "walkover")
    assert board.forfeit
    assert Rating.objects.get(member=made.players[0]).rating == 1500
    assert list(audit.check()) == []


def test_annulled_and_played_again():
    made = matches()
    board = pairing(made, 1, 1)
    done(entered(made, board, 7, 3))
    act = {"pairing_id": board.pk, "by_id": made.by_id, "why": "wrong dice"}

    done(scores.annul(**act))
    assert result_of(board) == ("void", None, None, "ruling")
    done(scores.replay(**act))
    assert result_of(board) == ("open", None, None, "")
    done(entered(made, board, 3, 7))

    assert Rating.objects.get(member=made.players[0]).rating < 1500
    assert list(audit.check()) == []


def test_both_may_lose():
    made = matches()
    board = pairing(made, 1, 1)

    done(scores.double_walkover(pairing_id=board.pk, by_id=made.by_id, why="nobody came"))

    assert result_of(board) == ("decided", 0, 0, "walkover")
    assert not LadderResult.objects.exists()


def test_sides_are_swapped_before_play_alone():
    made = matches()
    board = pairing(made, 1, 1)
    act = {"pairing_id": board.pk, "by_id": made.by_id}

    done(scores.swap_sides(**act))
    assert pairing(made, 1, 1).first_id == made.entries[3]
    done(entered(made, board, 7, 0))
    refused(scores.swap_sides(**act), "wrong_pairing_state")


def test_what_somebody_else_did_meanwhile_is_told():
    made = matches()
    board = pairing(made, 1, 1)
    seen = Tournament.objects.get().version
    other = official("Hana")
    done(scores.enter_result(pairing_id=board.pk, by_id=other.pk, first_score=7, second_score=3))

    details = refused(entered(made, board, 3, 7, version=seen, why="?"), "changed_meanwhile")

    (act,) = details["acts"]
    assert (act["by"], act["code"], act["after"]["score"]) == ("Hana", "result_entered", [7, 3])


def test_an_act_elsewhere_does_not_spoil_ones_own():
    made = matches()
    seen = Tournament.objects.get().version
    done(entered(made, pairing(made, 1, 2), 7, 3))

    done(entered(made, pairing(made, 1, 1), 7, 3, version=seen))


def test_guests_are_never_rated():
    made = matches([member("Anna"), "Karel, host"])

    done(entered(made, pairing(made, 1, 1), 7, 3))

    assert not LadderResult.objects.exists()


def test_an_assistant_enters_results_and_rules_nothing():
    made = matches()
    helper = member("Helper")
    done(roles.invite(slug=made.slug, by_id=made.by_id, member_id=helper.pk, kind="assistant"))
    board = pairing(made, 1, 1)
    act = {"pairing_id": board.pk, "by_id": helper.pk}

    refused(scores.enter_result(**act, first_score=7, second_score=3), "not_an_assistant")
    done(roles.answer(slug=made.slug, by_id=helper.pk, accept=True))
    again = roles.invite(slug=made.slug, by_id=made.by_id, member_id=helper.pk, kind="assistant")
    refused(again, "has_role_already")
    done(scores.enter_result(**act, first_score=7, second_score=3))

    refused(scores.enter_result(**act, first_score=3, second_score=7, why="x"), "not_a_director")
    refused(scores.walkover(**act, winner="first", why="x"), "not_a_director")


def test_a_walkover_is_given_before_its_round_and_taken_back_till_then():
    made = started(4, seating="by_hand")
    board = pairing(made, 2, 1)
    act = {"pairing_id": board.pk, "by_id": made.by_id, "why": "abroad"}

    done(scores.walkover(**act, winner="first"))
    assert result_of(board) == ("decided", 2, 0, "walkover")
    done(scores.replay(**act))
    assert result_of(board) == ("waiting", None, None, "")
    done(scores.double_walkover(**act))
    for number in (1, 2):
        one = pairing(made, 1, number)
        done(
            scores.enter_result(pairing_id=one.pk, by_id=made.by_id, first_score=1, second_score=0)
        )

    assert result_of(board) == ("decided", 0, 0, "walkover")
    assert pairing(made, 2, 2).state == "open"
    assert list(audit.check()) == []


def test_a_round_in_which_all_is_ruled_before_closes_and_the_next_opens():
    made = started(2, seating="by_hand", format="double_round_robin")
    act = {"by_id": made.by_id, "why": "abroad"}
    done(scores.walkover(pairing_id=pairing(made, 2, 1).pk, winner="first", **act))

    done(scores.walkover(pairing_id=pairing(made, 1, 1).pk, winner="first", **act))

    assert pairing(made, 2, 1).round.state == "closed"
    assert list(audit.check()) == []


def test_nothing_is_played_again_when_the_tournament_is_over():
    made = started(2, seating="by_hand")
    act = {"pairing_id": pairing(made, 1, 1).pk, "by_id": made.by_id}
    done(scores.enter_result(**act, first_score=1, second_score=0))
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="finished"))

    refused(scores.replay(**act, why="again"), "wrong_state")


def test_a_ruling_tells_both_what_was_ruled():
    made = matches()
    board = pairing(made, 1, 1)
    done(entered(made, board, 7, 3))
    done(entered(made, board, 3, 7, why="misread"))

    first, second = made.players[0], made.players[3]
    told = Notice.objects.filter(kind="ruling")
    assert {one.member_id for one in told} == {first.pk, second.pk}
    with translation.override("en"):
        text = letters.sentence(told[0])
    assert f"The result: {first.username} – {second.username} 3:7." in text


def test_a_result_of_a_rated_tournament_is_rated_because_of_the_tournament():
    made = matches()
    done(entered(made, pairing(made, 1, 1), 7, 3))

    explained = explain.of_ladder_result(LadderResult.objects.get().pk)

    assert explained.why == phrases.RATED_TOURNAMENT


def board_with_bot(*, allowed):
    """A board of a person and a bot, who both allow rated matches or do not."""
    made = matches(2)
    for one in made.players:
        one.rated_with_bots = allowed
    made.players[1].is_bot = True
    Member.objects.bulk_update(made.players, ["is_bot", "rated_with_bots"])
    return made, pairing(made, 1, 1)


def reported(made, board, first, second):
    act = {"pairing_id": board.pk, "first_score": first, "second_score": second}
    for one in made.players:
        done(scores.report(by_id=one.pk, **act))


def test_results_with_a_bot_are_unrated_entered_reported_and_corrected():
    made, board = board_with_bot(allowed=False)
    reported(made, board, 7, 3)
    done(entered(made, board, 3, 7, why="misread"))
    done(scores.replay(pairing_id=board.pk, by_id=made.by_id, why="again"))
    done(entered(made, board, 7, 0))

    assert result_of(board)[:3] == ("decided", 2, 0)
    assert not LadderResult.objects.exists()
    person = made.players[0]
    (shown,) = played.results(person, played.ResultsWanted(), reader=person).rows
    assert (shown.status, shown.amount) == ("with_bot", None)
    assert list(audit.check()) == []


def test_what_was_rated_with_a_bot_stays_rated_when_corrected_later():
    made, board = board_with_bot(allowed=True)
    reported(made, board, 7, 3)
    assert LadderResult.objects.count() == 1
    Member.objects.update(rated_with_bots=False)

    done(entered(made, board, 3, 7, why="misread"))

    person, bot = made.players
    assert Rating.objects.get(member=person).rating < 1500 < Rating.objects.get(member=bot).rating
    assert list(audit.check()) == []


def test_what_is_played_again_without_leave_is_unrated():
    made, board = board_with_bot(allowed=True)
    reported(made, board, 7, 3)
    Member.objects.update(rated_with_bots=False)

    done(scores.replay(pairing_id=board.pk, by_id=made.by_id, why="again"))
    done(entered(made, board, 7, 3))

    assert {row.rating for row in Rating.objects.all()} == {1500}
    assert list(audit.check()) == []


def test_leave_given_afterwards_rates_nothing():
    made, board = board_with_bot(allowed=False)
    reported(made, board, 7, 3)
    Member.objects.update(rated_with_bots=True)

    person = made.players[0]
    (shown,) = played.results(person, played.ResultsWanted(), reader=person).rows

    assert shown.status == "with_bot"


def test_leave_given_afterwards_rates_no_correction_but_a_game_played_again():
    made, board = board_with_bot(allowed=False)
    reported(made, board, 7, 3)
    Member.objects.update(rated_with_bots=True)
    told = calling.Caller().get(f"pairings/{board.pk}").json["rated"]
    act = {"pairing_id": board.pk, "by_id": made.by_id, "why": "misread"}

    done(entered(made, board, 3, 7, why="misread"))
    done(scores.walkover(**act, winner="first"))
    done(entered(made, board, 7, 3, why="misread"))

    assert told is False
    assert not LadderResult.objects.exists()
    assert list(audit.check()) == []

    done(scores.replay(**act))
    assert calling.Caller().get(f"pairings/{board.pk}").json["rated"] is True
    done(entered(made, board, 7, 3))
    assert LadderResult.objects.count() == 1
    assert list(audit.check()) == []


def test_a_walkover_decides_nothing_about_what_is_played_instead():
    made, board = board_with_bot(allowed=True)
    act = {"pairing_id": board.pk, "by_id": made.by_id, "why": "late"}
    done(scores.walkover(**act, winner="first"))
    done(entered(made, board, 3, 7, why="he came"))
    assert LadderResult.objects.count() == 1

    done(scores.walkover(**act, winner="first"))
    Member.objects.update(rated_with_bots=False)
    done(entered(made, board, 3, 7, why="he came"))

    person, bot = made.players
    assert Rating.objects.get(member=person).rating < 1500 < Rating.objects.get(member=bot).rating
    assert list(audit.check()) == []


def test_the_pages_say_that_a_pairing_with_a_bot_is_unrated(client):
    _made, board = board_with_bot(allowed=False)
    told = "not rated: a person and a bot"
    with translation.override("en"):
        assert told in client.get(board.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="en").text
        Member.objects.update(rated_with_bots=True)
        assert told not in client.get(board.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="en").text
