"""Any sensible ruleset, match and time control, for hypothesis."""

import dataclasses

from hypothesis import strategies as st

from games.engine import controls
from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.engine.errors import BadOptions
from games.engine.rules import (
    PRESETS,
    BackgammonZone,
    BearOffLarger,
    Commit,
    FullUse,
    MatchOptions,
    Opening,
    PastLimit,
    Resignation,
    Rolling,
    Rules,
    Scoring,
    validate,
)

Terms = tuple[Rules, MatchOptions, TimeControl]
CONTROLS = [
    TimeControl(ControlKind.PER_STEP, 60_000),
    TimeControl(ControlKind.PER_TURN, 60_000),
    TimeControl(ControlKind.PER_TURN, 45_000, past_limit=PastLimit.LOSS),
    TimeControl(ControlKind.DELAY, 12_000, reserve_ms=600_000),
    TimeControl(ControlKind.CORRESPONDENCE, DAY_MS, None, vacation=3),
    TimeControl(ControlKind.CORRESPONDENCE, 3_600_000, None, past_limit=PastLimit.CLAIM),
]
CHANGES: dict[str, st.SearchStrategy[object]] = {
    "opening": st.sampled_from(Opening),
    "roll": st.sampled_from(Rolling),
    "full_use": st.sampled_from(FullUse),
    "bear_off_larger": st.sampled_from(BearOffLarger),
    "exact_die_first": st.booleans(),
    "point_limit": st.sampled_from([None, 5, 6]),
    "scoring": st.sampled_from(Scoring),
    "cube": st.booleans(),
    "draw_after_steps": st.sampled_from([None, 0, 4]),
    "passes_that_draw": st.sampled_from([None, 1, 5]),
    "commit": st.sampled_from(Commit),
    "resignation": st.sampled_from(Resignation),
    "closed_out_rolls": st.booleans(),
    "past_limit": st.sampled_from(PastLimit),
}


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """A preset with some options changed, and only those that can stand together."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    options = MatchOptions(length=draw(st.sampled_from([1, 1, 2, 3, 5, None])))
    names = draw(st.lists(st.sampled_from(sorted(CHANGES)), max_size=4, unique=True))
    for name in names:
        changed = dataclasses.replace(rules, **{name: draw(CHANGES[name])})
        rules = changed if _stand_together(changed, options) else rules
    if not _stand_together(rules, options):
        options = MatchOptions()
    for name, value in draw(st.lists(st.sampled_from(MATCH_CHANGES), max_size=5)):
        wished = dataclasses.replace(options, **{name: value})
        options = wished if _stand_together(rules, wished) else options
    fitting = [control for control in CONTROLS if _fits(rules, control)]
    return rules, options, draw(st.sampled_from(fitting))


@st.composite
def money_terms(draw: st.DrawFn) -> Terms:
    """A money session of a preset with a cube, every option of money free."""
    beavers = draw(st.integers(0, 3))
    options = MatchOptions(
        length=None,
        jacoby=draw(st.booleans()),
        beavers=beavers,
        raccoons=beavers > 0 and draw(st.booleans()),
        automatic_doubles=draw(st.integers(0, 3)),
        opening_reroll=draw(st.booleans()),
        backgammon_zone=draw(st.sampled_from(BackgammonZone)),
    )
    key = draw(st.sampled_from(["standard", "hypergammon", "nackgammon", "egyptian"]))
    control = draw(st.sampled_from([it for it in CONTROLS if it.kind is not ControlKind.PER_STEP]))
    return PRESETS[key], options, control


MATCH_CHANGES: list[tuple[str, object]] = [
    ("crawford", True),
    ("jacoby", True),
    ("beavers", 2),
    ("raccoons", True),
    ("automatic_doubles", 2),
    ("opening_reroll", True),
    ("backgammon_zone", BackgammonZone.SEED),
]


def _stand_together(rules: Rules, options: MatchOptions) -> bool:
    try:
        validate(rules, options)
    except BadOptions:
        return False
    return True


def _fits(rules: Rules, control: TimeControl) -> bool:
    try:
        controls.validate(rules, control)
    except BadOptions:
        return False
    return True
