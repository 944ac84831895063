import pytest

from service.app.application import create_app
from tests.installation import install
from tests.service.api.document import api_document
from tests.service.playing import ME, open_pig

API = "/api/v1"


class Caller:
    """Somebody who calls the API: a person with a token, or nobody in particular."""

    def __init__(self, client, name=None, token=None):
        self.client = client
        self.name = name
        self.token = token

    def call(self, method, path, body=None, headers=None, **query):
        """The response; `body` is sent as JSON if there is one."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        extra = {} if body is None else {"json": body}
        return self.client.open(
            API + path, method=method, headers={**sent, **(headers or {})}, query_string=query or None, **extra
        )

    def get(self, path, headers=None, **query):
        return self.call("GET", path, None, headers, **query)

    def post(self, path, body=None, headers=None, **query):
        return self.call("POST", path, body, headers, **query)

    def open_game(self, *seats, game="pig", **more):
        """A new game: its view."""
        response = self.post("/games", {"game": game, "seats": list(seats), **more})
        assert response.status_code == 201, response.text
        return response.json

    def look(self, game, **query):
        return self.get(f"/games/{game['id']}", **query).json

    def play_to_the_end(self, game):
        """The view of a game of pig to one point after its end, all of its seats being the caller's."""
        for _ in range(300):
            game = self.look(game)
            if game["status"] != "running":
                return game
            action = {"type": "hold" if game["table"]["turn_points"] else "roll"}
            assert action in game["legal"]
            assert self.act(game, action, decision=game["decision"]).status_code == 200
        raise AssertionError("a game of pig to one point has no end")

    def act(self, game, action, headers=None, decision=None, **query):
        body = {"action": action} if isinstance(action, dict) else {"actions": action}
        return self.post(
            f"/games/{game['id']}/actions", body | ({"decision": decision} if decision else {}), headers, **query
        )


@pytest.fixture
def app(services):
    return create_app(services)


@pytest.fixture
def person(app):
    """Makes accounts: `person(name)` is their caller."""

    def create(name, password=None):
        client = app.test_client()
        response = client.post(f"{API}/accounts", json={"name": name} | ({"password": password} if password else {}))
        assert response.status_code == 201, response.text
        return Caller(client, name, response.json["token"])

    return create


@pytest.fixture
def ann(person):
    return person("Ann")


@pytest.fixture
def bob(person):
    return person("Bob")


@pytest.fixture
def nobody(app):
    return Caller(app.test_client())


@pytest.fixture(scope="session")
def document():
    """The OpenAPI document."""
    return api_document()


@pytest.fixture
def record(tmp_path):
    """The record of a void game of another installation."""
    elsewhere = install(tmp_path / "elsewhere")
    zoe = elsewhere.accounts.create("Zoe")[0].id
    game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
    elsewhere.ledger.close(game_id, "void")
    found = elsewhere.ledger.record(game_id)
    elsewhere.close()
    return found
