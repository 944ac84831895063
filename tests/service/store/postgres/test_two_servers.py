"""The log on two PostgreSQL servers: the table of events is partitioned by the hash of the game's id, and one of its
partitions lies on the other server, over postgres_fdw. The program is the same, and knows nothing of it."""

from threading import Thread
from uuid import uuid4

import psycopg
import pytest

from domain.log.record import chained
from domain.table.gamelog import GameLog
from projections.games.lists import GamesQuery
from service.dev.servers.postgres import PostgresServer, binaries
from service.store.event_store import Conflict
from tests.installation import install
from tests.service.writer import SEED, Writer, begin
from tests.streams import random_bytes

GAMES, COMMANDS = 12, 3

OTHER_EVENTS = """
    CREATE TABLE events_1 (
        originator_id uuid NOT NULL, originator_version bigint NOT NULL, notification_id bigint NOT NULL UNIQUE,
        topic text, state bytea, PRIMARY KEY (originator_id, originator_version)
    )
"""

PARTITIONED = """
    CREATE EXTENSION postgres_fdw;
    CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{host}', dbname 'postgres');
    CREATE USER MAPPING FOR postgres SERVER other OPTIONS (user 'postgres');
    ALTER TABLE stored_events RENAME TO events_0;
    CREATE TABLE stored_events (LIKE events_0 INCLUDING DEFAULTS) PARTITION BY HASH (originator_id);
    ALTER TABLE stored_events ATTACH PARTITION events_0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE FOREIGN TABLE events_1 PARTITION OF stored_events FOR VALUES WITH (MODULUS 2, REMAINDER 1) SERVER other;
"""


@pytest.fixture
def servers():
    """Two servers with the extension."""
    programs = binaries("postgres_fdw")
    started = [PostgresServer(programs=programs) for _ in range(2)]
    for server in started:
        server.start()
    yield started
    for server in started:
        server.stop()


@pytest.fixture
def services(servers, tmp_path):
    """An installation with an empty log on both."""
    one, other = servers
    services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=one.url)
    with psycopg.connect(other.url, autocommit=True) as connection:
        connection.execute(OTHER_EVENTS)
    with psycopg.connect(one.url, autocommit=True) as connection:
        connection.execute(PARTITIONED.format(host=other.folder))
    yield services
    services.close()


def played(services):
    """The id of a game in which some commands are stored, and what was acknowledged of it."""
    game_id = str(uuid4())
    begin(services, game_id)
    log, writer = GameLog(services.catalog, game_id, SEED, random_bytes(game_id.encode())), Writer(services)
    for _ in range(COMMANDS):
        writer.roll(log)
    return game_id, writer.stored


def games_on(server, table):
    with psycopg.connect(server.url) as connection:
        return {str(game_id) for (game_id,) in connection.execute(f"SELECT DISTINCT originator_id FROM ONLY {table}")}


if binaries("postgres_fdw"):

    def test_games_lie_on_two_servers_and_nothing_else_is_different(services, servers):
        played_games = []
        threads = [Thread(target=lambda: played_games.append(played(services))) for _ in range(GAMES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        here, there = games_on(servers[0], "events_0"), games_on(servers[1], "events_1")
        assert here
        assert there
        assert not here & there
        assert here | there >= {game_id for game_id, _ in played_games} == set(services.store.games())

        for game_id, acknowledged in played_games:
            entries, head = services.store.entries(game_id), bytes(32)
            for number, entry in enumerate(entries, 1):
                head = chained(head, entry.public)
                assert (entry.label.version, entry.hash) == (number, head.hex())
            assert {(game_id, entry.label.version, entry.hash) for entry in entries} >= set(acknowledged)
            with pytest.raises(Conflict):
                services.store.append([(game_id, len(entries) - 1, entries[-1:])])
            assert len(services.store.entries(game_id)) == len(entries)

        positions = [position for position, _, _ in services.store.notifications(0, 10_000)]
        assert positions == sorted(set(positions))
        with psycopg.connect(servers[0].url) as connection:
            assert connection.execute("SELECT count(*) FROM stored_events").fetchone() == (len(positions),)
        assert services.read_models.follower.catch_up(30)
        assert len(services.read_models.lists.games(GamesQuery()).games) == GAMES
