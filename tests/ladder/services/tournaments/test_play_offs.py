"""Deciding matches for places that the chain leaves tied."""

import pytest
from django.utils import translation

from accounts import leaving, letters
from accounts.models import Member, Notice
from ladder import phrases
from ladder.models import Pairing
from ladder.selectors.tournaments import acts, field, tables
from ladder.services.tournaments import life, play_offs, scores
from tests.ladder.tournaments import done, pairing, refused, row, started

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


def test_places_that_are_tied_stay_so_only_by_the_directors_will():
    made = drawn(3)
    act = {"slug": made.slug, "by_id": made.by_id, "to": "finished"}
    names = [one.username for one in made.players]
    tied = [{"stage": 1, "stage_name": "", "place": 1, "players": names}]

    assert tables.table(field.of(stage_of(made))).needs_play_off
    details = refused(life.change_state(**act), "places_tied")
    assert row(made).state == "running"
    done(life.change_state(**act, even_if_tied=True))

    assert details == {"ties": tied}
    assert not tables.table(field.of(stage_of(made))).needs_play_off, "none is due any more"
    assert row(made).state == "finished"
    line = row(made).acts.get(code="state_changed", after__state="finished")
    assert line.after["ties"] == tied
    with translation.override("en"):
        told = phrases.act(line.code, line.subject, line.before, line.after)
    assert told.endswith(f"Left without a deciding match: place 1: {', '.join(names)}.")


def test_where_nothing_is_tied_leave_to_finish_so_says_nothing():
    made = started(2, seating="by_hand", chain=["play_off:3", "shared"])
    board = Pairing.objects.get()
    scores.enter_result(pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0)

    act = {"slug": made.slug, "by_id": made.by_id, "to": "finished"}
    done(life.change_state(**act, even_if_tied=True))

    assert "ties" not in row(made).acts.get(after__state="finished").after


def test_who_shared_a_place_and_has_left_for_good_is_not_named_by_the_log():
    made = drawn(2)
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="finished", even_if_tied=True))
    gone = leaving.forget(member_id=made.players[0].pk)

    told, _more = acts.log(row(made), number=1)

    (tie,) = told[0].after["ties"]
    assert tie["players"] == [gone.username, made.players[1].username]


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", "a deciding match for place 1 is to be played"),
        ("cs", "rozhodující zápas o 1. místo"),
    ],
)
@pytest.mark.parametrize(
    ("players", "rounds_open", "with_opponent"),
    [(2, "one_by_one", 2), (2, "all", 2), (3, "one_by_one", 2), (3, "all", 0)],
)
def test_players_of_a_deciding_match_are_told_what_it_is(
    players, rounds_open, with_opponent, language, named
):
    made = drawn(players, rounds_open=rounds_open)
    Notice.objects.all().delete()
    Member.objects.update(language=language)

    done(created(made))

    told = Notice.objects.filter(kind="round_start")
    assert told.count() == (with_opponent or players)
    assert sum("opponent" in one.params for one in told) == with_opponent
    with translation.override(language):
        assert all(named in letters.sentence(one) for one in told)
    assert all(named in " ".join(letters.letter(one).body.split()) for one in told)


def test_a_deciding_match_is_marked_when_nothing_else_is_open():
    made = started(3, seating="by_hand", chain=["play_off:3", "shared"])
    marks = []
    for number in (1, 2, 3):
        board = pairing(made, number, 1)
        marks.append(tables.table(field.of(stage_of(made))).needs_play_off)
        done(
            scores.enter_result(
                pairing_id=board.pk, by_id=made.by_id, first_score=0, second_score=0
            )
        )

    assert marks == [False, False, False]
    assert tables.table(field.of(stage_of(made))).needs_play_off
    assert not tables.table(field.of(stage_of(made)), after_round=2).needs_play_off


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
