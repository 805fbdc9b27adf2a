"""What holds over the whole tree: contracts, migrations, doors, names, sizes."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (
    "vrhcaby",
    "games",
    "ladder",
    "accounts",
    "templates",
    "tests",
    "docs",
    "deploy",
    "bench",
)
CODE = ("vrhcaby", "games", "ladder", "accounts")
TEXT = {".py", ".js", ".mjs", ".html", ".css", ".md", ".toml", ".txt", ".po", ".yaml", ".conf"}
VAGUE = {"utils", "helpers", "common", "misc", "manager", "handler", "data", "info"}


def _files(folders: tuple[str, ...], *suffixes: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and "__pycache__" not in path.parts:
                yield path


def _lines(paths: Iterator[Path], pattern: str) -> list[str]:
    """Return `file:line` of every line that matches."""
    found = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if found.search(line)
    ]


def test_the_import_contracts_are_kept():
    """In a process of its own: the linter finds packages by importing nothing but itself."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say(capsys):
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, verbosity=1)
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


def test_one_module_alone_knows_the_channel_layer():
    found = _lines(_files(CODE, ".py"), r"\bget_channel_layer\b")

    assert {place.split(":")[0] for place in found} == {"vrhcaby/broadcast.py"}


def test_one_module_alone_draws_secrets_for_dice():
    found = _lines(_files(("games", "ladder", "accounts"), ".py"), r"^\s*(import|from) random\b")

    assert found == []


def test_every_push_waits_for_the_commit():
    found = _lines(_files(("games", "ladder", "accounts"), ".py"), r"\bgroup_send\(")

    assert found == []


def test_no_file_names_a_path_of_somebodys_machine():
    roots = "|".join(("work", "root", "farm", "Users"))
    top = [path for path in ROOT.iterdir() if path.suffix in TEXT or path.parent.name == ".ci"]
    paths = [*_files(FOLDERS, *TEXT), *top, ROOT / ".ci" / "run"]

    assert _lines(iter(paths), rf"(^|[^\w.-])/({roots})/") == []


def test_no_merge_was_left_half_done():
    assert _lines(_files(FOLDERS, *TEXT), r"^(<{7}|>{7}|\|{7}) ") == []


def test_every_import_in_javascript_ends_so_that_its_name_is_hashed():
    """Without the semicolon Django leaves the line alone, and the browser gets an old file."""
    scripts = [path for path in _files(CODE, ".js") if "vendor" not in path.parts]

    loose = _lines(
        iter(scripts),
        r"""^\s*(?:\}\s*from|(?:import|export)\b.*?\bfrom|import)\s*["'][^"']+["']\s*$""",
    )

    assert loose == []


def test_no_template_has_script_or_style_of_its_own():
    """The content security policy would refuse them silently."""
    pages = [path for path in _files(("templates",), ".html") if "email" not in path.parts]

    inline = r"<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle=\"|\son[a-z]+=\""

    assert _lines(iter(pages), inline) == []


def test_no_module_is_a_drawer_for_everything():
    names = {path.stem for path in _files(CODE, ".py", ".js")}

    assert names & VAGUE == set()


def test_a_module_has_one_subject():
    long = [
        f"{path.relative_to(ROOT)}: {count}"
        for path in _files(CODE, ".py", ".js")
        if "migrations" not in path.parts and "vendor" not in path.parts
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 350
    ]

    assert long == []
