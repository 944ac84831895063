import pytest

from tests.service.two_houses import two_houses


@pytest.fixture
def houses(tmp_path):
    """A host and its partner, which share seeds."""
    with two_houses(tmp_path) as found:
        yield found
