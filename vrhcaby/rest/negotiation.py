"""What a client gets: by `?format=`, else by `Accept`."""

from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation


class Negotiation(DefaultContentNegotiation):
    """As usual, but a format that is not to be had is refused as such."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        """Return the renderers of a format. Raises NotAcceptable."""
        try:
            return super().filter_renderers(renderers, format)
        except Http404 as missing:
            raise NotAcceptable from missing
