"""A stage as the pure rules take it: seats, fixtures, games, and who has left.

Seats of the rules are numbers of entries. What counts after a withdrawal is judged anew each time
from what was played (`rules.withdrawal`), so that the order of withdrawals makes no difference.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from games import terms
from ladder.enums import PairingSource, PairingState, StageKind
from ladder.models import Entry, Pairing, Round, Stage, StageSeat, Tournament
from ladder.rules import standings as rules
from ladder.rules.prospects import Prospect, prospects
from ladder.rules.results import Fixture, Game, Seat
from ladder.rules.withdrawal import Policy, Withdrawal, withdraw

NOT_PLAYED = (PairingSource.BYE, PairingSource.WITHDRAWAL)
NOT_READ = (
    "attendance",
    "challenge",
    "decided_at",
    "deadline_at",
    "dice",
    "may_be_rated",
    "proposed_at",
    "proposed_by",
    "version",
)
"""Columns of pairings from which nobody's place follows, and which no table shows."""


class _Seat(int):
    """An entry's key among the seats; a lot is drawn by the number under which it was entered.

    That number is public and is the same in an archive, where keys are others.
    """

    number: int

    def __str__(self) -> str:
        return str(self.number)


def _seat(entry: Entry) -> _Seat:
    seat = _Seat(entry.pk)
    seat.number = entry.number
    return seat


@dataclass(frozen=True)
class Field:
    """Everything a stage's table follows from; made by `of`."""

    tournament: Tournament
    stage: Stage
    entries: Mapping[int, Entry]
    """Entries by number, in the order of their seats."""
    pairings: Sequence[Pairing]
    deciders: Sequence[Pairing]
    """Pairings of play-offs that decide this stage's tied places."""
    rounds: Mapping[int, Round]
    """Rounds of all these pairings by their keys: asking each pairing costs more than the sums."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats in order."""
        return tuple(map(_seat, self.entries.values()))

    @property
    def per_pair(self) -> int:
        """Return how often two players meet."""
        return 2 if self.stage.double else 1

    @cached_property
    def left(self) -> Mapping[Seat, Policy]:
        """Return who has left, and what becomes of his games."""
        gone = (entry for entry in self.entries.values() if entry.left_round is not None)
        return {entry.pk: Policy(entry.left_policy) for entry in gone}

    @cached_property
    def withdrawal(self) -> Withdrawal:
        """Return every game with what it counts for, as things stand."""
        return self.withdrawal_of(self.left)

    def withdrawal_of(self, left: Mapping[Seat, Policy]) -> Withdrawal:
        """Return every game with what it would count for if these had left."""
        return withdraw(
            seats=self.seats,
            fixtures=[one for one in map(self._fixture, self.pairings) if one is not None],
            games=self.games,
            left=left,
        )

    @cached_property
    def games(self) -> Sequence[Game]:
        """Return the games that have a result, played or not; a bye is none.

        Walkovers that a withdrawal made stay outside: the rules add them again.
        """
        return self._games(self.pairings)

    @cached_property
    def last_round(self) -> int:
        """Return the last round of which a result counts; 0 before any."""
        return max((game.round or 0 for game in self.games), default=0)

    def _games(self, pairings: Iterable[Pairing]) -> list[Game]:
        numbers = {key: played.number for key, played in self.rounds.items()}
        found = (_game(pairing, numbers[pairing.round_id]) for pairing in pairings)
        return [game for game in found if game is not None]

    def _deciding(self) -> list[Game]:
        """Return the deciding matches between players who are still ranked."""
        ranked = set(self.withdrawal.ranked)
        games = self._games(self.deciders)
        return [game for game in games if game.first in ranked and game.second in ranked]

    def _fixture(self, pairing: Pairing) -> Fixture | None:
        """A pairing that is not to be played is one only for who left: half of all his games."""
        first, second = pairing.first_id, pairing.second_id
        if first is None or second is None:
            return None
        if pairing.state == PairingState.VOID and not {first, second} & self.left.keys():
            return None
        return Fixture(first, second, self.rounds[pairing.round_id].number)

    def standings(self, *, after_round: int | None = None) -> rules.Standings:
        """Return the table after a round, or as it is now.

        Who has left by now is judged by all that was played, also in the table of an earlier round.
        """
        counting = self.withdrawal.counting
        if after_round is not None:
            counting = tuple(game for game in counting if (game.round or 0) <= after_round)
        return rules.standings(
            seats=self.withdrawal.ranked,
            games=counting,
            chain=self.tournament.chain,
            scheme=self.tournament.scheme,
            per_pair=self.per_pair,
            play_offs=self._deciding() if after_round is None else (),
            seed=self.tournament.lot_seed,
        )

    def prospects(self, *, completions: int) -> tuple[Prospect, ...]:
        """Return the places that are still possible for everybody."""
        withdrawal = self.withdrawal
        return prospects(
            seats=withdrawal.ranked,
            games=withdrawal.counting,
            fixtures=withdrawal.open,
            chain=self.tournament.chain,
            scheme=self.tournament.scheme,
            per_pair=self.per_pair,
            play_offs=self._deciding(),
            seed=self.tournament.lot_seed,
            draws=can_draw(self.tournament),
            completions=completions,
        )


