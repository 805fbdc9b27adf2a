"""Rules of member names, and the key by which two names count as the same.

A name may hold letters of the Latin script, digits and single inner `_`, `-` or `.`. Two names that
a reader could take for each other have the same canonical key, and the key is unique.
"""

# ruff: noqa: RUF001 (the tables below consist of letters that look like others)

import itertools
import unicodedata

MIN_LENGTH = 2
MAX_LENGTH = 20
SEPARATORS = "_-."
DIGITS = "0123456789"

# Latin letters of European languages that no decomposition leads back to A–Z.
SPECIAL_LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h",
    "ŧ": "t", "ı": "i", "ŋ": "n", "þ": "p", "ə": "e",
}  # fmt: skip

# Letters of other scripts by what they look like, lower case. Such letters are refused in new
# names; the key knows them all the same, because not every name comes through a form.
LOOK_ALIKES = {
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ԍ": "g", "һ": "h", "н": "h", "і": "i",
    "ј": "j", "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r",
    "ѕ": "s", "т": "t", "ц": "u", "ѵ": "v", "ԝ": "w", "х": "x", "у": "y", "ү": "y", "з": "3",
    "α": "a", "β": "b", "ϲ": "c", "ε": "e", "γ": "y", "η": "n", "ι": "i", "κ": "k", "μ": "m",
    "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ζ": "z",
    "ϳ": "j", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʋ": "v", "ʏ": "y", "ɪ": "i", "ǀ": "l",
}  # fmt: skip

# Applied after letters have been reduced to a–z and 0–9.
SINGLE_SHAPES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
PAIRED_SHAPES = (("rn", "m"), ("vv", "w"))

RESERVED = (
    "admin", "administrator", "administrace", "spravce", "správa", "system", "systém", "root",
    "superuser", "owner", "staff", "team", "support", "podpora", "help", "pomoc", "info",
    "kontakt", "contact", "webmaster", "postmaster", "hostmaster", "abuse", "security", "mail",
    "moderator", "moderátor", "director", "ředitel", "referee", "rozhodčí", "arbiter", "judge",
    "vrhcaby", "vrhcáby", "club", "klub", "bot", "robot", "computer", "počítač", "gnubg", "bgsage",
    "gnubackgammon", "anonymous", "anonym", "guest", "host", "nobody", "nikdo", "none", "null",
    "undefined", "unknown", "neznámý", "deleted", "smazaný", "member", "člen", "user", "uživatel",
    "player", "hráč", "me", "api", "www", "login", "logout", "signup", "static",
)  # fmt: skip

LEFT = "smazaný-"
"""Who has left for good is called so, with a number; nobody can sign up under it."""

# A name that begins or ends with one of these would speak for the club.
OFFICIAL = ("admin", "administrator", "spravce", "moderator", "vrhcaby")


class NameRefused(ValueError):
    """A name breaks a rule; `code` says which one."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def normalise(name: str) -> str:
    """Return the name as it is stored and shown: trimmed, in composed form (NFKC)."""
    return unicodedata.normalize("NFKC", name.strip())


def canonical(name: str) -> str:
    """Return the key shared by all names that could be taken for this one.

    Case, accents, separators, other scripts' look-alikes and the shapes 0/o, 1/l/i, rn/m, vv/w
    make no difference. The key of a key is the key itself.
    """
    key = "".join(_plain(char) for char in _decomposed(name) if char not in SEPARATORS)
    key = key.translate(SINGLE_SHAPES)
    for pair, single in PAIRED_SHAPES:
        # Written out first: else "vw" and "vvv", which look the same, would pair up differently.
        key = key.replace(single, pair).replace(pair, single)
    return key


def check(name: str) -> str:
    """Return the normalised name, or raise `NameRefused`.

    Codes: `name_short`, `name_long`, `name_letters`, `name_edges`, `name_reserved`.
    """
    name = normalise(name)
    if len(name) < MIN_LENGTH:
        raise NameRefused("name_short")
    if len(name) > MAX_LENGTH:
        raise NameRefused("name_long")
    if not all(_is_latin_letter(char) or char in DIGITS or char in SEPARATORS for char in name):
        raise NameRefused("name_letters")
    if not _separators_inside(name):
        raise NameRefused("name_edges")
    if is_reserved(name):
        raise NameRefused("name_reserved")
    return name


def is_reserved(name: str) -> bool:
    """Tell whether the name could be taken for the site itself or for one of its officials."""
    key = canonical(name)
    return key in _RESERVED_KEYS or key.startswith(_OFFICIAL_KEYS) or key.endswith(_OFFICIAL_KEYS)


def _decomposed(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKD", folded).casefold()


def _plain(char: str) -> str:
    if unicodedata.combining(char):
        return ""
    return SPECIAL_LETTERS.get(char) or LOOK_ALIKES.get(char, char)


def _is_latin_letter(char: str) -> bool:
    if char.lower() in SPECIAL_LETTERS:
        return True
    parts = unicodedata.normalize("NFKD", char)
    base, marks = parts[0], parts[1:]
    return base.isascii() and base.isalpha() and all(map(unicodedata.combining, marks))


def _separators_inside(name: str) -> bool:
    """Separators stand singly and between two other characters."""
    padded = f".{name}."
    return not any(
        left in SEPARATORS and right in SEPARATORS for left, right in itertools.pairwise(padded)
    )


_RESERVED_KEYS = frozenset(canonical(name) for name in RESERVED)
_OFFICIAL_KEYS = tuple(canonical(name) for name in OFFICIAL)
