"""Tables whose rows are facts: written once, never changed, never deleted.

Their models refuse to change a row; the database is told to keep them as well: a role that lacks
the privilege cannot change one, whatever code does.
"""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

Row = TypeVar("Row", bound=models.Model)

_CHANGEABLE = """
SELECT t FROM unnest(%s::text[]) t
 WHERE to_regclass(t) IS NOT NULL
   AND (has_any_column_privilege(t, 'UPDATE')
        OR has_table_privilege(t, 'DELETE') OR has_table_privilege(t, 'TRUNCATE'))
 ORDER BY t"""


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

    objects = AppendOnlyQuerySet.as_manager()

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


def tables() -> list[str]:
    """Return the tables of the append-only models."""
    facts = (model for model in apps.get_models() if issubclass(model, AppendOnlyModel))
    return sorted(model._meta.db_table for model in facts)


def changeable_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Return those that the connected role of a PostgreSQL may change all the same."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGEABLE, [tables()])
        return [table for (table,) in cursor.fetchall()]


def grants(web_role: str, database: str, quote: Callable[[str], str]) -> list[str]:
    """Return the statements by which the owner of a database lets a web role work, and facts stay.

    Nobody else may connect. The role may use every table, now and after later migrations, and
    change or delete rows of all but the append-only ones. It owns nothing and can create nothing.
    """
    role, there = quote(web_role), quote(database)
    facts = ", ".join(map(quote, tables()))
    rows = "SELECT, INSERT, UPDATE, DELETE"
    return [
        f"REVOKE CONNECT, TEMPORARY ON DATABASE {there} FROM PUBLIC",
        f"GRANT CONNECT ON DATABASE {there} TO {role}",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        f"GRANT USAGE ON SCHEMA public TO {role}",
        f"GRANT {rows} ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT {rows} ON TABLES TO {role}",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
        f"REVOKE UPDATE, DELETE, TRUNCATE ON {facts} FROM {role}",
        f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations FROM {role}",
    ]
