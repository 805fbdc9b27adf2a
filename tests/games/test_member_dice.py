"""A member's dice: his own rolls, each match once, beside the band of fair dice."""

import importlib
import random
from fractions import Fraction
from itertools import product
from math import isclose, sqrt

import pytest
from django.apps import apps

from games.engine import commands
from games.engine.state import Phase
from games.models import DiceCount, DiceTally, MatchEvent, MemberDice
from games.selectors import member_dice
from games.selectors.member_dice import Verdict
from games.services import tallies
from tests.games import making
from tests.games.engine.playing import choose
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db(transaction=True)

ROLLS = [sum(dice) * (2 if len(set(dice)) == 1 else 1) for dice in product(range(1, 7), repeat=2)]


def played(hand, ruleset):
    """A match played to its end by chance, old enough to be counted."""
    game, chance = making.game(ruleset=ruleset, rated=False), random.Random(5)
    while game.state.phase is not Phase.OVER:
        hand.advance(1000)
        making.swept()
        game.send(choose(game.state, chance))
    hand.advance(tallies.LAG_MS + 1000)
    return game


def own_rolls(game, side):
    """What a side rolled, opening rolls aside."""
    events = MatchEvent.objects.filter(match=game.match_id).order_by("seq")
    opening = {roll[0] for event in events for roll in event.data.get("opening") or ()}
    rolled = [event.data for event in events if event.kind == "rolled" and event.seat == side]
    return [tuple(one["dice"]) for one in rolled if one["roll"] not in opening]


def figures(member_id):
    return MemberDice.objects.values_list("rolls", "pips", "doubles").get(pk=member_id)


def summed(rolls):
    pips = sum(4 * first if first == second else first + second for first, second in rolls)
    return len(rolls), pips, sum(first == second for first, second in rolls)


@pytest.mark.parametrize("ruleset", ["vrhcaby", "hypergammon"])
def test_both_players_own_rolls_are_counted_once(hand, ruleset):
    game = played(hand, ruleset)

    for _ in range(3):
        tallies.count()

    for side, member_id in enumerate(game.members):
        assert figures(member_id) == summed(own_rolls(game, side))


def test_a_played_opening_roll_which_is_never_a_double_is_nobodys(hand):
    game = making.game(ruleset="hypergammon", rated=False)
    kinds = list(MatchEvent.objects.filter(match=game.match_id).values_list("kind", flat=True))
    game.send(commands.Leave(0))
    hand.advance(tallies.LAG_MS + 1000)

    tallies.count()

    assert kinds.count("rolled") == 1
    assert DiceTally.objects.exists()
    assert not MemberDice.objects.exists()


def test_further_matches_are_added_in_slices(hand, monkeypatch):
    monkeypatch.setattr(tallies, "BATCH", 1)
    game = played(hand, "vrhcaby")
    tallies.count()
    once = summed(own_rolls(game, 0))
    MemberDice.objects.filter(pk=game.members[0]).update(rolls=100, pips=800, doubles=15)
    DiceCount.objects.update(upto_result=0)

    tallies.count()

    assert figures(game.members[0]) == tuple(
        a + b for a, b in zip((100, 800, 15), once, strict=True)
    )


def test_a_slice_that_fails_counts_nothing(hand, monkeypatch):
    game = played(hand, "vrhcaby")

    def fail(_rolls):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(tallies, "_add_to_members", fail)
        with pytest.raises(RuntimeError):
            tallies.count()
    assert not DiceTally.objects.exists()
    tallies.count()

    assert figures(game.members[1]) == summed(own_rolls(game, 1))


def test_matches_counted_before_there_were_figures_of_members_are_counted_again(hand):
    game = played(hand, "vrhcaby")
    tallies.count()
    before = sorted(DiceTally.objects.values_list("first", "second", "count"))
    MemberDice.objects.all().delete()

    importlib.import_module("games.migrations.0007_dice_of_members").count_again(apps, None)
    tallies.count()

    assert figures(game.members[0]) == summed(own_rolls(game, 0))
    assert sorted(DiceTally.objects.values_list("first", "second", "count")) == before


def test_the_expected_figures_are_those_of_the_36_rolls():
    mean = Fraction(sum(ROLLS), 36)

    assert mean == Fraction(294, 36)
    assert isclose(member_dice.MEAN_PIPS, mean)
    assert isclose(member_dice.PIPS_VARIANCE, sum((pips - mean) ** 2 for pips in ROLLS) / 36)
    assert [member_dice.pips(*dice) for dice in product(range(1, 7), repeat=2)] == ROLLS


def lucky(rolls, pips, doubles):
    member = making.member()
    MemberDice.objects.create(member=member, rolls=rolls, pips=pips, doubles=doubles)
    return member_dice.luck(member)


def test_dice_as_expected_lie_within_the_band():
    found = lucky(3600, 29400, 600)

    assert found.pips.verdict is found.doubles.verdict is Verdict.WITHIN
    assert isclose(found.pips.value, found.pips.expected)
    assert isclose(found.doubles.value, found.doubles.expected)
    # 99 % of a normal curve lie within 2.5758 deviations; of a roll's pips that is 4.3 each.
    assert isclose(found.pips.high - found.pips.expected, 2.5758 * 4.298 / 60, rel_tol=1e-3)
    deviation = sqrt(1 / 6 * 5 / 6 / 3600)
    assert isclose(found.doubles.expected - found.doubles.low, 2.5758 * deviation, rel_tol=1e-3)


@pytest.mark.parametrize(
    ("doubles", "verdict"),
    [
        (542, Verdict.BELOW),
        (543, Verdict.WITHIN),
        (657, Verdict.WITHIN),
        (658, Verdict.ABOVE),
    ],
)
def test_what_lies_outside_the_band_is_told_from_what_lies_within(doubles, verdict):
    assert lucky(3600, 29400, doubles).doubles.verdict is verdict


def test_a_few_rolls_are_not_judged_and_no_band_is_wider_than_dice():
    found = lucky(1, 24, 1)

    assert found.pips.verdict is found.doubles.verdict is Verdict.TOO_FEW
    assert (found.pips.low, found.doubles.low) == (3, 0)
    assert (found.pips.high, found.doubles.high) <= (24, 1)


def test_without_a_roll_there_is_no_luck():
    assert member_dice.luck(making.member()) is None
    assert lucky(0, 0, 0) is None


def test_the_interface_tells_the_same():
    member = making.member()
    empty = calling.Caller().get(f"members/{member.pk}/dice").json
    MemberDice.objects.create(member=member, rolls=3600, pips=29400, doubles=700)

    told = calling.Caller().get(f"members/{member.pk}/dice").json

    assert empty == {"rolls": 0, "pips": None, "doubles": None}
    assert (told["rolls"], told["pips"]["verdict"]) == (3600, "within")
    assert told["doubles"]["verdict"] == "above"


def test_who_has_left_has_no_luck_any_more():
    member = making.member()
    MemberDice.objects.create(member=member, rolls=36, pips=294, doubles=6)
    member.is_active = False
    member.save()

    assert calling.Caller().get(f"members/{member.pk}/dice").status == 404
