"""Reading SGF as GNU Backgammon saves it, and what is wrong with a file and where."""

import pytest

from games.engine.board import Board
from games.engine.formats import reading
from games.engine.formats.failures import FormatError, Place
from games.engine.formats.imported import Imported
from tests.games.engine.formats.samples import acts, codes

ROOT = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Boris]RU[Crawford]"
MONEY = ROOT.replace("length:7", "length:0").replace("Crawford", "Jacoby")
OPENING = "\n;W[31hefe]\n;B[62agln]"
WON = ROOT + "RE[W+1R]" + OPENING + ")"


def _read(body: str, root: str = ROOT) -> Imported:
    return reading.read_match((root + body).encode())


def test_moves_are_told_by_letters() -> None:
    first, second = acts(_read(OPENING + ")"))

    assert first[:4] == ["X", "move", "31", [[8, 5], [6, 5]]]
    assert second[:4] == ["O", "move", "62", [[24, 18], [13, 11]]]


def test_the_order_of_steps_is_kept() -> None:
    assert acts(_read("\n;W[31fehe])"))[0][3] == [[6, 5], [8, 5]]


def test_the_result_says_whether_the_loser_gave_up() -> None:
    (game,) = reading.read_match(WON.encode()).record.games

    assert (game.winner, game.points, game.resigned) == (0, 1, True)


def test_a_game_in_progress_is_no_lie() -> None:
    imported = _read(OPENING + ")")

    assert codes(imported) == ["game_not_finished"]
    assert imported.refusal is None


def test_a_double_answered_by_doubles_is_a_beaver_and_a_raccoon() -> None:
    body = OPENING + ";W[double];B[double];W[double];B[take];W[21mkfe])"

    kinds = [(act[0], act[1]) for act in acts(_read(body, MONEY))[2:]]

    assert kinds == [
        ("X", "double"),
        ("O", "beaver"),
        ("X", "raccoon"),
        ("O", "take"),
        ("X", "move"),
    ]


def test_the_cube_that_a_game_begins_with() -> None:
    body = ";CV[4]" + OPENING + ";W[double];B[drop])"
    (game,) = _read(body, MONEY.replace("RU", "RE[W+4]RU")).record.games

    assert (game.cube, game.winner, game.points) == (4, 0, 4)


def test_a_set_position() -> None:
    body = ";PL[W]AE[a:y]AW[a][a]AB[x][x][v]\n;CV[2]\n;CP[b]\n;W[21azaz])"
    imported = _read(body)
    (game,) = imported.record.games

    assert game.start == Board.of({1: 2}, {1: 2, 3: 1})
    assert (game.cube, game.owner, game.winner, game.points) == (2, 1, 0, 2)
    assert codes(imported) == ["set_position"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (OPENING + ";AE[a:y]AW[a]AB[x])", "not_first"),
        (OPENING + ";CV[2])", "not_first"),
        (";AE[a:y])", "game_over"),
        (";AW[c]AB[c])", "two_colours"),
        (";AW" + "[c]" * 16 + "AB[x])", "too_many_checkers"),
    ],
)
def test_a_set_position_that_cannot_be(body: str, reason: str) -> None:
    imported = _read(body)

    assert codes(imported)[-1] == "bad_set_position"
    assert dict(imported.oddities[-1].details)["reason"] == reason


def test_dice_on_the_board() -> None:
    played = _read(";PL[W]DI[31]" + OPENING + ")")
    resigned = _read(OPENING + ";PL[W]DI[64])", ROOT + "RE[B+1R]")

    assert [act[1] for act in acts(played)] == ["move", "move"]
    assert [act[:3] for act in acts(resigned)[2:]] == [["X", "set", "64"], ["X", "resign", None]]


def test_dice_that_were_set_and_not_played_are_illegal() -> None:
    assert codes(_read(";PL[W]DI[32]" + OPENING + ")")) == ["illegal_play"]


def test_comments_analysis_escapes_and_variations() -> None:
    noisy = (
        "  \r\n(\n;GM[6]C[a ; \\] ( \\\\]MI[length:7]\n[game:0]PW[A \\] B]PB[C\\\\]XY[1][2]\n"
        ";W[31hefe]A[0][hefe E [x \\] y]DA[E ver 3]\n(;B[62agln]C[main])(;B[62agqo](;W[21]))\n)"
    )
    imported = reading.read_match(noisy.encode())

    assert imported.record.players == ("A ] B", "C\\")
    assert len(acts(imported)) == 2
    assert codes(imported) == ["game_not_finished", "variations_left_out"]


