"""The checker for browsers, asked in node: one process answers all questions."""

import json
import subprocess
from base64 import b64encode
from pathlib import Path

FOLDER = Path(__file__).parent


def encoded(raw):
    return b64encode(raw).decode()


class Examiner:
    """Asks the modules of `verifier/examine.mjs` for their verdict on documents."""

    def __init__(self, script="examined.mjs"):
        self._node = subprocess.Popen(
            ["node", str(FOLDER / script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, raw, receipts=(), journals=(), keys=(), seen=None, deals=None):
        """What is said of a record: `{verdict, check, where, told, draws}`."""
        question = {
            "record": encoded(raw),
            "receipts": [encoded(one) for one in receipts],
            "journals": [encoded(one) for one in journals],
            "keys": list(keys),
            "seen": list((seen or {}).items()),
            "deals": {deal: seed.hex() for deal, seed in (deals or {}).items()},
        }
        self._node.stdin.write(json.dumps(question) + "\n")
        return json.loads(self._node.stdout.readline())

    def close(self):
        self._node.stdin.close()
        self._node.wait()
        self._node.stdout.close()
