"""The settings of a tournament: read, judged field by field, and written to its row."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from games import terms
from games.services.answers import REFUSALS
from games.terms import Terms
from ladder.enums import (
    LateMissed,
    NoShowRule,
    RoundsOpen,
    Seating,
    TournamentFormat,
    Visibility,
    WithdrawalPolicy,
)
from ladder.models import Tournament
from ladder.rules import chains
from ladder.rules.pairings import MOST_PLAYERS
from ladder.rules.results import Scheme, TournamentError
from vrhcaby import moments, plain_line
from vrhcaby.errors import DomainError

NAME_LENGTH = 80
TEXT_LENGTH = 20_000
MOST_GROUPS = 32
LONGEST_SPAN = 366 * 24 * 60
"""Longest time from round to round, in minutes."""

CHOICES: Mapping[str, Any] = {
    "format": TournamentFormat,
    "rounds_open": RoundsOpen,
    "visibility": Visibility,
    "seating": Seating,
    "no_show": NoShowRule,
    "late_missed": LateMissed,
    "withdrawal_policy": WithdrawalPolicy,
}
WHOLE: Mapping[str, tuple[int, int, bool]] = {
    "places": (2, MOST_PLAYERS, True),
    "rating_min": (0, 9999, True),
    "rating_max": (0, 9999, True),
    "games_min": (0, 9999, False),
    "round_every_minutes": (1, LONGEST_SPAN, True),
    "round_lasts_minutes": (1, LONGEST_SPAN, True),
    "grace_minutes": (0, 24 * 60, False),
    "late_until_round": (1, 2 * MOST_PLAYERS, True),
    "groups": (1, MOST_GROUPS, False),
    "qualifiers": (1, MOST_PLAYERS, False),
}
"""Whole numbers: the least, the most, and whether there may be none."""
TEXTS = {"name": NAME_LENGTH, "text_cs": TEXT_LENGTH, "text_en": TEXT_LENGTH, "lot_seed": 80}
FLAGS = ("rated", "waiting_list", "invitation_only", "third_place")
LATE_START = datetime.timedelta(hours=1)
"""Whoever makes a tournament while its players are sitting down may still name its start."""

MOMENTS = ("registration_from", "registration_until", "first_start")
POINTS = ("points_win", "points_draw", "points_loss")
FIELDS = (
    *("ruleset", "options", "lengths", "chain", "time_zone"),
    *(*TEXTS, *FLAGS, *MOMENTS, *POINTS, *CHOICES, *WHOLE),
)
LOCKED_WHEN_RUNNING = (
    *("format", "ruleset", "options", "rated", "seating", "lot_seed", "groups"),
    *("rounds_open", "places", "registration_from", "registration_until"),
)
"""What can no longer be changed once it runs."""

Found = Iterator[tuple[str, str]]


class BadSettings(DomainError):
    """A tournament that cannot be: `code` is the first reason, `field` where it is.

    `errors` holds all of them as field → code.
    """

    code = "bad_settings"

    def __init__(self, errors: Mapping[str, str]) -> None:
        field, code = next(iter(errors.items()))
        super().__init__(code, {"field": field, "errors": dict(errors)})


def apply(tournament: Tournament, given: Mapping[str, Any]) -> None:
    """Set what is given, and judge the whole. Writes nothing. Raises BadSettings.

    `options` are either `Terms.to_data()` or wishes for `games.terms.resolve`.
    """
    unknown = [name for name in given if name not in FIELDS]
    if unknown:
        raise BadSettings({unknown[0]: "unknown_setting"})
    for name, value in given.items():
        setattr(tournament, name, _kept(name, value))
    errors: dict[str, str] = {}
    for check in CHECKS:
        for field, code in check(tournament):
            errors.setdefault(field, code)
    if errors:
        raise BadSettings(errors)


def _kept(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name == "name":
        return plain_line.clean(value)
    return (plain_line.clean_lines(value) if name in TEXTS else value).strip()


def terms_of(tournament: Tournament, length: int | None = None) -> Terms:
    """Return by what a match of so many points (None: as usual) is played."""
    agreed = Terms.from_data(tournament.options)
    if length in (None, agreed.options.length):
        return agreed
    crawford = terms.usual_crawford(agreed.rules, length)
    options = replace(agreed.options, length=length, crawford=crawford)
    resized = replace(agreed, options=options)
    terms.resolve(tournament.ruleset, options=options.to_data(), control=agreed.control)
    return resized


def _texts(tournament: Tournament) -> Found:
    for name, longest in TEXTS.items():
        value = getattr(tournament, name)
        if not isinstance(value, str) or "\0" in value:
            yield name, "bad_text"
        elif len(value) > longest:
            yield name, "too_long"
    if not tournament.name:
        yield "name", "name_missing"


def _choices(tournament: Tournament) -> Found:
    for name, choices in CHOICES.items():
        if getattr(tournament, name) not in choices.values:
            yield name, "unknown_choice"
    for name in FLAGS:
        if not isinstance(getattr(tournament, name), bool):
            yield name, "unknown_choice"


def _whole_numbers(tournament: Tournament) -> Found:
    for name, (least, most, may_lack) in WHOLE.items():
        value = getattr(tournament, name)
        if value is None and may_lack:
            continue
        if type(value) is not int or not least <= value <= most:
            yield name, _LIMITS.get(name, "number_out_of_range")


_LIMITS = {"places": "places_out_of_range"}


def _is_moment(value: Any) -> bool:
    aware = isinstance(value, datetime.datetime) and value.tzinfo is not None
    return aware and moments.is_possible(value)


def _times(tournament: Tournament) -> Found:
    for name in MOMENTS:
        value = getattr(tournament, name)
        if value is not None and not _is_moment(value):
            yield name, "bad_moment"
            return
    opens, closes = tournament.registration_from, tournament.registration_until
    if opens and closes and opens >= closes:
        yield "registration_until", "deadline_before_start"
    if opens and tournament.first_start and tournament.first_start <= opens:
        yield "first_start", "start_before_registration"
    if closes and tournament.first_start and tournament.first_start < closes:
        yield "first_start", "start_before_registration_ends"
    if tournament.round_every_minutes and tournament.first_start is None:
        yield "first_start", "first_start_missing"
    try:
        zoneinfo.ZoneInfo(tournament.time_zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError, TypeError):
        yield "time_zone", "unknown_time_zone"


def _conditions(tournament: Tournament) -> Found:
    low, high = tournament.rating_min, tournament.rating_max
    if type(low) is int and type(high) is int and low > high:
        yield "rating_max", "rating_range_reversed"
    if tournament.seating == Seating.LOT and not tournament.lot_seed:
        yield "lot_seed", "seed_missing"


def _scoring(tournament: Tournament) -> Found:
    points = []
    for name in POINTS:
        written = str(getattr(tournament, name))
        try:
            value = Fraction(written.replace(",", "."))
        except (ValueError, ZeroDivisionError):
            yield name, "bad_points"
            return
        if not 0 <= value <= 100 or value.denominator > 100:
            yield name, "bad_points"
            return
        setattr(tournament, name, str(value))
        points.append(value)
    try:
        Scheme(*points)
    except TournamentError as wrong:
        yield "points_win", wrong.code


def _chain(tournament: Tournament) -> Found:
    chain = tournament.chain
    if not isinstance(chain, list) or not all(isinstance(link, str) for link in chain):
        yield "chain", "unknown_tiebreak"
        return
    try:
        chains.parse(chain, seed=tournament.lot_seed)
    except TournamentError as wrong:
        yield ("lot_seed" if wrong.code == "seed_missing" else "chain"), wrong.code


def _play(tournament: Tournament) -> Found:
    """Rules, options and clock make a match that can be played, and rated if it is to be."""
    try:
        agreed = _agreed(tournament)
    except (*REFUSALS, LookupError, ValueError, TypeError) as wrong:
        code = str(getattr(wrong, "code", "bad_options"))
        yield ("ruleset" if code == "unknown_ruleset" else "options"), code
        return
    if agreed.options.length is None:
        yield "options", "length_missing"
    elif tournament.rated and terms.unrated_by(tournament.ruleset, agreed):
        yield "rated", "not_rated"
    tournament.options = agreed.to_data()


def _agreed(tournament: Tournament) -> Terms:
    options = dict(tournament.options or {})
    if "rules" in options and "control" in options:
        agreed = Terms.from_data(options)
        wished = {key: value for key, value in options.items() if key not in ("rules", "control")}
        resolved = terms.resolve(tournament.ruleset, options=wished, control=agreed.control)
        if resolved.rules != agreed.rules and tournament.rated:
            raise terms.NotRated(details={"option": "rules"})
        agreed.new_match()
        return agreed
    return terms.resolve(tournament.ruleset, options=options)


def _lengths(tournament: Tournament) -> Found:
    """Other lengths in single rounds: number of the round → points, as JSON has it."""
    lengths = tournament.lengths
    if not isinstance(lengths, dict):
        yield "lengths", "bad_lengths"
        return
    tournament.lengths = {str(number): length for number, length in lengths.items()}
    for number, length in tournament.lengths.items():
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 2 * MOST_PLAYERS):
            yield "lengths", "no_such_round"
            return
        if type(length) is not int or not is_playable(tournament, length):
            yield "lengths", "bad_lengths"
            return


def is_playable(tournament: Tournament, length: int) -> bool:
    """Tell whether a match of so many points is possible by the tournament's rules."""
    try:
        return bool(terms_of(tournament, length))
    except (*REFUSALS, LookupError, ValueError, TypeError):
        return False


