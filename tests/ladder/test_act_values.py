"""The official log says before and after in people's words, whatever a field may hold."""

import datetime

import pytest
from django.db import models
from django.utils import timezone, translation

from games import ruleset_names
from ladder import act_phrases, act_values, tiebreak_names
from ladder.enums import PairingSource, PairingState
from ladder.models import OfficialAct, Pairing, Round, Tournament
from ladder.rules.results import DRAW, LOSS, WIN
from ladder.services.tournaments import boards, life, rounds, settings, times
from ladder.tournament_fields import links

LANGUAGES = ("en", "cs")
OWN_WORDS = ("name", "text_cs", "text_en", "lot_seed", "time_zone")
"""Settings that are shown as they were written: they are names and texts of somebody's own."""

COLUMNS = {field.name: field for field in Tournament._meta.fields}
OTHERS = {
    **boards.shown(Pairing()),
    **rounds._shown(Round()),
    **times._shown(Pairing()),
    "said": {},
}
MOMENT = datetime.datetime(2026, 5, 4, 18, 30, tzinfo=datetime.UTC)
SAID = {
    "ruleset": list(ruleset_names.NAMES),
    "chain": [[link] for link, _name in links() if link],
    "options": [{"length": 7}],
    "lengths": [{"3": 5}],
    "points_win": ["1/2"],
    "points_draw": ["1/2"],
    "points_loss": ["1/4"],
    "state": PairingState.values,
    "source": PairingSource.values,
    "results": [[WIN, LOSS], [DRAW, DRAW]],
    "score": [[7, 5]],
    "forfeit": [True, False],
    "held": [True, False],
    "said": [{"Anna": [7, 5]}],
    "length": [7],
    **{key: [MOMENT.isoformat()] for key in ("opens_at", "deadline_at", "at")},
}


def raw_values(key):
    """Return values of every kind that an entry may hold for a field, as JSON keeps them."""
    if key in SAID:
        return SAID[key]
    if key in settings.CHOICES:
        return settings.CHOICES[key].values
    if key in settings.FLAGS:
        return [True, False]
    if key in settings.MOMENTS:
        return [life._plain_value(key, MOMENT)]
    return []


TOLD = [key for key in (*settings.FIELDS, *OTHERS) if key not in OWN_WORDS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TOLD)
def test_no_value_of_a_log_entry_is_shown_raw(key, language):
    raw = raw_values(key)
    assert raw or isinstance(COLUMNS[key], models.IntegerField), f"no values of {key} are tried"

    with translation.override(language), timezone.override(datetime.UTC):
        told = [act_values.value(key, {key: one}) for one in raw]

    assert not {str(one) for one in raw} & set(told)
    assert not [text for text in told if "_" in text or "T18:" in text or "{" in text]
    assert len(set(told)) == len(raw)


@pytest.mark.parametrize("key", TOLD)
def test_every_field_of_a_log_entry_has_a_czech_name(key):
    with translation.override("cs"):
        czech = act_values.name(key)
    with translation.override("en"):
        assert act_values.name(key) != czech
    assert czech != key


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_that_somebody_wrote_stay_as_they_are(language):
    with translation.override(language):
        assert {act_values.value(key, {key: "A_b"}) for key in OWN_WORDS} == {"A_b"}


def test_results_are_said_as_the_crosstable_shows_them():
    assert act_values.value("results", {"results": [LOSS, WIN]}) == "0 : 1"
    assert act_values.value("results", {"results": [DRAW, DRAW]}) == "½ : ½"
    assert act_values.value("results", {"results": [LOSS, WIN], "forfeit": True}) == "− : +"
    assert act_values.value("results", {"results": [None, None]}) == "– : –"


def test_a_chain_is_said_by_the_names_of_its_links():
    chain = ["wins", "play_off:3", "shared"]
    with translation.override("cs"):
        told = act_values.value("chain", {"chain": chain})
        assert told == " → ".join(map(tiebreak_names.name, chain))
    assert "play_off" not in told


def test_only_what_changed_is_told_and_a_ruling_on_no_result_corrects_nothing():
    act = OfficialAct(
        code="result_corrected",
        subject={"first": "Anna", "second": "Boris", "round": 2},
        before={"state": "disputed", "results": [None, None], "score": [None, None], "source": ""},
        after={"state": "decided", "results": [2, 0], "score": [7, 6], "source": "ruling"},
    )
    with translation.override("en"):
        assert list(act_values.changes(act)) == [
            ("state", "Disputed", "Decided"),
            ("result", "– : –", "1 : 0"),
            ("score", "– : –", "7 : 6"),
            ("source", "–", "Ruling"),
        ]
        told = act_phrases.act(act.code, act.subject, act.before, act.after)
        assert told.endswith("ruled 7:6.")
        corrected = act_phrases.act(act.code, act.subject, act.after, act.after)
        assert "corrected from 7:6 to 7:6" in corrected
