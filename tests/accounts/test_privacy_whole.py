"""Nothing that is kept about a member is forgotten: held against every table there is."""

import re

import pytest
from django.apps import apps
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from accounts import leaving, personal_data
from accounts.enums import NoticeKind
from accounts.models import Member, Notice
from games.models import Challenge
from games.services import blocking, chat, lobby
from ladder.models import CalendarKey
from ladder.selectors.tournaments import acts
from ladder.services import calendars, corrections, seasons
from ladder.services.tournaments import archive, entries, roles
from tests.accounts.making import PASSWORD
from tests.games import making
from tests.ladder import making as past
from tests.ladder import tournaments

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "stands elsewhere in the archive"
NOT_HIS = "is about somebody else"
LEFT_OUT = {
    "accounts.Member_user_permissions.member": "powers of staff come from groups",
    "accounts.Member.banned_by": ELSEWHERE,  # moderation.json
    "accounts.Mute.by": ELSEWHERE,  # moderation.json
    "accounts.Block.blocked": "who has blocked him is their secret",
    "admin.LogEntry.user": NOT_HIS,
    "games.Answered.member": "ids of requests, for a day, so that none is done twice",
    "games.Command.member": ELSEWHERE,  # the events in games.json
    "games.Match.stopped_by": ELSEWHERE,  # official_acts.json
    "games.Report.closed_by": ELSEWHERE,  # moderation.json
    "ladder.LadderResult.first": ELSEWHERE,  # rating_changes.json
    "ladder.LadderResult.second": ELSEWHERE,  # rating_changes.json
    "ladder.NoShowClaim.judged_by": ELSEWHERE,  # official_acts.json
    "ladder.RatingChange.opponent": NOT_HIS,
    "ladder.RatingFlag.decided_by": NOT_HIS,
    "ladder.RatingFlag.gainer": "a pattern in results, which he has; officials look into it",
    "ladder.RatingFlag.giver": "a pattern in results, which he has; officials look into it",
    "ladder.Role.invited_by": ELSEWHERE,  # official_acts.json
    "ladder.Season.closed_by": NOT_HIS,
    "ladder.Season.opened_by": NOT_HIS,
    "ladder.SoftReset.official": NOT_HIS,
}
FACTS = {"ladder.OfficialAct"}
"""Rows that cannot be changed; they are told without the names of those who have left."""


def tables():
    return [one for one in apps.get_models(include_auto_created=True) if not one._meta.proxy]


def relations():
    """Return every column of any table that names a member: table, column, and its label."""
    return [
        (model._meta.db_table, column.column, f"{model._meta.label}.{column.name}")
        for model in tables()
        for column in model._meta.concrete_fields
        if column.is_relation and column.related_model is Member
    ]


def archived(member):
    """Return the statements that the archive of a member has asked."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert b"".join(personal_data.archive(member))[:2] == b"PK"
    return "\n".join(query["sql"] for query in asked.captured_queries)


def test_the_archive_looks_into_every_table_that_names_a_member():
    anna = Member.objects.create_user("Anna", "anna@example.org", PASSWORD)

    statements = archived(anna)

    unread = {
        label
        for table, column, label in relations()
        if not re.search(rf'"{table}"\."{column}" = {anna.pk}\b', statements)
    }
    assert unread == set(LEFT_OUT)


def full_life(anna):
    """Let a member leave traces wherever one can."""
    official = tournaments.official("Eva")
    boris = making.member("Boris")
    season = seasons.open_season(name="Spring", by_id=official.pk)
    result = past.played(anna, boris)
    corrections.correct(
        ladder_result_id=result.ladder_result.pk, by_id=official.pk, score=0.5, why="x"
    )
    cup = tournaments.started([anna, boris, "Host"], director=official)
    tournaments.done(
        roles.invite(slug=cup.slug, by_id=official.pk, member_id=anna.pk, kind="assistant")
    )
    tournaments.done(roles.answer(slug=cup.slug, by_id=anna.pk, accept=True))
    other = tournaments.opened(official)
    tournaments.done(entries.enter(slug=other.slug, by_id=anna.pk))
    seasons.close_season(by_id=official.pk)
    calendars.renew(by_id=anna.pk)
    chat.say(member_id=anna.pk, room="lobby", text="Moje slova")
    lobby.challenge(member_id=anna.pk, ruleset="standard", rated=True)
    blocking.block(member_id=anna.pk, other_id=boris.pk)
    Notice.objects.create(
        member=anna, kind=NoticeKind.REMINDER, about="x", path="/", at=season.opened_at
    )
    Notice.objects.create(
        member=boris,
        kind=NoticeKind.REMINDER,
        about="y",
        path="/",
        at=season.opened_at,
        params={"opponent": anna.username, "by": "Eva", "round": 1},
    )
    return cup


def traces(*words):
    """Return the columns of all tables in which any of these words stands."""
    found = set()
    for model in tables():
        texts = [
            one
            for one in model._meta.concrete_fields
            if isinstance(one, models.CharField | models.TextField | models.JSONField)
        ]
        rows = model._base_manager.values_list(*(one.attname for one in texts)) if texts else ()
        for row in rows:
            for column, value in zip(texts, row, strict=True):
                if any(word in str(value) for word in words):
                    found.add(f"{model._meta.label}.{column.name}")
    return found


def test_the_name_of_who_has_left_stands_nowhere_but_in_facts_that_are_told_without_it():
    anna = Member.objects.create_user("Zdenicka", "zdenicka@example.org", PASSWORD)
    cup = full_life(anna)
    assert "accounts.Member.username" in traces("Zdenicka")

    row = leaving.forget(member_id=anna.pk)

    kept = {where.rpartition(".")[0] for where in traces("Zdenicka", "zdenicka", "Moje slova")}
    assert kept <= FACTS
    assert not CalendarKey.objects.filter(member=anna).exists()
    assert not Notice.objects.filter(member=anna).exists()
    assert Challenge.objects.filter(challenger=anna).exists()
    told, _ = acts.log(tournaments.row(cup), number=1)
    spoken = str([(act.subject, act.before, act.after) for act in told])
    assert "Zdenicka" not in spoken
    assert row.username in spoken
    assert "Zdenicka" not in str(archive.export(tournaments.row(cup)))
