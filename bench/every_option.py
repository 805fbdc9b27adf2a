"""Rules with every option on that goes with the others: what the rows of that name measure."""

from dataclasses import replace

from games.engine.rules import PRESETS, BackgammonZone, BearOffLarger, MatchOptions

EVERY_OPTION = "every option"
RULES = replace(
    PRESETS["egyptian"],
    bear_off_larger=BearOffLarger.ANY,
    exact_die_first=True,
)
OPTIONS = MatchOptions(
    length=None,
    jacoby=True,
    beavers=3,
    raccoons=True,
    automatic_doubles=2,
    opening_reroll=True,
    backgammon_zone=BackgammonZone.SEED,
)
