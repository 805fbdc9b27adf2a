"""The demo club: ten members, the games of their last eleven weeks, and a tournament.

The plan below is fixed; each game is really played, by the engine and through the services, at
the time the plan says. Run again, it goes on where it stopped.
"""

import datetime
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games.enums import ChallengeStatus
from games.services import connections, lobby, past, sitting
from games.services.answers import Began, Waiting
from games.services.past import Choices, Course, Ending
from ladder.management import demo_tournament
from ladder.management.demo_passwords import Passwords
from vrhcaby import broadcast, clock

RULESET = "vrhcaby"
ADMINISTRATOR = "spravce"
INSTANCE = "demo"
SKILLS = {
    "Anežka": 0.97,
    "Bořivoj": 0.9,
    "Ctibor": 0.55,
    "Drahomíra": 0.8,
    "Evžen": 0.35,
    "Františka": 0.7,
    "Hedvika": 0.85,
    "Ludmila": 0.45,
    "Řehoř": 0.65,
    "Žofie": 0.75,
}
"""How often a member plays as the rules of thumb say."""

NEWCOMERS = ("Ludmila", "Žofie")
OPEN_CHALLENGE_BY = "Hedvika"
JOINED_DAYS_AGO = 80
HISTORY_DAYS = 76
NEWCOMERS_DAYS = 9
ROUNDS = 7
EVENING = datetime.timedelta(hours=18)
ENDINGS = (Ending.RESIGNED, Ending.PLAYED, Ending.CLAIMED, Ending.PLAYED, Ending.DRAWN)
ENDING_EVERY = 3
UNRATED_EVERY = 19
TO_SIT_DOWN_MS = 4_000

Granted = TypeVar("Granted")


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the plan: who challenges whom, how many days ago, at which ms of that evening."""

    number: int
    first: str
    second: str
    days_ago: int
    evening_ms: int
    rated: bool

    @property
    def course(self) -> Course:
        """Return how the game goes."""
        return Course(
            text=f"demo game {self.number}",
            skills=(SKILLS[self.first], SKILLS[self.second]),
            ending=_ending(self.number),
            steps=24 + 7 * (self.number % 9),
        )


def make(passwords: Passwords) -> None:
    """Make what is missing of the members, the games, the tournament, the open challenge."""
    _make_members(passwords)
    played = apps.get_model("games", "Match").objects.count()
    with broadcast.collect():
        for game in plan()[played:]:
            _play(game)
        demo_tournament.make(SKILLS, administrator=ADMINISTRATOR)
    _offer_challenge()


def plan() -> list[Game]:
    """Return the games of the club in the order in which they were played."""
    games: list[Game] = []
    choices = Choices("demo plan")
    for pair in [*_pairs_of_the_established(), *_pairs_of_newcomers()]:
        number = len(games)
        is_new = any(name in NEWCOMERS for name in pair)
        span = NEWCOMERS_DAYS if is_new else HISTORY_DAYS
        first, second = pair if choices.next() < 0.5 else pair[::-1]
        games.append(
            Game(
                number=number,
                first=first,
                second=second,
                days_ago=1 + int(choices.next() ** 0.6 * span),
                evening_ms=int(choices.next() * 3 * 3_600_000),
                rated=(number + 1) % UNRATED_EVERY != 0,
            )
        )
    return sorted(games, key=lambda game: (-game.days_ago, game.evening_ms))


def _pairs_of_the_established() -> Iterator[tuple[str, str]]:
    names = [name for name in SKILLS if name not in NEWCOMERS]
    pairs = list(itertools.combinations(names, 2))
    for round_number in range(ROUNDS):
        # Not everybody meets everybody each time, so that the counts of games differ.
        yield from (pair for index, pair in enumerate(pairs) if (index + round_number) % 2)


def _pairs_of_newcomers() -> Iterator[tuple[str, str]]:
    for newcomer in NEWCOMERS:
        for opponent in [name for name in SKILLS if name not in NEWCOMERS][::2]:
            yield newcomer, opponent


def _ending(number: int) -> Ending:
    if number == ENDING_EVERY:
        return Ending.ABSENT
    if number % ENDING_EVERY:
        return Ending.PLAYED
    return ENDINGS[number // ENDING_EVERY % len(ENDINGS)]


def _make_members(passwords: Passwords) -> None:
    """Make the members and the administrator who are missing; one hash serves all members."""
    members = get_user_model().objects
    joined = timezone.now() - datetime.timedelta(days=JOINED_DAYS_AGO)
    missing = [name for name in SKILLS if not members.named(name).exists()]
    encoded = make_password(passwords.members) if missing else ""
    with transaction.atomic():
        for name in missing:
            later = JOINED_DAYS_AGO - NEWCOMERS_DAYS - 2 if name in NEWCOMERS else 0
            member = members.create_user(
                username=name, date_joined=joined + datetime.timedelta(days=later)
            )
            member.password = encoded
            member.save(update_fields=["password"])
        if not members.named(ADMINISTRATOR).exists():
            members.create_superuser(username=ADMINISTRATOR, password=passwords.administrator)


def _play(game: Game) -> None:
    """Let the pair sit down at its evening and play to the end."""
    ids = dict(get_user_model().objects.filter(username__in=SKILLS).values_list("username", "pk"))
    first, second = ids[game.first], ids[game.second]
    with clock.living_at(_moment(game)) as hand:
        connections.flush(instance_id=INSTANCE)
        connections.opened(
            connection=f"demo-{game.number}", member_id=first, match_id=None, instance_id=INSTANCE
        )
        waiting = lobby.challenge(
            member_id=first,
            opponent_id=second,
            ruleset=RULESET,
            rated=game.rated,
            seed=f"{game.first} {game.number}",
        )
        challenge_id = _granted(waiting, Waiting).challenge_id
        hand.advance(TO_SIT_DOWN_MS)
        began = sitting.accept(
            challenge_id=challenge_id, member_id=second, seed=f"{game.second} {game.number}"
        )
        past.play_through(match_id=_granted(began, Began).match_id, course=game.course)


def _granted(answer: Any, kind: type[Granted]) -> Granted:
    """Return the answer of a service. Raises TypeError for a refusal, which is a fault here."""
    if not isinstance(answer, kind):
        raise TypeError(answer)
    return answer


def _moment(game: Game) -> int:
    day = timezone.localdate() - datetime.timedelta(days=game.days_ago)
    midnight = datetime.datetime.combine(day, datetime.time(), timezone.get_default_timezone())
    return int((midnight + EVENING).timestamp() * 1000) + game.evening_ms


def _offer_challenge() -> None:
    """Leave one open challenge on the list, unless its maker has one there."""
    member = get_user_model().objects.get(username=OPEN_CHALLENGE_BY)
    if not member.challenges_made.filter(status=ChallengeStatus.OPEN).exists():
        _granted(lobby.challenge(member_id=member.pk, ruleset=RULESET, rated=True), Waiting)
