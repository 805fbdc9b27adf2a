"""The headers of answers, as the document describes them."""

from collections.abc import Mapping
from typing import Any

TAGS = {
    "ETag": {"description": "Names this content.", "schema": {"type": "string"}},
    "Last-Modified": {
        "description": "When it last changed, where that is known.",
        "schema": {"type": "string"},
    },
}
LINKS = {
    "Link": {
        "description": "Addresses of the pages after (`next`) and before this (`prev`), if any.",
        "schema": {"type": "string"},
    },
}
FILE = {
    "Content-Disposition": {
        "description": "The name of the file, where it is one to be kept.",
        "schema": {"type": "string"},
    },
}
_AGAIN = {
    "Retry-After": {
        "description": "After how many seconds to come again.",
        "schema": {"type": "integer", "minimum": 1},
    },
}
OF_STATUS: Mapping[int, Mapping[str, Any]] = {
    401: {
        "WWW-Authenticate": {
            "description": "How to sign in: `Bearer`, and what was wrong with the token sent.",
            "schema": {"type": "string"},
        },
    },
    429: _AGAIN,
    503: _AGAIN,
}
