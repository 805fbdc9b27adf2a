"""Reasons why an archive is refused, in the reader's language."""

import inspect
import re

import msgspec
import pytest
from django.utils import translation

from ladder import archive_phrases, archives, tournament_phrases
from ladder.services.tournaments import archive, archive_rows

ENGLISH = re.compile(r"\b(the|not|is|are|Expected|Object|JSON is)\b|_")


def told(reason):
    with translation.override("cs"):
        details = {"line": 3, "reason": reason}
        return tournament_phrases.sentence("archive_broken", details)


@pytest.mark.parametrize("reason", archive_phrases.REASONS)
def test_each_reason_is_czech(reason):
    text = told(f"$.entries[3].name: {reason}")

    assert "řádek 3" in text
    assert "$.entries[3].name: " in text
    assert reason not in text


def test_every_reason_that_the_reader_gives_is_known():
    source = inspect.getsource(archive_rows) + inspect.getsource(archive)
    given = re.findall(r'return (?:"\w+"|name|f"\{name\}_from"), "([^"]+)"', source)
    given += re.findall(r'_refuse\((?:f?"[^"]*"), "([^"]+)"\)', source)

    assert len(given) > 25
    assert set(given) <= set(archive_phrases.REASONS)


@pytest.mark.parametrize(
    "data",
    [b"[]", b"{}", b'{"kind": 1}', b'{"kind": "x", "version": 1}', b"{", b'{"a": 1,}', b"\xff"],
)
def test_a_file_of_another_kind_is_told_without_foreign_words(data):
    with pytest.raises(archives.Broken) as caught:
        archives.read(data)

    text = told(caught.value.details["reason"]).partition(": ")[2]
    assert not ENGLISH.search(text), text


@pytest.mark.parametrize(
    "reason", ["$.settings.places: number_out_of_range", "$.settings: foreign words"]
)
def test_codes_and_foreign_words_never_reach_a_person(reason):
    assert not ENGLISH.search(told(reason))


def test_words_of_the_decoder_are_those_that_are_translated():
    with pytest.raises(msgspec.ValidationError, match="Object missing required field `kind`"):
        msgspec.json.decode(b"{}", type=archives._Head)
