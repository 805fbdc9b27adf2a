"""The demo club's tournament: a round robin of its ten members, in its fourth week.

Made by the services at the times it tells of; what the players made of their games follows from
a fixed text, so that it is the same in every demo club.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.services.past import Choices
from ladder.models import Pairing, Tournament
from ladder.services.tournaments import clockwork, entries, life, roles, rounds, scores, times
from ladder.services.tournaments.acting import Changed
from vrhcaby import clock

NAME = "Klubový pohár"
TEXT_CS = """Hraje **každý s každým** jednu partii vrhcábů, jedno kolo týdně.

Domluvte si čas přímo u svého zápasu. Kdo do konce kola nehraje, o tom rozhodne ředitel."""
TEXT_EN = """Everybody plays **everybody** one game of vrhcáby, a round a week.

Agree on a time at your pairing. The director decides on what is not played in time."""
DIRECTOR = "Hedvika"
ASSISTANT = "Evžen"
WEEK = datetime.timedelta(days=7)
DAY = datetime.timedelta(days=1)
PLAYED_ROUNDS = 3
DRAW_SHARE = 0.08


def make(skills: Mapping[str, float], *, administrator: str) -> None:
    """Make the tournament, unless there is one already."""
    if Tournament.objects.exists():
        return
    ids = dict(get_user_model().objects.values_list("username", "pk"))
    start = _evening(days_ago=23)
    slug = _announced(ids[administrator], start=start)
    with _at(start - 6 * DAY):
        _invited(slug, ids, administrator)
        for name in skills:
            _done(entries.enter(slug=slug, by_id=ids[name]))
    with _at(start - DAY):
        _done(life.change_state(slug=slug, by_id=ids[DIRECTOR], to="closed"))
        _done(rounds.start(slug=slug, by_id=ids[DIRECTOR]))
    choices = Choices("demo tournament")
    for number in range(1, PLAYED_ROUNDS + 1):
        _play_round(slug, number, start, ids[DIRECTOR], skills, choices)
    _now(slug, start, ids, skills, choices)


def _announced(by_id: int, *, start: datetime.datetime) -> str:
    with _at(start - 10 * DAY):
        made = _done(
            life.create(
                by_id=by_id,
                settings={
                    "name": NAME,
                    "text_cs": TEXT_CS,
                    "text_en": TEXT_EN,
                    "ruleset": "vrhcaby",
                    "first_start": start,
                    "round_every_minutes": int(WEEK.total_seconds()) // 60,
                    "round_lasts_minutes": int(WEEK.total_seconds()) // 60,
                    "late_until_round": 2,
                },
            )
        )
        _done(life.change_state(slug=made.slug, by_id=by_id, to="registration"))
    return made.slug


def _invited(slug: str, ids: Mapping[str, int], administrator: str) -> None:
    for name, kind in ((DIRECTOR, "director"), (ASSISTANT, "assistant")):
        by_id = ids[administrator]
        _done(roles.invite(slug=slug, by_id=by_id, member_id=ids[name], kind=kind))
        _done(roles.answer(slug=slug, by_id=ids[name], accept=True))


def _play_round(
    slug: str,
    number: int,
    start: datetime.datetime,
    director: int,
    skills: Mapping[str, float],
    choices: Choices,
) -> None:
    """Open a round at its time and enter its results over the days of its week."""
    opens = start + (number - 1) * WEEK
    with _at(opens + datetime.timedelta(minutes=1)):
        clockwork.tick()
    for board, pairing in enumerate(_pairings(slug, number)):
        with _at(opens + (board + 1) * DAY):
            _result(pairing, director, skills, choices)


def _now(
    slug: str,
    start: datetime.datetime,
    ids: Mapping[str, int],
    skills: Mapping[str, float],
    choices: Choices,
) -> None:
    """Open the round of this week: one pairing played, one agreed on, one reported."""
    opens = start + PLAYED_ROUNDS * WEEK
    with _at(opens + datetime.timedelta(minutes=1)):
        clockwork.tick()
    played, agreed, reported, *_rest = _pairings(slug, PLAYED_ROUNDS + 1)
    with _at(opens + DAY):
        _result(played, ids[DIRECTOR], skills, choices)
        first, second = _members(reported)
        _done(scores.report(pairing_id=reported.pk, by_id=first, first_score=1, second_score=0))
        at = _evening(days_ago=-1)
        first, second = _members(agreed)
        _done(times.propose_time(pairing_id=agreed.pk, by_id=first, at=at))
        _done(times.confirm_time(pairing_id=agreed.pk, by_id=second, at=at))


def _pairings(slug: str, number: int) -> list[Pairing]:
    rows = Pairing.objects.filter(
        round__stage__tournament__slug=slug, round__number=number
    ).select_related("first__member", "second__member")
    return list(rows.order_by("number"))


def _members(pairing: Pairing) -> tuple[int, int]:
    first, second = pairing.first, pairing.second
    # Ten members have no bye: narrowing for the types, no check of what may happen (S101, PT018).
    assert first is not None and second is not None  # noqa: S101, PT018  (types)
    assert first.member_id is not None and second.member_id is not None  # noqa: S101, PT018  (types)
    return first.member_id, second.member_id


def _result(pairing: Pairing, director: int, skills: Mapping[str, float], choices: Choices) -> None:
    first, second = (skills[str(entry)] for entry in (pairing.first, pairing.second))
    drawn = choices.next() < DRAW_SHARE
    won = choices.next() < 0.5 + (first - second) / 2
    score = (0, 0) if drawn else (int(won), int(not won))
    _done(
        scores.enter_result(
            pairing_id=pairing.pk, by_id=director, first_score=score[0], second_score=score[1]
        )
    )


def _evening(*, days_ago: int) -> datetime.datetime:
    day = timezone.localdate() - datetime.timedelta(days=days_ago)
    return datetime.datetime.combine(day, datetime.time(18), timezone.get_default_timezone())


def _at(moment: datetime.datetime) -> Any:
    return clock.living_at(int(moment.timestamp() * 1000))


def _done(answer: Any) -> Changed:
    """Return the answer of a service. Raises TypeError for a refusal, which is a fault here."""
    if not isinstance(answer, Changed):
        raise TypeError(answer)
    return answer
