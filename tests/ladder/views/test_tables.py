"""Standings, sums, crosstables and rounds: on pages, on paper, as files, on other sites."""

import csv
import io

import pytest

from ladder.services.tournaments import scores, withdrawals
from tests.ladder.making import member
from tests.ladder.tournaments import done, opened, pairing, started
from tests.ladder.views.browsing import client_of, page, status, url

pytestmark = pytest.mark.django_db

TABLES = ("standings", "crosstable", "schedule", "tournament_print", "crosstable_csv")


@pytest.fixture
def cup():
    """Four players; the first round is played: 1 beats 4, 2 beats 3."""
    made = started(["Anna", "Boris", "Cyril", "Dana"], seating="by_hand")
    for board in (1, 2):
        enter(made, 1, board, 1, 0)
    return made


def enter(made, round_number, board, first, second):
    done(
        scores.enter_result(
            pairing_id=pairing(made, round_number, board).pk,
            by_id=made.by_id,
            first_score=first,
            second_score=second,
        )
    )


def rows(answer):
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_standings_after_a_round_are_those_of_that_time(cup):
    enter(cup, 2, 1, 0, 1)

    now = client_of().get(url("standings", cup)).context["tables"][0]
    then = client_of().get(url("standings_after", cup, after=1)).context["tables"][0]

    assert sum(line.points for line in now.lines) == 3
    assert sum(line.points for line in then.lines) == 2
    assert status("standings_after", cup, after=9) == 404


def test_each_number_leads_to_its_sum(cup):
    entry = cup.entries[0]

    text = page("sums", cup, entry_id=entry)

    assert url("sums", cup, entry_id=entry) in page("standings", cup)
    for link in ("points", "wins", "direct_encounter", "sonneborn_berger", "score_difference"):
        assert f'id="{link}"' in text
    assert status("sums", cup, entry_id=entry + 1000) == 404
    assert status("sums", cup, entry_id=entry, query="?after=xx") == 200


def test_possible_places_narrow_down_to_one(cup):
    for round_number in (2, 3):
        for board in (1, 2):
            enter(cup, round_number, board, 1, 0)

    lines = client_of().get(url("standings", cup)).context["tables"][0].lines

    assert all(line.prospect.clinched for line in lines)


def test_the_crosstable_marks_what_was_not_played(cup):
    answer = scores.walkover(
        pairing_id=pairing(cup, 2, 1).pk, by_id=cup.by_id, winner="second", why="ill"
    )
    done(answer)

    [crossed] = client_of().get(url("crosstable", cup)).context["crosstables"]
    cells = [cell for row in crossed.rows for cells in row.cells if cells for cell in cells]

    assert sorted(cell.result for cell in cells if cell.forfeit) == [0, 2]
    assert [row.line.place for row in crossed.rows] == sorted(
        row.line.place for row in crossed.rows
    )


def test_each_result_of_the_crosstable_leads_to_its_pairing_except_on_paper(cup):
    address = url("pairing", cup, pairing_id=pairing(cup, 1, 1).pk)

    online, paper = page("crosstable", cup), page("tournament_print_part", cup, what="cross")

    assert f'<a href="{address}" class="win">1</a>' in online
    assert f'<a href="{address}">0</a>' in online
    assert address not in paper
    assert '<span class="win">1</span>' in paper
    assert online.count('<td class="self"') == paper.count('<td class="self"') == 4


def test_one_who_left_is_struck_out_of_the_crosstable(cup):
    left = withdrawals.withdraw(
        slug=cup.slug, by_id=cup.by_id, entry_id=cup.entries[0], why="gone", policy="void_all"
    )
    done(left)

    [crossed] = client_of().get(url("crosstable", cup)).context["crosstables"]
    text = page("standings", cup)

    assert [row.line for row in crossed.rows][-1] is None
    assert "no longer in the table: Anna" in text
    assert page("crosstable", cup).count('class="void"') == 2


def leave(made, number, policy):
    answer = withdrawals.withdraw(
        slug=made.slug,
        by_id=made.by_id,
        entry_id=made.entries[number - 1],
        why="ill",
        policy=policy,
    )
    done(answer)


def test_games_lost_by_leaving_read_as_walkovers_everywhere(cup):
    leave(cup, 1, "keep_and_forfeit")
    board = pairing(cup, 2, 2)
    assert (board.first.name, board.state) == ("Anna", "void")

    assert "− : +" in page("round", cup, stage=1, number=2)
    assert "− : +" in page("console_round", cup, by=cup.director, stage=1, number=2)
    assert "− : +" in page("pairing", cup, pairing_id=board.pk)
    assert "− : +" in page("tournament_print_part", cup, what="rounds")
    assert "Not played" not in page("round", cup, stage=1, number=2)


