"""The language in which the terminal is spoken to: one for a whole start, from its first line on.

The rule: the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set says which, by the first
of Czech and English in it. It is English where none is set, for `C`, and for every other language.
Pages have nothing to do with this: they speak the language of each reader.

The words are those of the site's catalogue. Standard library only and in the syntax of an older
Python, like `bootstrap`, which speaks before there is a Django. The start goes on by this rule once
Django is there, whose own language is the site's where nobody asks for a page.
"""

import gettext as catalogues
import os
import re
from functools import lru_cache

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
CZECH, ENGLISH = "cs", "en"
LOCALE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")


def gettext(message: str) -> str:
    """Return a message in the language of the terminal; itself where it has no translation."""
    return message if language() == ENGLISH else _czech().gettext(message)


def language() -> str:
    """Return the code of the language that the environment asks for, `cs` or `en`."""
    asked = next(filter(None, map(os.environ.get, VARIABLES)), "")
    codes = [re.split("[_.@-]", name)[0].lower() for name in asked.split(":")]
    return next((code for code in codes if code in (CZECH, ENGLISH)), ENGLISH)


@lru_cache(maxsize=None)  # noqa: UP033  (`cache` is younger than the oldest Python that reads this)
def _czech() -> catalogues.NullTranslations:
    return catalogues.translation("django", LOCALE, [CZECH], fallback=True)
