"""Deciding matches for places that the chain leaves tied."""

import pytest

from ladder.models import Pairing
from ladder.selectors.tournaments import field
from ladder.services.tournaments import play_offs, scores
from tests.ladder.tournaments import done, refused, row, started

pytestmark = pytest.mark.django_db


def drawn(players=4, **settings):
    """A tournament in which everything was drawn, so that all are tied."""
    made = started(players, seating="by_hand", chain=["play_off:3", "shared"], **settings)
    while Pairing.objects.filter(state="open").exists():
        board = Pairing.objects.filter(state="open").order_by("pk").first()
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=0, second_score=0
            )
        )
    return made


def stage_of(made):
    return row(made).stages.select_related("tournament").get(number=1)


def created(made, **how):
    return play_offs.create(
        slug=made.slug, by_id=made.by_id, stage_id=stage_of(made).pk, **{"place": 1, **how}
    )


def test_the_tied_play_each_other_and_the_table_follows():
    made = drawn()
    done(created(made))
    refused(created(made), "play_off_exists")
    boards = list(Pairing.objects.filter(round__stage__kind="play_off").order_by("pk"))
    assert len(boards) == 6

    while Pairing.objects.filter(state="open").exists():
        board = Pairing.objects.filter(state="open").order_by("pk").first()
        win = board.first_id < board.second_id
        done(
            scores.enter_result(
                pairing_id=board.pk,
                by_id=made.by_id,
                first_score=int(win),
                second_score=int(not win),
            )
        )

    table = field.of(stage_of(made)).standings()
    assert [(made.entries.index(int(r.seat)) + 1, r.place) for r in table.rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_no_deciding_match_without_a_tie_or_before_the_end():
    made = started(4, seating="by_hand", chain=["play_off:3", "shared"])

    refused(created(made), "not_all_decided")
    refused(created(made, place=7), "not_all_decided")
    refused(
        play_offs.create(slug=made.slug, by_id=made.by_id, stage_id=10**9, place=1), "no_such_stage"
    )


def test_a_length_that_the_rules_do_not_know_is_refused_and_nothing_made():
    made = drawn()

    refused(created(made, length=7), "bad_lengths")

    assert not Pairing.objects.filter(round__stage__kind="play_off").exists()
