"""The secret address of a member's own calendar feed."""

import logging
import secrets

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts import permissions as accounts
from games.instants import to_datetime
from games.services.answers import Done, answering
from ladder.models import CalendarKey
from vrhcaby import clock

logger = logging.getLogger(__name__)

KEY_BYTES = 24


@answering
def renew(*, by_id: int) -> Done:
    """Give the member's feed a new secret address; the old one is nobody's from now on.

    Entry service. Refused: `not_signed_in`, `banned`.
    """
    with transaction.atomic(durable=True):
        member = get_user_model().objects.select_for_update().get(pk=by_id)
        accounts.require_can_act(member)
        CalendarKey.objects.update_or_create(
            member=member,
            defaults={
                "key": secrets.token_urlsafe(KEY_BYTES),
                "made_at": to_datetime(clock.now()),
            },
        )
        logger.info("member %s has a new calendar address", member.pk)
        return Done()
