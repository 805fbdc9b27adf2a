"""Matches of the site, downloaded as files, read by GNU Backgammon to the same games."""

import random

import pytest
from django.test import Client

from games.engine.formats.reading import read_match
from games.engine.formats.record import Record
from games.engine.state import Phase
from games.services import clocks
from games.services.answers import Ok
from tests.games import making
from tests.games.engine.formats.at_gnubg import read_texts
from tests.games.engine.formats.lost_matches import DELAY
from tests.games.engine.playing import choose

pytestmark = pytest.mark.django_db(transaction=True)

POINTS, MONEY = {"length": 3}, {"length": None, "beavers": 1, "raccoons": True}
KINDS = [
    ("standard", POINTS, {}),
    ("nackgammon", POINTS, {}),
    ("hypergammon", {"length": 7}, {}),
    ("standard", MONEY, {"rated": False}),
]


def played(hand, ruleset, options, more, *, acts: int = 100_000) -> making.Game:
    """A match that its members play to its end by chance, or for some acts."""
    game = making.game(ruleset=ruleset, options=options, **more)
    chance = random.Random(5)
    for _ in range(acts):
        if game.state.phase is Phase.OVER:
            break
        hand.advance(1000)
        making.swept()
        assert isinstance(game.send(choose(game.state, chance)), Ok)
    return game


def downloaded(game: making.Game, written: str) -> str:
    answer = Client().get(f"/hra/{game.match_id}/zapas.{written}")
    assert answer.status_code == 200
    return answer.content.decode()


def told(record: Record) -> list[tuple[object, ...]]:
    return [
        (
            game.score,
            game.winner,
            game.points,
            [
                (action.seat, action.kind, action.dice, sorted(action.steps))
                for action in game.actions
            ],
        )
        for game in record.games
    ]


@pytest.mark.parametrize("written", ["mat", "sgf"])
@pytest.mark.parametrize(("ruleset", "options", "more"), KINDS)
def test_a_match_of_the_site(hand, tmp_path, ruleset, options, more, written) -> None:
    game = played(hand, ruleset, options, more)
    text = downloaded(game, written)

    again = read_texts(tmp_path, {"match": text}, written)["match"]

    assert told(again) == told(read_match(text.encode()).record)
    assert again.final_score == game.state.score


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_a_match_that_time_ended(hand, tmp_path, written) -> None:
    game = played(hand, "standard", {"length": 5}, {"control": DELAY}, acts=9)
    game.be_here()
    hand.ms = game.row.deadline_at
    making.swept()
    clocks.sweep()

    again = read_texts(tmp_path, {"match": downloaded(game, written)}, written)["match"]

    assert max(game.state.score) == 5
    assert again.final_score == game.state.score
