"""Installations that earlier programs have left, unpacked for a test (README.md)."""

import json
import tarfile
from pathlib import Path

FOLDER = Path(__file__).parent

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
"""The commits that made them."""

SCHEMAS = FOLDER / "schemas"

REVISIONS = sorted(path.stem for path in SCHEMAS.glob("*.json"))
"""The schemas, by the numbers of their last migrations, of which a small one is kept."""


class Kept:
    """What an installation held when its processes were ended: ids and secrets, as its list beside it says."""

    def __init__(self, name, folder=FOLDER):
        self._packed = folder / f"{name}.tar.xz"
        self.listed = json.loads((folder / f"{name}.json").read_text())
        self.games, self.receipts = self.listed["games"], self.listed["receipts"]
        self.tokens = {who: account["token"] for who, account in self.listed["accounts"].items()}
        self.passwords = {who: account["password"] for who, account in self.listed["accounts"].items()}

    def unpack(self, folder: Path) -> Path:
        """Lay its home into a folder, and return it."""
        with tarfile.open(self._packed) as packed:
            packed.extractall(folder, filter="data")
        return folder / "home"
