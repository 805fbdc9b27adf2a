"""Names of guests, who may be written from right to left, beside our words on every page."""

import re

import pytest

from ladder.models import Pairing
from ladder.services.tournaments import scores
from tests.ladder.making import member
from tests.ladder.tournaments import done, started
from tests.ladder.views.browsing import page

pytestmark = pytest.mark.django_db

NAME = "\u05d0\u05d1\u05d2 (7)"


def bare(text):
    """Return where the name stands beside words that it could turn; a field holds it as it is."""
    name = re.escape(NAME)
    for apart in (f"<bdi>{name}", f"\u2068{name}", f'value="{name}"'):
        text = re.sub(apart, "", text)
    return [text[max(0, at.start() - 80) : at.end() + 20] for at in re.finditer(name, text)]


@pytest.mark.parametrize(
    "settings",
    [{}, {"ruleset": "standard", "options": {"length": 3}}],
    ids=["one game", "to three points"],
)
def test_a_guests_name_is_kept_apart_while_his_tournament_is_played(settings):
    made = started([member("Anna"), NAME, "Eva"], late_until_round=2, **settings)
    entry, by = made.entries[1], made.director
    texts = {
        **{name: page(name, made) for name in ("tournament", "standings", "crosstable")},
        "schedule": page("schedule", made),
        "sums": page("sums", made, entry_id=entry),
        "console": page("console", made, by=by),
        "console_entries": page("console_entries", made, by=by),
        "console_withdrawal": page("console_withdrawal", made, by=by, entry_id=entry),
        "console_late": page("console_late", made, by=by, query=f"?name={NAME}"),
        "tournament_log": page("tournament_log", made, by=by),
    }

    assert all(NAME in text for text in texts.values())
    assert {name: bare(text) for name, text in texts.items() if bare(text)} == {}


@pytest.mark.parametrize(
    ("told", "settings"),
    [
        ("Make the deciding match", {"chain": ["play_off:3", "shared"]}),
        ("Who goes on", {"format": "groups_knockout", "groups": 2, "rated": False}),
    ],
)
def test_a_guests_name_is_kept_apart_where_the_director_decides(told, settings):
    made = started([NAME, *"BCDEFGH"], seating="by_hand", **settings)
    while board := Pairing.objects.filter(state="open").first():
        drawn = {"first_score": 0, "second_score": 0}
        done(scores.enter_result(pairing_id=board.pk, by_id=made.by_id, **drawn))

    text = page("console", made, by=made.director)

    assert told in text
    assert bare(text) == []
