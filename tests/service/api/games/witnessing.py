"""A witness of the journal: its key, and what it signs."""

from nacl.signing import SigningKey

from domain.log.note import COSIGNATURE, Key, signature

EYE = SigningKey(bytes(32))
KEY = Key("eye.example", bytes(EYE.verify_key), COSIGNATURE)


def cosigned(text, key=KEY, private=EYE, time=1_700_000_000):
    return signature(text, key, lambda message: private.sign(message).signature, time).encode()[:-1]
