"""Dear tables are written once for all who have not entered, and anew when anything changes."""

import gc
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep

import pytest

from ladder import kept_parts
from ladder.models import Tournament
from ladder.selectors.tournaments import tables
from ladder.services.tournaments import scores
from tests.ladder.making import member
from tests.ladder.tournaments import done, pairing, started
from tests.ladder.views.browsing import client_of, page, status, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return started(4)


@pytest.fixture
def written(monkeypatch):
    """Which parts were written, in order."""
    names = []
    render = kept_parts.render_to_string

    def counted(template, context):
        names.append(template)
        return render(template, context)

    monkeypatch.setattr(kept_parts, "render_to_string", counted)
    return names


def body(text):
    """What stands in the page's middle; around it are a form's secret and who is signed in."""
    return text.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("name", ["standings", "crosstable", "schedule", "tournament_print"])
def test_a_part_is_written_once_for_all_guests(made, written, name):
    first = body(page(name, made))

    assert body(page(name, made)) == first
    assert body(page(name, made, by=member("Nobody"))) == first
    assert len(written) == 1


def test_who_has_entered_finds_his_own_line_marked_and_nobody_else_sees_it(made, written):
    assert 'class="me"' in page("standings", made, by=made.players[0])
    assert 'class="me"' not in page("standings", made)
    assert 'class="me"' in page("standings", made, by=made.players[1])
    assert 'class="me"' in page("standings", made, by=made.players[0])
    assert len(written) == 3


@pytest.mark.parametrize("name", ["tournament_print", "tournament_print_part"])
def test_nobody_is_marked_on_paper_whoever_prints_it(made, written, name):
    what = {"what": "rounds"} if name == "tournament_print_part" else {}
    by_player = body(page(name, made, by=made.players[0], **what))

    assert 'class="me"' not in by_player
    assert "mine" not in by_player
    assert body(page(name, made, **what)) == by_player
    assert len(written) == 1


def test_the_sums_behind_a_line_are_written_once(made, written):
    one, other = (page("sums", made, entry_id=entry) for entry in made.entries[:2])

    assert body(page("sums", made, entry_id=made.entries[0])) == body(one) != body(other)
    assert len(written) == 2


def test_those_who_ask_at_once_wait_for_one_who_writes(monkeypatch):
    monkeypatch.setattr(kept_parts, "_key", lambda tournament, name: name)
    written, begun = [], Barrier(3)

    def write():
        written.append("once")
        sleep(0.1)
        return "text"

    def ask(_number):
        begun.wait()
        return kept_parts.kept(None, "name", write)

    with ThreadPoolExecutor(3) as together:
        told = list(together.map(ask, range(3)))

    assert (told, written) == (["text"] * 3, ["once"])


def test_a_result_is_seen_at_once(made):
    before = page("standings", made)
    board = pairing(made, 1, 1)

    done(scores.enter_result(pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0))

    assert page("standings", made) != before


def test_languages_and_rounds_are_kept_apart(made, written):
    english = page("standings", made)
    czech = client_of().get(url("standings", made), headers={"Accept-Language": "cs"})

    assert czech.content.decode() != english
    assert len(written) == 2


def test_what_is_not_there_is_not_kept(made):
    assert status("standings_after", made, after=99) == 404
    assert status("standings_after", made, after=99) == 404


def test_a_kept_table_is_not_computed(made, monkeypatch):
    page("crosstable", made)

    def never(*_arguments, **_named):
        raise AssertionError

    monkeypatch.setattr(tables, "crosstable", never)

    assert 'class="cross"' in page("crosstable", made)


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_of_cycles_is_as_it_was_also_after_a_failure(made, was_on):
    tournament = Tournament.objects.get(slug=made.slug)
    seen = []

    def write():
        seen.append(gc.isenabled())
        raise ZeroDivisionError

    (gc.enable if was_on else gc.disable)()
    try:
        for name in ("once", "again"):
            with pytest.raises(ZeroDivisionError):
                kept_parts.kept(tournament, name, write)
        after = gc.isenabled()
    finally:
        gc.enable()

    assert (seen, after) == ([False, False], was_on)
