"""Standings: published tie-breaks, the order of the chain, and the sums behind the numbers."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules.chains import CZECH_CHAMPIONSHIP, NAMES, PRESETS, USUAL
from ladder.rules.lot import lot
from ladder.rules.pairings import round_robin
from ladder.rules.results import (
    CLASSIC,
    DRAW,
    LOSS,
    THREE_FOR_A_WIN,
    WIN,
    Game,
    Record,
    Scheme,
    TournamentError,
)
from ladder.rules.results_file import stage
from ladder.rules.standings import standings
from ladder.rules.sums import sum_behind

DATA = Path(__file__).parents[2] / "data" / "tournaments"
HALF = Fraction(1, 2)
EVERYTHING = (
    "direct_encounter",
    "wins",
    "wins_as_second",
    "sonneborn_berger",
    "sonneborn_berger_played",
    "sonneborn_berger_cut1",
    "koya",
    "score_difference",
    "play_off",
    "lot",
)


def published(name):
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def table_of(name, chain, **more):
    read = stage(published(name), scheme=CLASSIC)
    return standings(seats=read.seats, games=read.games, awarded=read.awarded, chain=chain, **more)


def blocks(table):
    """Return the seats in blocks of one place, best first."""
    places = sorted({row.place for row in table.rows})
    return [[row.seat for row in table.rows if row.place == place] for place in places]


def column(table, name):
    return {row.seat: row.tiebreaks[name] for row in table.rows}


def numbers(values):
    return {int(seat): Fraction(value) for seat, value in values.items()}


def test_the_exercise_of_fide_has_its_published_values():
    expected = published("rr_fide_tec_exercise")["expected"]
    table = table_of("rr_fide_tec_exercise", ("sonneborn_berger", "sonneborn_berger_cut1", "koya"))

    assert {row.seat: row.points for row in table.rows} == numbers(expected["points"])
    assert column(table, "sonneborn_berger") == numbers(expected["sonneborn_berger"])
    assert column(table, "sonneborn_berger_cut1") == numbers(expected["sonneborn_berger_cut1"])
    assert column(table, "koya") == numbers(expected["koya_50_percent"])


def test_the_exercise_of_fide_is_ordered_by_direct_encounter_as_published():
    expected = published("rr_fide_tec_exercise")["expected"]

    table = table_of("rr_fide_tec_exercise", ("direct_encounter",))

    assert blocks(table) == expected["direct_encounter_order"]
    assert column(table, "direct_encounter") == {
        1: 2,
        2: HALF,
        3: HALF,
        5: Fraction(3, 2),
        6: 1,
        4: HALF,
    }


def test_a_tie_that_four_tie_breaks_cannot_part_is_shared():
    chain = ("direct_encounter", "sonneborn_berger", "koya")

    table = table_of("rr_fide_tec_exercise", chain)

    assert (table.row(2).place, table.row(3).place) == (2, 2)
    assert table.row(5).place == 4


def test_a_walkover_gives_sonneborn_berger_only_where_it_counts():
    table = table_of("rr_fide_tec_exercise", ("sonneborn_berger", "sonneborn_berger_played"))

    assert table.row(5).tiebreaks["sonneborn_berger"] == Fraction(9, 4)
    assert table.row(5).tiebreaks["sonneborn_berger_played"] == Fraction(3, 4)


def test_a_walkover_is_a_win_but_not_one_played_as_second():
    table = table_of("rr_fide_tec_exercise", ("wins", "wins_as_second"))

    assert table.row(5).tiebreaks == {"wins": 1, "wins_as_second": 0}
    assert table.row(1).tiebreaks == {"wins": 3, "wins_as_second": 2}


def test_the_french_event_has_its_published_values():
    facts = published("rr_koya_8_players")
    table = table_of("rr_koya_8_players", ("koya", "sonneborn_berger", "wins"))

    assert column(table, "koya") == numbers(facts["expected"]["koya_50_percent"])
    computed = facts["computed_here"]
    assert {row.seat: row.points for row in table.rows} == numbers(computed["points"])
    assert column(table, "sonneborn_berger") == numbers(computed["sonneborn_berger"])
    assert column(table, "wins").items() >= numbers(computed["wins"]).items()


def test_the_order_of_the_chain_matters():
    shared = table_of("rr_koya_8_players", ("direct_encounter", "sonneborn_berger", "koya"))
    parted = table_of("rr_koya_8_players", ("direct_encounter", "sonneborn_berger", "wins"))

    assert [shared.row(seat).place for seat in (3, 5)] == [2, 2]
    assert [parted.row(seat).place for seat in (3, 5)] == [2, 3]
    assert parted.row(5).decided_by == "wins"


def test_a_bye_is_no_game_for_sonneborn_berger():
    facts = published("sb_with_byes_lichess")

    table = table_of("sb_with_byes_lichess", ("sonneborn_berger",))

    assert {row.seat: row.points for row in table.rows} == facts["points"]
    assert column(table, "sonneborn_berger") == facts["sb_real_opponents_only"]


def won(first, second, number=1, margin=None):
    return Game(first, second, WIN, LOSS, number, margin=margin)


def drawn(first, second, number=1):
    return Game(first, second, DRAW, DRAW, number)


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        (CLASSIC, (2, HALF, HALF)),
        (THREE_FOR_A_WIN, (6, 1, 1)),
        (Scheme(Fraction(2)), (4, HALF, HALF)),
    ],
)
def test_points_follow_the_scheme(scheme, points):
    games = [won("a", "b"), won("a", "c"), drawn("b", "c")]

    table = standings(seats="abc", games=games, scheme=scheme)

    assert tuple(table.row(seat).points for seat in "abc") == points


def test_thirds_are_exact():
    scheme = Scheme(Fraction(1), Fraction(1, 3), Fraction(0))
    games = [drawn("a", "b", number) for number in range(3)] + [won("c", "d")]

    table = standings(seats="abcd", games=games, scheme=scheme, chain=("sonneborn_berger",))

    assert table.row("a").points == table.row("c").points == 1
    assert table.row("a").tiebreaks["sonneborn_berger"] == 1


def test_losing_may_not_pay():
    for wrong in ((0, 0, 0), (1, 2, 0), (1, 0, HALF)):
        with pytest.raises(TournamentError, match="bad_scheme"):
            Scheme(*map(Fraction, wrong))


def test_both_may_lose_a_walkover():
    table = standings(seats="ab", games=[Game("a", "b", LOSS, LOSS, 1, forfeit=True)])

    assert [(row.place, row.points) for row in table.rows] == [(1, 0), (1, 0)]


def test_the_score_difference_counts_both_sides_and_no_walkovers():
    games = [
        won("a", "b", margin=5),
        Game("c", "a", LOSS, WIN, margin=-1),
        Game("b", "c", WIN, LOSS, forfeit=True),
    ]

    table = standings(seats="abc", games=games, chain=("score_difference",))

    assert column(table, "score_difference") == {"a": 6, "b": -5, "c": -1}


def test_the_published_seed_draws_the_lot_and_any_table_with_it_is_the_same():
    tables = [
        standings(seats=seats, games=[], chain=("lot",), seed="Vltava 12")
        for seats in ("abcd", "dcba", "cadb")
    ]

    expected = sorted("abcd", key=lambda name: lot("Vltava 12", name))
    for table in tables:
        assert [row.seat for row in table.rows] == expected
        assert [row.place for row in table.rows] == [1, 2, 3, 4]


def test_the_lot_is_the_hmac_that_anybody_can_compute():
    # echo -n 7 | openssl dgst -sha256 -hmac abc
    assert lot("abc", 7) == lot("abc", "7")
    assert lot("key", "The quick brown fox jumps over the lazy dog") == (
        "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
    )


@pytest.mark.parametrize(
    ("chain", "code"),
    [
        (("wins", "luck"), "unknown_tiebreak"),
        (("wins", "koya", "wins"), "repeated_tiebreak"),
        (("play_off:3", "play_off"), "repeated_tiebreak"),
        (("shared", "wins"), "tiebreak_after_end"),
        (("wins", "lot"), "seed_missing"),
        (("play_off:0",), "unknown_tiebreak"),
        (("play_off:x",), "unknown_tiebreak"),
        (("wins:3",), "unknown_tiebreak"),
        (("",), "unknown_tiebreak"),
    ],
)
def test_chains_that_make_no_sense_are_refused(chain, code):
    with pytest.raises(TournamentError) as refusal:
        standings(seats="ab", games=[], chain=chain)
    assert refusal.value.code == code


def test_every_preset_is_a_chain_that_ends_in_shared_places():
    for chain in PRESETS.values():
        assert chain[-1] == "shared"
        standings(seats="ab", games=[], chain=chain)


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ([won("a", "x")], "unknown_seat"),
        ([won("a", "a")], "same_player"),
        ([Game("a", "b", WIN, WIN)], "bad_score"),
        ([Game("a", "b", WIN, DRAW)], "bad_score"),
        ([Game("a", "b", 7, LOSS)], "bad_score"),
        ([Game("a", "b", -2, LOSS)], "bad_score"),
    ],
)
def test_games_that_cannot_be_are_refused(games, code):
    with pytest.raises(TournamentError) as refusal:
        standings(seats="ab", games=games)
    assert refusal.value.code == code


def test_a_seat_may_be_there_only_once():
    with pytest.raises(TournamentError, match="repeated_seat"):
        standings(seats="aab", games=[])


# The Czech championship.


def double_round_robin(wins_between, seats):
    """Return games of one stage: for each (a, b, n, m) a beat b n times and b beat a m times."""
    number = 0
    for first, second, own, other in wins_between:
        for count, pair in ((own, (first, second)), (other, (second, first))):
            for _ in range(count):
                number += 1
                yield won(*pair, number)


def test_the_mini_table_of_the_czech_championship():
    case = published("criteria_czech_mcr")["cases"][0]
    games = list(double_round_robin(case["between"], "ABC"))
    # Six more opponents bring the three to ten wins each and D to seven.
    filler = [won(seat, f"x{i}", 50) for seat in "ABCD" for i in range(7)]
    extra = {"A": 0, "B": 2, "C": 1}
    filler += [won(seat, f"y{i}", 60) for seat, n in extra.items() for i in range(n)]
    seats = [*"ABCD", *(f"x{i}" for i in range(7)), "y0", "y1"]

    table = standings(seats=seats, games=games + filler, chain=CZECH_CHAMPIONSHIP, per_pair=2)

    assert {seat: table.row(seat).points for seat in "ABCD"} == case["wins"]
    assert {seat: table.row(seat).tiebreaks["direct_encounter"] for seat in "ABC"} == case[
        "mini_table_wins"
    ]
    assert blocks(table)[:4] == case["expected"]


def tied_pair(places_above):
    """Return a double round robin of two equal players below so many who beat them."""
    above = [f"t{i}" for i in range(places_above)]
    games = [won("E", "F", 1), won("F", "E", 2)]
    for number, better in enumerate(above):
        games += [won(better, seat, 10 + number) for seat in (*"EF", *above[number + 1 :])]
    return [*above, "E", "F"], games


def test_a_deciding_match_is_due_for_the_first_three_places_only():
    for places_above, due in ((0, True), (2, True), (3, False), (6, False)):
        seats, games = tied_pair(places_above)

        table = standings(seats=seats, games=games, chain=CZECH_CHAMPIONSHIP, per_pair=2)

        pair = [table.row(seat) for seat in "EF"]
        assert [row.place for row in pair] == [places_above + 1] * 2
        assert [row.play_off for row in pair] == [due] * 2


def test_the_deciding_match_decides():
    seats, games = tied_pair(0)

    table = standings(
        seats=seats,
        games=games,
        chain=CZECH_CHAMPIONSHIP,
        per_pair=2,
        play_offs=[won("F", "E")],
    )

    assert blocks(table) == [["F"], ["E"]]
    assert table.row("E").decided_by == "play_off:3"
    assert not table.row("F").play_off
    assert table.row("F").tiebreaks["play_off:3"] == 1
    assert table.row("F").points == 1


def test_of_three_only_who_has_beaten_both_others_is_parted_from_them():
    seats = "abc"
    games = [won("a", "b"), won("b", "c"), won("c", "a")]

    half = standings(seats=seats, games=games, chain=("play_off",), play_offs=[won("b", "a")])
    full = standings(
        seats=seats, games=games, chain=("play_off",), play_offs=[won("b", "a"), won("b", "c")]
    )

    assert blocks(half) == [["a", "b", "c"]]
    assert blocks(full) == [["b"], ["a", "c"]]
    assert [full.row(seat).play_off for seat in "abc"] == [True, False, True]


# What holds for any results.


@st.composite
def stages(draw):
    """Draw the seats and some of the games of a round robin."""
    players = draw(st.integers(2, 9))
    double = draw(st.booleans())
    outcome = st.sampled_from([(WIN, LOSS), (DRAW, DRAW), (LOSS, WIN), (LOSS, LOSS), None])
    games = []
    for number, pairs in enumerate(round_robin(players, double=double).rounds, 1):
        for first, second in pairs:
            result = draw(outcome)
            if result is not None:
                margin = draw(st.one_of(st.none(), st.integers(-7, 7)))
                games.append(Game(first, second, *result, number, draw(st.booleans()), margin))
    return range(1, players + 1), games, 1 + double


@given(stages(), st.permutations(EVERYTHING[:-1]), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_results(drawn_stage, chain, chance):
    seats, games, per_pair = drawn_stage
    mixed = list(games)
    chance.shuffle(mixed)
    chain = (*chain, "lot")

    one = standings(seats=seats, games=games, chain=chain, per_pair=per_pair, seed="s")
    other = standings(seats=seats, games=mixed, chain=chain, per_pair=per_pair, seed="s")

    assert one.rows == other.rows


@given(stages(), st.permutations(EVERYTHING[:-2]))
def test_turning_the_sides_of_a_game_changes_only_what_counts_sides(drawn_stage, chain):
    seats, games, per_pair = drawn_stage
    chain = tuple(name for name in chain if name != "wins_as_second")
    turned = [
        Game(
            game.second,
            game.first,
            game.second_result,
            game.first_result,
            game.round,
            game.forfeit,
            None if game.margin is None else -game.margin,
        )
        for game in games
    ]

    one = standings(seats=seats, games=games, chain=chain, per_pair=per_pair)
    other = standings(seats=seats, games=turned, chain=chain, per_pair=per_pair)

    assert one.rows == other.rows


@given(stages(), st.lists(st.sampled_from(EVERYTHING[1:8]), unique=True))
def test_places_are_those_of_the_numbers_when_every_link_is_a_sum(drawn_stage, chain):
    seats, games, _ = drawn_stage

    table = standings(seats=seats, games=games, chain=chain)

    keys = {row.seat: (row.points, *(row.tiebreaks[name] for name in chain)) for row in table.rows}
    for row in table.rows:
        assert row.place == 1 + sum(key > keys[row.seat] for key in keys.values())
    assert [row.place for row in table.rows] == sorted(row.place for row in table.rows)


@given(stages())
def test_every_number_is_the_sum_that_is_shown(drawn_stage):
    seats, games, per_pair = drawn_stage
    gift = {1: HALF}
    table = standings(
        seats=seats,
        games=games,
        chain=EVERYTHING,
        per_pair=per_pair,
        awarded=gift,
        seed="s",
    )

    for row in table.rows:
        for name in ("points", *EVERYTHING[:-1]):
            behind = sum_behind(table, row.seat, name)
            value = row.points if name == "points" else row.tiebreaks[name]
            shown = sum((term.amount for term in behind.terms), behind.awarded)
            assert behind.value == value == shown
            assert all(term.counted or term.amount == 0 for term in behind.terms)
        assert sum_behind(table, row.seat, "lot").value == row.tiebreaks["lot"]


def test_the_sum_of_sonneborn_berger_says_what_was_multiplied_and_cut():
    table = table_of("rr_fide_tec_exercise", ("sonneborn_berger_cut1",))

    behind = sum_behind(table, 2, "sonneborn_berger_cut1")

    terms = {term.opponent: term for term in behind.terms}
    assert terms[3].scored == HALF
    assert terms[3].opponent_points == Fraction(7, 2)
    assert terms[3].amount == Fraction(7, 4)
    assert sum(term.cut for term in behind.terms) == 1
    assert next(term for term in behind.terms if term.cut).opponent_points == Fraction(3, 2)


def test_the_sum_of_direct_encounter_shows_the_tables_among_the_tied():
    table = table_of("rr_fide_tec_exercise", ("direct_encounter",))

    behind = sum_behind(table, 3, "direct_encounter")

    assert set(behind.among) == {1, 2, 3}
    assert [mini.points for mini in behind.minis] == [
        {1: 2, 2: HALF, 3: HALF},
        {2: HALF, 3: HALF},
    ]
    assert behind.minis[0].blocks == ((1,), (2, 3))


def test_who_is_not_in_the_table_has_no_sum():
    table = standings(seats="ab", games=[])
    with pytest.raises(KeyError):
        sum_behind(table, "c", "points")
    with pytest.raises(KeyError):
        sum_behind(table, "a", "koya")


def test_the_usual_chain_is_that_of_the_rules():
    assert USUAL == ("wins", "direct_encounter", "sonneborn_berger", "score_difference", "shared")
    assert set(EVERYTHING) | {"shared"} == set(NAMES)


def test_points_awarded_to_a_stranger_are_refused():
    with pytest.raises(TournamentError, match="unknown_seat"):
        Record("ab", [], awarded={"c": HALF})
