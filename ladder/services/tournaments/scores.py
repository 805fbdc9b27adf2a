"""Results over the board: reported by players, entered and ruled by officials."""

from __future__ import annotations

from django.db import transaction

from accounts.enums import NoticeKind
from games.services.answers import answering
from ladder import permissions
from ladder.enums import PairingSource, PairingState, RoundState, TournamentState
from ladder.models import Pairing, ResultReport
from ladder.rules.results import LOSS, WIN
from ladder.services.tournaments import boards, deciding, notify
from ladder.services.tournaments.acting import Acting, Changed
from ladder.services.tournaments.deciding import Outcome
from vrhcaby.errors import DomainError

REPORTABLE = (PairingState.OPEN, PairingState.REPORTED, PairingState.DISPUTED)
RULED = (TournamentState.RUNNING, TournamentState.FINISHED)


Said = dict[str, list[int | None]]
"""Reported scores in the order of sides, by the names of those who reported."""


class NothingReported(DomainError):
    """The opponent has reported nothing that could be confirmed."""

    code = "nothing_reported"


class ReportChanged(DomainError):
    """The opponent reports another score than was seen: `by` whom and what, in order of sides."""

    code = "report_changed"


class MatchIsLive(DomainError):
    """The match is being played here: end it first by a walkover or by annulling it."""

    code = "match_is_live"


@answering
def report(*, pairing_id: int, by_id: int, first_score: int, second_score: int) -> Changed:
    """Report what the score was, as one of the two; entry service.

    The same as the opponent has reported decides the pairing, another is a dispute, which the
    directors are told of. One's own report may be changed until then. Refused:
    `not_in_this_pairing`, `wrong_pairing_state`, `wrong_state`, `bad_score`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, *REPORTABLE)
        deciding.of_scores(pairing, first_score, second_score, PairingSource.REPORT)
        before = _said(pairing)
        ResultReport.objects.update_or_create(
            pairing=pairing,
            entry=me,
            defaults={"first_score": first_score, "second_score": second_score, "at": acting.at},
        )
        theirs = pairing.reports.exclude(entry=me).first()
        if theirs is None:
            _wait_for_confirmation(acting, pairing, (first_score, second_score), before)
        elif (theirs.first_score, theirs.second_score) == (first_score, second_score):
            _decide_as_reported(acting, pairing, theirs)
        else:
            _dispute(acting, pairing, before)
        return acting.changed(pairing.pk)


@answering
def confirm_report(
    *,
    pairing_id: int,
    by_id: int,
    first_score: int | None = None,
    second_score: int | None = None,
) -> Changed:
    """Confirm what the opponent has reported; entry service.

    The scores are what was seen of the report; without them whatever stands is confirmed.
    Refused: `not_in_this_pairing`, `nothing_reported`, `report_changed` with what is reported
    now, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take(pairing_id, by_id=by_id)
        me = permissions.require_in_pairing(acting.by, pairing)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, *REPORTABLE)
        theirs = pairing.reports.exclude(entry=me).first()
        if theirs is None:
            raise NothingReported
        _require_seen(theirs, first_score, second_score)
        _decide_as_reported(acting, pairing, theirs)
        return acting.changed(pairing.pk)


