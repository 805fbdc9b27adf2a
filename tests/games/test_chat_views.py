"""Reports and blocks by forms, with and without scripts."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import Block
from games.models import ChatLine, Report
from games.services import chat
from tests.games import making

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"accept": "application/json"}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def reader():
    client = Client()
    client.member = making.member()
    client.force_login(client.member)
    return client


@pytest.fixture
def line():
    chat.say(member_id=making.member().pk, room="lobby", text="<i>Sprostota</i>")
    return ChatLine.objects.get()


def test_a_line_is_reported_by_a_page(reader, line):
    url = f"/chat/{line.pk}/nahlasit/"

    assert "&lt;i&gt;Sprostota" in reader.get(url).content.decode()
    assert reader.post(url, {}).status_code == 400
    answer = reader.post(url, {"reason": "insult", "note": "Au"}, follow=True)

    assert "the moderators will look at it" in answer.content.decode()
    assert Report.objects.get().reporter == reader.member


def test_a_line_is_reported_by_a_script(reader, line):
    url = f"/chat/{line.pk}/nahlasit/"

    wrong = reader.post(url, {"reason": "nothing"}, headers=JSON).json()
    first = reader.post(url, {"reason": "spam"}, headers=JSON).json()
    second = reader.post(url, {"reason": "spam"}, headers=JSON).json()

    assert wrong["refused"]
    assert "reason" in wrong["fields"]
    assert not first["refused"]
    assert second["text"] == "You have already reported this line."


def test_a_line_of_a_room_that_one_may_not_read_is_not_there(reader):
    game = making.game()
    chat.say(member_id=game.members[0], room="players", match_id=game.match_id, text="tajné")
    secret = ChatLine.objects.get()

    assert reader.get(f"/chat/{secret.pk}/nahlasit/").status_code == 404
    assert reader.post(f"/chat/{secret.pk}/nahlasit/", {"reason": "spam"}).status_code == 404


def test_a_block_is_made_on_a_members_page_and_taken_back_in_the_settings(reader):
    other = making.member()
    assert f"/clenove/{other.pk}/blokovat/" in reader.get(f"/clen/{other}/").content.decode()

    page = reader.post(f"/clenove/{other.pk}/blokovat/", follow=True).content.decode()
    assert other.username in page
    assert Block.objects.get().blocked == other
    assert f"/clenove/{other.pk}/odblokovat/" in reader.get(f"/clen/{other}/").content.decode()

    reader.post(f"/clenove/{other.pk}/odblokovat/")
    assert not Block.objects.exists()


def test_what_cannot_be_blocked_is_said(reader):
    told = reader.post(f"/clenove/{reader.member.pk}/blokovat/", headers=JSON).json()

    assert told == {"go": None, "text": "You cannot block yourself.", "refused": True}


def test_guests_report_and_block_nobody(line):
    for url in (f"/chat/{line.pk}/nahlasit/", "/clenove/1/blokovat/", "/clenove/1/odblokovat/"):
        assert "/login/" in Client().post(url)["Location"]
