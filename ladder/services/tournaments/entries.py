"""Registration: by members, by invitation, and by the director."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from accounts import permissions as accounts
from accounts.enums import NoticeKind
from games.services.answers import answering
from ladder.enums import EntryState, Seating, TournamentState
from ladder.models import Entry, Tournament
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import entering, notify
from ladder.services.tournaments.acting import Acting, Changed
from ladder.services.tournaments.settings import NAME_LENGTH
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Sequence

BEFORE_START = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CLOSED)


class NoSuchEntry(DomainError):
    """The tournament has no such entry, or not in a state in which this can be done."""

    code = "no_such_entry"


@answering
def enter(*, slug: str, by_id: int) -> Changed:
    """Enter oneself, or take a place on the waiting list when it is full; entry service.

    Refused: see `entering.EntryRefused`. `Changed.id` is the entry; its state says where it came.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id)
        accounts.require_can_act(acting.by)
        entering.require_window(acting)
        entry = _of_member(acting.tournament, by_id)
        entering.require_may_enter(acting, entry)
        state = entering.free_state(acting.tournament)
        entry = entering.put(acting, entry, state, member_id=by_id)
        acting.log(
            "entered", subject=entering.subject(entry), after={"state": state}, parts=entering.PARTS
        )
        return acting.changed(entry.pk)


@answering
def withdraw_entry(*, slug: str, by_id: int) -> Changed:
    """Take one's own entry back before the start; entry service.

    The first of the waiting list moves up. Refused: `no_such_entry`, `wrong_state`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id)
        accounts.require_can_act(acting.by)
        acting.require_state(*BEFORE_START)
        entry = _of_member(acting.tournament, by_id)
        if entry is None or entry.state in (EntryState.WITHDRAWN, EntryState.REMOVED):
            raise NoSuchEntry
        entering.leave(acting, entry, EntryState.WITHDRAWN, "entry_withdrawn")
        return acting.changed(entry.pk)


@answering
def add(
    *, slug: str, by_id: int, member_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Enter a member as the director, whatever the conditions; entry service.

    Refused: `no_such_member`, `already_entered`, `full` when all places are taken.
    """
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, why, version)
        member = acts.member_of(member_id)
        if not member.is_authenticated or not member.is_active:
            raise DomainError("no_such_member")
        entry = _of_member(acting.tournament, member_id)
        if entry is not None and entry.has_place:
            raise entering.EntryRefused("already_entered")
        entering.require_place(acting.tournament)
        entry = entering.put(acting, entry, EntryState.CONFIRMED, member_id=member_id)
        acting.log("entry_added", subject=entering.subject(entry), parts=entering.PARTS)
        return acting.changed(entry.pk)


@answering
def add_guest(
    *, slug: str, by_id: int, name: str, version: int | None = None, why: str = ""
) -> Changed:
    """Enter somebody without an account, who plays over the board; entry service.

    Refused: `bad_guest_name` for a name that is empty or longer than 80 characters, `full`.
    """
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, why, version)
        entering.require_place(acting.tournament)
        entry = entering.put(acting, None, EntryState.CONFIRMED, name=entering.guest_name(name))
        acting.log("guest_added", subject=entering.subject(entry), parts=entering.PARTS)
        return acting.changed(entry.pk)


@answering
def invite(*, slug: str, by_id: int, member_id: int, why: str = "") -> Changed:
    """Invite a member, who may then enter whatever the conditions; entry service.

    Refused: `no_such_member`, `already_entered`.
    """
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, why, None)
        member = acts.member_of(member_id)
        if not member.is_authenticated or not member.is_active:
            raise DomainError("no_such_member")
        entry = _of_member(acting.tournament, member_id)
        gone = (EntryState.WITHDRAWN, EntryState.REMOVED)
        if entry is not None and entry.state not in gone:
            raise entering.EntryRefused("already_entered")
        entry = entering.put(acting, entry, EntryState.INVITED, member_id=member_id)
        acting.log("invited", subject=entering.subject(entry), parts=entering.PARTS)
        notify.tell(
            [member_id],
            NoticeKind.INVITATION,
            acting.tournament,
            about=f"entry:{entry.pk}:{entry.number}:{acting.tournament.version}",
            by=acting.by.username,
        )
        return acting.changed(entry.pk)


