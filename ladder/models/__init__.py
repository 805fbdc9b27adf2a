"""Tables of the ladder app, by subject."""

from ladder.models.acts import OfficialAct
from ladder.models.append_only import AppendOnlyError
from ladder.models.pairings import (
    UNDECIDED,
    Forecast,
    NoShowClaim,
    Pairing,
    PairingMatch,
    ResultReport,
    Round,
    Stage,
    StageSeat,
)
from ladder.models.ratings import (
    HISTORY_LENGTH,
    PROVISIONAL_BELOW,
    Pool,
    Rating,
    RatingChange,
    RatingQuerySet,
)
from ladder.models.tournaments import CalendarKey, Entry, Role, Tournament

__all__ = [
    "HISTORY_LENGTH",
    "PROVISIONAL_BELOW",
    "UNDECIDED",
    "AppendOnlyError",
    "CalendarKey",
    "Entry",
    "Forecast",
    "NoShowClaim",
    "OfficialAct",
    "Pairing",
    "PairingMatch",
    "Pool",
    "Rating",
    "RatingChange",
    "RatingQuerySet",
    "ResultReport",
    "Role",
    "Round",
    "Stage",
    "StageSeat",
    "Tournament",
]
