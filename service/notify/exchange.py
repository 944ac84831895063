"""One POST to a peer outside, to the address that was looked at: it follows no redirect and takes so long at most."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from threading import Timer
from urllib.parse import urlsplit

from service.notify.addresses import Resolve, connection, resolve
from service.notify.delivery import NotDelivered

LONGEST_SECONDS = 20.0
"""For the whole exchange: a peer that answers byte by byte must not hold a sender for ever."""

TRY_AGAIN = (408, 425, 429)
"""Statuses of the 400s after which trying again makes sense."""

GONE = (404, 410)
"""Statuses of a peer that knows nothing of the address, or nothing any more."""


@dataclass(frozen=True)
class Peers:
    """Who may be posted to; `private`: also within private networks."""

    private: bool
    resolving: Resolve = resolve

    def post(self, url: str, path: str, body: bytes, headers: Mapping[str, str], read: int = 0) -> bytes:
        """Post it once to the host of an address: the answer's first `read` bytes.

        `NotDelivered` unless the peer answers with a status of the 200s; `gone` when it knows nothing of the address.
        """
        parts = urlsplit(url)
        opened = connection(parts, self.private, self.resolving)
        limit = Timer(LONGEST_SECONDS, partial(opened.sock.shutdown, socket.SHUT_RDWR))
        limit.start()
        try:
            opened.request("POST", f"{path}{'?' if parts.query else ''}{parts.query}", body, headers)
            answered = opened.getresponse()
            status, said = answered.status, answered.read(read) if read else b""
        except (OSError, http.client.HTTPException) as error:
            raise NotDelivered(f"{parts.hostname} did not answer: {error}") from None
        finally:
            limit.cancel()
            opened.close()
        if not 200 <= status < 300:
            raise _refusal(str(parts.hostname), status)
        return said


def _refusal(host: str, status: int) -> NotDelivered:
    for_good = 300 <= status < 500 and status not in TRY_AGAIN
    redirected = "; redirects are not followed" if 300 <= status < 400 else ""
    return NotDelivered(f"{host} answered {status}{redirected}", for_good=for_good, gone=status in GONE)
