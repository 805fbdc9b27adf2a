"""Who has left for good is not named by the log, and nobody else is called like him."""

import importlib

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts import leaving
from accounts.models import Member
from ladder.models import OfficialAct
from ladder.selectors.tournaments import acts
from ladder.services.tournaments import archive, entries, life, roles, rounds, scores
from tests.ladder import tournaments
from tests.ladder.making import START, member

pytestmark = pytest.mark.django_db(transaction=True)


def told(made):
    rows, _ = acts.log(tournaments.row(made), number=1)
    return [(act.code, act.subject, act.before, act.after) for act in rows]


def offer(made, someone, kind="assistant"):
    tournaments.done(
        roles.invite(slug=made.slug, by_id=made.by_id, member_id=someone.pk, kind=kind)
    )


def reported():
    """A tournament of Zdenicka's in which both have said how they played."""
    anna, boris = member("Zdenicka"), member("Boris")
    made = tournaments.started([anna, boris], ruleset="standard", options={"length": 7})
    pairing = tournaments.pairing(made, 1, 1)
    tournaments.done(
        scores.report(pairing_id=pairing.pk, by_id=anna.pk, first_score=7, second_score=3)
    )
    return made, anna, pairing


def test_a_report_of_who_has_left_is_told_without_the_name():
    made, anna, _ = reported()
    assert "Zdenicka" in str(told(made))

    gone = leaving.forget(member_id=anna.pk)

    assert "Zdenicka" not in str(told(made))
    said = [after["said"] for *_, after in told(made) if "said" in after]
    assert said == [{gone.username: [7, 3]}]
    assert "Zdenicka" not in str(archive.export(tournaments.row(made)))


def test_a_refusal_does_not_name_who_has_left():
    made, anna, pairing = reported()
    seen = tournaments.row(made).version - 1
    gone = leaving.forget(member_id=anna.pk)

    act = {"pairing_id": pairing.pk, "by_id": made.by_id}
    annulled = scores.annul(**act, version=seen, why="x")
    swapped = scores.swap_sides(**act)

    meanwhile = tournaments.refused(annulled, "changed_meanwhile")

    assert "Zdenicka" not in str(meanwhile)
    assert gone.username in str(meanwhile)
    last = tournaments.refused(swapped, "wrong_pairing_state")["last"]
    assert "Zdenicka" not in str(last)
    assert gone.username in str(last["subject"])


def test_a_name_that_is_free_again_is_told_of_its_new_bearer():
    anna = member("Zdenicka")
    made = tournaments.opened()
    tournaments.done(entries.enter(slug=made.slug, by_id=anna.pk))
    tournaments.done(entries.withdraw_entry(slug=made.slug, by_id=anna.pk))
    gone = leaving.forget(member_id=anna.pk)
    again = member("Zdenicka")
    tournaments.done(entries.enter(slug=made.slug, by_id=again.pk))
    tournaments.done(entries.enter(slug=made.slug, by_id=member("Boris").pk))
    tournaments.done(life.change_state(slug=made.slug, by_id=made.by_id, to="closed"))
    tournaments.done(rounds.start(slug=made.slug, by_id=made.by_id))
    pairing = tournaments.pairing(made, 1, 1)
    tournaments.done(
        scores.walkover(pairing_id=pairing.pk, by_id=made.by_id, winner="first", why="x")
    )

    entered = [subject["name"] for code, subject, *_ in told(made) if code == "entered"]
    assert entered == ["Boris", "Zdenicka", gone.username]
    (ruled,) = [subject for code, subject, *_ in told(made) if code == "walkover"]
    assert {ruled["first"], ruled["second"]} == {"Zdenicka", "Boris"}


def test_who_was_called_like_a_word_of_the_log_takes_no_words_with_him():
    made = tournaments.opened()
    swiss = member("assistant")
    offer(made, swiss)
    offer(made, member("Boris"))
    gone = leaving.forget(member_id=swiss.pk)

    offered = [subject for code, subject, *_ in told(made) if code == "role_offered"]
    assert [subject["name"] for subject in offered] == ["Boris", gone.username]
    assert {subject["role"] for subject in offered} == {"assistant"}


def test_left_members_of_other_tournaments_are_not_looked_at():
    anna = member("Zdenicka")
    tournaments.started([anna, member("Boris")])
    leaving.forget(member_id=anna.pk)
    other = tournaments.opened()
    offer(other, member("Cyril"))

    left = acts.names_of_left(tournaments.row(other))

    assert (left.entries, left.members, left.bearers) == ({}, {}, {})


def test_lines_about_roles_of_an_earlier_version_get_their_member():
    made = tournaments.opened()
    anna, boris = member("Zdenicka"), member("Boris", date_joined=START)
    Member.objects.filter(pk=anna.pk).update(date_joined=START)
    director = Member.objects.get(pk=made.by_id)
    member("Late")
    tell = {"tournament_id": made.id, "version": 1}
    for code, who, by, at in (
        ("role_offered", "Zdenicka", director, START),
        ("role_accepted", "Zdenicka", anna, START),
        ("role_offered", "Boris", director, START),
        ("role_offered", "Nobody", director, START),
        ("role_offered", "Late", director, START),
    ):
        subject = {"name": who, "role": "assistant"}
        OfficialAct.objects.create(code=code, official=by, subject=subject, at=at, **tell)

    before = MigrationLoader(connection).project_state([("ladder", "0013_several_givers")]).apps
    importlib.import_module("ladder.migrations.0014_members_of_role_lines").add_members(before)

    lines = OfficialAct.objects.filter(code__startswith="role_").order_by("pk")
    numbers = [line.subject.get("member") for line in lines]
    assert numbers == [anna.pk, anna.pk, boris.pk, None, None]
    leaving.forget(member_id=anna.pk)
    assert "Zdenicka" not in str(told(made))
