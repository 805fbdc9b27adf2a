"""Foreign text inside our sentences: its direction of writing ends where it ends."""

import unicodedata
from typing import Any

_ISOLATE, _END = "\u2068", "\u2069"
_TURNING = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Classes of the bidirectional algorithm (Unicode annex 9) that turn what stands beside them."""


def isolated(value: Any) -> Any:
    """Return a text, or a JSON value's texts, so that a sentence around them reads unharmed.

    A text that cannot turn anything stays as it is.
    """
    if isinstance(value, str):
        return _isolated(value)
    if isinstance(value, dict):
        return {key: isolated(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [isolated(one) for one in value]
    return value


def _isolated(text: str) -> str:
    if not any(unicodedata.bidirectional(sign) in _TURNING for sign in text):
        return text
    # An end inside would end ours.
    return f"{_ISOLATE}{text.replace(_END, '')}{_END}"
