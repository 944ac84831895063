import pytest

from service.app.application import create_app
from tests.installation import install
from tests.serving import served


@pytest.fixture
def services(tmp_path):
    """A service of its own on SQLite files."""
    services = install(tmp_path / "home")
    yield services
    services.close()


@pytest.fixture
def address(services):
    """A server of the installation, on a port of its own."""
    with served(create_app(services)) as address:
        yield address
