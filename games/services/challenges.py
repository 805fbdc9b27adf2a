"""The challenge row under its lock: who may touch it, and how it is closed."""

from collections.abc import Collection

from django.contrib.auth import get_user_model

from accounts import blocks
from accounts import permissions as accounts
from games import realtime
from games.enums import ChallengeStatus, MatchSource
from games.instants import to_datetime
from games.models import Challenge
from vrhcaby.errors import DomainError

TAKEN_BACK = "challenge_taken_back"


class NoSuchChallenge(DomainError):
    """No challenge has this number."""

    code = "no_such_challenge"


class ChallengeGone(DomainError):
    """The challenge was accepted, declined, withdrawn or has expired."""

    code = "challenge_gone"


class ChallengeTaken(DomainError):
    """Somebody has accepted and waits for the challenger."""

    code = "challenge_taken"


class ChallengeNotForYou(DomainError):
    """The challenge is meant for another member, or was made by one."""

    code = "challenge_not_for_you"


class ChallengeIsYours(DomainError):
    """Nobody accepts his own challenge."""

    code = "challenge_is_yours"


class NoSuchMember(DomainError):
    """No member has this number."""

    code = "no_such_member"


class OpponentBanned(DomainError):
    """The other member may not play at present; why is between him and the officials."""

    code = "opponent_banned"


class RatedWithBot(DomainError):
    """A person and a bot play for ratings only if both allow it in their settings."""

    code = "rated_with_bot"


class YouBlock(DomainError):
    """The member has blocked the other."""

    code = "you_block"


class OpponentDeclines(DomainError):
    """The other does not want to meet this member; that he is blocked is not said."""

    code = "opponent_declines"


def take(challenge_id: int, *, by_id: int | None = None) -> tuple[Challenge, list[Challenge]]:
    """Lock all open challenges of the member who made this one; return it, and the others.

    Raises ChallengeGone, and NoSuchChallenge also where it is between two others than `by_id`: who
    may not see it does not learn that there is one.
    """
    made = _challenger(challenge_id, by_id)
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("dice", "rematch_of")
    open_rows = list(rows.filter(challenger=made, status=ChallengeStatus.OPEN).order_by("id"))
    challenge = next((row for row in open_rows if row.pk == challenge_id), None)
    if challenge is None:
        raise ChallengeGone
    return challenge, [row for row in open_rows if row.pk != challenge_id]


def _challenger(challenge_id: int, by_id: int | None) -> int:
    two = Challenge.objects.filter(pk=challenge_id).values_list("challenger", "opponent").first()
    if two is None or (by_id is not None and by_id not in two and None not in two):
        raise NoSuchChallenge
    return two[0]


def require_challenger(challenge: Challenge, member_id: int) -> None:
    """Raise ChallengeNotForYou unless the member made the challenge."""
    if challenge.challenger_id != member_id:
        raise ChallengeNotForYou


def require_may_take(challenge: Challenge, member_id: int, *, now: int) -> None:
    """Raise unless the member may accept the challenge now."""
    if challenge.challenger_id == member_id:
        raise ChallengeIsYours
    if challenge.opponent_id not in (None, member_id):
        raise ChallengeNotForYou
    if is_asking(challenge, now=now) and challenge.taker_id != member_id:
        raise ChallengeTaken


def require_can_meet(member_id: int, opponent_id: int | None, *, rated: bool) -> None:
    """Raise unless the member may act, and the other, if one is named, may and will play.

    Raises NoSuchMember, OpponentBanned, YouBlock, OpponentDeclines, RatedWithBot and the refusals
    of `accounts.permissions`.
    """
    members = get_user_model().objects.in_bulk({member_id, opponent_id} - {None})
    if members.keys() != {member_id, opponent_id} - {None}:
        raise NoSuchMember
    accounts.require_can_act(members[member_id])
    if opponent_id is None:
        return
    if not accounts.can_act(members[opponent_id]):
        raise OpponentBanned
    if rated and not accounts.may_be_rated(members.values()):
        raise RatedWithBot
    apart = blocks.between(member_id, opponent_id)
    if apart:
        raise YouBlock if member_id in apart else OpponentDeclines


def is_rated_by_wish(challenge: Challenge) -> bool:
    """Tell whether the two wish a rated game; that of a tournament is rated because it is one."""
    return challenge.rated and challenge.source == MatchSource.CHALLENGE


def is_rated(member_ids: Collection[int], *, rated: bool) -> bool:
    """Tell whether a game that is to be rated will be between these members.

    Not that of a person and a bot, unless both allow it.
    """
    members = get_user_model().objects.filter(pk__in=member_ids)
    return rated and accounts.may_be_rated(members.only("is_bot", "rated_with_bots"))


def concerned(challenge: Challenge) -> set[int]:
    """Return who made the challenge, whom it is made to, and who has accepted it."""
    named = (challenge.challenger_id, challenge.opponent_id, challenge.taker_id)
    return {member_id for member_id in named if member_id is not None}


def show_again(members: set[int]) -> None:
    """Let the lobby be read anew: everybody's part, and that of the members concerned."""
    realtime.lobby_changed()
    realtime.lobby_changed(*members)


def is_asking(challenge: Challenge, *, now: int) -> bool:
    """Whether the challenger is being asked if he is ready (rules V25)."""
    return challenge.ready_until is not None and now < challenge.ready_until


def close(challenge: Challenge, status: ChallengeStatus, *, now: int) -> None:
    """Close an open challenge; the caller holds its lock. An accepted one has its match set."""
    challenge.status = status
    challenge.closed_at = to_datetime(now)
    challenge.taker = None
    challenge.ready_until = None
    challenge.save(update_fields=["status", "closed_at", "taker", "ready_until", "match"])


def close_and_tell(challenge: Challenge, status: ChallengeStatus, code: str, *, now: int) -> None:
    """Close an open challenge and tell all whom it concerns why; the caller holds its lock."""
    members = concerned(challenge)
    close(challenge, status, now=now)
    for member_id in members:
        realtime.notice(member_id, code, challenge_id=challenge.pk)
    show_again(members)


def ask_no_more(challenge: Challenge) -> None:
    """Put a challenge back on the list; the caller holds its lock."""
    challenge.taker = None
    challenge.taker_seed = ""
    challenge.ready_until = None
    challenge.save(update_fields=["taker", "taker_seed", "ready_until"])


def take_back(others: list[Challenge], *, now: int) -> None:
    """Withdraw what else a member has offered, because a game of his begins; locks held."""
    for other in others:
        close_and_tell(other, ChallengeStatus.WITHDRAWN, TAKEN_BACK, now=now)
