"""The lobby in a real browser: challenges while somebody is away, forms with bad values."""

import pytest

from tests.e2e import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AWAY_MS = 16_000
"""A little more than a page that has closed still counts as here."""


@pytest.fixture(scope="module")
def people(browser, embedded_site):
    """Two members at the lobby, who have not met yet."""
    both = []
    for name, screen in (("Cyril", None), ("Dana", playing.SMALL)):
        embedded_site.add_member(name, playing.PASSWORD, language="en")
        person = playing.sit_down(browser, name, **({"viewport": screen} if screen else {}))
        playing.sign_in(person, embedded_site.url)
        both.append(person)
    yield both
    for person in both:
        person.close()


@pytest.fixture
def asked(people, embedded_site):
    """The first has left with a challenge open; the second has accepted; the first is back."""
    challenger, taker = people
    for person in people:
        person.page.goto(embedded_site.url + "/")
    challenger.page.locator("#new-challenge form .actions button").click()
    challenger.page.locator("[data-part=my_challenges] .lobby-row").wait_for()
    challenger.page.goto(embedded_site.url + "/zebricek/")
    challenger.page.wait_for_timeout(AWAY_MS)
    row = taker.page.locator("[data-part=open] .lobby-row", has_text=challenger.name)
    row.locator("form[data-if=accept] button").click()
    taker.page.locator("[data-words]", has_text="is being asked").wait_for()
    challenger.page.goto(embedded_site.url + "/")
    challenger.page.locator("[data-ready]").wait_for()
    return people


def test_a_challenger_who_was_away_is_asked_and_sits_down(asked) -> None:
    asked[0].page.get_by_role("button", name="Sit down").click()

    for person in asked:
        person.page.wait_for_url("**/hra/*/")
        playing.ready(person)
    assert asked[0].page.url == asked[1].page.url


def test_a_challenger_who_does_not_sit_down_takes_the_challenge_back(asked) -> None:
    asked[0].page.get_by_role("button", name="Not now").click()

    asked[1].page.locator("[data-words]", has_text="withdrawn").wait_for()
    row = asked[1].page.locator("[data-part=open] .lobby-row", has_text=asked[0].name)
    row.wait_for(state="detached")


def test_a_bad_challenge_is_told_at_its_field(people, embedded_site) -> None:
    page = people[0].page
    page.goto(embedded_site.url + "/")
    page.fill("#new-challenge [name=to]", "nobody at all")
    button = page.locator("#new-challenge form .actions button")
    button.click()

    reason = page.locator("#new-challenge [data-reason]")
    reason.wait_for()
    assert reason.inner_text() == "There is no such member."
    field = page.locator("#new-challenge [name=to]")
    assert field.get_attribute("aria-errormessage") == reason.get_attribute("id")
    assert field.input_value() == "nobody at all"
    field.fill("Dana")
    button.click()
    row = page.locator("[data-part=my_challenges] .lobby-row", has_text="Dana")
    row.wait_for()
    assert reason.count() == 0
    row.locator("form[data-if=withdraw] button").click()
    row.wait_for(state="detached")


def test_a_form_that_cannot_be_sent_says_so(people, embedded_site) -> None:
    page = people[0].page
    page.goto(embedded_site.url + "/")
    page.route("**/vyzvy/nova/", lambda route: route.abort())
    button = page.locator("#new-challenge form .actions button")
    button.click()

    page.locator("[data-words]", has_text="Not sent").wait_for()
    assert button.is_enabled()
    page.unroute("**/vyzvy/nova/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lobby(people, embedded_site, scheme: str) -> None:
    from axe_core_python.sync_playwright import Axe

    for person in people:
        person.page.goto(embedded_site.url + "/")
        person.page.emulate_media(color_scheme=scheme)
        person.page.wait_for_timeout(400)
        found = Axe().run(person.page)["violations"]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []
