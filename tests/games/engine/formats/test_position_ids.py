"""Position and match ids, XGIDs and board strings of FIBS, against other programs' own."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import position_id
from games.engine.board import Board
from games.engine.formats import fibs, gnubg_ids, xgid
from games.engine.formats.failures import FormatError
from games.engine.formats.situation import GamePhase, Situation, require_possible
from games.engine.rules import preset
from tests.games.engine.formats.samples import id_lines, printed_ids

START = "XGID=-b----E-C---eE---c-e----B-"
BOTTOM, TOP = "xgid_bottom_is_player1", "xgid_bottom_is_player0"


def _checkers(line: dict) -> int:
    return preset(line["variant"]).checkers


def _pair(line: dict) -> tuple[str, str]:
    return line["position_id"], line["match_id"]


def _of_pair(line: dict) -> Situation:
    return gnubg_ids.decode(*_pair(line), checkers=_checkers(line))


def _dice_sorted(text: str) -> str:
    fields = text.split(":")
    fields[4] = "".join(sorted(fields[4]))
    return ":".join(fields)


def test_every_pair_of_ids_is_written_as_it_was_read() -> None:
    for line in id_lines():
        assert gnubg_ids.encode(_of_pair(line)) == _pair(line)


def test_a_pair_of_ids_says_what_the_state_was() -> None:
    for line in id_lines():
        situation = _of_pair(line)
        on_roll = situation.on_roll
        owner = {"centre": None, "on_roll": on_roll, "opponent": 1 - on_roll}[line["cube_owner"]]

        assert on_roll == line["player_on_roll"]
        assert situation.score_of(on_roll) == (line["score_on_roll"], line["score_opponent"])
        assert (situation.length, situation.cube) == (line["match_length"], line["cube_value"])
        assert situation.owner == owner
        assert situation.crawford == line["crawford"]
        assert situation.post_crawford == line["post_crawford"]
        assert situation.jacoby == bool(line["jacoby"])
        assert situation.doubled == (line["state"] == "double_offered")
        assert sorted(situation.dice or ()) == sorted(line["dice"] or ())
        assert situation.board.pips() == line["pips_on_roll"]
        assert situation.board.off == line["on_roll"]["off"]


def test_xgid_from_a_pair_of_ids_is_that_of_player_one_at_the_bottom() -> None:
    for line in id_lines():
        # The match id has the higher die first, an XGID the roll as it fell.
        assert _dice_sorted(xgid.encode(_of_pair(line))) == _dice_sorted(line[BOTTOM])


def test_xgid_gives_the_pair_of_ids_whoever_is_on_roll() -> None:
    for line in id_lines():
        situation = xgid.decode(line[BOTTOM], checkers=_checkers(line))

        assert gnubg_ids.encode(situation) == _pair(line)
        assert xgid.encode(situation) == line[BOTTOM]


def test_xgid_with_the_other_player_at_the_bottom_is_the_same_position() -> None:
    for line in id_lines():
        bottom = xgid.decode(line[BOTTOM], checkers=_checkers(line))
        top = xgid.decode(line[TOP], checkers=_checkers(line))

        assert top.board == bottom.board
        assert top.on_roll == 1 - bottom.on_roll
        assert top.score == bottom.score[::-1]
        assert xgid.encode(top) == line[TOP]


def test_fibs_both_ways() -> None:
    given_lines = [line for line in id_lines() if line["fibs_board"]]
    assert len(given_lines) == 419
    for line in given_lines:
        situation = xgid.decode(line[BOTTOM], checkers=_checkers(line))
        read = fibs.decode(line["fibs_board"])

        assert fibs.encode(situation) == line["fibs_board"]
        assert fibs.encode(read) == line["fibs_board"]
        assert gnubg_ids.encode(read)[0] == line["position_id"]
        assert read.post_crawford == line["post_crawford"]
        assert not read.crawford


def test_fibs_keeps_crawford_and_an_offered_cube() -> None:
    for line in id_lines():
        situation = xgid.decode(line[BOTTOM], checkers=_checkers(line))
        read = fibs.decode(fibs.encode(situation))

        assert read.board == situation.board
        assert (read.crawford, read.doubled) == (situation.crawford, situation.doubled)
        assert fibs.encode(read) == fibs.encode(situation)


def test_fibs_of_the_other_colour_and_direction() -> None:
    """You may be X, whose checkers are negative, and move upward: bar at 0, home at 25."""
    line = next(line for line in id_lines() if line["fibs_board"] and line["dice"])
    fields = line["fibs_board"].split(":")
    mirrored = [str(-int(field)) for field in reversed(fields[6:32])]
    turned = [*fields[:6], *mirrored, "-1", *fields[33:41], "-1", "1", "25", "0", *fields[45:]]

    read = fibs.decode(":".join(turned))

    assert read == fibs.decode(line["fibs_board"])


def test_ids_that_real_programs_printed() -> None:
    lines = printed_ids()
    assert len(lines) == 56
    for line in lines:
        situation = xgid.decode(line["xgid"])
        assert xgid.encode(situation) == line["xgid"]
        if "match_id" in line:
            read = gnubg_ids.decode(*_pair(line))
            assert replace(read, dice=None) == replace(situation, dice=None)
            assert sorted(read.dice or ()) == sorted(situation.dice or ())


def test_the_last_bit_of_a_match_id_is_set_when_jacoby_is_off() -> None:
    on = gnubg_ids.match_id(Situation(board=Board.start(preset("standard")), jacoby=True))
    off = gnubg_ids.match_id(Situation(board=Board.start(preset("standard"))))

    assert (on[-4:], off[-4:]) == ("AAAA", "AAAE")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{START}:0:0:1:00:7:0:0:7:10", "score_past_length"),
        (f"{START}:0:0:1:00:3:0:1:7:10", "crawford_not_due"),
        (f"{START}:0:0:1:00:6:6:1:7:10", "crawford_not_due"),
        (f"{START}:0:0:1:00:0:0:2:7:10", "jacoby_in_match"),
        ("XGID=-b----E-D---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "too_many_checkers"),
        ("XGID=aBBBBBB------------bbbbbbA:0:0:1:00:0:0:0:7:10", "both_closed_out"),
        ("XGID=--------------------------:0:0:1:00:0:0:0:7:10", "no_checkers"),
        ("XGID=Ab----E-C---eE---c-e----A-:0:0:1:00:0:0:0:7:10", "bad_xgid"),
        (f"{START}:0:0:0:00:0:0:0:7:10", "bad_xgid"),
        (f"{START}:16:0:1:00:0:0:0:7:10", "bad_xgid"),
        (f"{START}:0:0:1:07:0:0:0:7:10", "bad_xgid"),
        (f"{START}:0:0:1:00:0:0:0:7", "bad_xgid"),
        ("", "bad_xgid"),
    ],
)
def test_an_impossible_or_unreadable_xgid(text: str, code: str) -> None:
    with pytest.raises(FormatError) as refusal:
        xgid.decode(text)

    assert refusal.value.code == code


def test_the_place_where_an_xgid_goes_wrong() -> None:
    with pytest.raises(FormatError) as refusal:
        xgid.decode(f"{START}:0:0:1:77:0:0:0:7:10")

    assert refusal.value.details["character"] == len(f"{START}:0:0:1:") + 1


@pytest.mark.parametrize(
    ("position", "match", "code"),
    [
        ("4HPwATDgc/ABMA", "cAkAAAAAAAA", "bad_match_id"),
        ("4HPwATDgc/ABMA", "cAkAAAAAAAA\N{LATIN SMALL LETTER E WITH ACUTE}", "bad_match_id"),
        ("4HPwATDgc/ABM!", "cAkAAAAAAAAE", "bad_position_id"),
        ("4HPwATDgc/ABM", "cAkAAAAAAAAE", "bad_position_id"),
        # Two on the acepoint against two on the same point, and sixteen checkers.
        ("AwAAAAAADAAAAA", "cAkAAAAAAAAE", "two_colours"),
        ("//8AAAAAAAAAAA", "cAkAAAAAAAAE", "too_many_checkers"),
        # Money with the Crawford bit; a die of 7; owner 2; a score of 5 to 3 points.
        ("4HPwATDgc/ABMA", "8AkAAAAAAAAE", "crawford_in_money"),
        ("4HPwATDgc/ABMA", "cIkHAAAAAAAE", "bad_match_id"),
        ("4HPwATDgc/ABMA", "YAkAAAAAAAAE", "bad_match_id"),
        ("4HPwATDgc/ABMA", "cAlgAFAAAAAE", "score_past_length"),
    ],
)
def test_an_impossible_or_unreadable_pair_of_ids(position: str, match: str, code: str) -> None:
    with pytest.raises(FormatError) as refusal:
        gnubg_ids.decode(position, match)

    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({1: "A\0"}, None),
        ({3: "0"}, "bad_fibs"),
        ({3: "x"}, "bad_fibs"),
        ({6: "99"}, "bad_fibs"),
        ({8: "9"}, "too_many_checkers"),
        ({32: "0"}, "bad_fibs"),
        ({33: "9"}, "bad_fibs"),
        ({37: "3"}, "bad_fibs"),
        ({41: "2"}, "bad_fibs"),
        ({43: "7"}, "bad_fibs"),
        ({45: "16"}, "too_many_checkers"),
    ],
)
def test_a_wrong_board_string(changes: dict[int, str], code: str | None) -> None:
    line = next(line for line in id_lines() if line["fibs_board"] and line["match_length"])
    fields = line["fibs_board"].split(":")
    for at, text in changes.items():
        fields[at] = text

    if code is None:
        assert fibs.decode(":".join(fields)).board
        return
    with pytest.raises(FormatError) as refusal:
        fibs.decode(":".join(fields))
    assert refusal.value.code == code


def test_checkers_in_hand_have_no_id() -> None:
    placing = Situation(board=Board.start(preset("nasazovani")))

    with pytest.raises(FormatError) as refusal:
        gnubg_ids.encode(placing)

    assert refusal.value.code == "checkers_in_hand"


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Any state a match can be in, on positions of real ids."""
    line = draw(st.sampled_from(id_lines()))
    board = position_id.decode(line["position_id"], checkers=_checkers(line))
    length = draw(st.integers(0, 25))
    most = max(length - 1, 0) if length else 50
    score = draw(st.integers(0, most)), draw(st.integers(0, most))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    owner = draw(st.none() | st.integers(0, 1))
    plain = Situation(
        board=board,
        on_roll=draw(st.integers(0, 1)),
        length=length,
        score=score,
        dice=dice,
        cube=1 << draw(st.integers(0, 15)),
        owner=owner,
        doubled=dice is None and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        beavers=bool(length) or draw(st.booleans()),
        checkers=_checkers(line),
    )
    crawford = plain.one_away and owner is None and draw(st.booleans())
    return replace(plain, crawford=crawford)


