"""What is told of standings and crosstables: shapes for the document, and the rows themselves."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from ladder.api.tournament_shapes import RESULTS
from ladder.enums import StageKind
from ladder.models import Entry
from ladder.selectors.tournaments.field import Field
from ladder.selectors.tournaments.sheets import is_bot
from ladder.selectors.tournaments.tables import CrossRow, Line, Table
from vrhcaby.rest import shaping
from vrhcaby.rest.fields import shaped


class StandingTold(serializers.Serializer):
    """A line of the standings."""

    place = serializers.IntegerField(help_text="The place; equal places are shared.")
    shared = serializers.BooleanField(help_text="Whether others have the same place.")
    entry = serializers.IntegerField(help_text="The entry.")
    name = serializers.CharField(help_text="The name shown.")
    is_bot = serializers.BooleanField(help_text="Whether a program plays.")
    points = serializers.CharField(help_text="Points as a fraction, such as 7/2.")
    played = serializers.IntegerField(help_text="Games played; a walkover is none.")
    won = serializers.IntegerField(help_text="Games won, also by walkover.")
    drawn = serializers.IntegerField(help_text="Games drawn.")
    lost = serializers.IntegerField(help_text="Games lost, also by walkover.")
    tiebreaks = shaped(shaping.ref("TieBreaks"))(
        help_text="Values of the tie-breaks by their keys."
    )
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that gave the place; null: the points."
    )


class StandingsTold(serializers.Serializer):
    """The standings of a stage."""

    stage = serializers.IntegerField(help_text="Number of the stage.")
    name = serializers.CharField(help_text="Name of the stage; empty: it has none.")
    kind = serializers.ChoiceField(StageKind.choices, help_text="How the stage is played.")
    after = serializers.IntegerField(allow_null=True, help_text="After this round; null: now.")
    chain = serializers.ListField(
        child=serializers.CharField(), help_text="The tie-breaks in their order."
    )
    lines = serializers.ListField(child=StandingTold(), help_text="Lines in order of place.")


class CellTold(serializers.Serializer):
    """A game of two in the crosstable, as the row's player sees it."""

    pairing = serializers.IntegerField(help_text="The pairing.")
    result = serializers.ChoiceField(
        [*RESULTS.values()], allow_null=True, help_text="The row's result; null: undecided."
    )
    score = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Points of the row's player and of the other; null: none are known.",
    )
    forfeit = serializers.BooleanField(help_text="Whether it was decided without play.")
    counts = serializers.BooleanField(help_text="Whether it counts for the standings.")


class CrossRowTold(serializers.Serializer):
    """A row of the crosstable."""

    entry = serializers.IntegerField(help_text="The entry of the row.")
    name = serializers.CharField(help_text="The name shown.")
    is_bot = serializers.BooleanField(help_text="Whether a program plays.")
    cells = serializers.ListField(
        child=serializers.ListField(child=CellTold(), allow_null=True),
        help_text="By column the games against that player; null where he would meet himself.",
    )


class CrosstableTold(serializers.Serializer):
    """The crosstable of a stage."""

    stage = serializers.IntegerField(help_text="Number of the stage.")
    rows = serializers.ListField(child=CrossRowTold(), help_text="Rows in the order of columns.")


def standings(table: Table) -> dict[str, Any]:
    """Return standings as StandingsTold."""
    return {
        "stage": table.stage.number,
        "name": table.stage.name,
        "kind": table.stage.kind,
        "after": table.after_round,
        "chain": list(table.chain),
        "lines": [_line(one) for one in table.lines],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "place": line.place,
        "shared": line.shared,
        **named_entry(line.entry),
        "points": str(line.points),
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "tiebreaks": {name: None if value is None else str(value) for name, value in line.values},
        "decided_by": line.decided_by,
    }


def crosstable(field: Field, rows: Sequence[CrossRow]) -> dict[str, Any]:
    """Return a crosstable as CrosstableTold."""
    return {"stage": field.stage.number, "rows": [_cross_row(row) for row in rows]}


def _cross_row(row: CrossRow) -> dict[str, Any]:
    cells = [
        None
        if cell is None
        else [
            {
                "pairing": one.pairing.pk,
                "result": None if one.result is None else RESULTS.get(one.result),
                "score": None if one.score is None else list(one.score),
                "forfeit": one.forfeit,
                "counts": one.counts,
            }
            for one in cell
        ]
        for cell in row.cells
    ]
    return {**named_entry(row.entry), "cells": cells}


def named_entry(entry: Entry) -> dict[str, Any]:
    """Return who has a row of a table."""
    return {"entry": entry.pk, "name": str(entry), "is_bot": is_bot(entry)}