def _field(tournament: Tournament) -> Found:
    """There is a tie-break; groups, those who go on, and rounds named in advance fit the places."""
    if not tournament.chain:
        yield "chain", "tiebreak_missing"
    places = tournament.places
    if tournament.format == TournamentFormat.GROUPS_KNOCKOUT:
        if tournament.groups * tournament.qualifiers < 2:
            yield "qualifiers", "too_few_qualifiers"
        if places is not None and places < tournament.groups * max(2, tournament.qualifiers):
            yield "groups", "too_many_groups"
        return
    if places is None:
        return
    rounds = rounds_of(places, double=tournament.is_double)
    if any(int(number) > rounds for number in tournament.lengths):
        yield "lengths", "no_such_round"
    if (tournament.late_until_round or 0) > rounds:
        yield "late_until_round", "no_such_round"


def rounds_of(players: int, *, double: bool) -> int:
    """Return how many rounds a round robin of so many players has."""
    return (players - 1 + players % 2) * (2 if double else 1)


CHECKS: tuple[Callable[[Tournament], Found], ...] = (
    _texts,
    _choices,
    _whole_numbers,
    _times,
    _conditions,
    _scoring,
    _chain,
    _play,
    _lengths,
)


def judge_field(tournament: Tournament) -> None:
    """Raise BadSettings where settings that are sound by themselves do not fit each other."""
    errors: dict[str, str] = {}
    for field, code in _field(tournament):
        errors.setdefault(field, code)
    if errors:
        raise BadSettings(errors)
