"""In which order the players of a tournament will be drawn, as far as it follows from ratings."""

from collections.abc import Iterable, Mapping, Sequence

from ladder.models import Entry, Pool, Rating, Tournament
from ladder.rules import FIBS


def ratings_of(
    tournament: Tournament, member_ids: Sequence[int]
) -> Mapping[int, tuple[float, int]]:
    """Return rating and experience of members in the tournament's pool; newcomers' for others."""
    pool = Pool.objects.filter(ruleset=tournament.ruleset).first()
    start = pool.start if pool else FIBS.start
    rows = Rating.objects.filter(pool=pool, member__in=member_ids)
    known = {row.member_id: (row.rating, row.experience) for row in rows}
    return {member_id: known.get(member_id, (start, 0)) for member_id in member_ids}


def by_rating(tournament: Tournament, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with the highest rating first, guests last, equals as they entered."""
    entered = list(entries)
    members = [entry.member_id for entry in entered if entry.member_id]
    ratings = ratings_of(tournament, members)

    def strength(entry: Entry) -> tuple[float, int]:
        rating = ratings[entry.member_id][0] if entry.member_id else float("-inf")
        return -rating, entry.number

    return sorted(entered, key=strength)
