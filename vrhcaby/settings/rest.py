"""The REST interface: who asks, how often, and how its document is written."""

from pathlib import Path
from typing import Any

import drf_spectacular_sidecar


def swagger_ui() -> Path:
    """Return the folder of the scripts and styles of the page of operations."""
    package = Path(drf_spectacular_sidecar.__file__).parent
    return package / "static" / "drf_spectacular_sidecar" / "swagger-ui-dist"


API_RATES: dict[str, tuple[int, int]] = {
    "read": (1200, 1200),
    "write": (600, 60),
    "bulk": (30, 60),
    "failures": (0, 60),
}
"""Requests a minute by kind: of a token or a member, and of all guests behind one address."""

FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.MemberSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["vrhcaby.rest.permissions.ScopeRequired"],
    "DEFAULT_THROTTLE_CLASSES": ["vrhcaby.rest.throttles.Throttle"],
    "DEFAULT_PARSER_CLASSES": ["vrhcaby.rest.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "vrhcaby.rest.negotiation.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "vrhcaby.rest.schema.OperationSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "vrhcaby.rest.problems.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

OPENAPI: dict[str, Any] = {
    "TITLE": "Vrhcáby",
    "DESCRIPTION": (
        "The interface of a backgammon club: read what its pages show, play as its members may, "
        "and follow matches live. The guide is at `/api/`, the sockets are told in "
        "`/api/v1/protocol.schema.json`. A method that an address does not know is answered 405 "
        "with `Allow`, an address that is none 404, both as problem details."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "vrhcaby.rest.schema.OperationGenerator",
    "POSTPROCESSING_HOOKS": ["vrhcaby.rest.schema.complete"],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A personal access token: `Authorization: Bearer vrh_…`.",
            },
            "session": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "The session of the site's own pages; writing needs X-CSRFToken.",
            },
        }
    },
    "SECURITY": [],
    "AUTHENTICATION_WHITELIST": [],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
}
