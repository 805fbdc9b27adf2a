"""Closed lists of the ladder app, with their names for people."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RatingStatus(models.TextChoices):
    """Whether a result counts for the ladder, and if not, why."""

    RATED = "rated", _("Rated")
    UNRATED = "unrated", _("Not rated")
    ANNULLED = "annulled", _("Annulled")
    MONEY = "money", _("Money session")
    PRACTICE = "practice", _("Practice")
    WALKOVER = "walkover", _("Walkover")
    GUEST = "guest", _("A guest")
    WITH_BOT = "with_bot", _("With a bot")
    CORRECTED = "corrected", _("Annulled afterwards")


class Outcome(models.TextChoices):
    """How a game ended for one player."""

    WON = "won", _("Won")
    DRAWN = "drawn", _("Drawn")
    LOST = "lost", _("Lost")
    ANNULLED = "annulled", _("Annulled")


class TournamentState(models.TextChoices):
    """The life of a tournament, in order."""

    DRAFT = "draft", _("Draft")
    REGISTRATION = "registration", _("Registration open")
    CLOSED = "closed", _("Registration closed")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    ARCHIVED = "archived", _("Archived")


class TournamentFormat(models.TextChoices):
    """How a tournament is played."""

    ROUND_ROBIN = "round_robin", _("Round robin")
    DOUBLE_ROUND_ROBIN = "double_round_robin", _("Double round robin")
    GROUPS_KNOCKOUT = "groups_knockout", _("Groups and a knock-out")


class RoundsOpen(models.TextChoices):
    """Which rounds may be played at once."""

    ONE_BY_ONE = "one_by_one", _("Round by round")
    ALL = "all", _("All rounds at once")


class Visibility(models.TextChoices):
    """Who may see a tournament that is no longer a draft."""

    PUBLIC = "public", _("Everybody")
    MEMBERS = "members", _("Members only")


class Seating(models.TextChoices):
    """How the numbers in the draw are given."""

    RATING = "rating", _("By rating")
    LOT = "lot", _("By lot, from a published seed")
    BY_HAND = "by_hand", _("By the director")


class NoShowRule(models.TextChoices):
    """What becomes of a pairing to which one player did not come."""

    AUTOMATIC = "automatic", _("Walkover by itself")
    DIRECTOR = "director", _("The director decides")
    BOTH = "both", _("By itself where the case is clear, else the director")


class LateMissed(models.TextChoices):
    """What becomes of the rounds that a late entry has missed."""

    WALKOVER = "walkover", _("Lost by walkover")
    RESCHEDULE = "reschedule", _("Played later")


class WithdrawalPolicy(models.TextChoices):
    """What becomes of the games of one who leaves; the codes are those of `rules.withdrawal`."""

    KEEP = "keep_and_forfeit", _("Games played count, the rest is lost by walkover")
    HALF = "annul_below_half", _("Below half of the games none counts, else the rest is lost")
    VOID = "void_all", _("None counts for anything, the rating included")


class EntryState(models.TextChoices):
    """Where an entry stands."""

    INVITED = "invited", _("Invited")
    WAITING = "waiting", _("On the waiting list")
    ENTERED = "entered", _("Entered")
    CONFIRMED = "confirmed", _("Confirmed")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    REMOVED = "removed", _("Removed")


class StageKind(models.TextChoices):
    """What a stage of a tournament is."""

    ROUND_ROBIN = "round_robin", _("Round robin")
    KNOCKOUT = "knockout", _("Knock-out")
    PLAY_OFF = "play_off", _("Deciding matches")


class RoundState(models.TextChoices):
    """Whether the pairings of a round may be played."""

    WAITING = "waiting", _("Not open yet")
    OPEN = "open", pgettext_lazy("of a round", "Open")
    CLOSED = "closed", _("Closed")


class PairingState(models.TextChoices):
    """Where a pairing stands; `void` is one that will not be played."""

    WAITING = "waiting", _("Not open yet")
    OPEN = "open", _("To be played")
    PLAYING = "playing", _("Being played")
    REPORTED = "reported", _("Result to be confirmed")
    DISPUTED = "disputed", _("Disputed")
    DECIDED = "decided", _("Decided")
    VOID = "void", _("Not played")


class PairingSource(models.TextChoices):
    """Where the result of a pairing came from."""

    LIVE = "live", _("Played here")
    BOARD = "board", _("Entered from the board")
    REPORT = "report", _("Reported and confirmed")
    WALKOVER = "walkover", _("Walkover")
    RULING = "ruling", _("Ruling")
    BYE = "bye", _("Bye")
    WITHDRAWAL = "withdrawal", _("Withdrawal")
    ARCHIVE = "archive", _("From an archive")


class FeedsFrom(models.TextChoices):
    """Who of an earlier pairing takes a place in a later one."""

    WINNER = "winner", _("Winner")
    LOSER = "loser", _("Loser")


class ClaimState(models.TextChoices):
    """What became of a no-show claim."""

    OPEN = "open", _("Waits for the director")
    GRANTED = "granted", _("Granted")
    DECLINED = "declined", _("Declined")
    MOOT = "moot", _("Overtaken by the result")


class RoleKind(models.TextChoices):
    """What somebody may do in one tournament."""

    DIRECTOR = "director", _("Director")
    ASSISTANT = "assistant", _("Assistant, results only")


class CorrectionKind(models.TextChoices):
    """What an official did to a result of the ladder."""

    ANNUL = "annul", _("Annulled")
    CORRECT = "correct", _("Corrected")
    UNDO = "undo", _("Undone")


class FlagPattern(models.TextChoices):
    """What the results of a pair look like; the keys are those of `ladder.rules.suspicion`."""

    SHORT_LOSSES = "short_losses", _("Short games given up again and again")
    SAME_PAIR = "same_pair", _("The same pair, the same winner")
    NEW_ACCOUNT = "new_account", _("A new member loses to one opponent")
    SEVERAL_GIVERS = "several_givers", _("Several members give one short games")


class FlagStatus(models.TextChoices):
    """What an official made of a flag."""

    OPEN = "open", _("Open")
    CLEARED = "cleared", _("Nothing wrong")
    CONFIRMED = "confirmed", _("Confirmed")
