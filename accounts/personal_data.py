"""All that the site keeps about a member, as a ZIP of JSON files that is made while it is sent.

Each application says what it keeps: it registers a function that gives files of a member when it
is ready. Nothing is stored for it, and a long file is never whole in memory.
"""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from accounts.models import AccessToken, Block, Member, ModeratorAct, Mute, Notice

CHUNK_BYTES = 64 * 1024
SECRET = frozenset({"password", "session_epoch", "canonical"})
"""Fields of a member that say nothing about him."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the archive: its name, and rows that are read one by one."""

    name: str
    rows: Iterable[Any]


Reader = Callable[[Member], Iterable[File]]
_readers: list[Reader] = []


def register(read: Reader) -> None:
    """Let `read(member)` give files about a member; registered once by an application."""
    if read not in _readers:
        _readers.append(read)


def archive(member: Member) -> Iterator[bytes]:
    """Give the archive of a member in pieces."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archived:
        for read in _readers:
            for file in read(member):
                yield from _written(archived, sink, file)
    yield sink.taken()


def of_accounts(member: Member) -> Iterator[File]:
    """Give what the accounts keep: who the member is, and what was decided about him."""
    fields = [one for one in Member._meta.concrete_fields if one.name not in SECRET]
    groups = list(member.groups.values_list("name", flat=True))
    known = {one.name: getattr(member, one.attname) for one in fields}
    yield File("member.json", [{**known, "groups": groups}])
    mails = EmailAddress.objects.filter(user=member).values("email", "verified", "primary")
    yield File("emails.json", mails.iterator())
    sessions = UserSession.objects.filter(user=member)
    yield File("sessions.json", sessions.values("created_at", "ip", "user_agent").iterator())
    tokens = AccessToken.objects.filter(member=member)
    shown = ("name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
    yield File("tokens.json", tokens.values(*shown).iterator())
    factors = Authenticator.objects.filter(user=member)
    yield File(
        "second_factor.json", factors.values("type", "created_at", "last_used_at").iterator()
    )
    told = Notice.objects.filter(member=member).order_by("pk")
    yield File("notices.json", told.values("kind", "params", "path", "at", "read_at").iterator())
    yield from _moderation(member)


def _moderation(member: Member) -> Iterator[File]:
    blocks = Block.objects.filter(member=member).values("blocked__username", "at")
    yield File("blocks.json", blocks.iterator())
    mutes = Mute.objects.filter(member=member)
    yield File("mutes.json", mutes.values("reason", "at", "until", "lifted_at").iterator())
    acts = ModeratorAct.objects.filter(Q(member=member) | Q(moderator=member)).order_by("pk")
    yield File("moderation.json", acts.values("kind", "why", "details", "at").iterator())


class _Sink(io.RawIOBase):
    """Where the archive is written to, and taken from piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._written += piece
        return len(piece)

    def taken(self) -> bytes:
        piece, self._written = bytes(self._written), bytearray()
        return piece

    def __len__(self) -> int:
        return len(self._written)


def _written(archived: zipfile.ZipFile, sink: _Sink, file: File) -> Iterator[bytes]:
    encoder = DjangoJSONEncoder(ensure_ascii=False)
    with archived.open(file.name, "w") as entry:
        entry.write(b"[")
        for number, row in enumerate(file.rows):
            text = encoder.encode(row) if not isinstance(row, str) else row
            entry.write((",\n" if number else "\n").encode() + text.encode())
            if len(sink) >= CHUNK_BYTES:
                yield sink.taken()
        entry.write(b"\n]\n")
    yield sink.taken()


register(of_accounts)
