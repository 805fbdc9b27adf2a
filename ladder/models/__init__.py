"""Tables of the ladder app, by subject."""

from ladder.models.acts import OfficialAct
from ladder.models.corrections import Correction
from ladder.models.flags import RatingFlag
from ladder.models.pairing_records import Forecast, NoShowClaim, PairingMatch, ResultReport
from ladder.models.pairings import UNDECIDED, Pairing, Round, Stage, StageSeat
from ladder.models.ratings import (
    HISTORY_LENGTH,
    PROVISIONAL_BELOW,
    Pool,
    Rating,
    RatingChange,
    RatingQuerySet,
)
from ladder.models.results import LadderResult
from ladder.models.seasons import Season, SeasonPlace, SoftReset
from ladder.models.tournaments import CalendarKey, Entry, Role, Tournament

__all__ = [
    "HISTORY_LENGTH",
    "PROVISIONAL_BELOW",
    "UNDECIDED",
    "CalendarKey",
    "Correction",
    "Entry",
    "Forecast",
    "LadderResult",
    "NoShowClaim",
    "OfficialAct",
    "Pairing",
    "PairingMatch",
    "Pool",
    "Rating",
    "RatingChange",
    "RatingFlag",
    "RatingQuerySet",
    "ResultReport",
    "Role",
    "Round",
    "Season",
    "SeasonPlace",
    "SoftReset",
    "Stage",
    "StageSeat",
    "Tournament",
]
