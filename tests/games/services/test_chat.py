"""Chat lines: who may write where, how much, and what moderators and blocks change."""

import datetime

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.utils import timezone

from accounts import mails, mutes, services
from accounts.models import ModeratorAct, Mute
from games import wire
from games.engine import commands
from games.enums import QuickPhrase, ReportStatus
from games.models import Challenge, ChatLine, Report
from games.selectors import open_challenges, open_rooms, room_frame
from games.services import blocking, chat, lobby, reports, sitting
from games.services.answers import Done, Waiting
from tests.games import making
from vrhcaby import clock
from vrhcaby.append_only import AppendOnlyError
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = datetime.timedelta(hours=1)


def say(member_id, text="Ahoj", *, room="lobby", match_id=None, **more):
    return chat.say(member_id=member_id, room=room, match_id=match_id, text=text, **more)


def moderator():
    made = making.member()
    made.is_staff = True
    made.save()
    made.user_permissions.add(Permission.objects.get(codename="add_mute"))
    return type(made).objects.get(pk=made.pk)


def texts(room="lobby", match_id=None, **more):
    return [line.text for line in room_frame(room, match_id, **more).lines]


def reported(game=None):
    """An open report of a line of the lobby; its author, its line."""
    author, reader = making.member(), making.member()
    say(author.pk, "Jsi hloupý")
    line = ChatLine.objects.get()
    answer = reports.report(member_id=reader.pk, line_id=line.pk, reason="insult", note="Au")
    assert isinstance(answer, Done), answer
    return Report.objects.get(), author, line


# Rooms


@pytest.mark.parametrize(
    ("who", "over", "rooms"),
    [
        ("player", False, ["players"]),
        ("player", True, ["players", "spectators"]),
        ("member", False, ["spectators"]),
        ("member", True, ["spectators"]),
        ("guest", False, []),
        ("guest", True, ["spectators"]),
    ],
)
def test_each_reads_the_rooms_that_are_his(who, over, rooms):
    game = making.game()
    if over:
        game.send(commands.Resign(0))
    member_id = {"player": game.members[0], "member": making.member().pk, "guest": None}[who]

    assert open_rooms(game.match_id, member_id) == rooms


@pytest.mark.parametrize(
    ("who", "room", "at_match"),
    [
        ("player", "spectators", True),
        ("member", "players", True),
        ("player", "lobby", True),
        ("player", "players", False),
    ],
)
def test_nobody_writes_into_a_room_that_is_not_his(who, room, at_match):
    game = making.game()
    member_id = game.members[0] if who == "player" else making.member().pk

    answer = say(member_id, room=room, match_id=game.match_id if at_match else None)

    assert answer == Refused("room_closed")
    assert not ChatLine.objects.exists()


def test_a_room_of_a_match_that_is_not_there_is_refused():
    assert say(making.member().pk, room="players", match_id=99).code == "no_such_match"


# Lines


def test_a_line_is_kept_clean_with_its_author_and_seat():
    game = making.game()

    assert (
        say(game.members[1], " Hodně\u202e  štěstí ", room="players", match_id=game.match_id)
        == Done()
    )

    (line,) = room_frame("players", game.match_id).lines
    assert (line.text, line.seat, line.author_id) == ("Hodně štěstí", 1, game.members[1])


@pytest.mark.parametrize("phrase", QuickPhrase.values)
def test_every_quick_phrase_is_a_word_of_the_protocol(phrase):
    frame = wire.lobby_frame(f'{{"type": "say", "id": "a", "room": "lobby", "quick": "{phrase}"}}')

    assert say(making.member().pk, "", quick=frame.quick) == Done()


@pytest.mark.parametrize(
    ("text", "quick", "code"),
    [
        ("", None, "chat_empty"),
        ("\u200b \u202e", None, "chat_empty"),
        ("Ahoj", "hello", "chat_empty"),
        ("x" * 301, None, "chat_too_long"),
    ],
)
def test_a_line_is_a_short_text_or_a_phrase(text, quick, code):
    assert say(making.member().pk, text, quick=quick) == Refused(code)


def test_the_length_counts_what_is_kept():
    assert say(making.member().pk, "x" * 300 + "\u200b" * 600) == Done()


def test_a_member_writes_five_lines_in_ten_seconds_and_twenty_in_a_minute(hand):
    member_id = making.member().pk
    answers = []
    for number in range(22):
        answers.append(say(member_id, f"řádek {number}"))
        hand.advance(2_001)

    assert answers == [Done()] * 20 + [Refused("chat_too_often")] * 2
    hand.advance(60_000)
    assert [say(member_id, f"znovu {n}") for n in range(6)][4:] == [
        Done(),
        Refused("chat_too_often"),
    ]


