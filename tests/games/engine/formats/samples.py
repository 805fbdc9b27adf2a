"""The files of other programs that the formats are tested with."""

import gzip
import json
import tarfile
from copy import deepcopy
from functools import cache
from pathlib import Path

from games.engine.formats import actions
from games.engine.formats.imported import Imported
from tests.games.engine.positions import lines_of

DATA = Path(__file__).parents[3] / "data" / "formats"


@cache
def files(folder: str) -> dict[str, bytes]:
    """The files of one folder of the archive by their names."""
    with tarfile.open(DATA / "matches.tar.xz") as archive:
        members = [member for member in archive if member.name.startswith(folder + "/")]
        return {
            member.name.partition("/")[2]: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in members
        }


@cache
def decoded() -> dict[str, dict]:
    """Matches as GNU Backgammon decoded them, by id."""
    return {match["id"]: match for match in lines_of("decoded_matches.jsonl.gz")}


def match_of(name: str) -> dict:
    """The decoded match of a file, to change at will."""
    return deepcopy(decoded()[name.partition(".")[0]])


@cache
def id_lines() -> list[dict]:
    """The 608 states."""
    text = gzip.decompress((DATA / "ids.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


@cache
def printed_ids() -> list[dict]:
    """The 56 ids of real programs."""
    return json.loads((DATA / "ids_real_programs.json").read_text())


def codes(imported: Imported) -> list[str]:
    """What was odd, by its codes."""
    return [oddity.code.value for oddity in imported.oddities]


def acts(imported: Imported) -> list[list]:
    """The actions of the only game."""
    (game,) = actions.to_actions(imported.record)["games"]
    return game["actions"]
