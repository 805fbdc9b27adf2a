"""The command line's inner side with any line whatever: an answer or a refusal, nothing else."""

import io
import json
from collections.abc import Callable
from functools import partial

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine.cli import count, lines, plays, show
from games.engine.errors import RuleViolation

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(["standard", "egyptian", "4HPwATDgc/ABMA"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
requests = st.fixed_dictionaries(
    {"variant": st.sampled_from(["standard", "egyptian"]) | values},
    optional={
        "position_id": st.just("4HPwATDgc/ABMA") | values,
        "dice": st.lists(st.integers(0, 7), max_size=3) | values,
        "depth": st.integers(max_value=1) | st.text(),
    },
)


def _code(read: Callable[[bytes], object], line: bytes) -> str | None:
    try:
        read(line)
    except RuleViolation as refused:
        return refused.code
    return None


@settings(max_examples=300)
@given(line=st.binary(max_size=80))
@example(line=b"{" * 50_000)
@example(line=b"\x00")
@example(line=b'"\\ud800"')
def test_bytes(line: bytes) -> None:
    known = {None, "bad_json", "bad_request", "bad_position", "unknown_ruleset"}

    assert _code(lines.parse, line) in known
    assert _code(partial(show.board_of_line, variant="standard"), line) in known


@settings(max_examples=300, deadline=None)
@given(request=requests)
def test_requests(request: dict[str, object]) -> None:
    line = json.dumps(request).encode()
    for answer in (plays.answer, count.answer):
        try:
            said = answer(lines.parse(line))
        except RuleViolation:
            continue
        assert json.loads(json.dumps(said)) == said


def test_lines_that_are_too_long_are_cut() -> None:
    longest = lines.LONGEST_LINE
    stream = io.BytesIO(b"a\n" + b"x" * (3 * longest) + b"\n\n" + b"b" * longest + b"\nlast")

    lengths = [len(line) for line in lines.lines(stream)]

    assert lengths == [2, longest + 1, longest + 1, 4]
