"""Players who leave: the preview, the act, the ladder, and the way back."""

import pytest

from ladder.models import LadderResult, Pairing, Rating, Round
from ladder.selectors import ledger
from ladder.selectors.tournaments import field, tables
from ladder.services import audit
from ladder.services.tournaments import scores, withdrawals
from tests.ladder.tournaments import done, pairing, refused, row, started

pytestmark = pytest.mark.django_db


def played(players, rounds, **settings):
    """A running tournament whose first rounds the first of each pairing has won."""
    made = started(players, seating="by_hand", **settings)
    for number in range(1, rounds + 1):
        for one in Pairing.objects.filter(
            round__number=number, round__stage__tournament__slug=made.slug
        ).order_by("number"):
            answer = scores.enter_result(
                pairing_id=one.pk, by_id=made.by_id, first_score=1, second_score=0
            )
            done(answer)
    return made


def leave(made, number, policy, **how):
    return withdrawals.withdraw(
        slug=made.slug,
        by_id=made.by_id,
        entry_id=made.entries[number - 1],
        policy=policy,
        why="ill",
        **how,
    )


def places(made):
    stage = row(made).stages.select_related("tournament").get(number=1)
    table = field.of(stage).standings()
    return {made.entries.index(int(line.seat)) + 1: line.place for line in table.rows}


def test_a_preview_shows_both_tables_and_changes_nothing():
    made = played(4, 1)

    shown = withdrawals.preview(entry_id=made.entries[0], policy="annul_below_half")

    assert (shown.verdict.completed, shown.verdict.in_full, shown.verdict.counts) == (1, 3, False)
    assert len(shown.tables.before.rows) == 4
    assert len(shown.tables.after.rows) == 3
    assert places(made).keys() == {1, 2, 3, 4}


def test_below_half_nothing_counts_for_the_table_and_the_rating_stays():
    made = played(4, 1)

    done(leave(made, 1, "annul_below_half"))

    assert places(made).keys() == {2, 3, 4}
    assert Rating.objects.get(member=made.players[0]).rating > 1500
    assert {one.state for one in Pairing.objects.filter(first=made.entries[0])} == {
        "decided",
        "void",
    }
    assert list(audit.check()) == []


def test_from_half_on_the_rest_is_lost_by_walkover():
    made = played(4, 2)

    done(leave(made, 1, "annul_below_half"))

    stage = row(made).stages.select_related("tournament").get(number=1)
    added = [one for one in field.of(stage).withdrawal.games if one.added]
    assert len(added) == 1
    (line,) = (
        one for one in tables.table(field.of(stage)).lines if one.entry.pk == made.entries[0]
    )
    assert (line.played, line.won + line.lost) == (2, 3)
    assert places(made).keys() == {1, 2, 3, 4}


def test_void_takes_the_ratings_back_and_undo_gives_them_again():
    made = played(4, 2)
    before = dict(Rating.objects.values_list("member", "rating"))

    done(leave(made, 1, "void_all"))
    assert Rating.objects.get(member=made.players[0]).rating == 1500
    counting = [one for one in LadderResult.objects.all() if ledger.score_in_force(one) is not None]
    assert len(counting) == 2

    done(
        withdrawals.undo_withdrawal(
            slug=made.slug, by_id=made.by_id, entry_id=made.entries[0], why="recovered"
        )
    )
    assert dict(Rating.objects.values_list("member", "rating")) == before
    assert pairing(made, 3, 2).state == "open"
    assert list(audit.check()) == []


def test_nobody_leaves_twice_or_without_a_reason():
    made = played(4, 1)
    done(leave(made, 1, "keep_and_forfeit"))

    refused(leave(made, 1, "keep_and_forfeit"), "has_left_already")
    refused(leave(made, 2, "vanish"), "unknown_choice")
    refused(
        withdrawals.withdraw(slug=made.slug, by_id=made.by_id, entry_id=made.entries[1]),
        "why_missing",
    )


def test_the_order_of_two_withdrawals_does_not_matter():
    one, other = played(6, 2), played(6, 2)
    for number in (2, 5):
        done(leave(one, number, "annul_below_half"))
    for number in (5, 2):
        done(leave(other, number, "annul_below_half"))

    assert places(one) == places(other)


def test_when_the_last_open_pairing_is_void_the_round_closes_and_the_next_opens():
    made = played(4, 0)
    board = pairing(made, 1, 2)
    done(scores.enter_result(pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0))

    done(leave(made, 1, "annul_below_half"))

    assert pairing(made, 1, 1).round.state == "closed"
    assert pairing(made, 2, 1).state == "open"
    assert pairing(made, 2, 2).state == "void"


def test_a_round_that_only_leavers_were_to_play_is_no_end():
    made = played(3, 0)
    done(leave(made, 2, "annul_below_half"))

    for _ in range(3):
        board = Pairing.objects.filter(state="open").first()
        if board is None:
            break
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0
            )
        )

    states = Round.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == ["closed", "closed", "closed"]
