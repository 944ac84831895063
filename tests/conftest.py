import pytest

from domain.catalog import Catalog


@pytest.fixture(scope="session")
def catalog():
    """The installation's games and pig."""
    return Catalog({"pig": "tests.pig:PIG"})
