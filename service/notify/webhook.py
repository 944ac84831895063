"""Webhooks: a signed POST (docs/webhooks.md), in one of the `forms`."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urlsplit

from service.notify import signing
from service.notify.channels import Channel
from service.notify.delivery import Delivery
from service.notify.exchange import Peers
from service.notify.forms import posted

DELIVERY_ID = "Nightledger-Delivery"

LONGEST_ECHO = 500
"""Bytes of an answer that are read to see whether it says the challenge."""


class Webhooks:
    """Delivers to webhooks. `clock()` is the time in seconds UTC."""

    def __init__(self, peers: Peers, clock: Callable[[], int]) -> None:
        self._peers = peers
        self._clock = clock

    def send(self, channel: Channel, delivery: Delivery) -> bool:
        """Post it once; `NotDelivered` unless the peer answers with a status of the 200s.

        Whether the answer is the challenge that was posted, by which whoever has the address confirms it.
        """
        path, content = posted(channel.kind, delivery, urlsplit(channel.address).path)
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Nightledger",
            DELIVERY_ID: delivery.id,
            **signing.headers(channel.secret, delivery.id, self._clock(), body),
        }
        said = self._peers.post(channel.address, path, body, headers, LONGEST_ECHO + 1 if delivery.challenge else 0)
        return delivery.challenge is not None and is_echo(said, delivery.challenge)


def is_echo(answer: bytes, challenge: str) -> bool:
    """Whether an answer says the challenge and nothing else: by itself, or as `{"challenge": ...}`.

    What only sends back all that it is sent confirms nothing.
    """
    if len(answer) > LONGEST_ECHO:
        return False
    text = answer.decode(errors="replace").strip()
    try:
        return text == challenge or json.loads(text) == {"challenge": challenge}
    except ValueError:
        return False
