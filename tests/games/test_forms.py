"""The fields of terms give back the terms they were filled from."""

from typing import Any

import pytest

from games import forms, terms
from games.engine.clock import ControlKind, TimeControl

pytestmark = pytest.mark.django_db

AGREED = [
    ("vrhcaby", {}, None),
    ("standard", {"length": 7}, None),
    ("standard", {"length": 7, "crawford": False}, None),
    ("standard", {"length": None, "jacoby": True, "beavers": 2}, None),
    ("egyptian", {"length": 3}, TimeControl(ControlKind.DELAY, 12_000, reserve_ms=600_000)),
    ("vrhcaby", {}, terms.letters(limit_ms=terms.HOUR_MS * 48, vacation=5)),
]


@pytest.mark.parametrize(("ruleset", "options", "control"), AGREED)
def test_the_form_filled_from_terms_resolves_to_the_same_terms(
    ruleset: str, options: dict[str, Any], control: TimeControl | None
) -> None:
    agreed = terms.resolve(ruleset, options=options, control=control)
    form = forms.TermsForm({"ruleset": ruleset, **forms.initial(agreed)})

    assert form.is_valid(), form.errors
    assert form.cleaned_data["agreed"] == agreed
