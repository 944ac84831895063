import pytest

from service.app.application import create_app
from service.bootstrap import build
from service.games.shapes import NewGame
from tests.installation import prepare
from tests.service.web.visitor import Visitor
from tests.streams import random_bytes


@pytest.fixture
def services(tmp_path):
    """A service of its own in which dice and bags fall alike at every run."""
    services = build(prepare(tmp_path / "home"), entropy=random_bytes(b"pages"))
    yield services
    services.close()


@pytest.fixture
def app(services):
    return create_app(services)


@pytest.fixture
def person(app):
    """Makes people who are signed in: `person(name)`."""

    def sign_up(name):
        visitor = Visitor(app)
        visitor.sign_up(name)
        return visitor

    return sign_up


@pytest.fixture
def ann(person):
    return person("Ann")


@pytest.fixture
def bob(person):
    return person("Bob")


@pytest.fixture
def operator(services, ann):
    """Ann, who is an operator."""
    services.accounts.set_operator(services.accounts.by_name("Ann").id, True)
    return ann


@pytest.fixture
def nobody(app):
    return Visitor(app)


@pytest.fixture
def opened(services):
    """Opens a game for the account of a name: its id."""

    def open_game(name, *seats, game="pig", visibility="public", clock=None, **options):
        account = services.accounts.by_name(name).id
        return services.ledger.open_game(
            account, NewGame(game, list(seats), options, clock=clock, visibility=visibility)
        )

    return open_game
