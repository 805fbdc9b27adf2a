"""Every kind of line in the official log is a sentence, in both languages, whatever it carries."""

import itertools
import re

import pytest
from django.utils import translation

from ladder import act_phrases
from ladder.models import Tournament

LANGUAGES = ("cs", "en")
ENTRY = {"entry": 3, "name": "Anna"}
ROUND = {"stage": 1, "stage_name": "", "round": 2}
PAIRING = {**ROUND, "pairing": 7, "board": 1, "first": "Anna", "second": "Bob"}
RESULT = {"state": "decided", "results": [2, 0], "score": [7, 3], "forfeit": False}
NOTHING = {"state": "open", "results": [None, None], "score": [None, None]}
TYPICAL = {
    **ENTRY,
    **PAIRING,
    "role": "director",
}
AFTER = {
    **RESULT,
    **{"from_round": 2, "policy": "keep_and_forfeit", "count": 3, "undecided": 1, "place": 2},
    **{"claimant": "Anna", "acts": 42, "rounds": 3, "late_minutes": 2},
}
"""What the services write, all at once: each sentence takes its own."""


def told(code, subject=TYPICAL, before=NOTHING, after=AFTER):
    return act_phrases.act(code, subject, before, after)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", act_phrases.ACTS)
def test_a_line_says_what_it_carries(code, language):
    with translation.override(language):
        text = told(
            code, before={**NOTHING, "state": "running"}, after={**AFTER, "state": "closed"}
        )

    template = str(act_phrases.ACTS[code])
    assert text
    assert not re.search(r"%\(|None|: \.", text)
    for name in ("name", "claimant", "count", "undecided"):
        if f"%({name})s" in template:
            assert str({**AFTER, **TYPICAL}[name]) in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", act_phrases.ACTS)
def test_a_line_of_an_older_version_may_lack_anything(code, language):
    with translation.override(language):
        assert told(code, {}, {}, {})


@pytest.mark.parametrize("subject", [ROUND, {**ROUND, "to_final": 0}, {**ROUND, "to_final": 5}, {}])
def test_a_round_has_a_name_wherever_it_is(subject):
    for language, code in itertools.product(LANGUAGES, act_phrases.ACTS):
        with translation.override(language):
            assert told(code, subject)


@pytest.mark.parametrize(
    "name", [*(one.name for one in Tournament._meta.get_fields()), "nothing", "", "pk"]
)
def test_any_name_of_a_setting_can_be_told(name):
    assert told("edited", {}, {name: 1}, {name: 2})
