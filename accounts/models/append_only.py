"""Tables whose rows are facts: written once, never changed, never deleted."""

from typing import Any, NoReturn

from django.db import models


class AppendOnlyError(TypeError):
    """A written row of an append-only table was to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Reads and inserts; changing and deleting raise AppendOnlyError."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("These rows are never changed.")

    def delete(self) -> NoReturn:
        """Refuse: rows are facts."""
        raise AppendOnlyError("These rows are never deleted.")


class AppendOnly(models.Model):
    """A row that is a fact."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raises AppendOnlyError when it is already written."""
        if not self._state.adding:
            raise AppendOnlyError("These rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: the row is a fact."""
        raise AppendOnlyError("These rows are never deleted.")
