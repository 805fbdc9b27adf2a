"""Tie-breaks and chains of them, named and explained for people."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ladder.rules import chains

NAMES: Mapping[str, Promise] = {
    "points": _("Points"),
    "wins": _("Wins"),
    "direct_encounter": _("Mutual matches"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "sonneborn_berger_played": _("Sonneborn-Berger, played only"),
    "sonneborn_berger_cut1": _("Sonneborn-Berger, least cut"),
    "koya": _("Koya"),
    "score_difference": _("Score difference"),
    "wins_as_second": _("Wins as second"),
    "play_off": _("Deciding match"),
    "lot": _("Lot"),
    "shared": _("Shared place"),
}

SHORT: Mapping[str, Promise] = {
    "points": _("Pts"),
    "wins": _("W"),
    "direct_encounter": _("MM"),
    "sonneborn_berger": _("SB"),
    "sonneborn_berger_played": _("SBp"),
    "sonneborn_berger_cut1": _("SB−1"),
    "koya": _("Koya"),
    "score_difference": _("+/−"),
    "wins_as_second": _("W2"),
    "play_off": _("DM"),
    "lot": _("Lot"),
}
"""Heads of narrow columns; the full name stands with each of them."""

MEANINGS: Mapping[str, Promise] = {
    "points": _("What was scored in all matches."),
    "wins": _("Matches won, walkovers included."),
    "direct_encounter": _("Points in the matches among those who are tied."),
    "sonneborn_berger": _("For each match the opponent's points times what was scored."),
    "sonneborn_berger_played": _("Sonneborn-Berger of the matches that were played."),
    "sonneborn_berger_cut1": _("Sonneborn-Berger without the least valuable match."),
    "koya": _("Points against opponents with at least half of the points."),
    "score_difference": _("Points won less points lost inside the matches."),
    "wins_as_second": _("Matches won as the player listed second."),
    "play_off": _("The tied play another match."),
    "lot": _("Drawn by the published seed, so that anybody can repeat it."),
    "shared": _("Who is still tied shares the place."),
}

PRESETS: Mapping[str, Promise] = {
    "usual": _("Usual: wins, mutual matches, Sonneborn-Berger, score difference, shared place"),
    "czech_championship": _(
        "Czech championship: wins, mutual matches, deciding match for places 1 to 3, shared place"
    ),
}


def name(written: str) -> str:
    """Return a link of a chain in words: `play_off:3` is a deciding match for the first three."""
    plain, _colon, places = written.partition(":")
    known = str(NAMES.get(plain, plain))
    if not places:
        return known
    down_to = ngettext("place %(count)d", "places 1 to %(count)d", int(places))
    return f"{known} ({down_to % {'count': int(places)}})"


def short(written: str) -> str:
    """Return the head of a link's column."""
    plain = written.partition(":")[0]
    return str(SHORT.get(plain, plain))


def meaning(written: str) -> str:
    """Return what a link counts, in a sentence."""
    return str(MEANINGS.get(written.partition(":")[0], ""))


def in_words(chain: Iterable[str]) -> str:
    """Return a chain as one line, its links in order."""
    return " → ".join(name(written) for written in chain)


def preset_of(chain: Sequence[str]) -> str:
    """Return the key of the preset that is this chain, an empty text when none is."""
    same = (key for key, links in chains.PRESETS.items() if list(links) == list(chain))
    return next(same, "")
