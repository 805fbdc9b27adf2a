"""Rating flags over REST: officials read the evidence and decide, once."""

import pytest
from django.utils import timezone

from ladder.models import RatingFlag
from tests.games import making
from tests.ladder import making as past
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def flag():
    gainer, giver = making.member(), making.member()
    return RatingFlag.objects.create(
        pattern="same_pair",
        gainer=gainer,
        giver=giver,
        results=[past.played(gainer, giver).pk],
        figures={"games": 12, "share": 0.9},
        found_at=timezone.now(),
    )


def test_a_flag_is_read_with_its_evidence_and_decided_once(flag):
    made = making.member()
    type(made).objects.filter(pk=made.pk).update(is_staff=True, is_superuser=True)
    official = calling.director(made)
    decision = f"rating-flags/{flag.pk}/decision"

    told = official.get("rating-flags?status=open&pattern=same_pair")
    decided = official.post(decision, {"confirmed": True, "note": "Seen."})
    again = official.post(decision, {"confirmed": False})

    as_documented("rating-flags", "get", told)
    as_documented("rating-flags/{flag_id}/decision", "post", decided)
    assert [(one["results"], one["figures"]) for one in told.json["results"]] == [
        (flag.results, flag.figures)
    ]
    assert (decided.json["status"], decided.json["note"]) == ("confirmed", "Seen.")
    assert (again.status, again.code) == (409, "flag_decided")
    assert official.post("rating-flags/999999/decision", {"confirmed": True}).code == "not_found"


def test_nobody_else_sees_whom_a_flag_is_about(flag):
    stranger = calling.director(flag.gainer)

    answers = [
        stranger.get("rating-flags"),
        stranger.post(f"rating-flags/{flag.pk}/decision", {"confirmed": False}),
    ]

    assert [(one.status, one.code) for one in answers] == [(403, "not_an_official")] * 2
    assert RatingFlag.objects.get().status == "open"
