"""Numbers of the ladder as people read them."""

import pytest
from django.utils import translation

from ladder.templatetags.ratings import places, signed


@pytest.mark.parametrize(
    ("number", "language", "shown"),
    [
        (2.257, "en", "+2.26"),
        (-2.257, "en", "−2.26"),
        (-2.257, "cs", "−2,26"),
        (0.0, "en", "±0.00"),
        (-0.001, "en", "±0.00"),
    ],
)
def test_a_change_shows_its_sign(number, language, shown):
    with translation.override(language):
        assert signed(number, 2) == shown


@pytest.mark.parametrize(
    ("number", "language", "shown"),
    [(20.2694, "cs", "20,269"), (-20.2694, "cs", "−20,269"), (-0.0001, "en", "0.000")],
)
def test_a_number_has_a_true_minus(number, language, shown):
    with translation.override(language):
        assert places(number, 3) == shown
