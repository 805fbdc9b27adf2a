"""The database emptied after a test that commits.

Django truncates every table and makes all content types and permissions anew: 0.05 s on SQLite and
0.2 s on PostgreSQL for each of some thousand tests. Deleting the few rows takes 2 ms.
"""

from functools import cache

from django.db import connections, transaction

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""What a test finds as migrations left it; nothing writes there."""


def empty(alias: str) -> None:
    """Delete all rows of a database but those that are kept."""
    connection = connections[alias]
    with transaction.atomic(using=alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Rows go in any order: this leaves foreign keys unchecked until the transaction ends.
            cursor.execute("SET LOCAL session_replication_role = replica")
        for table in _tables(alias):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _tables(alias: str) -> list[str]:
    names = connections[alias].introspection.django_table_names(only_existing=True)
    return sorted(set(names) - KEPT)
