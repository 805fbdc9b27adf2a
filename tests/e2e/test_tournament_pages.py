"""Every page of tournaments in a real browser: axe, a telephone, the keyboard, paper, live."""

import json

import pytest

from tests.e2e import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = """
import json
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from games import terms
from ladder.models import Entry, Pairing
from ladder.services.tournaments import entries, life, rounds, scores

LONG = "Wolfeschlegelsteinhausenbergerdorff"
members = get_user_model().objects
official = members.get(username="Rudolf")
official.groups.add(Group.objects.get_or_create(name="official")[0])
options = terms.resolve("standard", options={"length": 7}).to_data()
settings = {"ruleset": "standard", "options": options, "text_en": "# Where\\n\\nIn the club."}
def cup(name, **more):
    made = life.create(by_id=official.pk, settings={"name": name, **settings, **more})
    life.change_state(slug=made.slug, by_id=official.pk, to="registration")
    return made.slug
running = cup("Spring cup", seating="by_hand", late_until_round=5)
anna = members.get(username="Sara")
entries.enter(slug=running, by_id=anna.pk)
for name in ['Eve "E", of Brno', "=1+1", LONG, "W" * 80, "Emil", "Filip", "Gita", "Hana"]:
    entries.add_guest(slug=running, by_id=official.pk, name=name)
life.change_state(slug=running, by_id=official.pk, to="closed")
rows = Entry.objects.filter(tournament__slug=running).order_by("number")
ids = list(rows.values_list("pk", flat=True))
entries.reorder(slug=running, by_id=official.pk, entry_ids=ids)
rounds.start(slug=running, by_id=official.pk)
boards = Pairing.objects.filter(round__stage__tournament__slug=running, state="open")
boards = boards.exclude(second=None).order_by("number")
for pairing in list(boards):
    scores.enter_result(pairing_id=pairing.pk, by_id=official.pk, first_score=7, second_score=3)
board = boards.all().first().pk
opened = cup("Open cup", places=8)
for name in ("Ivo", "Jana", "Karla"):
    entries.add_guest(slug=opened, by_id=official.pk, name=name)
made = {"running": running, "open": opened, "board": board, "entry": ids[1]}
print("SEEDED" + json.dumps(made))
"""


@pytest.fixture(scope="module")
def people(browser, embedded_site):
    """A director at a large screen, a player at a telephone."""
    screens = {"Rudolf": (1280, 900), "Sara": (360, 740)}
    both = []
    for name, (width, height) in screens.items():
        embedded_site.add_member(name, playing.PASSWORD, language="en")
        person = playing.sit_down(browser, name, viewport={"width": width, "height": height})
        playing.sign_in(person, embedded_site.url)
        both.append(person)
    yield both
    for person in both:
        person.close()


@pytest.fixture(scope="module")
def seeded(people, embedded_site):
    printed = embedded_site.run(SEED)
    return json.loads(printed.split("SEEDED")[1])


def pages(seeded):
    running, opened = f"/turnaje/{seeded['running']}/", f"/turnaje/{seeded['open']}/"
    entry, board = seeded["entry"], seeded["board"]
    everybody = [
        *("/", "/turnaje/", "/turnaje/moje/", opened),
        *(running, f"{running}tabulka/", f"{running}tabulka/1/", f"{running}krizova/"),
        *(f"{running}rozpis/", f"{running}kolo/1/1/", f"{running}protokol/", f"{running}tisk/"),
        *(f"{running}tabulka/hrac/{entry}/", f"{running}parovani/{board}/"),
        f"/embed/tournament/{seeded['running']}?lang=en",
        f"/embed/crosstable/{seeded['running']}?lang=cs",
    ]
    directors = [
        *("/turnaje/novy/", "/turnaje/nacist/", "/turnaje/napoveda/", f"{opened}nastaveni/"),
        *(f"{opened}rizeni/", f"{opened}rizeni/hraci/", f"{opened}rizeni/role/"),
        *(f"{running}rizeni/", f"{running}rizeni/kolo/1/2/", f"{running}rizeni/hraci/"),
        f"{running}rizeni/odstoupeni/{entry}/",
    ]
    return everybody, directors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_the_screen(
    people, seeded, embedded_site, scheme
):
    from axe_core_python.sync_playwright import Axe

    everybody, directors = pages(seeded)
    director, player = people
    # What all may see is looked at once as a player, on a small screen, and once as a director.
    open_to_all = (player if scheme == "light" else director, everybody)
    faults = []
    for person, addresses in (open_to_all, (director, directors)):
        page = person.page
        page.emulate_media(color_scheme=scheme)
        for address in addresses:
            page.goto(embedded_site.url + address)
            page.evaluate(
                "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
            )
            found = Axe().run(page)["violations"]
            faults += [(address, one["id"], one["nodes"][0]["html"][:160]) for one in found]
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            faults += [(address, "wide", width)] if width > 0 else []
    assert faults == []
    assert [person.complaints for person in people] == [[], []]


def at_a_telephone(browser, site, name: str, language: str) -> playing.Person:
    """A member who reads the site in a language on a small screen."""
    person = playing.sit_down(browser, name, viewport=playing.SMALL)
    playing.sign_in(person, site.url)
    playing.read_in(person, site.url, language)
    return person


