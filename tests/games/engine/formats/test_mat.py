"""Reading .mat: the dialects' habits, and what is wrong with a file and where."""

import pytest

from games.engine.board import Board
from games.engine.formats import reading
from games.engine.formats.failures import FormatError, Place
from games.engine.formats.imported import Imported
from games.engine.formats.record import ActionKind
from games.engine.formats.xgid import places_of
from tests.games.engine.formats.samples import acts, codes

HEAD = " 7 point match\n\n Game 1\n Anna : 0                      Boris : 0\n"
MONEY = HEAD.replace("7 point", "0 point")
OPENING = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n"


def _read(body: str, head: str = HEAD) -> Imported:
    return reading.read_match((head + body).encode())


def _steps(body: str, head: str = HEAD) -> list:
    return [act[3] for act in acts(_read(body, head)) if act[1] == "move"]


def _refused(text: str) -> tuple[str, int, int]:
    with pytest.raises(FormatError) as refusal:
        reading.read_match(text.encode())
    details = refusal.value.details
    return refusal.value.code, int(details["line"]), int(details["character"])


@pytest.mark.parametrize(
    ("written", "steps"),
    [
        ("31: 8/5 6/5", [[8, 5], [6, 5]]),
        ("31: 6/5 8/5", [[8, 5], [6, 5]]),
        ("13: 8/5, 6/5", [[8, 5], [6, 5]]),
        ("65: 24/13", [[24, 18], [18, 13]]),
        # 24/19 is held by the other player: only the 6 can come first.
        ("56: 24/13", [[24, 18], [18, 13]]),
        ("65: 24/18/13", [[24, 18], [18, 13]]),
        ("11: 8/7(2) 6/5(2)", [[8, 7], [8, 7], [6, 5], [6, 5]]),
        ("33: 24/15 13/10", [[24, 21], [21, 18], [18, 15], [13, 10]]),
        ("22: 13/9(2)", [[13, 11], [13, 11], [11, 9], [11, 9]]),
        ("22 : 13/5", [[13, 11], [11, 9], [9, 7], [7, 5]]),
    ],
)
def test_a_play_is_told_die_by_die(written: str, steps: list) -> None:
    assert _steps(f"  1) {written}\n") == [steps]


@pytest.mark.parametrize("bar", ["bar", "Bar", "25"])
def test_the_bar_has_many_names(bar: str) -> None:
    body = f"  1) 62: 24/18 13/11              61: 13/7* 8/7\n  2) 21: {bar}/23 24/23\n"

    assert _steps(body)[-1] == [[25, 23], [24, 23]]


@pytest.mark.parametrize("star", ["*", ""])
def test_a_hit_need_not_be_marked(star: str) -> None:
    body = f"  1) 62: 24/18 13/11              61: 13/7{star} 8/7\n  2) 21: 25/24 24/22\n"
    imported = _read(body)

    assert acts(imported)[-1][3] == [[25, 24], [24, 22]]
    assert codes(imported) == ["truncated"]


def test_a_hit_that_is_none_is_odd() -> None:
    assert codes(_read("  1) 31: 8/5* 6/5\n"))[0] == "no_hit_there"


def _at(own: dict[int, int], theirs: dict[int, int]) -> str:
    """The line that sets this position, as the left player sees it."""
    return f"; Set Pos={places_of(Board.of(own, theirs))}/0\n"


@pytest.mark.parametrize("off", ["off", "Off", "0"])
def test_bearing_off_has_many_names(off: str) -> None:
    body = _at({2: 1, 1: 2}, {1: 2}) + f"  1) 21: 2/{off} 1/{off}\n"

    assert acts(_read(body))[0][3] == [[2, 0], [1, 0]]


CLOSED = dict.fromkeys(range(1, 7), 2)


@pytest.mark.parametrize("nothing", ["", "Cannot Move", "    Cannot Move    ", "cannot move"])
def test_a_roll_that_cannot_be_played(nothing: str) -> None:
    body = _at({25: 1, 13: 2}, CLOSED | {13: 2}) + f"  1) 63: {nothing:15}  21: 13/10\n"
    imported = _read(body)

    assert acts(imported)[0][:4] == ["X", "move", "63", []]
    assert acts(imported)[1][3] == [[13, 11], [11, 10]]
    assert codes(imported) == ["set_position", "truncated"]


