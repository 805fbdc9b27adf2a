"""Refusals of the tournaments, by code, in human words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ladder import act_phrases, archive_phrases
from ladder.enums import PairingState, TournamentState

REFUSALS: Mapping[str, Promise] = {
    # Who may
    "no_such_tournament": _("There is no such tournament."),
    "not_a_director": _("Only a director of the tournament may do that."),
    "not_an_assistant": _("Only a director or an assistant of the tournament may do that."),
    "not_in_this_pairing": _("You do not play in this pairing."),
    "may_not_make_tournaments": _("Tournaments are made by the club's officials."),
    "no_such_role": _("There is no such role or invitation."),
    "has_role_already": _("This member has this role already."),
    "last_director": _("A tournament needs a director: first invite another one."),
    # The life of a tournament
    "changed_meanwhile": _("This has been changed meanwhile."),
    "wrong_state": _("The tournament is not in a state in which this can be done."),
    "nothing_to_undo": _("There is no earlier state to go back to."),
    "was_announced": _("Others have known of this tournament: it can no longer be thrown away."),
    "depends_on_it": _("This can no longer be undone: something has come of it."),
    "not_all_decided": _("Not all pairings are decided yet."),
    "start_by_draw": _("A tournament starts by its draw."),
    "places_tied": _("Deciding matches are due: let them play, or leave the places shared."),
    "setting_locked": _("This can no longer be changed while the tournament runs."),
    "why_missing": _("Say why: everybody can read the reason in the log."),
    # Settings
    "name_missing": _("The tournament needs a name."),
    "too_long": _("This is too long."),
    "bad_text": _("This text cannot be kept."),
    "unknown_choice": _("Choose one of the possibilities."),
    "unknown_setting": _("There is no such setting."),
    "number_out_of_range": _("This number is too small or too large."),
    "places_out_of_range": _("A tournament has 2 to 200 places."),
    "bad_moment": _("This is not a date and a time."),
    "deadline_before_start": _("The end must come after the beginning."),
    "start_before_registration": _("The first round cannot start before registration opens."),
    "start_before_registration_ends": _("The first round cannot start before registration ends."),
    "first_start_missing": _("Say when the first round starts: the others follow from it."),
    "unknown_time_zone": _("We do not know this time zone."),
    "rating_range_reversed": _("The highest rating is lower than the lowest one."),
    "seed_missing": _("A draw by lot needs a seed that is published before it."),
    "bad_points": _("Write the points as a number or a fraction, such as 1/2."),
    "bad_scheme": _("A win must be worth more than a loss, and a draw lie between them."),
    "unknown_tiebreak": _("There is a tie-break in the chain that we do not know."),
    "tiebreak_missing": _("Choose at least one tie-break, or the shared place."),
    "first_start_past": _("The first round cannot start in the past."),
    "repeated_tiebreak": _("A tie-break stands in the chain twice."),
    "tiebreak_after_end": _("Nothing can follow after the lot or the shared place."),
    "length_missing": _("A tournament is played in matches to a number of points."),
    "not_rated": _("With these options the games cannot be rated."),
    "bad_lengths": _("This match length is not possible here."),
    "no_such_round": _("There is no round with this number."),
    "too_few_qualifiers": _("At least two must go on to the knock-out."),
    "too_many_groups": _("There are too few places for so many groups."),
    # Registration
    "registration_closed": _("Registration is closed."),
    "registration_not_yet": _("Registration has not begun yet."),
    "already_entered": _("This player has entered already."),
    "removed_by_director": _("The director has taken you out: ask him or her."),
    "invitation_needed": _("This tournament is by invitation only."),
    "rating_too_low": _("Your rating is too low for this tournament."),
    "rating_too_high": _("Your rating is too high for this tournament."),
    "too_few_games": _("You have too few rated games for this tournament."),
    "full": _("All places are taken."),
    "no_such_entry": _("There is no such entry."),
    "bad_guest_name": _("A name has 1 to 80 characters and stands on one line."),
    "bad_order": _("Name everybody in order, each exactly once."),
    # The draw and the rounds
    "too_few_players": _("There are too few players."),
    "too_many_players": _("There are too many players."),
    "too_few_for_groups": _("There are too few players for so many groups."),
    "seats_missing": _("First give everybody a place in the draw."),
    "round_already_open": _("This round is open already, or over."),
    "round_not_open": _("This round is not open."),
    "round_not_closed": _("This round is not closed."),
    "round_undecided": _("Not all pairings of this round are decided yet."),
    "round_begun": _("This round has begun: its match length can no longer be changed."),
    "no_such_stage": _("The tournament has no such part."),
    "no_groups": _("This tournament has no groups from which to go on."),
    "knockout_exists": _("The knock-out has been drawn already."),
    "qualifiers_tied": _("Those who would go on share a place: let them play, or order them."),
    "no_play_off_due": _("No deciding match is due for this place."),
    "play_off_exists": _("They are playing for this place already."),
    # Pairings
    "no_such_pairing": _("There is no such pairing."),
    "wrong_pairing_state": _("The pairing is not in a state in which this can be done."),
    "pairing_not_open": _("This pairing can no longer be played: it has been decided."),
    "not_played_here": _("One of the two has no account here: they play over the board."),
    "deadline_passed": _("The time for this pairing is over; the director may give another."),
    "player_away": _("Not both players are here."),
    "match_is_live": _("They are playing right now: end the match first."),
    "clock_held_already": _("The clock of this match stands already."),
    "clock_not_held": _("The clock of this match has not been stopped."),
    "bad_score": _("No match ends with this score."),
    "nothing_reported": _("Your opponent has reported nothing yet."),
    "report_changed": _("Your opponent reports another result now."),
    "next_pairing_begun": _("The next match of the winner has begun already."),
    "time_past": _("This time is over."),
    "after_deadline": _("This is after the deadline of the pairing."),
    "nothing_proposed": _("There is no time to answer to."),
    "time_changed": _("Meanwhile another time has been proposed."),
    # No-shows and withdrawals
    "nothing_due": _("No time was set for this pairing, so nobody is late."),
    "not_late_yet": _("Your opponent still has time to come."),
    "you_were_away": _("You were not here yourself when you should have met."),
    "claimed_already": _("This has been claimed already; the director will decide."),
    "no_such_claim": _("There is no open claim of this number."),
    "has_left_already": _("This player has left already."),
    "not_left": _("This player has not left."),
    "late_entries_over": _("It is too late to enter."),
    "pairings_begun": _("Something has been played: the pairings stay as they are."),
    # Archives
    "archive_broken": _("The file cannot be read."),
    "archive_too_large": _("The file is too large."),
    "archive_newer": _("The file comes from a newer version of this site."),
}


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal, its details put in. Raises KeyError."""
    told = _WITH_DETAILS.get(code)
    text = told(details) if told is not None else None
    return text or str(REFUSALS[code])


