"""The client as a package of its own: made from the OpenAPI document, complete, typed, and without the service."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PathDistribution
from sysconfig import get_path

import pytest
from click.testing import CliRunner

from builder.writer import FOLDER, PACKAGE, modules
from nightledger_client import VERSION, AsyncNightledger, Nightledger
from service.cli import cli

STRANGER = """
import sys
sys.path[:] = [path for path in sys.path if "site-packages" not in path] + {paths}
import nightledger_client
assert not {{"domain", "projections", "service", "workers"}} & {{*sys.modules}}
with nightledger_client.Nightledger("http://127.0.0.1:1") as nobody:
    print(nightledger_client.__file__, nobody.games.look.__annotations__["return"])
"""
"""A program that has the client and what it depends on, and nothing of the service."""

PROGRAM = """
from nightledger_client import VERSION, AsyncNightledger, Nightledger

client = Nightledger("http://127.0.0.1:8420")
game = client.games.look("g1")
assert game is not None
reveal_type(game.legal)
reveal_type(client.log.events("g1", after=1).events[0].version)
reveal_type([event.at for event in client.follow("g1")])
number: int = game.id

async def played(client: AsyncNightledger) -> None:
    reveal_type((await client.log.events("g1", after=1)).events[0].version)
    reveal_type([event.at async for event in client.follow("g1")])
    await client.play(lambda decision: decision.legal[0])
"""

KNOWN = [
    'note: Revealed type is "list[dict[str, Any]]"',
    'note: Revealed type is "int"',
    'note: Revealed type is "list[int]"',
    'error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]',
    'note: Revealed type is "int"',
    'note: Revealed type is "list[int]"',
    'error: Argument 1 to "play" of "AsyncNightledger" has incompatible type "Callable[[Decision], dict[str, Any]]";'
    ' expected "Callable[[Decision], Awaitable[dict[str, Any]]]"  [arg-type]',
    'error: Incompatible return value type (got "dict[str, Any]", expected "Awaitable[dict[str, Any]]")'
    "  [return-value]",
]
"""What a type checker says of the program, line by line."""

STRICT = ("--strict", "--no-error-summary", "-p", "nightledger_client", "-m", "program")


@pytest.fixture(scope="module")
def document():
    return json.loads(CliRunner().invoke(cli, ["openapi"]).output)


@pytest.fixture(scope="module")
def installed(document, tmp_path_factory):
    """A folder into which the client's wheel is installed; it is built from the client's folder and the document."""
    folder = tmp_path_factory.mktemp("client")
    shutil.copytree(FOLDER, folder / "sources", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    for name in modules(document):
        (folder / "sources" / PACKAGE.relative_to(FOLDER) / name).unlink()
    (folder / "sources/openapi.json").write_text(json.dumps(document), "utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--no-compile"]
    subprocess.run([*pip, "--target", folder / "installed", folder / "sources"], check=True, capture_output=True)
    return folder / "installed"


def operations(document):
    return [
        operation for item in document["paths"].values() for name, operation in item.items() if name != "parameters"
    ]


def run(*command, **options):
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, **options)


def test_what_is_made_of_it_is_what_the_document_says(document):
    stale = [name for name, text in modules(document).items() if (PACKAGE / name).read_text("utf-8") != text]
    assert stale == [], "run `make client`"


def test_every_operation_is_a_method_of_its_resource(document):
    with Nightledger("http://nightledger.test") as nobody:
        on_asyncio = AsyncNightledger("http://nightledger.test")
        for operation in operations(document):
            [tag] = operation["tags"]
            assert callable(getattr(getattr(nobody, tag), operation["operationId"]))
            assert callable(getattr(getattr(on_asyncio, tag), operation["operationId"]))


def files(folder):
    """The files of a folder, by what leads to them from there."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)) for path in found}


def test_its_version_is_the_documents(document, installed):
    [metadata] = installed.glob("*.dist-info")
    assert PathDistribution(metadata).version == VERSION == document["info"]["version"]


def test_the_wheel_holds_the_whole_package_and_its_licence(document, installed):
    assert files(installed / "nightledger_client") == files(PACKAGE) | {*modules(document)}
    [metadata] = installed.glob("*.dist-info")
    assert (metadata / "licenses/LICENSE").read_text() == (FOLDER.parent / "LICENSE").read_text()


def test_it_needs_nothing_of_the_service(installed, tmp_path):
    paths = [str(installed), get_path("purelib")]
    done = run("-I", "-S", "-c", STRANGER.format(paths=paths), cwd=tmp_path)
    assert done.stdout.split(maxsplit=1) == [str(installed / "nightledger_client/__init__.py"), "Game | None\n"], (
        done.stderr
    )


def test_its_types_hold_and_are_known_to_type_checkers(installed, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    checked = run("-m", "mypy", *STRICT, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(installed)})
    assert [line.partition(": ")[2] for line in checked.stdout.splitlines()] == KNOWN
