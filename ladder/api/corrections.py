"""Operations of officials on results of the ladder: what a correction would do, and the doing."""

from typing import Any, ClassVar

from rest_framework.response import Response

from accounts import permissions
from accounts.enums import Scope
from ladder.api import shapes
from ladder.models import LadderResult
from ladder.selectors import explain
from ladder.services import corrections
from vrhcaby.rest import operation
from vrhcaby.rest.operation import Operation

_REFUSALS = (
    *("no_such_result", "reason_missing", "bad_score", "cannot_be_drawn"),
    *("nothing_to_correct", "corrected_meanwhile", "ledger_broken"),
)


class OfficialAct(Operation):
    """Something that officials do to a result of the ladder."""

    tag = "officials"
    scope = Scope.DIRECT.value
    official = True
    kind = operation.WRITE
    Output: ClassVar[Any] = shapes.ExplanationTold
    refusals: ClassVar[tuple[str, ...]] = _REFUSALS

    def told(self, ladder_result_id: int) -> Response:
        """Answer the result as it is now."""
        found = explain.of_ladder_result(ladder_result_id)
        if found is None:
            raise corrections.NoSuchResult
        return Response(shapes.explanation(found))


class PreviewCorrection(OfficialAct):
    """Tell whose ratings a correction would move, and how; nothing is changed."""

    summary = "Preview a correction"
    Input, Output = shapes.ScoreWanted, shapes.PreviewTold
    example = {"score": 0.5}

    def post(self, request: Any, ladder_result_id: int) -> Response:
        """Answer the effects."""
        permissions.require_official(request.user)
        result = LadderResult.objects.select_related("pool").filter(pk=ladder_result_id).first()
        if result is None:
            raise corrections.NoSuchResult
        score = self.taken(request)["score"]
        if score not in (None, 0.0, 0.5, 1.0):
            raise corrections.BadScore
        found = corrections.preview(ladder_result=result, score=score)
        effects = [
            {"member": shapes.brief(one.member), "before": one.before, "after": one.after}
            for one in found.effects
        ]
        return Response({"lines": found.lines, "effects": effects})


class CorrectResult(OfficialAct):
    """Give a result another score, or annul it with null, for the ratings alone.

    All ratings that followed are computed anew. `known` is what was seen: if somebody corrected
    it meanwhile, nothing is changed.
    """

    summary = "Correct a result"
    Input = shapes.CorrectionBody
    example = {"score": 0.5, "why": "The draw was entered as a win.", "known": 0}

    def post(self, request: Any, ladder_result_id: int) -> Response:
        """Correct the result."""
        wanted = self.taken(request)
        corrections.correct(ladder_result_id=ladder_result_id, by_id=request.user.pk, **wanted)
        return self.told(ladder_result_id)


class UndoCorrection(OfficialAct):
    """Take back the newest correction of a result that is in force; itself another correction."""

    summary = "Undo a correction"
    Input = shapes.UndoBody
    refusals = (*_REFUSALS, "nothing_to_undo")
    example = {"why": "It was right before.", "known": 1}

    def post(self, request: Any, ladder_result_id: int) -> Response:
        """Undo the correction."""
        wanted = self.taken(request)
        corrections.undo(ladder_result_id=ladder_result_id, by_id=request.user.pk, **wanted)
        return self.told(ladder_result_id)
