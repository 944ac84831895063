"""Webhooks: a signed POST (docs/webhooks.md), in one of the `forms`."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable
from functools import partial
from threading import Timer
from urllib.parse import urlsplit

from service.notify import signing
from service.notify.addresses import Resolve, connection, resolve
from service.notify.channels import Channel
from service.notify.delivery import Delivery, NotDelivered
from service.notify.forms import posted

DELIVERY_ID = "Nightledger-Delivery"

LONGEST_SECONDS = 20.0
"""For the whole exchange: a peer that answers byte by byte must not hold a sender for ever."""

LONGEST_ECHO = 500
"""Bytes of an answer that are read to see whether it says the challenge."""

TRY_AGAIN = (408, 425, 429)
"""Statuses of the 400s after which trying again makes sense."""


class Webhooks:
    """Delivers to webhooks; `private`: also within private networks. `clock()` is the time in seconds UTC."""

    def __init__(self, private: bool, clock: Callable[[], int], resolving: Resolve = resolve) -> None:
        self._private = private
        self._clock = clock
        self._resolving = resolving

    def send(self, channel: Channel, delivery: Delivery) -> bool:
        """Post it once; `NotDelivered` unless the peer answers with a status of the 200s.

        Whether the answer is the challenge that was posted, by which whoever has the address confirms it.
        """
        url = urlsplit(channel.address)
        path, content = posted(channel.kind, delivery, url.path)
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Nightledger",
            DELIVERY_ID: delivery.id,
            **signing.headers(channel.secret, delivery.id, self._clock(), body),
        }
        opened = connection(url, self._private, self._resolving)
        limit = Timer(LONGEST_SECONDS, partial(opened.sock.shutdown, socket.SHUT_RDWR))
        limit.start()
        try:
            opened.request("POST", f"{path}{'?' if url.query else ''}{url.query}", body, headers)
            answered = opened.getresponse()
            status, said = answered.status, answered.read(LONGEST_ECHO + 1) if delivery.challenge else b""
        except (OSError, http.client.HTTPException) as error:
            raise NotDelivered(f"{url.hostname} did not answer: {error}") from None
        finally:
            limit.cancel()
            opened.close()
        if not 200 <= status < 300:
            gone = 300 <= status < 500 and status not in TRY_AGAIN
            redirected = "; redirects are not followed" if 300 <= status < 400 else ""
            raise NotDelivered(f"{url.hostname} answered {status}{redirected}", for_good=gone)
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
