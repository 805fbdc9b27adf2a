"""The Czech catalogue is complete, compiled and sound; every refusal has a sentence."""

import ast
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

import accounts.phrases
import games.phrases
import ladder.phrases
from games.engine.cli import sentences
from tests.infrastructure import required
from vrhcaby.management.commands import messages

ROOT = Path(settings.BASE_DIR)
PO = messages.catalogue(Path(settings.LOCALE_PATHS[0]))
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%](?![\w-])|\{\w*\}")
CODES_OF_FILES = {"bad_record", "bad_export", "stale_snapshot", "bad_notation"}
"""Raised where stored or given files are read; no page or socket passes them on."""
BASE_CODES = {"refused", "rule_violation"}
"""Of the abstract roots, which nobody raises."""


def entries() -> list[polib.POEntry]:
    """All messages of the catalogue."""
    return list(polib.pofile(str(PO)))


def czech(entry: polib.POEntry) -> list[str]:
    """All Czech texts of a message."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_the_catalogue_is_complete():
    if shutil.which("xgettext") is None:
        required.lacking("gettext")
    before = PO.read_bytes()

    call_command("messages", "--check")

    assert PO.read_bytes() == before


def test_every_message_is_marked_by_a_name_that_the_extraction_knows():
    """Under another name than `_` a translating function leaves its messages out unseen."""
    unseen = [
        f"{path.relative_to(ROOT)}: {name.name} as {name.asname}"
        for app in ("accounts", "games", "ladder", "vrhcaby")
        for path in (ROOT / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if "gettext" in name.name and name.asname not in (None, "_", name.name)
    ]

    assert unseen == []


def test_an_incomplete_catalogue_is_refused(tmp_path, settings):
    if shutil.which("xgettext") is None:
        required.lacking("gettext")
    copy = messages.catalogue(tmp_path)
    copy.parent.mkdir(parents=True)
    po = polib.pofile(str(PO))
    del po[0]
    po[0].msgstr = ""
    po.save(str(copy))
    settings.LOCALE_PATHS = [tmp_path]

    with pytest.raises(CommandError, match="not in the catalogue") as told:
        call_command("messages", "--check")

    assert "not translated" in str(told.value)
    assert "django.mo is not made from this" in str(told.value)


def test_the_compiled_catalogue_is_made_from_the_text():
    assert messages.faults_of(PO, polib.pofile(str(PO))) == []


def test_placeholders_are_the_same_in_czech():
    wrong = []
    for entry in entries():
        wanted = Counter(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        singular = Counter(PLACEHOLDER.findall(entry.msgid))
        for number, text in enumerate(czech(entry)):
            found = Counter(PLACEHOLDER.findall(text))
            if found != wanted and not (number == 0 and found == singular):
                wrong.append((entry.msgid, text))
    assert wrong == []


def test_every_plural_has_the_four_czech_forms():
    plurals = [entry for entry in entries() if entry.msgid_plural]

    assert plurals
    assert all(len(entry.msgstr_plural) == 4 for entry in plurals)


def test_czech_plurals_are_chosen_by_number():
    with translation.override("cs"):
        told = [games.phrases.sentence("draw_too_early", {"needs": n}) for n in (1, 2, 4)]
        streak = translation.ngettext("up by %(places)s place", "up by %(places)s places", 5)

    assert "1 dalším posunu" in told[0]
    assert "2 dalších posunech" in told[1]
    assert "4 dalších posunech" in told[2]
    assert streak == "o %(places)s míst výš"


def test_ends_of_messages_agree():
    ends = (".", "?", "!", "…", ":")
    wrong = [
        (entry.msgid, text)
        for entry in entries()
        for text in czech(entry)
        if entry.msgid.endswith(ends) != text.endswith(ends)
    ]
    assert wrong == []


def test_czech_typography():
    straight = re.compile(r"\"|'|(?<!-)--(?![-a-z])|\.\.\.| - ")
    wrong = [
        text
        for entry in entries()
        for text in czech(entry)
        if straight.search(text) and "_ - ." not in text
    ]
    assert wrong == []


def test_nobody_is_called_by_a_gender():
    slashed = re.compile(r"\w\(a\)|\w/a\b|\w\(ka\)")
    assert [text for entry in entries() for text in czech(entry) if slashed.search(text)] == []


def sources() -> Iterator[ast.Module]:
    """Parsed modules of the site, without the reading of files of other programs."""
    for app in ("games", "accounts", "vrhcaby"):
        for path in (ROOT / app).rglob("*.py"):
            inner = path.relative_to(ROOT).parts
            if "migrations" not in inner and "formats" not in inner:
                yield ast.parse(path.read_text(encoding="utf-8"))


def raised_codes() -> set[str]:
    """Codes given as `code = "…"` in a refusal's class, or to a refusal that is made."""
    codes: set[str] = set()
    for module in sources():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef) and _is_refusal(node):
                codes |= _codes_of_class(node)
            if isinstance(node, ast.Call) and _called(node) in REFUSALS and node.args:
                codes |= _constant(node.args[0])
    return codes


REFUSALS = {"Refused", "DomainError", "RuleViolation", "NameRefused", "BadFrame"}


def _is_refusal(node: ast.ClassDef) -> bool:
    names = {
        base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases
    }
    return bool(names & {"RuleViolation", "DomainError", "Exception", "ValueError"})


def _codes_of_class(node: ast.ClassDef) -> set[str]:
    return {
        code
        for line in node.body
        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "code"
        for code in _constant(line.value)
    }


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _constant(node: ast.AST) -> set[str]:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return {node.value} if is_text else set()  # type: ignore[attr-defined]


def test_every_code_that_can_be_raised_has_a_sentence():
    known = {*games.phrases.REFUSALS, *accounts.phrases.REFUSALS, *sentences._SENTENCES}
    codes = raised_codes()

    assert {"blocked", "challenge_gone", "name_short", "banned"} <= codes
    assert codes - known - CODES_OF_FILES - BASE_CODES == set()


def tables() -> dict[str, object]:
    """All sentences that are found by code."""
    return {
        **{f"games {code}": text for code, text in games.phrases.REFUSALS.items()},
        **{f"notice {code}": text for code, text in games.phrases.NOTICES.items()},
        **{f"accounts {code}": text for code, text in accounts.phrases.REFUSALS.items()},
        **{f"ladder {code}": text for code, text in ladder.phrases.WHY.items()},
    }


def test_every_sentence_stands_in_both_languages():
    with translation.override("en"):
        english = {key: str(text) for key, text in tables().items()}
    with translation.override("cs"):
        czech_texts = {key: str(text) for key, text in tables().items()}

    assert [key for key, text in english.items() if not text or text == czech_texts[key]] == []


PAST_OF_ONE = re.compile(r"\w+[aeěioyá]l\b")
OF_PEOPLE = (
    "templates/games/_phrases",
    "templates/games/_result",
    "templates/account/email",
    "games/phrases.py",
    "ladder/phrases.py",
)
NOT_OF_PEOPLE = {
    *("mýval", "omyl", "level", "mail", "email", "dál", "zvol", "ředitel"),
    # What time, the lot, a server, a step, a rating, a link do.
    *("vypršel", "došel", "určil", "ztratil", "neodeslal", "nezměnil", "byl"),
}


def test_nothing_that_is_told_of_a_player_has_a_gender():
    told = [
        (entry.msgid, word)
        for entry in entries()
        if any(place.startswith(OF_PEOPLE) for place, _ in entry.occurrences)
        for text in czech(entry)
        for word in PAST_OF_ONE.findall(text)
        if word.lower() not in NOT_OF_PEOPLE
    ]

    assert told == []
