"""Schemas of what rows keep as JSON: terms, tie-breaks, evidence, figures, lines of the log."""

from typing import Any

from rest_framework import serializers

from ladder.api import settings_shape
from ladder.rules import chains
from ladder.tiebreak_names import MEANINGS
from vrhcaby.rest import shaping
from vrhcaby.rest.fields import Instant, Truth, Whole
from vrhcaby.rest.shaping import closed, listed, moment, or_null, some, text, truth, whole

_POINTS = {"type": "array", "items": {"type": ["integer", "null"]}, "minItems": 2, "maxItems": 2}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_NUMBERS = {"type": "array", "items": {"type": "integer"}}

LENGTHS: dict[str, Any] = {
    "type": "object",
    "description": "By the round's number.",
    "propertyNames": {"pattern": "^[0-9]{1,4}$"},
    "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 25},
}

_OPTIONS = {
    "length": or_null(whole("Points that win the match; null: a money session.")),
    "crawford": truth("Whether there is a Crawford game."),
    "jacoby": truth("Whether gammons count only after a double."),
    "beavers": whole("Most beavers of a game; 0: none."),
    "raccoons": truth("Whether a beaver may be answered by a raccoon."),
    "automatic_doubles": whole("Most automatic doubles of a game; 0: none."),
    "opening_reroll": truth("Whether the starter rolls both dice anew."),
    "backgammon_zone": {
        "type": "string",
        "enum": ["winner_home", "seed"],
        "description": "Where a loser's checker makes a backgammon.",
    },
    "rules": {**shaping.ref("MatchRules"), "description": "What each game is played by."},
    "control": {**shaping.ref("StoredControl"), "description": "The time control."},
}
TERMS: dict[str, Any] = some("Wishes on top of a ruleset, or the whole terms.", _OPTIONS)

_HERE = closed(
    "How long and when last a player was here in that time.",
    {
        "here_ms": whole("For how many milliseconds."),
        "last_at": or_null(moment("When last; null: never in that time.")),
    },
)
EVIDENCE: dict[str, Any] = closed(
    "What was recorded of the time in which a pairing was to be begun.",
    {
        "known": truth("Whether anything is known of it."),
        "since": moment("When that time began."),
        "until": moment("When it ended."),
        "outage_ms": whole("For how many milliseconds of it the site was away."),
        "first": {**_HERE, "description": "The player listed first."},
        "second": {**_HERE, "description": "The other."},
    },
    may_lack=("since", "until", "outage_ms", "first", "second"),
)

_NUMBER = {"type": "number"}
FIGURES: dict[str, Any] = some(
    "The figures of the pattern; those of others are left out.",
    {
        "short": {**_NUMBER, "description": "Short games."},
        "games": {**_NUMBER, "description": "Games of the two."},
        "givers": {**_NUMBER, "description": "Members who gave them."},
        "share_of_wins": {**_NUMBER, "description": "Their share of all that was won, 0 to 1."},
        "losses": {**_NUMBER, "description": "Losses as a new member."},
        "share": {**_NUMBER, "description": "The share of all games of the two, 0 to 1."},
        "wins": {**_NUMBER, "description": "The share that one of them has won, 0 to 1."},
        "gain": {**_NUMBER, "description": "Points of rating that were gained."},
    },
)

SUBJECT: dict[str, Any] = some(
    "What an act is about; what does not belong to it is left out.",
    {
        "pairing": whole("The pairing's number."),
        "board": whole("Its board."),
        "round": whole("Number of the round in its stage."),
        "round_id": whole("The round's number in the database."),
        "to_final": whole("Rounds of a bracket from this one to the final."),
        "stage": whole("Number of the stage."),
        "stage_name": text("Name of the stage; empty: it has none."),
        "first": or_null(text("Name of the player listed first; null: nobody yet.")),
        "second": or_null(text("Name of the other; null: nobody yet, or a bye.")),
        "for_place": whole("The place that is played for."),
        "place": whole("The place that a deciding match is for."),
        "entry": whole("The entry's number."),
        "member": whole("The member's number."),
        "name": text("The name of who entered, or of the member."),
        "role": text("Which role."),
    },
)

