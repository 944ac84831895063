from pathlib import Path

import pytest

from tests.verifier.both import Both
from tests.verifier.saying import each_fault_says
from verifier import verify

FOLDER = Path(verify.__file__).parent


@pytest.fixture(scope="session")
def both(tmp_path_factory):
    """Asks both verifiers."""
    return Both(tmp_path_factory.mktemp("records"))


@pytest.fixture(autouse=True)
def where_and_what(monkeypatch):
    """No fault that the verifier finds in any test goes without a place and a reason."""
    monkeypatch.setattr(verify, "demand", each_fault_says(verify.demand))


@pytest.fixture
def standings(monkeypatch):
    """The module, imported as it is by who runs it: from its folder, with `verify.py` beside it."""
    monkeypatch.syspath_prepend(FOLDER)
    import standings

    for module in (standings, standings.verify):
        monkeypatch.setattr(module, "demand", each_fault_says(module.demand))
    return standings
