"""The site as a browser gets it: hashed files load, nothing breaks the content security policy."""

import pytest

pytestmark = pytest.mark.browser


def test_the_first_page_loads_whole_and_without_complaint(browser, embedded_site):
    context = browser.new_context(locale="cs-CZ", viewport={"width": 360, "height": 720})
    page = context.new_page()
    complaints = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    failed = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)

    page.goto(f"{embedded_site.url}/ucet/login/")

    assert page.locator("html").get_attribute("lang") == "cs"
    assert page.locator("form").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert (complaints, failed) == ([], [])
    context.close()
