"""One row by its key, with a statement that is written once.

Django writes the SQL of a query set anew for every question, which takes it longer than PostgreSQL
takes to find a row by a key. For most questions that is no matter; for one that every request asks
it is. The row itself is read anew each time.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler


class Lookup:
    """Finds the row of a unique text.

    `rows` makes the query set of a text: a `values_list` in which the text is the only parameter.
    It is called once, at the first question.
    """

    def __init__(self, rows: Callable[[str], "QuerySet[Any, tuple[Any, ...]]"]) -> None:
        self._rows = rows

    def row(self, key: str) -> tuple[Any, ...] | None:
        """Return the columns of the row, None if there is none. Raises DatabaseError."""
        sql, converted = self._written
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(sql, [key])
            found = cursor.fetchone()
        if found is None:
            return None
        # Converters belong to a connection, the statement to all.
        compiler = self._compiler()
        converters = compiler.get_converters(converted)
        return tuple(next(iter(compiler.apply_converters([found], converters))))

    @cached_property
    def _written(self) -> tuple[str, list[Any]]:
        """Return the statement, and in the place of each column what it is, if it is converted."""
        compiler = self._compiler()
        sql, _parameters = compiler.as_sql()
        columns = [expression for expression, _sql, _alias in compiler.select]
        converted = compiler.get_converters(columns)
        return sql, [one if at in converted else None for at, one in enumerate(columns)]

    @cached_property
    def _query(self) -> Any:
        return self._rows("").query

    def _compiler(self) -> SQLCompiler:
        return self._query.get_compiler(DEFAULT_DB_ALIAS)
