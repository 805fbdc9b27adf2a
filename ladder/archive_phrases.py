"""Why an archive cannot be read, in human words: the reasons that its refusal gives in English."""

import re
from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, Promise] = {
    "the parts contradict each other": _("the parts contradict each other"),
    "the same member twice": _("the same member twice"),
    "not what the results give": _("not what the results give"),
    "a number twice, or none that can be": _("a number twice, or none that can be"),
    "a number twice": _("a number twice"),
    "no number that can be": _("no number that can be"),
    "unknown state": _("unknown state"),
    "unknown kind": _("unknown kind"),
    "unknown policy": _("unknown policy"),
    "unknown source": _("unknown source"),
    "goes with left_round": _("goes with left_round alone"),
    "an entry twice, or one that is not in entries": _(
        "an entry twice, or one that is not in entries"
    ),
    "fewer than two": _("fewer than two"),
    "no earlier stage has this number": _("no earlier stage has this number"),
    "too long": _("too long"),
    "not a date and a time with a zone": _("not a date and a time with a zone"),
    "before its start": _("before its start"),
    "has no seat in this stage": _("has no seat in this stage"),
    "no earlier pairing": _("no earlier pairing"),
    "the same player twice": _("the same player twice"),
    "go with the state decided": _("go with the state “decided” alone"),
    "impossible": _("this cannot be"),
    "does not fit the results": _("does not fit the results"),
    "without a result": _("without a result"),
}

_NAMED: tuple[tuple[re.Pattern[str], Callable[..., str]], ...] = (
    (
        re.compile(r"Object missing required field `(.*)`"),
        lambda name: gettext("“%(name)s” is missing") % {"name": name},
    ),
    (
        re.compile(r"Object contains unknown field `(.*)`"),
        lambda name: gettext("“%(name)s” is not known here") % {"name": name},
    ),
    (
        re.compile(r"Expected `(.*)`, got `(.*)`"),
        lambda due, given: (
            gettext("here stands %(given)s, %(due)s should") % {"given": given, "due": due}
        ),
    ),
    (re.compile(r"not a (\S+)"), lambda kind: gettext("not a %(kind)s") % {"kind": kind}),
    (
        re.compile(r"(\d+) rounds for (\d+) players"),
        lambda rounds, players: (
            gettext("too many rounds (%(rounds)s) for so many players (%(players)s)")
            % {"rounds": rounds, "players": players}
        ),
    ),
    (
        re.compile(r"(\d+) to (\d+) characters"),
        lambda least, most: (
            gettext("%(least)s to %(most)s characters") % {"least": least, "most": most}
        ),
    ),
    (re.compile(r"JSON is malformed.*"), lambda: gettext("no JSON")),
    (re.compile(r"Input data was truncated.*"), lambda: gettext("the file ends in the middle")),
)


def reason(given: str, sentences: Mapping[str, Promise]) -> str:
    """Return a reason in the active language; `sentences` are those of codes it may be.

    What nobody foresaw is told in general: a person gets no code and no foreign words.
    """
    known = REASONS.get(given) or sentences.get(given)
    if known is not None:
        return str(known)
    for pattern, told in _NAMED:
        found = pattern.fullmatch(given)
        if found is not None:
            return told(*found.groups())
    return gettext("this cannot be read")