@pytest.mark.parametrize(
    ("rules", "ruleset", "crawford"),
    [
        ("Crawford:Nackgammon", "nackgammon", True),
        ("Hypergammon3", "hypergammon", False),
        ("Crawford:Egyptian", "egyptian", True),
        ("Vrhcaby", "vrhcaby", False),
        ("", "standard", False),
    ],
)
def test_rules_by_name(rules: str, ruleset: str, crawford: bool) -> None:
    record = reading.read_match(ROOT.replace("Crawford", rules).encode() + b")").record

    assert (record.ruleset, record.options.crawford) == (ruleset, crawford)


@pytest.mark.parametrize(
    ("rules", "crawford"), [("Crawford:CrawfordGame", True), ("Crawford", False)]
)
def test_a_match_that_begins_at_match_point(rules: str, crawford: bool) -> None:
    root = ROOT.replace("RU[Crawford]", f"RU[{rules}]").replace("ws:0", "ws:6")
    (game,) = reading.read_match((root + ")").encode()).record.games

    assert (game.crawford, game.post_crawford) == (crawford, not crawford)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("(;GM[1]FF[4])", "bad_sgf", Place(1, 3)),
        ("(;FF[4])", "bad_sgf", Place(1, 1)),
        ("(;", "bad_sgf", Place(1, 1)),
        ("(;GM[6", "bad_sgf", Place(1, 7)),
        ("(;GM[6]MI[length:99999])", "bad_match_length", Place(1, 8)),
        ("(;GM[6]RU[Hypergammon1])", "unknown_variant", Place(1, 8)),
    ],
)
def test_what_is_no_match(text: str, code: str, place: Place) -> None:
    with pytest.raises(FormatError) as refusal:
        reading.read_match(text.encode())

    details = refusal.value.details
    assert (refusal.value.code, details["line"], details["character"]) == (
        code,
        place.line,
        place.character,
    )


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (WON[:-1], "truncated", Place(3, 11)),
        (WON[:-4], "truncated", Place(3, 8)),
        (WON.replace(";B", "!B"), "bad_sgf", Place(3, 1)),
        (WON.replace("W+1R", "W+7R"), "score_differs", Place(1, len(ROOT) + 1)),
        (WON + WON.replace("ws:0", "ws:2"), "score_differs", Place(4, 8)),
        (WON + "\n" + WON.replace("ws:0", "ws:7"), "score_differs", Place(4, 8)),
    ],
)
def test_a_file_that_is_broken_off_or_lies_is_refused_as_a_whole(
    text: str, code: str, place: Place
) -> None:
    refusal = reading.read_match(text.encode()).refusal

    assert refusal is not None
    assert refusal.code == code
    if code == "score_differs" and "W+7R" not in text:
        return
    assert (refusal.details["line"], refusal.details["character"]) == (place.line, place.character)


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ("\n;W[31hefd])", "illegal_play", Place(2, 2)),
        ("\n;W[99hefd])", "unreadable_play", Place(2, 2)),
        ("\n;W[31hefe]\n;W[62agln])", "wrong_turn", Place(3, 2)),
        ("\n;W[double])", "illegal_cube", Place(2, 2)),
        (OPENING + "\n;W[take])", "illegal_cube", Place(4, 2)),
        ("\n;PL[W]DI[9])", "unreadable_play", Place(2, 7)),
        ("\n;CV[3])", "illegal_cube", Place(2, 2)),
    ],
)
def test_what_cannot_be_ends_the_import_and_has_a_place(body: str, code: str, place: Place) -> None:
    imported = _read(body)

    assert codes(imported) == [code]
    assert imported.oddities[0].place == place
    assert not imported.record.games[0].finished


def test_an_sgf_may_declare_its_encoding() -> None:
    text = ROOT.replace("FF[4]", "FF[4]CA[windows-1250]").replace("Anna", "Jiří") + ")"

    imported = reading.read_match(text.encode("cp1250"))

    assert imported.record.players[0] == "Jiří"
    assert "encoding_guessed" not in codes(imported)
