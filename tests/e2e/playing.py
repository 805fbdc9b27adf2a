"""What people do in a browser: sign up, challenge, play by what the board offers."""

from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page

PASSWORD = "kostky-jsou-vrzeny-7"
TWO = ("Anna", "Boris")
LARGE = {"width": 1280, "height": 720}
SMALL = {"width": 360, "height": 740}
PLAY_MS = 60_000

_BOARD = (
    "[...document.querySelectorAll('.checker')].map((c) => c.getAttribute('transform'))"
    ".sort().join()"
)
_POINTS = "(name) => [...document.querySelectorAll('.point.' + name)].map((p) => p.dataset.point)"


@dataclass(slots=True)
class Person:
    """Somebody at a browser; what the browser complains about is remembered."""

    name: str
    context: BrowserContext
    page: Page
    complaints: list[str]

    def close(self) -> None:
        """Close the browser window."""
        self.context.close()


def sit_down(browser: Browser, name: str, *, pace: str = "none", **options: object) -> Person:
    """Open a browser window in English in which the board moves at a pace."""
    context = browser.new_context(locale="en-GB", **options)
    context.add_init_script(f"localStorage.setItem('board', '{{\"pace\": \"{pace}\"}}')")
    page = context.new_page()
    page.set_default_timeout(PLAY_MS)
    person = Person(name, context, page, [])
    page.on(
        "console",
        lambda line: (
            person.complaints.append(line.text)
            if line.type == "error" and "WebSocket" not in line.text
            else None
        ),
    )
    page.on("pageerror", lambda error: person.complaints.append(str(error)))
    return person


def until(person: Person, expression: str, argument: object = None) -> None:
    """Wait until a JavaScript function of the page is true (its policy forbids `eval`)."""
    for _ in range(PLAY_MS // 20):
        if person.page.evaluate(expression, argument):
            return
        person.page.wait_for_timeout(20)
    raise AssertionError(f"{person.name}: never true: {expression}")


def sign_up(person: Person, url: str) -> None:
    """Become a member by the form, and read the site in English."""
    page = person.page
    page.goto(f"{url}/ucet/signup/")
    page.fill("[name=username]", person.name)
    page.fill("[name=email]", f"{person.name.lower()}@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form button").last.click()
    page.wait_for_url(lambda address: "signup" not in address)
    read_english(person, url)


def read_english(person: Person, url: str) -> None:
    """Switch the site to English."""
    read_in(person, url, "en")


def read_in(person: Person, url: str, language: str) -> None:
    """Switch the site to a language by the switch of the footer."""
    person.page.goto(url + "/")
    if person.page.locator("html").get_attribute("lang") != language:
        person.page.locator(f"footer button[value={language}]").click()
        until(person, "(wanted) => document.documentElement.lang === wanted", language)


def sign_in(person: Person, url: str) -> None:
    """Sign in with the password that members of these tests have."""
    page = person.page
    page.goto(f"{url}/ucet/login/")
    page.fill("[name=login]", person.name)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").last.click()
    page.wait_for_url(lambda address: "login" not in address)
    read_english(person, url)


def begin(
    first: Person,
    second: Person,
    url: str,
    *,
    limit: str = "60",
    ruleset: str = "vrhcaby",
    length: str | None = None,
    options: dict[str, str] | None = None,
) -> int:
    """Let the first challenge the second, who accepts; return the match's number.

    `options` are fields among the further ones by name: `on` ticks, else the value is filled in.
    """
    for person in (first, second):
        person.page.goto(url + "/")
    row = first.page.locator("[data-part=members] .lobby-row", has_text=second.name)
    row.locator("[data-challenge]").click()
    first.page.select_option("[name=ruleset]", ruleset)
    if length is not None:
        first.page.select_option("[name=length]", length)
    first.page.select_option("[name=limit]", limit)
    _choose(first, options or {})
    first.page.locator("#new-challenge form .actions button").click()
    waiting = second.page.locator("[data-part=to_me] .lobby-row", has_text=first.name)
    waiting.locator("form[data-if=accept] button").click()
    for person in (first, second):
        person.page.wait_for_url("**/hra/*/")
        ready(person)
    return int(first.page.url.rstrip("/").rsplit("/", 1)[1])


def _choose(person: Person, options: dict[str, str]) -> None:
    if options:
        person.page.locator(".more-options summary").click()
    for name, value in options.items():
        field = person.page.locator(f"#new-challenge [name={name}]")
        if value == "on":
            field.check()
        else:
            field.fill(value)


def ready(person: Person) -> None:
    """Wait until the page of the game is connected."""
    until(person, "() => document.querySelector('[data-table]')?.dataset.connection === 'open'")


def open_match(people: tuple[Person, ...], url: str, number: int) -> None:
    """Let each open the page of a match, and wait until it is connected."""
    for person in people:
        person.page.goto(f"{url}/hra/{number}/")
        ready(person)


def may_step(person: Person) -> bool:
    """Whether this page lets its player step now."""
    return person.page.locator("svg[data-may=step]").count() > 0


def points(person: Person, name: str) -> list[str]:
    """The points lit as `movable` or `target`."""
    return person.page.evaluate(_POINTS, name)


def tap(person: Person, point: str) -> None:
    """Tap the column of a point."""
    person.page.locator(f'[data-point="{point}"] .column').click(force=True)


def is_over(person: Person) -> bool:
    """Whether the page shows a result."""
    return person.page.locator("[data-result]").is_visible()


def step(person: Person, pick: int) -> bool:
    """Tap a lit checker and one of its targets; return whether there was one."""
    if not may_step(person):
        return False
    origins = points(person, "movable")
    if not origins:
        return False
    version = board_of(person)
    tap(person, origins[pick % len(origins)])
    reachable = points(person, "target")
    if reachable:
        tap(person, reachable[pick % len(reachable)])
    until(person, f"(before) => before !== {_BOARD}", version)
    return True


def board_of(person: Person) -> str:
    """Where the checkers lie on the page, as text."""
    return person.page.evaluate(f"() => {_BOARD}")


def play_on(people: list[Person], *, steps: int, seed: int = 0) -> int:
    """Play by lit points until the game is over or so many steps are made; return how many."""
    made, idle = 0, 0
    while made < steps and not is_over(people[0]):
        moved = [step(person, seed + made * 7 + index) for index, person in enumerate(people)]
        made += sum(moved)
        idle = 0 if any(moved) else idle + 1
        if idle > 400:
            raise AssertionError("nobody can step, and the game is not over")
        if not any(moved):
            people[0].page.wait_for_timeout(20)
    return made
