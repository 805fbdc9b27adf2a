"""The dice of real matches: each match counted once, beside what fair dice may give."""

import random
from math import isclose

import pytest

from games.engine import commands
from games.engine.state import Phase
from games.models import DiceTally, MatchEvent
from games.selectors.real_dice import CRITICAL_99, real_dice
from games.services import tallies
from tests.games import making
from tests.games.engine.playing import choose

pytestmark = pytest.mark.django_db(transaction=True)


def played(hand, ruleset="hypergammon"):
    """A match played to its end by chance."""
    game, chance = making.game(ruleset=ruleset), random.Random(5)
    while game.state.phase is not Phase.OVER:
        hand.advance(1000)
        making.swept()
        game.send(choose(game.state, chance))
    return game


def drawn(game):
    """Every roll of a match by its number, as the events tell them."""
    found = {}
    for event in MatchEvent.objects.filter(match=game.match_id):
        for number, first, second in event.data.get("opening") or ():
            found[number] = (first, second)
        if event.kind == "rolled":
            found[event.data["roll"]] = tuple(event.data["dice"])
    return found


def test_every_roll_of_a_match_is_counted_once_and_only_once(hand):
    game = played(hand)
    hand.advance(tallies.LAG_MS + 1000)

    counted = [tallies.count() for _ in range(3)]

    rolls = drawn(game)
    assert counted == [1, 0, 0]
    assert sorted(rolls) == list(range(1, len(rolls) + 1))
    assert real_dice().rolls == len(rolls)
    for row in DiceTally.objects.all():
        assert row.count == list(rolls.values()).count((row.first, row.second))


def test_a_match_that_has_just_ended_waits_for_its_turn(hand):
    game = making.game()
    game.send(commands.Resign(0))

    early = tallies.count()
    hand.advance(tallies.LAG_MS + 1000)
    late = tallies.count()

    assert (early, late) == (0, 1)
    assert real_dice().matches == 1
    assert real_dice().counted_at is not None


def test_matches_beyond_a_batch_are_counted_in_the_next(hand, monkeypatch):
    monkeypatch.setattr(tallies, "BATCH", 2)
    for _ in range(5):
        making.game().send(commands.Resign(0))
    hand.advance(tallies.LAG_MS + 1000)

    assert tallies.count() == 5


def test_rulesets_are_counted_apart(hand):
    for ruleset in ("vrhcaby", "standard"):
        game = making.game(ruleset=ruleset, rated=False)
        game.send(commands.Leave(0))
    hand.advance(tallies.LAG_MS + 1000)
    tallies.count()

    parts = [real_dice(ruleset).rolls for ruleset in ("vrhcaby", "standard", "nackgammon")]

    assert parts[2] == 0
    assert sum(parts) == real_dice().rolls


def tallied(count):
    """Write down how often each of the 36 ordered rolls came."""
    for first in range(1, 7):
        for second in range(1, 7):
            DiceTally.objects.create(
                ruleset="vrhcaby", first=first, second=second, count=count(first, second)
            )


def test_even_dice_are_told_even():
    tallied(lambda _first, _second: 100)

    found = real_dice()

    assert (found.rolls, found.chi_square) == (3600, 0)
    assert [face.count for face in found.faces] == [1200] * 6
    pairs = {one.shown: one.count for one in found.rolls_by_pair}
    assert (pairs["6-6"], pairs["6-5"]) == (100, 200)
    assert len(pairs) == 21
    assert (found.doubles.count, found.doubles.expected) == (600, 600)
    for one in (*found.faces, *found.rolls_by_pair, found.doubles):
        assert one.low < one.count == one.expected < one.high


def test_a_loaded_die_is_seen():
    tallied(lambda first, _second: 150 if first == 6 else 90)

    found = real_dice()
    six = next(face for face in found.faces if face.shown == "6")

    assert found.chi_square > CRITICAL_99
    assert six.count > six.high


def test_before_any_roll_nothing_is_expected():
    found = real_dice()

    assert (found.matches, found.rolls, found.chi_square) == (0, 0, 0)
    assert all(isclose(face.expected, 0) for face in found.faces)
