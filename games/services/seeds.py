"""Dice seeds drawn and committed to before anybody plays by them."""

from games import dice
from games.models import DiceSeed


def commit(count: int, *, now: int) -> list[DiceSeed]:
    """Write so many fresh seeds, each with its commitment. Inner: no lock needed."""
    sealed = [dice.draw_seed() for _ in range(count)]
    return DiceSeed.objects.bulk_create(
        DiceSeed(secret=one.secret, commitment=one.commitment, created_at=now) for one in sealed
    )
