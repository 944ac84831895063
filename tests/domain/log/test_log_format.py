"""The page that tells how to check a log says what the program does: its test vectors hold."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from domain.contract.chance import Dealt, deal_key, joined, outcome
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.log.record import Part, chained, chance_key, part_nonce, seed_commitment
from domain.log.words import Words

PAGE = (Path(__file__).parents[3] / "docs/log-format.md").read_text()


@pytest.fixture(scope="module")
def vectors():
    [block] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    return json.loads(block)


def test_joined_and_canonical(vectors):
    parts = [bytes.fromhex(part["hex"]) if isinstance(part, dict) else part for part in vectors["joined"]["parts"]]
    assert joined(*parts).hex() == vectors["joined"]["bytes"]
    assert canonical(vectors["canonical"]["value"]).hex() == vectors["canonical"]["bytes"]


def test_seed_entropy_and_key(vectors):
    seed, game = bytes.fromhex(vectors["seed"]), vectors["game"]
    assert seed_commitment(game, seed) == vectors["seed_commitment"]
    assert chance_key(seed, game, [tuple(pair) for pair in vectors["entropy"]]).hex() == vectors["key"]
    assert chance_key(seed, game, []).hex() == vectors["key_without_entropy"]
    [[_, entropy]] = vectors["entropy"]
    assert hashlib.sha256(bytes.fromhex(entropy)).hexdigest() == vectors["entropy_hash"]


def test_the_draws_of_a_shared_deal(vectors):
    deal = vectors["deal"]
    key = chance_key(bytes.fromhex(vectors["seed"]), deal["id"], [])
    assert (key.hex(), deal_key(key, "roll", "blue").hex()) == (deal["key"], deal["own_key"])
    chance = Dealt(key)
    for draw in deal["draws"]:
        count = len(draw["result"]) if draw["kind"] == "roll" else 1
        assert to_json(chance.draw(draw["kind"], draw["name"], draw["from"], count)) == draw


def test_draws(vectors):
    key = bytes.fromhex(vectors["key"])
    for draw in vectors["draws"]:
        count = len(draw["result"]) if draw["kind"] == "roll" else 1
        assert outcome(key, draw["n"], draw["kind"], draw["from"], count) == draw["result"]


def test_parts_events_and_words(vectors):
    nonce, part, event, words = (vectors[name] for name in ("nonce", "part", "event", "words"))
    seed = bytes.fromhex(vectors["seed"])
    assert part_nonce(seed, vectors["game"], nonce["version"], nonce["audience"]) == nonce["nonce"]
    assert Part(part["nonce"], part["part"]).commitment() == part["commitment"]
    assert chained(bytes.fromhex(event["previous"]), canonical(event["public"])).hex() == event["hash"]
    assert Words(words["text"], words["nonce"]).commitment() == words["commitment"]
