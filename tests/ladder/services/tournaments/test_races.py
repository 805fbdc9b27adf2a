"""Acts that meet at the same moment: one outcome each, nothing lost, the loser is told."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from games.engine import commands
from games.models import Match
from games.services import audit as games_audit
from games.services.answers import Began, Ok, Waiting
from ladder.models import Entry, LadderResult, OfficialAct, Pairing, Round
from ladder.services import audit
from ladder.services.tournaments import audit as tournaments_audit
from ladder.services.tournaments import clockwork, entries, life, live, rounds, scores, times
from ladder.services.tournaments.acting import Changed
from tests.games import making
from tests.ladder.making import member
from tests.ladder.tournaments import done, official, opened, pairing, row, started
from vrhcaby import clock
from vrhcaby.errors import Refused

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

TRIALS = 8
LIMIT_S = 60


def at_once(*acts):
    """Run the acts in threads that start together; return what each answered."""
    barrier = threading.Barrier(len(acts))

    def run(act):
        try:
            barrier.wait(LIMIT_S)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts, timeout=LIMIT_S))


def sound():
    """Nothing that must hold is broken."""
    assert list(audit.check()) == []
    assert list(tournaments_audit.check()) == []
    assert list(games_audit.check()) == []


def seated(board):
    """Let the two of a pairing sit down; return their game."""
    making.swept()
    first, second = board.first.member, board.second.member
    for one in (first, second):
        making.here(one.pk)
    assert isinstance(live.start_match(pairing_id=board.pk, by_id=first.pk), Waiting)
    began = live.start_match(pairing_id=board.pk, by_id=second.pk)
    assert isinstance(began, Began), began
    return making.Game(began.match_id, (first.pk, second.pk))


def resigning(game):
    return partial(game.send, commands.Resign(game.state.turn))


def test_two_officials_edit_the_same_pairing():
    for trial in range(TRIALS):
        made = started(2, seating="by_hand", name=f"Cup {trial}")
        board, seen = pairing(made, 1, 1), row(made).version
        two = official()
        acts = [
            partial(
                scores.enter_result,
                pairing_id=board.pk,
                by_id=by_id,
                first_score=first,
                second_score=1 - first,
                version=seen,
                why="as I saw it",
            )
            for by_id, first in ((made.by_id, 1), (two.pk, 0))
        ]

        answers = at_once(*acts)

        (kept,) = [one for one in answers if isinstance(one, Changed)]
        (told,) = [one for one in answers if isinstance(one, Refused)]
        assert told.code == "changed_meanwhile", told
        winner = made.director if answers[0] is kept else two
        assert told.details["acts"][0]["by"] == winner.username
        board.refresh_from_db()
        assert board.first_result == (2 if winner == made.director else 0)
        assert OfficialAct.objects.filter(tournament=made.id, code="result_entered").count() == 1
    sound()


def test_a_result_arrives_while_the_round_is_reopened():
    for trial in range(TRIALS):
        made = started(4, seating="by_hand", name=f"Cup {trial}")
        one, two = pairing(made, 1, 1), pairing(made, 1, 2)
        later = clock_date(hours=48)
        done(times.set_time(pairing_id=one.pk, by_id=made.by_id, at=None, deadline_at=later))
        game = seated(one)
        done(
            scores.enter_result(pairing_id=two.pk, by_id=made.by_id, first_score=1, second_score=0)
        )
        first = Round.objects.get(stage__tournament=made.id, number=1)
        assert first.state == "closed"

        reopened, finished = at_once(
            partial(rounds.reopen_round, slug=made.slug, by_id=made.by_id, round_id=first.pk),
            resigning(game),
        )

        assert isinstance(reopened, Changed), reopened
        assert isinstance(finished, Ok), finished
        one.refresh_from_db()
        first.refresh_from_db()
        assert (one.state, one.source, first.state) == ("decided", "live", "open")
        assert LadderResult.objects.filter(result__match=game.match_id).count() == 1
    sound()


def test_two_matches_of_one_player_finish_at_once():
    for trial in range(TRIALS):
        made = started(3, seating="by_hand", rounds_open="all", name=f"Cup {trial}")
        boards = list(Pairing.objects.filter(round__stage__tournament=made.id))
        busy = made.entries[0]
        mine = [one for one in boards if busy in (one.first_id, one.second_id)]
        assert len(mine) == 2
        games = [seated(one) for one in mine]

        answers = at_once(*(resigning(game) for game in games))

        assert [type(one) for one in answers] == [Ok, Ok], answers
        for one in mine:
            one.refresh_from_db()
            assert (one.state, one.source) == ("decided", "live")
    sound()


def test_ten_enter_at_once_for_the_last_seat():
    for trial in range(3):
        made = opened(places=2, name=f"Cup {trial}")
        done(entries.enter(slug=made.slug, by_id=member(f"Anna{trial}").pk))
        ten = [member(f"Player{trial}-{number}") for number in range(10)]

        answers = at_once(*(partial(entries.enter, slug=made.slug, by_id=one.pk) for one in ten))

        assert all(isinstance(one, Changed) for one in answers), answers
        states = list(
            Entry.objects.filter(tournament=made.id)
            .order_by("number")
            .values_list("state", flat=True)
        )
        assert states == ["entered"] * 2 + ["waiting"] * 9


def test_ten_enter_at_once_where_nobody_may_wait():
    made = opened(places=1 + 1, waiting_list=False)
    done(entries.enter(slug=made.slug, by_id=member("Anna").pk))
    ten = [member(f"Player{number}") for number in range(10)]

    answers = at_once(*(partial(entries.enter, slug=made.slug, by_id=one.pk) for one in ten))

    assert sum(isinstance(one, Changed) for one in answers) == 1
    assert {one.code for one in answers if isinstance(one, Refused)} == {"full"}
    assert Entry.objects.filter(state="entered").count() == 2


def test_both_sit_down_at_the_same_moment():
    for trial in range(TRIALS):
        made = started(2, seating="by_hand", name=f"Cup {trial}")
        board = pairing(made, 1, 1)
        making.swept()
        players = [board.first.member, board.second.member]
        for one in players:
            making.here(one.pk)

        answers = at_once(
            *(partial(live.start_match, pairing_id=board.pk, by_id=one.pk) for one in players)
        )

        assert not [one for one in answers if isinstance(one, Refused)], answers
        if not any(isinstance(one, Began) for one in answers):
            assert isinstance(live.start_match(pairing_id=board.pk, by_id=players[0].pk), Waiting)
        assert Match.objects.filter(pairing=board).count() == sum(
            isinstance(one, Began) for one in answers
        )
    sound()


def test_a_match_ends_while_the_director_gives_a_walkover():
    for trial in range(TRIALS):
        made = started(2, seating="by_hand", name=f"Cup {trial}")
        board = pairing(made, 1, 1)
        game = seated(board)

        ruled, finished = at_once(
            partial(
                scores.walkover, pairing_id=board.pk, by_id=made.by_id, winner="first", why="left"
            ),
            resigning(game),
        )

        board.refresh_from_db()
        match = Match.objects.get(pk=game.match_id)
        if isinstance(finished, Ok) and match.reason == "resigned":
            assert (board.source, isinstance(ruled, Refused)) == ("live", True), ruled
            assert ruled.code in ("wrong_pairing_state", "busy")
        else:
            assert isinstance(ruled, Changed), ruled
            assert (board.source, match.reason) == ("walkover", "annulled")
            assert isinstance(finished, Refused)
    sound()


def test_a_draw_is_given_up_while_a_result_comes():
    for trial in range(TRIALS):
        made = started(2, seating="by_hand", name=f"Cup {trial}")
        board = pairing(made, 1, 1)

        undone, entered = at_once(
            partial(life.undo_state, slug=made.slug, by_id=made.by_id),
            partial(
                scores.enter_result,
                pairing_id=board.pk,
                by_id=made.by_id,
                first_score=1,
                second_score=0,
            ),
        )

        if isinstance(undone, Changed):
            assert isinstance(entered, Refused)
            assert entered.code in ("no_such_pairing", "busy")
            assert not Pairing.objects.filter(pk=board.pk).exists()
        else:
            assert undone.code == "depends_on_it"
            assert isinstance(entered, Changed)
            assert Pairing.objects.get(pk=board.pk).state == "decided"
    sound()


def test_the_last_results_of_a_round_come_at_once_and_the_next_opens_once():
    for trial in range(TRIALS):
        made = started(6, seating="by_hand", name=f"Cup {trial}")
        boards = [pairing(made, 1, number) for number in (1, 2, 3)]

        answers = at_once(
            *(
                partial(
                    scores.enter_result,
                    pairing_id=board.pk,
                    by_id=made.by_id,
                    first_score=1,
                    second_score=0,
                )
                for board in boards
            )
        )

        assert all(isinstance(one, Changed) for one in answers), answers
        opened_acts = OfficialAct.objects.filter(tournament=made.id, code="round_opened")
        assert sorted(opened_acts.values_list("subject__round", flat=True)) == [1, 2]
        assert {
            one.state
            for one in Pairing.objects.filter(round__stage__tournament=made.id, round__number=2)
        } == {"open"}
    sound()


def test_two_workers_tick_at_once():
    made = started(4, seating="by_hand", first_start=clock_date(hours=1), round_every_minutes=60)
    Round.objects.filter(stage__tournament=made.id).update(opens_at=clock_date(hours=-1))

    ticked = at_once(*[clockwork.tick] * 4)

    assert sum(one.opened for one in ticked) == 3
    assert OfficialAct.objects.filter(code="round_opened").count() == 3


def clock_date(*, hours):
    from games.instants import to_datetime

    return to_datetime(clock.now() + hours * 3_600_000)


def test_tournaments_of_one_name_made_at_the_same_moment_have_an_address_each():
    makers = [official() for _ in range(4)]
    settings = {"name": "Cup", "ruleset": "vrhcaby"}

    answers = at_once(*(partial(life.create, by_id=one.pk, settings=settings) for one in makers))

    assert len({done(one).slug for one in answers}) == 4
