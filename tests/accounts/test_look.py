"""The look in a real browser: accessible, fits a phone, works by keyboard and without scripts."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.infrastructure.sites import EmbeddedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "koně táhnou vůz"
GUEST = ["/ucet/login/", "/ucet/signup/", "/ucet/password/reset/", "/ucet/inactive/", "/nic/"]
MEMBER = ["/ucet/", "/ucet/email/", "/ucet/password/change/", "/ucet/logout/"]


@pytest.fixture(scope="module")
def site(embedded_site: EmbeddedSite) -> EmbeddedSite:
    """The site, with one member."""
    embedded_site.add_member("Looker", PASSWORD)
    return embedded_site


@pytest.fixture
def context(browser: Browser, site: EmbeddedSite) -> Iterator[BrowserContext]:
    """A visitor with a phone in Vienna, who reads Czech."""
    with browser.new_context(
        base_url=site.url,
        locale="cs-CZ",
        timezone_id="Europe/Vienna",
        viewport={"width": 360, "height": 720},
    ) as context:
        context.set_default_timeout(10_000)
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose scripts must not fail and that must keep to its content security policy."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: "Security Policy" in line.text and complaints.append(line.text))
    yield page
    assert complaints == []


def sign_in(page: Page) -> None:
    page.goto("/ucet/login/")
    page.fill("[name=login]", "looker")
    page.fill("[name=password]", PASSWORD)
    page.click("main .button.primary")
    page.wait_for_url("**/")


def problems(page: Page) -> list[Any]:
    found = Axe().run(page)["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


def overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def examine(page: Page, paths: list[str]) -> None:
    # Layout depends on the width, contrast on the colours: two looks show all of either.
    for scheme, width in (("light", 360), ("dark", 1280)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 720})
        for path in paths:
            page.goto(path)
            where = f"{path} {scheme} {width}"
            assert problems(page) == [], where
            assert overflow(page) <= 0, where


def test_pages_of_guests_are_accessible_and_fit(page: Page) -> None:
    examine(page, GUEST)


def test_pages_of_members_are_accessible_and_fit(page: Page) -> None:
    sign_in(page)

    examine(page, MEMBER)


def test_a_form_with_errors_is_accessible(page: Page) -> None:
    page.goto("/ucet/signup/")
    page.fill("[name=username]", "adm1n")
    page.fill("[name=email]", "a@example.org")
    page.fill("[name=password1]", "123")
    page.fill("[name=password2]", "456")
    page.click("main .button.primary")

    expect(page.locator("#id_username_error")).to_be_visible()
    assert problems(page) == []


def test_signing_up_remembers_where_and_in_which_language(page: Page) -> None:
    page.goto("/ucet/signup/")
    page.fill("[name=username]", "Vídeňák")
    page.fill("[name=email]", "wien@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("main .button.primary")
    page.wait_for_url("**/")

    page.goto("/ucet/")

    assert page.input_value("[name=time_zone]") == "Europe/Vienna"
    assert page.is_checked("[name=language][value=cs]")


def test_colours_switch_at_once_and_stay(page: Page) -> None:
    page.goto("/ucet/login/")
    light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")

    with page.expect_response("**/ucet/vzhled/"):
        page.click("[data-theme-switch] [value=dark]")
    dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    expect(page.locator("[data-theme-switch] [value=dark]")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.reload()

    assert light != dark
    assert page.get_attribute("html", "data-theme") == "dark"


def test_signing_out_elsewhere_asks_first(page: Page) -> None:
    sign_in(page)
    page.goto("/ucet/")

    page.click("[data-confirm] button")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    assert page.locator(".notice.success").count() == 0
    page.click("[data-confirm] button")
    page.click("#confirm [value=confirm]")

    expect(page.locator(".notice.success")).to_be_visible()


def test_the_keyboard_reaches_the_content_and_closes_menus(page: Page) -> None:
    page.goto("/ucet/login/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"

    menu = page.locator("details.menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")

    expect(menu).not_to_have_attribute("open", "")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_everything_works_without_scripts(browser: Browser, site: EmbeddedSite) -> None:
    with browser.new_context(
        base_url=site.url,
        locale="cs-CZ",
        java_script_enabled=False,
        viewport={"width": 360, "height": 720},
    ) as context:
        page = context.new_page()
        sign_in(page)
        page.goto("/ucet/")

        page.click(".site-footer [name=language][value=en]")
        page.click(".site-footer [name=theme][value=dark]")
        english = page.get_attribute("html", "lang")
        dark = page.get_attribute("html", "data-theme")
        page.click(".site-footer [name=language][value=cs]")
        page.click("details.menu:not(.narrow-only) summary")
        page.click("details.menu:not(.narrow-only) form button")

        assert (english, dark) == ("en", "dark")
        page.wait_for_url("**/")
        page.goto("/ucet/")
        page.wait_for_url("**/ucet/login/**")
