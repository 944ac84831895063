"""Signed notes and checkpoints: the forms that C2SP's pages fix, and what is refused."""

from base64 import b64encode

import pytest
from nacl.signing import SigningKey

from domain.log.checkpoint import Checkpoint, origin_of, read_checkpoint, signed_checkpoint
from domain.log.note import (
    COSIGNATURE,
    BadNote,
    Key,
    Note,
    Signature,
    read_key,
    read_note,
    read_signature,
    signature,
)

PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
WISDOM = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
"""The key and the note of the documentation of Go's `note`, whose form C2SP's is."""

LOG, WITNESS = SigningKey(bytes(range(32))), SigningKey(bytes(range(32, 64)))
KEY = Key("nightledger/test", bytes(LOG.verify_key))
EYE = Key("eye.example", bytes(WITNESS.verify_key), COSIGNATURE)


def sign(private):
    return lambda message: private.sign(message).signature


def noted(text="nightledger/test\n3\n" + "A" * 43 + "=\n"):
    return Note(text, (signature(text, KEY, sign(LOG)),))


def test_a_note_of_another_program_is_read_and_holds():
    key, note = read_key(PETER), read_note(WISDOM.encode())
    assert (key.name, key.id.hex(), key.encode()) == ("PeterNeumann", "c74f20a3", PETER)
    assert note.signed_by(key) == 0
    assert note.encode() == WISDOM
    with pytest.raises(BadNote, match="the signature under the name of PeterNeumann is not one of its key"):
        read_note(WISDOM.replace("your problem", "my problem", 1).encode()).signed_by(key)


def test_a_signature_is_the_id_of_its_key_and_at_least_a_byte_more():
    line = f"\u2014 eye.example {b64encode(b'idids').decode()}"
    assert read_signature(line) == Signature("eye.example", b"idid", b"s")
    for wrong in (b"idid", b""):
        with pytest.raises(BadNote):
            read_signature(f"\u2014 eye.example {b64encode(wrong).decode()}")


def test_a_note_that_a_key_has_not_signed_says_nothing_of_it():
    assert noted().signed_by(read_key(PETER)) is None


def test_a_cosignature_holds_with_its_time():
    note = noted()
    cosigned = note.with_more([signature(note.text, EYE, sign(WITNESS), 1_700_000_000)])
    read = read_note(cosigned.encode().encode())
    assert read == cosigned
    assert (read.signed_by(KEY), read.signed_by(EYE)) == (0, 1_700_000_000)
    line = read.signatures[1]
    later = (1_700_000_001).to_bytes(8, "big") + line.signature[8:]
    with pytest.raises(BadNote, match=r"the signature under the name of eye\.example is not one of its key"):
        Note(note.text, (type(line)(line.name, line.key_id, later),)).signed_by(EYE)


def test_the_kind_of_a_key_is_part_of_its_id():
    assert EYE.id != Key(EYE.name, EYE.public).id
    assert read_key(EYE.encode()) == EYE


NO_NOTE, NO_LINE = "no text with an empty line and signatures below", "is no line of a signature"
NO_KEY = r"is no public key: name\+id\+base64"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", NO_NOTE),
        (b"text\n", NO_NOTE),
        (b"text\n\n", NO_NOTE),
        (b"text\n\n\xe2\x80\x94 name AAAA\n", NO_LINE),
        ("text\n\n— name AAAAAAAA".encode(), NO_NOTE),
        (b"text\n\n- name AAAAAAAA\n", NO_LINE),
        ("text\n\n— na+me AAAAAAAA\n".encode(), NO_LINE),
        ("text\n\n— name AAAAAAA\n".encode(), "'AAAAAAA' is not base64$"),
        ("text\n\n— name AAAAAAB=\n".encode(), "is not base64 as it is written"),
        ("te\x00xt\n\n— name AAAAAAAA\n".encode(), NO_NOTE),
        (b"\xff\n\n", "it is not UTF-8"),
        (b"x" * 70_000, "70000 bytes are more than a note may have"),
    ],
)
def test_what_is_no_note_is_refused(raw, says):
    with pytest.raises(BadNote, match=says):
        read_note(raw)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", NO_KEY),
        ("name", NO_KEY),
        ("name+00000000+", NO_KEY),
        (PETER.replace("c74f", "c74e"), "the id of the key .* is not its own"),
        ("a b" + PETER[12:], NO_KEY),
    ],
)
def test_what_is_no_key_is_refused(text, says):
    with pytest.raises(BadNote, match=says):
        read_key(text)


def test_a_checkpoint_is_three_lines():
    checkpoint = Checkpoint(origin_of("ab" * 32), 12, bytes(range(32)))
    assert checkpoint.encode() == f"nightledger/{'ab' * 32}\n12\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    assert read_checkpoint(checkpoint.encode()) == checkpoint
    assert read_checkpoint(checkpoint.encode() + "a line of another program\n") == checkpoint


@pytest.mark.parametrize("size", ["", "-1", "01", "1e3", " 1", "1" * 17])
def test_the_size_of_a_checkpoint_is_a_decimal_number(size):
    with pytest.raises(BadNote, match="it is no checkpoint"):
        read_checkpoint(f"log\n{size}\n{'A' * 43}=\n")


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("", "32 bytes in base64"),
        ("AAAA", "32 bytes in base64"),
        ("A" * 43, "is not base64$"),
        ("A" * 42 + "B=", "is not base64 as it is written"),
    ],
)
def test_the_head_of_a_checkpoint_is_32_bytes(head, says):
    with pytest.raises(BadNote, match=says):
        read_checkpoint(f"log\n1\n{head}\n")


def test_a_checkpoint_holds_under_a_key_that_has_signed_it_for_its_log():
    raw, key = noted().encode().encode(), bytes(LOG.verify_key).hex()
    assert signed_checkpoint(raw, [bytes(WITNESS.verify_key).hex(), key]).checkpoint.size == 3
    with pytest.raises(BadNote, match="none of the keys that are known has signed it"):
        signed_checkpoint(raw, [bytes(WITNESS.verify_key).hex()])
