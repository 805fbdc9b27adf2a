"""Groups, and the knock-out after them: seeds, byes, winners, the third place, corrections."""

import pytest
from django.utils import translation

from accounts import letters
from accounts.models import Notice
from ladder import tournament_phrases
from ladder.models import Pairing, Round, Stage
from ladder.services import audit
from ladder.services.tournaments import brackets, life, scores, withdrawals
from tests.ladder.tournaments import done, pairing, refused, row, started

pytestmark = pytest.mark.django_db


def won_by_number(made, stage=None):
    """Let the player entered first win each open pairing."""
    while True:
        rows = Pairing.objects.filter(round__stage__tournament__slug=made.slug, state="open")
        board = rows.order_by("pk").first()
        if board is None or (stage and board.round.stage.number != stage):
            return
        win = board.first_id < board.second_id
        done(
            scores.enter_result(
                pairing_id=board.pk,
                by_id=made.by_id,
                first_score=int(win),
                second_score=int(not win),
            )
        )


def groups(players=8, count=2, **settings):
    return started(
        players,
        seating="by_hand",
        format="groups_knockout",
        groups=count,
        rated=False,
        **settings,
    )


def knocked_out(made, **how):
    return brackets.start_knockout(slug=made.slug, by_id=made.by_id, **how)


def numbers(made, round_number, stage):
    rows = Pairing.objects.filter(
        round__stage__tournament__slug=made.slug,
        round__number=round_number,
        round__stage__number=stage,
    ).order_by("number")
    return [
        tuple(made.entries.index(one) + 1 if one else None for one in (p.first_id, p.second_id))
        for p in rows
    ]


def test_groups_are_dealt_there_and_back():
    made = groups()

    dealt = [
        [made.entries.index(seat.entry_id) + 1 for seat in stage.seats.order_by("number")]
        for stage in Stage.objects.order_by("number")
    ]
    assert dealt == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert list(Stage.objects.values_list("name", flat=True)) == ["A", "B"]


def test_from_the_groups_to_the_final_and_the_third_place():
    made = groups()
    refused(knocked_out(made), "not_all_decided")
    won_by_number(made)
    done(knocked_out(made))

    assert numbers(made, 1, 3) == [(1, 3), (2, 4)]
    assert numbers(made, 2, 3) == [(None, None), (None, None)]
    won_by_number(made)

    assert numbers(made, 2, 3) == [(1, 2), (3, 4)]
    places = Pairing.objects.filter(round__stage__number=3, round__number=2)
    assert sorted(places.values_list("number", "for_place")) == [(1, 1), (2, 3)]
    refused(knocked_out(made), "knockout_exists")
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="finished"))


def test_byes_go_to_the_best():
    made = groups(9, 3, qualifiers=2)
    won_by_number(made)
    done(knocked_out(made))

    first = numbers(made, 1, 4)
    assert [pair for pair in first if pair[1] is None] == [(1, None), (2, None)]
    byes = Pairing.objects.filter(source="bye")
    assert set(byes.values_list("state", "first_result")) == {("decided", 2)}
    won_by_number(made)
    assert not Pairing.objects.filter(state__in=["open", "waiting"]).exists()


def test_a_corrected_semifinal_moves_the_finalist_until_the_final_has_begun():
    made = groups()
    won_by_number(made)
    done(knocked_out(made))
    for number in (1, 2):
        board = pairing(made, 1, number, stage=3)
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0
            )
        )
    semi = pairing(made, 1, 1, stage=3)
    act = {"pairing_id": semi.pk, "by_id": made.by_id, "why": "misread"}

    done(scores.enter_result(**act, first_score=0, second_score=1))
    assert numbers(made, 2, 3) == [(3, 2), (1, 4)]

    final = pairing(made, 2, 1, stage=3)
    done(scores.enter_result(pairing_id=final.pk, by_id=made.by_id, first_score=1, second_score=0))
    details = refused(
        scores.enter_result(**act, first_score=1, second_score=0), "next_pairing_begun"
    )
    assert details["pairing"] == final.pk
    assert pairing(made, 1, 1, stage=3).second_result == 2


