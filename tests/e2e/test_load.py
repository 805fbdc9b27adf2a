"""Bots play many games at once over real sockets; afterwards everything must still agree."""

import asyncio

import pytest

from bench import bots, load

FEW = 4
MANY = 30


def play(site, ws_urls, *, games, kinds=(bots.VRHCABY,)):
    guests = load.guests(site, 2 * games)
    told = asyncio.run(bots.play_all(ws_urls, guests, seed=7, kinds=kinds))
    assert sum(told.reasons.values()) == 2 * games
    assert told.steps > 20 * games


def test_some_games_at_once_on_the_embedded_site_leave_it_sound(embedded_site):
    play(embedded_site, [embedded_site.ws_url], games=FEW)

    assert load.check(embedded_site) == 0


def test_matches_of_every_ruleset_at_once_leave_the_embedded_site_sound(embedded_site):
    play(embedded_site, [embedded_site.ws_url], games=len(bots.MIXED), kinds=bots.MIXED)

    assert load.check(embedded_site) == 0


@pytest.mark.services
@pytest.mark.slow
def test_thirty_games_at_once_on_two_servers_leave_the_site_sound(grown_up_site):
    play(grown_up_site, grown_up_site.ws_urls, games=MANY, kinds=bots.MIXED)

    assert load.check(grown_up_site) == 0