def test_annulled_games_are_marked_and_annulled_walkovers_are_none(cup):
    answer = scores.walkover(
        pairing_id=pairing(cup, 2, 2).pk, by_id=cup.by_id, winner="second", why="late"
    )
    done(answer)
    leave(cup, 1, "void_all")

    assert "does not count" in page("round", cup, stage=1, number=1)
    [crossed] = client_of().get(url("crosstable", cup)).context["crosstables"]
    cells = [cell for row in crossed.rows for cells in row.cells if cells for cell in cells]
    assert sum(cell.is_nothing for cell in cells) == 2
    assert "<strong>+" not in page("crosstable", cup)
    text = client_of().get(url("crosstable_csv", cup)).content.decode()
    assert "(+)" not in text
    assert "(1)" in text


def test_files_keep_names_and_hold_no_formula():
    names = ["=1+1", "Eve, the\u200fsecond", '"Zoe"', "+49"]
    made = started(names, seating="by_hand")
    enter(made, 1, 1, 1, 0)

    for name in ("standings_csv", "crosstable_csv"):
        answer = client_of().get(url(name, made))
        cells = [row[1] for row in rows(answer)[1:]]
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert {cell.removeprefix("'") for cell in cells} == set(names)
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_the_grid_is_the_berger_table(cup):
    [(_field, grid)] = client_of().get(url("schedule", cup)).context["grids"]

    assert [row.pairs for row in grid] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]


def test_a_round_has_a_page(cup):
    assert "Round 1" in page("round", cup, stage=1, number=1)
    assert status("round", cup, stage=1, number=9) == 404
    assert status("round", cup, stage=2, number=1) == 404


@pytest.mark.parametrize("what", ["table", "cross", "grid", "rounds"])
def test_each_part_can_be_printed_alone(cup, what):
    assert page("tournament_print_part", cup, what=what).count('<section class="paper') >= 1


def test_what_is_no_part_is_no_page(cup):
    assert status("tournament_print_part", cup, what="nothing") == 404


@pytest.mark.parametrize("name", [*TABLES, "standings_csv"])
def test_before_the_draw_there_are_no_tables(name):
    assert status(name, opened()) == 404


@pytest.mark.parametrize("name", TABLES)
def test_tables_cost_the_same_whatever_their_size(name, django_assert_max_num_queries):
    small, large = started(3), started(12)
    reader = client_of(member("Reader"))

    for made in (small, large):
        with django_assert_max_num_queries(14):
            assert reader.get(url(name, made)).status_code == 200


FRAMED = pytest.mark.parametrize("framed", ["embed_tournament", "embed_crosstable"])


@FRAMED
def test_any_site_may_frame_the_table_and_nothing_else(cup, framed):
    table = client_of().get(url(framed, cup))
    other = client_of().get(url("standings", cup))

    assert "frame-ancestors *" in table["Content-Security-Policy"]
    assert "X-Frame-Options" not in table
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert other["X-Frame-Options"] == "DENY"
    assert "max-age=30" in table["Cache-Control"]


@FRAMED
def test_the_framed_table_shows_nothing_of_its_reader(cup, framed):
    as_director = client_of(cup.director).get(url(framed, cup) + "?lang=en")
    as_guest = client_of().get(url(framed, cup) + "?lang=en")

    assert as_director.content == as_guest.content
    assert 'lang="en"' in as_guest.content.decode()


@FRAMED
def test_the_framed_table_takes_its_colours_and_language_from_the_address(cup, framed):
    text = client_of().get(url(framed, cup) + "?theme=dark&lang=cs").content.decode()

    assert 'lang="cs" data-theme="dark"' in text
    odd = client_of().get(url(framed, cup) + "?theme=<x>&lang=xx").content.decode()
    assert 'data-theme="auto"' in odd


def test_the_framed_crosstable_has_every_result_and_no_link_but_to_the_tournament(cup):
    answer = client_of().get(url("embed_crosstable", cup) + "?lang=en")

    (crossed,) = answer.context["crosstables"]
    text = answer.content.decode()
    assert [str(row.entry) for row in crossed.rows] == ["Anna", "Boris", "Cyril", "Dana"]
    assert text.count('class="win"') == 2
    assert text.count("<a ") == 1
    undrawn = client_of().get(url("embed_crosstable", opened()) + "?lang=en").content.decode()
    assert "The draw has not been made yet." in undrawn
