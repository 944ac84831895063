"""What is installed for whoever plays brings all that the program imports; what only the tests need does not count."""

import ast
import sys
from configparser import ConfigParser
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

from service.dev.licences import brought, plain

ROOMS = ("domain", "projections", "service", "workers", "verifier")

DEV = Path("service/dev")
"""What whoever plays does not need: benches, and writers of documents. It may import what the tests do."""

FOR_TYPES_ALONE = {"_typeshed"}


def imported() -> set[str]:
    """The packages that the program imports, wherever in a module."""
    found = set()
    for file in (file for room in ROOMS for file in Path(room).rglob("*.py") if DEV not in file.parents):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(str(node.module).partition(".")[0])
    beside = {file.stem for file in Path("verifier").glob("*.py")}
    return found - {*ROOMS, *beside, *FOR_TYPES_ALONE, *sys.stdlib_module_names}


def test_all_that_is_imported_is_installed_for_whoever_plays():
    setup = ConfigParser()
    setup.read("setup.cfg")
    extras = [setup["options.extras_require"][extra] for extra in ("postgres", "terminal", "tune")]
    wanted = "".join([setup["options"]["install_requires"], *extras])
    there = brought(*map(Requirement, filter(None, wanted.splitlines()))).keys()
    by_package = packages_distributions()
    missing = {package for package in imported() if not there & set(map(plain, by_package.get(package, ())))}
    assert missing == set()
