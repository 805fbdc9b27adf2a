"""Tables whose rows are facts, as the database itself is told to keep them.

Their models refuse to change a row; a role that lacks the privilege cannot, whatever code does.
"""

from collections.abc import Callable

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

_CHANGEABLE = """
SELECT t FROM unnest(%s::text[]) t
 WHERE to_regclass(t) IS NOT NULL
   AND (has_any_column_privilege(t, 'UPDATE')
        OR has_table_privilege(t, 'DELETE') OR has_table_privilege(t, 'TRUNCATE'))
 ORDER BY t"""


def tables() -> list[str]:
    """Return the tables of the models whose querysets refuse both to update and to delete."""
    return sorted(model._meta.db_table for model in apps.get_models() if _refuses(model))


def changeable_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Return those that the connected role of a PostgreSQL may change all the same."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGEABLE, [tables()])
        return [table for (table,) in cursor.fetchall()]


def grants(web_role: str, quote: Callable[[str], str]) -> list[str]:
    """Return the statements by which the owner lets a web role work, and facts stay.

    The role may use every table, now and after later migrations, and change or delete rows of all
    but the append-only ones. It owns nothing and can create nothing.
    """
    role = quote(web_role)
    facts = ", ".join(map(quote, tables()))
    rows = "SELECT, INSERT, UPDATE, DELETE"
    return [
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        f"GRANT USAGE ON SCHEMA public TO {role}",
        f"GRANT {rows} ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT {rows} ON TABLES TO {role}",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
        f"REVOKE UPDATE, DELETE, TRUNCATE ON {facts} FROM {role}",
        f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations FROM {role}",
    ]


def _refuses(model: type[models.Model]) -> bool:
    queryset = type(model._default_manager.none())
    return (
        queryset.update is not models.QuerySet.update
        and queryset.delete is not models.QuerySet.delete
    )
