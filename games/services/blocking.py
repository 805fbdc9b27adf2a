"""A member blocks another: whatever waits between the two goes, and nothing new begins."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from accounts import blocks
from games import realtime
from games.enums import ChallengeStatus
from games.models import Challenge
from games.services import challenges
from games.services.answers import Done, answering
from vrhcaby import clock
from vrhcaby.errors import DomainError


@answering
def block(*, member_id: int, other_id: int) -> Done:
    """Block a member; entry service. Running games go on, his lines in them are not shown.

    Open challenges between the two are closed in transactions of their own; until then, and
    afterwards, `challenges.require_can_meet` refuses them.
    """
    with transaction.atomic(durable=True):
        other = get_user_model().objects.filter(pk=other_id).first()
        if other is None:
            raise challenges.NoSuchMember
        blocks.block(member_id=member_id, other=other)
        _show_again(member_id, other_id)
    for pk in _between(member_id, other_id):
        _withdraw(pk)
    return Done()


@answering
def unblock(*, member_id: int, other_id: int) -> Done:
    """Take a block back; entry service."""
    with transaction.atomic(durable=True):
        blocks.unblock(member_id=member_id, other_id=other_id)
        _show_again(member_id, other_id)
    return Done()


def _show_again(member_id: int, other_id: int) -> None:
    realtime.chat_standing(member_id)
    realtime.lobby_changed(member_id, other_id)


def _between(first: int, second: int) -> list[int]:
    pairs = Q(challenger=first, opponent=second) | Q(challenger=second, opponent=first)
    pairs |= Q(challenger=first, taker=second) | Q(challenger=second, taker=first)
    found = Challenge.objects.filter(pairs, status=ChallengeStatus.OPEN).order_by("id")
    return list(found.values_list("pk", flat=True))


def _withdraw(pk: int) -> None:
    """Close a challenge without a word: a notice would tell the other who has blocked him."""
    try:
        with transaction.atomic(durable=True):
            row, _ = challenges.take(pk)
            members = challenges.concerned(row)
            if row.opponent_id is None:
                challenges.ask_no_more(row)
            else:
                challenges.close(row, ChallengeStatus.WITHDRAWN, now=clock.now())
            challenges.show_again(members)
    except DomainError:
        return
