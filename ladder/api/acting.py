"""Acts in tournaments: each is one service, told here by its name, its fields and who may.

Directors and assistants need the scope `direct`, players act on their own pairings with `play`.
`version` is the tournament's that was seen: an act that no longer fits is refused and says what
was done in between.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from ladder.api import act_refusals, settings_shape
from ladder.api import tournament_shapes as shapes
from vrhcaby.errors import Refused
from vrhcaby.rest import operation, words
from vrhcaby.rest.fields import Input, Instant, Text, Whole
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import Problem, require

LARGEST = 999_999_999_999_999
PLAY, DIRECT = Scope.PLAY.value, Scope.DIRECT.value
OFTEN: tuple[str, ...] = (
    *("no_such_tournament", "not_a_director", "not_an_assistant", "not_in_this_pairing"),
    *("changed_meanwhile", "wrong_state", "why_missing", "no_such_entry", "no_such_pairing"),
    *("no_such_round", "no_such_member"),
)
Fields = Mapping[str, Any]


class TournamentAct(Operation):
    """One act; who may do it and whether it still fits, its service says."""

    kind = operation.WRITE
    Output = shapes.ActTold
    service: ClassVar[Callable[..., Any]]

    def post(self, request: Any, **address: Any) -> Response:
        """Do it."""
        wanted = self.taken(request)
        answer = type(self).service(by_id=request.user.pk, **address, **wanted)
        return Response(shapes.act(require(_with_fields(answer))), status=self.success)


def _with_fields(answer: Any) -> Any:
    """Return what a service answered. Raises Problem where it names fields that are wrong."""
    if isinstance(answer, Refused) and "errors" in answer.details:
        errors = answer.details["errors"].items()
        fields = {
            f"settings.{name}": [{"code": code, "detail": words.sentence(code)}]
            for name, code in errors
        }
        raise Problem(answer.code, fields=fields)
    return answer


def act(
    name: str,
    summary: str,
    text: str,
    service: Callable[..., Any],
    example: Fields | None = None,
    /,
    scope: str = DIRECT,
    success: int = HTTPStatus.OK.value,
    **fields: Any,
) -> type[TournamentAct]:
    """Return the operation of a service; `fields` are what its body has besides the address."""
    body = type(f"{name}Body", (Input,), {"__doc__": f"Body of: {summary}.", **fields})
    attributes = {
        "__doc__": text,
        "__module__": __name__,
        "summary": summary,
        "tag": "directors" if scope == DIRECT else "tournaments",
        "scope": scope,
        "success": success,
        "service": staticmethod(service),
        "Input": body,
        "example": dict(example or {}),
        "refusals": (*OFTEN, *act_refusals.OF_ACTS.get(name, ())),
    }
    return type(name, (TournamentAct,), attributes)


class ByNumber(serializers.DictField):
    """An object whose names are whole numbers."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values by numbers."""
        found = super().to_internal_value(data)
        if any(not (name.isascii() and name.isdigit() and len(name) < 10) for name in found):
            raise serializers.ValidationError(gettext("A whole number is needed."), code="invalid")
        return {int(name): value for name, value in found.items()}


def number_field(text: str) -> Any:
    """Return a field of an id."""
    return Whole(min_value=1, max_value=LARGEST, help_text=text)


def points_field(text: str) -> Any:
    """Return a field of points."""
    return Whole(min_value=0, max_value=1000, help_text=text)


def seen_points_field(text: str) -> Any:
    """Return a field of points that somebody else has told, for an act that must fit them."""
    return Whole(
        min_value=0,
        max_value=1000,
        required=False,
        allow_null=True,
        help_text=f"{text} Left out in both fields: whatever stands.",
    )


def ruled(**more: Any) -> dict[str, Any]:
    """Return the fields of an act that may be due to a reason."""
    return {**more, **seen(), "why": why_field()}


def seen() -> dict[str, Any]:
    """Return the field of the version that was seen."""
    return {
        "version": Whole(
            min_value=0,
            max_value=2**31 - 1,
            required=False,
            allow_null=True,
            help_text="Version of the tournament that was seen; null or left out: any.",
        )
    }


def late_fields() -> tuple[Any, Any]:
    """Return the fields of who comes late: a member's number, and a guest's name."""
    member = Whole(
        min_value=1,
        max_value=LARGEST,
        required=False,
        allow_null=True,
        help_text="The member's number; null: a guest.",
    )
    name = Text(max_length=80, required=False, allow_blank=True, help_text="The guest's name.")
    return member, name


def why_field() -> Any:
    """Return the field of a reason."""
    return Text(
        max_length=2000,
        required=False,
        allow_blank=True,
        help_text="The reason, which everybody can read; some acts need one.",
    )


def settings_field() -> Any:
    """Return the field of settings."""
    return settings_shape.TournamentSettings(help_text="Settings by name.")


def moment_field(text: str, **options: Any) -> Any:
    """Return a field of a moment."""
    return Instant(help_text=text, **options)
