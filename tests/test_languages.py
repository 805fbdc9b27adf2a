"""The pages in Czech and in English: nothing of the other language, and `lang` says which it is."""

import functools
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.enums import Office
from games.engine import commands
from tests.accounts.making import PASSWORD, member, official
from tests.games import making
from tests.infrastructure import words

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ["cs", "en"]
OWN_NAMES = {"Čeština", "English"}
"""A language is offered in its own words."""
UNTRANSLATED_BY_DJANGO = {"Add link", "Change or view list link", "Search"}
"""What its admin pages say in English alone."""
OFFICES = set(Office.values)
"""Names of groups are data of the administration."""
MO = Path(settings.LOCALE_PATHS[0]) / "cs" / "LC_MESSAGES" / "django.mo"
STRANGER = ["/", "/zebricek/", "/pravidla/vrhcaby/", "/nic-takoveho/"]
ENTRANCE = [
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_inactive",
]
MEMBERS = [
    "accounts:profile",
    "account_email",
    "account_change_password",
    "account_logout",
    "account_reauthenticate",
    "games:challenge_new",
]


@functools.cache
def foreign_to(language: str) -> re.Pattern[str]:
    """Return what matches a message of the other language that this one writes differently."""
    texts = words.catalogue(MO)
    if language == "cs":
        for msgid, czech in words.czech_of_packages().items():
            texts.setdefault(msgid, set()).update(czech)
    english = {words.plain(msgid) for msgid in texts}
    czech = {words.plain(text) for translations in texts.values() for text in translations}
    mine, other = (czech, english) if language == "cs" else (english, czech)
    return words.pattern(text for text in other - mine if words.has_letters(text))


def assert_all_in(language: str, html: str, where: str) -> None:
    """Check the language of a whole page."""
    lang, pieces = words.read(html)
    assert lang == language, where
    assert pieces, where
    strangers = {piece for piece in pieces if foreign_to(language).fullmatch(piece)}
    known = OWN_NAMES | (OFFICES | UNTRANSLATED_BY_DJANGO if where.startswith("/admin/") else set())
    assert strangers <= known, f"{where}: {strangers - known}"


class Reader:
    """Reads pages in one language and checks each."""

    def __init__(self, language: str, *, user=None) -> None:
        self.language = language
        self.client = Client(headers={"Accept-Language": language})
        if user is not None:
            self.client.force_login(user)

    def sees(self, url: str) -> None:
        """Open a page."""
        answer = self.client.get(url, follow=True)
        assert answer.status_code in (200, 403, 404), url
        assert_all_in(self.language, answer.content.decode(), url)

    def sends(self, url: str, **fields: str) -> None:
        """Send a form; a refused one comes back with reasons."""
        answer = self.client.post(url, fields, follow=True)
        assert answer.status_code == 200, url
        assert_all_in(self.language, answer.content.decode(), f"{url} {fields}")


def finished_game(members=None) -> making.Game:
    """A rated game, with some steps, that ended by resignation."""
    game = making.game(members=members)
    game.play_steps(4)
    game.send(commands.Resign(seat=0))
    return game


def pages_of(game: making.Game) -> list[str]:
    """Addresses that a game has."""
    kwargs = {"match_id": game.match_id}
    return [reverse("games:match", kwargs=kwargs), reverse("games:proof", kwargs=kwargs)]


def addresses(game: making.Game, over: making.Game) -> list[str]:
    """All pages about games and members."""
    player = over.row.seats.first().member
    change = reverse("ladder:change", kwargs={"result_id": over.row.result.pk})
    profile = reverse("ladder:player", kwargs={"username": player.username})
    return [*STRANGER, *pages_of(game), *pages_of(over), change, profile]


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    """The language in which the test reads."""
    return request.param


def test_what_a_stranger_sees(language):
    reader = Reader(language)
    live, over = making.game(), finished_game()

    for url in addresses(live, over):
        reader.sees(url)
    for name in ENTRANCE:
        reader.sees(reverse(name))


def test_what_a_member_sees(language):
    anna, boris = member("Anna", language=language), member("Boris")
    live, over = making.game(members=(anna, boris)), finished_game(members=(anna, boris))
    making.game(members=(boris, anna))
    reader = Reader(language, user=anna)

    for url in addresses(live, over):
        reader.sees(url)
    for name in MEMBERS:
        reader.sees(reverse(name))


def test_reasons_at_the_fields_of_a_stranger(language):
    member("Anna")
    reader = Reader(language)

    reader.sends(reverse("account_login"))
    reader.sends(reverse("account_login"), login="Anna", password="no")
    reader.sends(reverse("account_signup"))
    reader.sends(
        reverse("account_signup"), username="Anna", email="x", password1="1234", password2="12345"
    )
    reader.sends(reverse("account_signup"), username="_", email="@", password1="a", password2="a")
    reader.sends(reverse("account_reset_password"), email="x")
    reader.sends(reverse("account_reset_password"), email="nobody@example.org")


def test_reasons_at_the_fields_of_a_member(language):
    reader = Reader(language, user=member("Anna", language=language))
    change = reverse("account_change_password")

    reader.sends(change)
    reader.sends(change, oldpassword="no", password1="anna", password2="other")
    reader.sends(change, oldpassword=PASSWORD, password1="1", password2="1")
    reader.sends(reverse("account_email"), action_add="", email="x")
    reader.sends(reverse("accounts:profile"))
    reader.sends(reverse("games:challenge_new"))
    reader.sends(
        reverse("games:challenge_new"), ruleset="chess", to="nobody", limit="7", seed="x" * 99
    )
    reader.sends(reverse("games:challenge_new"), ruleset="vrhcaby", limit="60", to="Anna")
    reader.sends(change, oldpassword=PASSWORD, password1="kůň a vůz 12", password2="kůň a vůz 12")


def test_what_an_official_sees(language):
    eva = official(language=language)
    reader = Reader(language, user=eva)
    game = making.game()

    for name in ("index", "accounts_member_changelist", "games_match_changelist"):
        reader.sees(reverse(f"admin:{name}"))
    reader.sees(reverse("admin:games_match_change", args=[game.match_id]))
    reader.sees(reverse("admin:games_match_annul", args=[game.match_id]))
    reader.sees(reverse("admin:accounts_member_change", args=[game.members[0]]))


def test_a_suspended_member_is_told_in_his_language(language):
    boris = member("Boris", language=language)
    reader = Reader(language, user=boris)
    boris.banned_until = making.to_datetime(making.clock.now() + making.MINUTE)
    boris.ban_reason = "…"
    boris.save()

    reader.sees("/")


def test_the_reader_of_pages_finds_what_is_foreign():
    page = '<html lang="cs"><p title="Settings">Nastavení</p><b lang="en">Settings</b></html>'

    with pytest.raises(AssertionError, match="Settings"):
        assert_all_in("cs", page, "a page")
    with pytest.raises(AssertionError, match="Nastavení"):
        assert_all_in("en", page.replace('"cs"', '"en"'), "a page")
    assert_all_in("cs", '<html lang="cs"><p>Nastavení</p><b lang="en">Settings</b></html>', "")
