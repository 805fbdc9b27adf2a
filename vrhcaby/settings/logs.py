"""Logging dictionaries: readable lines for a terminal, JSON lines for a machine."""

import re
from collections.abc import MutableMapping
from typing import Any

import structlog

_HIDDEN = "[hidden]"
_SECRET_NAMES = re.compile(
    r"password|passwd|secret|seed|token|session|cookie|authorization|csrf|api_?key", re.IGNORECASE
)
# The password of a URL; the key in the address of a letter or a calendar.
_SECRET_PARTS = re.compile(
    r"(?P<before>://[^\s:/@]*:)[^\s/@]+(?=@)"
    r"|(?P<path>/(?:password/reset/key|confirm-email|odber)/)[^\s/\"']+"
    r"|(?P<query>[?&]klic=)[^\s&\"']+"
)


def hide_secrets(
    _logger: Any, _method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Blank what a log must not hold: values under telling names, passwords in addresses."""
    for name, value in entry.items():
        if _SECRET_NAMES.search(name):
            entry[name] = _HIDDEN
        elif isinstance(value, str):
            entry[name] = _SECRET_PARTS.sub(_blank, value)
    return entry


def _blank(found: "re.Match[str]") -> str:
    return (found["before"] or found["path"] or found["query"]) + _HIDDEN


_STAMP = structlog.processors.TimeStamper(fmt="iso", utc=True)
_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    _STAMP,
]


def console(*, level: str) -> dict[str, Any]:
    """Return a configuration that writes one readable line for each entry to standard error."""
    # Plain tracebacks: the rich ones print local variables, and seeds with them.
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    return _configuration(renderer, level=level)


def json_lines(*, level: str) -> dict[str, Any]:
    """Return a configuration that writes one JSON object for each entry to standard error."""
    return _configuration(structlog.processors.JSONRenderer(), level=level, tracebacks=True)


def _configuration(renderer: Any, *, level: str, tracebacks: bool = False) -> dict[str, Any]:
    formatting = [structlog.processors.format_exc_info] if tracebacks else []
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *formatting,
                    hide_secrets,
                    renderer,
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "daphne": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
        },
    }
