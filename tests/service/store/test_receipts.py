"""Receipts: every answer to a command says, signed, where the game stands."""

import json
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.log.canon import canonical
from service.bootstrap import build
from service.games.shapes import OperatorAct, Posted
from service.store.published.receipts import BadReceipt, Receipt, read_receipt, signed_bytes
from tests.installation import prepare
from tests.service.playing import HOLD, ME, OPEN, ROLL, THINK, act, open_pig


@pytest.fixture
def key(services):
    """The installation's key, in hex."""
    [known] = services.signer.keys()
    return known.key


def stands(answer, key):
    """The answer's receipt is of where its game stands."""
    receipt = Receipt(**answer.receipt)
    receipt.check(key)
    assert (receipt.game, receipt.version, receipt.head) == (
        answer.game.id, answer.game.version, answer.game.head,
    )  # fmt: skip
    return receipt


def test_every_command_is_answered_with_one(ledger, services, people, key):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN, game="thinking-pig")
    corrections, ann = services.corrections, people["ann"]
    stands(ledger.sit(people["bob"], game_id), key)
    stands(ledger.leave(people["bob"], game_id, "s2"), key)
    stands(ledger.sit(people["bob"], game_id), key)
    stands(ledger.sit(people["cy"], game_id), key)
    stands(act(ledger, ann, game_id, THINK), key)
    stands(act(ledger, ann, game_id, HOLD), key)
    stands(corrections.take_back(ann, game_id, None, "turn", Posted(())), key)
    stands(corrections.operate(None, game_id, OperatorAct("void", "enough")), key)
    waiting = open_pig(ledger, ann, ME, OPEN)
    stands(ledger.cancel(ann, waiting), key)


def test_another_library_takes_the_signature_too(ledger, people, key):
    receipt = Receipt(**act(ledger, people["ann"], open_pig(ledger, people["ann"], ME, ME), ROLL).receipt)
    signed = signed_bytes(receipt.game, receipt.version, receipt.head)
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    assert public.verify(bytes.fromhex(receipt.signature), signed) is None, "it raises for any other"


def test_a_repeated_command_is_answered_with_the_same_one(ledger, people, key):
    game_id = open_pig(ledger, people["ann"], ME, ME, game="thinking-pig")
    first = act(ledger, people["ann"], game_id, THINK, key="k")
    act(ledger, people["ann"], game_id, THINK)
    again = act(ledger, people["ann"], game_id, THINK, key="k", condition=None)
    assert (again.receipt, again.repeated) == (first.receipt, True)


@pytest.mark.parametrize("wrong", [{"version": 99}, {"head": "00" * 32}, {"game": "other"}, {"signature": "00" * 64}])
def test_a_receipt_that_was_altered_is_found_out(ledger, people, key, wrong):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    receipt = act(ledger, people["ann"], game_id, ROLL).receipt
    with pytest.raises(BadReceipt, match="the signature is not one of this key for this game, version and head"):
        Receipt(**{**receipt, **wrong}).check(key)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ("", "'' is no public key"),
        ("zz", "'zz' is no public key"),
        ("00" * 31, "0' is no public key"),
        ("00" * 32, "the signature is not one of this key"),
    ],
)
def test_another_key_has_not_signed_it(ledger, people, other, says):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    receipt = Receipt(**act(ledger, people["ann"], game_id, ROLL).receipt)
    with pytest.raises(BadReceipt, match=says):
        receipt.check(other)


def test_the_key_is_the_journals_first_entry_and_stays(services, key):
    first = services.journal.entries()[0]
    assert (first["version"], first["type"], first["data"]) == (
        1, "KeyListed", {"key": key, "algorithm": "Ed25519"},
    )  # fmt: skip
    again = build(prepare(services.settings.home))
    assert [known.key for known in list(again.signer.keys())] == [key]
    assert again.signer.receipt("g", 1, "00") == services.signer.receipt("g", 1, "00")
    again.close()


def test_the_private_key_lies_encrypted_in_the_event_file(services):
    [row] = services.store.rows("SELECT key, sealed FROM signing_keys")
    raw = services.store.vault.open(f"signing key {row['key']}", row["sealed"])
    for file in services.settings.home.iterdir():
        assert raw not in file.read_bytes()


def test_a_receipt_is_read_by_itself_or_out_of_an_answer(ledger, people):
    receipt = act(ledger, people["ann"], open_pig(ledger, people["ann"], ME, ME), ROLL).receipt
    assert read_receipt(canonical(receipt)) == Receipt(**receipt)
    assert read_receipt(canonical({"game": {}, "events": [], "receipt": receipt})) == Receipt(**receipt)
    for raw, says in (
        (b"", "not JSON"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `game`"),
        (canonical({**receipt, "more": 1}), "unknown field `more`"),
        (canonical({**receipt, "version": "1"}), "Expected `int`, got `str`"),
    ):
        with pytest.raises(BadReceipt, match=says):
            read_receipt(raw)


def test_the_page_about_the_format_has_a_receipt_that_holds():
    page = (Path(__file__).parents[3] / "docs/log-format.md").read_text()
    vector = json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0])["receipt"]
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector["private_key"]))
    signed = signed_bytes(vector["game"], vector["version"], vector["head"])
    assert (signed.hex(), private.sign(signed).hex()) == (vector["bytes"], vector["signature"])
    Receipt(vector["game"], vector["version"], vector["head"], vector["signature"]).check(vector["key"])
