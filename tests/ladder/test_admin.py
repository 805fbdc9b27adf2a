"""The window of officials: the ledger can be read there, and nothing changed."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from ladder.enums import CorrectionKind
from ladder.models import Correction, LadderResult, Pool, Rating, RatingChange, Season
from ladder.services import corrections
from tests.ladder.making import START, member, played

pytestmark = pytest.mark.django_db
MODELS = [Correction, LadderResult, Pool, Rating, RatingChange, Season]


@pytest.fixture
def window(client):
    """The admin site as its superuser sees it: one rated result, a correction of it, a season."""
    result = played(member("Anna"), member("Boris"))
    official = get_user_model().objects.create_superuser(username="Klára", password="x")
    corrections.change(
        ladder_result=result.ladder_result,
        kind=CorrectionKind.CORRECT,
        score=0.0,
        official_id=official.pk,
        why="So.",
        now=START,
    )
    Season.objects.create(name="Jaro", opened_at=START, opened_by=official)
    client.force_login(official)
    return client


def address(model, page, *arguments):
    return reverse(f"admin:ladder_{model._meta.model_name}_{page}", args=arguments)


@pytest.mark.parametrize("model", MODELS)
def test_rows_can_be_read(window, model):
    row = model.objects.first()

    assert window.get(address(model, "changelist")).status_code == 200
    shown = window.get(address(model, "change", row.pk))

    assert shown.status_code == 200
    assert 'name="_save"' not in shown.content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_rows_cannot_be_added_changed_or_deleted(window, model):
    row = model.objects.first()

    assert window.get(address(model, "add")).status_code == 403
    assert window.post(address(model, "change", row.pk), {}).status_code == 403
    assert window.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=row.pk).exists()


def test_the_ledger_links_to_the_sum(window):
    line = RatingChange.objects.first()

    listed = window.get(address(RatingChange, "changelist")).content.decode()

    assert line.get_absolute_url() in listed


@pytest.mark.parametrize("model", [Rating, RatingChange])
def test_members_can_be_searched_for(window, model):
    found = window.get(address(model, "changelist"), {"q": "boris"}).content.decode()

    assert found.count("Boris") >= 1
    assert window.get(address(model, "changelist"), {"q": "nobody"}).status_code == 200
