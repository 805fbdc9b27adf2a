"""Finding a Python."""

import sys
from pathlib import Path

import pytest

from vrhcaby import interpreters


def _fake(folder: Path, name: str, line: str) -> Path:
    """Write a program that stands for an interpreter: it runs one line of shell."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine with nothing on PATH but a folder, and an empty home."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "")
    return folder


def test_this_python_is_known_by_version_and_venv():
    version, able = interpreters.ask(sys.executable)

    assert version == sys.version_info[:2]
    assert able in {True, False}


def test_a_shim_that_fails_is_passed_over(bare):
    _fake(bare, "python3.13", "echo 'command not found' >&2; exit 127")
    good = _fake(bare, "python3.12", "echo 3 12 1")

    assert interpreters.find_python() == (str(good), (3, 12))


def test_the_newest_that_the_lock_knows_wins(bare):
    _fake(bare, "python3.11", "echo 3 11 1")
    newest = _fake(bare, "python3.13", "echo 3 13 1")
    _fake(bare, "python3", "echo 3 14 1")

    assert interpreters.find_python() == (str(newest), (3, 13))


def test_pyenv_is_searched_when_path_has_nothing(bare, tmp_path):
    folder = tmp_path / ".pyenv" / "versions" / "3.12.4" / "bin"
    folder.mkdir(parents=True)
    kept = _fake(folder, "python3", "echo 3 12 1")

    assert interpreters.find_python() == (str(kept), (3, 12))


def test_only_an_old_python_is_one_sentence(bare):
    _fake(bare, "python3", "echo 3 9 1")

    with pytest.raises(interpreters.Refusal, match=r"^Python 3\.11, 3\.12 or 3\.13 is needed.*\.$"):
        interpreters.find_python()


def test_a_python_without_venv_is_one_sentence(bare):
    _fake(bare, "python3", "echo 3 11 0")

    with pytest.raises(interpreters.Refusal, match=r"lacks the venv module.*python3-venv"):
        interpreters.find_python()


def test_a_python_with_venv_is_preferred_to_a_newer_one_without(bare):
    _fake(bare, "python3.13", "echo 3 13 0")
    able = _fake(bare, "python3.11", "echo 3 11 1")

    assert interpreters.find_python() == (str(able), (3, 11))


@pytest.mark.parametrize("version", [(3, 10), (3, 14), (2, 7)])
def test_versions_outside_the_lock_are_refused(version):
    with pytest.raises(interpreters.Refusal):
        interpreters.require_version(version)


FIRST = ("bootstrap", "interpreters", "pip_output", "spoken")


@pytest.mark.parametrize("file", ["manage.py", *(f"vrhcaby/{name}.py" for name in FIRST)])
def test_what_runs_first_reads_on_an_old_python(file):
    import ast

    source = (Path(__file__).parents[2] / file).read_text(encoding="utf-8")

    assert ast.parse(source, feature_version=(3, 8))
