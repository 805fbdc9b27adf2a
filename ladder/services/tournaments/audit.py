"""What must hold of tournaments; each violation is one line for officials. Reads only."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import Count, F, Max, Min, Q

from games.enums import EndReason, MatchSource, MatchStatus
from ladder.enums import (
    FeedsFrom,
    PairingSource,
    PairingState,
    RoundState,
    StageKind,
)
from ladder.models import UNDECIDED, OfficialAct, Pairing, PairingMatch, Round, Stage, Tournament
from ladder.rules.results import DRAW, LOSS, WIN, TournamentError
from ladder.rules.withdrawal import Policy
from ladder.selectors.tournaments import field
from ladder.services.tournaments import results

if TYPE_CHECKING:
    from collections.abc import Iterator


def check() -> Iterator[str]:
    """Yield a line for each violation; nothing when all is well."""
    yield from _matches()
    yield from _live_results()
    yield from _rounds()
    yield from _brackets()
    for stage in Stage.objects.filter(kind=StageKind.ROUND_ROBIN).select_related("tournament"):
        yield from _table(stage)
    yield from _logs()


def _matches() -> Iterator[str]:
    """A match of a tournament is some pairing's, with its two at their sides; no other is."""
    pairings = Pairing.objects.filter(match__isnull=False)
    for pk in pairings.exclude(match__source=MatchSource.PAIRING).values_list("pk", flat=True):
        yield f"pairing {pk}: its match was not started from it"
    playing = pairings.filter(state=PairingState.PLAYING)
    for pk in playing.exclude(match__status=MatchStatus.LIVE).values_list("pk", flat=True):
        yield f"pairing {pk}: being played, but its match is over"
    other = pairings.exclude(state=PairingState.PLAYING).filter(match__status=MatchStatus.LIVE)
    for pk in other.values_list("pk", flat=True):
        yield f"pairing {pk}: not being played, but its match is live"
    for side, name in ((0, "first"), (1, "second")):
        stranger = pairings.filter(match__seats__side=side).exclude(
            match__seats__side=side, match__seats__member=F(f"{name}__member")
        )
        for pk in stranger.values_list("pk", flat=True):
            yield f"pairing {pk}: somebody else sits {name} at its match"
    strays = apps.get_model("games", "Match").objects.filter(source=MatchSource.PAIRING)
    for pk in strays.filter(pairing=None, earlier_of=None).values_list("pk", flat=True):
        yield f"match {pk}: of no pairing"


def _live_results() -> Iterator[str]:
    """A pairing that was played here has the result and the score of its match."""
    rows = Pairing.objects.filter(source=PairingSource.LIVE).prefetch_related("match__seats")
    for pairing in rows.select_related("match__result"):
        result = getattr(pairing.match, "result", None)
        if pairing.match is None or result is None or result.reason == EndReason.ANNULLED:
            yield f"pairing {pairing.pk}: played here, but its match has no result"
            continue
        score = results.score_of(pairing.match, pairing.match.seats.all())
        due = (*results.RESULTS[result.winner], *score)
        has = (
            *(pairing.first_result, pairing.second_result),
            *(pairing.first_score, pairing.second_score),
        )
        if has != due:
            yield f"pairing {pairing.pk}: has {has}, its match gives {due}"
    for pk in PairingMatch.objects.filter(pairing__match=F("match")).values_list("pk", flat=True):
        yield f"earlier match {pk}: is the one in force too"


def _rounds() -> Iterator[str]:
    """Nothing is to be played in a closed round, nothing has been played in one not open yet."""
    waiting = Pairing.objects.filter(state__in=UNDECIDED, deadline_at=None)
    closed = waiting.filter(round__state=RoundState.CLOSED).exclude(
        round__stage__tournament__state="archived"
    )
    for pk in closed.values_list("pk", flat=True):
        yield f"pairing {pk}: undecided in a closed round"
    early = Pairing.objects.filter(round__state=RoundState.WAITING).filter(
        state__in=[PairingState.OPEN, PairingState.PLAYING, PairingState.REPORTED]
    )
    for pk in early.values_list("pk", flat=True):
        yield f"pairing {pk}: open in a round that is not"
    twice = Round.objects.values("stage", "number").annotate(n=Count("pk")).filter(n__gt=1)
    for row in twice:
        yield f"stage {row['stage']}: round {row['number']} twice"


