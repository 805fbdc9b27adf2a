"""The chats in a real browser: two phones at a game, a third who watches, keyboard and blocks."""

import pytest

from tests.e2e import playing, scenes

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVIL = "<img src=x onerror=alert(1)> https://evil.example/"


@pytest.fixture(scope="module")
def people(browser, embedded_site):
    """Two players and one who watches, all signed in."""
    three = []
    for name, screen in (("Eliška", playing.SMALL), ("Filip", None), ("Gustav", None)):
        embedded_site.add_member(name, playing.PASSWORD, language="en")
        person = playing.sit_down(browser, name, **({"viewport": screen} if screen else {}))
        playing.sign_in(person, embedded_site.url)
        three.append(person)
    yield three
    for person in three:
        person.close()


@pytest.fixture(scope="module")
def match(people, embedded_site):
    """A game of the first two, watched by the third."""
    number = playing.begin(people[0], people[1], embedded_site.url)
    people[2].page.goto(f"{embedded_site.url}/hra/{number}/")
    playing.ready(people[2])
    for person in people:
        person.page.wait_for_selector("[data-chat]:not([hidden])")
    return number


def write(person, text):
    person.page.fill("#chat-text", text)
    person.page.keyboard.press("Enter")


def lines(person):
    return person.page.locator(".chat-lines li [data-f=text]").all_text_contents()


def says(person, text):
    person.page.locator(".chat-lines li", has_text=text).first.wait_for()


def test_a_line_is_text_to_its_readers_and_goes_to_its_room_alone(people, match):
    first, second, third = people
    write(first, EVIL)
    says(second, "onerror")
    write(third, "He should have hit")
    says(third, "should have hit")

    assert lines(second) == [EVIL]
    assert lines(third) == ["He should have hit"]
    assert second.page.locator(".chat-lines img, .chat-lines [data-f=text] a").count() == 0
    assert scenes.faults(second.page) == []


def test_a_quick_phrase_is_said_by_keyboard_and_read_in_ones_own_language(people, match):
    first, second, _ = people
    second.page.focus(".quick summary")
    second.page.keyboard.press("Enter")
    second.page.keyboard.press("Tab")
    second.page.keyboard.press("Enter")

    says(first, "Hello!")
    assert "Filip" in first.page.locator(".chat-lines li").last.text_content()


def test_a_folded_chat_tells_how_many_lines_wait(people, match):
    first, second, _ = people
    first.page.click("[data-fold] > summary")
    write(second, "Are you there?")

    first.page.locator("[data-fold] [data-f=count]", has_text="new: 1").wait_for()
    first.page.click("[data-fold] > summary")
    says(first, "Are you there?")
    playing.until(first, "() => !document.querySelector('[data-fold] [data-f=count]').textContent")


def test_what_is_refused_comes_back_into_the_field_with_the_reason(people, match):
    third = people[2]
    for _ in range(3):
        write(third, "again and again")

    third.page.locator("[data-chat] [data-reason]", has_text="just said").wait_for()
    assert third.page.input_value("#chat-text") == "again and again"
    third.page.fill("#chat-text", "")


def test_a_member_is_reported_and_blocked_beside_his_line(people, match):
    first, second, _ = people
    row = second.page.locator(".chat-lines li:not(.own)").first
    row.locator("button").click()
    second.page.locator("[data-line-acts] label", has_text="Something else").click()
    second.page.locator("[data-line-acts] button", has_text="Report").click()
    second.page.locator("[data-status]", has_text="will look at it").wait_for()

    row.locator("button").click()
    second.page.locator("[data-line-acts] button", has_text="Block the member").click()
    playing.until(second, "() => !document.querySelector('.chat-lines li:not(.own)')")
    write(first, "You cannot read this")
    says(first, "You cannot read this")
    assert not any("cannot read" in text for text in lines(second))


def test_after_the_game_players_see_what_the_spectators_said(people, match):
    first, second, _ = people
    second.page.locator(
        "[data-act=resign], [data-do=resign], .controls button", has_text="Resign"
    ).first.click()
    second.page.locator("dialog[open] button", has_text="Resign").first.click()
    first.page.locator("[data-result]:not([hidden])").wait_for()

    first.page.locator("[data-room=spectators]:not([hidden])").click()
    says(first, "He should have hit")


def test_no_page_complained(people, match):
    assert [complaint for person in people for complaint in person.complaints] == []
