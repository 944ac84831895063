import pytest

from tests.installation import install


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
