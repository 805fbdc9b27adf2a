"""An answer whose content was written before, in the form that the client accepts."""

from typing import Any

from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response


class Written(Response):
    """`data` is the content, as text; the rest of the answer is made as for any other."""

    @property
    def rendered_content(self) -> Any:
        """Return the content; its type is that of the renderer which would have written it."""
        self.accepted_renderer = _Ready(self.accepted_renderer)
        return super().rendered_content


class _Ready(BaseRenderer):
    def __init__(self, chosen: BaseRenderer) -> None:
        self.media_type, self.charset = chosen.media_type, chosen.charset
        self.format = chosen.format

    def render(self, data: Any, *_arguments: Any, **_named: Any) -> bytes:
        return bytes(data, "utf-8")
