"""What stands in the calendars of tournaments: rounds, agreed times, deadlines."""

import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from ladder.calendars import Entry
from ladder.enums import PairingState, TournamentState
from ladder.models import CalendarKey, Pairing, Round, Tournament
from vrhcaby.bidi import isolated

MATCH_TAKES = datetime.timedelta(hours=1)
SHOWN_PAST = datetime.timedelta(days=60)
MOST = 500


def owner(key: str) -> Any:
    """Return the member whose feed has this secret in its address, or None."""
    if not key or "\0" in key or len(key) > 64:
        return None
    row = CalendarKey.objects.select_related("member").filter(key=key).first()
    return row.member if row is not None and row.member.is_active else None


def of_tournament(tournament: Tournament, *, site: str) -> list[Entry]:
    """Return the rounds that have a time, and the matches that were agreed for one."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    timed = rounds.exclude(opens_at=None, deadline_at=None).order_by("stage__number", "number")
    agreed = _joined(
        Pairing.objects.of_tournament(tournament.pk)
        .exclude(agreed_at=None)
        .exclude(state=PairingState.VOID)
    )
    entries = [_round(one, tournament, site) for one in timed[:MOST]]
    return [*entries, *(_pairing(one, site) for one in agreed[:MOST])]


def of_member(member: Any, *, now: datetime.datetime, site: str) -> list[Entry]:
    """Return what a member has to play: at the agreed time, else by the deadline."""
    own = Q(first__member=member) | Q(second__member=member)
    rows = _joined(
        Pairing.objects.filter(own)
        .exclude(state=PairingState.VOID)
        .filter(round__stage__tournament__state=TournamentState.RUNNING)
        .filter(
            Q(agreed_at__gte=now - SHOWN_PAST)
            | Q(agreed_at=None, decided_at=None, deadline_at__isnull=False)
            | Q(agreed_at=None, decided_at=None, round__deadline_at__isnull=False)
            | Q(agreed_at=None, decided_at=None, round__opens_at__isnull=False)
        )
    )
    return [_pairing(one, site) for one in rows[:MOST]]


def _joined(rows: Any) -> Any:
    joined = rows.select_related("first__member", "second__member", "round__stage__tournament")
    return joined.order_by("round__opens_at", "pk")


def _round(played: Round, tournament: Tournament, site: str) -> Entry:
    start, end = _span(played.opens_at, played.deadline_at)
    name = f"{tournament.name}: " + _("round %(number)d") % {"number": played.number}
    return Entry(
        uid=f"round-{played.pk}@{_host(site)}",
        sequence=tournament.version,
        start=start,
        end=end,
        title=name,
        text=_("Rounds are played between their start and their deadline."),
        url=site + tournament.get_absolute_url(),
    )


def _pairing(pairing: Pairing, site: str) -> Entry:
    names = [
        isolated(entry.shown_name) if entry else "–" for entry in (pairing.first, pairing.second)
    ]
    tournament = pairing.round.stage.tournament
    agreed = pairing.agreed_at
    if agreed is not None:
        start, end, text = agreed, agreed + MATCH_TAKES, _("The time of this match is set.")
    else:
        due = pairing.due_at
        start, end = _span(pairing.round.opens_at, due)
        text = _("To be played within this time; propose a time to your opponent.")
    return Entry(
        uid=f"pairing-{pairing.pk}@{_host(site)}",
        sequence=pairing.version,
        start=start,
        end=end,
        title=f"{names[0]} – {names[1]} ({tournament.name})",
        text=text,
        url=site + pairing.get_absolute_url(),
        remind=agreed is not None,
    )


def _span(
    opens: datetime.datetime | None, closes: datetime.datetime | None
) -> tuple[datetime.datetime, datetime.datetime]:
    """Return a beginning and an end; one of the two is known."""
    start = opens or (closes - MATCH_TAKES if closes else None)
    if start is None:
        raise ValueError("no time at all")
    return start, closes or start + MATCH_TAKES


def _host(site: str) -> str:
    return site.split("://")[-1].split(":")[0]
