"""A small club at which every operation can succeed, and requests made from the document."""

import copy
import functools
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from jsonschema import Draft202012Validator

from accounts import tokens
from games.models import ChatLine
from games.services import chat, lobby, reports, sitting
from ladder.models import RatingFlag
from ladder.services import corrections, seasons
from ladder.services.tournaments import entries, roles
from tests.games import making
from tests.ladder import making as past
from tests.ladder import tournaments
from tests.vrhcaby.rest import calling
from vrhcaby.rest import schema

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    """An operation of the document."""

    method: str
    path: str
    told: dict[str, Any] = field(hash=False, compare=False)

    @property
    def id(self) -> str:
        """Its name."""
        return self.told["operationId"]

    @property
    def scope(self) -> str | None:
        """The scope it needs, None for everybody's."""
        return self.told["x-scope"]

    @property
    def official(self) -> bool:
        """Whether only officials may."""
        return self.told["x-official"]

    @property
    def body(self) -> Any:
        """The example of its body."""
        content = self.told.get("requestBody", {}).get("content", {})
        return copy.deepcopy(content.get("application/json", {}).get("example"))

    @property
    def success(self) -> int:
        """The status when all is well."""
        return min(int(status) for status in self.told["responses"])


@functools.cache
def operations() -> tuple[Operation, ...]:
    """Return all operations of the document."""
    return tuple(
        Operation(method, path, told)
        for path, methods in schema.document()["paths"].items()
        for method, told in methods.items()
        if method in METHODS
    )


def faults(shape: Any, value: Any) -> list[str]:
    """Return what of a value is not as a schema of the document says."""
    whole = {**shape, "components": schema.document()["components"]}
    validator = Draft202012Validator(whole)
    return [f"{list(error.path)}: {error.message[:200]}" for error in validator.iter_errors(value)]


