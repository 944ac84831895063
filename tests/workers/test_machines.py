"""Two machines with one database: when one is gone, with its home folder, the other goes on within ten seconds."""

import shutil

import pytest

from service.bootstrap import build
from service.games.shapes import NewGame
from service.notify.sender import AT_ONCE, TAKEN_SECONDS
from service.operation.turns import TurnQueue, job_id
from tests.databases import DATABASES
from tests.installation import prepare
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook
from workers import clock, dispatcher, notify
from workers.alone import Alone, lease_of

TEN_SECONDS = 10

PER_DECISION = 60

STEP = 3
"""Seconds between two looks while nothing happens: less than a lease lasts, or an outage."""

PREPARED = {"clock": clock.prepare, "dispatcher": dispatcher.prepare, "notify": notify.prepare}


class Time:
    """The time on all machines, in seconds UTC."""

    now = 1_800_000_000

    def __call__(self):
        return self.now


class Machine:
    """The processes of one machine of which one at a time does what is due, and its web's heartbeat."""

    def __init__(self, settings, time):
        self.services = build(settings, time)
        self._leases = {name: lease_of(name, self.services) for name in PREPARED}
        self._steps = [
            Alone(lease).taking(lambda prepared=PREPARED[name], lease=lease: prepared(self.services, lease.has_swept))
            for name, lease in self._leases.items()
        ]

    def step(self):
        """Have each process do what is due: which of them hold their leases."""
        self.services.heartbeat.watch()
        for lease in self._leases.values():
            lease.renew()
        for step in self._steps:
            step()
        return {name for name, lease in self._leases.items() if lease.is_held}

    def vanish(self):
        """Be gone without a word, with all that lay here."""
        self.services.close()
        shutil.rmtree(self.services.settings.home)


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def machines(request, tmp_path, time, redis_server):
    """Two machines of one installation in PostgreSQL."""
    environ = {
        "NIGHTLEDGER_DATABASE_URL": request.getfixturevalue("postgres").database(),
        "NIGHTLEDGER_WEBHOOKS_TO_PRIVATE": "yes",
        "REDIS_URL": redis_server.url,
    }
    first = prepare(tmp_path / "first", **environ)
    (tmp_path / "second").mkdir()
    shutil.copy(first.secret_path, tmp_path / "second")
    made = Machine(first, time), Machine(prepare(tmp_path / "second", **environ), time)
    yield made
    made[1].services.close()


if "postgresql" in DATABASES:

    def test_notices_ai_turns_and_deadlines_go_on_elsewhere(machines, time, redis):
        first, second = machines
        hook, queue, services = Hook(), TurnQueue(redis), second.services
        ann = services.accounts.create("Ann")[0].id
        confirmed_webhook(services.post, ann, hook.url)
        seats = [{"account": "me"}, {"ai": "random"}]
        wanted = NewGame("pig", seats, {"guess": True}, clock={"per_decision": PER_DECISION, "policy": "default"})
        game_id = first.services.ledger.open_game(ann, wanted)
        turn = job_id(game_id, first.services.ledger.table(game_id).decision_id("s2"))
        while time.now < Time.now + PER_DECISION - STEP:
            assert (first.step(), second.step()) == (set(PREPARED), set())
            time.now += STEP
        assert turn in queue.waiting()

        test = services.post.sender.test(services.post.channels.of(ann)[0])
        first.services.post.sender._take_asked()
        taken = first.services.post.outbox.deliveries.take_due(time.now, time.now + TAKEN_SECONDS, AT_ONCE)
        assert [row.id for row in taken] == [test]
        first.vanish()
        redis.flushall()
        told = len(hook.posted)

        for _ in range(TEN_SECONDS):
            time.now += 1
            holding = second.step()
        assert holding == set(PREPARED)
        assert test in hook.ids[told:]
        assert turn in queue.waiting()
        assert "DeadlinePassed" in [entry.label.type for entry in services.store.entries(game_id)]
        hook.close()
