"""The simulated day: the same again for the same seed, and evenly cut."""

from bench import shards

GAMES, SHARDS, SAMPLE = 20_000, 8, 10


def day(seed=1):
    return shards.simulate(GAMES, SHARDS, sample=SAMPLE, seed=seed)


def test_the_same_seed_gives_the_same_day():
    assert day().whole == day().whole
    assert day(seed=2).whole != day().whole


def test_the_moves_of_all_shards_are_those_of_the_site():
    load = day()

    assert [sum(of) for of in zip(*load.shards, strict=True)] == list(load.whole)


def test_a_match_stays_on_its_shard_and_neighbours_are_apart():
    places = [shards.shard_of(match, SHARDS) for match in range(1_000)]

    assert places == [shards.shard_of(match, SHARDS) for match in range(1_000)]
    assert {places.count(shard) // 25 for shard in range(SHARDS)} <= {3, 4, 5, 6}


def test_the_evening_is_busier_than_the_morning():
    load = day()
    hour = 3_600

    assert sum(load.whole[20 * hour : 21 * hour]) > 2 * sum(load.whole[8 * hour : 9 * hour])
