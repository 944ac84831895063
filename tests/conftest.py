import pytest

from domain.games.catalog import Catalog
from tests.postgres_server import NOT_FOUND, binaries


def pytest_report_header():
    """Says which databases the tests of the store run on."""
    return f"stores: SQLite, PostgreSQL ({binaries()})" if binaries() else f"stores: SQLite only; {NOT_FOUND}"


@pytest.fixture(scope="session")
def catalog():
    """The installation's games and pig."""
    return Catalog({"pig": "tests.pig:PIG"})
