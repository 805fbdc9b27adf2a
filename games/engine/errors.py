"""Refusals of the engine: a stable code and the facts behind it, never a sentence."""


class RuleViolation(Exception):
    """Something the rules do not allow was asked for; nothing has changed."""

    code: str = "rule_violation"

    def __init__(self, **details: int | str) -> None:
        super().__init__(self.code)
        self.details: dict[str, int | str] = details


# A step


class BadStep(RuleViolation):
    """The step is not one at all: outside the board, or its die and target disagree."""

    code = "bad_step"


class PointBlocked(RuleViolation):
    """Two or more enemy checkers hold the target (rules V4)."""

    code = "blocked"


class MustEnter(RuleViolation):
    """Another checker waits on the bar (rules V6)."""

    code = "must_enter"


class NoChecker(RuleViolation):
    """The mover has no checker on the origin."""

    code = "no_checker"


class DieNotLeft(RuleViolation):
    """No die of that number is left in this roll."""

    code = "die_not_left"


class CannotBearOff(RuleViolation):
    """Some checker is not home yet, or stands further than this one (rules V10, V11)."""

    code = "cannot_bear_off"


class ExactDieFirst(RuleViolation):
    """A smaller die that is left bears this checker off (rules V12)."""

    code = "exact_die_first"


class PointFull(RuleViolation):
    """The target already holds as many checkers as the ruleset allows (rules E1)."""

    code = "point_full"


# A turn


class MustUseBothDice(RuleViolation):
    """More dice of this roll can be played (rules S2)."""

    code = "must_use_both_dice"


class MustUseHigherDie(RuleViolation):
    """Only one die can be played, and the higher one can (rules S3)."""

    code = "must_use_higher_die"


class NotYourTurn(RuleViolation):
    """The other player is to act."""

    code = "not_your_turn"


class GameOver(RuleViolation):
    """The game is already decided."""

    code = "game_over"


# What is given from outside


class BadPosition(RuleViolation):
    """Not a position of this game."""

    code = "bad_position"


class BadDice(RuleViolation):
    """Not a roll of two dice."""

    code = "bad_dice"


class BadNotation(RuleViolation):
    """The text names no step or turn."""

    code = "bad_notation"


class UnknownRuleset(RuleViolation):
    """No preset has this key."""

    code = "unknown_ruleset"


class BadOptions(RuleViolation):
    """Two options do not go together; `details` names both: `option`, `against`."""

    code = "bad_options"
