"""Who came where after groups and a knock-out: on pages, on paper, as a file, in the log."""

import csv
import io

import pytest
from django.utils import translation

from ladder import act_phrases
from ladder.services.tournaments import brackets, life, scores
from tests.ladder.tournaments import done, pairing, started
from tests.ladder.views.browsing import client_of, page, url

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Boris", "Cyril", "Dana", "Emil", "Filip", "Gita", "Hana"]


def win(made, board):
    """Let the player entered first win."""
    first = board.first_id < board.second_id
    answer = scores.enter_result(
        pairing_id=board.pk, by_id=made.by_id, first_score=int(first), second_score=int(not first)
    )
    done(answer)


@pytest.fixture
def cup():
    """Two groups of four have been played, and the semi-finals after them."""
    made = started(NAMES, format="groups_knockout", groups=2, rated=False, seating="by_hand")
    for number in (1, 2, 3):
        for stage in (1, 2):
            for board in (1, 2):
                win(made, pairing(made, number, board, stage))
    done(brackets.start_knockout(slug=made.slug, by_id=made.by_id))
    for board in (1, 2):
        win(made, pairing(made, 1, board, stage=3))
    return made


@pytest.fixture
def finished(cup):
    """The same with the final and the match for the third place, and over."""
    for board in (1, 2):
        win(cup, pairing(cup, 2, board, stage=3))
    done(life.change_state(slug=cup.slug, by_id=cup.by_id, to="finished"))
    return cup


def test_rounds_of_the_knockout_and_its_matches_for_places_are_named(cup):
    for text in (page("standings", cup), page("schedule", cup)):
        assert "Semi-finals" in text
        assert "Match for the third place" in text
    assert "Knock-out · Final" in page("round", cup, stage=3, number=2).replace("\n", "")
    assert "Knock-out · Final" in page("console", cup, by=cup.director).replace("\n", "")


def test_the_log_tells_a_semifinal_from_a_round_of_the_groups(finished):
    text = page("tournament_log", finished)

    assert "Cyril (semi-finals)" in text
    assert "Dana (match for the third place)" in text
    assert "Boris (final)" in text
    with translation.override("cs"):
        assert "semifinále" in act_phrases.act("bye", {"round": 1, "to_final": 1}, {}, {})


def test_before_all_is_decided_there_is_no_final_order(cup):
    assert "Final order" not in page("standings", cup)
    assert "How it ended" not in page("tournament", cup)


def test_the_winner_and_all_places_are_on_the_page_and_on_paper(finished):
    for name in ("standings", "tournament_print", "embed_tournament"):
        answer = client_of().get(url(name, finished) + "?lang=en")
        order = [(one.place, one.last, one.entry.name) for one in answer.context["final"]]
        assert order == [
            *[(at, at, NAMES[at - 1]) for at in (1, 2, 3, 4)],
            *[(5, 6, "Emil"), (5, 6, "Filip"), (7, 8, "Hana"), (7, 8, "Gita")],
        ]
        assert "Final order" in answer.content.decode()
        assert "5.–6." in answer.content.decode()
    assert "Winner" in page("tournament", finished)


def test_the_file_begins_with_the_final_order_and_is_even(finished):
    answer = client_of().get(url("standings_csv", finished))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))

    assert len({len(row) for row in rows}) == 1
    assert [row[:3] for row in rows[1:6]] == [
        ["1", "Anna", ""],
        ["2", "Boris", ""],
        ["3", "Cyril", ""],
        ["4", "Dana", ""],
        ["5", "Emil", "6"],
    ]


def test_a_round_robin_that_is_over_names_its_winner():
    made = started(["Anna", "Boris"], seating="by_hand", rated=False)
    win(made, pairing(made, 1, 1))
    assert "How it ended" not in page("tournament", made)

    done(life.change_state(slug=made.slug, by_id=made.by_id, to="finished"))

    [winner, _second] = client_of().get(url("tournament", made)).context["podium"]
    assert winner.entry.name == "Anna"
    assert "Winner" in page("tournament", made)
