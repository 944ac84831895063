"""Storing events in PostgreSQL by one message to the server: locks, and a statement that stores all or nothing.

The statement looks at the database as it is when the locks are held: what it finds nobody changes until its transaction
ends. So a move, or a group of them, is one way to the server and back, as a bare insert is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.rows import DictRow
from sqlalchemy.sql.compiler import SQLCompiler

from projections.statements import Statement
from service.store.postgres.connections import DIALECT
from service.store.postgres.groups import Append
from service.store.postgres.positions import DRAWN, MARKS, locks
from service.store.recorder import EVENT_CATALOGUE, EVENT_CATALOGUE_KEY, Conflict, Expected, firsts

MOST_STATEMENTS = 64
"""How many sets of questions are remembered in SQL: far more than there are."""

MISSING = """
    SELECT log, version FROM unnest(%(followed)s::uuid[], %(last)s::bigint[]) AS needed (log, version)
    WHERE NOT EXISTS (SELECT FROM stored_events WHERE originator_id = log AND originator_version = version)
"""
"""The versions of logs that are not there and should be."""

CATALOGUE = f"SELECT value FROM installation WHERE key = '{EVENT_CATALOGUE_KEY}'"


def needed(events: Sequence[StoredEvent]) -> dict[str, Any]:
    """The values of `MISSING`: what these events follow."""
    followed = {log: first - 1 for log, first in firsts(events).items() if first > 1}
    return {"followed": list(followed), "last": list(followed.values())}


def insert(cursor: psycopg.Cursor[DictRow], append: Append, begin: Sequence[str] = ()) -> Sequence[DictRow]:
    """Lock what must not change, and store events if all is as it should be: a row with the position of each, or none.
    `Conflict` if there is another of the same version.

    It is one message to the server, and one transaction, which ends with it unless it is begun by these statements.
    """
    kept = append.logs.union(*(one.keeps for one in append.expected))
    shared = chain.from_iterable(one.shares for one in append.expected)
    try:
        with cursor.connection.pipeline():
            for statement in (*begin, *locks(kept, shared)):
                cursor.execute(statement.encode(), prepare=False)
            if append.events:
                # At its first use: later psycopg would take for prepared what the server leaves out behind a failure.
                cursor.execute(*_inserting(append.events, append.expected), prepare=True)
        return cursor.fetchall() if append.events else []
    except psycopg.errors.UniqueViolation as error:
        raise Conflict(str(error)) from None


def _inserting(events: Sequence[StoredEvent], expected: Sequence[Expected]) -> tuple[str, Mapping[str, Any]]:
    """The statement that stores these events, with its values: it finds the position of each, or no row if a version
    that they follow is missing, something is not as expected, or the store is newer than this program."""
    asked: dict[Statement, list[Any]] = {}
    for one in expected:
        asked.setdefault(one.question, []).append({**one.values, "answer": one.answer})
    values = needed(events) | {
        "logs": [event.originator_id for event in events],
        "versions": [event.originator_version for event in events],
        "topics": [event.topic for event in events],
        "states": [event.state for event in events],
    }
    for number, answers in enumerate(asked.values()):
        values[_name(number)] = msgspec.json.encode(answers).decode()
    return _statement(tuple(asked)), values


def _name(number: int) -> str:
    """Under which the statement gets the answers that are expected of one of its questions, in JSON."""
    return f"asked_{number}"


@lru_cache(MOST_STATEMENTS)
def _statement(questions: Sequence[Statement]) -> str:
    """The statement with these questions. No position is drawn before the mark is there: without it there is no row."""
    differing = [_differing(question, _name(number)) for number, question in enumerate(questions)]
    conditions = [
        f"({CATALOGUE}) <= {EVENT_CATALOGUE}",
        *(f"NOT EXISTS ({one})" for one in (MISSING, *differing)),
    ]
    return f"""
        WITH drawn AS MATERIALIZED ({DRAWN}),
            mark AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared({MARKS} + number) FROM drawn)
        INSERT INTO stored_events (originator_id, originator_version, topic, state)
        SELECT id, version, topic, state
        FROM mark, unnest(%(logs)s::uuid[], %(versions)s::bigint[], %(topics)s::text[], %(states)b::bytea[])
            WITH ORDINALITY AS new (id, version, topic, state, place)
        WHERE {" AND ".join(conditions)}
        ORDER BY place
        RETURNING notification_id
    """


def _differing(question: Statement, name: str) -> str:
    """The answers to a question that are not as expected, of those that are given under this name."""
    assert not isinstance(question, str)
    compiled = question.compile(dialect=DIALECT)
    assert isinstance(compiled, SQLCompiler)
    asked = {key: bound for bound, key in compiled.bind_names.items() if bound.required}
    fixed = {key: bound for bound, key in compiled.bind_names.items() if not bound.required}
    types = {key: bound.type.compile(DIALECT) for key, bound in asked.items()}
    columns = ", ".join(f"{key} {type_}" for key, type_ in {**types, "answer": "BOOLEAN"}.items())
    answer = str(compiled) % {
        **{key: f"{name}.{key}" for key in asked},
        **{key: compiled.render_literal_value(bound.value, bound.type) for key, bound in fixed.items()},
    }
    return f"SELECT FROM jsonb_to_recordset(%({name})s::jsonb) AS {name} ({columns}) WHERE ({answer}) <> {name}.answer"
