"""A closed season and a tournament that is half played, for the bench of the pages."""

from django.db.models import F

from accounts.models import Member
from games.instants import to_datetime
from ladder.enums import PairingSource, PairingState, RoundState
from ladder.models import Pairing, RatingChange, Round, Season
from ladder.rules.results import LOSS, WIN
from ladder.services import seasons
from ladder.services.tournaments import entries, life, rounds
from ladder.services.tournaments.acting import Changed
from vrhcaby import clock
from vrhcaby.errors import Refused


def season(official_id: int) -> str:
    """Close a season in which all that was rated fell; return the address of its tables."""
    first = RatingChange.objects.earliest("at").at
    Season.objects.create(name="Bench", opened_at=first, opened_by_id=official_id)
    return seasons.close_season(by_id=official_id).get_absolute_url()


def tournament(official_id: int, players: int) -> str:
    """Draw a round robin and decide half of its rounds; return its address."""
    settings = {"name": "Bench", "ruleset": "vrhcaby", "rated": False}
    slug = _done(life.create(by_id=official_id, settings=settings)).slug
    for member in Member.objects.order_by("pk")[:players]:
        _done(entries.add(slug=slug, by_id=official_id, member_id=member.pk))
    for state in ("registration", "closed"):
        _done(life.change_state(slug=slug, by_id=official_id, to=state))
    _done(rounds.start(slug=slug, by_id=official_id))
    _decide(players // 2)
    return f"/turnaje/{slug}/"


def _decide(upto: int) -> None:
    """Write results into the rounds up to this one: by turns of either side."""
    played = Pairing.objects.filter(round__number__lte=upto).alias(turn=F("pk") % 2)
    for turn, (first, second) in enumerate(((WIN, LOSS), (LOSS, WIN))):
        played.filter(turn=turn, first__isnull=False, second__isnull=False).update(
            state=PairingState.DECIDED,
            source=PairingSource.BOARD,
            first_result=first,
            second_result=second,
            first_score=first // 2,
            second_score=second // 2,
            decided_at=to_datetime(clock.now()),
        )
    Round.objects.filter(number__lte=upto).update(state=RoundState.CLOSED)


def _done(answer: Changed | Refused) -> Changed:
    if isinstance(answer, Refused):
        raise TypeError(f"refused: {answer.code}")
    return answer