def test_who_leaves_a_knockout_loses_by_walkover_and_the_other_goes_on():
    made = groups()
    won_by_number(made)
    done(knocked_out(made))

    done(
        withdrawals.withdraw(slug=made.slug, by_id=made.by_id, entry_id=made.entries[0], why="ill")
    )

    assert pairing(made, 1, 1, stage=3).source == "withdrawal"
    assert numbers(made, 2, 3)[0] == (3, None)
    won_by_number(made)
    assert not Pairing.objects.filter(state__in=["open", "waiting"]).exists()


def test_a_tie_for_going_on_is_settled_by_the_director_among_the_tied_alone():
    made = groups(6, 2, chain=["shared"])
    for board in Pairing.objects.order_by("pk"):
        board.refresh_from_db()
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=0, second_score=0
            )
        ) if board.state == "open" else None
    while Pairing.objects.filter(state="open").exists():
        board = Pairing.objects.filter(state="open").first()
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=0, second_score=0
            )
        )

    details = refused(knocked_out(made), "qualifiers_tied")
    assert (details["stage"], details["place"], len(details["names"])) == (1, 1, 3)
    assert details["play_off"] is False
    with translation.override("en"):
        assert tournament_phrases.sentence("qualifiers_tied", details).endswith("say why.")
        due = details | {"play_off": True}
        assert "let them play" in tournament_phrases.sentence("qualifiers_tied", due)
    one, two = (
        [seat.entry_id for seat in stage.seats.order_by("number")]
        for stage in Stage.objects.order_by("number")
    )
    refused(knocked_out(made, order={1: one[:2], 2: two[:2]}), "why_missing")
    refused(knocked_out(made, order={1: two[:2], 2: two[:2]}, why="lot"), "bad_order")
    done(knocked_out(made, order={1: one[:2], 2: two[:2]}, why="lot drawn in the hall"))
    assert Stage.objects.filter(kind="knockout").count() == 1


def test_the_draw_of_a_knockout_waits_for_its_own_rounds():
    made = groups()
    won_by_number(made)
    done(knocked_out(made))

    rounds = Round.objects.filter(stage__number=3).order_by("number")
    assert list(rounds.values_list("state", flat=True)) == ["open", "waiting"]
    assert row(made).state == "running"


def test_where_both_lose_the_next_goes_on_alone():
    made = groups()
    won_by_number(made)
    done(knocked_out(made))
    semi = pairing(made, 1, 1, stage=3)
    done(scores.double_walkover(pairing_id=semi.pk, by_id=made.by_id, why="nobody came"))

    won_by_number(made)

    final = pairing(made, 2, 1, stage=3)
    assert (final.state, final.source, final.first, final.second_result) == (
        "decided",
        "bye",
        None,
        2,
    )
    assert not Pairing.objects.filter(state__in=["open", "waiting"]).exists()


def test_a_semifinal_that_both_lost_is_corrected_when_the_other_has_gone_on_alone():
    made = groups()
    won_by_number(made)
    done(knocked_out(made))
    semi = pairing(made, 1, 1, stage=3)
    done(scores.double_walkover(pairing_id=semi.pk, by_id=made.by_id, why="nobody came"))
    won_by_number(made)
    assert pairing(made, 2, 1, stage=3).source == "bye"

    done(scores.walkover(pairing_id=semi.pk, by_id=made.by_id, winner="first", why="he was here"))

    final = pairing(made, 2, 1, stage=3)
    assert (final.state, final.source, final.first_id) == ("open", "", semi.first_id)
    assert list(audit.check()) == []


def test_players_are_told_which_round_of_the_knock_out_begins():
    made = groups(count=2, qualifiers=2, third_place=True)
    won_by_number(made)
    done(knocked_out(made))
    won_by_number(made)

    told = Notice.objects.filter(kind="round_start", params__part="knockout").order_by("pk")
    with translation.override("en"):
        said = [letters.sentence(one).partition(" You play")[0] for one in told]
    with translation.override("cs"):
        czech = {letters.sentence(one).partition(".")[0] for one in told}

    name = row(made).name
    assert said[:4] == [f"The semi-finals of the tournament {name} have begun."] * 4
    assert sorted(said[4:]) == [
        *[f"The final of the tournament {name} has begun."] * 2,
        *[f"The match for the third place of the tournament {name} has begun."] * 2,
    ]
    assert f"V turnaji {name} začalo finále" in czech