def _state(details: Mapping[str, Any]) -> str | None:
    state = details.get("state")
    if state not in TournamentState.values:
        return None
    words = {"state": TournamentState(state).label}
    return gettext("In the state “%(state)s” this cannot be done.") % words


def _pairing_state(details: Mapping[str, Any]) -> str | None:
    state, last = details.get("state"), details.get("last")
    if state not in PairingState.values:
        return None
    text = gettext("The pairing is in the state “%(state)s”.") % {
        "state": PairingState(state).label
    }
    return f"{text} {_by(last)}" if last and last.get("by") else text


def _by(act: Mapping[str, Any]) -> str:
    return gettext("The last to change it was %(by)s.") % {"by": act["by"]}


def _meanwhile(details: Mapping[str, Any]) -> str | None:
    names = {act.get("by") for act in details.get("acts", ())} - {None}
    if not names:
        return None
    names_text = ", ".join(sorted(str(name) for name in names))
    return gettext("This has been changed meanwhile by %(names)s: look again.") % {
        "names": names_text
    }


def _undecided(details: Mapping[str, Any]) -> str | None:
    count = details.get("count")
    if not isinstance(count, int):
        return None
    return ngettext(
        "%(count)d pairing is not decided yet.", "%(count)d pairings are not decided yet.", count
    ) % {"count": count}


def _score(details: Mapping[str, Any]) -> str | None:
    length = details.get("length")
    if not isinstance(length, int):
        return None
    if details.get("draws"):
        return gettext("A match here ends 1 : 0 or 0 : 1, or 0 : 0 for a draw.")
    return gettext("Who wins has %(length)d points, the other fewer.") % {"length": length}


def _reported(details: Mapping[str, Any]) -> str | None:
    if "first_score" not in details:
        return None
    return gettext(
        "%(by)s reports %(first)s:%(second)s now: look again, then confirm or contradict it."
    ) % {
        "by": details.get("by"),
        "first": details["first_score"],
        "second": details["second_score"],
    }


def _rating(details: Mapping[str, Any], text: str) -> str | None:
    if "needs" not in details:
        return None
    return text % {"needs": details["needs"], "has": details.get("has")}


def _tied(details: Mapping[str, Any]) -> str | None:
    if "names" not in details:
        return None
    words = {"names": ", ".join(details["names"]), "place": details.get("place")}
    if details.get("play_off"):
        return gettext("%(names)s share place %(place)s: let them play for it, or order them.") % (
            words
        )
    return gettext("%(names)s share place %(place)s: order them, and say why.") % words


def _shared(details: Mapping[str, Any]) -> str | None:
    if not details.get("ties"):
        return None
    text = gettext(
        "Undecided without a deciding match: %(ties)s. Let them play, or finish and leave it so."
    )
    return text % {"ties": act_phrases.ties(details["ties"])}


def _away(details: Mapping[str, Any]) -> str | None:
    names = details.get("names")
    return gettext("Not here: %(names)s.") % {"names": ", ".join(names)} if names else None


def _broken(details: Mapping[str, Any]) -> str | None:
    if "line" not in details:
        return None
    path, between, given = str(details.get("reason", "")).rpartition(": ")
    if not path.startswith("$"):
        path, between, given = "", "", str(details.get("reason", ""))
    return gettext("The file cannot be read: line %(line)s: %(reason)s") % {
        "line": details["line"],
        "reason": f"{path}{between}{archive_phrases.reason(given, REFUSALS)}",
    }


def _not_late(details: Mapping[str, Any]) -> str | None:
    until = parse_datetime(str(details.get("until", "")))
    if until is None:
        return None
    text = gettext("Your opponent still has time to come, until %(until)s.")
    return text % {"until": date_format(timezone.localtime(until), "j. n. Y H:i")}


_WITH_DETAILS: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    "wrong_state": _state,
    "wrong_pairing_state": _pairing_state,
    "changed_meanwhile": _meanwhile,
    "not_all_decided": _undecided,
    "round_undecided": _undecided,
    "bad_score": _score,
    "report_changed": _reported,
    "rating_too_low": lambda details: _rating(
        details, gettext("Your rating is %(has)s; this tournament begins at %(needs)s.")
    ),
    "rating_too_high": lambda details: _rating(
        details, gettext("Your rating is %(has)s; this tournament ends at %(needs)s.")
    ),
    "too_few_games": lambda details: _rating(
        details, gettext("Your experience is %(has)s; this tournament asks for %(needs)s.")
    ),
    "qualifiers_tied": _tied,
    "places_tied": _shared,
    "player_away": _away,
    "not_late_yet": _not_late,
    "archive_broken": _broken,
}