@pytest.mark.parametrize("language", ["cs", "en"])
def test_no_page_is_wider_than_a_telephone_in_either_language(
    browser, people, seeded, embedded_site, language
):
    director = at_a_telephone(browser, embedded_site, "Rudolf", language)
    everybody, directors = pages(seeded)
    widths = {}
    for address in (*everybody, *directors, f"/turnaje/{seeded['running']}/rizeni/kolo/1/1/"):
        director.page.goto(embedded_site.url + address)
        director.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
        )
        widths[address] = director.page.evaluate("document.documentElement.scrollWidth")

    assert {address: width for address, width in widths.items() if width > 360} == {}
    playing.read_english(director, embedded_site.url)
    director.close()


def test_the_console_is_used_at_a_telephones_width_by_keyboard_alone(
    browser, people, seeded, embedded_site
):
    director = playing.sit_down(browser, "Rudolf", viewport={"width": 360, "height": 740})
    playing.sign_in(director, embedded_site.url)
    page = director.page
    page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/rizeni/#board-{seeded['board']}")
    row = page.locator(f"#board-{seeded['board']}")
    assert row.get_attribute("open") is not None

    row.locator("[name=first_score]").focus()
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.keyboard.press("Enter")

    page.locator(".messages", has_text="The result is entered.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    director.close()


GROUNDS = """() => [...document.querySelectorAll(".cross tbody tr")].map((row) => {
    const [own, name] = [row, row.querySelector("th")].map((one) => getComputedStyle(one));
    return [row.className, own.backgroundColor, name.backgroundColor];
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_readers_name_in_the_crosstable_stands_on_the_ground_of_his_row(
    people, seeded, embedded_site, scheme
):
    page = people[1].page
    page.emulate_media(color_scheme=scheme)
    page.mouse.move(0, 0)
    page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/krizova/")

    grounds = page.evaluate(GROUNDS)

    [(own, of_name)] = [(row, name) for mark, row, name in grounds if mark == "me"]
    assert own == of_name
    assert own not in {name for mark, _row, name in grounds if mark != "me"}


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_telephone_shows_standings_their_sums_and_the_rounds_whole(
    browser, people, seeded, embedded_site, language
):
    """With no table to be pushed aside: what is cut off at its edge nobody looks for."""
    player = at_a_telephone(browser, embedded_site, "Sara", language)
    cut = {}
    for address in ("tabulka/", f"tabulka/hrac/{seeded['entry']}/", "rozpis/"):
        player.page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/{address}")
        beyond = player.page.evaluate(
            "[...document.querySelectorAll('.table-scroll')].map((one) =>"
            " one.scrollWidth - one.clientWidth)"
        )
        assert beyond, address
        cut[address] = max(beyond)

    assert cut == {"tabulka/": 0, f"tabulka/hrac/{seeded['entry']}/": 0, "rozpis/": 0}
    playing.read_english(player, embedded_site.url)
    player.close()


def test_a_result_appears_on_the_pages_of_others_without_a_reload(people, seeded, embedded_site):
    director, player = people
    player.page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/krizova/")
    playing.until(
        player, "() => document.querySelector('[data-live]').dataset.connection === 'open'"
    )
    before = player.page.locator(".cross td a").count()
    # The first reading finds the site busy, and is tried again.
    player.page.route("**/krizova/", lambda route: route.fulfill(status=503), times=1)
    page = director.page
    page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/rizeni/kolo/1/2/")
    row = page.locator(".board-row", has=page.locator("[name=first_score]:not([value])")).first
    row.locator("summary").click()
    row.locator("[name=first_score]").fill("1")
    row.locator("[name=second_score]").fill("7")
    row.get_by_role("button", name="Enter the result").click()
    page.locator(".messages").wait_for()

    player.page.locator(".cross td a").nth(before + 1).wait_for()
    player.complaints.clear()  # the browser's own word on the 503


def test_the_draw_is_ordered_by_arrows_and_by_drag(people, seeded, embedded_site):
    page = people[0].page
    page.goto(f"{embedded_site.url}/turnaje/{seeded['open']}/rizeni/hraci/")
    handles = page.locator("[data-handle]")
    handles.nth(2).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    names = page.locator("[data-seat] > span")
    assert names.all_inner_texts() == ["Karla", "Ivo", "Jana"]
    assert "Karla is now number 1" in page.inner_text("[data-said]")

    start, end = handles.nth(1).bounding_box(), handles.nth(2).bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + end["height"] - 2, steps=5)
    page.mouse.up()
    page.get_by_role("button", name="Save the order").click()

    page.locator(".messages", has_text="The order is saved.").wait_for()
    assert names.all_inner_texts() == ["Karla", "Jana", "Ivo"]


def test_a_crosstable_of_nine_is_printed_on_one_a4_across(people, seeded, embedded_site):
    page = people[0].page
    page.goto(f"{embedded_site.url}/turnaje/{seeded['running']}/tisk/cross/")

    paper = page.pdf(prefer_css_page_size=True)

    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") <= 1
    assert b"[0 0 841" in paper


def test_the_form_shows_what_belongs_to_the_choices(people, seeded, embedded_site):
    page = people[0].page
    page.goto(f"{embedded_site.url}/turnaje/novy/")

    assert page.locator("[name=groups]").is_hidden()
    page.select_option("[name=format]", "groups_knockout")
    assert page.locator("[name=groups]").is_visible()
    page.get_by_role("button", name="Make the tournament").click()
    page.locator(".errorlist").first.wait_for()
    assert page.locator("[name=name]").get_attribute("aria-invalid") == "true"
