"""The language in which the terminal is spoken to: one for a whole start, from its first line on.

The rule: the first of LC_ALL, LC_MESSAGES and LANG that is set says which, Czech or English; unless
it is `C`, LANGUAGE goes before it, by the first of the two in it, as for other programs. It is
English where none is set, for `C`, and for every other language. Pages have nothing to do with
this: they speak the language of each reader.

The words are those of the site's catalogue. Standard library only and in the syntax of an older
Python, like `bootstrap`, which speaks before there is a Django. The start goes on by this rule once
Django is there, whose own language is the site's where nobody asks for a page.
"""

import gettext as catalogues
import os
import re
import struct
from functools import lru_cache

LISTED, VARIABLES = "LANGUAGE", ("LC_ALL", "LC_MESSAGES", "LANG")
CZECH, ENGLISH = "cs", "en"
LOCALE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")


def gettext(message: str) -> str:
    """Return a message in the language of the terminal; itself where it has no translation."""
    return message if language() == ENGLISH else _czech().gettext(message)


def language() -> str:
    """Return the code of the language that the environment asks for, `cs` or `en`."""
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "C")
    if _code(locale) in ("c", "posix"):
        return ENGLISH
    codes = map(_code, (os.environ.get(LISTED) or locale).split(":"))
    return next((code for code in codes if code in (CZECH, ENGLISH)), ENGLISH)


def _code(locale: str) -> str:
    return re.split("[_.@-]", locale)[0].lower()


@lru_cache(maxsize=None)  # noqa: UP033  (`cache` is younger than the oldest Python that reads this)
def _czech() -> catalogues.NullTranslations:
    try:
        return catalogues.translation("django", LOCALE, [CZECH], fallback=True)
    except (OSError, ValueError, struct.error):
        # A catalogue that is broken or may not be read must not keep anything from starting.
        return catalogues.NullTranslations()
