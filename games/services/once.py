"""A member's request by the id that its client has given it: done once, answered again the same.

For requests without a match of their own, where `play.command` has no row to keep them with.
Refusals are not kept: nothing was done, and the same request may be possible later.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from games.models import Answered
from games.services.answers import answering
from games.services.play import CommandIdReused
from vrhcaby import clock
from vrhcaby.errors import Busy, Refused

Told = dict[str, Any]

KEPT_MS = 24 * 3_600_000
GIVEN_UP_MS = 60_000
"""A request whose answer did not come within this time has died with its process."""


@answering
def answered(
    *, member_id: int, key: str, body: Mapping[str, Any], act: Callable[[], Any]
) -> Told | Refused:
    """Return what `act`, an entry service, answers as plain values; or what it answered before.

    `body` is all that is wished, whichever way it came in. Refused: `command_id_reused` for another
    body under the same id, `busy` while the first is judged.
    """
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    row, is_new = _row(member_id, key, digest)
    if not is_new and row.body_hash != digest:
        raise CommandIdReused
    if not is_new and row.answer is not None:
        return dict(row.answer)
    if not is_new and clock.now() - row.at < GIVEN_UP_MS:
        raise Busy
    return _act(row.pk, act)


def forget(*, now: int) -> None:
    """Forget what was answered long ago; inner, no lock needed."""
    Answered.objects.filter(at__lt=now - KEPT_MS).delete()


def _row(member_id: int, key: str, digest: str) -> tuple[Answered, bool]:
    with transaction.atomic():
        return Answered.objects.get_or_create(
            member_id=member_id, key=key, defaults={"body_hash": digest, "at": clock.now()}
        )


def _act(pk: int, act: Callable[[], Any]) -> Told | Refused:
    try:
        answer = act()
    except Exception:
        Answered.objects.filter(pk=pk).delete()
        raise
    if isinstance(answer, Refused):
        Answered.objects.filter(pk=pk).delete()
        return answer
    told: Told = dataclasses.asdict(answer)
    Answered.objects.filter(pk=pk).update(answer=told)
    return told
