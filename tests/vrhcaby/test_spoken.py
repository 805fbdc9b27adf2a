"""The language of the terminal: one rule before and after there is a Django."""

from pathlib import Path

import pytest

from vrhcaby import spoken

ROOT = Path(__file__).resolve().parents[2]
START = (
    "vrhcaby/bootstrap.py",
    "vrhcaby/interpreters.py",
    "vrhcaby/keys.py",
    "vrhcaby/pip_output.py",
    "vrhcaby/management/commands/club.py",
    "ladder/management/commands/demo.py",
)


@pytest.fixture
def terminal(monkeypatch):
    """A terminal that says nothing of languages; the test sets what it says."""
    for name in (*spoken.VARIABLES, spoken.LISTED):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch.setenv


@pytest.mark.parametrize(
    ("given", "spoken_to"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "CS"}, "cs"),
        ({"LANG": "csb_PL.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "C", "LC_MESSAGES": "cs_CZ"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": ""}, "cs"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "sk:cs:en"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": "en:cs"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": ""}, "cs"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "cs"}, "en"),
        ({"LANG": "POSIX", "LANGUAGE": "cs"}, "en"),
        ({"LANGUAGE": "cs"}, "en"),
    ],
)
def test_the_environment_says_the_language(terminal, given, spoken_to):
    for name, value in given.items():
        terminal(name, value)

    assert spoken.language() == spoken_to


def test_words_come_from_the_catalogue_of_the_site(terminal):
    assert spoken.gettext("Stopped.") == "Stopped."
    terminal("LANG", "cs_CZ.UTF-8")
    assert spoken.gettext("Stopped.") == "Zastaveno."
    assert spoken.gettext("Nobody has translated this.") == "Nobody has translated this."


@pytest.mark.parametrize("content", [None, b"", b"no catalogue", b"\xde\x12\x04\x95"])
def test_a_catalogue_that_is_missing_or_broken_keeps_nothing_from_starting(
    terminal, monkeypatch, tmp_path, content
):
    if content is not None:
        folder = tmp_path / "cs" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.mo").write_bytes(content)
    monkeypatch.setattr(spoken, "LOCALE", str(tmp_path))
    spoken._czech.cache_clear()
    terminal("LANG", "cs_CZ.UTF-8")

    assert spoken.gettext("Stopped.") == "Stopped."
    spoken._czech.cache_clear()


def test_nothing_of_a_start_speaks_by_another_rule():
    """Django speaks the language of the site to whoever does not ask for a page."""
    paths = [*(ROOT / name for name in START), *(ROOT / "vrhcaby" / "club").glob("*.py")]

    assert [path.name for path in paths if "django.utils.trans" in path.read_text("utf-8")] == []
