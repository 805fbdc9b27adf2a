"""GNU Backgammon, run to read a match file and to save what it has read."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from games.engine.formats import mat_write, reading, sgf_write
from games.engine.formats.record import Record
from tests.infrastructure.required import lacking

# What GNU Backgammon prints about a file that it does not like.
COMPLAINTS = ("WARNING", "Unrecognised", "doesn't follow", "not a valid", "nvalid", "Error")


def _program() -> str:
    found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if found is None:
        lacking("GNU Backgammon")
    return str(found)


def read_records(folder: Path, records: Mapping[str, Record], written: str) -> dict[str, Record]:
    """The records as it saves them after it has read what we write of them."""
    write = mat_write.to_mat if written == "mat" else sgf_write.to_sgf
    # Of a .mat file it takes the Jacoby rule from its own settings.
    jacoby = any(record.options.jacoby for record in records.values())
    texts = {name: write(record) for name, record in records.items()}
    return read_texts(folder, texts, written, jacoby=jacoby)


def read_texts(
    folder: Path, texts: Mapping[str, str], written: str, *, jacoby: bool = False
) -> dict[str, Record]:
    """The same of files; fails on any word of complaint."""
    orders = ["set confirm new off", "set confirm save off"]
    orders.append(f"set jacoby {'on' if jacoby else 'off'}")
    load = "import mat" if written == "mat" else "load match"
    for name, text in texts.items():
        (folder / f"{name}.{written}").write_text(text)
        orders += [f"{load} {name}.{written}", f"save match {name}.again.sgf"]
    (folder / "orders").write_text("\n".join(orders) + "\n")
    done = subprocess.run(
        [_program(), "-t", "-q", "-c", "orders"],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    said = done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
    assert not [line for line in said.splitlines() if any(word in line for word in COMPLAINTS)]
    return {
        name: reading.read_match((folder / f"{name}.again.sgf").read_bytes()).record
        for name in texts
    }