@answering
def answer_invitation(*, slug: str, by_id: int, accept: bool) -> Changed:
    """Accept an invitation, or decline it; entry service.

    Accepting takes a place, or one on the waiting list. Refused: `no_such_entry`, `full`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id)
        accounts.require_can_act(acting.by)
        acting.require_state(*BEFORE_START)
        entry = _of_member(acting.tournament, by_id)
        if entry is None or entry.state != EntryState.INVITED:
            raise NoSuchEntry
        state = entering.free_state(acting.tournament) if accept else EntryState.WITHDRAWN
        entry.state = state
        entry.save(update_fields=["state"])
        code = "invitation_accepted" if accept else "invitation_declined"
        acting.log(
            code, subject=entering.subject(entry), after={"state": state}, parts=entering.PARTS
        )
        return acting.changed(entry.pk)


@answering
def confirm(*, slug: str, by_id: int, entry_id: int, version: int | None = None) -> Changed:
    """Confirm that somebody who has entered will play; entry service."""
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, "", version)
        entry = _entry(acting.tournament, entry_id, EntryState.ENTERED)
        entry.state = EntryState.CONFIRMED
        entry.save(update_fields=["state"])
        acting.log("entry_confirmed", subject=entering.subject(entry), parts=entering.PARTS)
        return acting.changed(entry.pk)


@answering
def remove(
    *, slug: str, by_id: int, entry_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Take an entry out before the start; the first of the waiting list moves up; entry service."""
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, why, version)
        entry = _entry(acting.tournament, entry_id, *_PRESENT)
        entering.leave(acting, entry, EntryState.REMOVED, "entry_removed")
        return acting.changed(entry.pk)


@answering
def promote(*, slug: str, by_id: int, entry_id: int, version: int | None = None) -> Changed:
    """Give somebody of the waiting list a place out of turn; entry service. Refused: `full`."""
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, "", version)
        entry = _entry(acting.tournament, entry_id, EntryState.WAITING)
        entering.require_place(acting.tournament)
        entering.move_up(acting, entry)
        return acting.changed(entry.pk)


@answering
def reorder(
    *, slug: str, by_id: int, entry_ids: Sequence[int], version: int | None = None
) -> Changed:
    """Give the places in the draw by hand, the first entry the first seat; entry service.

    Whatever was set before, the tournament is then drawn in this order.
    Refused: `bad_order` unless exactly those who have a place are named, each once.
    """
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, "", version)
        entering.seat(acting, list(entry_ids), Seating.BY_HAND, "seats_ordered")
        return acting.changed()


@answering
def draw_seats(
    *, slug: str, by_id: int, seed: str | None = None, version: int | None = None
) -> Changed:
    """Draw the places by the published seed, so that anybody can repeat it; entry service.

    `seed` replaces the tournament's. Whatever was set before, the draw is then by lot; who enters
    afterwards is drawn with the others when it starts. Refused: `seed_missing`, `too_long`.
    """
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, "", version)
        tournament = acting.tournament
        if seed is not None:
            tournament.lot_seed = seed.strip()
            if len(tournament.lot_seed) > NAME_LENGTH:
                raise DomainError("too_long", {"field": "lot_seed"})
            tournament.save(update_fields=["lot_seed"])
        order = entering.by_lot(tournament)
        entering.seat(acting, order, Seating.LOT, "seats_drawn")
        return acting.changed()


@answering
def seat_by_rating(*, slug: str, by_id: int, version: int | None = None) -> Changed:
    """Let the ratings order the draw again, whatever was set before; entry service."""
    with transaction.atomic(durable=True):
        acting = _as_director(slug, by_id, "", version)
        entering.unseat(acting)
        return acting.changed()


_PRESENT = (EntryState.INVITED, EntryState.WAITING, EntryState.ENTERED, EntryState.CONFIRMED)


def _as_director(slug: str, by_id: int, why: str, version: int | None) -> Acting:
    acting = acts.take_as_director(slug, by_id=by_id, why=why)
    acting.require_state(*BEFORE_START)
    acting.require_unchanged(version, Q(subject__has_key="entry"), Q(code__startswith="seats"))
    return acting


def _of_member(tournament: Tournament, member_id: int) -> Entry | None:
    return tournament.entries.filter(member=member_id).select_related("member").first()


def _entry(tournament: Tournament, entry_id: int, *states: EntryState) -> Entry:
    rows = tournament.entries.filter(pk=entry_id, state__in=states).select_related("member")
    entry = rows.first()
    if entry is None:
        raise NoSuchEntry
    return entry
