"""Which peers a webhook may reach: the open internet, unless the operator says otherwise.

The address that is checked is the one that is connected to, so no name can resolve to another one in between.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Sequence
from threading import BoundedSemaphore, Thread
from urllib.parse import SplitResult

from domain.contract.reason import Reason
from service.errors import ServiceError
from service.notify.delivery import NotDelivered

TIMEOUT = 10.0
"""Seconds for the peer to answer."""

LOOKUPS = 4
"""How many names are looked up at a time for people who enter them."""

LOOKUP_SECONDS = 3.0
"""How long they wait for it."""

NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that stand for those of IPv4 (RFC 6052)."""

UNICAST = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that are given out in the open internet (RFC 4291, 2.4)."""

COMPATIBLE = ipaddress.ip_network("::/96")
"""The old way to write addresses of IPv4 as ones of IPv6 (RFC 4291, 2.5.5.1)."""

Resolve = Callable[[str, int], Sequence[str]]
"""From a host's name and a port to its addresses."""


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system finds them; `OSError` when it finds none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Whether an address lies in the open internet; one of IPv6 that stands for one of IPv4 goes by that."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = _inner(found)
        if inner is not None:
            return inner.is_global and not inner.is_multicast
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


class Entrance:
    """Looks at the addresses of webhooks as they are entered. Thread-safe. `private`: private ones may be entered;
    `patience`: seconds to wait for a name to be looked up.

    A name that leads nowhere yet, or is not found in time, passes: where it leads is looked at again at each delivery.
    """

    def __init__(self, private: bool, resolving: Resolve = resolve, patience: float = LOOKUP_SECONDS) -> None:
        self._private = private
        self._resolving = resolving
        self._patience = patience
        self._lookups = BoundedSemaphore(LOOKUPS)

    def check(self, url: SplitResult) -> None:
        """`ServiceError` `illegal` for an address that nothing would be delivered to."""
        if not self._private and not all(map(is_public, self._found(url))):
            raise ServiceError("illegal", _refusal(str(url.hostname)))

    def _found(self, url: SplitResult) -> list[str]:
        """The host's addresses as far as they are found in time. Whoever asks is not kept waiting by a slow server of
        names, nor are others: few look at a time, in threads of their own."""
        found: list[str] = []

        def look() -> None:
            try:
                found.extend(self._resolving(str(url.hostname), _port(url)))
            except (OSError, UnicodeError):
                pass
            finally:
                self._lookups.release()

        if self._lookups.acquire(blocking=False):
            looking = Thread(target=look, daemon=True)
            looking.start()
            looking.join(self._patience)
        return list(found)


def connection(url: SplitResult, private: bool, resolving: Resolve = resolve) -> http.client.HTTPConnection:
    """A connection to the host of an address, opened; `NotDelivered` where it may not lead. It follows no redirect.

    `private`: whether addresses that are not public may be reached.
    """
    host = str(url.hostname)
    port = _port(url)
    try:
        address = _allowed(host, port, private, resolving)
        connected = socket.create_connection((address, port), TIMEOUT)
        if url.scheme == "https":
            connected = ssl.create_default_context().wrap_socket(connected, server_hostname=host)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(f"{host} cannot be reached: {error}") from None
    opened = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    opened.sock = connected
    return opened


def _port(url: SplitResult) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _refusal(host: str) -> Reason:
    return Reason(
        "{host} is a private address, which this installation does not deliver to"
        " unless its operator allows it (NIGHTLEDGER_WEBHOOKS_TO_PRIVATE=yes)",
        host=host,
    )


def _allowed(host: str, port: int, private: bool, resolving: Resolve) -> str:
    addresses = resolving(host, port)
    if not addresses:
        raise OSError("it has no address")
    if not private and not all(map(is_public, addresses)):
        raise NotDelivered(_refusal(host), for_good=True)
    return addresses[0]


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of IPv4 that one of IPv6 stands for."""
    if address in NAT64 or address in COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (None if teredo is None else teredo[1])
