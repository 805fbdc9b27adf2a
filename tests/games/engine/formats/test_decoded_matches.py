"""Real match files give the actions that GNU Backgammon read in them."""

import pytest

from games.engine import position_id
from games.engine.formats import actions, reading
from games.engine.formats.imported import Imported
from tests.games.engine.formats.samples import codes, files, match_of

# What differs from the decoded match, and why: an illegal play (the code and its line), or a
# hop that GNU Backgammon noted over a point that the checker cannot have gone over.
ILLEGAL = {"gammonview_0669.mat": (2, 37, 71), "gammonview_0688.mat": (12, 18, 232)}
OTHER_HOP = {"bglab_studio_0550.txt": 168, "bglab_studio_0584.txt": 42}
# Rolled and resigned: GNU Backgammon notes the roll once more for the other player.
ROLL_TWICE = "bglab_galaxy_0057.txt"


def _read(name: str) -> Imported:
    return reading.read_match(files("matches")[name])


def _games(imported: Imported) -> list[dict]:
    return actions.to_actions(imported.record)["games"]


@pytest.mark.parametrize("name", sorted(files("matches")))
def test_a_file_gives_the_actions_of_its_decoded_match(name: str) -> None:
    imported, expected = _read(name), match_of(name)
    told = actions.to_actions(imported.record)

    for key in ("X_name", "O_name", "match_length", "variation"):
        assert told[key] == expected[key]
    if name in ILLEGAL:
        assert_read_up_to_it(imported, expected["games"], *ILLEGAL[name])
    elif name in OTHER_HOP:
        assert_other_hop(imported, expected["games"], OTHER_HOP[name])
    else:
        games = expected["games"]
        if name == ROLL_TWICE:
            del games[-1]["actions"][-2]
        assert told["games"] == games
        assert imported.refusal is None


def assert_read_up_to_it(
    imported: Imported, expected: list[dict], game: int, legal: int, line: int
) -> None:
    """The games before, the actions before, and the line of the illegal play."""
    games = _games(imported)
    assert games[: game - 1] == expected[: game - 1]
    assert len(games) == game
    assert games[-1]["actions"] == expected[game - 1]["actions"][:legal]
    assert (games[-1]["winner"], games[-1]["finished"]) == (None, False)
    assert codes(imported)[-1] == "illegal_play"
    assert imported.oddities[-1].place.line == line


def assert_other_hop(imported: Imported, expected: list[dict], line: int) -> None:
    """One action differs in its steps; the position after it does not."""
    assert [o.place.line for o in imported.oddities if o.code == "hop_order"] == [line]
    differing = [
        (ours, theirs)
        for mine, other in zip(_games(imported), expected, strict=True)
        for ours, theirs in zip(mine["actions"], other["actions"], strict=True)
        if ours != theirs
    ]
    assert len(differing) == 1
    ours, theirs = differing[0]
    assert ours[:3] + ours[4:] == theirs[:3] + theirs[4:]


@pytest.mark.parametrize("name", sorted(files("gnubg")))
def test_the_exports_of_gnu_backgammon_say_the_same(name: str) -> None:
    games = _games(reading.read_match(files("gnubg")[name]))
    expected = match_of(name)["games"]
    for game in expected:
        for action in game["actions"]:
            # As text it writes plays from the back; in an SGF of others they stay as they were.
            if action[3] and not name.endswith(".sgf"):
                action[3].sort(reverse=True)
    assert games == expected


@pytest.mark.parametrize("name", sorted(files("positions")))
def test_a_position_text_gives_its_position(name: str) -> None:
    imported = reading.read_match(files("positions")[name])

    assert codes(imported) == ["position_only"]
    assert imported.record.games[0].start is not None
    assert all(imported.record.players)


PAIR = ("4HPwATDgc/ABMA", "cInlAAAAAAAE")


@pytest.mark.parametrize(
    "text",
    [
        "{}:{}",
        "\n  {} {}\r\n",
        "{}\n{}",
        "GNUBG ID: {}:{}",
        "gnubgid={}:{}",
        "Position ID: {} Match ID: {}",
        "  Position ID : {}\n  Match ID   : {}\n",
    ],
)
def test_a_pair_of_ids_is_read_however_it_was_copied(text: str) -> None:
    imported = reading.read_match(text.format(*PAIR).encode())

    assert codes(imported) == ["position_only"]
    assert imported.record.games[0].start == position_id.decode(PAIR[0])


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("\n////////////// cInlAAAAAAAE", "bad_position_id", 2),
        ("4HPwATDgc/ABMA:////////////", "bad_match_id", 1),
        ("4HPwATDgc/ABMA:cInlAAAAAAAE and more", "unknown_format", 1),
        ("4HPwATDgc/ABMA", "unknown_format", 1),
        ("4HPwATDgc/ABMAcInlAAAAAAAE", "unknown_format", 1),
    ],
)
def test_a_pair_that_is_none_is_told(text: str, code: str, line: int) -> None:
    with pytest.raises(reading.FormatError) as refusal:
        reading.read_match(text.encode())

    assert (refusal.value.code, refusal.value.details["line"]) == (code, line)


@pytest.mark.parametrize("name", sorted(files("binary")))
def test_a_binary_file_is_refused_as_one(name: str) -> None:
    with pytest.raises(reading.FormatError) as refusal:
        reading.read_match(files("binary")[name])

    assert refusal.value.code in ("binary_file", "bad_record", "unknown_format")
    assert (refusal.value.code == "binary_file") == (not name.endswith(".gva"))
