"""A notice as words: the sentence on the page, and the e-mail with its way to stop them."""

from email.utils import parseaddr
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.enums import NoticeKind
from accounts.models import Notice
from vrhcaby.bidi import isolated

SALT = "accounts.letters.unsubscribe"


def sentence(notice: Notice) -> str:
    """Return what a notice says, in the active language and time zone, on one line."""
    text = render_to_string(f"accounts/notices/{notice.kind}.txt", {"p": isolated(notice.params)})
    return " ".join(text.split())


def letter(notice: Notice) -> EmailMessage:
    """Return the e-mail of a notice, in its member's language and time zone.

    It carries the headers of RFC 8058, so that a mail program can unsubscribe with one click.
    """
    member = notice.member
    stop = settings.SITE_URL + unsubscribe_path(notice)
    with translation.override(member.language), timezone.override(ZoneInfo(member.time_zone)):
        said = sentence(notice)
        body = render_to_string(
            "accounts/notices/letter.txt",
            {
                "member": member,
                "sentence": said,
                "address": settings.SITE_URL + notice.path,
                "kind": NoticeKind(notice.kind).label,
                "stop": stop,
                "settings": settings.SITE_URL + reverse("accounts:notice_settings"),
            },
        )
        subject = _("[Vrhcáby] %(sentence)s") % {"sentence": _shortened(said)}
    return EmailMessage(
        subject=subject,
        body=body,
        to=[member.email],
        headers={
            "Message-ID": f"<notice.{notice.pk}@{_domain()}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


def unsubscribe_path(notice: Notice) -> str:
    """Return the address at which this member ends e-mails of this kind without signing in."""
    key = signing.dumps([notice.member_id, notice.kind], salt=SALT)
    return reverse("accounts:unsubscribe", kwargs={"key": key})


def unsubscribed(key: str) -> tuple[int, NoticeKind] | None:
    """Return the member and the kind that an address names, None for one that we never made."""
    try:
        member_id, kind = signing.loads(key, salt=SALT)
        return int(member_id), NoticeKind(kind)
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _shortened(text: str, most: int = 120) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _domain() -> str:
    """Return the part after the @: of the sender's address, else of the site's."""
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return address.rpartition("@")[2] or urlsplit(settings.SITE_URL).hostname or "localhost"
