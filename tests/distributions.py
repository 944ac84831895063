"""Distributions beside the program, installed for a test: what pip writes of them, in a folder on `sys.path`."""

import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def bring(folder: Path, name: str, **games: str) -> Path:
    """Install a distribution that brings games, id -> `module:object`; the folder."""
    written = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    written.mkdir(parents=True)
    (written / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{game} = {place}\n" for game, place in games.items())
    (written / "entry_points.txt").write_text(f"[nightledger.games]\n{lines}")
    return folder


def games_of(example: str) -> dict[str, str]:
    """The games that an example brings, as its pyproject.toml says: id -> `module:object`."""
    return _project(example)["entry-points"]["nightledger.games"]


def bring_example(folder: Path, example: str) -> Path:
    """Install an example, whose package is found already: the folder."""
    return bring(folder, _project(example)["name"], **games_of(example))


def _project(example: str) -> dict:
    return tomllib.loads((EXAMPLES / example / "pyproject.toml").read_text("utf-8"))["project"]
