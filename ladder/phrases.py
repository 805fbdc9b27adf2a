"""Sentences of the ladder that depend on numbers or codes."""

from django.utils.translation import gettext_lazy as _

RULESETS = {
    "vrhcaby": _("Vrhcáby"),
    "standard": _("Backgammon"),
    "nackgammon": _("Nackgammon"),
    "hypergammon": _("Hypergammon"),
    "egyptian": _("Egyptian"),
    "nasazovani": _("Nasazování"),
}
"""Names of the pools for people, by ruleset."""


def ruleset_name(key: str) -> str:
    """Return the name of a ruleset, the key itself for one without a name."""
    return str(RULESETS.get(key, key))
