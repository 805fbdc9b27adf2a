"""What a reader gives: a record, what is odd about its file, and whether to keep it."""

from dataclasses import dataclass

from games.engine.formats.failures import REFUSING, FormatError, Oddity
from games.engine.formats.record import Record


@dataclass(frozen=True, slots=True)
class Imported:
    """A record and what was odd about its file, in the order of the file."""

    record: Record
    oddities: tuple[Oddity, ...]

    @property
    def refusal(self) -> FormatError | None:
        """Why the file as a whole is not to be kept, if it is broken off or lies."""
        for oddity in self.oddities:
            if oddity.code in REFUSING:
                return _error_of(oddity)
        return None


def _error_of(oddity: Oddity) -> FormatError:
    """The oddity as the reason of a refusal."""
    return FormatError(
        oddity.code,
        line=oddity.place.line,
        character=oddity.place.character,
        **dict(oddity.details),
    )
