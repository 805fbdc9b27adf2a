"""Rulesets as data: one frozen set of options each, and the registry of presets.

Nothing in the engine asks which preset a ruleset is; it asks the option.
The table of presets is the first one of the rules page.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from games.engine import errors

RULES_VERSION = 1
MAX_CHECKERS = 15
MAX_LENGTH = 25
MINUTE_MS = 60_000
TEN_HOURS_MS = 36_000_000
_ENTRY_POINTS = 6


class Opening(StrEnum):
    """How the starter is found, and what the first roll is."""

    LOT = "lot"
    HIGHER_PLAYS = "higher_plays"
    HIGHER_ROLLS_BOTH = "higher_rolls_both"


class Rolling(StrEnum):
    """Whether the roll comes by itself at the start of a turn."""

    AUTO = "auto"
    ON_REQUEST = "on_request"


class FullUse(StrEnum):
    """How much of a roll must be played (rules V7, S2, S3)."""

    NONE = "none"
    MOST_THEN_HIGHER = "most_then_higher"


class BearOffLarger(StrEnum):
    """Which checkers a larger die bears off (rules V11, P4)."""

    FURTHEST = "furthest"
    ANY = "any"


class Scoring(StrEnum):
    """What a won game may count (rules V13, S7)."""

    SIMPLE = "simple"
    GAMMONS = "gammons"


class Commit(StrEnum):
    """Whether each step is final, or the whole turn is one command."""

    STEP = "step"
    TURN = "turn"


class Resignation(StrEnum):
    """Whether a resignation needs the opponent's consent (rules V18, S8)."""

    AT_ONCE = "at_once"
    OFFERED = "offered"


class LimitPer(StrEnum):
    """What the default time limit is given for: one step, or each die of a turn."""

    STEP = "step"
    DIE = "die"


class PastLimit(StrEnum):
    """What a passed limit brings (rules V15, V16, S12)."""

    CLAIM_OR_OFFLINE_LOSS = "claim_or_offline_loss"
    CLAIM = "claim"
    LOSS = "loss"


class BackgammonZone(StrEnum):
    """Where a loser's checker makes a gammon a backgammon (rules S7)."""

    WINNER_HOME = "winner_home"
    SEED = "seed"


