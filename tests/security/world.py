"""A club with something behind every address; nothing of it belongs to who asks."""

import datetime
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts import letters, services, tokens
from accounts.enums import NoticeKind
from accounts.models import Member, Notice
from games.models import ChatLine
from games.services import chat, lobby, reports
from ladder.enums import FlagPattern
from ladder.models import CalendarKey, Entry, NoShowClaim, Pairing, RatingFlag
from ladder.services import calendars, corrections, seasons
from ladder.services.tournaments import entries, times
from tests.games import making
from tests.ladder import making as past
from tests.ladder import tournaments


class World(NamedTuple):
    """What the arguments of addresses may be, by their names, and what else there is.

    `draft` and `inner` are the slugs of tournaments that only officials and only members see;
    `calendar_key` is a member's secret.
    """

    ids: dict[str, Any]
    draft: str
    inner: str
    calendar_key: str


def world() -> World:
    """Make a club in which two members have something of everything."""
    game = making.game()
    anna, boris = Member.objects.filter(pk__in=game.members).order_by("pk")
    official = tournaments.official()
    ids = {
        **_of_games(game, anna, boris),
        **_of_account(anna),
        **_of_ladder(anna, boris, official),
        **_of_tournament(anna, boris, official),
        "app_label": "games",
        "content_type_id": 1,
        "uidb36": "1",
        "url": "nowhere",
    }
    calendars.renew(by_id=anna.pk)
    hidden = tournaments.draft(official)
    entries.add(slug=hidden.slug, by_id=official.pk, member_id=anna.pk)
    inner = tournaments.started(["Ada", "Bob"], official, visibility="members")
    return World(ids, hidden.slug, inner.slug, CalendarKey.objects.get().key)


def _of_games(game: making.Game, anna: Member, boris: Member) -> dict[str, Any]:
    """A match, a challenge, a line of its chat and a report."""
    offered = lobby.challenge(
        member_id=anna.pk, ruleset="standard", rated=True, opponent_id=boris.pk
    )
    chat.say(member_id=anna.pk, room="players", match_id=game.match_id, text="tajné")
    secret = ChatLine.objects.get()
    reports.report(member_id=boris.pk, line_id=secret.pk, reason="insult")
    return {
        "match_id": game.match_id,
        "challenge_id": offered.challenge_id,
        "line_id": secret.pk,
        "report_id": secret.reports.get().pk,
        "ruleset": "vrhcaby",
        "form": "mat",
    }


def _of_account(anna: Member) -> dict[str, Any]:
    """What a member has to himself; he has ended the e-mails that the key is about."""
    made = tokens.make(member_id=anna.pk, name="bot", scopes=["play"], days=None)
    device = UserSession.objects.create(user=anna, ip="192.0.2.1", session_key="x" * 32)
    stop = letters.unsubscribe_path(Notice(member=anna, kind=NoticeKind.CORRECTION))
    services.change_preferences(member_id=anna.pk, unmailed_notices=[NoticeKind.CORRECTION])
    return {
        "member_id": anna.pk,
        "username": anna.username,
        "object_id": anna.pk,
        "id": anna.pk,
        "token_id": made.token.pk,
        "session_id": device.pk,
        "key": stop.rstrip("/").rpartition("/")[2],
        "name": "api.md",
    }


def _of_ladder(anna: Member, boris: Member, official: Member) -> dict[str, Any]:
    """A season that is over and one that runs; a corrected result, with its notice; a flag."""
    seasons.open_season(by_id=official.pk, name="Jaro")
    result = past.played(anna, boris, at=timezone.now())
    over = seasons.close_season(by_id=official.pk)
    seasons.open_season(by_id=official.pk, name="Podzim")
    entry = result.ladder_result
    corrections.correct(ladder_result_id=entry.pk, by_id=official.pk, score=0.5, why="x")
    flag = RatingFlag.objects.create(
        pattern=FlagPattern.values[0],
        gainer=anna,
        giver=boris,
        results=[result.pk],
        figures={},
        found_at=timezone.now(),
    )
    return {
        "season_id": over.pk,
        "result_id": result.pk,
        "ladder_result_id": entry.pk,
        "notice_id": Notice.objects.filter(member=anna).latest("pk").pk,
        "flag_id": flag.pk,
    }


def _of_tournament(anna: Member, boris: Member, official: Member) -> dict[str, Any]:
    """A public tournament that runs, with a time proposed for an open pairing, and a claim."""
    cup = tournaments.started([anna, "Ada", "Bob", boris], official)
    both = Entry.objects.filter(member__in=[anna, boris], tournament__slug=cup.slug)
    pairing = Pairing.objects.get(first__in=both, second__in=both)
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    times.propose_time(pairing_id=pairing.pk, by_id=anna.pk, at=tomorrow)
    claim = NoShowClaim.objects.create(
        pairing=pairing, entry=both.get(member=anna), at=timezone.now(), evidence={}
    )
    return {
        "slug": cup.slug,
        "stage": pairing.round.stage.number,
        "number": pairing.round.number,
        "after": 1,
        "what": "table",
        "round_id": pairing.round_id,
        "pairing_id": pairing.pk,
        "entry_id": claim.entry_id,
        "claim_id": claim.pk,
    }
