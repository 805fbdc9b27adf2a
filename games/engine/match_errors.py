"""Refusals at the level of the match: its phase, its offers, its clock."""

from games.engine.errors import RuleViolation


class MatchNotStarted(RuleViolation):
    """The match waits for its start."""

    code = "match_not_started"


class MatchStartedAlready(RuleViolation):
    """A match is started once."""

    code = "match_already_started"


class NotAStepRuleset(RuleViolation):
    """This ruleset takes whole turns, not single steps."""

    code = "not_a_step_ruleset"


class NotATurnRuleset(RuleViolation):
    """This ruleset takes single steps, not whole turns."""

    code = "not_a_turn_ruleset"


class MustRoll(RuleViolation):
    """The dice are not rolled yet."""

    code = "must_roll"


class AlreadyRolled(RuleViolation):
    """The dice of this turn lie on the board."""

    code = "already_rolled"


class NoDraws(RuleViolation):
    """This ruleset has no draw by agreement."""

    code = "no_draws"


class DrawTooEarly(RuleViolation):
    """An offer needs `needs` more steps by both players together (rules V19, V20)."""

    code = "draw_too_early"


class TimeOver(RuleViolation):
    """The limit has passed: no draw or resignation may be offered any more (rules V19)."""

    code = "time_over"


class OfferPending(RuleViolation):
    """An offer waits for an answer."""

    code = "offer_pending"


class OnlyResignNow(RuleViolation):
    """Who offered a draw may only resign until it is answered (rules V19)."""

    code = "only_resign_now"


class NoOffer(RuleViolation):
    """Nothing has been offered."""

    code = "no_offer"


class OfferLapsed(RuleViolation):
    """The time to answer has passed (rules V20)."""

    code = "offer_lapsed"


class ResignationByOffer(RuleViolation):
    """This ruleset resigns by an offer with a level (rules S8)."""

    code = "resignation_by_offer"


class NothingToClaim(RuleViolation):
    """The opponent's limit is not the one that runs."""

    code = "nothing_to_claim"


class TimeNotOver(RuleViolation):
    """The opponent still has time."""

    code = "time_not_over"


class PresenceIsUnknown(RuleViolation):
    """The opponent's server went away; he is waited for (rules V23)."""

    code = "presence_unknown"


class DecisionPending(RuleViolation):
    """A cube offer or a resignation waits for its answer (rules S8)."""

    code = "decision_pending"


class NoCube(RuleViolation):
    """This game is played without a cube."""

    code = "no_cube"


class CrawfordGame(RuleViolation):
    """The Crawford game has no cube (rules C4)."""

    code = "crawford_game"


class FirstTurn(RuleViolation):
    """No double on the game's first turn (rules C1)."""

    code = "first_turn"


class NotYourCube(RuleViolation):
    """The opponent owns the cube (rules C1)."""

    code = "not_your_cube"


class CubeAtLimit(RuleViolation):
    """The cube goes no higher (rules C1)."""

    code = "cube_at_limit"


class BadCube(RuleViolation):
    """A cube shows 1 or a power of two (rules C1)."""

    code = "bad_cube"


class NoDouble(RuleViolation):
    """No cube is offered to this seat."""

    code = "no_double"


class NoBeavers(RuleViolation):
    """No beaver is possible: not played, or not an answer to a double (rules C7)."""

    code = "no_beavers"


class BeaverLimit(RuleViolation):
    """All beavers of this game have been made; `limit` tells how many (rules C7)."""

    code = "beaver_limit"


class NoRaccoons(RuleViolation):
    """No raccoon is possible: not played, or not an answer to a beaver (rules C7)."""

    code = "no_raccoons"


class ResignationAtOnce(RuleViolation):
    """This ruleset resigns at once, without an offer (rules V18)."""

    code = "resignation_at_once"


class LevelImpossible(RuleViolation):
    """The game cannot be lost at this level any more; `highest` can (rules S8)."""

    code = "level_impossible"


class LevelRefused(RuleViolation):
    """This level, or a higher one, was declined in this turn; `refused` tells (rules S8)."""

    code = "level_refused"


class NoHold(RuleViolation):
    """There is nothing to decide before a roll of this game."""

    code = "no_hold"


class NothingChanges(RuleViolation):
    """It is so already."""

    code = "nothing_changes"


class MustPlace(RuleViolation):
    """A checker in hand is to be placed first (rules P2)."""

    code = "must_place"


class NothingToPlace(RuleViolation):
    """No checker is in hand."""

    code = "nothing_to_place"


class BetweenGames(RuleViolation):
    """The next game of the session has not begun (rules C5)."""

    code = "between_games"


class GameNotOver(RuleViolation):
    """A game is being played; the next one cannot be wanted yet (rules C5)."""

    code = "game_not_over"


class NotPlayable(RuleViolation):
    """The engine cannot play a match of these options; `option` names the one."""

    code = "not_playable"


class BadRecord(RuleViolation):
    """Not an event this engine can read; `kind` names it."""

    code = "bad_record"


class BadExport(RuleViolation):
    """Not an exported match; `field` names what is wrong, `seq` the event."""

    code = "bad_export"


class StaleSnapshot(RuleViolation):
    """A stored state of another format: fold the events again."""

    code = "stale_snapshot"


class BadSeed(RuleViolation):
    """A player's seed is too long, or holds what is not text."""

    code = "bad_seed"


BLOCKS: dict[str, type[RuleViolation]] = {
    kind.code: kind for kind in (NoDraws, DrawTooEarly, TimeOver, OfferPending, DecisionPending)
}

CUBE_BLOCKS: dict[str, type[RuleViolation]] = {
    kind.code: kind for kind in (NoCube, CrawfordGame, FirstTurn, NotYourCube, CubeAtLimit)
}
