"""Filters of lists that take what they document and nothing else."""

import datetime
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from vrhcaby import moments

LARGEST_ID = 999_999_999_999_999
_YES_NO = (("true", "true"), ("false", "false"))


class InstantField(forms.CharField):
    """A moment as ISO 8601 with its zone; without one it is UTC."""

    def to_python(self, value: Any) -> Any:
        """Return the aware date-time. Raises ValidationError."""
        text = super().to_python(value)
        if not text:
            return None
        found = _parsed(text)
        if found is not None and found.tzinfo is None:
            found = found.replace(tzinfo=datetime.UTC)
        if found is None or not moments.is_possible(found):
            raise ValidationError(_("This is not a moment in ISO 8601."), code="invalid")
        return found


class InstantFilter(django_filters.Filter):
    """A bound of a time."""

    field_class = InstantField
    shape: ClassVar[dict[str, Any]] = {"type": "string", "format": "date-time"}


class IdField(forms.CharField):
    """A positive whole number in plain digits."""

    def to_python(self, value: Any) -> Any:
        """Return the number. Raises ValidationError."""
        text = super().to_python(value)
        if not text:
            return None
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ID))
        if not plain or int(text) < 1:
            raise ValidationError(_("This is not an id."), code="invalid")
        return int(text)


class IdFilter(django_filters.Filter):
    """The id of something."""

    field_class = IdField
    shape: ClassVar[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}


class OneOf(django_filters.ChoiceFilter):
    """A word of a closed list."""

    def __init__(self, *args: Any, choices: Iterable[tuple[str, Any]], **kwargs: Any) -> None:
        listed = list(choices)
        super().__init__(*args, choices=listed, null_label=None, **kwargs)
        self.shape = {"type": "string", "enum": [str(key) for key, _name in listed]}


class YesNo(django_filters.TypedChoiceFilter):
    """`true` or `false`."""

    shape: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, choices=_YES_NO, coerce=_is_true, **kwargs)


class Words(django_filters.CharFilter):
    """A short text."""

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, max_length=most, **kwargs)
        self.shape = {"type": "string", "maxLength": most}


class Ordering(django_filters.OrderingFilter):
    """One ordering of a closed list, by columns of the row itself."""

    def __init__(self, **columns: str) -> None:
        pairs = [(name, name) for name in columns]
        super().__init__(choices=pairs, null_label=None, label=_("Ordering"))
        self.columns = columns
        self.shape = {"type": "string", "enum": list(columns)}
        self.extra["help_text"] = "How the list is ordered; the first is the usual one."

    def filter(self, qs: Any, value: Any) -> Any:
        """Return the rows in the order asked for, the usual one if none is."""
        asked = value[0] if value else next(iter(self.columns))
        return qs.order_by(*self.columns[asked].split())


class Filters(django_filters.FilterSet):
    """A filter set that writes its own part of the document."""

    base_filters: dict[str, Any]

    def __init__(self, data: Any, queryset: Any, *, request: Any) -> None:
        # A filter is copied and gets a field of a form, which is dear: only those that are needed.
        self.base_filters = {
            name: one
            for name, one in self.base_filters.items()
            if name in data or isinstance(one, Ordering)
        }
        super().__init__(data, queryset, request=request)

    def get_form_class(self) -> type[forms.Form]:
        """Return the form of these filters; a form copies its fields, so its class is shared."""
        own: Any = type(self)
        return _form_class(own, tuple(self.filters))

    @classmethod
    def usual(cls, queryset: Any) -> Any:
        """Return the rows in their usual order, as they are when nothing is asked for."""
        orderings = [one for one in cls.base_filters.values() if isinstance(one, Ordering)]
        return orderings[0].filter(queryset, None) if orderings else queryset

    @classmethod
    def document(cls) -> list[dict[str, Any]]:
        """Return the query parameters."""
        return [
            {
                "name": name,
                "in": "query",
                "required": False,
                "description": str(one.extra["help_text"]),
                "schema": dict(one.shape),
            }
            for name, one in cls.base_filters.items()
        ]


@lru_cache(maxsize=256)
def _form_class(filters: Any, names: tuple[str, ...]) -> type[forms.Form]:
    """Return the form of some filters of a set."""
    fields = {name: filters.base_filters[name].field for name in names}
    return type(f"{filters.__name__}Form", (filters._meta.form,), fields)


def _parsed(text: str) -> datetime.datetime | None:
    """Read a moment; a plus sign that was not quoted has become a space."""
    if not text.isascii():
        # Digits of other scripts are digits to the parser.
        return None
    try:
        return parse_datetime(text.replace(" ", "+") if "T" in text else text)
    except ValueError:
        return None


def _is_true(text: str) -> bool:
    return text == "true"
