"""`convert`: a match file of any format as another one."""

import json
import sys

from games.engine.cli import lines
from games.engine.cli.format_sentences import error_data, oddity_data
from games.engine.formats import actions, json_record, mat_write, sgf_write
from games.engine.formats.failures import FormatError
from games.engine.formats.imported import Imported
from games.engine.formats.reading import MOST_BYTES, read_match

TARGETS = ("mat", "sgf", "json", "actions")
_REFUSED = 1


def run(path: str, target: str) -> int:
    """Write the converted match; the exit status.

    What is odd about the file is listed under `oddities` by `actions`, on standard error by
    the others. A file that gives nothing, or breaks off, or lies about its score, gets an
    `error` on standard output and status 1; `actions` then still says what could be read.
    """
    with lines.opened(path) as stream:
        data = stream.read(MOST_BYTES + 1)
    try:
        imported = read_match(data)
    except FormatError as refused:
        sys.stdout.write(json.dumps({**error_data(refused), "oddities": []}) + "\n")
        return _REFUSED
    if target == "actions" or imported.refusal is not None:
        sys.stdout.write(json.dumps(_told(imported, target)) + "\n")
        return 0 if imported.refusal is None else _REFUSED
    for oddity in map(oddity_data, imported.oddities):
        sys.stderr.write("{line}:{character}: {text} [{code}]\n".format_map(oddity))
    # Always UTF-8, as the files themselves say, whatever the terminal speaks.
    sys.stdout.buffer.write(_converted(imported, target).encode())
    return 0


def _told(imported: Imported, target: str) -> dict[str, object]:
    told = actions.to_actions(imported.record) if target == "actions" else {}
    refusal = {} if imported.refusal is None else error_data(imported.refusal)
    return {**refusal, **told, "oddities": list(map(oddity_data, imported.oddities))}


def _converted(imported: Imported, target: str) -> str:
    if target == "json":
        return json.dumps(json_record.to_json(imported.record)) + "\n"
    write = mat_write.to_mat if target == "mat" else sgf_write.to_sgf
    return write(imported.record)
