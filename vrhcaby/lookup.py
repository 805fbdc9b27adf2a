"""One row by its key, with a statement that is written once.

Django writes the SQL of a query set anew for every question, which takes it longer than PostgreSQL
takes to find a row by a key. For most questions that is no matter; for one that every request asks
it is. The row itself is read anew each time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql import Query


@dataclass(frozen=True, slots=True)
class _Statement:
    """SQL with one parameter; of each column its expression, None where nothing is converted."""

    query: Query
    sql: str
    columns: list[Any]


class Lookup:
    """Finds the row of a unique text.

    `rows` makes the query set of a text: a `values_list` in which the text is the only parameter.
    It is called once, at the first question.
    """

    def __init__(self, rows: Callable[[str], "QuerySet[Any, tuple[Any, ...]]"]) -> None:
        self._rows = rows

    def row(self, key: str) -> tuple[Any, ...] | None:
        """Return the columns of the row, None if there is none. Raises DatabaseError."""
        statement = self._statement
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(statement.sql, [key])
            found = cursor.fetchone()
        if found is None:
            return None
        # Converters belong to a connection, the statement to all.
        compiler = statement.query.get_compiler(DEFAULT_DB_ALIAS)
        converters = compiler.get_converters(statement.columns)
        return tuple(next(iter(compiler.apply_converters([found], converters))))

    @cached_property
    def _statement(self) -> _Statement:
        query = self._rows("").query
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, _parameters = compiler.as_sql()
        columns = [expression for expression, _sql, _alias in compiler.select]
        converted = compiler.get_converters(columns)
        kept = [one if at in converted else None for at, one in enumerate(columns)]
        return _Statement(query, sql, kept)
