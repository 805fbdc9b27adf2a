"""Fair dice: the bytes of docs/fairness.md, and the check of an exported match."""

import copy
import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import fairness, verify_dice
from games.engine.match_errors import BadExport, BadSeed
from games.engine.proof import verify
from tests.games.engine import fairness_vectors

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "data" / "golden" / "vrhcaby-v1.json"
VECTORS = json.loads(fairness_vectors.PATH.read_text(encoding="ascii"))


def exported() -> Any:
    """A real match with draws offered, passes and credits."""
    return json.loads(GOLDEN.read_text(encoding="utf-8"))["export"]


# The stream


def test_the_known_answers_are_what_the_page_says() -> None:
    assert fairness_vectors.vectors() == VECTORS


@pytest.mark.parametrize("known", VECTORS["commitments"])
def test_known_commitments(known: dict[str, str]) -> None:
    assert fairness.commitment(bytes.fromhex(known["server_seed"])) == known["commitment"]


@pytest.mark.parametrize("known", VECTORS["streams"])
def test_known_streams(known: dict[str, Any]) -> None:
    first, second = known["seeds"]
    stream = fairness.Stream(bytes.fromhex(known["server_seed"]), (first, second))

    assert [[n, *stream.roll(n)] for n, _, _ in known["rolls"]] == known["rolls"]
    assert [[n, stream.lot(n)] for n, _ in known["lots"]] == known["lots"]


@pytest.mark.parametrize("known", VECTORS["seeds"])
def test_known_normal_forms_of_players_seeds(known: dict[str, str | None]) -> None:
    text = known["text"] or ""
    if known["normalised"] is None:
        with pytest.raises(BadSeed):
            fairness.normalise_seed(text)
    else:
        assert fairness.normalise_seed(text) == known["normalised"]


@pytest.mark.parametrize("known", VECTORS["dice_of_blocks"])
def test_unfit_bytes_are_skipped_into_the_next_blocks(known: dict[str, Any]) -> None:
    class Scripted(fairness.Stream):
        def _block(self, label: str, number: int, block: int) -> bytes:
            return bytes.fromhex(known["blocks"][block])

    assert list(Scripted(bytes(32), ("", "")).roll(1)) == known["dice"]


def test_a_lone_surrogate_is_no_seed() -> None:
    with pytest.raises(BadSeed):
        fairness.normalise_seed("\ud800")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_server_seed_has_thirty_two_bytes(length: int) -> None:
    with pytest.raises(BadSeed):
        fairness.Stream(bytes(length), ("", ""))


def test_seeds_seats_and_numbers_all_matter() -> None:
    streams = [
        fairness.Stream(bytes(32), seeds)
        for seeds in (("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a|b", ""))
    ]
    streams.append(fairness.Stream(bytes(31) + b"\x01", ("a", "b")))

    rows = {tuple(stream.roll(n) for n in range(1, 20)) for stream in streams}

    assert len(rows) == len(streams)


def test_the_dice_of_many_rolls_are_even() -> None:
    stream = fairness.Stream(hashlib.sha256(b"even").digest(), ("", ""))
    rolls = [stream.roll(number) for number in range(1, 36_001)]
    pairs = Counter(rolls)

    chi_square = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))

    assert chi_square < 66.6  # 35 degrees of freedom: exceeded by one stream in a thousand
    assert 420 < sum(stream.lot(game) for game in range(1, 1001)) < 580


# The check


def test_a_real_match_agrees() -> None:
    report = verify(exported())

    assert report.good
    assert (report.lots, report.rolls, report.events) == (1, 107, 452)


Spoil = Callable[[Any], object]


def rolled(data: Any, number: int) -> Any:
    return next(row for row in data["events"] if row["data"].get("roll") == number)["data"]


def drop(data: Any, seq: int) -> None:
    del data["events"][seq - 1]
    for number, row in enumerate(data["events"], start=1):
        row["seq"] = number


WRONG: dict[str, Spoil] = {
    "another commitment": lambda data: data.update(commitment="0" * 64),
    "another server seed": lambda data: data.update(server_seed="00" * 32),
    "another player's seed": lambda data: data["seeds"].__setitem__(0, "Eva"),
    "seeds exchanged": lambda data: data["seeds"].reverse(),
    "another roll": lambda data: rolled(data, 50).update(dice=[6, 6]),
    "dice the other way round": lambda data: rolled(data, 1).update(dice=[1, 5]),
    "a roll's number": lambda data: rolled(data, 50).update(roll=51),
    "another lot": lambda data: data["events"][1]["data"].update(lot=0, starter=0),
    "a starter against the lot": lambda data: data["events"][1]["data"].update(starter=0),
    "another step": lambda data: data["events"][3]["data"].update(origin=8, target=7),
    "a hit that was none": lambda data: data["events"][3]["data"].update(hit=True),
    "another winner": lambda data: data["events"][-1]["data"].update(winner=0),
    "a step left out": lambda data: drop(data, 4),
    "a roll left out": lambda data: drop(data, 3),
    "the end left out": lambda data: drop(data, 452),
    "the lot left out": lambda data: data["events"][1]["data"].update(lot=None),
    "an event of another time": lambda data: data["events"][5].update(at=1),
    "other rules": lambda data: data["rules"].update(passes_that_draw=1),
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG)
def test_what_was_tampered_with_does_not_agree(spoil: Spoil) -> None:
    data = exported()
    spoil(data)

    assert not verify(data).good


