"""Matches of every ruleset through the services, to their ends and into the ratings."""

import random

import pytest

from games import terms
from games.engine import commands as c
from games.engine.clock import ControlKind, TimeControl
from games.engine.rules import PRESETS
from games.engine.state import Phase
from games.models import Match, MatchEvent, Result, Seat
from games.services import audit, clocks, sitting
from games.services.answers import Began, Ok
from ladder.models import RatingChange
from tests.games import making
from tests.games.engine.playing import choose
from vrhcaby import clock
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = 3_600_000
LENGTHS = [
    *((key, {}) for key in PRESETS),
    ("standard", {"length": 3}),
    ("hypergammon", {"length": 5}),
    ("nasazovani", {"length": 2}),
]
MONEY = {"length": None, "jacoby": True, "beavers": 1, "raccoons": True, "automatic_doubles": 1}


def play_out(game: making.Game, hand, *, seed: int = 1) -> None:
    """Play a match to its end by chance; clocks are enforced all the time."""
    chance = random.Random(seed)
    while (state := game.state).phase is not Phase.OVER:
        hand.advance(1000)
        making.swept()
        answer = game.send(choose(state, chance))
        assert isinstance(answer, Ok), answer


@pytest.mark.parametrize(("ruleset", "options"), LENGTHS)
def test_a_match_of_any_ruleset_is_played_to_its_end_and_rated(hand, ruleset, options):
    game = making.game(ruleset=ruleset, options=options)
    play_out(game, hand)

    row, state = game.row, game.state
    changes = RatingChange.objects.filter(ladder_result__result__match=game.match_id)
    assert row.status == "finished"
    assert [seat.points for seat in row.seats.order_by("side")] == list(state.score)
    if state.winner is not None:
        assert max(state.score) >= (options.get("length") or 1)
    assert {change.length for change in changes} == {options.get("length") or 1}
    assert {change.pool.ruleset for change in changes} == {ruleset}
    assert list(audit.check()) == []


def test_a_longer_match_moves_ratings_further(hand):
    moved = {}
    for length in (1, 5):
        game = making.game(ruleset="hypergammon", options={"length": length})
        while game.state.phase is not Phase.OVER:
            hand.advance(1000)
            making.swept()
            assert isinstance(game.send(c.Leave(0)), Ok)
        change = RatingChange.objects.get(
            ladder_result__result__match=game.match_id, member=game.members[1]
        )
        moved[length] = change.after - change.before

    assert moved[5] > moved[1] > 0


def test_a_money_session_goes_on_until_one_leaves_and_is_not_rated(hand):
    game = making.game(ruleset="standard", options=MONEY, rated=False)
    play_out(game, hand, seed=5)

    row, state = game.row, game.state
    assert state.game == 3
    assert row.reason == "session_ended"
    assert sum(state.score) > 0
    assert not row.result.rated
    assert not RatingChange.objects.exists()
    assert list(audit.check()) == []


def test_the_dice_of_later_games_continue_the_same_stream(hand):
    game = making.game(ruleset="standard", options={"length": 3})
    play_out(game, hand, seed=2)

    drawn = []
    for kind, data in MatchEvent.objects.filter(match=game.match_id).values_list("kind", "data"):
        if kind == "game_started":
            drawn += [number for number, _, _ in data["opening"]]
        if kind == "rolled":
            drawn.append(data["roll"])
    assert sorted(set(drawn)) == list(range(1, game.state.rolls + 1))
    assert list(audit.check()) == []


def test_a_session_whose_next_game_nobody_wants_ends_after_ten_hours(hand):
    game = making.game(ruleset="hypergammon", options={"length": None}, rated=False)
    while game.state.phase is not Phase.BETWEEN:
        hand.advance(1000)
        making.swept()
        assert isinstance(game.send(choose(game.state, random.Random(3))), Ok)
    first = game.send(c.NextGame(0))
    due = game.row.deadline_at
    hand.advance(due - clock.now())
    making.swept()
    clocks.sweep()

    assert isinstance(first, Ok)
    assert game.row.reason == "session_ended"
    assert list(audit.check()) == []


