"""Matches that begin where a test wants them, made in the data of a site that runs."""

import json

from playwright.sync_api import Page

from tests.infrastructure.sites import Site

# As who starts sees it: the six points of his home are closed, one of the others is on the bar.
CLOSED = (
    {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3},
    {25: 1, 6: 5, 5: 4, 4: 3, 3: 2},
)
_BEGIN = """
import json
from django.contrib.auth import get_user_model
from games.engine.clock import TimeControl
from tests.games import making
given = json.loads({given!r})
members = [get_user_model().objects.named(name).get() for name in given["names"]]
control = given["control"] and TimeControl.from_data(given["control"])
own, theirs = ({{int(point): n for point, n in side.items()}} for side in given["position"])
begun = making.game_at(
    own, theirs, members=members, ruleset=given["ruleset"], options=given["options"],
    control=control,
)
print(begun.match_id)
"""
_BEGIN_AS_ALWAYS = """
import json
from django.contrib.auth import get_user_model
from tests.games import making
names = json.loads({names!r})
members = [get_user_model().objects.named(name).get() for name in names]
print(making.game(members=members, limit_ms={limit_ms}).match_id)
"""
_FADING = """() => document.getAnimations().some(({ playState, effect }) =>
    playState === "running" && effect.getComputedTiming().iterations !== Infinity)"""
START = {24: 2, 13: 5, 8: 3, 6: 5}


def begin(site: Site, names: tuple[str, str], *, limit_s: int = 60) -> int:
    """Let a rated game of vrhcáby begin between members, from its start; return its number."""
    given = json.dumps(names)
    return int(site.run(_BEGIN_AS_ALWAYS.format(names=given, limit_ms=limit_s * 1000)))


def begin_at(
    site: Site,
    names: tuple[str, str],
    *,
    position: tuple[dict[int, int], dict[int, int]] = (START, START),
    ruleset: str = "standard",
    options: dict[str, object] | None = None,
    control: dict[str, object] | None = None,
) -> int:
    """Let a match begin between members; return its number. A starter is found as always."""
    given = {
        "names": names,
        "position": position,
        "ruleset": ruleset,
        "options": options,
        "control": control,
    }
    code = _BEGIN.format(given=json.dumps(given))
    return int(site.run(code))


def delay_clock(*, delay_s: int, reserve_s: int) -> dict[str, object]:
    """A delay clock as data."""
    return {
        "kind": "delay",
        "limit_ms": delay_s * 1000,
        "idle_ms": 36_000_000,
        "reserve_ms": reserve_s * 1000,
    }


def letters(*, hours: int, vacation: int) -> dict[str, object]:
    """A control by correspondence as data."""
    limit = hours * 3_600_000
    return {"kind": "correspondence", "limit_ms": limit, "idle_ms": None, "vacation": vacation}


def faults(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds wrong with a page, and `overflow` where it is wider than its window."""
    from axe_core_python.sync_playwright import Axe

    page.wait_for_timeout(300)
    for _ in range(100):
        if not page.evaluate(_FADING):
            break
        page.wait_for_timeout(50)
    found = [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in Axe().run(page)["violations"]
    ]
    wide = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    return found if wide[0] <= wide[1] else [*found, ("overflow", [str(wide)])]