UNUSABLE: dict[str, Spoil] = {
    "format": lambda data: data.update(format=2),
    "no format": lambda data: data.pop("format"),
    "not revealed": lambda data: data.update(server_seed=None),
    "short server seed": lambda data: data.update(server_seed="00"),
    "no hex": lambda data: data.update(server_seed="x" * 64),
    "one seed": lambda data: data.update(seeds=["a"]),
    "a seed that is no text": lambda data: data.update(seeds=["a", 1]),
    "half a character": lambda data: data.update(seeds=["a", "\ud800"]),
    "no commitment": lambda data: data.pop("commitment"),
    "no events": lambda data: data.update(events=[]),
    "events of another kind": lambda data: data.update(events={"1": 2}),
    "an event that is none": lambda data: data["events"].__setitem__(5, 7),
    "a gap": lambda data: data["events"].pop(5),
    "an unknown kind": lambda data: data["events"][5].update(kind="prayed"),
    "rules of another shape": lambda data: data.update(rules=[]),
    "an unknown rule": lambda data: data["rules"].update(luck=1),
    "options that clash": lambda data: data["options"].update(length=5),
    "no control": lambda data: data.update(control={}),
    "later rules": lambda data: data.update(rules_version=99),
    "an unknown ruleset": lambda data: (data.pop("rules"), data.update(ruleset="chess")),
    "no ruleset": lambda data: (data.pop("rules"), data.pop("ruleset")),
}


@pytest.mark.parametrize("spoil", UNUSABLE.values(), ids=UNUSABLE)
def test_what_is_no_export_is_refused(spoil: Spoil) -> None:
    data = exported()
    spoil(data)

    with pytest.raises(BadExport):
        verify(data)


def test_the_presets_options_may_be_left_out() -> None:
    data = exported()
    for part in ("rules", "options", "control", "rules_version"):
        del data[part]

    assert verify(data).good


def test_a_seed_that_was_not_normalised_is_told() -> None:
    data = exported()
    data["seeds"][1] = "s\u030c"

    assert verify(data).unnormalised == (1,)


# The command


def run(tmp_path: Path, content: bytes | Any) -> int:
    path = tmp_path / "match.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return verify_dice.main([str(path)])


def test_verify_dice_says_that_all_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, exported()) == 0

    told = capsys.readouterr().out
    assert "lots: 1, rolls: 107" in told
    assert told.endswith("All agrees.\n")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("another commitment", "the server seed gives 27106e8d"),
        ("another roll", "roll 50 shows 6 6, the seeds give"),
        ("another lot", "lot 1 shows 0, the seeds give 1"),
        ("another step", "event 22 breaks the rules: no_checker"),
        ("a hit that was none", "event 4 does not follow from what stands before it, stepped"),
        ("the end left out", "the record ends before event 452, match_ended"),
    ],
)
def test_verify_dice_tells_what_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:
    data = exported()
    WRONG[name](data)

    assert run(tmp_path, data) == 1
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"[1, 2",
        b"null",
        b'{"format": 1}',
        b"9" * 5000,
        b"\x00" * 100,
        b'"\\ud800"',
    ],
    ids=range(9),
)
def test_verify_dice_on_garbage_says_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    assert run(tmp_path, content) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_verify_dice_on_no_file_or_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify_dice.main([str(tmp_path / "none.json")]) == 2
    assert verify_dice.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_verify_dice_tells_that_a_running_match_keeps_its_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = exported()
    data["server_seed"] = None

    assert run(tmp_path, data) == 2
    assert "revealed when the match is over" in capsys.readouterr().err


def test_verify_dice_is_a_command_of_the_engine_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", "verify-dice", "-"],
        input=json.dumps(exported()).encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"All agrees.\n")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
REAL = exported()
PATHS = st.sampled_from(
    [(key,) for key in REAL]
    + [("rules", key) for key in REAL["rules"]]
    + [("options", key) for key in REAL["options"]]
    + [("control", key) for key in REAL["control"]]
    + [("events", at) for at in range(60)]
    + [("events", at, key) for at in range(60) for key in REAL["events"][0]]
    + [("events", at, "data", key) for at in range(60) for key in REAL["events"][at]["data"]]
)


@given(PATHS, json_values)
def test_any_value_anywhere_is_reported_or_refused(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(REAL)
    *way, last = path
    place = data
    for key in way:
        place = place[key]
    place[last] = value

    with suppress(BadExport):
        assert verify(data).events == len(REAL["events"])
