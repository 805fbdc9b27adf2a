"""All account pages and the pages of errors render, in both languages, with few queries."""

from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from tests.accounts import making

GUEST = [
    "/ucet/login/",
    "/ucet/signup/",
    "/ucet/password/reset/",
    "/ucet/password/reset/done/",
    "/ucet/password/reset/key/1-bad/",
    "/ucet/password/reset/key/done/",
    "/ucet/confirm-email/",
    "/ucet/confirm-email/badkey/",
    "/ucet/inactive/",
]
MEMBER = [
    "/ucet/",
    "/ucet/email/",
    "/ucet/password/change/",
    "/ucet/logout/",
    "/ucet/reauthenticate/",
]


def looked_at(html: str, language: str) -> None:
    assert f'<html lang="{language}"' in html
    assert 'href="#content"' in html
    assert '<main id="content"' in html
    assert 'id="connection"' in html
    assert html.count("<h1") == 1
    assert "style=" not in html
    assert "<script>" not in html
    assert " onclick" not in html


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("path", GUEST)
def test_pages_of_guests(client: Client, path: str, language: str) -> None:
    response = client.get(path, headers={"accept-language": language})

    assert response.status_code == 200
    looked_at(response.content.decode(), language)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("path", MEMBER)
def test_pages_of_members(client: Client, path: str, language: str) -> None:
    client.force_login(making.member(language=language))

    response = client.get(path)

    assert response.status_code == 200
    looked_at(response.content.decode(), language)


@pytest.mark.django_db
def test_every_page_has_the_switches(client: Client) -> None:
    html = client.get("/ucet/login/").content.decode()

    assert 'action="/ucet/jazyk/"' in html
    assert 'action="/ucet/vzhled/"' in html


@pytest.mark.django_db
def test_a_guests_page_asks_nothing(client: Client, django_assert_num_queries: Any) -> None:
    client.get("/ucet/login/")

    with django_assert_num_queries(0):
        client.get("/ucet/login/")


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "count"), [("/ucet/", 2), ("/ucet/password/change/", 2)])
def test_a_members_page_asks_for_session_and_member(
    client: Client, path: str, count: int, django_assert_num_queries: Any
) -> None:
    client.force_login(making.member())
    client.get(path)

    with django_assert_num_queries(count):
        client.get(path)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["cs", "en"])
def test_nothing_there_is_a_page_of_the_site(client: Client, language: str) -> None:
    response = client.get("/ucet/nic/tu/neni/", headers={"accept-language": language})

    assert response.status_code == 404
    looked_at(response.content.decode(), language)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("template", ["400.html", "403_csrf.html", "500.html", "503.html"])
def test_pages_of_failures_need_neither_request_nor_database(template: str, language: str) -> None:
    # No database mark: a query would raise.
    with translation.override(language):
        html = render_to_string(template, {})

    assert connection.connection is None or not connection.in_atomic_block
    looked_at(html, language)
    assert '<form method="post"' not in html


@pytest.mark.django_db
@pytest.mark.parametrize("template", ["403.html", "429.html"])
def test_other_pages_of_refusal(rf: Any, template: str) -> None:
    looked_at(render_to_string(template, {}, request=rf.get("/x/")), "cs")


@pytest.mark.django_db
def test_texts_of_members_are_escaped(client: Client) -> None:
    response = client.post("/ucet/login/", {"login": "<script>x</script>", "password": "y"})

    assert "<script>x" not in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/ucet/login/", "/ucet/password/reset/key/1-bad/", "/admin/"])
def test_no_cache_keeps_pages_of_accounts(client: Client, path: str) -> None:
    assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*MEMBER, "/ucet/dvoufazove/", "/nic-tu-neni/", "/"])
def test_no_cache_that_others_use_keeps_a_page_of_a_member(client: Client, path: str) -> None:
    public = client.get("/").headers
    client.force_login(making.member())

    told = client.get(path)["Cache-Control"]

    assert "private" in told
    assert ("no-store" in told) is path.startswith("/ucet/")
    assert "private" not in public.get("Cache-Control", "")
