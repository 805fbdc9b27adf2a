"""Refusal codes of the accounts in human words."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

REFUSALS: "dict[str, _StrPromise]" = {
    "name_short": _("A name has at least 2 characters."),
    "name_long": _("A name has at most 20 characters."),
    "name_letters": _("Use Latin letters (accents are fine), digits and the signs _ - . only."),
    "name_edges": _("The signs _ - . may stand only singly, between letters or digits."),
    "name_reserved": _("This name is reserved. Please choose another one."),
    "name_taken": _("This name, or one that looks like it, is taken."),
    "email_taken": _("Another member uses this e-mail address."),
    "unknown_time_zone": _("We do not know this time zone."),
    "banned": _("Your membership is suspended."),
    "ban_end_past": _("The end of a suspension must lie in the future."),
    "ban_reason_missing": _("Say why: the member will read it."),
    "ban_self": _("You cannot suspend yourself."),
    "second_factor_missing": _(
        "The powers of your office need a second factor: set it up first, in your account."
    ),
    "not_an_official": _("Only an official may do that."),
    "appoint_not_allowed": _("Only a superuser hands out offices and marks of bots."),
    "ban_not_allowed": _("Only a superuser may suspend a member of the staff."),
    "not_signed_in": _("Sign in first."),
    "token_name_missing": _("Give the token a name, so that you know it later."),
    "bad_scope": _("There is no such scope."),
    "too_many_tokens": _("You have 20 tokens: revoke one first."),
    "no_such_token": _("There is no such token, or it is revoked already."),
    "bad_token": _("This access token is not known here."),
    "token_expired": _("This access token has expired."),
    "token_revoked": _("This access token was revoked."),
    "scope_too_small": _("This access token does not allow that."),
    "already_a_bot": _("This account is marked as a bot already."),
    "mute_end_past": _("The end of a mute must lie in the future."),
    "mute_reason_missing": _("Say why: the member will read it."),
    "mute_self": _("You cannot mute yourself."),
    "mute_not_allowed": _("You may not mute this member."),
    "staff_stays": _("You belong to the staff: give up your powers first."),
    "still_playing": _("You sit at a live game: finish it first."),
    "export_too_often": _("Your data were sent a moment ago: wait a minute."),
    "block_yourself": _("You cannot block yourself."),
    "block_staff": _("Members of the staff cannot be blocked."),
    "too_many_blocks": _("You block as many members as one can."),
}

FRAMEWORK = (
    _("Your password can’t be too similar to your other personal information."),  # noqa: RUF001
    _("Your password can’t be a commonly used password."),  # noqa: RUF001
    _("Your password can’t be entirely numeric."),  # noqa: RUF001
    _("Enter a valid email address."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
"""Django's sentences that its Czech lacks or puts too formally for us: ours come first."""


def refusal(code: str) -> "_StrPromise":
    """Return the sentence for a refusal code of this app; raise `KeyError` for another one."""
    return REFUSALS[code]
