"""The kinds of columns that relations have, in the store and in read models."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import (
    DOUBLE_PRECISION,
    REAL,
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

INTEGER = BigInteger().with_variant(Integer(), "sqlite")
"""Whole numbers of 64 bits."""

words: partial[Column[Any]] = partial(Column, type_=Text(), nullable=False)
sorted_words: partial[Column[Any]] = partial(
    Column, type_=Text().with_variant(Text(collation="C"), "postgresql"), nullable=False
)
"""Words that are less or greater: by code points as in Python and SQLite, whatever the collation of a database."""

integer: partial[Column[Any]] = partial(Column, type_=INTEGER, nullable=False)
real: partial[Column[Any]] = partial(
    Column, type_=REAL().with_variant(DOUBLE_PRECISION(), "postgresql"), nullable=False
)
octets: partial[Column[Any]] = partial(Column, type_=LargeBinary(), nullable=False)
seconds: partial[Column[Any]] = partial(integer, doc="Seconds UTC.")
key: partial[Column[Any]] = partial(Column, type_=Text(), primary_key=True)
number_key: partial[Column[Any]] = partial(Column, type_=INTEGER, primary_key=True, autoincrement=False)

READ_MODELS = MetaData()
"""The tables of all read models."""


def partial_index(name: str, *columns: str, where: str) -> Index:
    """An index of the rows of which this holds."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


def read_model(name: str, *parts: Column[Any] | Index, with_rowid: bool = False) -> Table:
    """A table of a read model."""
    return Table(name, READ_MODELS, *parts, sqlite_strict=True, sqlite_with_rowid=with_rowid)
