from pathlib import Path

import pytest

from tests.verifier.both import Both
from tests.verifier.javascript import Examiner
from verifier import verify

FOLDER = Path(verify.__file__).parent


def each_fault_says(demand):
    """The same `demand`, which also asks for the place, the reason and the verdict of all that is demanded, whether it
    holds or not."""

    def checked(holds, where, fault, word="refused"):
        assert isinstance(where, str | Path), f"{where!r}: {fault}"
        assert isinstance(fault, str), f"{where}: {fault!r}"
        assert fault not in verify.VERDICTS, f"{where}: it is {fault}, and not told why"
        assert word in verify.VERDICTS, f"{where}: {fault}"
        demand(holds, where, fault, word)

    return checked


@pytest.fixture(scope="session")
def both(tmp_path_factory):
    """Asks both verifiers."""
    return Both(tmp_path_factory.mktemp("records"))


@pytest.fixture(scope="session")
def examiner():
    """Asks the checker for browsers."""
    examiner = Examiner()
    yield examiner
    examiner.close()


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
