"""Two looks at one log at once, with the same folder: of two checkpoints that contradict each other one is cosigned."""

from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from os import strerror

import pytest
from nacl.signing import SigningKey

from domain.log.checkpoint import Checkpoint, origin_of
from domain.log.merkle import Leaves, leaf_hash
from domain.log.note import Key, Note, read_signature, signature
from service.witness.keys import witness_key
from service.witness.remote import Away
from service.witness.witness import Witness

PRIVATE = SigningKey(b"k" * 32)
KEY = bytes(PRIVATE.verify_key).hex()
LEAVES = [leaf_hash(b"first"), leaf_hash(b"second")]
OTHERS = [leaf_hash(b"first"), leaf_hash(b"another")]


class Log:
    """A log that shows this journal, and does something else before it answers."""

    url = "https://games.example.org"

    lines = ()

    def __init__(self, leaves, meanwhile=lambda: None):
        self._tree, self._size, self._meanwhile = Leaves(leaves), len(leaves), meanwhile

    def keys(self):
        return [KEY]

    def checkpoint(self, size=None):
        self._meanwhile()
        entries = self._size if size is None else size
        text = Checkpoint(origin_of(KEY), entries, self._tree.head(entries)).encode()
        own = Key(origin_of(KEY), bytes.fromhex(KEY))
        made = signature(text, own, lambda message: PRIVATE.sign(message).signature)
        return Note(text, (made, *self.lines)).encode().encode()

    def consistency(self, earlier, size):
        return self._tree.consistency(earlier, size)

    def add_cosignature(self, size, line):
        pass


def fails(file):
    raise OSError(ENOSPC, strerror(ENOSPC))


@pytest.fixture
def witness(tmp_path):
    return Witness(tmp_path, witness_key(tmp_path, "eye.example.org"))


def test_of_two_that_contradict_each_other_one_is_cosigned(witness):
    with ThreadPoolExecutor(1) as pool:
        at_once = []
        first = witness.look(Log(LEAVES, lambda: at_once.append(pool.submit(witness.look, Log(OTHERS), 2))), 1)
        [second] = [looked.result() for looked in at_once]
    assert [first.is_refused, second.is_refused] == [False, True]
    assert second.words.endswith("a fork")


def test_nothing_is_cosigned_that_is_not_kept_for_good(witness, monkeypatch):
    given = []
    log = Log(LEAVES)
    monkeypatch.setattr(log, "add_cosignature", lambda size, line: given.append(line))
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", fails)
        with pytest.raises(OSError, match="No space"):
            witness.look(log, 1)
    assert given == []
    assert not witness.look(log, 2).is_refused
    assert len(given) == 1


def test_a_cosignature_that_the_log_did_not_get_is_handed_in_again(witness, monkeypatch):
    log, given = Log(LEAVES), []

    def is_away(size, line):
        raise Away("it does not answer")

    monkeypatch.setattr(log, "add_cosignature", is_away)
    assert "does not take" in witness.look(log, 1).words
    monkeypatch.setattr(log, "add_cosignature", lambda size, line: given.append((size, line)))
    assert witness.look(log, 2).words == "2 entries, as before"
    [(size, line)] = given
    monkeypatch.setattr(log, "lines", [read_signature(line.rstrip("\n"))])
    assert witness.look(log, 3).words == "2 entries, as before"
    assert (size, len(given)) == (2, 1)


def test_a_key_that_is_named_later_counts(witness):
    assert not witness.look(Log(LEAVES), 1).is_refused
    assert not witness.look(Log(LEAVES), 2, ["ab" * 32, KEY]).is_refused
    looked = witness.look(Log(LEAVES), 3, ["ab" * 32])
    assert (looked.is_refused, KEY in looked.words) == (True, True)
