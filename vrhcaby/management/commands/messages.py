"""`manage.py messages`: keep the Czech catalogue complete and compiled.

Extraction needs GNU gettext; compiling is done in Python, so that a machine without gettext can
still build what it runs. English needs no catalogue: the message ids are English.
"""

import contextlib
import tempfile
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.test.utils import override_settings

LANGUAGE = "cs"
NOT_OURS = [".venv*", "locale", "var", "tests", "bench", "node_modules", "deploy", "docs", ".ci"]
"""Without `locale` Django would take that folder for the catalogue of what lies beside it."""

SHOWN_AT_MOST = 20
HEADER = {
    "Project-Id-Version": "Vrhcáby",
    "Language": LANGUAGE,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": (
        "nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : "
        "(n >= 2 && n <= 4 && n % 1 == 0) ? 1: (n % 1 != 0 ) ? 2 : 3;"
    ),
}
"""Nothing that changes by itself, such as a date; the plural forms are those of Django's Czech."""


def catalogue(locale: Path) -> Path:
    return locale / LANGUAGE / "LC_MESSAGES" / "django.po"


def extract(locale: Path) -> None:
    """Bring the catalogue under `locale` up to date with the sources (needs xgettext, msgmerge)."""
    catalogue(locale).parent.mkdir(parents=True, exist_ok=True)
    # Django searches for messages below the working directory.
    with override_settings(LOCALE_PATHS=[locale]), contextlib.chdir(settings.BASE_DIR):
        call_command(
            "makemessages",
            locale=[LANGUAGE],
            ignore_patterns=NOT_OURS,
            add_location="file",
            no_obsolete=True,
            verbosity=0,
        )
    tidy(catalogue(locale))


def tidy(path: Path) -> None:
    """Write a catalogue the one way that depends on its messages alone."""
    po = polib.pofile(str(path))
    po.header = "Czech catalogue of the site; kept by `manage.py messages`."
    po.metadata = dict(HEADER)
    po.metadata_is_fuzzy = False
    po.save()


def compiled(po: polib.POFile) -> bytes:
    """The binary catalogue; fuzzy entries stay out, as msgfmt leaves them out."""
    binary: bytes = po.to_binary()
    return binary


def faults_of(committed: Path, fresh: polib.POFile) -> list[str]:
    """What keeps the committed catalogue from being complete: sentences for a developer."""
    po = polib.pofile(str(committed))
    known = {(entry.msgctxt, entry.msgid) for entry in po}
    missing = [entry.msgid for entry in fresh if (entry.msgctxt, entry.msgid) not in known]
    faults = [f"not in the catalogue: {text!r}" for text in missing]
    faults += [f"not translated: {entry.msgid!r}" for entry in po.untranslated_entries()]
    faults += [f"fuzzy: {entry.msgid!r}" for entry in po.fuzzy_entries()]
    binary = committed.with_suffix(".mo")
    if not binary.exists() or binary.read_bytes() != compiled(po):
        faults.append("django.mo is not made from this django.po: run manage.py messages")
    return faults


class Command(BaseCommand):
    help = "Extract the messages and compile the catalogue; --check only tells what is missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
        parser.add_argument("--compile", action="store_true", help="only compile, no extraction")

    def handle(self, *args: Any, **options: Any) -> None:
        locale = Path(settings.LOCALE_PATHS[0])
        if options["check"]:
            self.check_catalogue(locale)
            return
        if not options["compile"]:
            extract(locale)
        po = polib.pofile(str(catalogue(locale)))
        catalogue(locale).with_suffix(".mo").write_bytes(compiled(po))
        self.stdout.write(f"{len(po.translated_entries())} of {len(po)} messages translated")

    def check_catalogue(self, locale: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = catalogue(Path(folder))
            copy.parent.mkdir(parents=True)
            copy.write_bytes(catalogue(locale).read_bytes())
            extract(Path(folder))
            faults = faults_of(catalogue(locale), polib.pofile(str(copy)))
        report = StringIO()
        report.writelines(f"{fault}\n" for fault in faults[:SHOWN_AT_MOST])
        if faults:
            raise CommandError(f"{len(faults)} faults in the Czech catalogue:\n{report.getvalue()}")
        self.stdout.write("The Czech catalogue is complete.")
