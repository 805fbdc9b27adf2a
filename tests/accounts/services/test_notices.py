"""Notices: told once, in the reader's words, by the ways he wants."""

import datetime

import pytest
from django.core import mail
from django.db import transaction
from django.utils import translation

from accounts import letters
from accounts.enums import NoticeKind
from accounts.models import Member, Notice
from accounts.services import mailing, notices
from vrhcaby import clock

pytestmark = pytest.mark.django_db(transaction=True)

PARAMS = {"tournament": "Jarní, „pohár“", "opponent": "Boris", "at": "2026-05-01T16:30:00+00:00"}


@pytest.fixture
def anna():
    return Member.objects.create_user("Anna", "anna@example.org")


def tell(*members, about="pairing 1", kind=NoticeKind.REMINDER, **how):
    with transaction.atomic():
        notices.tell(
            member_ids=[member.pk for member in members],
            kind=kind,
            params=how.pop("params", PARAMS),
            path="/turnaje/jarni/",
            about=about,
            **how,
        )


def test_the_same_thing_is_told_once(anna):
    tell(anna)
    tell(anna)
    mailing.send_due()
    tell(anna)
    mailing.send_due()

    assert Notice.objects.count() == 1
    assert len(mail.outbox) == 1


def test_another_kind_and_another_thing_are_told_as_well(anna):
    tell(anna)
    tell(anna, kind=NoticeKind.AGREED_TIME)
    tell(anna, about="pairing 2")

    assert Notice.objects.count() == 3


def test_a_transaction_that_fails_tells_nothing(anna):
    def fail():
        with transaction.atomic():
            notices.tell(
                member_ids=[anna.pk], kind=NoticeKind.RULING, params={}, path="/", about="x"
            )
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    mailing.send_due()

    assert not Notice.objects.exists()
    assert not mail.outbox


def test_an_e_mail_speaks_the_members_language_in_his_time_zone(anna):
    Member.objects.filter(pk=anna.pk).update(language="en", time_zone="America/New_York")
    tell(anna)
    mailing.send_due()

    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert "Jarní, „pohár“" in letter.body
    assert "1. 5. 2026 12:30" in letter.body
    assert letter.body.startswith("Good day, Anna,")
    assert "http://127.0.0.1:8000/turnaje/jarni/" in letter.body


def test_the_page_speaks_the_language_of_the_page(anna):
    tell(anna)

    with translation.override("en"):
        said = letters.sentence(Notice.objects.get())

    assert said.startswith("Soon: you play Boris")
    assert "18:30" in said


@pytest.mark.parametrize("kind", NoticeKind)
def test_every_kind_has_its_sentence_even_of_nothing(anna, kind):
    tell(anna, kind=kind, params={"at": 7, "deadline": "nonsense"})

    for language in ("cs", "en"):
        with translation.override(language):
            assert letters.sentence(Notice.objects.get())


def test_a_name_that_looks_like_markup_is_text_in_the_e_mail(anna):
    tell(anna, kind=NoticeKind.REMINDER, params={**PARAMS, "opponent": "<b>&\r\nBcc: x@y.cz"})
    mailing.send_due()

    (letter,) = mail.outbox
    assert "<b>& Bcc: x@y.cz" in letter.body
    assert "Bcc" not in letter.message()


def test_what_a_member_does_not_want_he_does_not_get(anna):
    anna.unseen_notices, anna.unmailed_notices = ["reminder", "ruling"], ["reminder", "dispute"]
    anna.save()
    for kind in (NoticeKind.REMINDER, NoticeKind.RULING, NoticeKind.DISPUTE):
        tell(anna, kind=kind)
    mailing.send_due()

    assert set(Notice.objects.values_list("kind", flat=True)) == {"ruling", "dispute"}
    assert [notice.kind for notice in Notice.objects.unread()] == ["dispute"]
    assert len(mail.outbox) == 1


def test_who_has_no_address_and_who_left_are_not_written_to(anna):
    silent = Member.objects.create_user("Silent")
    gone = Member.objects.create_user("Gone", "gone@example.org", is_active=False)
    tell(silent, gone)
    mailing.send_due()

    assert not mail.outbox
    assert Notice.objects.get().member == silent


