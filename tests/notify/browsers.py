"""Browsers that have subscribed to be told: what they say of that, and what they can read."""

import json
from base64 import urlsafe_b64encode

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.notify.subscription import Subscription


class Browser:
    """What a browser holds of its subscription, and reads with it."""

    def __init__(self, endpoint, number=1):
        self._private = ec.derive_private_key(number, ec.SECP256R1())
        self._auth = bytes(range(number, number + 16))
        self.endpoint = endpoint
        self.key = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, self.key, self._auth)

    @property
    def fields(self):
        """What its subscription says, as a browser writes it."""
        return {"endpoint": self.endpoint, "p256dh": base64url(self.key), "auth": base64url(self._auth)}

    def read(self, body):
        """What is in an encrypted message."""
        return json.loads(http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth))


def base64url(raw):
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
