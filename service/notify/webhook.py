"""Webhooks: a signed POST, in a form of ours or in those that Discord and Slack read (docs/webhooks.md)."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import socket
from collections.abc import Callable, Mapping
from functools import partial
from threading import Timer
from types import MappingProxyType
from urllib.parse import urlsplit

from domain.log.canon import Json
from service.notify.addresses import Resolve, connection, resolve
from service.notify.channels import Channel
from service.notify.delivery import Delivery, NotDelivered

SIGNATURE = "Nightledger-Signature"
DELIVERY_ID = "Nightledger-Delivery"

LONGEST_FOR_DISCORD = 1990
LONGEST_FOR_SLACK = 39_000
"""Characters of a text: Discord takes 2000, Slack 40 000."""

CUT = "\n\n..."
"""At the end of a text of which not all is there."""

LONGEST_SECONDS = 20.0
"""For the whole exchange: a peer that answers byte by byte must not hold a sender for ever."""

TRY_AGAIN = (408, 425, 429)
"""Statuses of the 400s after which trying again makes sense."""


class Webhooks:
    """Delivers to webhooks; `private`: also within private networks. `clock()` is the time in seconds UTC."""

    def __init__(self, private: bool, clock: Callable[[], int], resolving: Resolve = resolve) -> None:
        self._private = private
        self._clock = clock
        self._resolving = resolving

    def send(self, channel: Channel, delivery: Delivery) -> None:
        """Post it once; `NotDelivered` unless the peer answers with a status of the 200s."""
        url = urlsplit(channel.address)
        body = json.dumps(BODIES[channel.kind](delivery), ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Nightledger",
            DELIVERY_ID: delivery.id,
            SIGNATURE: signature(channel.secret, self._clock(), body),
        }
        opened = connection(url, self._private, self._resolving)
        limit = Timer(LONGEST_SECONDS, partial(opened.sock.shutdown, socket.SHUT_RDWR))
        limit.start()
        try:
            opened.request("POST", f"{url.path or '/'}{'?' if url.query else ''}{url.query}", body, headers)
            status = opened.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            raise NotDelivered(f"{url.hostname} did not answer: {error}") from None
        finally:
            limit.cancel()
            opened.close()
        if not 200 <= status < 300:
            gone = 300 <= status < 500 and status not in TRY_AGAIN
            redirected = "; redirects are not followed" if 300 <= status < 400 else ""
            raise NotDelivered(f"{url.hostname} answered {status}{redirected}", for_good=gone)


def signature(secret: bytes, at: int, body: bytes) -> str:
    """`t=<seconds UTC>,v1=<HMAC-SHA256 of "<t>.<body>", hex>` under the webhook's secret."""
    code = hmac.new(secret.hex().encode(), b"%d.%b" % (at, body), hashlib.sha256).hexdigest()
    return f"t={at},v1={code}"


def _generic(delivery: Delivery) -> Json:
    return {"id": delivery.id, "subject": delivery.subject, "text": delivery.text, "notices": list(delivery.facts)}


def _discord(delivery: Delivery) -> Json:
    return {"content": _cut(delivery.text, LONGEST_FOR_DISCORD), "allowed_mentions": {"parse": []}}


def _slack(delivery: Delivery) -> Json:
    safe = delivery.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": _cut(safe, LONGEST_FOR_SLACK)}


def _cut(text: str, longest: int) -> str:
    """As many whole notices of a text as fit, with a mark where some are left out."""
    if len(text) <= longest:
        return text
    whole, _, _ = text[: longest - len(CUT)].rpartition("\n\n")
    return f"{whole or text[: longest - len(CUT)]}{CUT}"


BODIES: Mapping[str, Callable[[Delivery], Json]] = MappingProxyType(
    {"generic": _generic, "discord": _discord, "slack": _slack}
)
"""Form of a webhook -> the body that is posted."""
