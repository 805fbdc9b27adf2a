"""What one socket may send: how much, how often, and how much nonsense in a row."""

from dataclasses import dataclass

FRAME_BYTES = 8 * 1024
RATE_PER_S = 20.0
BURST = 40.0
BAD_FRAMES_IN_A_ROW = 20
CLOSE_BAD_FRAMES = 4008
CLOSE_FLOOD = 4029
CLOSE_SESSION_ENDED = 4001
CLOSE_NO_SUCH_MATCH = 4004
CLOSE_TRY_AGAIN = 4013
COMPLAIN_EVERY_S = 1.0
MOST_EXCESS = 500.0
"""Frames too many, of which RATE_PER_S are forgiven each second, before the socket is closed."""


@dataclass(slots=True)
class Gate:
    """A bucket of tokens and a count of bad frames; times are seconds of a monotonic clock."""

    filled_at: float
    tokens: float = BURST
    bad_in_a_row: int = 0
    complained_at: float = 0.0
    excess: float = 0.0

    def admit(self, now: float) -> bool:
        """Take a token for a frame that arrives now, if there is one."""
        earned = (now - self.filled_at) * RATE_PER_S
        self.tokens = min(BURST, self.tokens + earned)
        self.excess = max(0.0, self.excess - earned)
        self.filled_at = now
        if self.tokens < 1.0:
            self.excess += 1.0
            return False
        self.tokens -= 1.0
        return True

    def floods(self) -> bool:
        """Whether so many frames were not admitted that the socket is to be closed."""
        return self.excess > MOST_EXCESS

    def may_complain(self, now: float) -> bool:
        """Whether a frame that was not admitted is answered: not each of a flood is."""
        if now - self.complained_at < COMPLAIN_EVERY_S:
            return False
        self.complained_at = now
        return True

    def good(self) -> None:
        """Note a frame that was understood."""
        self.bad_in_a_row = 0

    def bad(self) -> bool:
        """Note a frame that was not; return whether the socket is to be closed."""
        self.bad_in_a_row += 1
        return self.bad_in_a_row >= BAD_FRAMES_IN_A_ROW
