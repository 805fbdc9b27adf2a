"""The operation that makes a tournament of an archive."""

from http import HTTPStatus
from typing import Any

from rest_framework.response import Response

from accounts.enums import Scope
from ladder import archives
from ladder.api import archive_shape
from ladder.api import tournament_shapes as shapes
from ladder.services.tournaments import archive
from vrhcaby.rest import operation
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.parsing import RawParser
from vrhcaby.rest.problems import require


class ReadArchive(Operation):
    """Make a tournament of an archive, as `GET …/archive` gave it; for officials.

    What it was played by, who played and all results are kept; nothing is rated. An archive that
    cannot be read is refused with its `line` and the `reason` in `details`.
    """

    summary = "Read an archive"
    tag = "directors"
    scope = Scope.DIRECT.value
    kind = operation.BULK
    parser_classes = (RawParser,)
    most_bytes = archives.LARGEST
    Input = archive_shape.SHAPE
    Output = shapes.ActTold
    success = HTTPStatus.CREATED.value
    refusals = (
        *("may_not_make_tournaments", "archive_too_large", "archive_newer", "archive_broken"),
    )
    example = {
        "kind": archives.KIND,
        "version": archives.VERSION,
        "written_at": "2026-01-01T12:00:00+00:00",
        "state": "draft",
        "settings": {"name": "Cup out of an archive", "ruleset": "vrhcaby"},
        "entries": [],
        "stages": [],
    }

    def post(self, request: Any) -> Response:
        """Read the archive."""
        made = require(archive.read(by_id=request.user.pk, data=request.data or b""))
        return Response(shapes.act(made), status=self.success)