def test_a_set_position_with_an_owned_cube() -> None:
    line = _at({13: 2}, {13: 2}).replace("/0", "/-2")
    (game,) = _read(line + "  1) 21: 13/10\n").record.games

    assert (game.cube, game.owner, game.start) == (4, 0, Board.of({13: 2}, {13: 2}))


@pytest.mark.parametrize("places", ["-" * 26, "A" * 26, "-b--x-E-C---eE---c-e----B-"])
def test_a_set_position_that_is_none(places: str) -> None:
    assert codes(_read(f"; Set Pos={places}/0\n  1) 21: 13/10\n"))[0] == "bad_set_position"


def test_a_pass_that_is_none() -> None:
    imported = _read(OPENING + "  2) 63: Cannot Move\n")

    assert codes(imported) == ["illegal_play"]
    assert imported.oddities[0].place == Place(6, 6)


def test_the_only_play_that_was_not_written_down() -> None:
    imported = _read(_at({2: 1}, {1: 2}) + "  1) 11:\n      Wins 1 point\n")

    assert acts(imported)[0][3] == [[2, 1], [1, 0]]
    assert codes(imported) == ["set_position", "forced_play_added"]


@pytest.mark.parametrize("unplayed", ["????", "???", ""])
def test_resigned_after_the_roll(unplayed: str) -> None:
    imported = _read(OPENING + f"  2) 64: {unplayed}\n{' ' * 33}Wins 2 points\n")
    (game,) = imported.record.games

    assert [act[:3] for act in acts(imported)[-2:]] == [["X", "set", "64"], ["X", "resign", None]]
    assert (game.winner, game.level, game.points, game.resigned) == (1, 2, 2, True)
    assert codes(imported) == []


def test_a_roll_that_was_never_played_is_illegal_when_the_game_goes_on() -> None:
    imported = _read(OPENING + "  2) 64:                         31: 8/5 6/5\n")

    assert codes(imported) == ["illegal_play"]
    assert imported.oddities[0].place == Place(6, 6)


@pytest.mark.parametrize(
    "ending",
    [
        " Losses 2 point\n",
        " Losses 2 point\n\n      Wins 2 point\n".replace("      W", " " * 34 + "W"),
        "  2) Resigns\n" + " " * 34 + "Wins 2 points\n",
        " " * 34 + "Wins 2 point\n",
    ],
)
def test_the_ways_to_tell_a_resignation(ending: str) -> None:
    imported = _read(OPENING + ending)
    (game,) = imported.record.games

    assert acts(imported)[-1][:2] == ["X", "resign"]
    assert (game.winner, game.level, game.points) == (1, 2, 2)
    assert imported.refusal is None


def test_doubles_takes_and_drops_in_both_columns() -> None:
    body = (
        OPENING
        + "  2)  Doubles => 2                 Takes\n"
        + "  3) 21: 13/11 6/5               62: 8/2 6/4\n"
        + "  4) 21: 13/11 6/5                Doubles => 4\n"
        + "  5)  Drops                       Wins 2 points\n"
    )
    (game,) = _read(body).record.games

    kinds = [(action.seat, action.kind) for action in game.actions]
    assert kinds[2:4] == [(0, ActionKind.DOUBLE), (1, ActionKind.TAKE)]
    assert kinds[-2:] == [(1, ActionKind.DOUBLE), (0, ActionKind.DROP)]
    assert (game.winner, game.level, game.points) == (1, 1, 2)


def test_a_double_answered_by_a_double_is_a_beaver_and_a_raccoon() -> None:
    body = (
        OPENING
        + "  2)  Doubles => 2                 Doubles => 4\n"
        + "  3)  Doubles => 8                 Drops\n      Wins 4 points\n"
    )
    imported = _read(body, MONEY)

    kinds = [(action.seat, action.kind.value) for action in imported.record.games[0].actions[2:]]
    assert kinds == [(0, "double"), (1, "beaver"), (0, "raccoon"), (1, "drop")]
    assert codes(imported) == []


def test_a_beaver_is_taken_by_the_roll_that_follows() -> None:
    body = (
        OPENING
        + "  2)  Doubles => 2                 Beavers => 4\n"
        + "  3) 21: 13/11 6/5\n"
        + " " * 34
        + "Wins 4 points\n"
    )
    (game,) = _read(body, MONEY).record.games

    kinds = [(action.seat, action.kind.value) for action in game.actions[2:5]]
    assert kinds == [(0, "double"), (1, "beaver"), (0, "take")]
    assert (game.winner, game.points) == (1, 4)


