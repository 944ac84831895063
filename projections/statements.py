"""Statements of SQLAlchemy Core, turned into SQL once for each database.

The program has connections of its own, which know nothing of SQLAlchemy: what they carry out is the SQL, with a value
for each name in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, Table, and_, bindparam, exists, select, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement, FromClause
from sqlalchemy.types import Boolean

Statement = ClauseElement | str
"""A statement of SQLAlchemy Core, or SQL that every database reads, with `:name` for each value."""


class _Hinted(SQLiteCompiler):
    """Writes behind a table what a statement hints at: which index is to be used."""

    def get_from_hint_text(self, table: FromClause, text: str | None) -> str | None:
        return text


class _Sqlite(SQLiteDialect_pysqlite):
    statement_compiler = _Hinted


SQLITE = _Sqlite(paramstyle="named")

MOST_STATEMENTS = 1024
"""How many compiled statements are kept: far more than there are, for each is built once, as its module is loaded."""


class Compiler:
    """Turns statements into the SQL of one database, each once. Thread-safe."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._compiled = lru_cache(MOST_STATEMENTS)(self._compile)

    def __call__(self, statement: Statement, values: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The statement's SQL, and these values with those that stand in the statement itself."""
        sql, constants = self._compiled(statement)
        return sql, {**constants, **values} if constants else values

    def _compile(self, statement: Statement) -> tuple[str, Mapping[str, Any]]:
        compiled = (text(statement) if isinstance(statement, str) else statement).compile(dialect=self._dialect)
        assert isinstance(compiled, SQLCompiler)
        constants = {name: bound.value for bound, name in compiled.bind_names.items() if not bound.required}
        return str(compiled), constants


class Cursor:
    """A transaction as a change sees it: statements with a value for each name, rows whose columns are read by name."""

    def __init__(self, cursor: Any, compiled: Compiler) -> None:
        self._cursor = cursor
        self._compiled = compiled

    def execute(self, statement: Statement, /, **values: Any) -> Cursor:
        """Carry out a statement; what the one before has found is gone."""
        self._cursor.execute(*self._compiled(statement, values))
        return self

    def executemany(self, statement: Statement, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carry out a statement once for each of these rows of values."""
        if rows:
            text, constants = self._compiled(statement, {})
            self._cursor.executemany(text, [{**constants, **row} for row in rows])

    def fetchone(self) -> Any:
        """The next row that a SELECT has found; None after the last."""
        return self._cursor.fetchone()

    def __iter__(self) -> Iterator[Any]:
        """The rows that a SELECT has found, as long as nothing else is carried out."""
        return iter(self._cursor)

    def fetchall(self) -> list[Any]:
        """All rows that a SELECT has found."""
        found: list[Any] = self._cursor.fetchall()
        return found

    @property
    def rowcount(self) -> int:
        """How many rows an UPDATE or a DELETE has changed."""
        return int(self._cursor.rowcount)


def adding(table: Table, *columns: str) -> Insert:
    """The INSERT of a row with these columns; the others are NULL."""
    return insert(table).values({column: bindparam(column) for column in columns})


@cache
def creating(*tables: Table, dialect: Dialect = SQLITE) -> tuple[str, ...]:
    """The SQL that makes these tables and their indexes, as far as they are missing."""
    return tuple(" ".join(str(made.compile(dialect=dialect)).split()) for table in tables for made in _creating(table))


def _creating(table: Table) -> Iterator[ExecutableDDLElement]:
    yield CreateTable(table, if_not_exists=True)
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        yield CreateIndex(index, if_not_exists=True)


def matching(*columns: ColumnElement[Any]) -> ColumnElement[bool]:
    """That each of these columns is the value of its name."""
    return and_(*(column == bindparam(column.name) for column in columns))


class is_listed(ColumnElement[bool]):
    """That a text is among those of a JSON list, which a column or a value holds."""

    inherit_cache = True
    type = Boolean()

    def __init__(self, words: ColumnElement[Any], listed: ColumnElement[Any]) -> None:
        self.words = words
        self.listed = listed


@compiles(is_listed)
def _listed(one: is_listed, compiler: SQLCompiler, **options: Any) -> str:
    words, listed = (compiler.process(part, **options) for part in (one.words, one.listed))
    return f"({words} IN (SELECT jsonb_array_elements_text(CAST({listed} AS jsonb))))"


@compiles(is_listed, "sqlite")
def _listed_in_sqlite(one: is_listed, compiler: SQLCompiler, **options: Any) -> str:
    words, listed = (compiler.process(part, **options) for part in (one.words, one.listed))
    return f"({words} IN (SELECT value FROM json_each({listed})))"


def any_row(*columns: Column[Any]) -> Select[tuple[bool]]:
    """The question whether there is a row in which each of these columns is the value of its name: `found`."""
    return select(exists().where(matching(*columns)).label("found"))


def once(table: Table) -> Insert:
    """The INSERT of a row that leaves the one with the same key as it is."""
    return insert(table).on_conflict_do_nothing()


def put(table: Table, *changed: Column[Any]) -> Insert:
    """The INSERT of a row that changes these columns of the one with the same key; all, if none are named.

    The clause is that of PostgreSQL's dialect, and SQLite's compiles it as well.
    """
    row = insert(table)
    columns = changed or [column for column in table.c if not column.primary_key]
    return row.on_conflict_do_update(
        index_elements=list(table.primary_key), set_={column.name: row.excluded[column.name] for column in columns}
    )
