"""Web push: encrypted for one browser (RFC 8291), and signed for the push service that takes it there (RFC 8292).

`http-ece` encrypts and `py-vapid` signs; what is posted goes the way of webhooks, which leads to no private address.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from service.notify.channels import Channel
from service.notify.delivery import Delivery, NotDelivered
from service.notify.exchange import Peers
from service.notify.subscription import Subscription

KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a message for a device that is away."""

SIGNED_SECONDS = 12 * 3600
"""How long a signature counts: no more than a day (RFC 8292, 2)."""

LONGEST_BODY = 500
"""Characters below the title; a push service takes 4096 bytes in all (RFC 8030, 7.2)."""

TOPIC_CHARACTERS = 32
"""The longest topic (RFC 8030, 5.4)."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256 (FIPS 186-5)."""


class PushKey:
    """The key by which push services, and the browsers that have subscribed with it, know this installation.

    It is made of the installation's secret: the same on every machine, and there as long as that is. `contact` is where
    the operators of a push service find those of this one.
    """

    def __init__(self, secret: bytes, contact: str) -> None:
        private = ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, ec.SECP256R1())
        point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = urlsafe_b64encode(point).rstrip(b"=").decode()
        self._contact = contact
        # The library's own idea of a contact knows no names without a dot.
        self._signing = Vapid02(private, {"no-strict": True})

    def signed(self, endpoint: str, at: int) -> Mapping[str, str]:
        """The header that signs what is posted to an endpoint at this time (seconds UTC)."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at + SIGNED_SECONDS, "sub": self._contact}
        try:
            header: Mapping[str, str] = self._signing.sign(claims)
        except VapidException as error:
            raise NotDelivered(f"{parts.netloc} cannot be signed for: {error}", for_good=True) from None
        return header


class Pushes:
    """Delivers to browsers. `clock()` is the time in seconds UTC."""

    def __init__(self, peers: Peers, key: PushKey, clock: Callable[[], int]) -> None:
        self._peers = peers
        self._clock = clock
        self.key = key

    def send(self, channel: Channel, delivery: Delivery) -> None:
        """Post it once; `NotDelivered` unless the push service takes it, `gone` when the subscription has ended."""
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "User-Agent": "Nightledger",
            **topic(channel, delivery),
            **self.key.signed(channel.address, self._clock()),
        }
        body = encrypted(Subscription.of(channel.address, channel.secret), written(delivery))
        self._peers.post(channel.address, urlsplit(channel.address).path or "/", body, headers)


def encrypted(subscription: Subscription, plain: bytes) -> bytes:
    """What only the browser that has subscribed can read, by a key that is used this once."""
    made: bytes = http_ece.encrypt(
        plain,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=subscription.key,
        auth_secret=subscription.auth,
        version="aes128gcm",
    )
    return made


def written(delivery: Delivery) -> bytes:
    """What the browser shows, and opens when it is tapped: `{title, body, url, tag, challenge}`, JSON.

    It holds nothing that is hidden from anybody at the table. What has the same `tag` comes in the place of what is
    shown already; `challenge` is what the browser answers to be told from now on.
    """
    latest = delivery.facts[-1] if delivery.facts else {}
    shown = {
        "title": delivery.subject,
        "body": _as_far_as_fits(delivery.lines),
        "url": latest.get("url") or "/",
        "tag": latest.get("game") or "",
        "challenge": delivery.challenge,
    }
    return json.dumps(shown, ensure_ascii=False).encode()


def topic(channel: Channel, delivery: Delivery) -> Mapping[str, str]:
    """The header by which a push service keeps for a device that is away only the latest of a game, of which it learns
    nothing else; none where several games come together."""
    games = {str(fact.get("game") or "") for fact in delivery.facts}
    if len(games) != 1 or games == {""}:
        return {}
    name = hashlib.sha256(f"{channel.id} {games.pop()}".encode()).hexdigest()
    return {"Topic": name[:TOPIC_CHARACTERS]}


def _as_far_as_fits(lines: Sequence[str]) -> str:
    fitting = list(lines)
    while sum(len(line) + 1 for line in fitting) > LONGEST_BODY:
        fitting.pop()
    return "\n".join(fitting if len(fitting) == len(lines) else [*fitting, "..."])
