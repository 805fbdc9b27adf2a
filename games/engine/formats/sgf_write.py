"""Writing SGF as GNU Backgammon loads it: one game tree a game, White the first seat."""

from collections.abc import Iterator

from games.engine.board import BAR, HAND, OFF, PLACES, Board
from games.engine.formats import conceded
from games.engine.formats.record import Action, ActionKind, Game, Moves, Record
from games.engine.formats.sgf_read import INFO
from games.engine.rules import PRESETS, BackgammonZone

_COLOURS = "WB"
_WORDS = {
    ActionKind.DOUBLE: "double",
    ActionKind.BEAVER: "double",
    ActionKind.RACCOON: "double",
    ActionKind.TAKE: "take",
    ActionKind.DROP: "drop",
}
_SPECIAL = {BAR: "y", OFF: "z", HAND: "@"}
_RULES_OF = {key: key.capitalize() for key in PRESETS} | {
    "standard": "",
    "hypergammon": "Hypergammon3",
}


def to_sgf(record: Record) -> str:
    """The match as a collection of games."""
    games, conceded_from = conceded.split(record)
    marked = len(games) if conceded_from is None else conceded_from
    return "".join(
        _game(record, game, number, conceded_game=number >= marked)
        for number, game in enumerate(games)
    )


def _game(record: Record, game: Game, number: int, *, conceded_game: bool) -> str:
    rules = [*_rules(record, game), *[conceded.MARK] * conceded_game]
    nodes = [_root(record, game, number, ":".join(rules)), *_start(game), *_nodes(game)]
    return "(;" + "\n;".join(nodes) + ")\n"


def _root(record: Record, game: Game, number: int, rules: str) -> str:
    told = [
        "FF[4]GM[6]CA[UTF-8]AP[vrhcaby:1]",
        f"MI[length:{record.length}][game:{number}][ws:{game.score[0]}][bs:{game.score[1]}]",
        f"PW[{_escaped(record.players[0])}]PB[{_escaped(record.players[1])}]",
    ]
    info = dict(record.info)
    told += [f"{key}[{_escaped(info[name])}]" for key, name in INFO if name in info]
    if rules:
        told.append(f"RU[{rules}]")
    return "".join(told) + _result(game)


def _rules(record: Record, game: Game) -> Iterator[str]:
    options = record.options
    in_use = (
        ("Crawford", options.crawford),
        ("CrawfordGame", game.crawford),
        ("Jacoby", options.jacoby),
        ("Beavers", options.beavers > 0),
        ("SeedZone", options.backgammon_zone is BackgammonZone.SEED),
        (_RULES_OF[record.ruleset], bool(_RULES_OF[record.ruleset])),
    )
    return (name for name, used in in_use if used)


def _result(game: Game) -> str:
    if not game.finished:
        return ""
    if game.winner is None:
        return "RE[Draw]"
    return f"RE[{_COLOURS[game.winner]}+{game.points}{'R' * game.resigned}]"


def _escaped(text: str) -> str:
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain.replace("\\", "\\\\").replace("]", "\\]")


def _start(game: Game) -> Iterator[str]:
    if game.start is not None:
        first = _COLOURS[game.actions[0].seat] if game.actions else _COLOURS[0]
        yield f"PL[{first}]AE[a:y]{_checkers(game.start)}"
    if game.cube != 1:
        yield f"CV[{game.cube}]"
    if game.owner is not None:
        yield f"CP[{_COLOURS[game.owner].lower()}]"


def _checkers(board: Board) -> str:
    """Both sides of a board that seat 0 sees, in White's numbering."""
    counts = board.counts
    told = []
    for name, seat in (("AW", 0), ("AB", 1)):
        half = counts[PLACES * seat : PLACES * (seat + 1)]
        values = "".join(f"[{_letter(p, seat)}]" * half[p] for p in range(1, BAR + 1))
        if values:
            told.append(name + values)
    return "".join(told)


def _nodes(game: Game) -> Iterator[str]:
    for action in game.actions:
        colour = _COLOURS[action.seat]
        if action.kind is ActionKind.ROLL:
            yield f"PL[{colour}]DI[{_dice(action)}]"
        elif action.kind is ActionKind.MOVE:
            yield f"{colour}[{_dice(action)}{_letters(action.steps, action.seat)}]"
        elif action.kind in _WORDS:
            yield f"{colour}[{_WORDS[action.kind]}]"


def _dice(action: Action) -> str:
    return "{}{}".format(*(action.dice or (0, 0)))


def _letters(steps: Moves, seat: int) -> str:
    return "".join(_letter(place, seat) for step in steps for place in step)


def _letter(place: int, seat: int) -> str:
    if place in _SPECIAL:
        return _SPECIAL[place]
    return chr(ord("a") - 1 + (25 - place if seat else place))
