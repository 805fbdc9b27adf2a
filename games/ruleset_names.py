"""Names of the rulesets for people; the engine knows keys only."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NAMES: Mapping[str, Promise] = {
    "vrhcaby": _("Vrhcáby"),
    "standard": _("Backgammon"),
    "nackgammon": _("Nackgammon"),
    "hypergammon": _("Hypergammon"),
    "egyptian": _("Egyptian backgammon"),
    "nasazovani": _("Nasazování"),
}


def ruleset_name(key: str) -> str:
    """Return the name of a ruleset, the key itself for one without a name."""
    return str(NAMES.get(key, key))
