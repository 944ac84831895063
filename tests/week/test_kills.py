"""Real processes that die: no notice is lost, and only what a peer took without a mark of it comes twice."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from projections.database import SqliteFile
from service.notify.sender import TAKEN_SECONDS
from tests.house import DEADLINE, Client, House, free_port, wait_until
from tests.installation import settings_of
from tests.notify.peers import Hook

pytestmark = pytest.mark.slow

ROLES = ("web", "notify", "dispatcher", "worker")


@pytest.fixture
def hook():
    with closing(Hook()) as hook:
        yield hook


@pytest.fixture
def house():
    with TemporaryDirectory(prefix="nl-") as folder:
        house = House(Path(folder), free_port())
        house.environ["NIGHTLEDGER_WEBHOOKS_TO_PRIVATE"] = "yes"
        try:
            house.run("db", "init")
            house.redis.start()
            for role in ROLES:
                house.start(role)
            wait_until(lambda: house.is_ready(house.port), "the web answers")
            yield house
        finally:
            house.down()
            print(house.log())


class Person:
    """Somebody with a webhook."""

    def __init__(self, house, hook, name):
        self._port, self._token = house.port, None
        self._token = self.post("/accounts", {"name": name, "password": "correct horse"})["token"]
        url = f"http://127.0.0.1:{hook.port}/{name}"
        self._webhook = self.post("/webhooks", {"url": url, "form": "generic"})["id"]
        self._confirm(hook)

    def _confirm(self, hook):
        wait_until(lambda: hook.posted, "the webhook is asked whose it is")
        [asked] = hook.bodies
        self.post(f"/webhooks/{self._webhook}/confirmation", {"challenge": asked["challenge"]})
        hook.posted.clear()

    def get(self, path):
        with closing(Client(self._port, self._token)) as client:
            return client.get(path)

    def post(self, path, body):
        with closing(Client(self._port, self._token)) as client:
            return client.post(path, body)

    def all_is_marked(self):
        """Whether everything that this person was to be told is marked as delivered."""
        found = self.get(f"/webhooks/{self._webhook}/deliveries")["deliveries"]
        return all(delivery["state"] != "waiting" for delivery in found if delivery["kind"] != "turn")


def play_one(ann, bob):
    """A game that begins and ends: each of both is told of each, and of nothing else, whenever the sender looks."""
    game = ann.post("/games", {"game": "pig", "seats": [{"account": "me"}, {"open": True}]})["id"]
    bob.post(f"/games/{game}/seats", {})
    ann.post(f"/games/{game}/resignations", {})


def play_one_with_an_ai(ann):
    """A game that goes on only when the AI at the other seat answers."""
    game = ann.post("/games", {"game": "pig", "seats": [{"account": "me"}, {"ai": "random"}]})
    body = {"action": {"type": "hold"}, "decision": game["decision"]}
    ann.post(f"/games/{game['id']}/actions", body)
    return game["id"]


def three_minutes_pass(house):
    """What a sender had taken for itself is everybody's again."""
    database = SqliteFile(settings_of(Path(house.environ["NIGHTLEDGER_HOME"])).outbox_path)
    with closing(database), database.writing() as db:
        due_again = "UPDATE outbox_rows SET due = due - :taken WHERE state = 'waiting' AND kind != 'turn'"
        db.execute(due_again, taken=TAKEN_SECONDS)


def notices(hook):
    """How often each person was told of what, counting each delivery once."""
    once = {headers["Nightledger-Delivery"]: (path.strip("/"), json.loads(body)) for path, headers, body in hook.posted}
    return Counter((name, notice["kind"]) for name, body in once.values() for notice in body["notices"])


def test_nothing_is_lost_when_redis_and_the_sender_are_killed(house, hook):
    ann, bob = Person(house, hook, "ann"), Person(house, hook, "bob")
    play_one(ann, bob)
    wait_until(lambda: len(hook.ids) == 4, "the first game is told of")

    house.redis.stop()
    play_one(ann, bob)
    waits = play_one_with_an_ai(ann)
    wait_until(lambda: len(hook.ids) == 9, "without Redis too")
    house.redis.start()
    wait_until(lambda: ann.get(f"/games/{waits}")["pending"].keys() == {"s1"}, "the AI has answered")
    ann.post(f"/games/{waits}/resignations", {})
    wait_until(lambda: len(hook.ids) == 10, "its end is told")
    wait_until(lambda: ann.all_is_marked() and bob.all_is_marked(), "all of it is marked")

    kill_while_peers_hold_their_answers(house, hook, ann, bob)
    play_one(ann, bob)
    wait_until(lambda: len(set(hook.ids)) == 18, "all games are told of")
    wait_until(lambda: ann.all_is_marked() and bob.all_is_marked(), "all of it is marked")
    assert len(hook.ids) == 18 + 2, "two messages came twice"
    assert notices(hook) == {
        ("ann", "started"): 5, ("bob", "started"): 4, ("ann", "over"): 5, ("bob", "over"): 4
    }  # fmt: skip


def kill_while_peers_hold_their_answers(house, hook, ann, bob):
    """Two peers have taken a message whose mark is never made: these two come again, as the same, and no other."""
    before, held = len(hook.ids), Event()
    hook.before_answer = lambda: held.wait(DEADLINE)
    play_one(ann, bob)
    wait_until(lambda: len(hook.ids) == before + 2, "each peer holds its answer")
    house.kill("notify")
    hook.before_answer = lambda: None
    held.set()
    three_minutes_pass(house)
    house.start("notify")
    wait_until(lambda: ann.all_is_marked() and bob.all_is_marked(), "all of it is marked")
    repeated = [delivery for delivery, times in Counter(hook.ids).items() if times > 1]
    assert sorted(repeated) == sorted(hook.ids[before : before + 2])
