"""What we write, GNU Backgammon reads back to the same games, scores and cube actions."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.board import Board
from games.engine.formats import reading
from games.engine.formats.record import Action, ActionKind, Game, Record
from games.engine.rules import MatchOptions
from tests.games.engine.formats.at_gnubg import read_records
from tests.games.engine.formats.chance_records import chance_record
from tests.games.engine.formats.lost_matches import lost_on_time
from tests.games.engine.formats.samples import files

BY_POINTS = MatchOptions(length=5, crawford=True)


def _action(action: Action) -> Action:
    return replace(action, steps=tuple(sorted(action.steps, reverse=True)))


def _told(record: Record) -> list[tuple[object, ...]]:
    """What has to be the same: scores, results, cubes, all actions."""
    return [
        (
            game.score,
            game.crawford,
            game.cube,
            game.winner,
            game.points,
            [_action(action) for action in game.actions],
        )
        for game in record.games
    ]


def _require_the_same(folder: Path, records: dict[str, Record], written: str) -> None:
    again = read_records(folder, records, written)
    for name, record in records.items():
        assert again[name].ruleset == record.ruleset
        assert again[name].length == record.length
        assert _told(again[name]) == _told(record), name


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_real_matches(tmp_path: Path, written: str) -> None:
    names = sorted(files("matches"))[::4]
    records = {
        name.partition(".")[0]: reading.read_match(files("matches")[name]).record for name in names
    }

    _require_the_same(tmp_path, records, written)


@pytest.mark.parametrize("written", ["mat", "sgf"])
@pytest.mark.parametrize("ruleset", ["standard", "nackgammon", "hypergammon"])
def test_matches_at_random(tmp_path: Path, written: str, ruleset: str) -> None:
    records = {f"match{seed}": chance_record(seed, ruleset, BY_POINTS) for seed in (1, 2, 3)}

    _require_the_same(tmp_path, records, written)


@pytest.mark.parametrize("written", ["mat", "sgf"])
@pytest.mark.parametrize("jacoby", [True, False])
def test_money_sessions(tmp_path: Path, written: str, jacoby: bool) -> None:
    options = MatchOptions(length=None, jacoby=jacoby)
    records = {f"session{seed}": chance_record(seed, "standard", options) for seed in (1, 2)}

    _require_the_same(tmp_path, records, written)


def test_matches_without_the_crawford_rule_in_sgf(tmp_path: Path) -> None:
    options = replace(BY_POINTS, length=3, crawford=False)
    records = {f"match{seed}": chance_record(seed, "standard", options) for seed in (1, 2, 3, 4)}
    assert any(
        2 in game.score and any(act.kind is ActionKind.DOUBLE for act in game.actions)
        for record in records.values()
        for game in record.games
    )

    _require_the_same(tmp_path, records, "sgf")


def test_beavers_and_automatic_doubles_in_sgf(tmp_path: Path) -> None:
    options = MatchOptions(length=None, beavers=3, raccoons=True)
    records = {
        f"session{seed}": chance_record(seed, "standard", options, cubes=(1, 2, 4))
        for seed in (4, 5, 6)
    }
    kinds = {
        act.kind for record in records.values() for game in record.games for act in game.actions
    }
    assert kinds >= {ActionKind.BEAVER, ActionKind.RACCOON}

    _require_the_same(tmp_path, records, "sgf")


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_beavers_and_raccoons_however_they_are_answered(tmp_path: Path, written: str) -> None:
    options = MatchOptions(length=None, beavers=3, raccoons=True)
    records = {
        f"session{seed}": chance_record(seed, "standard", options, games=14) for seed in range(4, 8)
    }
    ends = {
        tuple(act.kind for act in game.actions[-2:])
        for record in records.values()
        for game in record.games[:-1]
    }
    assert (ActionKind.BEAVER, ActionKind.DROP) in ends
    assert (ActionKind.RACCOON, ActionKind.DROP) in ends

    _require_the_same(tmp_path, records, written)


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_matches_lost_on_time_have_the_score_they_ended_with(tmp_path: Path, written: str) -> None:
    records = {
        f"lost{seed}": lost_on_time(seed, length)
        for seed, length in ((1, 2), (2, 7), (3, 7), (4, 5), (5, 25), (6, 7))
    }

    again = read_records(tmp_path, records, written)

    for name, record in records.items():
        assert again[name].final_score == record.final_score
        assert _told(again[name])[: len(record.games) - 1] == _told(record)[:-1]
        played, told = record.games[-1].actions, again[name].games[len(record.games) - 1].actions
        assert [_action(action) for action in told] == [_action(action) for action in played]


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_names_resignations_and_what_a_roll_left(tmp_path: Path, written: str) -> None:
    moves = (
        Action(ActionKind.MOVE, 1, (3, 1), ((8, 5), (6, 5))),
        Action(ActionKind.MOVE, 0, (6, 4), ((24, 18), (13, 9))),
        Action(ActionKind.ROLL, 1, (5, 4)),
        Action(ActionKind.RESIGN, 1, level=2),
    )
    game = Game(actions=moves, winner=0, level=2, points=2)
    record = Record(
        players=("", "Žluťoučký: kůň ] s velmi dlouhým jménem"), options=BY_POINTS, games=(game,)
    )

    _require_the_same(tmp_path, {"resigned": record}, written)


@pytest.mark.parametrize("written", ["mat", "sgf"])
def test_a_player_who_is_closed_out_and_does_not_roll(tmp_path: Path, written: str) -> None:
    start = Board.of(
        {**dict.fromkeys(range(1, 7), 2), 10: 1, 11: 1, 12: 1}, {25: 1, 1: 5, 2: 5, 3: 4}
    )
    played = [
        (0, (6, 1), ((12, 6), (11, 10))),
        (0, (3, 2), ((10, 8), (10, 7))),
        (0, (6, 5), ((8, 2), (7, 2))),
        (0, (6, 5), ((6, 1), (6, 0))),
        (1, (6, 1), ((25, 19), (19, 18))),
    ]
    moves = [Action(ActionKind.MOVE, seat, dice, steps) for seat, dice, steps in played]
    actions = (*moves, Action(ActionKind.RESIGN, 1, level=1))
    game = Game(start=start, actions=actions, winner=0, level=1, points=1)
    record = Record(players=("Anna", "Boris"), options=BY_POINTS, games=(game,))

    _require_the_same(tmp_path, {"closed": record}, written)
