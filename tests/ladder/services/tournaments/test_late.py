"""Late entries: whom they meet, and what becomes of the rounds they have missed."""

from itertools import chain

import pytest

from games.instants import to_datetime
from ladder.models import Entry, Pairing
from ladder.selectors.tournaments import field
from ladder.services.tournaments import audit, late, life, scores, withdrawals
from tests.games import making
from tests.ladder.making import member
from tests.ladder.tournaments import done, refused, row, started
from vrhcaby import clock

pytestmark = pytest.mark.django_db


def played(players, rounds, **settings):
    made = started(players, seating="by_hand", late_until_round=3, **settings)
    for number in range(1, rounds + 1):
        for one in Pairing.objects.filter(round__number=number).order_by("number"):
            done(
                scores.enter_result(
                    pairing_id=one.pk, by_id=made.by_id, first_score=1, second_score=0
                )
            )
    return made


def joined(made, **who):
    return late.late_entry(slug=made.slug, by_id=made.by_id, why="came later", **who)


def games_of(entry_id):
    rows = Pairing.objects.filter(first=entry_id) | Pairing.objects.filter(second=entry_id)
    return list(rows.order_by("round__number", "number"))


@pytest.mark.parametrize(("players", "double"), [(5, False), (4, False), (5, True), (4, True)])
def test_a_late_player_meets_everybody_as_often_as_the_others(players, double):
    kind = "double_round_robin" if double else "round_robin"
    made = played(players, 1, format=kind)

    entry_id = done(joined(made, member_id=member("Late").pk)).id

    games = games_of(entry_id)
    met = [g.second_id if g.first_id == entry_id else g.first_id for g in games]
    assert sorted(met) == sorted(made.entries * (2 if double else 1))
    firsts = sum(g.first_id == entry_id for g in games)
    assert abs(2 * firsts - len(games)) <= 1
    everyone = chain.from_iterable(
        {(g.round_id, g.first_id), (g.round_id, g.second_id)} for g in Pairing.objects.all()
    )
    if players % 2:
        seen = list(everyone)
        assert len(seen) == len(set(seen)), "somebody plays twice in a round"


def test_missed_rounds_are_lost_by_walkover():
    made = played(5, 2)

    entry_id = done(joined(made, name="Pozdní, Karel")).id

    missed, others = games_of(entry_id)[:2], games_of(entry_id)[2:]
    assert [(one.state, one.source, one.forfeit) for one in missed] == [
        ("decided", "walkover", True)
    ] * 2
    assert others[0].state == "open"
    assert {one.state for one in others[1:]} == {"waiting"}
    stage = row(made).stages.select_related("tournament").get()
    assert len(field.of(stage).standings().rows) == 6


def test_or_they_are_played_later():
    made = played(5, 2, late_missed="reschedule")

    entry_id = done(joined(made, name="Karel")).id

    assert [one.state for one in games_of(entry_id)] == [
        "open",
        "open",
        "open",
        "waiting",
        "waiting",
    ]


def test_nobody_meets_who_has_left():
    made = played(5, 1)
    done(
        withdrawals.withdraw(slug=made.slug, by_id=made.by_id, entry_id=made.entries[0], why="ill")
    )

    entry_id = done(joined(made, name="Karel")).id

    assert len(games_of(entry_id)) == 4
    assert made.entries[0] not in {one.first_id for one in games_of(entry_id)}


def test_after_the_round_that_was_set_it_is_too_late():
    made = played(4, 3)
    refused(joined(made, name="Karel"), "late_entries_over")
    assert Entry.objects.count() == 4

    other = started(4, seating="by_hand")
    refused(joined(other, name="Karel"), "late_entries_over")


def test_nobody_enters_late_twice():
    made = played(4, 0)
    anna = member("Anna")
    done(joined(made, member_id=anna.pk))

    refused(joined(made, member_id=anna.pk), "already_entered")
    refused(joined(made, member_id=10**9), "no_such_member")
    refused(joined(made, name=" "), "bad_guest_name")


def clean(made):
    """Nobody has two boards in a round, and everybody meets everybody once."""
    seats = [
        (one.round_id, seat)
        for one in Pairing.objects.filter(round__stage__tournament__slug=made.slug)
        for seat in (one.first_id, one.second_id)
    ]
    return len(seats) == len(set(seats))


def test_before_anything_is_played_the_pairings_are_drawn_anew():
    made = played(8, 0)
    before = [seat.entry_id for seat in row(made).stages.get().seats.order_by("number")]

    entry_id = done(joined(made, name="Karel")).id

    stage = row(made).stages.get()
    assert [seat.entry_id for seat in stage.seats.order_by("number")] == [*before, entry_id]
    assert stage.rounds.count() == 9
    assert clean(made)
    assert list(stage.rounds.order_by("number").values_list("state", flat=True)) == [
        "open",
        *["waiting"] * 8,
    ]
    assert row(made).acts.filter(code="late_entry_drawn").count() == 1
    assert list(audit.check()) == []


def test_the_pairings_stay_where_the_director_wants_it_or_something_was_played():
    made = played(4, 0)
    known = set(Pairing.objects.values_list("pk", flat=True))
    done(joined(made, name="Karel", redraw=False))
    assert known < set(Pairing.objects.values_list("pk", flat=True))

    other = played(4, 1)
    refused(joined(other, name="Karel", redraw=True), "pairings_begun")
    assert Entry.objects.filter(tournament__slug=other.slug).count() == 4


def test_the_late_player_himself_plays_once_in_a_round():
    made = played(4, 1)

    entry_id = done(joined(made, name="Karel")).id

    rounds = [one.round.number for one in games_of(entry_id)]
    assert rounds == [1, 2, 3, 4]
    assert row(made).stages.get().rounds.count() == 4


def test_what_it_brings_is_what_the_preview_said():
    made = played(4, 1, places=4)
    told = late.preview(tournament=row(made), name="Karel")

    entry_id = done(joined(made, name="Karel")).id

    assert (told.name, told.anew, told.over) == ("Karel", False, 1)
    games = games_of(entry_id)
    met = [one.second_id if one.first_id == entry_id else one.first_id for one in games]
    assert [one.opponent.pk for one in told.meetings] == met
    assert [one.lost for one in told.meetings] == [one.forfeit for one in games]
    twice = {one.round for one in told.meetings if one.twice}
    assert twice == {2, 3}
    assert [one.round for one in told.meetings if one.added] == [4]


def test_a_tournament_with_rounds_played_later_comes_to_its_end():
    made = played(5, 2, late_missed="reschedule")
    done(joined(made, name="Karel"))
    assert list(audit.check()) == []

    while Pairing.objects.filter(state="open").exists():
        one = Pairing.objects.filter(state="open").order_by("round__number", "pk").first()
        done(
            scores.enter_result(pairing_id=one.pk, by_id=made.by_id, first_score=1, second_score=0)
        )

    done(life.change_state(slug=made.slug, by_id=made.by_id, to="finished"))
    assert list(audit.check()) == []


def test_a_missed_round_that_is_played_later_has_time_for_it():
    with clock.frozen(making.NOON) as hand:
        made = played(5, 2, late_missed="reschedule", round_lasts_minutes=60)
        hand.advance(90 * making.MINUTE)
        entry_id = done(joined(made, name="Karel")).id

        now = to_datetime(clock.now())
        assert [one.due_at > now for one in games_of(entry_id)[:3]] == [True] * 3
