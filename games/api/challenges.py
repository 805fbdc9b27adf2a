"""Operations on challenges."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

from rest_framework.response import Response

from accounts.enums import Scope
from games import wire
from games.api import frames, shapes
from games.api.filters import ChallengeFilters
from games.enums import ChallengeStatus
from games.selectors import rows
from games.services import lobby, once, sitting, wished
from games.services.challenges import NoSuchChallenge
from vrhcaby import clock
from vrhcaby.rest import operation
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.pages import KeysetPagination
from vrhcaby.rest.problems import require

TAG = "challenges"
_GONE = ("bad_frame", "command_id_reused", "no_such_challenge", "challenge_gone")
_ID = {"id": "a-number-of-mine"}


class ListChallenges(Operation):
    """Open challenges: those to everybody, those by oneself and to oneself."""

    summary = "Open challenges"
    tag = TAG
    Output, many = shapes.ChallengeTold, True
    filterset_class = ChallengeFilters
    pagination_class = KeysetPagination

    def get(self, request: Any) -> Response:
        """Answer a page of challenges."""
        now = clock.now()
        visible = rows.challenges(request.user.pk).filter(status=ChallengeStatus.OPEN)
        return self.page(self.filtered(visible), lambda row: shapes.challenge(row, now=now))


class ShowChallenge(Operation):
    """A challenge that one may see; one's own also after it was closed, with what came of it."""

    summary = "A challenge"
    tag = TAG
    Output = shapes.ChallengeTold
    refusals = ("no_such_challenge",)

    def get(self, request: Any, challenge_id: int) -> Response:
        """Answer the challenge."""
        row = rows.challenges(request.user.pk).filter(pk=challenge_id).first()
        if row is None:
            raise NoSuchChallenge
        return Response(shapes.challenge(row, now=clock.now()))


class Wish(Operation):
    """A member's wish about challenges, done once for its `id`."""

    tag = TAG
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Output = shapes.AnswerTold
    body: ClassVar[str]
    """The name of the frame's body in `frames.BODIES`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let the published document know the body of this wish."""
        super().__init_subclass__(**kwargs)
        cls.Input = frames.body(cls.body)

    def wish(self, request: Any, act: Callable[[Any, int], Any], **address: int) -> Response:
        """Let `act(frame, member_id)` be done once, and answer what came of it."""
        frame = frames.read(self.body, request.data, **address)
        member_id = request.user.pk
        told = once.answered(
            member_id=member_id,
            key=frame.id,
            body=wished.body(frame),
            act=lambda: act(frame, member_id),
        )
        return Response(shapes.answer(frame.id, require(told)), status=self.success)


class MakeChallenge(Wish):
    """Challenge a member, or everybody (`to` null).

    What `options` and `control` leave out is as the ruleset has it. A game between a person and a
    bot is rated only if both have allowed that in their settings.
    """

    summary = "Make a challenge"
    body = "ChallengeBody"
    success = HTTPStatus.CREATED.value
    refusals = (
        *("bad_frame", "command_id_reused", "unknown_ruleset", "not_playable", "bad_options"),
        *("bad_control", "bad_seed", "not_rated", "rated_with_bot", "no_such_member"),
        *("opponent_banned", "challenge_to_yourself", "challenge_twice", "too_many_challenges"),
        "challenge_too_often",
    )
    example = {**_ID, "ruleset": "standard", "rated": False, "options": {"length": 3}}

    def post(self, request: Any) -> Response:
        """Make the challenge."""
        return self.wish(request, _make)


class AcceptChallenge(Wish):
    """Accept a challenge: `match` has begun, or the challenger, who is away, is asked `until`.

    Whoever has no socket open is away. Stay on one until he has answered, or his answer comes to
    nothing. A match by correspondence begins whoever is away.
    """

    summary = "Accept a challenge"
    body = "AcceptBody"
    refusals = (
        *(*_GONE, "challenge_taken", "challenge_not_for_you", "challenge_is_yours", "bad_seed"),
        *("opponent_banned", "rated_with_bot"),
    )
    example = {**_ID, "seed": "my own chance"}

    def post(self, request: Any, challenge_id: int) -> Response:
        """Accept the challenge."""
        return self.wish(
            request,
            lambda frame, member_id: sitting.accept(
                challenge_id=challenge_id, member_id=member_id, seed=frame.seed
            ),
            challenge=challenge_id,
        )


class DeclineChallenge(Wish):
    """Decline a challenge made to oneself."""

    summary = "Decline a challenge"
    body = "DeclineBody"
    refusals = (*_GONE, "challenge_not_for_you")
    example = _ID

    def post(self, request: Any, challenge_id: int) -> Response:
        """Decline the challenge."""
        return self.wish(
            request,
            lambda frame, member_id: lobby.decline(challenge_id=challenge_id, member_id=member_id),
            challenge=challenge_id,
        )


class WithdrawChallenge(Wish):
    """Take one's own challenge back."""

    summary = "Withdraw a challenge"
    body = "WithdrawBody"
    refusals = (*_GONE, "challenge_not_for_you")
    example = _ID

    def post(self, request: Any, challenge_id: int) -> Response:
        """Withdraw the challenge."""
        return self.wish(
            request,
            lambda frame, member_id: lobby.withdraw(challenge_id=challenge_id, member_id=member_id),
            challenge=challenge_id,
        )


class AnswerReady(Wish):
    """Say whether one sits down at the game that another has accepted while one was away.

    `taker_gone` unless the other has a socket open: two who use REST alone cannot begin a match.
    """

    summary = "Sit down, or not"
    body = "ReadyBody"
    refusals = (*_GONE, "challenge_not_for_you", "nobody_asks", "taker_gone", "rated_with_bot")
    example = {**_ID, "ready": True}

    def post(self, request: Any, challenge_id: int) -> Response:
        """Sit down or withdraw."""
        return self.wish(
            request,
            lambda frame, member_id: sitting.answer_ready(
                challenge_id=challenge_id, member_id=member_id, ready=frame.ready
            ),
            challenge=challenge_id,
        )


class MixInSeed(Wish):
    """Give the challenger's seed for the dice, now that he has seen the commitment."""

    summary = "Mix in a seed"
    body = "SeedBody"
    refusals = (*_GONE, "challenge_not_for_you", "challenge_taken", "bad_seed")
    example = {**_ID, "seed": "my own chance"}

    def put(self, request: Any, challenge_id: int) -> Response:
        """Keep the seed."""
        return self.wish(
            request,
            lambda frame, member_id: lobby.mix_in(
                challenge_id=challenge_id, member_id=member_id, seed=frame.seed
            ),
            challenge=challenge_id,
        )


def _make(frame: Any, member_id: int) -> Any:
    return lobby.challenge(member_id=member_id, **wire.terms(frame))
