"""The draw: stages, seats, rounds and pairings of a tournament that starts. Inner."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db.models import Q, QuerySet

from ladder.enums import (
    FeedsFrom,
    PairingSource,
    PairingState,
    RoundsOpen,
    Seating,
    StageKind,
    TournamentFormat,
)
from ladder.models import Entry, Pairing, Round, Stage, StageSeat, Tournament
from ladder.rules.brackets import Bracket, bracket
from ladder.rules.pairings import Schedule, round_robin
from ladder.rules.results import LOSS, WIN, TournamentError
from ladder.selectors.tournaments import seating
from ladder.services.tournaments import entering
from ladder.services.tournaments.acting import Acting
from ladder.services.tournaments.settings import BadSettings, is_playable, rounds_of
from vrhcaby.errors import DomainError

BEGUN = (PairingState.PLAYING, PairingState.REPORTED, PairingState.DISPUTED)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_order(tournament: Tournament) -> list[Entry]:
    """Return the entries with a place in the order of the draw.

    Raises `seed_missing`, and `seats_missing` where somebody was given no place by hand.
    """
    entries = {entry.pk: entry for entry in tournament.entries.seated().select_related("member")}
    if tournament.seating == Seating.LOT:
        return [entries[entry_id] for entry_id in entering.by_lot(tournament)]
    if tournament.seating == Seating.BY_HAND:
        if any(entry.seat_order is None for entry in entries.values()):
            raise DomainError("seats_missing")
        return sorted(entries.values(), key=lambda entry: entry.seat_order or 0)
    return seating.by_rating(tournament, entries.values())


def draw(acting: Acting, entries: Sequence[Entry]) -> list[Stage]:
    """Make the first phase. The caller holds the tournament's lock.

    Raises `too_few_players`, `too_many_players`, `too_few_for_groups`, and BadSettings where a
    setting names a round that there is not.
    """
    tournament = acting.tournament
    _require_field(tournament, len(entries))
    try:
        if tournament.format == TournamentFormat.GROUPS_KNOCKOUT:
            return _draw_groups(acting, entries)
        return [_draw_round_robin(acting, entries, number=1, name="")]
    except TournamentError as refusal:
        raise DomainError(refusal.code) from refusal


def begun(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Keep the pairings of which something has come, so that they cannot be drawn again."""
    return pairings.filter(
        Q(state__in=BEGUN)
        | Q(state=PairingState.DECIDED) & ~Q(source=PairingSource.BYE)
        | Q(match__isnull=False)
        | Q(earlier_matches__isnull=False)
    ).distinct()


def draw_bracket(acting: Acting, entries: Sequence[Entry], *, number: int, name: str = "") -> Stage:
    """Make a knock-out of entries in the order of their seeds. The tournament is locked."""
    made = bracket(len(entries))
    stage = Stage.objects.create(
        tournament=acting.tournament, number=number, kind=StageKind.KNOCKOUT, phase=2, name=name
    )
    seat(stage, entries)
    before = _first_round(acting, stage, entries, made)
    for round_number in range(2, made.rounds + 1):
        before = _later_round(acting, stage, round_number, before, last=made.rounds)
    return stage


def seat(stage: Stage, entries: Sequence[Entry]) -> None:
    """Give the entries their numbers in a stage."""
    StageSeat.objects.bulk_create(
        StageSeat(stage=stage, entry=entry, number=number)
        for number, entry in enumerate(entries, start=1)
    )


def new_round(tournament: Tournament, stage: Stage, number: int, *, offset: int = 0) -> Round:
    """Return a round that is not written yet, with the times that the schedule gives it."""
    every, lasts = tournament.round_every_minutes, tournament.round_lasts_minutes
    opens_at, deadline_at = tournament.first_start, None
    in_turn = number + offset - 1
    if opens_at is not None and every is not None:
        start = opens_at + datetime.timedelta(minutes=every * in_turn)
        if lasts is not None:
            deadline_at = start + datetime.timedelta(minutes=lasts)
        if tournament.rounds_open == RoundsOpen.ONE_BY_ONE:
            opens_at = start
    elif opens_at is not None:
        if lasts is not None and (number == 1 or tournament.rounds_open == RoundsOpen.ALL):
            deadline_at = opens_at + datetime.timedelta(minutes=lasts)
        if number > 1 and tournament.rounds_open == RoundsOpen.ONE_BY_ONE:
            opens_at = None
    length = tournament.lengths.get(str(number + offset))
    return Round(
        stage=stage, number=number, length=length, opens_at=opens_at, deadline_at=deadline_at
    )


def require_length(tournament: Tournament, length: int | None) -> None:
    """Raise `bad_lengths` for a match length that the rules do not allow."""
    if length is not None and not is_playable(tournament, length):
        raise DomainError("bad_lengths", {"field": "length"})


