"""What two installations that share a seed say to each other: the vectors of the page on the log's format."""

import json
import re
from pathlib import Path

import pytest

from domain.contract.chance import Seeded
from domain.log import shares

PAGE = (Path(__file__).parents[3] / "docs/log-format.md").read_text()


@pytest.fixture(scope="module")
def vectors():
    [block] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    return json.loads(block)


def test_shares_and_what_is_signed(vectors):
    known, game, host = vectors["shared"], vectors["game"], vectors["seed_commitment"]
    seed, number, head = bytes.fromhex(known["seed"]), known["number"], known["head"]
    assert shares.partner_commitment(game, seed) == known["commitment"]
    assert shares.share_of(seed, game, number, head) == known["share"]
    entropy = [tuple(pair) for pair in vectors["entropy"]]
    key = shares.shared_key(bytes.fromhex(vectors["seed"]), game, entropy, known["share"])
    assert key.hex() == known["chance_key"]
    drawn = Seeded(key, known["draw"]["n"]).draw("roll", "d6", 6, 4)
    assert drawn.result == known["draw"]["result"]
    said = {
        "wanted": (vectors["receipt"]["key"], shares.wanted(game, host, known["key"])),
        "committed": (known["key"], shares.committed(game, host, known["commitment"])),
        "asked": (vectors["receipt"]["key"], shares.asked(game, number, head)),
        "given": (known["key"], shares.given(game, number, head, known["share"])),
        "ended": (vectors["receipt"]["key"], shares.ended(game, head)),
        "revealed": (known["key"], shares.revealed(game, known["revealed"]["shares"], head, known["seed"])),
    }
    for name, (signer, message) in said.items():
        assert message.hex() == known[name]["bytes"]
        assert shares.is_signed(signer, message, known[name]["signature"])
        assert not shares.is_signed(signer, message + b"!", known[name]["signature"])
