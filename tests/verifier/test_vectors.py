"""The verifier's own arithmetic: the vectors of the page on the log's format, and Ed25519 beside the library's."""

import ast
import hmac
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.log.merkle import Leaves, check_consistency, check_inclusion, leaf_hash
from domain.log.note import read_key, read_note
from service.store.published.receipts import read_receipt
from verifier import verify

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "verifier/verify.py").read_text()
[VECTORS] = re.findall(r"```json\n(.*?)```", (ROOT / "docs/log-format.md").read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def vectors():
    return json.loads(VECTORS)


def test_it_stands_alone_and_is_short():
    imported = [node for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imported if isinstance(node, ast.Import) for alias in node.names}
    assert not any(isinstance(node, ast.ImportFrom) for node in imported)
    assert names <= sys.stdlib_module_names
    assert len(SOURCE.splitlines()) < 650


def test_bytes(vectors):
    parts = [bytes.fromhex(part["hex"]) if isinstance(part, dict) else part for part in vectors["joined"]["parts"]]
    assert verify.joined(*parts).hex() == vectors["joined"]["bytes"]
    assert verify.canonical(vectors["canonical"]["value"]).hex() == vectors["canonical"]["bytes"]


def test_draws(vectors):
    for draw in vectors["draws"]:
        assert verify.outcome(bytes.fromhex(vectors["key"]), draw["n"], draw) == draw["result"]


def test_the_draws_of_a_shared_deal(vectors):
    first, _, second, _ = vectors["deal"]["draws"]
    own_key = bytes.fromhex(vectors["deal"]["own_key"])
    assert verify.outcome(own_key, 0, first) == first["result"]
    assert verify.outcome(own_key, 1, second) == second["result"]
    assert verify.outcome(own_key, 2, second) != second["result"]


def test_a_shared_seed(vectors):
    known, key = vectors["shared"], vectors["receipt"]["key"]
    share = verify.share_of(
        bytes.fromhex(known["seed"]), vectors["game"], known["number"], bytes.fromhex(known["head"])
    )
    assert share.hex() == known["share"]
    of_game = verify.canonical(["nightledger/chance/2", vectors["game"], vectors["entropy"]])
    own = verify.own_key(hmac.digest(bytes.fromhex(vectors["seed"]), of_game, "sha256"), share)
    assert own.hex() == known["chance_key"]
    assert verify.outcome(own, known["draw"]["n"], known["draw"]) == known["draw"]["result"]
    for name in ("wanted", "committed", "asked", "given", "ended", "revealed"):
        signer = key if name in ("wanted", "asked", "ended") else known["key"]
        message, signature = (bytes.fromhex(known[name][part]) for part in ("bytes", "signature"))
        assert verify.signed(bytes.fromhex(signer), message, signature)


def test_the_receipt(vectors):
    receipt = vectors["receipt"]
    key, message = bytes.fromhex(receipt["key"]), bytes.fromhex(receipt["bytes"])
    assert verify.signed(key, message, bytes.fromhex(receipt["signature"]))
    assert not verify.signed(key, message + b"!", bytes.fromhex(receipt["signature"]))


def test_the_tree(vectors):
    known = vectors["merkle"]
    leaves = [leaf_hash(bytes.fromhex(leaf)) for leaf in known["leaves"]]
    heads, tree = [bytes.fromhex(head) for head in known["heads"]], Leaves(leaves)
    assert [tree.head(size) for size in range(len(heads))] == heads
    for one in known["inclusion"]:
        number, size, proof = one["number"], one["size"], [bytes.fromhex(node) for node in one["proof"]]
        assert tree.inclusion(number, size) == proof
        check_inclusion(leaves[number], number, size, proof, heads[size])
        assert verify.tree_head(leaves[number], number, size, proof) == heads[size]
        assert verify.tree_head(leaves[number], number, size, [*proof, heads[0]]) != heads[size]
    for one in known["consistency"]:
        earlier, size, proof = one["from"], one["to"], [bytes.fromhex(node) for node in one["proof"]]
        assert tree.consistency(earlier, size) == proof
        check_consistency(earlier, size, heads[earlier], heads[size], proof)


def test_the_checkpoint_and_its_cosignature(vectors):
    known, cosigned = vectors["checkpoint"], vectors["cosignature"]
    key = read_key(known["key"])
    assert read_note(known["note"].encode()).signed_by(key) == 0
    assert read_note(cosigned["note"].encode()).signed_by(read_key(cosigned["key"])) == cosigned["time"]
    size, head = verify.checkpoint(known["note"], [key.public.hex()])
    assert (size, head.hex()) == (known["size"], known["head"])
    assert verify.checkpoint(cosigned["note"], [key.public.hex()]) == (size, head)
    with pytest.raises(verify.Fault, match="no key known here signed it"):
        verify.checkpoint(known["note"].replace("\n3\n", "\n4\n"), [key.public.hex()])


def test_the_receipt_that_proves_a_listing(vectors):
    receipt, key = vectors["listed_receipt"], vectors["receipt"]["key"]
    opened = {"version": 1, "type": "GameOpened", "data": {"commitment": vectors["seed_commitment"]}}
    start = {"version": receipt["version"], "type": "GameStarted", "data": {}}
    game = {"id": receipt["game"], "events": [opened, start]}
    listed = verify.listed_under_checkpoint(game, receipt["listed"], [key])
    assert listed == [(receipt["version"], receipt["head"])]
    read = read_receipt(json.dumps(receipt).encode())
    assert read.check(key) is None, "it raises for any other"
    game["events"][0]["data"]["commitment"] = "00" * 32
    with pytest.raises(verify.Fault, match="another commitment"):
        verify.listed_under_checkpoint(game, receipt["listed"], [key])


def test_the_javascript_module_takes_the_same_vectors():
    """The script names what does not hold; it tries altered ones too."""
    asked = ["node", str(ROOT / "tests/verifier/vectors.mjs")]
    done = subprocess.run(asked, input=VECTORS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("number", range(8))
def test_signatures_of_the_library_hold_and_altered_ones_do_not(number):
    private = Ed25519PrivateKey.from_private_bytes(bytes([number] * 32))
    key, message = private.public_key().public_bytes_raw(), b"message" * number
    signature = private.sign(message)
    assert verify.signed(key, message, signature)
    for at in (0, 31, 32, 63):
        altered = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
        assert not verify.signed(key, message, altered)


def test_a_signature_has_one_form():
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key, signature = private.public_key().public_bytes_raw(), private.sign(b"message")
    more = int.from_bytes(signature[32:], "little") + verify.ORDER
    assert not verify.signed(key, b"message", signature[:32] + more.to_bytes(32, "little"))


def test_no_key_of_small_order_has_signed_anything():
    """Under it the same signature would hold for every message."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    for small in ("01" + 31 * "00", "00" * 32, "ec" + 30 * "ff" + "7f", "00" * 31 + "80"):
        scalar = (7).to_bytes(32, "little")
        base = verify.point((4 * pow(5, -1, verify.PRIME) % verify.PRIME).to_bytes(32, "little"))
        x, y, z, _ = verify.times(7, base)
        x, y = x * pow(z, -1, verify.PRIME) % verify.PRIME, y * pow(z, -1, verify.PRIME) % verify.PRIME
        signature = (y + (x % 2 << 255)).to_bytes(32, "little") + scalar
        assert not any(verify.signed(bytes.fromhex(small), bytes([number]), signature) for number in range(8))
    assert verify.signed(private.public_key().public_bytes_raw(), b"message", private.sign(b"message"))
