import pytest

from service.bootstrap import build


@pytest.fixture
def elsewhere(services):
    """The services of another process of the same installation, which is started now."""
    other = build(services.settings)
    yield other
    other.close()