def test_automatic_doubles_show_in_the_first_double() -> None:
    body = OPENING + "  2)  Doubles => 8                 Drops\n      Wins 4 points\n"
    imported = _read(body, MONEY)
    (game,) = imported.record.games

    assert (game.cube, game.points) == (4, 4)
    assert codes(imported) == ["automatic_double"]


def test_automatic_doubles_show_in_the_points() -> None:
    body = _at({1: 1}, {1: 2}) + "  1) 21: 1/off\n      Wins 4 points\n"
    imported = _read(body, MONEY)

    assert codes(imported) == ["set_position", "automatic_double"]
    assert (imported.record.games[0].cube, imported.record.games[0].points) == (4, 4)


@pytest.mark.parametrize(
    ("cube", "reason"),
    [
        ("  2)  Takes\n", "no_offer"),
        ("  2)                              Takes\n", "no_offer"),
        ("  2)                              Doubles => 2\n", "not_your_turn"),
        ("  2)  Doubles => 2               62: 24/18 13/11\n", "no_answer"),
        ("  2)  Doubles => 2                Beavers => 4\n", "beaver_in_match"),
        ("  2)  Doubles => 2                Takes\n  3)  Doubles => 4\n", "not_owner"),
    ],
)
def test_the_cube_is_watched(cube: str, reason: str) -> None:
    imported = _read(OPENING + cube)

    assert codes(imported)[-1] == "illegal_cube"
    assert dict(imported.oddities[-1].details)["reason"] == reason


def test_no_cube_in_the_crawford_game_and_on_the_first_turn() -> None:
    crawford = HEAD.replace("Anna : 0", "Anna : 6")
    imported = _read(OPENING + "  2)  Doubles => 2\n", crawford)
    first = _read("  1)  Doubles => 2\n")

    assert dict(imported.oddities[-1].details)["reason"] == "crawford"
    assert dict(first.oddities[-1].details)["reason"] == "first_turn"


@pytest.mark.parametrize(
    ("play", "code", "reason"),
    [
        ("52: 13/8 13/10", "illegal_play", "die_not_left"),
        ("52: 24/19 13/11", "illegal_play", "blocked"),
        ("52: 13/11", "illegal_play", "must_use_both_dice"),
        ("52: 12/7 13/11", "illegal_play", "no_checker"),
        ("52: 6/off 13/11", "illegal_play", "die_not_left"),
        ("52: 8/10 13/8", "illegal_play", "die_not_left"),
        ("52: 13/x 13/11", "unreadable_play", None),
        ("52: 13/8 13/11 6/5 6/5", "illegal_play", "die_not_left"),
    ],
)
def test_an_illegal_play_ends_the_import_and_has_a_place(
    play: str, code: str, reason: str | None
) -> None:
    imported = _read(
        OPENING + f"  2) {play}\n      Wins 1 point\n\n Game 2\n Anna : 1  Boris : 0\n"
    )
    (game,) = imported.record.games

    assert codes(imported) == [code]
    assert imported.oddities[0].place.line == 6
    assert dict(imported.oddities[0].details).get("reason") == reason
    assert (len(game.actions), game.finished, game.winner) == (2, False, None)
    assert imported.refusal is None


def test_the_same_player_twice() -> None:
    imported = _read(OPENING + "  2)                               52: 13/8 13/11\n")

    assert codes(imported) == ["wrong_turn"]
    assert imported.oddities[0].place == Place(6, 36)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty_file", 1),
        ("  \n\n", "empty_file", 1),
        ("hello\n", "unknown_format", 1),
        (" Game 1\n a : 0   b : 0\n", "no_match_length", 1),
        ("; c\n 99999 point match\n Game 1\n a : 0   b : 0\n", "bad_match_length", 2),
        ("; c\n -3 point match\n", "bad_match_length", 2),
        ('; [Variation "Chess"]\n 5 point match\n', "unknown_variant", 2),
        ('; [Variation "HyperGammon (1)"]\n 5 point match\n', "unknown_variant", 2),
        (" 5 point match\n a\x00b\n", "binary_file", 2),
    ],
)
def test_what_is_no_match(text: str, code: str, line: int) -> None:
    assert _refused(text)[:2] == (code, line)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (HEAD, "truncated", 4),
        (HEAD + OPENING, "truncated", 5),
        (" 7 point match\n", "no_games", 1),
        (" 7 point match\n Game 1\n", "no_score_line", 2),
        (" 7 point match\n Game 1\n  1) 31: 8/5 6/5\n", "no_score_line", 3),
        (HEAD.replace("Anna : 0", "Anna : 7"), "score_differs", 4),
        (HEAD + OPENING + "      Wins 7 points\n", "score_differs", 6),
        (HEAD + OPENING + "      Wins 2 points\n\n Game 2\n Anna : 3   Boris : 0\n", None, 9),
        (HEAD + OPENING + "      Wins 2 points\n\n Game 2\n Anna : 0   Boris : 2\n", None, 9),
        (HEAD + OPENING + "  2)  Doubles => 2      Drops\n      Wins 2 points\n", None, 7),
        (
            HEAD + OPENING + f"  2)  Doubles => 2       Drops\n{' ' * 34}Wins 1 point\n",
            "winner_differs",
            7,
        ),
    ],
)
def test_a_file_that_is_broken_off_or_lies_is_refused_as_a_whole(
    text: str, code: str | None, line: int
) -> None:
    refusal = reading.read_match(text.encode()).refusal

    assert refusal is not None
    assert refusal.code == (code or "score_differs")
    assert refusal.details["line"] == line


