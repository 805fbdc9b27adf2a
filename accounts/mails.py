"""Letters to members about their accounts, in their language and time zone."""

from zoneinfo import ZoneInfo

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import Member, Mute


def mute(*, mute_id: int, over: bool) -> None:
    """Tell a member of his mute, or that it is over; a mute that is gone is not told of."""
    row = Mute.objects.select_related("member").filter(pk=mute_id).first()
    if row is None:
        return
    template = "accounts/email/mute_over.txt" if over else "accounts/email/muted.txt"
    with translation.override(row.member.language):
        subject = gettext("You may write in the chats again") if over else gettext("Chats taken")
        _send(row.member, subject, template, {"mute": row})


def _send(member: Member, subject: str, template: str, context: dict[str, object]) -> None:
    """The caller has activated the member's language."""
    if not member.email or not member.is_active:
        return
    with timezone.override(ZoneInfo(member.time_zone)):
        text = render_to_string(template, {"member": member, **context})
    send_mail(f"[Vrhcáby] {subject}", text, None, [member.email])
