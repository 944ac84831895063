"""What tests do at less cost: it takes most of the time of many, and is not what they look at."""

import os
import tempfile
from pathlib import Path

import argon2
import flask
import jinja2
from sqlalchemy import event, inspect
from werkzeug.routing import Rule

from service.people import passwords
from service.store import schema, sqlite
from service.store.relations import REVISION

MEMORY = Path("/dev/shm")
"""Where files lie in memory, on Linux."""

ROOM = 8 << 30
"""Bytes that are free there at least where tests lay their files: they take less than a tenth of it."""

durable = sqlite._durable
"""A connection as processes open it that are no tests: each transaction waits for the disk."""

_compile = Rule.compile
_compiled = {}
_migrate = schema.migrate
_migrations = {}


def keep_files_in_memory():
    """Has the files of tests, and their databases, lie in memory where there is much of it: thousands of small files
    that come and go cost a disk's file system more than what is done with them. `TMPDIR` says otherwise."""
    if "TMPDIR" not in os.environ and _has_room(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def _has_room(folder):
    """Whether files can be made there and programs among them run, and there is room for all that tests make."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    system = os.statvfs(folder)
    return not system.f_flag & os.ST_NOEXEC and system.f_bavail * system.f_frsize >= ROOM


def compile_rules_once():
    """Has werkzeug take again what it compiled of a rule with the same text, as it is a function of that alone."""
    Rule.compile = _compiled_once


def _compiled_once(rule):
    key = rule.rule, rule.subdomain, rule.merge_slashes, tuple(rule.map.converters)
    if rule.defaults or rule.map.host_matching:
        _compile(rule)
    elif key in _compiled:
        vars(rule).update(_compiled[key])
        rule.arguments |= rule._converters.keys()
        rule._build, rule._build_unknown = rule._build.__get__(rule), rule._build_unknown.__get__(rule)
    else:
        _compile(rule)
        made = {name: vars(rule)[name] for name in ("_parts", "_trace", "_converters")}
        builders = {name: vars(rule)[name].__func__ for name in ("_build", "_build_unknown")}
        _compiled[key] = made | builders


def compile_templates_once():
    """Has the templates of each application made from what was compiled of them for the first."""
    flask.Flask.jinja_options = {"bytecode_cache": _Bytecode()}


class _Bytecode(jinja2.BytecodeCache):
    """Keeps what was compiled of templates for this process; the key of a bucket has the name, its sum the source."""

    def __init__(self):
        self._kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket):
        self._kept[bucket.key] = bucket.bytecode_to_string()


def hash_passwords_quickly():
    """Has passwords hashed with as little memory and work as argon2 takes; a hash says itself how it was made."""
    passwords.PasswordHasher = lambda: argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def wait_for_no_disk():
    """Has what is stored in SQLite by this process lost if the machine fails, which no test has it do."""
    sqlite._durable = _soon_durable


def _soon_durable(path, wait):
    connection = durable(path, wait)
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def carry_out_migrations_once():
    """Has an empty database made by the statements that all migrations came to on the first of its kind."""
    schema.migrate = _migrated_as_before


def _migrated_as_before(connection, revision=REVISION):
    if revision != REVISION or inspect(connection).get_table_names():
        _migrate(connection, revision)
    elif connection.dialect.name in _migrations:
        for statement, values in _migrations[connection.dialect.name]:
            connection.exec_driver_sql(statement, values)
    else:
        _migrations[connection.dialect.name] = _changes_of_migrating(connection)


def _changes_of_migrating(connection):
    """The statements that migrate an empty database, each with its values, but for those that only look."""
    carried_out = []

    def note(connection, cursor, statement, values, context, many):
        if not statement.lstrip().startswith(("SELECT", "PRAGMA")):
            carried_out.append((statement, values))

    event.listen(connection, "before_cursor_execute", note)
    _migrate(connection)
    event.remove(connection, "before_cursor_execute", note)
    return carried_out
