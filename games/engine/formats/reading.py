"""A match out of a file of any format: which it is, is found out from its content alone."""

from games.engine.formats import json_record, mat_read, position_text, sgf_read
from games.engine.formats.failures import FormatError, Oddity, Place, Trouble
from games.engine.formats.imported import Imported
from games.engine.formats.text_of_file import MOST_BYTES, text_of

__all__ = ["MOST_BYTES", "Imported", "read_match"]

_READERS = (
    (sgf_read.looks_like_sgf, sgf_read.read_sgf),
    (json_record.looks_like_json, json_record.read_record),
    (mat_read.looks_like_mat, mat_read.read_mat),
    (position_text.looks_like_position, position_text.read_position),
)


def read_match(data: bytes) -> Imported:
    """The record in a file and what is odd about it; see `Imported.refusal` before keeping it.

    Raises FormatError when nothing can be read: empty, too large, binary, of no known format.
    Of more than MOST_BYTES no more than one byte need be given.
    """
    text, guessed = text_of(data)
    for looks_like, read in _READERS:
        if looks_like(text):
            imported = read(text)
            break
    else:
        raise FormatError(Trouble.UNKNOWN_FORMAT)
    if not guessed:
        return imported
    noted = Oddity(Trouble.ENCODING_GUESSED, Place())
    return Imported(imported.record, (noted, *imported.oddities))
