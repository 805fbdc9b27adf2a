"""The text of a file of unknown encoding, as far as encodings can be told apart."""

import codecs
import re

from games.engine.formats.failures import FormatError, Trouble

MOST_BYTES = 4_000_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    (b"RGMH", "xg"),
    (b'{"format":"BGF"', "bgf"),
    (b"OGXM", "ogxm"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"%PDF", "pdf"),
)
_LOOKED_AT = 4096
_CONTROL = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x1a\x1b"))
_DECLARED = re.compile(rb"CA\[([A-Za-z0-9_-]{1,20})\]")
_DECLARABLE = frozenset(
    {"iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1252", "shift_jis", "gbk"}
)
# What Windows' western code page has no letter for, the Central European one has.
_ONLY_CENTRAL = frozenset(b"\x8d\x8f\x9d")


def text_of(data: bytes) -> tuple[str, bool]:
    """The text, without a byte order mark, and whether its encoding was a guess.

    Raises FormatError for what is empty, too large or not text.
    """
    if not data.strip():
        raise FormatError(Trouble.EMPTY_FILE)
    if len(data) > MOST_BYTES:
        raise FormatError(Trouble.FILE_TOO_LARGE, megabytes=MOST_BYTES // 1_000_000)
    _require_no_magic(data)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding), False
    wide = _wide(data)
    if wide is not None:
        return _decoded(data, wide), False
    _require_text(data)
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError:
        return _guessed(data)


def _require_no_magic(data: bytes) -> None:
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise FormatError(Trouble.BINARY_FILE, kind=kind)


def _decoded(data: bytes, encoding: str) -> str:
    text = data.decode(encoding, "replace")
    _require_text(text[:_LOOKED_AT].encode("utf-8", "replace"))
    return text


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte of plain text is 0."""
    start = data[:_LOOKED_AT]
    half = len(start) // 2
    if half and start[1::2].count(0) > 0.7 * half and not start[::2].count(0):
        return "utf-16-le"
    if half and start[::2].count(0) > 0.7 * half and not start[1::2].count(0):
        return "utf-16-be"
    return None


def _require_text(data: bytes) -> None:
    cleaned = data.translate(None, _CONTROL)
    if len(cleaned) < len(data):
        at = next(at for at, byte in enumerate(data) if byte in _CONTROL)
        before = data[:at]
        raise FormatError(
            Trouble.BINARY_FILE,
            line=before.count(b"\n") + 1,
            character=at - before.rfind(b"\n"),
            kind="bytes",
        )


def _guessed(data: bytes) -> tuple[str, bool]:
    """By what an SGF declares, else one of Windows' code pages."""
    declared = _DECLARED.search(data[:_LOOKED_AT])
    if declared is not None:
        name = declared[1].decode("ascii").lower()
        if name in _DECLARABLE:
            return data.decode(name, "replace"), False
    central = not _ONLY_CENTRAL.isdisjoint(data)
    return data.decode("cp1250" if central else "cp1252", "replace"), True