@given(situations())
def test_any_state_survives_every_id(situation: Situation) -> None:
    position, match = gnubg_ids.encode(situation)
    high_first = tuple(sorted(situation.dice, reverse=True)) if situation.dice else None

    of_pair = gnubg_ids.decode(position, match, checkers=situation.checkers)
    of_xgid = xgid.decode(xgid.encode(situation), checkers=situation.checkers)
    of_fibs = fibs.decode(fibs.encode(situation))

    assert of_pair == replace(situation, dice=high_first, beavers=True)
    assert of_xgid == situation
    assert of_fibs.board == situation.board
    assert fibs.encode(of_fibs) == fibs.encode(situation)


@given(st.text(max_size=120) | st.binary(max_size=90).map(lambda raw: raw.decode("latin-1")))
def test_garbage_gets_a_code(text: str) -> None:
    for read in (xgid.decode, fibs.decode, lambda id_: gnubg_ids.decode(id_[:14], id_[14:26])):
        with suppress(FormatError):
            assert require_possible(read(text)).cube >= 1


@given(st.sampled_from(id_lines()), st.data())
def test_a_damaged_id_is_read_or_refused(line: dict, data: st.DataObject) -> None:
    text = line[BOTTOM]
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(max_codepoint=127))

    try:
        situation = xgid.decode(text[:at] + letter + text[at + 1 :])
    except FormatError:
        return
    assert situation.phase is GamePhase.PLAYING
    assert xgid.decode(xgid.encode(situation)) == situation
