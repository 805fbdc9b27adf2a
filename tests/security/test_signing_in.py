"""Attacks on signing in, on forgotten passwords and on what members may set about themselves."""

import datetime
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from accounts import services
from accounts.models import Member
from games.models import Challenge
from tests.accounts import making

pytestmark = pytest.mark.django_db

LOGIN = "/ucet/login/"
RESET = "/ucet/password/reset/"
SIGNUP = "/ucet/signup/"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.clear()
    with translation.override("cs"):
        yield
    cache.clear()


def sign_in(client: Client, login: str, password: str = making.PASSWORD, **headers: str) -> Any:
    return client.post(LOGIN, {"login": login, "password": password}, headers=headers or None)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# Who is a member here?


def without_tokens(response: Any) -> str:
    text = response.content.decode()
    for field in ("csrfmiddlewaretoken",):
        while (start := text.find(f'name="{field}" value="')) >= 0:
            end = text.index('"', start + len(field) + 15)
            text = text[:start] + text[end:]
    return text


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every hash of a password that is computed: they are what takes time."""
    done: list[str] = []
    plain = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        done.append(password)
        return plain(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.mark.parametrize(
    ("known", "unknown"), [("Anna", "Nikdo"), ("a@example.org", "nikdo@example.org")]
)
def test_a_wrong_sign_in_says_the_same_and_takes_as_long_for_a_member_and_for_nobody(
    known: str, unknown: str, hashes: list[str]
) -> None:
    making.member("Anna", email="a@example.org")
    hashes.clear()
    first = sign_in(Client(), known, "wrong wrong")
    for_a_member = len(hashes)
    hashes.clear()
    second = sign_in(Client(), unknown, "wrong wrong")

    assert len(hashes) == for_a_member > 0
    assert first.status_code == second.status_code == 200
    assert without_tokens(first).replace(known, "") == without_tokens(second).replace(unknown, "")


def test_a_forgotten_password_says_the_same_and_sends_one_letter_to_a_member_and_to_nobody() -> (
    None
):
    making.member("Anna", email="a@example.org")

    answers = [
        Client().post(RESET, {"email": email}, follow=True)
        for email in ("a@example.org", "nikdo@example.org")
    ]

    assert next(answer.redirect_chain for answer in answers) == answers[1].redirect_chain
    assert without_tokens(answers[0]) == without_tokens(answers[1])
    assert [letter.to for letter in mail.outbox] == [["a@example.org"], ["nikdo@example.org"]]


def test_where_addresses_are_verified_signing_up_does_not_tell_whose_they_are(
    settings: Any, hashes: list[str]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    making.member("Anna", email="a@example.org")
    given = {"password1": "kostky-jsou-7", "password2": "kostky-jsou-7"}

    hashes.clear()
    known = Client().post(SIGNUP, {**given, "username": "Eva", "email": "a@example.org"})
    for_a_member = len(hashes)
    hashes.clear()
    unknown = Client().post(SIGNUP, {**given, "username": "Ida", "email": "i@example.org"})

    assert len(hashes) == for_a_member > 0
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert not Member.objects.named("Eva").exists()


def test_where_addresses_are_verified_adding_one_does_not_tell_whose_it_is(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    making.member("Anna", email="a@example.org")
    boris = making.member("Boris", email="b@example.org")
    client = Client()
    client.force_login(boris)

    given = {"action_add": ""}
    known = client.post("/ucet/email/", {**given, "email": "A@example.org"})
    unknown = client.post("/ucet/email/", {**given, "email": "i@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [letter.to for letter in mail.outbox] == [["a@example.org"], ["i@example.org"]]

    for letter in mail.outbox:
        link = next(word for word in letter.body.split() if "/ucet/confirm-email/" in word)
        client.post(urlsplit(link).path)
    verified = EmailAddress.objects.filter(user=boris, verified=True)
    assert set(verified.values_list("email", flat=True)) == {"i@example.org"}


@pytest.mark.parametrize("path", [RESET, SIGNUP])
def test_links_of_letters_lead_to_the_site_whatever_host_was_asked(
    settings: Any, path: str
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    making.member("Anna", email="a@example.org")
    given = {"username": "Ida", "password1": "kostky-jsou-7", "password2": "kostky-jsou-7"}

    for email in ("a@example.org", "nobody@example.org"):
        Client().post(path, {**given, "email": email}, headers={"host": "localhost:1"})

    assert len(mail.outbox) == 2
    for letter in mail.outbox:
        assert settings.SITE_URL + "/ucet/" in letter.body
        assert "localhost:1" not in letter.subject + letter.body


def test_a_link_to_a_new_password_works_once_and_for_its_member_alone() -> None:
    anna = making.member("Anna", email="a@example.org")
    making.member("Boris", email="b@example.org")
    Client().post(RESET, {"email": "a@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/ucet/password/reset/key/" in word)
    link = urlsplit(link).path
    client = Client()
    page = client.get(link, follow=True)
    new = {"password1": "nové-heslo-pro-annu", "password2": "nové-heslo-pro-annu"}
    client.post(page.redirect_chain[-1][0], new)

    anna.refresh_from_db()
    assert anna.check_password("nové-heslo-pro-annu")
    assert Client().get(link).status_code == 200
    assert "token_fail" in Client().get(link).context
    key = link.rstrip("/").rsplit("/", 1)[1]
    other = link.replace(key, f"{making.member('Cyril').pk}-{key.split('-', 1)[1]}")
    assert Client().get(other).context["token_fail"]


# Guessing


def guess(login: str, *, times: int, room: int = 0) -> None:
    """Guess as often as wished, from one address for each five guesses."""
    for number in range(times):
        address = f"10.{room}.{number // 5 // 250}.{number // 5 % 250}"
        sign_in(Client(), login, "wrong wrong", x_forwarded_for=address)


def gets_in(login: str, *, address: str, password: str = making.PASSWORD, **headers: str) -> bool:
    client = Client()
    sign_in(client, login, password, x_forwarded_for=address, **headers)
    return is_in(client)


@pytest.fixture
def _proxied(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


@pytest.mark.usefixtures("_proxied")
@pytest.mark.parametrize("login", ["Anna", "a@example.org"])
def test_guesses_from_one_address_stop_there_and_shut_nobody_out_elsewhere(login: str) -> None:
    making.member("Anna", email="a@example.org")
    guess(login, times=5)

    assert not gets_in(login, address="10.0.0.0")
    assert gets_in(login, address="10.9.0.1")


@pytest.mark.usefixtures("_proxied")
def test_wrong_passwords_from_many_addresses_do_not_shut_a_member_out() -> None:
    making.member("Anna")
    for number in range(50):
        sign_in(Client(), "Anna", "wrong wrong", x_forwarded_for=f"10.0.0.{number}")

    assert gets_in("Anna", address="10.0.1.1")


@pytest.mark.usefixtures("_proxied")
@pytest.mark.parametrize("login", ["Anna", "a@example.org", "nobody"])
def test_guesses_from_ever_new_addresses_are_bounded(login: str) -> None:
    making.member("Anna", email="a@example.org")
    guess(login, times=100)

    response = sign_in(Client(), login, x_forwarded_for="10.9.0.1")

    codes = [error.code for error in response.context["form"].non_field_errors().as_data()]
    assert codes == ["too_many_login_attempts"]


@pytest.mark.usefixtures("_proxied")
def test_passwords_that_were_right_do_not_count_towards_any_limit() -> None:
    making.member("Anna")
    guess("Anna", times=95)

    assert all(gets_in("Anna", address=f"10.9.0.{number % 3}") for number in range(30))


def renewed(email: str, password: str) -> tuple[Client, Any]:
    """Set a new password by a letter; return the browser and the last answer."""
    client = Client()
    client.post(RESET, {"email": email})
    words = mail.outbox[-1].body.split()
    link = next(word for word in words if "/ucet/password/reset/key/" in word)
    page = client.get(urlsplit(link).path, follow=True)
    given = {"password1": password, "password2": password}
    return client, client.post(page.redirect_chain[-1][0], given)


@pytest.mark.usefixtures("_proxied")
def test_who_is_shut_out_comes_in_by_a_forgotten_password_and_from_then_on() -> None:
    making.member("Anna", email="a@example.org")
    guess("Anna", times=100, room=1)
    guess("a@example.org", times=100, room=2)
    new = "nové-heslo-pro-annu"

    client, _answer = renewed("a@example.org", new)

    assert is_in(client)
    assert gets_in("Anna", address="10.9.0.1", password=new)
    assert gets_in("a@example.org", address="10.9.0.1", password=new)


def test_a_forgotten_password_goes_past_no_second_factor() -> None:
    anna = making.member("Anna", email="a@example.org")
    TOTP.activate(anna, generate_totp_secret())

    client, answer = renewed("a@example.org", "nové-heslo-pro-annu")

    assert "/dvoufazove/" in answer["Location"]
    assert not is_in(client)


def test_a_forgotten_password_goes_past_no_suspension() -> None:
    anna = making.member("Anna", email="a@example.org")
    until = timezone.now() + datetime.timedelta(days=1)
    services.ban(member_id=anna.pk, by=making.official(), until=until, reason="Křičel")

    client, answer = renewed("a@example.org", "nové-heslo-pro-annu")

    assert answer.status_code == 403
    assert not is_in(client)


@pytest.mark.usefixtures("_proxied")
def test_guesses_at_one_member_stop_whatever_host_is_asked() -> None:
    making.member("Anna")
    for number in range(5):
        port = {"host": f"localhost:{4000 + number}", "x_forwarded_for": "10.0.0.1"}
        sign_in(Client(), "Anna", "wrong wrong", **port)

    assert not gets_in("Anna", address="10.0.0.1", host="localhost:4100")


@pytest.mark.parametrize("proxies", [0, 1])
def test_guesses_from_one_address_stop_whatever_it_says_it_is(settings: Any, proxies: int) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    making.member("Zoe")

    def forged(number: int) -> dict[str, str]:
        """What the client writes himself comes first, what our proxy adds comes last."""
        return {
            "x_forwarded_for": f"10.9.{number}.1, 192.0.2.7",
            "forwarded": f"for=10.8.{number}.1",
            "x_real_ip": f"10.7.{number}.1",
            "cf_connecting_ip": f"10.6.{number}.1",
        }

    for number in range(120):
        sign_in(Client(), f"nikdo{number}", "wrong wrong", **forged(number))
    client = Client()
    sign_in(client, "Zoe", **forged(99))

    assert not is_in(client)


def test_a_room_of_members_behind_one_address_gets_in() -> None:
    names = [f"hrac{number}" for number in range(20)]
    for name in names:
        making.member(name)
    for number in range(60):
        sign_in(Client(), f"nikdo{number}", "wrong wrong")

    entered = []
    for name in names:
        client = Client()
        sign_in(client, name)
        entered.append(is_in(client))

    assert all(entered)


def test_a_new_session_key_is_given_at_signing_in() -> None:
    making.member("Anna")
    client = Client()
    client.get(LOGIN)
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    before = session.session_key

    sign_in(client, "Anna")

    assert is_in(client)
    assert client.session.session_key != before


# Fields that no form has

POWERS = {
    "is_staff": "on",
    "is_superuser": "on",
    "is_active": "on",
    "banned_until": "",
    "session_epoch": "0",
    "user_permissions": "1",
    "groups": "1",
    "password": "x",
    "id": "1",
}


def test_signing_up_gives_no_powers() -> None:
    given = {
        "username": "Eva",
        "email": "e@example.org",
        "password1": "kostky-jsou-7",
        "password2": "kostky-jsou-7",
    }
    Client().post(SIGNUP, {**given, **POWERS})

    eva = Member.objects.named("Eva").get()
    assert not eva.is_staff
    assert not eva.is_superuser
    assert eva.check_password("kostky-jsou-7")


def test_settings_change_what_they_show_and_nothing_else() -> None:
    anna = making.member("Anna")
    client = Client()
    client.force_login(anna)
    before = Member.objects.filter(pk=anna.pk).values().get()

    client.post(
        "/ucet/",
        {
            "language": "en",
            "time_zone": "Europe/Prague",
            "theme": "dark",
            "board_direction": "left",
            "animation": "off",
            "username": "Král",
            "email": "kral@example.org",
            **POWERS,
        },
    )

    after = Member.objects.filter(pk=anna.pk).values().get()
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {
        "language", "theme", "board_direction", "animation", "sounds", "autoplay", "autobear",
    }  # fmt: skip
    assert after["language"] == "en"


def test_a_challenge_is_always_ones_own() -> None:
    anna, eve = making.member("Anna"), making.member("Eva")
    client = Client()
    client.force_login(eve)

    client.post(
        "/vyzvy/nova/",
        {
            "ruleset": "vrhcaby",
            "limit": "60",
            "time": "live",
            "challenger": anna.pk,
            "challenger_id": anna.pk,
            "member_id": anna.pk,
            "status": "accepted",
            "created_at": timezone.now().isoformat(),
        },
    )

    assert {row.challenger_id for row in Challenge.objects.all()} <= {eve.pk}
    assert {row.status for row in Challenge.objects.all()} <= {"open"}


def test_admin_fields_of_a_staff_member_without_powers_stay_as_they_are() -> None:
    from django.contrib.auth.models import Permission

    clerk, anna = making.member("Clerk", is_staff=True), making.member("Anna")
    clerk.user_permissions.set(
        Permission.objects.filter(codename__in=["change_member", "view_member"])
    )
    client = Client()
    client.force_login(clerk)
    url = f"/admin/accounts/member/{anna.pk}/change/"
    form = client.get(url).context["adminform"].form
    given = {name: value for name, value in form.initial.items() if value is not None}

    client.post(url, {**given, "language": "en", **POWERS})

    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (False, False)
    assert anna.check_password(making.PASSWORD)