PAIRING = {
    "state": text("The state: of the tournament, an entry, a round or a pairing."),
    "results": {**_POINTS, "description": "Results of both: 2 won, 1 drawn, 0 lost; null: none."},
    "score": {**_POINTS, "description": "Points of both inside the match; null: not known."},
    "forfeit": truth("Whether it was decided without play."),
    "source": text("Whence the result."),
}
_OF_ACTS = {
    **PAIRING,
    "acts": whole("How many lines the log of an archive had."),
    "at": or_null(moment("The time of a pairing; null: none.")),
    "claimant": text("Who claims."),
    "count": whole("How many rounds."),
    "deadline_at": or_null(moment("The deadline; null: none.")),
    "due": moment("When it was due, if it came late."),
    "from_round": or_null(whole("The first round that is played, or no longer is.")),
    "held": truth("Whether a director opens it, not the clock."),
    "late_minutes": whole("By how many minutes it came late."),
    "length": or_null(whole("Points of a match; null: as the tournament has it.")),
    "opens_at": or_null(moment("The start of a round; null: by hand.")),
    "order": {**_NUMBERS, "description": "Numbers of the entries in their order."},
    "players": {**_TEXTS, "description": "Names of those who play for a place."},
    "policy": text("What becomes of the games of one who left."),
    "rounds": whole("How many rounds were drawn."),
    "said": {
        "type": "object",
        "description": "Scores that were reported, by the names of the reporters.",
        "additionalProperties": _POINTS,
    },
    "seed": text("The seed of the lot."),
    "seeds": {**_TEXTS, "description": "Names in the order of the draw."},
    "slug": text("The tournament's name in addresses."),
    "stage": whole("Number of the stage."),
    "undecided": whole("How many pairings were not decided."),
}
_OF_SETTINGS = {
    "options": closed(
        "What the match sets on top, as far as the log tells it.",
        {"length": or_null(whole("Points of a match."))},
    ),
    "lengths": {**LENGTHS, "description": "Points of a match in single rounds, by their numbers."},
    "chain": {**_TEXTS, "description": "The tie-breaks in their order."},
}


def side() -> dict[str, Any]:
    """Return the schema of how something was, or is."""
    fields = settings_shape.TournamentSettings().fields
    settings = {name: _of_setting(field) for name, field in fields.items()}
    told = "One side of a change; what does not belong to the act is left out."
    return some(told, {**settings, **_OF_SETTINGS, **_OF_ACTS})


def _of_setting(field: serializers.Field) -> dict[str, Any]:
    """Return the schema of a setting as the log keeps it: long texts are cut there."""
    kinds = {Truth: truth, Whole: whole, Instant: moment}
    made = kinds.get(type(field), text)(str(field.help_text))
    return or_null(made) if field.allow_null else made


def tiebreaks() -> dict[str, Any]:
    """Return the schema of the values of tie-breaks."""
    told = {
        name: text(f"{MEANINGS[name]} A fraction, or a place in a lot.")
        for name in chains.NAMES
        if name != chains.SHARED
    }
    some_places = text("A deciding match for the first places alone.")
    return {
        **some("Values of the tie-breaks of the stage's chain.", told),
        "patternProperties": {f"^{chains.PLAY_OFF}:[0-9]{{1,3}}$": some_places},
    }


def components() -> dict[str, Any]:
    """Return the schemas to which others refer, by their names."""
    act = closed(
        "An act of the official log.",
        {
            "code": text("What was done."),
            "by": or_null(text("Who did it; null: it follows from rules.")),
            "at": moment("When."),
            "version": whole("Number of the line in the log."),
            "subject": {**shaping.ref("LogSubject"), "description": "To what."},
            "before": {**shaping.ref("LogSide"), "description": "How it was."},
            "after": {**shaping.ref("LogSide"), "description": "How it is."},
        },
    )
    return {
        "LogSubject": SUBJECT,
        "LogSide": side(),
        "ToldAct": act,
        "TieBreaks": tiebreaks(),
        "TournamentTerms": TERMS,
    }


def standing() -> dict[str, Any]:
    """Return the schema of a stage's table in an archive."""
    line = closed(
        "A line of the table.",
        {
            "entry": whole("Number of the entry."),
            "place": whole("The place."),
            "points": text("Points as a fraction."),
            "tiebreaks": {**shaping.ref("TieBreaks"), "description": "Values of the tie-breaks."},
        },
    )
    return closed(
        "The table of a stage, which a reader may compare with his own.",
        {"stage": whole("Number of the stage."), "table": listed("Lines by place.", line)},
    )