@answering
def enter_result(
    *,
    pairing_id: int,
    by_id: int,
    first_score: int,
    second_score: int,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Enter a result from the board, or correct one; entry service, for assistants too.

    A decided pairing is corrected by a director alone, with a reason; so is one in dispute. The
    ladder follows (`ratings.follow`). Refused: `bad_score`, `match_is_live`, `why_missing`,
    `not_a_director`, `next_pairing_begun`, `wrong_pairing_state` for one that is not open yet.
    """
    with transaction.atomic(durable=True):
        acting, pairing = boards.take_over(pairing_id, by_id=by_id, why=why)
        permissions.require_can_enter_results(acting.by, acting.tournament)
        acting.require_unchanged(version, *boards.about(pairing))
        ruling = pairing.state in (PairingState.DECIDED, PairingState.DISPUTED)
        if ruling:
            permissions.require_can_direct(acting.by, acting.tournament)
            acting.require_why()
        _require_ruled(acting, pairing, *REPORTABLE, PairingState.DECIDED)
        source = PairingSource.RULING if ruling else PairingSource.BOARD
        outcome = deciding.of_scores(pairing, first_score, second_score, source)
        code = "result_corrected" if ruling else "result_entered"
        deciding.decide(acting, pairing, outcome, code)
        if ruling:
            deciding.tell_ruling(acting, pairing, code)
        return acting.changed(pairing.pk)


@answering
def walkover(
    *, pairing_id: int, by_id: int, winner: str, version: int | None = None, why: str = ""
) -> Changed:
    """Give the pairing to one of the two without play, also before its round; entry service.

    `winner` is ``first`` or ``second``. A live match ends without a result. Refused:
    `why_missing`, `unknown_choice`, `wrong_pairing_state`, `next_pairing_begun`.
    """
    outcomes = {
        "first": Outcome(WIN, LOSS, PairingSource.WALKOVER, forfeit=True),
        "second": Outcome(LOSS, WIN, PairingSource.WALKOVER, forfeit=True),
    }
    if winner not in outcomes:
        raise DomainError("unknown_choice", {"field": "winner"})
    return _rule(pairing_id, by_id, version, why, outcomes[winner], "walkover")


@answering
def double_walkover(
    *, pairing_id: int, by_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Let both lose a pairing that neither played; entry service. Refused as `walkover`."""
    outcome = Outcome(LOSS, LOSS, PairingSource.WALKOVER, forfeit=True)
    return _rule(pairing_id, by_id, version, why, outcome, "double_walkover")


@answering
def annul(*, pairing_id: int, by_id: int, version: int | None = None, why: str = "") -> Changed:
    """Take a pairing out: it has no result and will not be played; entry service.

    A live match ends without a result; a rated result no longer counts. Refused: `why_missing`,
    `next_pairing_begun`, `wrong_pairing_state`.
    """
    with transaction.atomic(durable=True):
        acting, pairing = _ruling(pairing_id, by_id, version, why)
        boards.require_state(pairing, *REPORTABLE, PairingState.WAITING, PairingState.DECIDED)
        deciding.undecide(
            acting, pairing, PairingState.VOID, "annulled", source=PairingSource.RULING
        )
        deciding.tell_ruling(acting, pairing, "annulled")
        return acting.changed(pairing.pk)


@answering
def replay(*, pairing_id: int, by_id: int, version: int | None = None, why: str = "") -> Changed:
    """Let a pairing be played again, also one that was annulled; entry service.

    Before its round is open it waits for that again. Refused as `annul`, and `wrong_state` when
    the tournament is over.
    """
    with transaction.atomic(durable=True):
        acting, pairing = _ruling(pairing_id, by_id, version, why)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, *REPORTABLE, PairingState.VOID, PairingState.DECIDED)
        if pairing.source == PairingSource.BYE or _somebody_left(pairing):
            raise boards.WrongPairingState(details={"state": "void"})
        waits = pairing.round.state == RoundState.WAITING
        state = PairingState.WAITING if waits else PairingState.OPEN
        deciding.undecide(acting, pairing, state, "to_be_replayed")
        deciding.tell_ruling(acting, pairing, "to_be_replayed")
        return acting.changed(pairing.pk)


