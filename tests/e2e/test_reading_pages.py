"""Pages to read and to fill in: nothing for axe, nothing wider than the window, light and dark."""

import re

import pytest

from games.engine.rules import PRESETS
from tests.e2e import playing, scenes
from tests.games.engine.formats.samples import files

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Layout depends on the size, contrast on the colours: two looks show all of either.
LOOKS = ((playing.SMALL, "light"), (playing.LARGE, "dark"))
PAGES = [
    "/vyzvy/nova/",
    "/zapasy/nacist/",
    "/sance/",
    "/sance/?ruleset=nasazovani",
    "/sance/?position=rbcIAOD1bQEAAA",
    *(f"/pravidla/{key}/" for key in PRESETS),
    "/api/",
    "/api/protocol.md",
    "/ucet/tokeny/",
    "/ucet/oznameni/nastaveni/",
    "/embed/ladder/vrhcaby?lang=en&theme=auto",
]


@pytest.fixture(scope="module")
def reader(browser, embedded_site):
    """Somebody signed in."""
    embedded_site.add_member("Ctenar", playing.PASSWORD, language="en")
    person = playing.sit_down(browser, "Ctenar")
    playing.sign_in(person, embedded_site.url)
    yield person
    complaints = person.complaints
    person.close()
    assert complaints == []


def require_no_faults(person: playing.Person) -> None:
    for size, scheme in LOOKS:
        person.page.set_viewport_size(size)
        person.page.emulate_media(color_scheme=scheme)
        assert scenes.faults(person.page) == [], (size, scheme)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_has_no_faults(reader, embedded_site, address: str) -> None:
    reader.page.goto(embedded_site.url + address)
    for details in reader.page.locator("main details").all():
        details.evaluate("(one) => { one.open = true; }")

    require_no_faults(reader)


def test_a_match_of_another_program_is_replayed(reader, embedded_site) -> None:
    page = reader.page
    page.goto(f"{embedded_site.url}/zapasy/nacist/")
    name = "gammonview_0669.mat"
    given = {"name": name, "mimeType": "text/plain", "buffer": files("matches")[name]}
    page.set_input_files("[name=file]", given)
    page.locator("main form .actions button").click()
    # The page comes with the board as it is at the start; its script shows the end of the match.
    page.locator("[data-replay-list] [aria-current]").wait_for()
    before = playing.board_of(reader)
    page.locator("[data-replay=first]").click()
    playing.until(reader, f"(before) => before !== {playing._BOARD}", before)

    require_no_faults(reader)


def test_a_touch_that_cannot_be_says_why(reader, embedded_site) -> None:
    page = reader.page
    page.goto(f"{embedded_site.url}/sance/")
    page.locator('[data-point="6"] .column').click(force=True)
    page.locator("[data-told]", has_text="take one away first").wait_for()
    page.check("[name=brush][value='-']")
    page.locator('[data-point="6"] .column').click(force=True)
    page.locator("[data-figures]", has_text="you 161").wait_for()
    assert page.locator("[data-told]").inner_text() == ""


def test_a_file_that_is_refused_says_where_and_why(reader, embedded_site) -> None:
    page = reader.page
    page.goto(f"{embedded_site.url}/zapasy/nacist/")
    given = {"name": "x.mat", "mimeType": "text/plain", "buffer": b" 5 point match\n" * 600_000}
    page.set_input_files("[name=file]", given)
    page.locator("main form .actions button").click()
    alert = page.locator("[role=alert]", has_text="too large")
    alert.wait_for()
    reader.complaints.clear()  # the browser's own word on a page with status 400

    require_no_faults(reader)


def test_a_token_is_shown_once_and_taken_back(reader, embedded_site) -> None:
    page = reader.page
    page.goto(f"{embedded_site.url}/ucet/tokeny/")
    page.fill("[name=name]", "Statistics")
    page.locator("main form[action='/ucet/tokeny/'] .actions button").click()
    page.fill("[name=password]", playing.PASSWORD)
    page.keyboard.press("Enter")
    secret = page.locator("#new-token").input_value()
    require_no_faults(reader)
    page.goto(f"{embedded_site.url}/ucet/tokeny/")
    shown_again = secret in page.content()
    page.locator("form[action$='/zrusit/'] button").click()
    page.locator("#confirm [value=confirm]").click()

    page.get_by_text("You have no token.").wait_for()
    assert secret.startswith("vrh_")
    assert not shown_again


OF_SWAGGER_UI = {
    "heading-order",
    "landmark-main-is-top-level",
    "landmark-no-duplicate-main",
    "landmark-unique",
    "nested-interactive",
}
"""What is wrong with the structure that Swagger UI itself writes; its colours are ours."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_all_operations_can_be_read(reader, embedded_site, scheme) -> None:
    reader.page.emulate_media(color_scheme=scheme)
    reader.page.goto(f"{embedded_site.url}/api/reference/")
    reader.page.locator(".opblock").first.wait_for()

    reader.page.set_viewport_size(playing.SMALL)
    found = {rule for rule, _where in scenes.faults(reader.page)}
    card = reader.page.locator("#reference").evaluate("it => getComputedStyle(it).backgroundColor")
    body = reader.page.locator("body").evaluate("it => getComputedStyle(it).color")
    assert found <= OF_SWAGGER_UI
    assert (lightness(card) > lightness(body)) is (scheme == "light")


def lightness(colour: str) -> int:
    """Return how light a colour `rgb(…)` is."""
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])