def test_the_same_is_said_twice_in_a_minute_and_no_more(hand):
    member_id = making.member().pk

    assert [say(member_id, "Kup si to") for _ in range(3)][1:] == [
        Done(),
        Refused("chat_repeated"),
    ]
    hand.advance(60_001)
    assert say(member_id, "Kup si to") == Done()


def test_a_suspended_member_does_not_write():
    member = making.member()
    member.banned_until, member.ban_reason = timezone.now() + HOUR, "x"
    member.save()

    assert say(member.pk).code == "banned"


# Mutes


def test_a_muted_member_does_not_write_and_learns_why(mailoutbox):
    member = making.member()
    member.email = "m@example.org"
    member.save()
    until = timezone.now() + HOUR
    row = mutes.mute(member_id=member.pk, by=moderator(), until=until, reason="Nadával")

    refused = say(member.pk)

    assert refused.code == "muted"
    assert refused.details == {"until": until.isoformat(), "reason": "Nadával"}
    mails.mute(mute_id=row.pk, over=False)
    (letter,) = mail.outbox
    assert "Nadával" in letter.body
    assert letter.to == ["m@example.org"]


def test_a_mute_ends_by_itself_and_the_member_is_told_once(
    hand, django_capture_on_commit_callbacks
):
    member = making.member()
    row = mutes.mute(member_id=member.pk, by=moderator(), until=timezone.now() + HOUR, reason="x")
    Mute.objects.filter(pk=row.pk).update(at=timezone.now() - 2 * HOUR, until=timezone.now() - HOUR)

    assert say(member.pk) == Done()
    assert [mutes.tell_ends(), mutes.tell_ends()] == [1, 0]


def test_a_mute_is_changed_by_another_and_lifted_once():
    member, by = making.member(), moderator()
    mutes.mute(member_id=member.pk, by=by, until=timezone.now() + HOUR, reason="x")
    mutes.mute(member_id=member.pk, by=by, until=timezone.now() + 2 * HOUR, reason="y")

    assert mutes.lasting(member.pk).reason == "y"
    assert mutes.unmute(member_id=member.pk, by=by, why="Omluvil se")
    assert not mutes.unmute(member_id=member.pk, by=by)
    assert say(member.pk) == Done()
    kinds = ModeratorAct.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["mute", "mute", "unmute"]


# Reports


def test_a_report_keeps_the_line_and_what_stands_around_it():
    author, reader = making.member(), making.member()
    for number in range(4):
        say(author.pk, f"řádek {number}")
    line = ChatLine.objects.get(text="řádek 2")

    answer = reports.report(member_id=reader.pk, line_id=line.pk, reason="insult", note="Au\u202e")

    assert answer == Done()
    row = Report.objects.get()
    assert [one["text"] for one in row.context] == [f"řádek {n}" for n in range(4)]
    assert [one["reported"] for one in row.context] == [False, False, True, False]
    assert (row.member_id, row.note) == (author.pk, "Au")


def test_who_may_not_report_what():
    row, author, line = reported()
    game = making.game()
    say(game.members[0], "tajné", room="players", match_id=game.match_id)
    secret = ChatLine.objects.get(text="tajné")

    def again(member_id, line_id):
        return reports.report(member_id=member_id, line_id=line_id, reason="spam").code

    assert again(row.reporter_id, line.pk) == "reported_already"
    assert again(author.pk, line.pk) == "line_is_yours"
    assert again(author.pk, secret.pk) == "no_such_line"
    assert again(author.pk, 10**9) == "no_such_line"


def test_reports_have_a_limit():
    author, reader = making.member(), making.member()
    lines = ChatLine.objects.bulk_create(
        ChatLine(room="lobby", author=author, text="x", at=timezone.now()) for _ in range(11)
    )
    answers = [
        reports.report(member_id=reader.pk, line_id=line.pk, reason="spam") for line in lines
    ]

    assert answers == [Done()] * 10 + [Refused("too_many_reports")]


def test_an_upheld_report_removes_the_line_mutes_its_author_and_is_logged():
    row, author, _line = reported()
    by = moderator()

    answer = reports.decide(
        report_id=row.pk,
        moderator=by,
        why="Urážka",
        remove=True,
        mute_until=timezone.now() + HOUR,
    )

    assert answer == Done()
    assert texts() == []
    assert mutes.lasting(author.pk).reason == "Urážka"
    acts = ModeratorAct.objects.order_by("id")
    assert [(act.kind, act.moderator_id, act.member_id) for act in acts] == [
        ("mute", by.pk, author.pk),
        ("remove", by.pk, author.pk),
    ]
    assert acts[1].details["said"] == "Jsi hloupý"
    row.refresh_from_db()
    assert row.status == ReportStatus.UPHELD
    again = reports.decide(report_id=row.pk, moderator=by, why="x")
    assert again == Refused("report_decided")


def test_a_dismissed_report_changes_nothing_but_is_logged():
    row, author, _line = reported()

    reports.decide(report_id=row.pk, moderator=moderator(), why="Nic na tom")

    assert texts() == ["Jsi hloupý"]
    assert mutes.lasting(author.pk) is None
    assert ModeratorAct.objects.get().kind == "dismiss"


def test_only_a_moderator_decides_and_only_with_a_reason():
    row, author, _line = reported()

    assert reports.decide(report_id=row.pk, moderator=author, why="x").code == "not_a_moderator"
    assert reports.decide(report_id=row.pk, moderator=moderator(), why=" ").code == "why_missing"
    refused = reports.decide(
        report_id=row.pk, moderator=moderator(), why="x", mute_until=timezone.now() - HOUR
    )
    assert refused.code == "mute_end_past"
    assert not ModeratorAct.objects.exists()


def test_the_log_of_moderators_cannot_be_rewritten():
    row, _author, _line = reported()
    reports.decide(report_id=row.pk, moderator=moderator(), why="x")
    act = ModeratorAct.objects.get()
    act.why = "y"

    for change in (
        act.save,
        act.delete,
        ModeratorAct.objects.all().delete,
        lambda: ModeratorAct.objects.update(why="y"),
    ):
        with pytest.raises(AppendOnlyError):
            change()


def test_suspensions_stand_in_the_log_too():
    member, chief = making.member(), making.member()
    chief.is_staff = chief.is_superuser = True
    chief.save()
    services.ban(member_id=member.pk, by=chief, until=timezone.now() + HOUR, reason="x")
    services.lift_ban(member_id=member.pk, by=chief)
    services.lift_ban(member_id=member.pk, by=chief)

    kinds = ModeratorAct.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["ban", "lift"]


# Blocks


def test_a_block_hides_lines_and_challenges_both_ways_and_nobody_is_told_why():
    anna, boris = making.member(), making.member()
    for one in (anna, boris):
        say(one.pk, f"já jsem {one.pk}")
        lobby.challenge(member_id=one.pk, ruleset="vrhcaby", rated=True)

    assert blocking.block(member_id=anna.pk, other_id=boris.pk) == Done()

    now = clock.now()
    assert texts(hidden=[boris.pk]) == [f"já jsem {anna.pk}"]
    for viewer in (anna, boris):
        seen = {row.challenger_id for row in open_challenges(viewer.pk, now=now)}
        assert seen == {viewer.pk}
    to_boris = lobby.challenge(
        member_id=anna.pk, ruleset="vrhcaby", rated=True, opponent_id=boris.pk
    )
    to_anna = lobby.challenge(
        member_id=boris.pk, ruleset="vrhcaby", rated=True, opponent_id=anna.pk
    )
    assert (to_boris, to_anna) == (Refused("you_block"), Refused("opponent_declines"))
    open_one = Challenge.objects.get(challenger=anna, status="open")
    taken = sitting.accept(challenge_id=open_one.pk, member_id=boris.pk)
    assert taken == Refused("opponent_declines")


def test_a_block_closes_what_waits_between_the_two():
    anna, boris = making.member(), making.member()
    made = lobby.challenge(member_id=boris.pk, ruleset="vrhcaby", rated=True, opponent_id=anna.pk)
    assert isinstance(made, Waiting)

    blocking.block(member_id=anna.pk, other_id=boris.pk)
    assert Challenge.objects.get().status == "withdrawn"

    blocking.unblock(member_id=anna.pk, other_id=boris.pk)
    again = lobby.challenge(member_id=boris.pk, ruleset="vrhcaby", rated=True, opponent_id=anna.pk)
    assert isinstance(again, Waiting)


def test_who_cannot_be_blocked():
    anna = making.member()

    assert blocking.block(member_id=anna.pk, other_id=anna.pk).code == "block_yourself"
    assert blocking.block(member_id=anna.pk, other_id=moderator().pk).code == "block_staff"
    assert blocking.block(member_id=anna.pk, other_id=10**9).code == "no_such_member"
