"""The final order of groups and a knock-out, on brackets that were played to the end."""

from ladder.rules.final_order import Tie, final_order
from ladder.rules.results import LOSS, WIN

GROUPS = [[(1, 1), (4, 2), (5, 3), (8, 4)], [(2, 1), (3, 2), (6, 3), (7, 4)]]


def won(number, first, second, for_place=None):
    """A match that the first has won."""
    return Tie(number, first, second, WIN, LOSS, for_place)


def places(ties, groups=GROUPS):
    return [(one.seat, one.place, one.last) for one in final_order(ties, groups)]


def test_final_and_third_place_give_four_places_and_the_groups_the_rest():
    ties = [won(1, 1, 3), won(1, 2, 4), won(2, 2, 1, for_place=1), won(2, 4, 3, for_place=3)]

    assert places(ties) == [
        (2, 1, 1),
        (1, 2, 2),
        (4, 3, 3),
        (3, 4, 4),
        (5, 5, 6),
        (6, 5, 6),
        (8, 7, 8),
        (7, 7, 8),
    ]


def test_without_a_match_for_it_the_third_place_is_shared():
    ties = [won(1, 1, 3), won(1, 2, 4), won(2, 2, 1, for_place=1)]

    assert places(ties)[2:4] == [(4, 3, 4), (3, 3, 4)]


def test_who_lost_later_stands_before_who_lost_earlier():
    ties = [
        *(won(1, first, second) for first, second in ((1, 8), (4, 5), (2, 7), (3, 6))),
        won(2, 1, 4),
        won(2, 2, 3),
        won(3, 1, 2, for_place=1),
    ]
    groups = [[(seat, 1)] for seat in range(1, 9)]

    assert [(place, last) for _seat, place, last in places(ties, groups)] == [
        (1, 1),
        (2, 2),
        *[(3, 4)] * 2,
        *[(5, 8)] * 4,
    ]


def test_a_final_that_both_lost_has_no_winner():
    ties = [won(1, 1, 3), won(1, 2, 4), Tie(2, 1, 2, LOSS, LOSS, 1)]

    assert places(ties)[:2] == [(1, 1, 2), (2, 1, 2)]


def test_an_annulled_final_leaves_both_before_the_others():
    ties = [
        won(1, 1, 3),
        won(1, 2, 4),
        Tie(2, 1, 2, None, None, 1),
        won(2, 3, 4, for_place=3),
    ]

    assert places(ties)[:4] == [(1, 1, 2), (2, 1, 2), (3, 3, 3), (4, 4, 4)]


def test_who_goes_through_the_final_alone_has_won():
    ties = [Tie(1, 1, 3, LOSS, LOSS), won(1, 2, 4), Tie(2, None, 2, LOSS, WIN, 1)]

    assert places(ties)[0] == (2, 1, 1)
