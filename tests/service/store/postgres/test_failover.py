"""PostgreSQL with a synchronous copy: the primary is killed under load and the copy promoted, and nothing that was
acknowledged is lost."""

from threading import Event, Thread
from uuid import uuid4

import pytest

from domain.log.record import chained
from domain.table.gamelog import GameLog
from projections.games.lists import GamesQuery
from projections.unavailable import Unavailable
from service.dev.servers.postgres import PostgresServer
from tests.databases import DATABASES
from tests.house import wait_until
from tests.installation import install
from tests.service.writer import SEED, Writer, begin
from tests.streams import random_bytes

WRITERS = 4

COMMANDS = 5
"""How many each of them stores before the primary is killed, and after the copy was promoted, at the least."""


class Load:
    """Threads that play, each at a table of its own, and try again when the store is away."""

    def __init__(self, services):
        self._over = Event()
        self.writers = [Writer(services) for _ in range(WRITERS)]
        self._threads = []
        for writer in self.writers:
            game_id = str(uuid4())
            begin(services, game_id)
            log = GameLog(services.catalog, game_id, SEED, random_bytes(game_id.encode()))
            self._threads.append(Thread(target=self._play, args=(writer, log)))
        for thread in self._threads:
            thread.start()

    def _play(self, writer, log):
        while not self._over.is_set():
            try:
                writer.roll(log)
            except Unavailable:
                self._over.wait(0.1)

    def wait_for(self, commands):
        """Until each has had so many more acknowledged."""
        wanted = [(writer, len(writer.stored) + commands) for writer in self.writers]
        wait_until(lambda: all(len(writer.stored) >= number for writer, number in wanted), "all have stored some")

    def end(self):
        self._over.set()
        for thread in self._threads:
            thread.join()


def answered(asked):
    """What is answered; None while the store is away: those who waited in vain have others refused for a moment."""
    try:
        return asked()
    except Unavailable:
        return None


@pytest.fixture
def servers():
    """A primary, and the copy that follows it."""
    primary, copy = PostgresServer(), PostgresServer()
    primary.start()
    yield primary, copy
    copy.stop()
    primary.stop()


if "postgresql" in DATABASES:

    def test_nothing_acknowledged_is_lost_when_the_primary_is_killed_under_load(tmp_path, servers):
        primary, copy = servers
        url = f"postgresql://postgres@/postgres?host={primary.folder},{copy.folder}&target_session_attrs=read-write"
        services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url, NIGHTLEDGER_DATABASE_WAIT="1")
        copy.follow(primary)
        load = Load(services)
        load.wait_for(COMMANDS)
        primary.pause()
        copy.promote()
        load.wait_for(COMMANDS)
        load.end()

        told = wait_until(lambda: answered(lambda: services.store.notifications(0, 100_000)), "the store answers")
        positions = [position for position, _, _ in told]
        assert positions == sorted(set(positions))
        for writer in load.writers:
            game_id = writer.stored[0][0]
            entries = services.store.entries(game_id)
            head = bytes(32)
            for number, entry in enumerate(entries, 1):
                head = chained(head, entry.public)
                assert (entry.label.version, entry.hash) == (number, head.hex())
            assert {(game_id, entry.label.version, entry.hash) for entry in entries} >= set(writer.stored)
        assert services.read_models.follower.catch_up(30)
        assert len(services.read_models.lists.games(GamesQuery()).games) == WRITERS
        services.close()
