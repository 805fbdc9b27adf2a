"""HTTP statuses of refusals that are the ladder's own; the others have the usual ones."""

from collections.abc import Mapping
from http import HTTPStatus

STATUSES: Mapping[HTTPStatus, tuple[str, ...]] = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("archive_too_large",),
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        *("archive_broken", "archive_newer", "bad_guest_name", "bad_keep", "bad_lengths"),
        *("bad_moment", "bad_order", "bad_points", "bad_scheme", "bad_text"),
        *("deadline_before_start", "first_start_missing", "length_missing", "name_missing"),
        *("number_out_of_range", "places_out_of_range", "rating_range_reversed"),
        *("repeated_tiebreak", "season_name_missing", "seed_missing"),
        *("start_before_registration", "start_before_registration_ends", "tiebreak_after_end"),
        *("too_few_for_groups", "too_long", "unknown_choice", "unknown_setting"),
        *("unknown_tiebreak",),
    ),
}