@answering
def swap_sides(
    *, pairing_id: int, by_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Exchange first and second before anything has been played; entry service."""
    with transaction.atomic(durable=True):
        acting, pairing = boards.as_director(pairing_id, by_id=by_id, version=version, why=why)
        acting.require_state(TournamentState.RUNNING)
        boards.require_state(pairing, PairingState.WAITING, PairingState.OPEN)
        pairing.first, pairing.second = pairing.second, pairing.first
        _swap_feeds(pairing)
        pairing.version += 1
        pairing.challenge_id = None
        pairing.save()
        acting.log("sides_swapped", subject=boards.subject(pairing), parts=["pairings"])
        return acting.changed(pairing.pk)


def _rule(
    pairing_id: int, by_id: int, version: int | None, why: str, outcome: Outcome, code: str
) -> Changed:
    with transaction.atomic(durable=True):
        acting, pairing = _ruling(pairing_id, by_id, version, why)
        # Who has said that he cannot come need not wait for his round.
        _require_ruled(acting, pairing, *REPORTABLE, PairingState.WAITING, PairingState.DECIDED)
        if pairing.second is None or pairing.first is None:
            raise boards.WrongPairingState(details={"state": "bye"})
        deciding.decide(acting, pairing, outcome, code)
        deciding.tell_ruling(acting, pairing, code)
        return acting.changed(pairing.pk)


def _ruling(pairing_id: int, by_id: int, version: int | None, why: str) -> tuple[Acting, Pairing]:
    acting, pairing = boards.as_director(
        pairing_id, by_id=by_id, version=version, why=why, end_live=True
    )
    acting.require_why()
    acting.require_state(*RULED)
    return acting, pairing


def _require_ruled(acting: Acting, pairing: Pairing, *states: PairingState) -> None:
    acting.require_state(*RULED)
    if pairing.state == PairingState.PLAYING:
        raise MatchIsLive(details={"match": pairing.match_id})
    boards.require_state(pairing, *states)


def _wait_for_confirmation(
    acting: Acting, pairing: Pairing, score: tuple[int, int], before: Said
) -> None:
    pairing.state = PairingState.REPORTED
    _keep(acting, pairing, "reported", before)
    me = permissions.entry_in(acting.by, pairing)
    other = pairing.second if me == pairing.first else pairing.first
    notify.tell_one(
        NoticeKind.RESULT_TO_CONFIRM,
        pairing,
        other,
        me,
        about=f"reported:{pairing.version}",
        score=f"{score[0]}:{score[1]}",
    )


def _dispute(acting: Acting, pairing: Pairing, before: Said) -> None:
    pairing.state = PairingState.DISPUTED
    _keep(acting, pairing, "disputed", before)
    notify.tell(
        notify.directors(acting.tournament),
        NoticeKind.DISPUTE,
        acting.tournament,
        about=f"pairing:{pairing.pk}:disputed:{pairing.version}",
        path=pairing.get_absolute_url(),
        first=boards.name(pairing.first),
        second=boards.name(pairing.second),
        round=pairing.round.number,
    )


def _keep(acting: Acting, pairing: Pairing, code: str, before: Said) -> None:
    pairing.version += 1
    pairing.save(update_fields=["state", "version"])
    acting.log(
        code,
        subject=boards.subject(pairing),
        before={"said": before} if before else {},
        after={"said": _said(pairing)},
        parts=["pairings"],
    )


def _said(pairing: Pairing) -> Said:
    """Return what has been reported, by names."""
    return {
        str(boards.name(one.entry)): [one.first_score, one.second_score]
        for one in pairing.reports.select_related("entry__member")
    }


def _require_seen(theirs: ResultReport, first: int | None, second: int | None) -> None:
    """Raise ReportChanged where a report is not the one that was seen; None: not told."""
    reported = (theirs.first_score, theirs.second_score)
    if (first, second) not in ((None, None), reported):
        by = boards.name(theirs.entry)
        details = {"by": by, "first_score": reported[0], "second_score": reported[1]}
        raise ReportChanged(details=details)


def _decide_as_reported(acting: Acting, pairing: Pairing, said: ResultReport) -> None:
    outcome = deciding.of_scores(pairing, said.first_score, said.second_score, PairingSource.REPORT)
    deciding.decide(acting, pairing, outcome, "report_confirmed")


def _somebody_left(pairing: Pairing) -> bool:
    return any(one is None or one.has_left for one in (pairing.first, pairing.second))


def _swap_feeds(pairing: Pairing) -> None:
    pairing.first_from, pairing.second_from = pairing.second_from, pairing.first_from
    pairing.first_takes, pairing.second_takes = pairing.second_takes, pairing.first_takes
