import pytest

from tests.installation import install


@pytest.fixture
def services(tmp_path):
    """A service of its own on SQLite files."""
    services = install(tmp_path / "home")
    yield services
    services.close()