def test_the_reserve_of_a_delay_clock_is_lost_for_good_and_costs_the_match(hand):
    control = TimeControl(ControlKind.DELAY, 12_000, reserve_ms=60_000)
    game = making.game(ruleset="standard", options={"length": 5}, control=control)
    game.be_here(until=making.NOON + HOUR)
    loser = game.state.turn
    due = game.row.deadline_at
    hand.advance(due - 1 - clock.now())
    making.swept()
    before = clocks.sweep()
    hand.advance(due - clock.now())
    making.swept()
    clocks.sweep()

    assert due == making.NOON + 72_000
    assert before.judged == 0
    assert (game.row.reason, game.row.winner) == ("time", 1 - loser)
    assert game.state.score[1 - loser] == 5
    assert Result.objects.get(match=game.match_id).rated
    assert list(audit.check()) == []


def test_correspondence_takes_vacation_first_and_waits_for_nobody_to_be_online(hand):
    control = terms.letters(limit_ms=24 * HOUR, vacation=1)
    game = making.game(ruleset="standard", options={"length": 5}, control=control)
    loser = game.state.turn
    for _ in range(2):
        hand.advance(game.row.deadline_at - clock.now())
        making.swept()
        clocks.sweep()

    kinds = game.kinds
    assert kinds.count("vacation_taken") == 1
    assert "presence_unknown" not in kinds
    # The game is lost, not the match: the next one has begun.
    assert game.state.score[1 - loser] > 0
    assert game.state.game == 2
    assert list(audit.check()) == []


def test_a_limit_lost_in_one_game_begins_the_next_with_the_sweep(hand):
    control = TimeControl(ControlKind.CORRESPONDENCE, 24 * HOUR, None)
    game = making.game(ruleset="hypergammon", options={"length": 25}, control=control)
    hand.advance(game.row.deadline_at - clock.now())
    making.swept()
    clocks.sweep()

    assert game.kinds[-1] in ("rolled", "passed", "game_started")
    assert game.row.status == "live"
    assert game.row.deadline_at > making.NOON + 24 * HOUR


def test_a_rematch_has_the_same_terms(hand):
    control = TimeControl(ControlKind.DELAY, 8_000, reserve_ms=120_000)
    game = making.game(ruleset="hypergammon", options={"length": 1}, control=control)
    while game.state.phase is not Phase.OVER:
        hand.advance(1000)
        making.swept()
        assert isinstance(game.send(c.Leave(1)), Ok)
    sitting.rematch(match_id=game.match_id, member_id=game.members[0])
    began = sitting.rematch(match_id=game.match_id, member_id=game.members[1])

    assert isinstance(began, Began)
    assert Match.objects.get(pk=began.match_id).options == game.row.options
    sides = Seat.objects.filter(match=began.match_id).order_by("side")
    assert tuple(sides.values_list("member_id", flat=True)) == game.members[::-1]


def test_a_double_is_answered_by_the_other_alone_and_once(hand):
    game = making.game(ruleset="standard", options={"length": 5})
    chance = random.Random(1)
    while game.state.roll is not None or not game.state.turns:
        hand.advance(1000)
        making.swept()
        game.send(choose(game.state, chance))
    doubler = game.state.turn
    offered = game.send(c.Double(doubler))
    own = game.send(c.Take(doubler))
    roll = game.send(c.Roll(doubler))
    taken = game.send(c.Take(1 - doubler))
    again = game.send(c.Drop(1 - doubler))

    assert isinstance(offered, Ok)
    assert own == Refused("decision_pending", {"version": offered.version})
    assert roll.code == "decision_pending"
    assert isinstance(taken, Ok)
    assert again.code == "no_double"
    assert (game.state.cube.value, game.state.cube.owner) == (2, 1 - doubler)


@pytest.mark.parametrize(
    ("ruleset", "options", "option"),
    [
        ("standard", {"length": None}, "length"),
        ("standard", {"length": 5, "crawford": False}, "crawford"),
        ("standard", {"opening_reroll": True}, "opening_reroll"),
        ("egyptian", {"backgammon_zone": "seed"}, "backgammon_zone"),
    ],
)
def test_what_changes_play_is_not_rated(ruleset, options, option):
    agreed = terms.resolve(ruleset, options=options)

    with pytest.raises(terms.NotRated) as refused:
        terms.require_ratable(ruleset, agreed)
    assert refused.value.details == {"option": option}


@pytest.mark.parametrize("length", [1, 2, 7, 25])
def test_length_and_time_are_free_in_rated_matches(length):
    for control in (None, terms.letters(limit_ms=HOUR, vacation=0)):
        agreed = terms.resolve("standard", options={"length": length}, control=control)
        assert terms.unrated_by("standard", agreed) is None
        assert agreed.options.crawford is (length > 1)
