"""Lines of the official log in human words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ladder import round_names
from ladder.enums import RoleKind, TournamentState, WithdrawalPolicy
from vrhcaby.bidi import isolated

ACTS: Mapping[str, Promise] = {
    "created": _("Made the tournament."),
    "discarded": _("Threw the draft away."),
    "imported": _("Read the tournament in from an archive."),
    "edited": _("Changed settings: %(changed)s."),
    "state_changed": _("Led the tournament from “%(from)s” to “%(to)s”."),
    "state_undone": _("Took the tournament back from “%(from)s” to “%(to)s”."),
    "registration_over": _("Registration ended by the clock."),
    "started": _("Drew the pairings and started the tournament."),
    "entered": _("%(name)s entered."),
    "entry_withdrawn": _("%(name)s took the entry back."),
    "entry_added": _("Entered %(name)s."),
    "guest_added": _("Entered %(name)s, who has no account."),
    "entry_confirmed": _("Confirmed %(name)s."),
    "entry_removed": _("Took %(name)s out of the tournament."),
    "moved_up": _("%(name)s moved up from the waiting list."),
    "invited": _("Invited %(name)s."),
    "invitation_accepted": _("%(name)s accepted the invitation."),
    "invitation_declined": _("%(name)s declined the invitation."),
    "seats_ordered": _("Gave the places in the draw by hand."),
    "seats_drawn": _("Drew the places by the published seed."),
    "seats_by_rating": _("Let the ratings order the draw again."),
    "late_entry": _("Entered %(name)s late, from round %(from_round)s."),
    "late_entry_drawn": _(
        "Entered %(name)s late; nothing had been played, so the pairings were drawn anew."
    ),
    "withdrawn": _("%(name)s left before round %(from_round)s (%(policy)s)."),
    "withdrawal_undone": _("%(name)s plays on after all."),
    "role_offered": _("Offered %(name)s the role: %(role)s."),
    "role_accepted": _("%(name)s accepted the role: %(role)s."),
    "role_declined": _("%(name)s declined the role: %(role)s."),
    "role_removed": _("Took the role from %(name)s: %(role)s."),
    "round_opened": _("%(round_named)s was opened."),
    "rounds_opened": _("All rounds were opened: %(count)s."),
    "round_closed": _("%(round_named)s was closed."),
    "round_reopened": _("%(round_named)s was opened again."),
    "round_rescheduled": _("%(round_named)s: new times."),
    "deadline_passed": _("%(round_named)s: the deadline passed, undecided: %(undecided)s."),
    "knockout_drawn": _("Drew the knock-out."),
    "play_off_made": _("Ordered a deciding match for place %(place)s."),
    "match_began": _("%(pair)s (%(round_named)s): they sat down."),
    "started_now": _("%(pair)s (%(round_named)s): started the match."),
    "match_finished": _("%(pair)s (%(round_named)s): the match ended %(score)s."),
    "match_annulled": _("%(pair)s (%(round_named)s): the match was ended without a result."),
    "reported": _("%(pair)s (%(round_named)s): a result was reported."),
    "report_confirmed": _("%(pair)s (%(round_named)s): both say %(score)s."),
    "disputed": _("%(pair)s (%(round_named)s): they report different results."),
    "result_entered": _("%(pair)s (%(round_named)s): entered %(score)s."),
    "result_corrected": _(
        "%(pair)s (%(round_named)s): corrected from %(score_before)s to %(score)s."
    ),
    "ruled": _("%(pair)s (%(round_named)s): ruled %(score)s."),
    "walkover": _("%(pair)s (%(round_named)s): walkover %(score)s."),
    "double_walkover": _("%(pair)s (%(round_named)s): lost by both."),
    "walkover_withdrawn": _("%(pair)s (%(round_named)s): decided by a withdrawal."),
    "bye": _("%(pair)s (%(round_named)s): goes on without play."),
    "annulled": _("%(pair)s (%(round_named)s): annulled."),
    "to_be_replayed": _("%(pair)s (%(round_named)s): is to be played again."),
    "sides_swapped": _("%(pair)s (%(round_named)s): sides exchanged."),
    "time_set": _("%(pair)s (%(round_named)s): set the time."),
    "clock_paused": _("%(pair)s (%(round_named)s): stopped the clock."),
    "clock_resumed": _("%(pair)s (%(round_named)s): let the clock go on."),
    "no_show_claimed": _(
        "%(pair)s (%(round_named)s): %(claimant)s claims that the other did not come."
    ),
    "no_show_by_rule": _("%(pair)s (%(round_named)s): decided by the no-show rule, %(score)s."),
    "claim_granted": _("%(pair)s (%(round_named)s): granted the claim of %(claimant)s."),
    "claim_declined": _("%(pair)s (%(round_named)s): declined the claim of %(claimant)s."),
}


def act(
    code: str, subject: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> str:
    """Return a line of the log as a sentence; what is not known is shown by its code."""
    template = ACTS.get(_spoken(code, before))
    if template is None:
        return code
    text = str(template) % _Words(_words(isolated(subject), isolated(before), isolated(after)))
    if str(template).startswith("%(round_named)s"):
        text = text[:1].upper() + text[1:]
    if after.get("ties"):
        shared = gettext("Left without a deciding match: %(ties)s.")
        return f"{text} {shared % {'ties': ties(isolated(after)['ties'])}}"
    if "late_minutes" in after:
        late = gettext("Caught up %(minutes)s minutes late.") % {"minutes": after["late_minutes"]}
        return f"{text} {late}"
    return text


def ties(tied: Iterable[Mapping[str, Any]]) -> str:
    """Return in words which places are shared, and by whom."""
    return "; ".join(map(_tie, tied))


def _tie(tie: Mapping[str, Any]) -> str:
    named = gettext("place %(place)s: %(names)s") % {
        "place": tie.get("place", "–"),
        "names": ", ".join(tie.get("players", ())),
    }
    group = tie.get("stage_name")
    return f"{group}, {named}" if group else named


def _spoken(code: str, before: Mapping[str, Any]) -> str:
    """Return by which sentence an act is told: what had no result yet was not corrected."""
    return "ruled" if code == "result_corrected" and not _has_result(before) else code


def _has_result(side: Mapping[str, Any]) -> bool:
    told = [*(side.get("score") or ()), *(side.get("results") or ())]
    return any(one is not None for one in told)


class _Words(dict[str, Any]):
    """Words of a sentence; a line of an older version may lack one."""

    def __missing__(self, key: str) -> str:
        return "–"


def _words(
    subject: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    words: dict[str, Any] = {**after, **subject}
    words["pair"] = f"{subject.get('first') or '…'} – {subject.get('second') or '…'}"
    words["round_named"] = _round(subject)
    words["changed"] = ", ".join(map(setting, sorted(after)))
    words["from"], words["to"] = _state(before), _state(after)
    words["score"], words["score_before"] = score(after), score(before)
    words["role"] = _label(RoleKind, subject.get("role"))
    words["policy"] = _label(WithdrawalPolicy, after.get("policy"))
    return words


def _round(subject: Mapping[str, Any]) -> str:
    """Return the name of a round inside a sentence, or of the match for a place."""
    to_final = subject.get("to_final")
    if to_final is not None:
        place = round_names.of_place(subject.get("for_place"))
        found = place or round_names.of_round(subject.get("round", 0), to_final)
        named = found[:1].lower() + found[1:]
        return named if place or to_final in round_names.BY_WAY else _of_knockout(named)
    words = {"round": subject.get("round", "–"), "group": subject.get("stage_name")}
    if words["group"]:
        return gettext("round %(round)s, %(group)s") % words
    return gettext("round %(round)s") % words


def _of_knockout(named: str) -> str:
    return gettext("%(round)s, knock-out") % {"round": named}


def setting(name: str) -> str:
    """Return the name of a setting for people; a name that is none stays as it is."""
    columns = {field.name: field for field in apps.get_model("ladder", "Tournament")._meta.fields}
    return str(columns[name].verbose_name) if name in columns else name


def _state(side: Mapping[str, Any]) -> str:
    return _label(TournamentState, side.get("state"))


def _label(choices: Any, value: Any) -> str:
    return str(choices(value).label) if value in choices.values else "–"


def score(side: Mapping[str, Any]) -> str:
    """Return a score, or the signs of a result without play."""
    first, second = side.get("score") or (None, None)
    if first is not None and second is not None:
        return f"{first}:{second}"
    signs = {0: "−", 1: "=", 2: "+"}
    results: Any = side.get("results") or (None, None)
    return ":".join(signs.get(one, "–") for one in results)
