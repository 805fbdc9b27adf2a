"""A stage of a tournament as JSON: the form in which results are read from outside.

    {"seats": {"1": "Anna", …}, "games": [{"round": 1, "first": 1, "second": 6,
     "score_first": 0.5, "forfeit": false}, …]}

`seats` may be left out (who plays is there) or be a list. A game may have `score_second` (when
both lost), `points_first` and `points_second` (the score inside the match); one whose score is null
has not been played. Optional beside them: `double` (everybody meets twice; else the most frequent
pair tells), `byes` (an object seat → round or rounds: each is worth a win; a list, as the
pairings have it, is worth nothing), `late_join_half_point` (likewise, worth a draw).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ladder.rules.results import DRAW, LOSS, WIN, Game, Scheme, Seat, TournamentError

MOST_SEATS = 2000
SCORES = {"0": LOSS, "1/2": DRAW, "½": DRAW, "0.5": DRAW, "1": WIN}
LONGEST_SCORE = 1_000_000
SIDES = ("first", "second")
SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character: JSON can write it, no text can hold it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What a file of results says, ready for `standings.standings`."""

    seats: tuple[Seat, ...]
    games: tuple[Game, ...]
    awarded: dict[Seat, Fraction]
    per_pair: int


def stage(written: Any, *, scheme: Scheme) -> Stage:
    """Read a stage.

    Raises `TournamentError`: `bad_results`, `bad_score`, `unknown_seat`, `repeated_seat`,
    `repeated_game`, `too_many_players`.
    """
    if not isinstance(written, dict) or not isinstance(written.get("games"), list):
        raise TournamentError("bad_results")
    items = written["games"]
    numbered = _numbered(items)
    pairs = [_pair(item, numbered, f"game {at}") for at, item in enumerate(items, 1)]
    seats = _seats(written.get("seats"), pairs, numbered)
    _check_pairs(items, pairs)
    scored = any("points_first" in item for item in items)
    games = tuple(
        _game(item, pair, scored, f"game {at}")
        for at, (item, pair) in enumerate(zip(items, pairs, strict=True), 1)
        if item.get("score_first") is not None
    )
    times = Counter(frozenset(pair) for pair in pairs)
    per_pair = max(2 if written.get("double") is True else 1, *times.values(), 1)
    return Stage(seats, games, dict(_awarded(written, numbered, scheme)), per_pair)


def _numbered(items: list[Any]) -> bool:
    """Whether the games name their players by numbers."""
    names = [item.get(side) for item in items if isinstance(item, dict) for side in SIDES]
    return not names or any(isinstance(name, int) for name in names)


def _seat(written: Any, numbered: bool, where: str) -> Seat:
    """Read a seat; where seats are numbers, "1" is the same as 1."""
    if isinstance(written, int) and not isinstance(written, bool):
        return written
    if not isinstance(written, str) or not written.strip() or SURROGATE.search(written):
        raise TournamentError("bad_results", where)
    if numbered and written.isascii() and written.isdigit() and len(written) < 10:
        return int(written)
    return written


def _pair(item: Any, numbered: bool, where: str) -> tuple[Seat, Seat]:
    if not isinstance(item, dict):
        raise TournamentError("bad_results", where)
    first, second = (_seat(item.get(side), numbered, where) for side in SIDES)
    if first == second:
        raise TournamentError("same_player", where)
    return first, second


def _seats(written: Any, pairs: list[tuple[Seat, Seat]], numbered: bool) -> tuple[Seat, ...]:
    """Read the seats: numbers in their order, names as they come."""
    playing = {seat: None for pair in pairs for seat in pair}
    if written is None:
        seats = list(playing)
    elif isinstance(written, dict | list):
        seats = [_seat(name, numbered, "seats") for name in written]
    else:
        raise TournamentError("bad_results", "seats")
    known = set(seats)
    if len(known) < len(seats):
        raise TournamentError("repeated_seat")
    if len(seats) > MOST_SEATS:
        raise TournamentError("too_many_players")
    for seat in playing:
        if seat not in known:
            raise TournamentError("unknown_seat", str(seat))
    numbers = sorted(seat for seat in seats if isinstance(seat, int))
    return (*numbers, *(seat for seat in seats if isinstance(seat, str)))


def _check_pairs(items: list[dict[str, Any]], pairs: list[tuple[Seat, Seat]]) -> None:
    """Refuse a round that is none, and one in which the same two meet twice."""
    seen = set()
    for at, (item, pair) in enumerate(zip(items, pairs, strict=True), 1):
        number = item.get("round")
        if number is None:
            continue
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 10**6:
            raise TournamentError("bad_results", f"game {at}")
        if (number, frozenset(pair)) in seen:
            raise TournamentError("repeated_game", f"game {at}")
        seen.add((number, frozenset(pair)))


def _game(item: dict[str, Any], pair: tuple[Seat, Seat], scored: bool, where: str) -> Game:
    first_result = _result(item["score_first"], where)
    second_result = WIN - first_result
    if item.get("score_second") is not None:
        second_result = _result(item["score_second"], where)
    if first_result + second_result > WIN:
        raise TournamentError("bad_score", where)
    forfeit = item.get("forfeit", False)
    if not isinstance(forfeit, bool):
        raise TournamentError("bad_results", where)
    margin = (first_result > second_result) - (first_result < second_result)
    return Game(
        *pair,
        first_result,
        second_result,
        round=item.get("round"),
        forfeit=forfeit,
        margin=_margin(item, where) if scored else margin,
    )


def _result(written: Any, where: str) -> int:
    if isinstance(written, str):
        result = SCORES.get(written.strip())
    elif isinstance(written, bool) or not isinstance(written, int | float):
        result = None
    else:
        result = {0: LOSS, 0.5: DRAW, 1: WIN}.get(written)
    if result is None:
        raise TournamentError("bad_score", where)
    return result


def _margin(item: dict[str, Any], where: str) -> int | None:
    """Return the score inside the match, first minus second; None if the game has none."""
    first, second = (item.get(f"points_{side}") for side in SIDES)
    if first is None and second is None:
        return None
    return _match_points(first, where) - _match_points(second, where)


def _match_points(written: Any, where: str) -> int:
    if isinstance(written, int) and not isinstance(written, bool) and 0 <= written <= LONGEST_SCORE:
        return written
    raise TournamentError("bad_score", where)


def _awarded(
    written: dict[str, Any], numbered: bool, scheme: Scheme
) -> Iterator[tuple[Seat, Fraction]]:
    """Yield what seats have without a game."""
    total: dict[Seat, Fraction] = {}
    for key, worth in (("byes", scheme.win), ("late_join_half_point", scheme.draw)):
        given = written.get(key)
        if not isinstance(given, Mapping):
            continue
        for name, rounds in given.items():
            seat = _seat(name, numbered, key)
            times = len(rounds) if isinstance(rounds, list) else 1
            total[seat] = total.get(seat, Fraction(0)) + times * worth
    yield from total.items()
