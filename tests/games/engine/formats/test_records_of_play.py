"""Matches of this engine as records and files, and records as the events of a match."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine import events as e
from games.engine.cli import ids
from games.engine.clock import TimeControl
from games.engine.decide import apply, start
from games.engine.evolve import fold
from games.engine.fairness import Stream
from games.engine.formats import gnubg_ids, json_record, mat_write, sgf_write, xgid
from games.engine.formats.from_events import record_of
from games.engine.formats.of_state import ids_of, situation_of
from games.engine.formats.reading import read_match
from games.engine.formats.record import Game, Record, boards_before
from games.engine.formats.to_events import events_of
from games.engine.rules import PRESETS, MatchOptions, preset
from games.engine.state import MatchState, Phase, new_match
from tests.games.engine.formats.lost_matches import events_until_time_ends, lost_on_time
from tests.games.engine.playing import choose

MONEY = MatchOptions(length=None, jacoby=True, beavers=2, raccoons=True)
KINDS = [
    *((key, MatchOptions()) for key in PRESETS),
    *((key, MatchOptions(length=5, crawford=True)) for key in ("standard", "hypergammon")),
    ("egyptian", MatchOptions(length=3, crawford=True)),
    ("nackgammon", MONEY),
    ("hypergammon", MONEY),
    ("nasazovani", MatchOptions(length=3)),
]
NAMES = ("Anna", "Boris")


def played(key: str, options: MatchOptions, seed: int) -> tuple[MatchState, list[e.Event]]:
    """A random match: the state before it, and its events."""
    chance, dice = random.Random(seed), Stream(seed.to_bytes(32, "big"), NAMES)
    rules = preset(key)
    waiting = new_match(rules, options, TimeControl.of(rules))
    log = list(start(waiting, at=0, dice=dice))
    state = fold(waiting, log)
    while state.phase is not Phase.OVER:
        events, state = apply(state, choose(state, chance), at=state.at + 1, dice=dice)
        log += events
    return waiting, log


def records(key: str, options: MatchOptions) -> Iterator[tuple[Record, MatchState]]:
    """Some random matches as records, with their last states."""
    for seed in range(4):
        waiting, log = played(key, options, seed)
        record = record_of(waiting, log, ruleset=key, players=NAMES, info=(("Date", "2026-11-30"),))
        yield record, fold(waiting, log)


def sorted_plays(record: Record) -> list[Game]:
    """The games, each turn told from the back as a .mat file does."""
    return [
        replace(
            game,
            actions=tuple(
                replace(action, steps=tuple(sorted(action.steps, reverse=True)))
                for action in game.actions
            ),
        )
        for game in record.games
    ]


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_a_match_as_a_record_has_its_games_and_its_score(key: str, options: MatchOptions) -> None:
    for record, after in records(key, options):
        assert len(record.games) == after.game
        assert record.final_score == after.score
        for game in record.games:
            assert all(board.counts for _, board in boards_before(record, game))


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_our_own_json_reads_back_to_the_same_record(key: str, options: MatchOptions) -> None:
    for record, _ in records(key, options):
        text = json.dumps(json_record.to_json(record))
        imported = read_match(text.encode())
        assert imported.refusal is None, imported.oddities
        assert [game.points for game in imported.record.games] == [
            game.points for game in record.games
        ]
        assert imported.record == record


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_files_read_back_to_the_same_score(key: str, options: MatchOptions) -> None:
    for record, _ in records(key, options):
        for text in (mat_write.to_mat(record), sgf_write.to_sgf(record)):
            imported = read_match(text.encode())
            assert imported.refusal is None, (imported.oddities, text)
            assert imported.record.final_score == record.final_score
            assert len(imported.record.games) == len(record.games)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("length", [2, 5, 7, 25])
def test_a_match_lost_on_time_reads_back_whole(seed: int, length: int) -> None:
    waiting, log = events_until_time_ends(seed, length)
    record = record_of(waiting, log, ruleset="standard", players=NAMES)
    texts = {
        "json": json.dumps(json_record.to_json(record)),
        "mat": mat_write.to_mat(record),
        "sgf": sgf_write.to_sgf(record),
    }

    assert record.final_score == fold(waiting, log).score
    assert max(record.final_score) >= length
    for form, text in texts.items():
        imported = read_match(text.encode())
        assert imported.refusal is None, (form, imported.oddities, text)
        assert sorted_plays(imported.record) == sorted_plays(record), (form, text)


def test_only_a_record_may_say_that_a_game_cost_more_than_its_stake() -> None:
    record = lost_on_time(1, 7, acts=2)
    data = json_record.to_json(record)
    assert [oddity.code for oddity in read_match(json.dumps(data).encode()).oddities] == [
        "match_lost"
    ]

    data["games"][-1]["points"] = 6
    text, points = mat_write.to_mat(record), record.games[0].level
    first = text.partition("\n Game 2")[0].replace(f"Wins {points} point", "Wins 7 point")
    for lie in (json.dumps(data), first):
        refused = read_match(lie.encode()).refusal
        assert refused is not None
        assert refused.code == "score_differs"


@pytest.mark.parametrize(("key", "options"), KINDS)
def test_a_record_as_events_comes_to_the_same_positions(key: str, options: MatchOptions) -> None:
    for record, after in records(key, options):
        before, told = events_of(record)
        events = [event for event, _ in told]
        assert record_of(before, events, ruleset=key, players=NAMES, info=record.info) == record
        assert told[-1][1].score == after.score


def test_ids_of_a_state_are_read_back() -> None:
    for key in ("standard", "vrhcaby", "hypergammon"):
        waiting, log = played(key, MatchOptions(length=1 if key == "vrhcaby" else 5), 7)
        for end in range(3, len(log), 11):
            state = fold(waiting, log[:end])
            if state.phase is not Phase.LIVE or state.board.over:
                continue
            told, checkers = ids_of(state), state.rules.checkers
            assert None not in told.values()
            back = gnubg_ids.decode(told["position_id"], told["match_id"], checkers=checkers)
            assert back.board == situation_of(state).board
            assert back.score == state.score
            assert xgid.decode(told["xgid"], checkers=checkers).board == back.board


def test_what_is_told_of_a_match_won_past_its_length_is_read_back() -> None:
    waiting, log = played("standard", MatchOptions(length=2, crawford=True), 1)
    assert max(fold(waiting, log).score) > 2

    for end in range(len(log) - 4, len(log) + 1):
        told = {kind: text for kind, text in ids_of(fold(waiting, log[:end])).items() if text}
        assert "position_id" in ids.answer(told)
    assert set(told) == {"position_id", "match_id"}


def test_checkers_in_hand_have_no_ids() -> None:
    waiting, log = played("nasazovani", MatchOptions(), 1)

    assert set(ids_of(fold(waiting, log[:3])).values()) == {None}
