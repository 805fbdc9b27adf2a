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
    """The limit has passed: no draw may be offered any more (rules V19)."""

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
    """The opponent's server went away; he has a minute to come back (rules V23)."""

    code = "presence_unknown"


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
    kind.code: kind for kind in (NoDraws, DrawTooEarly, TimeOver, OfferPending)
}
