"""The choices a member can make, as stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    """Languages of the site, named in themselves."""

    CZECH = "cs", "Čeština"
    ENGLISH = "en", "English"


class Theme(models.TextChoices):
    """Colours of the pages; `auto` follows the device."""

    AUTO = "auto", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Direction(models.TextChoices):
    """The corner of the board in which the member's own home lies."""

    RIGHT = "right", _("Home at the lower right")
    LEFT = "left", _("Home at the lower left")


class Animation(models.TextChoices):
    """How fast the opponent's steps are shown."""

    OFF = "off", _("Off")
    FAST = "fast", _("Fast")
    NORMAL = "normal", _("Normal")
    SLOW = "slow", _("Slow")


class Sound(models.TextChoices):
    """What the game page may be heard of; the keys are those of its scripts."""

    DICE = "dice", _("Dice")
    STEP = "step", _("Step")
    HIT = "hit", _("Hit")
    SHORT = "short", _("Time runs short")
    TURN = "turn", _("Your turn")
    END = "end", _("End of the game")


class Scope(models.TextChoices):
    """What an access token allows; every token may read."""

    READ = "read", _("Read: what its member may see")
    PLAY = "play", _("Play: challenges, moves and settings")
    DIRECT = "direct", _("Direct: the acts of officials and directors")


class Office(models.TextChoices):
    """Offices of the site, by the names of their groups."""

    OFFICIAL = "official", _("Official")
    MODERATOR = "moderator", _("Moderator")


class ActKind(models.TextChoices):
    """What moderators do to members."""

    MUTE = "mute", _("Muted")
    UNMUTE = "unmute", _("Mute lifted")
    REMOVE = "remove", _("Chat line removed")
    DISMISS = "dismiss", _("Report dismissed")
    BAN = "ban", _("Suspended")
    LIFT = "lift", _("Suspension lifted")


class NoticeKind(models.TextChoices):
    """What members are told, each kind with settings of its own."""

    INVITATION = "invitation", _("Invitations to tournaments")
    REGISTRATION = "registration", _("A place from the waiting list")
    ROUND_START = "round_start", _("The start of a round")
    AGREED_TIME = "agreed_time", _("Times proposed and agreed")
    REMINDER = "reminder", _("Reminders before a match or a deadline")
    RESULT_TO_CONFIRM = "result_to_confirm", _("Results to confirm")
    DISPUTE = "dispute", _("Disputed results")
    RULING = "ruling", _("Rulings of a director")
    CORRECTION = "correction", _("Corrections of the ladder")
    GAME_BEGAN = "game_began", _("The start of a game that one offered")
