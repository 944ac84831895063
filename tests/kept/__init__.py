"""Installations that earlier programs have left, unpacked for a test (README.md)."""

import json
import tarfile
from pathlib import Path

FOLDER = Path(__file__).parent

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
"""The commits that made them."""


class Kept:
    """What an installation held when its processes were ended: ids and secrets, as its list beside it says."""

    def __init__(self, name):
        self.name = name
        self.listed = json.loads((FOLDER / f"{name}.json").read_text())
        self.games, self.receipts = self.listed["games"], self.listed["receipts"]
        self.tokens = {who: account["token"] for who, account in self.listed["accounts"].items()}
        self.passwords = {who: account["password"] for who, account in self.listed["accounts"].items()}

    def unpack(self, folder: Path) -> Path:
        """Lay its home into a folder, and return it."""
        with tarfile.open(FOLDER / f"{self.name}.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        return folder / "home"
