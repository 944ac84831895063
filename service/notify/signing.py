"""How a webhook shows that it comes from here: the signature of Standard Webhooks, for which there are libraries."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Mapping

PREFIX = "whsec_"

EARLIER = "Nightledger-Signature"
"""The header by which receivers check that were set up before there was the standard's."""


def written(secret: bytes) -> str:
    """A secret as a receiver is told it."""
    return PREFIX + b64encode(secret).decode()


def headers(secret: bytes, delivery_id: str, at: int, body: bytes) -> Mapping[str, str]:
    """What is sent beside a body; `at` is the time in seconds UTC."""
    code = hmac.digest(secret, b"%b.%d.%b" % (delivery_id.encode(), at, body), hashlib.sha256)
    return {
        "webhook-id": delivery_id,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{b64encode(code).decode()}",
        EARLIER: earlier(secret, at, body),
    }


def earlier(secret: bytes, at: int, body: bytes) -> str:
    """`t=<seconds UTC>,v1=<HMAC-SHA256 of "<t>.<body>", hex>` under the secret in hex."""
    code = hmac.new(secret.hex().encode(), b"%d.%b" % (at, body), hashlib.sha256).hexdigest()
    return f"t={at},v1={code}"
