"""The settings of a tournament as programs send and read them, by the names of its fields.

What is a type and what a choice stands here, for the document; whether they go together the
services judge.
"""

from typing import Any

from rest_framework import serializers

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
from ladder.services.tournaments.settings import FIELDS, MOMENTS, TEXTS, WHOLE
from vrhcaby.rest import shaping
from vrhcaby.rest.fields import (
    Choice,
    Input,
    Instant,
    Text,
    Truth,
    Whole,
    instant,
    shaped_object,
)

LARGEST_LENGTH = 25


def _text(name: str, text: str, **options: Any) -> Text:
    usual = {"max_length": TEXTS.get(name, 80), "required": False, "allow_blank": True}
    return Text(help_text=text, **{**usual, **options})


def _choice(choices: Any, text: str) -> Choice:
    return Choice(choices.choices, required=False, help_text=text)


def _truth(text: str) -> Truth:
    return Truth(required=False, help_text=text)


def _whole(name: str, text: str) -> Whole:
    least, most, may_lack = WHOLE[name]
    return Whole(
        min_value=least, max_value=most, allow_null=may_lack, required=False, help_text=text
    )


def _moment(text: str) -> Instant:
    return Instant(allow_null=True, required=False, help_text=text)


class TournamentSettings(Input):
    """Settings of a tournament; what is left out stays as it is, or is as usual."""

    name = _text("name", "Its name.", allow_blank=False)
    text_cs = _text("text_cs", "The announcement in Czech, in Markdown.")
    text_en = _text("text_en", "The announcement in English, in Markdown.")
    ruleset = _text("ruleset", "Key of the ruleset.", max_length=32, allow_blank=False)
    options = shaped_object(shaping.ref("TournamentTerms"))(
        required=False,
        help_text="What a match sets on top of its ruleset, as in a challenge; to set the clock "
        "too, the whole as a tournament shows it, with `rules` and `control`.",
    )
    lengths = serializers.DictField(
        child=Whole(min_value=1, max_value=LARGEST_LENGTH),
        required=False,
        help_text="Points of a match in single rounds, by the round's number.",
    )
    rated = _truth("Whether its matches count for the ladder.")
    format = _choice(TournamentFormat, "How it is played.")
    groups = _whole("groups", "How many groups.")
    qualifiers = _whole("qualifiers", "How many of each group go on.")
    third_place = _truth("Whether the losers of the semifinals play for the third place.")
    rounds_open = _choice(RoundsOpen, "Which rounds may be played at once.")
    visibility = _choice(Visibility, "Who sees it.")
    places = _whole("places", "Places; null: no limit.")
    waiting_list = _truth("Whether more may wait for a place.")
    registration_from = _moment("When registration opens; null: by hand.")
    registration_until = _moment("When it closes; null: by hand.")
    invitation_only = _truth("Whether only who is invited may enter.")
    rating_min = _whole("rating_min", "The least rating; null: any.")
    rating_max = _whole("rating_max", "The highest rating; null: any.")
    games_min = _whole("games_min", "The least experience.")
    seating = _choice(Seating, "How the numbers of the draw are given.")
    lot_seed = _text("lot_seed", "Seed of the lot, published before the draw.")
    points_win = _text("points_win", "Points for a win: `1`, `1/2`, `0.5`.", max_length=8)
    points_draw = _text("points_draw", "Points for a draw.", max_length=8)
    points_loss = _text("points_loss", "Points for a loss.", max_length=8)
    chain = serializers.ListField(
        child=Text(max_length=32),
        max_length=20,
        required=False,
        help_text=f"Tie-breaks in their order: {', '.join(f'`{name}`' for name in chains.NAMES)}.",
    )
    time_zone = _text("time_zone", "A zone of the IANA database.", max_length=64)
    first_start = _moment("Start of the first round; null: by hand.")
    round_every_minutes = _whole("round_every_minutes", "From round to round; null: by hand.")
    round_lasts_minutes = _whole("round_lasts_minutes", "How long a round lasts; null: no end.")
    no_show = _choice(NoShowRule, "What becomes of a pairing to which one did not come.")
    grace_minutes = _whole("grace_minutes", "How late one may come.")
    late_until_round = _whole("late_until_round", "Late entries until this round; null: none.")
    late_missed = _choice(LateMissed, "What becomes of rounds that a late entry has missed.")
    withdrawal_policy = _choice(WithdrawalPolicy, "What becomes of games of one who leaves.")


def settings(row: Tournament) -> dict[str, Any]:
    """Return the settings of a tournament as TournamentSettings."""
    found = {name: getattr(row, name) for name in FIELDS}
    moments = {name: found[name] and instant(found[name]) for name in MOMENTS}
    return {**found, **moments}
