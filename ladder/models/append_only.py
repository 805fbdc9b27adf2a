"""Rows that are facts: written once, never changed, never deleted."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """A written row of an append-only table was to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Reads and inserts; changing and deleting raise AppendOnlyError."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed.")

    def delete(self) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError(f"{self.model.__name__} rows are never deleted.")


class AppendOnlyModel(models.Model):
    """A row that is a fact: it is inserted, and then stays as it is."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raises AppendOnlyError when it is already written."""
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: the row is a fact."""
        raise AppendOnlyError(f"{type(self).__name__} rows are never deleted.")
