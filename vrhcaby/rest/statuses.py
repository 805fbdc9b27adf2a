"""Which HTTP status a refusal code has."""

from collections.abc import Mapping
from http import HTTPStatus

_BY_STATUS: Mapping[HTTPStatus, tuple[str, ...]] = {
    HTTPStatus.BAD_REQUEST: ("malformed", "bad_request"),
    HTTPStatus.UNAUTHORIZED: ("not_signed_in", "bad_token", "token_expired", "token_revoked"),
    HTTPStatus.FORBIDDEN: (
        "forbidden",
        "banned",
        "second_factor_missing",
        "scope_too_small",
        "not_a_player",
        "not_a_moderator",
        "mute_not_allowed",
        "mute_self",
        "muted",
        "room_closed",
        "not_an_official",
        "appoint_not_allowed",
        "ban_not_allowed",
        "ban_self",
        "challenge_not_for_you",
        "not_a_director",
        "not_an_assistant",
        "not_in_this_pairing",
        "may_not_make_tournaments",
    ),
    HTTPStatus.NOT_FOUND: ("not_found",),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method_not_allowed",),
    HTTPStatus.NOT_ACCEPTABLE: ("not_acceptable",),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too_large",),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("unsupported_media_type",),
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        "invalid",
        "unknown_field",
        "unknown_parameter",
        "repeated_parameter",
        "bad_cursor",
        "bad_frame",
        "bad_options",
        "bad_control",
        "bad_seed",
        "unknown_ruleset",
        "not_playable",
        "not_rated",
        "rated_with_bot",
        "command_id_reused",
        "why_missing",
        "ban_end_past",
        "mute_end_past",
        "mute_reason_missing",
        "ban_reason_missing",
        "unknown_time_zone",
        "token_name_missing",
        "bad_scope",
        "bad_score",
        "reason_missing",
        "bad_match_file",
        "chat_empty",
        "chat_too_long",
    ),
    HTTPStatus.TOO_MANY_REQUESTS: (
        "too_many_requests",
        "challenge_too_often",
        "chat_too_often",
        "too_many_reports",
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("internal",),
    HTTPStatus.SERVICE_UNAVAILABLE: ("busy", "unavailable"),
}
_BY_CODE = {code: status for status, codes in _BY_STATUS.items() for code in codes}


def register(statuses: Mapping[HTTPStatus, tuple[str, ...]]) -> None:
    """Let an application say the statuses of codes that are its own."""
    _BY_CODE.update({code: status for status, codes in statuses.items() for code in codes})


def status_of(code: str) -> HTTPStatus:
    """Return the status of a refusal: 404 for what does not exist, 409 where none is said."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    return HTTPStatus.NOT_FOUND if code.startswith("no_such_") else HTTPStatus.CONFLICT
