"""Rows by the thousand that hold whatever columns their model has, also those of tomorrow."""

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def like(row: Row, **own: Any) -> Row:
    """Return an unwritten row with the values of another, except a key and what is given."""
    columns = (one.attname for one in row._meta.concrete_fields if not one.primary_key)
    made = type(row)(**{name: getattr(row, name) for name in columns})
    for name, value in own.items():
        setattr(made, name, value)
    return made


def into(model: type[Model], columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    """Write rows by COPY (PostgreSQL) with these columns; the others get what they usually have.

    Numbers given by the table itself go on after the highest.
    """
    table, usual = model._meta.db_table, _usual(model, columns)
    with connection.cursor() as cursor:
        statement = f"COPY {table} ({', '.join([*columns, *usual])}) FROM STDIN"
        with cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row([*row, *usual.values()])
        _number_on(cursor, table)


def multiply(row: Model, upto: int, **own: str) -> None:
    """Copy row 1 into rows up to this number (PostgreSQL).

    Columns of their own are given as SQL, an expression in i, the number of the row.
    """
    table = row._meta.db_table
    columns = [field.column for field in row._meta.concrete_fields]
    values = ", ".join({"id": "i", **own}.get(column, column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "
            f"SELECT {values} FROM {table}, generate_series(2, {upto}) i WHERE id = 1"
        )
        _number_on(cursor, table)


def _number_on(cursor: Any, table: str) -> None:
    cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")


def _usual(model: type[Model], columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the other columns that must hold something, each with what it holds by itself."""
    others = [one for one in model._meta.concrete_fields if one.column not in columns]
    wanted = [one for one in others if not one.null and not one.primary_key]
    values = {one.column: one.get_default() for one in wanted}
    return {
        name: json.dumps(value) if isinstance(value, dict | list) else value
        for name, value in values.items()
    }
