"""Serializer fields that take JSON types as they are, and times in UTC."""

import datetime
from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from vrhcaby import moments
from vrhcaby.rest import words


@extend_schema_field(OpenApiTypes.DATETIME)
class Instant(serializers.DateTimeField):
    """A moment in UTC as ISO 8601, with milliseconds; milliseconds of the epoch are taken too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=datetime.UTC, **kwargs)

    def to_internal_value(self, value: Any) -> datetime.datetime:
        """Return the moment. Raises ValidationError, also for one too far away."""
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]")
        read: datetime.datetime = super().to_internal_value(value)
        if not moments.is_possible(read):
            raise serializers.ValidationError(str(words.OWN["bad_moment"]), code="bad_moment")
        return read

    def to_representation(self, value: Any) -> str:
        """Return the text, ending in Z."""
        return instant(value)


def instant(value: datetime.datetime | int) -> str:
    """Return a moment, a date-time or milliseconds of the epoch, as text."""
    if isinstance(value, int):
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
        value = epoch + datetime.timedelta(milliseconds=value)
    text = value.astimezone(datetime.UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


class Whole(serializers.IntegerField):
    """A JSON integer; neither a text nor a boolean nor 1.0."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the number."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.FloatField):
    """A JSON number; neither a text nor a boolean."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the number."""
        if type(data) not in (int, float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """A JSON boolean."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the value."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Text(serializers.CharField):
    """A JSON string."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """A JSON string of a closed list."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


def shaped(shape: Mapping[str, Any]) -> type[serializers.JSONField]:
    """Return the class of fields whose values are JSON of this schema, for the document."""

    @extend_schema_field(dict(shape))
    class Shaped(serializers.JSONField):
        """A JSON value of a schema."""

    return Shaped


def shaped_object(shape: Mapping[str, Any]) -> type[serializers.DictField]:
    """Return the class of fields that take an object, which the document tells by this schema."""

    @extend_schema_field(dict(shape))
    class Shaped(serializers.DictField):
        """A JSON object of a schema."""

    return Shaped


class Input(serializers.Serializer):
    """What a client sends: a field that is not known here is refused."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values. Raises ValidationError."""
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {name: words.sentence("unknown_field") for name in unknown[:10]},
                    code="unknown_field",
                )
        return super().to_internal_value(data)


class Nothing(Input):
    """Nothing is needed."""