def of(stage: Stage) -> Field:
    """Read a stage in three statements. `stage.tournament` should be joined."""
    deciders = Q(round__stage__decides=stage, round__stage__kind=StageKind.PLAY_OFF)
    rows, rounds = _pairings(Q(round__stage=stage) | deciders)
    seats = stage.seats.select_related("entry__member").order_by("number")
    return _field(stage, seats, rows, rounds)


def of_all(stages: Sequence[Stage]) -> list[Field]:
    """Read all stages of a tournament in three statements, however many there are."""
    seats = StageSeat.objects.filter(stage__in=stages).select_related("entry__member")
    by_stage: dict[int, list[StageSeat]] = {stage.pk: [] for stage in stages}
    for seat in seats.order_by("number"):
        by_stage[seat.stage_id].append(seat)
    rows, rounds = _pairings(Q(round__stage__in=stages))
    return [_field(stage, by_stage[stage.pk], rows, rounds) for stage in stages]


def _pairings(which: Q) -> tuple[list[Pairing], dict[int, Round]]:
    """Return pairings with their rounds, each round and stage once: a field of 200 has 19,900."""
    order = ("round__stage__number", "round__number", "number")
    rows = list(Pairing.objects.filter(which).defer(*NOT_READ).order_by(*order))
    rounds = Round.objects.select_related("stage").in_bulk({one.round_id for one in rows})
    for pairing in rows:
        pairing.round = rounds[pairing.round_id]
    return rows, rounds


def _field(
    stage: Stage,
    seats: Iterable[StageSeat],
    rows: Sequence[Pairing],
    rounds: Mapping[int, Round],
) -> Field:
    entries = {seat.entry_id: seat.entry for seat in seats}
    own = {key for key, played in rounds.items() if played.stage_id == stage.pk}
    deciding = {key for key, played in rounds.items() if _decides(played.stage, stage)}
    return Field(
        stage.tournament,
        stage,
        entries,
        pairings=[pairing for pairing in rows if pairing.round_id in own],
        deciders=[pairing for pairing in rows if pairing.round_id in deciding],
        rounds=rounds,
    )


def _decides(play_off: Stage, stage: Stage) -> bool:
    return play_off.decides_id == stage.pk and play_off.kind == StageKind.PLAY_OFF


def _game(pairing: Pairing, number: int) -> Game | None:
    first, second = pairing.first_id, pairing.second_id
    results = pairing.first_result, pairing.second_result
    if first is None or second is None or results[0] is None or results[1] is None:
        return None
    if pairing.state != PairingState.DECIDED or pairing.source in NOT_PLAYED:
        return None
    forfeit, margin = pairing.forfeit, _margin(pairing)
    return Game(first, second, results[0], results[1], number, forfeit, margin)


def can_draw(tournament: Tournament) -> bool:
    """Tell whether a match of this tournament can end without a winner."""
    return terms.can_draw(tournament.ruleset, tournament.options, tournament.match_length)


def _margin(pairing: Pairing) -> int | None:
    if pairing.first_score is None or pairing.second_score is None:
        return None
    return pairing.first_score - pairing.second_score
