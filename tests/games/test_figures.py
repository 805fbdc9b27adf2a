"""What an operator's Prometheus reads is what has happened: sockets, commands, verdicts, tasks."""

import pytest
from asgiref.sync import sync_to_async
from prometheus_client import REGISTRY

from games.services import clocks
from games.tasks import sweep
from tests.games import making, talking
from vrhcaby import metrics

pytestmark = pytest.mark.django_db(transaction=True)


def figure(name, /, **labels):
    return REGISTRY.get_sample_value(f"vrhcaby_{name}", labels) or 0.0


async def test_open_sockets_are_counted_by_place():
    game = await sync_to_async(making.game)()
    before = figure("sockets", place="player"), figure("sockets", place="spectator")
    path = talking.game_path(game.match_id)

    async with talking.page(path, member_id=game.members[0]), talking.page(path):
        during = figure("sockets", place="player"), figure("sockets", place="spectator")
    after = figure("sockets", place="player"), figure("sockets", place="spectator")

    assert during == (before[0] + 1, before[1] + 1)
    assert after == before


async def test_commands_are_counted_by_result_and_timed():
    game = await sync_to_async(making.game)()
    turn = await sync_to_async(lambda: game.state.turn)()
    accepted, early = (
        figure("commands_total", kind="step", result="ok"),
        figure("commands_total", kind="claim", result="nothing_to_claim"),
    )
    timed = figure("command_seconds_count")

    path = talking.game_path(game.match_id)
    async with talking.page(path, member_id=game.members[turn]) as page:
        shown = await page.hello()
        await page.command(game.match_id, "claim")
        await page.step(shown)

    assert figure("commands_total", kind="step", result="ok") == accepted + 1
    assert figure("commands_total", kind="claim", result="nothing_to_claim") == early + 1
    assert figure("command_seconds_count") == timed + 2


def test_a_verdict_s_lateness_and_the_sweep_s_time_are_counted(hand):
    game = making.game()
    sweeps, verdicts = figure("sweep_seconds_count"), figure("verdict_lag_seconds_count")
    late = figure("verdict_lag_seconds_sum")
    hand.ms = game.row.deadline_at + 700
    making.swept()

    clocks.sweep()

    assert figure("sweep_seconds_count") == sweeps + 1
    assert figure("verdict_lag_seconds_count") == verdicts + 1
    assert figure("verdict_lag_seconds_sum") == pytest.approx(late + 0.7)


def test_tasks_are_counted_by_name_and_how_they_ended(monkeypatch):
    before = figure("tasks_total", name="games.sweep", result="success")
    failed = figure("tasks_total", name="games.sweep", result="failure")

    sweep.apply()
    monkeypatch.setattr(clocks, "sweep", lambda: 1 / 0)
    sweep.apply()

    assert figure("tasks_total", name="games.sweep", result="success") == before + 1
    assert figure("tasks_total", name="games.sweep", result="failure") == failed + 1


def test_everything_an_operator_is_promised_is_exposed():
    text = metrics.exposition().decode()

    for name in (
        *("sockets", "commands_total", "command_seconds", "verdict_lag_seconds", "sweep_seconds"),
        *("sweep_age_seconds", "pushes_lost_total", "layer_drops_total", "tasks_total"),
        *("queued_tasks", "requests_total", "request_seconds", "live_matches"),
    ):
        assert f"# HELP vrhcaby_{name.removesuffix('_total')}" in text
