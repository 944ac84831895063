"""The verifier's own arithmetic: the vectors of the page on the log's format, and Ed25519 beside the library's."""

import ast
import json
import re
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

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
    assert len(SOURCE.splitlines()) < 300


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


def test_the_receipt(vectors):
    receipt = vectors["receipt"]
    key, message = bytes.fromhex(receipt["key"]), bytes.fromhex(receipt["bytes"])
    assert verify.signed(key, message, bytes.fromhex(receipt["signature"]))
    assert not verify.signed(key, message + b"!", bytes.fromhex(receipt["signature"]))


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
