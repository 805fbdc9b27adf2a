"""The beginning of a live match: its row, its seats, its first event."""

import logging
from collections.abc import Mapping
from typing import Any

from games import realtime, wire
from games.engine.decide import start
from games.engine.rules import RULES_VERSION
from games.enums import MatchSource
from games.instants import to_datetime
from games.models import DiceSeed, Heartbeat, Match, Seat
from games.services import challenges, keep, presence, table

logger = logging.getLogger(__name__)


def begin(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    rated: bool,
    source: MatchSource,
    dice: DiceSeed,
    members: tuple[int, int],
    seeds: tuple[str, str],
    now: int,
) -> Match:
    """Begin a match of two members, by seat, and lead their pages to it.

    Inner: in the caller's transaction, which makes sure that both may play; `options` are those
    of `games.terms`. The dice may belong to no other match. A person and a bot who do not both
    allow rated matches play an unrated one, whatever is asked.
    """
    match = Match.objects.create(
        ruleset=ruleset,
        options=options,
        rules_version=RULES_VERSION,
        rated=challenges.is_rated(members, rated=rated),
        source=source,
        state="",
        last_at=now,
        last_outage_id=Heartbeat.objects.values_list("outage", flat=True).first(),
        dice=dice,
        started_at=to_datetime(now),
    )
    Seat.objects.bulk_create(
        Seat(match=match, side=side, member_id=members[side], seed=seeds[side]) for side in (0, 1)
    )
    presence.grant(match_id=match.pk, member_ids=members, now=now)
    seated = table.seat_new(match, members=members, seeds=seeds, now=now)
    seated.happen(start(seated.state, at=now, dice=seated.dice))
    keep.write(seated)
    for member_id in members:
        realtime.to_member(member_id, wire.Go(match=match.pk))
    challenges.show_again({*members})
    logger.info("match %s began: members %s and %s", match.pk, *members)
    return match