STANDARD_START = ((24, 2), (13, 5), (8, 3), (6, 5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one game is played by. `start` is (point, checkers) as either player sees it."""

    checkers: int = MAX_CHECKERS
    start: tuple[tuple[int, int], ...] = STANDARD_START
    placing: bool = False
    opening: Opening = Opening.HIGHER_PLAYS
    roll: Rolling = Rolling.ON_REQUEST
    full_use: FullUse = FullUse.MOST_THEN_HIGHER
    bear_off_larger: BearOffLarger = BearOffLarger.FURTHEST
    exact_die_first: bool = False
    point_limit: int | None = None
    scoring: Scoring = Scoring.GAMMONS
    cube: bool = True
    draw_after_steps: int | None = None
    passes_that_draw: int | None = None
    commit: Commit = Commit.TURN
    resignation: Resignation = Resignation.OFFERED
    closed_out_rolls: bool = False
    limit_ms: int = MINUTE_MS
    limit_per: LimitPer = LimitPer.DIE
    past_limit: PastLimit = PastLimit.CLAIM
    idle_limit_ms: int = TEN_HOURS_MS

    def to_data(self) -> dict[str, Any]:
        """Plain JSON values, one key an option."""
        data = {key: _plain(value) for key, value in asdict(self).items()}
        data["start"] = [list(stack) for stack in self.start]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Rules":
        """Read `to_data` back; raises BadOptions for an unknown, missing or wrong option."""
        return cls(**_read(_RULES_READERS, data))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """What a match sets on top. `length` in points, None = a money session; limits 0 = off."""

    length: int | None = 1
    crawford: bool = False
    jacoby: bool = False
    beavers: int = 0
    raccoons: bool = False
    automatic_doubles: int = 0
    opening_reroll: bool = False
    backgammon_zone: BackgammonZone = BackgammonZone.WINNER_HOME

    def to_data(self) -> dict[str, Any]:
        """Plain JSON values, one key an option."""
        return {key: _plain(value) for key, value in asdict(self).items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "MatchOptions":
        """Read `to_data` back; raises BadOptions for an unknown, missing or wrong option."""
        return cls(**_read(_MATCH_READERS, data))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, StrEnum) else value


def _read(readers: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    for key in [*readers, *data]:
        if key not in readers or key not in data:
            raise errors.BadOptions(option=str(key))
    values: dict[str, Any] = {}
    for key, read in readers.items():
        try:
            values[key] = read(data[key])
        except (TypeError, ValueError) as wrong:
            raise errors.BadOptions(option=key) from wrong
    return values


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _int_or_none(value: Any) -> int | None:
    return None if value is None else _int(value)


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(value)
    return value


def _stacks(value: Any) -> tuple[tuple[int, int], ...]:
    return tuple((_int(point), _int(count)) for point, count in value)


def _readers(kind: type, **special: Any) -> dict[str, Any]:
    by_type: dict[Any, Any] = {bool: _bool, int: _int, int | None: _int_or_none}
    return {
        field.name: special.get(field.name) or by_type.get(field.type, field.type)
        for field in fields(kind)
    }


_RULES_READERS = _readers(Rules, start=_stacks)
_MATCH_READERS = _readers(MatchOptions)


_VRHCABY = Rules(
    opening=Opening.LOT,
    roll=Rolling.AUTO,
    full_use=FullUse.NONE,
    exact_die_first=True,
    scoring=Scoring.SIMPLE,
    cube=False,
    draw_after_steps=4,
    passes_that_draw=5,
    commit=Commit.STEP,
    resignation=Resignation.AT_ONCE,
    closed_out_rolls=True,
    limit_per=LimitPer.STEP,
    past_limit=PastLimit.CLAIM_OR_OFFLINE_LOSS,
)

_NASAZOVANI = Rules(
    start=(),
    placing=True,
    opening=Opening.HIGHER_ROLLS_BOTH,
    roll=Rolling.AUTO,
    bear_off_larger=BearOffLarger.ANY,
    scoring=Scoring.SIMPLE,
    cube=False,
    resignation=Resignation.AT_ONCE,
    closed_out_rolls=True,
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "vrhcaby": _VRHCABY,
        "standard": Rules(),
        "nackgammon": Rules(start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
        "hypergammon": Rules(checkers=3, start=((24, 1), (23, 1), (22, 1))),
        "egyptian": Rules(point_limit=5),
        "nasazovani": _NASAZOVANI,
    }
)


def preset(key: str) -> Rules:
    """The preset of this key; raises UnknownRuleset."""
    try:
        return PRESETS[key]
    except (KeyError, TypeError):
        raise errors.UnknownRuleset(ruleset=str(key)[:40]) from None


def validate(rules: Rules, options: MatchOptions) -> None:
    """Raise BadOptions, naming both options, for a combination that makes no sense (V24, C)."""
    for option, against, senseless in (*_in_rules(rules), *_in_match(rules, options)):
        if senseless:
            raise errors.BadOptions(option=option, against=against)


def _in_rules(rules: Rules) -> tuple[tuple[str, str, bool], ...]:
    counts = [count for _, count in rules.start]
    on_points = all(1 <= point <= 24 for point, _ in rules.start)
    expected = 0 if rules.placing else rules.checkers
    passes = rules.passes_that_draw
    return (
        ("checkers", "checkers", not 1 <= rules.checkers <= MAX_CHECKERS),
        ("start", "placing", rules.placing and bool(rules.start)),
        ("start", "start", not on_points or min(counts, default=1) < 1 or _collides(rules)),
        ("start", "checkers", sum(counts) != expected),
        ("point_limit", "point_limit", rules.point_limit is not None and rules.point_limit < 2),
        ("start", "point_limit", max(counts, default=0) > (rules.point_limit or MAX_CHECKERS)),
        ("placing", "point_limit", rules.placing and _no_room(rules)),
        ("draw_after_steps", "draw_after_steps", (rules.draw_after_steps or 0) < 0),
        ("passes_that_draw", "passes_that_draw", passes is not None and passes < 1),
        ("limit_ms", "limit_ms", rules.limit_ms < 1),
        ("idle_limit_ms", "limit_ms", rules.idle_limit_ms < rules.limit_ms),
    )


def _collides(rules: Rules) -> bool:
    """A start puts both colours, or one colour twice, on a point."""
    points = [point for point, _ in rules.start]
    return len(set(points)) < len(points) or any(25 - point in points for point in points)


def _no_room(rules: Rules) -> bool:
    """The six entry points cannot hold all checkers (rules P2, E1)."""
    return rules.checkers > _ENTRY_POINTS * (rules.point_limit or MAX_CHECKERS)


def _in_match(rules: Rules, options: MatchOptions) -> tuple[tuple[str, str, bool], ...]:
    money = options.length is None
    one_game = options.length == 1
    draws = rules.draw_after_steps is not None or rules.passes_that_draw is not None
    drawn_by = "passes_that_draw" if rules.draw_after_steps is None else "draw_after_steps"
    lot_or_both = rules.opening is not Opening.HIGHER_PLAYS
    zone = options.backgammon_zone is not BackgammonZone.WINNER_HOME
    doubling = options.automatic_doubles
    simple = rules.scoring is Scoring.SIMPLE
    return (
        ("length", "length", not money and not 1 <= (options.length or 0) <= MAX_LENGTH),
        ("length", drawn_by, draws and not one_game),
        ("cube", "scoring", rules.cube and simple and one_game),
        ("crawford", "cube", options.crawford and not rules.cube),
        ("jacoby", "cube", options.jacoby and not rules.cube),
        ("beavers", "cube", options.beavers != 0 and not rules.cube),
        ("automatic_doubles", "cube", doubling != 0 and not rules.cube),
        ("crawford", "length", options.crawford and money),
        ("jacoby", "length", options.jacoby and not money),
        ("beavers", "length", options.beavers != 0 and not money),
        ("automatic_doubles", "length", doubling != 0 and not money),
        ("beavers", "beavers", not 0 <= options.beavers <= MAX_CHECKERS),
        ("automatic_doubles", "automatic_doubles", not 0 <= doubling <= MAX_CHECKERS),
        ("raccoons", "beavers", options.raccoons and options.beavers == 0),
        ("automatic_doubles", "opening", doubling != 0 and lot_or_both),
        ("opening_reroll", "opening", options.opening_reroll and lot_or_both),
        ("jacoby", "scoring", options.jacoby and simple),
        ("backgammon_zone", "scoring", zone and simple),
    )
