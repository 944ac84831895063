import pytest

from tests.installation import install
from tests.service.clocks import HandClock


@pytest.fixture
def clock():
    """The time of an installation that has one of its own."""
    return HandClock()


@pytest.fixture
def services(tmp_path):
    """A service of its own on SQLite files."""
    services = install(tmp_path / "home")
    yield services
    services.close()


@pytest.fixture
def ledger(services):
    return services.ledger


@pytest.fixture
def people(services):
    """Ids of the accounts `ann`, `bob` and `cy`."""
    return {name: services.accounts.create(name)[0].id for name in ("ann", "bob", "cy")}


@pytest.fixture
def ann(services):
    """The id of an account."""
    return services.accounts.create("Ann")[0].id


@pytest.fixture
def bob(services):
    """The id of another account."""
    return services.accounts.create("Bob")[0].id
