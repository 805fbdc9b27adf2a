"""The window of officials: the ledger can be read there, and nothing changed."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from ladder.models import Pool, Rating, RatingChange
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db
MODELS = [Pool, Rating, RatingChange]


@pytest.fixture
def window(client):
    """The admin site as its superuser sees it, with one rated result."""
    played(member("Anna"), member("Boris"))
    client.force_login(get_user_model().objects.create_superuser(username="Klára", password="x"))
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