def test_a_game_without_a_result_is_known_by_the_next_score() -> None:
    second = (
        "\n Game 2\n Anna : 0                      Boris : 2\n" + OPENING + "      Wins 1 point\n"
    )
    imported = _read(OPENING + second)

    assert codes(imported) == ["game_not_finished"]
    assert [(game.winner, game.points) for game in imported.record.games] == [(1, 2), (0, 1)]


def test_games_after_the_match_are_left_out() -> None:
    more = "\n Game 2\n Anna : 2   Boris : 0\n" + OPENING
    imported = _read(OPENING + "      Wins 2 points\n" + more, HEAD.replace("7 point", "2 point"))

    assert codes(imported) == ["games_after_match"]
    assert len(imported.record.games) == 1


@pytest.mark.parametrize(
    ("line", "names", "odd"),
    [
        ("  : 0                            Boris : 0", ("", "Boris"), ["empty_name"]),
        (" Anna Marie:0  B.:0", ("Anna Marie", "B."), []),
        (" Very Long Name, 1500 : 0Other Name : 0", ("Very Long Name, 1500", "Other Name"), []),
        (" A : B : 0      C : 0", ("A : B", "C"), []),
    ],
)
def test_names(line: str, names: tuple[str, str], odd: list[str]) -> None:
    text = f" 7 point match\n\n Game 1\n{line}\n{OPENING}      Wins 1 point\n"
    imported = reading.read_match(text.encode())

    assert imported.record.players == names
    assert codes(imported) == odd


GOOD = HEAD.replace("Anna", "Jiří Č").replace("Boris", "Ženja") + OPENING + "      Wins 1 point\n"


@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode(),
        GOOD.encode("utf-8-sig"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.encode("utf-16"),
        GOOD.encode("utf-16-le"),
        GOOD.encode("utf-16-be"),
        GOOD.encode("utf-32"),
        ('; [Site "x"]\n# a comment\n; a: b: 5\n\n' + GOOD).encode(),
        GOOD.replace("  1) ", "1)").encode(),
        GOOD.replace("point match", "Point Match").encode(),
        (GOOD + "\n\n\x1a").encode(),
    ],
)
def test_encodings_line_ends_and_comments(data: bytes) -> None:
    imported = reading.read_match(data)

    assert imported.record.players == ("Jiří Č", "Ženja")
    assert imported.refusal is None
    assert imported.record.games[0].points == 1


def test_an_encoding_that_cannot_be_told_is_a_guess() -> None:
    imported = reading.read_match(GOOD.replace("Jiří Č", "Zoé").replace("Ž", "Z").encode("cp1252"))

    assert imported.record.players == ("Zoé", "Zenja")
    assert codes(imported) == ["encoding_guessed"]


def test_tags_tell_the_rules() -> None:
    tags = '; [Variation "NackGammon"]\n; [Crawford "Off"]\n; [Event "Cup"]\n'
    record = reading.read_match((tags + GOOD.replace("31: 8/5 6/5", "31: 8/5 6/5")).encode()).record
    money = '; [Jacoby "On"]\n; [Beaver "On"]\n'
    session = reading.read_match((money + GOOD.replace("7 point", "0 point")).encode()).record

    assert (record.ruleset, record.options.crawford) == ("nackgammon", False)
    assert ("Event", "Cup") in record.info
    assert (session.options.length, session.options.jacoby) == (None, True)
    assert session.options.beavers
