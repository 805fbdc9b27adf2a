"""What a client gets: by `?format=`, else by `Accept`."""

from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.utils.mediatypes import media_type_matches

ANYTHING = "*/*"


class Negotiation(DefaultContentNegotiation):
    """As usual, but a format that is not to be had is refused as such.

    Who asks for the very type of a file may have it: an operation hands files out by itself, and
    its renderer writes problems alone.
    """

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the renderer and its media type. Raises NotAcceptable."""
        if not format_suffix and "format" not in request.query_params and _takes_anything(request):
            return renderers[0], renderers[0].media_type
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            view = request.parser_context["view"]
            if view.Output != "file" or not self._wants(request, view.produces):
                raise
            return renderers[0], renderers[0].media_type

    def _wants(self, request: Any, kinds: Any) -> bool:
        accepted = self.get_accept_list(request)
        return any(media_type_matches(kind, one) for one in accepted for kind in kinds)

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        """Return the renderers of a format. Raises NotAcceptable."""
        try:
            return super().filter_renderers(renderers, format)
        except Http404 as missing:
            raise NotAcceptable from missing


def _takes_anything(request: Any) -> bool:
    """Tell whether no type is preferred, which is what most programs send."""
    return bool(request.headers.get("accept", ANYTHING) == ANYTHING)