def test_an_e_mail_that_is_of_no_use_any_more_is_not_sent(anna):
    tell(anna, until=notices.moment() - datetime.timedelta(minutes=1))
    mailing.send_due()

    assert not mail.outbox
    assert Notice.objects.unread().count() == 1


def test_one_click_ends_the_e_mails_of_that_kind(anna, client):
    tell(anna)
    mailing.send_due()
    tell(anna, about="pairing 2")
    headers = mail.outbox[0].extra_headers
    path = headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    assert client.get(path).status_code == 200
    assert Member.objects.get().unmailed_notices == []
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    mailing.send_due()
    tell(anna, about="pairing 3")
    mailing.send_due()

    assert answer.status_code == 200
    assert Member.objects.get().unmailed_notices == ["reminder"]
    assert len(mail.outbox) == 1
    assert Notice.objects.count() == 3


def test_a_forged_way_out_is_none(anna, client):
    assert client.post("/odber/nonsense/").status_code == 404


def test_a_mail_server_that_refuses_is_asked_again_later(anna, monkeypatch):
    from smtplib import SMTPServerDisconnected

    tell(anna)
    with monkeypatch.context() as broken:

        def fail(*_args, **_kwargs):
            raise SMTPServerDisconnected("away")

        broken.setattr("django.core.mail.EmailMessage.send", fail)
        assert mailing.send_due() == 0
    assert mailing.send_due() == 0
    with clock.frozen(clock.now() + 61_000):
        assert mailing.send_due() == 1
        assert mailing.send_due() == 0
    assert len(mail.outbox) == 1


def test_a_worker_that_died_while_sending_is_followed_by_another(anna):
    tell(anna)
    Notice.objects.update(taken_at=notices.moment())

    assert mailing.send_due() == 0
    with clock.frozen(clock.now() + mailing.TAKEN_S * 1000 + 1_000):
        assert mailing.send_due() == 1


@pytest.mark.parametrize("path", ["", "https://example.org/", "x" * 301])
def test_a_notice_leads_into_the_site(anna, path):
    with pytest.raises(ValueError, match="not a notice"), transaction.atomic():
        notices.tell(member_ids=[anna.pk], kind=NoticeKind.RULING, params={}, path=path, about="x")


def test_the_list_and_the_bell(anna, client, django_assert_max_num_queries):
    for number in range(35):
        tell(anna, about=f"pairing {number}")
    client.force_login(anna)

    with django_assert_max_num_queries(5):
        text = client.get("/ucet/oznameni/").content.decode()
    assert text.count('class="unread"') == 30
    assert "data-bell-number>35<" in text
    newest = Notice.objects.first()
    assert client.get(f"/ucet/oznameni/{newest.pk}/").url == "/turnaje/jarni/"
    assert client.get("/ucet/oznameni/pocet/").json() == {"unread": 34}
    older = client.get(f"/ucet/oznameni/?before={Notice.objects.all()[29].pk}").content.decode()
    assert older.count('class="unread"') == 5
    client.post("/ucet/oznameni/prectena/")
    assert client.get("/ucet/oznameni/pocet/").json() == {"unread": 0}
    assert "data-bell-count hidden" in client.get("/ucet/oznameni/").content.decode()


def test_a_name_that_looks_like_markup_is_text_on_the_page(anna, client):
    tell(anna, params={**PARAMS, "opponent": "<b>x</b>"})
    client.force_login(anna)

    assert "&lt;b&gt;x&lt;/b&gt;" in client.get("/ucet/oznameni/").content.decode()


def test_others_notices_are_nobodys_business(anna, client):
    tell(anna)
    client.force_login(Member.objects.create_user("Boris"))

    assert client.get(f"/ucet/oznameni/{Notice.objects.get().pk}/").status_code == 404
    assert Notice.objects.unread().count() == 1


def test_settings_are_kept(anna, client):
    client.force_login(anna)

    client.post("/ucet/oznameni/nastaveni/", {"page": ["ruling"], "mail": ["ruling", "dispute"]})

    anna.refresh_from_db()
    assert "ruling" not in anna.unseen_notices + anna.unmailed_notices
    assert "dispute" in anna.unseen_notices
    assert "dispute" not in anna.unmailed_notices
    assert client.post("/ucet/oznameni/nastaveni/", {"page": ["x"]}).status_code == 200