def _brackets() -> Iterator[str]:
    """Who stands in a later pairing of a knock-out came from the one it names."""
    rows = Pairing.objects.filter(Q(first_from__isnull=False) | Q(second_from__isnull=False))
    for pairing in rows.select_related("first_from", "second_from"):
        for side, feeder, takes in (
            ("first", pairing.first_from, pairing.first_takes),
            ("second", pairing.second_from, pairing.second_takes),
        ):
            due = None if feeder is None else _comes(feeder, takes)
            if getattr(pairing, f"{side}_id") != due:
                yield f"pairing {pairing.pk}: {side} is not who came from its earlier pairing"


def _comes(feeder: Pairing, takes: str) -> int | None:
    decided = feeder.state == PairingState.DECIDED
    if not decided or feeder.first_result == feeder.second_result:
        return None
    won, lost = feeder.first_id, feeder.second_id
    if feeder.second_result == WIN:
        won, lost = lost, won
    return won if takes == FeedsFrom.WINNER else lost


def _table(stage: Stage) -> Iterator[str]:
    """The standings follow from the results: points added up here by hand, places in order."""
    named = f"stage {stage}"
    found = field.of(stage)
    try:
        rows = found.standings().rows
    except TournamentError as refusal:
        yield f"{named}: no table can be made: {refusal.code}"
        return
    points = _points(found)
    for row in rows:
        due = points.get(int(row.seat), Fraction(0))
        if row.points != due:
            yield f"{named}: entry {row.seat} has {row.points} points, its results give {due}"
    places = [row.place for row in rows]
    if places != sorted(places) or (places and places[0] != 1):
        yield f"{named}: places are not in order"
    met = Counter(frozenset((pairing.first_id, pairing.second_id)) for pairing in found.pairings)
    for pair, times in met.items():
        if times > found.per_pair:
            yield f"{named}: entries {sorted(pair, key=str)} meet {times} times"


def _points(found: field.Field) -> dict[int, Fraction]:
    """Add up the points of a round robin, one result after the other, without the rules."""
    scheme = found.tournament.scheme
    worth = {LOSS: scheme.loss, DRAW: scheme.draw, WIN: scheme.win}
    gone = {
        int(one.seat)
        for one in found.withdrawal.verdicts
        if not one.counts or one.policy is Policy.VOID
    }
    left = {int(seat) for seat in found.left}
    points: dict[int, Fraction] = {}
    for pairing in found.pairings:
        pair = (pairing.first_id, pairing.second_id)
        results = (pairing.first_result, pairing.second_result)
        if None in pair or gone & set(pair):
            continue
        if results[0] is None and pairing.state != PairingState.VOID and not left & set(pair):
            continue
        for mine, result in zip(pair, results, strict=True):
            if mine is None or (result is None and not left & set(pair)):
                continue
            earned = (LOSS if mine in left else WIN) if result is None else result
            points[mine] = points.get(mine, Fraction(0)) + worth[earned]
    return points


def _logs() -> Iterator[str]:
    """The log has one line for each version of a tournament, from 1 without a gap."""
    acts = OfficialAct.objects.filter(tournament__isnull=False).values("tournament")
    counted = acts.annotate(n=Count("pk"), least=Min("version"), most=Max("version"))
    found = {row["tournament"]: (row["n"], row["least"], row["most"]) for row in counted}
    for pk, version in Tournament.objects.values_list("pk", "version"):
        if version and found.get(pk) != (version, 1, version):
            yield f"tournament {pk}: version {version}, but its log has {found.get(pk)}"
