"""Entries under the tournament's lock: who may come, who gets a place, who moves up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Max

from accounts.enums import NoticeKind
from ladder.enums import EntryState, Seating, TournamentState
from ladder.models import Entry, Tournament
from ladder.models.tournaments import ENTERED
from ladder.rules.lot import drawn
from ladder.rules.pairings import MOST_PLAYERS
from ladder.selectors.tournaments import seating
from ladder.services.tournaments import notify
from ladder.services.tournaments.settings import NAME_LENGTH
from vrhcaby import plain_line
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from ladder.services.tournaments.acting import Acting

PARTS = ("entries",)


class EntryRefused(DomainError):
    """The entry cannot be; `code` is the reason.

    `registration_closed`, `registration_not_yet`, `already_entered`, `invitation_needed`,
    `rating_too_low`, `rating_too_high`, `too_few_games` (each with `needs` and `has`), `full`.
    """

    code = "entry_refused"


def by_lot(tournament: Tournament) -> list[int]:
    """Return the entries with a place in the order of their lots. Raises `seed_missing`."""
    if not tournament.lot_seed:
        raise DomainError("seed_missing", {"field": "lot_seed"})
    entries = list(tournament.entries.seated().select_related("member"))
    by_name = {f"{entry.shown_name}": entry.pk for entry in entries}
    if len(by_name) < len(entries):
        # Two guests of one name: their order of entering tells them apart.
        by_name = {f"{entry.shown_name} {entry.number}": entry.pk for entry in entries}
    return [by_name[str(name)] for name in drawn(tournament.lot_seed, by_name)]


def guest_name(name: str) -> str:
    """Return a guest's name as it is kept: as it was written, marks of direction and all.

    Pages isolate it. Raises `bad_guest_name`, also where nothing of it could be seen.
    """
    kept = name.strip()
    if len(kept) > NAME_LENGTH or not plain_line.is_one_line(kept):
        raise DomainError("bad_guest_name", {"field": "name"})
    return kept


def require_place(tournament: Tournament) -> None:
    """Raise `full` when no place is free. Inner: the tournament is locked."""
    if free(tournament) <= 0:
        raise EntryRefused("full")


def subject(entry: Entry) -> dict[str, Any]:
    """Return an entry as the log names it."""
    return {"entry": entry.pk, "name": entry.shown_name}


def require_window(acting: Acting) -> None:
    """Raise EntryRefused unless members may enter now: by the state, and by the window."""
    tournament = acting.tournament
    if tournament.state != TournamentState.REGISTRATION:
        raise EntryRefused("registration_closed", {"state": tournament.state})
    if tournament.registration_from and acting.at < tournament.registration_from:
        opens = tournament.registration_from.isoformat()
        raise EntryRefused("registration_not_yet", {"opens": opens})
    if tournament.registration_until and acting.at >= tournament.registration_until:
        raise EntryRefused("registration_closed", {"state": tournament.state})


def require_may_enter(acting: Acting, entry: Entry | None) -> None:
    """Raise EntryRefused unless the member who acts fulfils the conditions."""
    if entry is not None and entry.state in (EntryState.WAITING, *ENTERED):
        raise EntryRefused("already_entered")
    if entry is not None and entry.state == EntryState.REMOVED:
        raise EntryRefused("removed_by_director")
    if entry is not None and entry.state == EntryState.INVITED:
        return
    _require_conditions(acting.tournament, acting.by.pk)


def _require_conditions(tournament: Tournament, member_id: int) -> None:
    if tournament.invitation_only:
        raise EntryRefused("invitation_needed")
    ((rating, experience),) = seating.ratings_of(tournament, [member_id]).values()
    low, high = tournament.rating_min, tournament.rating_max
    for refused, code, needs, has in (
        (low is not None and rating < low, "rating_too_low", low, rating),
        (high is not None and rating > high, "rating_too_high", high, rating),
        (experience < tournament.games_min, "too_few_games", tournament.games_min, experience),
    ):
        if refused:
            raise EntryRefused(code, {"needs": needs, "has": round(has)})


def free(tournament: Tournament) -> int:
    """Return how many places are free; without a limit the largest field is one."""
    places = MOST_PLAYERS if tournament.places is None else tournament.places
    return places - tournament.entries.seated().count()


def free_state(tournament: Tournament) -> EntryState:
    """Return where a new entry comes: to a place, else to the waiting list. Raises `full`."""
    if free(tournament) > 0 and not waiting(tournament).exists():
        return EntryState.ENTERED
    if not tournament.waiting_list:
        raise EntryRefused("full")
    return EntryState.WAITING


def waiting(tournament: Tournament) -> Any:
    """Return the waiting list in its order."""
    return tournament.entries.filter(state=EntryState.WAITING).order_by("number")


def put(acting: Acting, entry: Entry | None, state: EntryState, **who: Any) -> Entry:
    """Write an entry, new or anew: whoever comes again stands at the end."""
    last = acting.tournament.entries.aggregate(last=Max("number"))["last"] or 0
    if entry is None:
        entry = Entry(tournament=acting.tournament, **who)
    if entry.state != EntryState.INVITED or entry.pk is None:
        entry.number = last + 1
    entry.state, entry.entered_at, entry.seat_order = state, acting.at, None
    entry.save()
    return entry


def leave(acting: Acting, entry: Entry, state: EntryState, code: str) -> None:
    """Give up an entry; the first of the waiting list takes a place that becomes free."""
    before = entry.state
    entry.state, entry.seat_order = state, None
    entry.save(update_fields=["state", "seat_order"])
    acting.log(
        code,
        subject=subject(entry),
        before={"state": before},
        after={"state": state},
        parts=PARTS,
    )
    if before in ENTERED and free(acting.tournament) > 0:
        following = waiting(acting.tournament).select_related("member").first()
        if following is not None:
            move_up(acting, following)


def move_up(acting: Acting, entry: Entry) -> None:
    """Give somebody of the waiting list a place, and tell him."""
    entry.state = EntryState.ENTERED
    entry.save(update_fields=["state"])
    acting.log("moved_up", subject=subject(entry), parts=PARTS)
    tell_place(acting, entry)


def tell_place(acting: Acting, entry: Entry) -> None:
    """Tell a member that he has a place."""
    notify.tell(
        notify.members_of(entry),
        NoticeKind.REGISTRATION,
        acting.tournament,
        about=f"place:{entry.pk}:{entry.number}",
    )


def seat(acting: Acting, entry_ids: list[int], by: Seating, code: str) -> None:
    """Give the places in the draw in this order, and let it count. Raises `bad_order`."""
    entries = {entry.pk: entry for entry in acting.tournament.entries.seated()}
    if sorted(entry_ids) != sorted(entries):
        raise DomainError("bad_order")
    for number, entry_id in enumerate(entry_ids, start=1):
        entries[entry_id].seat_order = number
    Entry.objects.bulk_update(entries.values(), ["seat_order"])
    tournament = acting.tournament
    before, tournament.seating = tournament.seating, by
    tournament.save(update_fields=["seating"])
    acting.log(
        code,
        before={"seating": before},
        after={"seating": by, "order": entry_ids},
        parts=PARTS,
    )


def unseat(acting: Acting) -> None:
    """Take back all places in the draw: it is made by rating when the tournament starts."""
    tournament = acting.tournament
    tournament.entries.update(seat_order=None)
    before, tournament.seating = tournament.seating, Seating.RATING
    tournament.save(update_fields=["seating"])
    acting.log(
        "seats_by_rating",
        before={"seating": before},
        after={"seating": Seating.RATING},
        parts=PARTS,
    )
