"""Members, challenges and matches for the tests of the games app, made by the services."""

import itertools
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import transaction

from games import dice, reading, terms
from games.engine import commands
from games.engine.board import Board
from games.engine.decide import start
from games.engine.graph import legal_steps
from games.engine.rules import RULES_VERSION
from games.engine.state import MatchState
from games.instants import to_datetime
from games.models import DiceSeed, Heartbeat, Lease, Match, Seat
from games.services import clocks, keep, lobby, play, sitting, table
from games.services.answers import Began, Ok, Waiting
from vrhcaby import clock
from vrhcaby.errors import Refused

_numbers = itertools.count(1)
NOON = 1_700_000_000_000
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Game:
    """A match with the ids of its members, by seat."""

    match_id: int
    members: tuple[int, int]

    @property
    def row(self) -> Match:
        """The row as it is stored now."""
        return Match.objects.get(pk=self.match_id)

    @property
    def state(self) -> MatchState:
        """The state as it is stored now."""
        return reading.state_of(self.row)

    @property
    def kinds(self) -> list[str]:
        """The kinds of all events so far."""
        return list(self.row.events.order_by("seq").values_list("kind", flat=True))

    def send(self, command: commands.Command, *, key: str | None = None) -> Ok | Refused:
        """Let the seat's member send a command."""
        return play.command(
            match_id=self.match_id,
            member_id=self.members[command.seat],
            command_id=key or f"key-{next(_numbers)}",
            command=command,
        )

    def step(self, *, key: str | None = None) -> Ok | Refused:
        """Play the first legal step of whoever is on turn."""
        return self.send(self.next_step(), key=key)

    def next_step(self) -> commands.Step:
        """Return the first legal step of whoever is on turn."""
        state = self.state
        option = legal_steps(state.board, state.dice_left, state.rules)[0]
        return commands.Step(state.turn, option.origin, option.die, option.target)

    def play_steps(self, count: int) -> None:
        """Play so many steps, whoever is on turn."""
        for _ in range(count):
            assert isinstance(self.step(), Ok)

    def be_here(self, *, seats: tuple[int, ...] = (0, 1), until: int | None = None) -> None:
        """Lease seats by a connection of no instance, for a minute more than any limit."""
        now = clock.now()
        for seat in seats:
            Lease.objects.create(
                connection=f"test-{next(_numbers)}",
                member_id=self.members[seat],
                match_id=self.match_id,
                since=now,
                expires=until or now + 2 * MINUTE,
            )


def member(name: str | None = None):
    """A member in good standing, who reads English."""
    return get_user_model().objects.create_user(
        name or f"member{next(_numbers)}", password="x", language="en"
    )


def here(member_id: int, *, for_ms: int = MINUTE) -> None:
    """Let a member be in the lobby."""
    now = clock.now()
    Lease.objects.create(
        connection=f"lobby-{next(_numbers)}", member_id=member_id, since=now, expires=now + for_ms
    )


def game(
    *, rated: bool = True, limit_ms=None, seeds=("", ""), members=None, ruleset="vrhcaby", **terms
) -> Game:
    """A match that has just begun, of two new members if none are given, clocks enforced.

    `terms` are `options` of the match and its `control`.
    """
    first, second = members or (member(), member())
    here(first.pk)
    clocks.sweep()
    made = lobby.challenge(
        member_id=first.pk,
        ruleset=ruleset,
        rated=rated,
        limit_ms=limit_ms,
        seed=seeds[0],
        **terms,
    )
    assert isinstance(made, Waiting), made
    began = sitting.accept(challenge_id=made.challenge_id, member_id=second.pk, seed=seeds[1])
    assert isinstance(began, Began), began
    return Game(began.match_id, (first.pk, second.pk))


def swept() -> None:
    """Let the referee's last sweep be now, without judging anything."""
    Heartbeat.objects.update_or_create(id=1, defaults={"swept_at": clock.now()})


def offered_by_letters(member_id: int) -> int:
    """Let a member, who may be away, offer a match by correspondence; return the challenge."""
    control = terms.letters(limit_ms=24 * terms.HOUR_MS, vacation=2)
    made = lobby.challenge(member_id=member_id, ruleset="vrhcaby", rated=False, control=control)
    assert isinstance(made, Waiting), made
    return made.challenge_id


def dice_seed() -> DiceSeed:
    """A fresh dice seed that belongs to nothing."""
    sealed = dice.draw_seed()
    return DiceSeed.objects.create(
        secret=sealed.secret, commitment=sealed.commitment, created_at=clock.now()
    )


def game_at(
    own: dict[int, int],
    theirs: dict[int, int],
    *,
    members=None,
    ruleset="vrhcaby",
    options=None,
    control=None,
) -> Game:
    """A rated match that begins at a position, as who starts sees it; no challenge before it."""
    first, second = members or (member(), member())
    swept()
    now = clock.now()
    agreed = terms.resolve(ruleset, options=options, control=control)
    row = Match.objects.create(
        ruleset=ruleset,
        options=agreed.to_data(),
        rules_version=RULES_VERSION,
        rated=True,
        source="challenge",
        state="",
        last_at=now,
        dice=dice_seed(),
        started_at=to_datetime(now),
    )
    for side, player in enumerate((first, second)):
        Seat.objects.create(match=row, side=side, member=player)
    with transaction.atomic():
        seated = table.seat_new(row, members=(first.pk, second.pk), seeds=("", ""), now=now)
        position = Board.of(own, theirs)
        seated.happen(start(seated.state, at=now, dice=seated.dice, position=position))
        keep.write(seated)
    return Game(row.pk, (first.pk, second.pk))
