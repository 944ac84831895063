"""The relations of a PostgreSQL database, laid aside when it is emptied: to make them anew takes long."""

import psycopg
from psycopg.sql import SQL, Identifier

from service.dev.servers.postgres import PostgresServer

AS_MADE = """
    WITH relation AS (
        SELECT oid, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace AND oid <= %(last)s
    ), part AS (
        SELECT oid, oid AS part, xmin FROM relation
        UNION ALL SELECT attrelid, attnum, xmin FROM pg_attribute WHERE attrelid IN (SELECT oid FROM relation)
        UNION ALL SELECT adrelid, oid, xmin FROM pg_attrdef WHERE adrelid IN (SELECT oid FROM relation)
        UNION ALL SELECT conrelid, oid, xmin FROM pg_constraint WHERE conrelid IN (SELECT oid FROM relation)
        UNION ALL SELECT tgrelid, oid, xmin FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM relation)
        UNION ALL SELECT ev_class, oid, xmin FROM pg_rewrite WHERE ev_class IN (SELECT oid FROM relation)
        UNION ALL SELECT reltype, 0, xmin FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('r', 'i', 'S')
        UNION ALL SELECT oid, 0, xmin FROM pg_type
        WHERE typnamespace = 'public'::regnamespace AND typrelid = 0 AND typelem = 0
        UNION ALL SELECT oid, 0, xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    )
    SELECT %(last)s || ' ' || md5(string_agg(concat_ws(' ', oid, part, xmin), ',' ORDER BY oid, part, xmin::text))
    FROM part
"""
"""Says of the tables up to this one which they are, and in which transaction each part of them was changed last; and
the same of all that is no table."""

LAST = "SELECT max(oid::bigint) FROM pg_class WHERE relnamespace = 'public'::regnamespace"

KEPT = "SELECT to_regnamespace('aside') IS NOT NULL"

IN_USE = """
    SELECT EXISTS (SELECT FROM pg_type WHERE typnamespace = 'public'::regnamespace)
    OR EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
"""

NOTED = "SELECT obj_description('public'::regnamespace)"

OTHERS = """
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND oid > %s
"""

FILLED = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
"""

FROM_THE_BEGINNING = "SELECT setval(seqrelid, seqstart, false) FROM pg_sequence"


class EmptiedServer(PostgresServer):
    """A server whose database is emptied for test after test."""

    def database(self) -> str:
        """The URL of the database, with nothing in it: each call empties it."""
        empty(self.url)
        return self.url


def note(connection: psycopg.Connection) -> None:
    """Note in a database what its relations are, all of which the program has just made."""
    [last] = connection.execute(LAST).fetchone()
    [made] = connection.execute(AS_MADE, {"last": last}).fetchone()
    connection.execute(SQL("COMMENT ON SCHEMA public IS {}").format(made))


def empty(url: str) -> None:
    """Leave nothing in a database; relations that are as they were noted can be had back."""
    with psycopg.connect(url) as connection:
        last = _last_as_made(connection)
        if last is None:
            connection.execute("DROP SCHEMA public CASCADE")
        else:
            _lay_aside(connection, last)
        connection.execute("CREATE SCHEMA public")


def _last_as_made(connection):
    """The last of the relations that are as they were noted; None if others are kept, or if they are not so."""
    [noted] = connection.execute(NOTED).fetchone()
    [kept] = connection.execute(KEPT).fetchone()
    if kept or noted is None or not noted[0].isdigit():
        return None
    last = int(noted.split()[0])
    return last if connection.execute(AS_MADE, {"last": last}).fetchone() == (noted,) else None


def _lay_aside(connection, last):
    for (name,) in connection.execute(OTHERS, [last]).fetchall():
        connection.execute(SQL("DROP TABLE {} CASCADE").format(Identifier(name)))
    connection.execute("SET LOCAL session_replication_role = replica")
    for (name,) in connection.execute(FILLED).fetchall():
        connection.execute(SQL("DELETE FROM {}").format(Identifier(name)))
    connection.execute(FROM_THE_BEGINNING)
    connection.execute("ALTER SCHEMA public RENAME TO aside")


def have_back(connection: psycopg.Connection) -> bool:
    """Give an empty database the relations that were laid aside, with nothing in them: whether there were some."""
    [kept], [in_use] = connection.execute(KEPT).fetchone(), connection.execute(IN_USE).fetchone()
    if kept and not in_use:
        connection.execute("DROP SCHEMA public; ALTER SCHEMA aside RENAME TO public")
    return kept and not in_use
