"""The bot of docs/examples plays by what the server sends alone, in every ruleset."""

import asyncio
import os
import subprocess
import sys

import pytest

from bench import bots, reference_bots


def test_two_reference_bots_play_every_ruleset_to_the_end(embedded_site):
    told = asyncio.run(reference_bots.play(embedded_site, games=len(bots.MIXED), limit_s=180))

    assert told.finished == len(bots.MIXED)
    assert set(told.rulesets) == {kind["ruleset"] for kind in bots.MIXED}


@pytest.mark.parametrize("token", ["vrh_wrong", "x"])
def test_a_bot_with_a_wrong_token_says_why_in_a_sentence_and_ends(embedded_site, token) -> None:
    ended = subprocess.run(
        [sys.executable, "docs/examples/bot.py", embedded_site.ws_url],
        env={**os.environ, "VRHCABY_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.splitlines() == ["Tento přístupový token tu neznáme."]
