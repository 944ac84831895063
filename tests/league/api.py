"""Somebody who calls the API of a service in which leagues are played."""

from service.app.application import create_app
from tests.service.api.conftest import Caller
from tests.service.api.document import schema


class LeagueHouse:
    """The application over the service of some seasons, and its callers."""

    def __init__(self, seasons):
        self.seasons = seasons
        self.app = create_app(seasons.services)
        self.nobody = Caller(self.app.test_client())
        self._people = {}

    def person(self, name):
        """A caller with an account of this name, the same one each time."""
        if name not in self._people:
            answer = self.nobody.post("/accounts", {"name": name})
            assert answer.status_code == 201, answer.text
            self._people[name] = Caller(self.app.test_client(), name, answer.json["token"])
        return self._people[name]

    def check(self, name, body):
        """The body, which has the shape that is documented under this name."""
        assert [error.message for error in schema(name).iter_errors(body)] == []
        return body
