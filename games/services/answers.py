"""What entry services answer, and how refusals and passing failures become answers."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from games.engine.errors import RuleViolation
from vrhcaby.errors import DomainError, Refused, database_refusal

logger = logging.getLogger(__name__)

REFUSALS = (RuleViolation, DomainError)
"""What is raised for a refusal, by the engine or by a service; each has `code` and `details`."""

Params = ParamSpec("Params")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Ok:
    """A command was accepted and is committed; `version` is the match's after it."""

    version: int


@dataclass(frozen=True, slots=True)
class Began:
    """A match has begun."""

    match_id: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The challenger is away and is being asked whether he sits down, until that time."""

    challenge_id: int
    until: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A challenge stands and waits."""

    challenge_id: int


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; there is nothing more to say."""


def answering(service: Callable[Params, Answer]) -> Callable[Params, Answer | Refused]:
    """Turn what an entry service raises into the refusal it returns.

    Refusals raised mean that nothing was written. A lock time-out, a deadlock and a busy SQLite
    become `busy`, a database that is away `unavailable`; any other error is a fault and passes.
    """

    @wraps(service)
    def answer(*args: Params.args, **kwargs: Params.kwargs) -> Answer | Refused:
        try:
            return service(*args, **kwargs)
        except REFUSALS as refusal:
            return Refused(refusal.code, refusal.details)
        except (OperationalError, InterfaceError) as error:
            return _passing_failure(error)

    return answer


def _passing_failure(error: OperationalError | InterfaceError) -> Refused:
    code = database_refusal(error)
    if code is None:
        raise error
    logger.warning("refused as %s: %s", code, error)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    return Refused(code)