def _require_field(tournament: Tournament, players: int) -> None:
    if players < 2:
        raise DomainError("too_few_players")
    if tournament.format == TournamentFormat.GROUPS_KNOCKOUT:
        least = players // tournament.groups
        if least < max(2, tournament.qualifiers):
            raise DomainError("too_few_for_groups", {"least": least})
        return
    rounds = rounds_of(players, double=tournament.is_double)
    if any(int(number) > rounds for number in tournament.lengths):
        raise BadSettings({"lengths": "no_such_round"})
    if (tournament.late_until_round or 0) > rounds:
        raise BadSettings({"late_until_round": "no_such_round"})


def _draw_groups(acting: Acting, entries: Sequence[Entry]) -> list[Stage]:
    """Deal the entries to the groups there and back: A B C C B A …"""
    count = acting.tournament.groups
    groups: list[list[Entry]] = [[] for _ in range(count)]
    for at, entry in enumerate(entries):
        there, place = divmod(at, count)
        groups[place if there % 2 == 0 else count - 1 - place].append(entry)
    return [
        _draw_round_robin(acting, group, number=number, name=group_name(number))
        for number, group in enumerate(groups, start=1)
    ]


def group_name(number: int) -> str:
    """Return a group's letter, beyond Z with a number."""
    turn, letter = divmod(number - 1, len(LETTERS))
    return LETTERS[letter] + (str(turn + 1) if turn else "")


def _draw_round_robin(acting: Acting, entries: Sequence[Entry], *, number: int, name: str) -> Stage:
    tournament = acting.tournament
    schedule = round_robin(len(entries), double=tournament.is_double)
    stage = Stage.objects.create(
        tournament=tournament,
        number=number,
        kind=StageKind.ROUND_ROBIN,
        name=name,
        double=tournament.is_double,
    )
    seat(stage, entries)
    play_all(tournament, stage, entries, schedule)
    return stage


def play_all(
    tournament: Tournament, stage: Stage, entries: Sequence[Entry], schedule: Schedule
) -> list[Round]:
    """Write the rounds and pairings of a schedule."""
    rounds = Round.objects.bulk_create(
        new_round(tournament, stage, number) for number in range(1, len(schedule.rounds) + 1)
    )
    Pairing.objects.bulk_create(
        Pairing(round=played, number=board, first=entries[first - 1], second=entries[second - 1])
        for played, pairs in zip(rounds, schedule.rounds, strict=True)
        for board, (first, second) in enumerate(pairs, start=1)
    )
    return rounds


def _rounds_before(stage: Stage) -> int:
    """Return how many rounds were played before a later phase: its schedule goes on from there."""
    rows = Round.objects.filter(stage__tournament=stage.tournament_id, stage__phase__lt=stage.phase)
    return max(rows.values_list("number", flat=True), default=0)


def _first_round(
    acting: Acting, stage: Stage, entries: Sequence[Entry], made: Bracket
) -> list[Pairing]:
    played = new_round(acting.tournament, stage, 1, offset=_rounds_before(stage))
    played.save()
    pairings = [
        Pairing(
            round=played,
            number=board,
            first=entries[first - 1],
            second=None if second is None else entries[second - 1],
            for_place=1 if made.rounds == 1 else None,
            **({} if second is not None else _bye(acting)),
        )
        for board, (first, second) in enumerate(made.pairs, start=1)
    ]
    return Pairing.objects.bulk_create(pairings)


def _bye(acting: Acting) -> dict[str, object]:
    return {
        "state": PairingState.DECIDED,
        "source": PairingSource.BYE,
        "first_result": WIN,
        "second_result": LOSS,
        "forfeit": True,
        "decided_at": acting.at,
    }


def _later_round(
    acting: Acting, stage: Stage, number: int, before: Sequence[Pairing], *, last: int
) -> list[Pairing]:
    """Write a round whose players come from the pairings of the round before."""
    played = new_round(acting.tournament, stage, number, offset=_rounds_before(stage))
    played.save()
    feeders = list(zip(before[::2], before[1::2], strict=True))
    pairings = [
        _fed(played, board, pair, FeedsFrom.WINNER, for_place=1 if number == last else None)
        for board, pair in enumerate(feeders, start=1)
    ]
    both_lose = all(semi.source != PairingSource.BYE for semi in feeders[0])
    if number == last and acting.tournament.third_place and both_lose:
        pairings.append(_fed(played, 2, feeders[0], FeedsFrom.LOSER, for_place=3))
    return Pairing.objects.bulk_create(pairings)


def _fed(
    played: Round,
    board: int,
    pair: tuple[Pairing, Pairing],
    takes: FeedsFrom,
    *,
    for_place: int | None,
) -> Pairing:
    first, second = pair
    made = Pairing(
        round=played,
        number=board,
        first_from=first,
        first_takes=takes,
        second_from=second,
        second_takes=takes,
        for_place=for_place,
    )
    for side, feeder in (("first", first), ("second", second)):
        if feeder.source == PairingSource.BYE and takes == FeedsFrom.WINNER:
            setattr(made, side, feeder.first)
    return made