class World:
    """A club: members, a match that is played, one that is over, challenges of each kind."""

    def __init__(self) -> None:
        # Requests of other tests count against the same address.
        cache.clear()
        self.me, self.other, self.third = making.member(), making.member(), making.member()
        self.official = making.member()
        type(self.me).objects.filter(pk=self.official.pk).update(is_staff=True, is_superuser=True)
        self.official.refresh_from_db()
        self.result = past.played(self.me, self.other)
        self.live = making.game(members=(self.me, self.other))
        self.over = making.game(members=(self.me, self.third))
        self.over.send(making.commands.Resign(0))
        making.here(self.third.pk)
        making.here(self.me.pk)
        self.by_third = self._challenge(self.third, to=self.me)
        self.by_me = self._challenge(self.me)
        self.asked = self._asked()
        self.spare = tokens.make(member_id=self.me.pk, name="spare", scopes=(), days=1).token

    def _challenge(self, by: Any, to: Any = None, **terms: Any) -> int:
        made = lobby.challenge(
            member_id=by.pk,
            ruleset=terms.get("ruleset", "vrhcaby"),
            rated=False,
            opponent_id=to and to.pk,
        )
        return made.challenge_id

    def _asked(self) -> int:
        """A challenge of a member who was away, whose taker waits for him."""
        self.away = making.member()
        made = self._challenge(self.away)
        sitting.accept(challenge_id=made, member_id=self.third.pk)
        return made

    @functools.cached_property
    def cup(self) -> Any:
        """A tournament of three guests, or for who wants to enter one that is open."""
        return tournaments.started(["Ada", "Bob", "Cyril"])

    @functools.cached_property
    def open_cup(self) -> Any:
        """A tournament whose registration is open."""
        return tournaments.opened()

    def _slug(self, operation: Operation) -> str:
        if "{slug}" not in operation.path:
            return ""
        if operation.method == "get":
            return str(self.cup.slug)
        made = self.open_cup
        if operation.id == "withdrawEntry":
            entries.enter(slug=made.slug, by_id=self.me.pk)
        if operation.id == "answerInvitation":
            entries.invite(slug=made.slug, by_id=made.by_id, member_id=self.me.pk)
        if operation.id == "answerRole":
            roles.invite(slug=made.slug, by_id=made.by_id, member_id=self.me.pk, kind="assistant")
        return str(made.slug)

    @property
    def ladder_result(self) -> int:
        """The result of the first match as the ladder has it."""
        return int(self.result.ladder_result.pk)

    def _corrected(self, operation: Operation) -> int:
        if operation.id == "undoCorrection":
            return int(self.corrected.ladder_result_id)
        return self.ladder_result

    @functools.cached_property
    def corrected(self) -> Any:
        """A correction of the ladder's first result."""
        return corrections.correct(
            ladder_result_id=self.ladder_result, by_id=self.official.pk, score=0.5, why="x"
        )

    def ids(self, operation: Operation) -> dict[str, Any]:
        """Return what stands in the address of an operation."""
        places = {
            "slug": self._slug(operation),
            "pairing_id": self._pairing(operation),
            "line_id": self._line(operation),
            "entry_id": self.cup.entries[0] if "{entry_id}" in operation.path else 1,
            "claim_id": 1,
            "report_id": self._report(operation),
            "flag_id": self.flag if "{flag_id}" in operation.path else 1,
            "ladder_result_id": self._corrected(operation),
            "season_id": self._season(operation),
            "match_id": self.live.match_id,
            "member_id": self.other.pk,
            "other_id": self.third.pk,
            "challenge_id": self.by_me,
            "result_id": self.result.pk,
            "ruleset": "standard",
            "pool": "vrhcaby",
            "form": "mat",
            "office": "moderator",
            "token_id": self.spare.pk,
        }
        special: dict[str, dict[str, Any]] = {
            "showRecord": {"match_id": self.over.match_id},
            "offerRematch": {"match_id": self.over.match_id},
            "acceptChallenge": {"challenge_id": self.by_third},
            "declineChallenge": {"challenge_id": self.by_third},
            "answerReady": {"challenge_id": self.asked},
        }
        return {**places, **special.get(operation.id, {})}

    def _pairing(self, operation: Operation) -> int:
        if operation.id != "showPairing":
            return 1
        return int(tournaments.pairing(self.cup, 1, 1).pk)

    def _line(self, operation: Operation) -> int:
        """A chat line that may be reported."""
        if "{line_id}" not in operation.path:
            return 1
        chat.say(member_id=self.other.pk, room="lobby", text="Ahoj")
        return int(ChatLine.objects.latest("pk").pk)

    def _report(self, operation: Operation) -> int:
        """A report that nobody has decided about."""
        if "{report_id}" not in operation.path:
            return 1
        chat.say(member_id=self.other.pk, room="lobby", text="Ahoj")
        line = ChatLine.objects.latest("pk")
        reports.report(member_id=self.third.pk, line_id=line.pk, reason="insult")
        return int(line.reports.get().pk)

    @functools.cached_property
    def flag(self) -> int:
        """A rating flag that nobody has decided about."""
        made = RatingFlag.objects.create(
            pattern="same_pair",
            gainer=self.me,
            giver=self.other,
            results=[self.result.pk],
            figures={"games": 1},
            found_at=timezone.now(),
        )
        return int(made.pk)

    def _season(self, operation: Operation) -> int:
        if "{season_id}" not in operation.path and operation.id != "closeSeason":
            return 1
        return int(self.season.pk)

    @functools.cached_property
    def season(self) -> Any:
        """A season that is open."""
        return seasons.open_season(name="Spring", by_id=self.official.pk)

    def address(self, operation: Operation) -> str:
        """Return the address of an operation with everything filled in."""
        return operation.path.format(**self.ids(operation))

    def caller(self, operation: Operation) -> calling.Caller:
        """Return who may call an operation."""
        if operation.official:
            return calling.fit(self.official, operation.scope)
        member = self.away if operation.id == "answerReady" else self.me
        return calling.fit(member, operation.scope)

    def call(self, operation: Operation, caller: calling.Caller) -> calling.Answer:
        """Send the documented request."""
        return caller(operation.method, self.address(operation), operation.body)
