"""Matches of the past: judged by the engine, kept as any others, at times of their own."""

import itertools

import pytest

from games.models import Match
from games.services import audit, connections, lobby, past, sitting
from games.services.past import Choices, Course, Ending
from tests.ladder.making import member
from vrhcaby import clock

pytestmark = pytest.mark.django_db

THEN = 1_700_000_000_000


@pytest.fixture
def begun():
    """A match that began at a time of the past."""
    anna, boris = member("Anna"), member("Boris")
    with clock.living_at(THEN):
        connections.flush(instance_id="past")
        connections.opened(connection="anna", member_id=anna.pk, match_id=None, instance_id="past")
        waiting = lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True)
        began = sitting.accept(challenge_id=waiting.challenge_id, member_id=boris.pk)
    return began.match_id


def play(match_id, **course):
    course = Course(**{"text": "some text", "skills": (0.9, 0.1), **course})
    with clock.living_at(THEN):
        ended = past.play_through(match_id=match_id, course=course)
    return ended, Match.objects.get(pk=match_id)


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (Ending.PLAYED, "borne_off"),
        (Ending.RESIGNED, "resigned"),
        (Ending.CLAIMED, "claimed"),
        (Ending.ABSENT, "absent"),
        (Ending.DRAWN, "draw_agreed"),
    ],
)
def test_each_ending(begun, ending, reason):
    ended, match = play(begun, ending=ending, steps=20)

    assert match.reason == reason
    assert match.last_at == ended
    assert match.finished_at.timestamp() * 1000 == ended
    assert list(audit.check()) == []


def test_steps_come_one_after_the_other_within_the_limit(begun):
    play(begun)

    moments = list(Match.objects.get(pk=begun).events.values_list("at", flat=True))
    pauses = [after - before for before, after in itertools.pairwise(moments)]
    assert moments[0] >= THEN
    assert min(pauses) >= 0
    assert max(pauses) <= past.LONGEST_PAUSE_MS


def test_choices_follow_from_the_text():
    first, second = Choices("a text"), Choices("a text")

    assert [first.next() for _ in range(50)] == [second.next() for _ in range(50)]
    assert all(0 <= first.next() < 1 for _ in range(1000))
