"""What is written is read back to the same match, whatever was played in it."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.engine.board import Board
from games.engine.formats import actions, json_record, mat_write, reading, sgf_write
from games.engine.formats.record import Action, ActionKind, Game, Record
from games.engine.rules import BackgammonZone, MatchOptions
from tests.games.engine.formats.chance_records import chance_record
from tests.games.engine.formats.samples import files

BY_POINTS = MatchOptions(length=3, crawford=True)
SESSION = MatchOptions(length=None, jacoby=True, beavers=3, raccoons=True)
KINDS = [
    ("standard", BY_POINTS),
    ("standard", SESSION),
    ("nackgammon", BY_POINTS),
    ("hypergammon", BY_POINTS),
    ("egyptian", BY_POINTS),
    ("vrhcaby", MatchOptions(length=1)),
    ("nasazovani", MatchOptions(length=2)),
]
WRITERS: dict[str, Callable[[Record], str]] = {
    "mat": mat_write.to_mat,
    "sgf": sgf_write.to_sgf,
    "json": lambda record: json.dumps(json_record.to_json(record)),
}


def _from_the_back(record: Record) -> tuple[Game, ...]:
    """The games with the steps of each turn in the order of a .mat file."""
    return tuple(
        replace(
            game,
            actions=tuple(
                replace(action, steps=tuple(sorted(action.steps, reverse=True)))
                for action in game.actions
            ),
        )
        for game in record.games
    )


@pytest.mark.parametrize("written", WRITERS)
@pytest.mark.parametrize(("ruleset", "options"), KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_matches_at_random(written: str, ruleset: str, options: MatchOptions, seed: int) -> None:
    record = chance_record(seed, ruleset, options)

    imported = reading.read_match(WRITERS[written](record).encode())

    assert imported.oddities == ()
    assert imported.record.ruleset == ruleset
    assert imported.record.options.length == options.length
    assert imported.record.options.crawford == options.crawford
    assert imported.record.options.jacoby == options.jacoby
    if written == "mat":
        assert _from_the_back(imported.record) == _from_the_back(record)
    else:
        assert imported.record.games == record.games


@pytest.mark.parametrize("seed", range(4))
def test_automatic_doubles_survive(seed: int) -> None:
    record = chance_record(seed, "standard", MatchOptions(length=None), cubes=(1, 2, 4))

    for written, write in WRITERS.items():
        again = reading.read_match(write(record).encode()).record
        told = [(game.winner, game.points) for game in again.games]
        assert told == [(game.winner, game.points) for game in record.games]
        # A resigned .mat game does not say how much of it was the cube's.
        assert again.games == record.games or written == "mat"


def test_json_keeps_everything() -> None:
    record = chance_record(7, "standard", BY_POINTS)

    assert reading.read_match(WRITERS["json"](record).encode()).record == record


@pytest.mark.parametrize("written", WRITERS)
@pytest.mark.parametrize("name", sorted(files("matches"))[::6])
def test_real_matches(written: str, name: str) -> None:
    record = reading.read_match(files("matches")[name]).record

    again = reading.read_match(WRITERS[written](record).encode()).record

    told, told_again = (actions.to_actions(each)["games"] for each in (record, again))
    if written == "mat":
        told = actions.to_actions(replace(record, games=_from_the_back(record)))["games"]
    assert told_again == told


@pytest.mark.parametrize("written", WRITERS)
def test_position_texts(written: str) -> None:
    for data in files("positions").values():
        record = reading.read_match(data).record
        (game,) = reading.read_match(WRITERS[written](record).encode()).record.games

        assert game.start == record.games[0].start
        assert (game.cube, game.owner) == (record.games[0].cube, record.games[0].owner)


@pytest.mark.parametrize("written", WRITERS)
def test_a_draw_and_an_unfinished_turn(written: str) -> None:
    """Vrhcáby: a draw by agreement, and a player who gives up in the middle of his turn."""
    moves = (
        Action(ActionKind.MOVE, 0, (6, 1), ((13, 7), (8, 7))),
        Action(ActionKind.MOVE, 1, (5, 5), ((13, 8),)),
    )
    record = Record(players=("A", "B"), ruleset="vrhcaby", options=MatchOptions(length=1), games=())
    drawn = replace(record, games=(Game(actions=moves[:1], winner=None, post_crawford=True),))
    resigned = replace(
        record,
        games=(
            Game(
                actions=(*moves, Action(ActionKind.RESIGN, 1, level=1)),
                winner=0,
                level=1,
                points=1,
                post_crawford=True,
            ),
        ),
    )

    for told in (drawn, resigned):
        imported = reading.read_match(WRITERS[written](told).encode())
        assert imported.oddities == ()
        assert imported.record.games == told.games


@pytest.mark.parametrize("written", ["mat", "sgf"])
@pytest.mark.parametrize(
    "names",
    [("", ""), ("a" * 90, "b: c"), ('"]\\', "; [x]"), ("Game 1", "1) 31: 8/5"), ("\n", "\t:")],
)
def test_names_that_would_break_a_file(written: str, names: tuple[str, str]) -> None:
    record = replace(chance_record(3, "standard", BY_POINTS), players=names)

    imported = reading.read_match(WRITERS[written](record).encode())

    assert len(imported.record.games) == len(record.games)
    assert imported.refusal is None


def test_the_variant_stands_in_the_file() -> None:
    for ruleset, options in KINDS[2:]:
        record = chance_record(1, ruleset, options)
        assert "Variation" in mat_write.to_mat(record)
        assert reading.read_match(mat_write.to_mat(record).encode()).record.ruleset == ruleset
        assert reading.read_match(sgf_write.to_sgf(record).encode()).record.ruleset == ruleset


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_a_backgammon_by_the_wider_zone(written: str) -> None:
    start = Board.of({1: 1}, {7: 15})
    move = Action(ActionKind.MOVE, 0, (2, 1), ((1, 0),))
    game = Game(start=start, actions=(move,), winner=0, level=3, points=3)
    options = MatchOptions(length=5, backgammon_zone=BackgammonZone.SEED)
    record = Record(players=("A", "B"), options=options, games=(game,))

    imported = reading.read_match(WRITERS[written](record).encode())

    assert imported.refusal is None
    assert imported.record.games == record.games
