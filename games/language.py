"""Which language a socket speaks: its member's, else that of the cookie or the browser."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def of_scope(scope: Any) -> str:
    """Return the code of the language in which to speak to a socket."""
    for wish in _wishes(scope):
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def _wishes(scope: Any) -> Iterator[str]:
    user = scope.get("user")
    if user is not None and user.is_authenticated:
        yield user.language
    yield scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    headers = dict(scope.get("headers", ()))
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    for wish, _ in parse_accept_lang_header(accepted[:200]):
        yield wish
