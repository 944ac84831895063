"""Where webhooks may lead."""

import threading
from urllib.parse import urlsplit

import pytest

from service.errors import ServiceError
from service.notify.addresses import LOOKUPS, Entrance, connection, is_public
from service.notify.delivery import NotDelivered
from tests.installation import install
from tests.notify.hooks import confirmed_webhook

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fe80::1%eth0", "fc00::1", "fd12::9", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.1.1.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:c0a8:101::1",
    "fec0::1", "64:ff9b:1::7f00:1", "2001:db8::1", "100::1", "198.18.0.1", "240.0.0.1",
]  # fmt: skip

PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are(address):
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_no_spelling_of_this_machine_is_reached(hook, host):
    with pytest.raises(NotDelivered) as refused:
        connection(urlsplit(f"http://{host}:{hook.port}/"), private=False)
    assert "is a private address" in refused.value.reason
    assert refused.value.for_good


def test_a_name_with_one_private_address_among_others_is_refused():
    with pytest.raises(NotDelivered, match="is a private address"):
        connection(urlsplit("http://games.example/"), False, lambda host, port: ["93.184.216.34", "10.0.0.1"])


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(hook):
    asked = []

    def once(host, port):
        asked.append((host, port))
        return ["127.0.0.1"]

    opened = connection(urlsplit(f"http://games.example:{hook.port}/"), True, once)
    assert opened.sock.getpeername() == ("127.0.0.1", hook.port)
    assert asked == [("games.example", hook.port)]
    opened.close()


def test_a_name_that_nobody_knows_is_tried_again_later():
    with pytest.raises(NotDelivered, match=r"no-such-name\.invalid cannot be reached") as refused:
        connection(urlsplit("http://no-such-name.invalid/"), private=False)
    assert not refused.value.for_good


LOCAL = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "10.1.2.3", "169.254.169.254"]


@pytest.mark.parametrize("host", LOCAL)
def test_a_webhook_to_a_private_address_is_refused_when_it_is_entered(tmp_path, host):
    services = install(tmp_path / "home")
    ann = services.accounts.create("ann")[0].id
    with pytest.raises(ServiceError) as refused:
        confirmed_webhook(services.post, ann, f"https://{host}/hook", "generic")
    assert refused.value.code == "illegal"
    assert "is a private address, which this installation does not deliver to" in refused.value.reason
    assert "NIGHTLEDGER_WEBHOOKS_TO_PRIVATE" in refused.value.reason
    assert services.post.channels.of(ann) == []
    services.close()


def test_a_name_that_leads_to_a_private_address_is_refused_when_it_is_entered():
    with pytest.raises(ServiceError, match="is a private address"):
        Entrance(False, lambda host, port: ["93.184.216.34", "10.0.0.1"]).check(urlsplit("https://games.example/"))


def test_the_operator_may_allow_private_addresses():
    Entrance(True).check(urlsplit("http://127.0.0.1/"))
    with pytest.raises(ServiceError, match=r"illegal: 127\.0\.0\.1 is a private address"):
        Entrance(False).check(urlsplit("http://127.0.0.1/"))


def test_a_name_that_nobody_knows_yet_may_be_entered_and_leads_nowhere_private_later():
    known = []
    url = urlsplit("https://games.example/")

    def resolving(host, port):
        if not known:
            raise OSError("nobody knows it")
        return known

    Entrance(False, resolving).check(url)
    known.append("192.168.1.1")
    with pytest.raises(NotDelivered, match="is a private address"):
        connection(url, False, resolving)


def test_slow_servers_of_names_keep_few_threads_and_nobody_else_waiting():
    answer = threading.Event()
    looking = []

    def slow(host, port):
        looking.append(host)
        answer.wait(30)
        return ["10.0.0.1"]

    entrance = Entrance(False, slow, patience=0.01)
    for number in range(2 * LOOKUPS):
        entrance.check(urlsplit(f"https://{number}.example/"))
    assert len(looking) == LOOKUPS
    answer.set()
