import pytest

from tests.verifier.both import Both


@pytest.fixture(scope="session")
def both(tmp_path_factory):
    """Asks both verifiers."""
    return Both(tmp_path_factory.mktemp("records"))
