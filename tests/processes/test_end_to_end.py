"""The whole service: web server, Redis, worker, dispatcher and files; a client at one seat, AIs at the others."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.records.export import read
from domain.records.replay import table_at
from tests.house import Client, House, free_port, wait_until

pytestmark = pytest.mark.slow

GAME_SECONDS = 50.0
"""How long a game may take, on a busy machine."""


@pytest.fixture(scope="module")
def house():
    with TemporaryDirectory(prefix="nl-") as folder:
        house = House(Path(folder), free_port())
        try:
            house.up()
            yield house
        finally:
            house.down()
            print(house.log())


@pytest.fixture
def ann(house):
    """A client that is logged in."""
    newcomer = Client(house.port)
    token = newcomer.post("/accounts", {"name": f"ann {monotonic()}", "password": "correct horse"})["token"]
    newcomer.close()
    client = Client(house.port, token)
    yield client
    client.close()


class Player:
    """Plays a seat over the API, with the actions that it is offered."""

    def __init__(self, client, game):
        self.client = client
        self.game = game
        self.answers = 0
        self._rng = Stream(b"player")

    @property
    def path(self):
        return f"/games/{self.game['id']}"

    @property
    def over(self):
        return self.game["status"] != "running"

    def look(self):
        self.game = self.client.get(self.path)
        return self.game

    def answer(self):
        """Answer the own decision."""
        action = self._rng.choice(self.game["legal"])
        body = {"action": action, "decision": self.game["decision"]}
        self.game = self.client.post(f"{self.path}/actions", body)["game"]
        self.answers += 1

    def play(self, until=lambda: False):
        """Play on until the game is over, or `until` holds."""
        deadline = monotonic() + GAME_SECONDS
        while not self.over and not until():
            assert monotonic() < deadline, f"not over in time; pending: {self.game['pending']}"
            if self.game["decision"] is not None:
                self.answer()
            else:
                self.client.get(f"{self.path}/events?after={self.game['version']}&wait=5")
                self.look()

    def play_until_an_ai_must_decide(self):
        self.play(until=lambda: self.game["decision"] is None)


def opened(client, game, **options):
    seats = [{"account": "me"}, {"ai": "random"}, {"ai": "greedy"}]
    return Player(client, client.post("/games", {"game": game, "options": options, "seats": seats}))


def check_record(client, player, catalog):
    """The record is consistent, and replayed it comes to the same result."""
    record = read(client.raw(f"{player.path}/record"))
    verdict = audit(record, catalog)
    assert (verdict.code, verdict.reason) == (CONSISTENT, None)
    assert verdict.head == player.game["head"]
    assert json.loads(canonical(to_json(table_at(record, catalog).result))) == player.game["result"]
    assert player.game["result"] is not None


@pytest.mark.parametrize(("game", "options"), [("pig", {"goal": 60, "guess": True}), ("nightfall", {})])
def test_a_game_of_a_client_and_two_ais_to_its_end(house, ann, catalog, game, options):
    player = opened(ann, game, **options)

    player.play(until=lambda: player.answers == 3)
    player.play_until_an_ai_must_decide()
    with closing(house.redis.client()) as redis:
        redis.flushall()

    player.play(until=lambda: player.answers == 6)
    house.kill("worker")
    player.play_until_an_ai_must_decide()
    house.start("worker")

    player.play()
    assert player.look()["status"] == "over"
    check_record(ann, player, catalog)
    [listed] = ann.get(f"/games?mine=true&status=over&game={game}")["games"]
    assert listed["id"] == player.game["id"]


def test_a_game_of_ais_alone_is_played_on_after_its_worker_was_killed(house, ann, catalog):
    seats = [{"ai": level} for level in ("random", "greedy", "greedy", "random")]
    player = Player(ann, ann.post("/games", {"game": "nightfall", "options": {}, "seats": seats}))
    began = player.game["version"]
    wait_until(lambda: player.look()["version"] > began, "an AI has answered")
    house.kill("worker")
    house.start("worker")
    wait_until(lambda: player.look()["status"] == "over", "the game is over")
    check_record(ann, player, catalog)


def test_the_read_models_are_what_the_log_makes_of_them(house, ann):
    opened(ann, "pig")
    told = house.run("projections", "verify").splitlines()
    assert {line.partition(": ")[2] for line in told} == {"agrees with the log"}


def test_redis_may_be_away_and_processes_end_when_they_are_told(house, ann):
    player = opened(ann, "pig", goal=60)
    house.redis.stop()
    player.play_until_an_ai_must_decide()
    house.redis.start()
    player.play()
    assert player.look()["status"] == "over"
    assert [house.end(name) for name in ("worker", "dispatcher")] == [0, 0]
