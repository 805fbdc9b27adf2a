"""What is read below the root and is no operation: papers for people, documents for programs."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from vrhcaby.rest import conditional, faults

Params = ParamSpec("Params")
View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def safe(view: View[Params]) -> View[Params]:
    """Let a view be read only; other methods are refused as an operation refuses them."""

    @csrf_exempt
    @wraps(view)
    def read(request: HttpRequest, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        if request.method not in conditional.SAFE:
            answer = faults.problem("method_not_allowed")
            answer["Allow"] = ", ".join(conditional.SAFE)
            return answer
        return view(request, *args, **kwargs)

    return read


def published(give: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let a view publish a JSON value to pages of anybody, with its tag."""

    @safe
    @wraps(give)
    def document(request: HttpRequest) -> Any:
        response = JsonResponse(give(request), json_dumps_params={"ensure_ascii": False})
        response["Access-Control-Allow-Origin"] = "*"
        response["Cache-Control"] = "no-cache"
        return conditional.tagged(request, response)

    return document
