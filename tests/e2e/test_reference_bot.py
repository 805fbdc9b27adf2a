"""The bot of docs/examples plays by what the server sends alone, in every ruleset."""

import asyncio

from bench import bots, reference_bots


def test_two_reference_bots_play_every_ruleset_to_the_end(embedded_site):
    told = asyncio.run(reference_bots.play(embedded_site, games=len(bots.MIXED), limit_s=180))

    assert told.finished == len(bots.MIXED)
    assert set(told.rulesets) == {kind["ruleset"] for kind in bots.MIXED}
