"""A program is marked as such wherever its name stands on pages of the ladder and tournaments."""

import csv
import io

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services
from games.engine import commands
from games.services import chat
from ladder.services import corrections
from ladder.services.tournaments import entries, scores
from tests.games import making
from tests.ladder import making as past
from tests.ladder import tournaments

pytestmark = pytest.mark.django_db
MARK = 'class="bot"'


def robot():
    made = making.member("Robot")
    services.become_bot(member_id=made.pk)
    made.refresh_from_db()
    return made


def marks(path, member=None):
    """How often a program's mark stands on a page, in the content alone."""
    client = Client(headers={"accept-language": "en"})
    if member is not None:
        client.force_login(member)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode().count(MARK)


@pytest.fixture
def cup():
    """A tournament of a program against a person, whose match the program has won."""
    made = tournaments.started([robot(), making.member()], rated=False)
    one = tournaments.pairing(made, 1, 1)
    first = one.first.member.username == "Robot"
    score = (1, 0) if first else (0, 1)
    tournaments.done(
        scores.enter_result(
            pairing_id=one.pk,
            by_id=made.by_id,
            first_score=score[0],
            second_score=score[1],
            why="x",
        )
    )
    made.pairing = one
    return made


@pytest.mark.parametrize("name", ["tabulka.csv", "krizova.csv"])
def test_files_mark_a_program(cup, name):
    client = Client(headers={"accept-language": "en"})
    text = client.get(f"/turnaje/{cup.slug}/{name}").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))

    at = head.index("Bot")
    assert {row[1]: row[at] for row in rows}["Robot"] == "yes"
    assert [row[at] for row in rows].count("") == 1


@pytest.mark.parametrize(
    "page",
    ["", "tabulka/", "krizova/", "rozpis/", "kolo/1/1/", "parovani/{pairing}/", "tisk/"],
)
def test_a_program_is_marked_on_every_page_of_a_tournament(cup, page):
    path = f"/turnaje/{cup.slug}/" + page.format(pairing=cup.pairing.pk)

    assert marks(path) >= 1


def test_a_program_is_marked_in_the_director_s_console_and_in_the_embedded_tables(cup):
    console = f"/turnaje/{cup.slug}/rizeni/"

    assert marks(f"{console}kolo/1/1/", cup.director)
    assert marks(f"{console}hraci/", cup.director)
    assert marks(f"/embed/tournament/{cup.slug}?lang=en")
    assert marks(f"/embed/crosstable/{cup.slug}?lang=en")


def test_a_program_that_enters_is_marked_in_the_official_log():
    made = tournaments.opened()
    tournaments.done(entries.enter(slug=made.slug, by_id=robot().pk))

    assert marks(f"/turnaje/{made.slug}/protokol/") == 1


def test_a_program_is_marked_in_the_ladder_and_in_what_is_told_of_a_result():
    first, second = robot(), making.member()
    result = past.played(first, second, at=timezone.now())
    entry = result.ladder_result
    corrections.correct(
        ladder_result_id=entry.pk, by_id=tournaments.official().pk, score=0.5, why="x"
    )

    assert marks("/zebricek/?pool=vrhcaby")
    assert marks(f"/zmena/{result.pk}/") >= 2
    assert marks(f"/clen/{second.username}/")


def test_a_program_is_marked_at_the_board_and_beside_what_it_says():
    first, second = robot(), making.member()
    game = making.game(members=(first, second), rated=False)
    game.send(commands.Resign(0))
    chat.say(member_id=first.pk, room="lobby", text="Ahoj")
    line = first.chat_lines.get()

    in_the_chat_s_template = 1
    assert marks(f"/hra/{game.match_id}/") > in_the_chat_s_template
    assert marks(f"/hra/{game.match_id}/dukaz/")
    assert marks(f"/chat/{line.pk}/nahlasit/", second)
