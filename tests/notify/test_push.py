"""Web push: a browser subscribes, answers its first notice, and reads what nobody else on the way can."""

import json
from base64 import urlsafe_b64decode
from functools import partial

import pytest
from py_vapid import Vapid02

from service.app.application import create_app
from service.errors import ServiceError
from service.notify.delivery import Delivery
from service.notify.push import LONGEST_BODY, PushKey, written
from service.notify.subscription import Subscription
from service.web.people.notices import device_of
from tests.installation import install
from tests.notify.browsers import Browser, base64url
from tests.service.playing import HOLD, act, guess
from tests.service.web.visitor import Visitor

API = "/api/v1"


@pytest.fixture
def browser(hook):
    return Browser(hook.url)


@pytest.fixture
def device(post, people, browser):
    """Ann's device, which has answered."""
    channel = post.channels.add_device(people["ann"], browser.subscription, "Firefox, Linux")
    return post.channels.confirm(post.channels.link(channel))


def shown(hook, browser):
    """What the browser has shown of what was posted."""
    return [browser.read(body) for _, _, body in hook.posted]


def test_a_device_is_told_once_it_has_answered_its_first_notice(post, people, opened, hook, browser, later):
    channel = post.add_device(people["ann"], browser.subscription, "Firefox, Linux")
    game = opened("bob")
    later()
    [first] = shown(hook, browser)
    assert first["title"] == "This device tells you of your games now"
    post.channels.confirm_by_challenge(people["ann"], channel.id, first["challenge"])
    other = opened("bob")
    later()
    told = shown(hook, browser)[1:]
    assert [one["title"] for one in told] == ["Pig has begun", "It is your turn in Pig"]
    assert {one["tag"] for one in told} == {other}
    assert other in told[0]["url"]
    assert game != other


def test_it_is_encrypted_and_signed_as_push_services_want_it(post, device, hook, browser, later, clock):
    post.sender.test(device)
    later(0)
    [(path, headers, body)] = hook.posted
    assert path == "/hook?x=1"
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    assert b"test" not in body
    assert browser.read(body)["title"] == "This is a test: notices arrive here"
    assert Vapid02.verify(headers["Authorization"])
    token, key = headers["Authorization"].removeprefix("vapid t=").split(",k=")
    claims = json.loads(urlsafe_b64decode(f"{token.split('.')[1]}=="))
    origin = hook.url.partition("/hook")[0]
    assert claims == {"aud": origin, "exp": clock.now + 12 * 3600, "sub": "https://games.example"}
    assert key == post.push_key


def test_the_key_is_that_of_the_secret_on_every_machine(tmp_path, services):
    assert PushKey(services.store.vault.push, "https://a.example").public == services.post.push_key
    other = install(tmp_path / "other")
    assert other.post.push_key != services.post.push_key
    other.close()


def test_it_holds_nothing_that_only_a_seat_may_know(services, opened, people, post, device, hook, browser, later):
    game = opened("bob", options={"guess": True})
    act(services.ledger, people["ann"], game, guess(4))
    act(services.ledger, people["bob"], game, guess(2))
    later()
    for one in shown(hook, browser):
        assert set(one) == {"title", "body", "url", "tag", "challenge"}
        assert one["body"] == ""


def test_what_comes_together_is_a_line_each(services, opened, people, post, hook, browser, later, clock):
    channel = post.channels.add_device(people["ann"], browser.subscription, "Telephone", digest=18)
    post.channels.confirm(post.channels.link(channel))
    clock.now = 1_800_000_000  # 08:00 UTC
    first, _ = opened("bob"), opened("bob")
    act(services.ledger, people["ann"], first, HOLD)
    later(10 * 3600)
    [told] = shown(hook, browser)
    assert told["title"] == "2 of your games have something for you"
    assert told["body"].splitlines() == ["Pig has begun"] * 2 + ["It is your turn in Pig"]
    assert "Topic" not in hook.posted[0][1]


def test_a_long_list_ends_where_it_no_longer_fits():
    lines = [f"It is your turn in game {number}" for number in range(100)]
    body = json.loads(written(Delivery("d", "100 games", "", [], lines=lines)))["body"]
    *told, rest = body.splitlines()
    assert told == lines[: len(told)]
    assert rest == "..."
    assert LONGEST_BODY - 40 < len(body) <= LONGEST_BODY + 4


def test_of_one_game_a_push_service_keeps_the_latest_and_learns_not_which_it_is(opened, device, hook, later):
    game = opened("bob")
    later()
    topics = [headers["Topic"] for _, headers, _ in hook.posted]
    assert len(topics) == 2
    assert len(set(topics)) == 1
    assert len(topics[0]) <= 32
    assert topics[0] not in game.replace("-", "")


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(post, people, device, hook, later, status):
    post.sender.test(device)
    hook.answers = [status]
    later(0)
    assert post.channels.of(people["ann"]) == []
    [row] = post.outbox.deliveries.of(device.id)
    assert (row.state, row.attempts) == ("failed", 1)


def test_one_that_is_removed_while_its_push_service_says_so_keeps_nobody_waiting(post, people, device, hook, later):
    post.sender.test(device)
    hook.answers = [410]
    hook.before_answer = lambda: post.channels.remove(people["ann"], device.id)
    assert later(0) == 1
    assert [row.state for row in post.outbox.deliveries.of(device.id)] == ["failed"]


def test_one_that_is_renewed_while_its_push_service_says_so_stays(services, post, device, hook, browser, later):
    post.sender.test(device)
    hook.answers = [410]
    hook.before_answer = lambda: renewed(services, browser, Browser(f"{hook.url}&renewed", number=7))
    later(0)
    assert post.channels.by_id(device.id).address == f"{hook.url}&renewed"


def test_a_push_service_that_is_away_is_asked_again(post, people, device, hook, later):
    post.sender.test(device)
    hook.answers = [503]
    later(0)
    assert post.channels.of(people["ann"]) == [device]
    later(60)
    assert [row.state for row in post.outbox.deliveries.of(device.id)] == ["sent"]


def test_no_push_service_lies_in_a_private_network(tmp_path, hook, browser):
    services = install(tmp_path / "strict")
    ann = services.accounts.create("ann")[0].id
    with pytest.raises(ServiceError, match=r"127\.0\.0\.1 is a private address"):
        services.post.add_device(ann, browser.subscription, "Telephone")
    assert services.post.channels.of(ann) == []
    services.close()


def test_the_same_browser_is_one_device(post, people, device, browser):
    assert post.add_device(people["ann"], browser.subscription, "Firefox, Linux", 18).id == device.id
    assert [one.digest for one in post.channels.devices(people["ann"])] == [18]


def test_whoever_is_at_a_browser_has_it_but_nobody_takes_it_by_its_address(post, people, device, browser, hook):
    post.channels.add_device(people["bob"], Browser(hook.url, number=2).subscription, "Another")
    assert post.channels.devices(people["ann"]) == [device]
    post.channels.add_device(people["bob"], browser.subscription, "The same")
    assert post.channels.devices(people["ann"]) == []


def test_an_account_that_goes_takes_its_devices_along(services, opened, people, device, hook, later):
    opened("bob", "cy")
    own = [line for line in services.own_data.lines(people["ann"]) if line["kind"] == "channels"]
    assert [(line["row_kind"], line["device"]) for line in own] == [("push", "Firefox, Linux")]
    assert "sealed" not in own[0]
    services.account_deletion.forget(people["ann"])
    later()
    assert hook.posted == []


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("p256dh", "AAAA", "p256dh is not 65 bytes in base64url"),
        ("p256dh", base64url(bytes([4]) + bytes(64)), "p256dh is no point of P-256"),
        ("auth", "é" * 16, "auth is not 16 bytes in base64url"),
        ("endpoint", "ftp://push.example/1", "a push service's address begins with https:// or http://"),
        ("device", "x" * 61, "a device has a name of 60 characters at most"),
        ("device", "", "a device has a name of 60 characters at most"),
    ],
)
def test_what_is_no_subscription_is_refused(post, people, browser, field, value, reason):
    given = {**browser.fields, "device": "Telephone", field: value}
    name = given.pop("device")
    with pytest.raises(ServiceError) as refused:
        post.add_device(people["ann"], Subscription.read(**given), name)
    assert (refused.value.code, refused.value.reason) == ("malformed", reason)
    assert post.channels.of(people["ann"]) == []


def test_all_of_it_by_the_api(services, hook, browser):
    client = create_app(services).test_client()
    head = {"Authorization": f"Bearer {client.post(f'{API}/accounts', json={'name': 'Ann'}).json['token']}"}
    assert client.get(f"{API}/devices", headers=head).json == {"devices": [], "key": services.post.push_key}
    added = client.post(f"{API}/devices", json={**browser.fields, "name": "Telephone"}, headers=head)
    assert added.status_code == 201
    path = f"{API}/devices/{added.json['id']}"
    assert client.post(f"{path}/test", headers=head).status_code == 409, "nobody knows yet whether it shows anything"
    services.post.sender.step()
    [first] = shown(hook, browser)
    confirmed = client.post(f"{path}/confirmation", json={"challenge": first["challenge"]}, headers=head)
    assert confirmed.json == {**added.json, "confirmed": True}
    assert client.post(f"{path}/test", headers=head).status_code == 202
    services.post.sender.step()
    deliveries = client.get(f"{path}/deliveries", headers=head).json["deliveries"]
    assert {one["kind"]: one["state"] for one in deliveries} == {"confirm": "sent", "test": "sent"}
    assert client.delete(path, headers=head).status_code == 204
    assert client.get(f"{API}/devices", headers=head).json["devices"] == []


def test_all_of_it_on_the_page(services, hook, browser):
    app = create_app(services)
    ann = Visitor(app)
    ann.sign_up("Ann")
    page = ann.open("/account/notices")
    assert services.post.push_key in page.text
    form = page.form("/account/notices/devices")
    page = ann.send(form, device="Telephone", **browser.fields)
    assert "A first notice is on its way to this device." in page.text
    services.post.sender.step()
    [first] = shown(hook, browser)
    answered = app.test_client().post(f"/mail/confirm/{first['challenge']}")
    assert answered.status_code == 200, "the worker that answers has no form of ours"
    page = ann.open("/account/notices")
    assert "Not yet confirmed" not in page.text
    page = ann.send(page.form("/account/notices/test"))
    services.post.sender.step()
    assert len(hook.posted) == 2
    page = ann.send(page.form("/account/notices/remove"))
    assert "Telephone" not in page.text
    page = ann.send(page.form("/account/notices/devices"), device="Telephone", **{**browser.fields, "auth": "?"})
    assert "This was not done: auth is not 16 bytes in base64url." in page.text


def test_a_device_gets_a_name_by_what_its_browser_says():
    phone = (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36"
    )
    assert device_of(phone) == "Chrome, Android"
    assert device_of("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0") == "Firefox, Linux"
    assert device_of("curl/8") == ""


def test_the_addresses_of_webhooks_take_no_device_and_those_of_devices_no_webhook(services, people, device, hook):
    secret = services.accounts.make_token(people["ann"]).secret
    webhook = services.post.channels.add_webhook(people["ann"], hook.url, "generic")
    ask = create_app(services).test_client()
    for room, other in (("webhooks", device.id), ("devices", webhook.id)):
        for method, path in (("DELETE", ""), ("POST", "/test"), ("POST", "/challenge"), ("GET", "/deliveries")):
            address = f"{API}/{room}/{other}{path}"
            answer = ask.open(address, method=method, headers={"Authorization": f"Bearer {secret}"})
            assert answer.status_code == 404, address


def renewed(services, was, now):
    """The answer to what the worker of a browser tells, from nobody who is signed in."""
    fields = {f"was_{name}": value for name, value in was.fields.items()}
    fields |= {f"now_{name}": value for name, value in now.fields.items()}
    return create_app(services).test_client().post("/notices/renewed", data=fields).status_code


def test_a_device_whose_browser_renews_its_subscription_goes_on(
    services, post, people, device, opened, hook, browser, later
):
    later(3600)
    fresh = Browser(f"{hook.url}&renewed", number=7)
    assert renewed(services, browser, fresh) == 204
    later()
    asked = fresh.read(hook.posted[-1][2])
    assert post.channels.devices(people["ann"])[0].confirmed is None, "it may be an address of somebody else"
    post.channels.confirm(asked["challenge"])
    assert renewed(services, browser, fresh) == 204, "told again it changes nothing"
    [same] = post.channels.devices(people["ann"])
    assert (same.id, same.address, same.device, same.confirmed is not None) == (
        device.id, fresh.endpoint, "Firefox, Linux", True,
    )  # fmt: skip
    opened("bob")
    later()
    assert fresh.read(hook.posted[-1][2])["title"] == "It is your turn in Pig"


def test_what_an_address_was_asked_does_not_confirm_the_next_one(services, post, people, hook, browser):
    channel = post.add_device(people["ann"], browser.subscription, "Firefox")
    post.sender.step()
    asked = browser.read(hook.posted[-1][2])["challenge"]
    assert renewed(services, browser, Browser(f"{hook.url}&somebody", number=7)) == 204
    for confirm in (post.channels.confirm, partial(post.channels.confirm_by_challenge, people["ann"], channel.id)):
        with pytest.raises(ServiceError, match="not-found"):
            confirm(asked)
    assert post.channels.get(people["ann"], channel.id).confirmed is None


def test_what_an_address_was_asked_does_not_confirm_one_that_takes_its_place_just_then(
    services, post, people, hook, browser, monkeypatch
):
    channel = post.add_device(people["ann"], browser.subscription, "Firefox")
    token, found = post.channels.link(channel), post.channels._to_same_address

    def renewed_meanwhile(confirmed):
        assert renewed(services, browser, Browser(f"{hook.url}&somebody", number=7)) == 204
        return found(confirmed)

    monkeypatch.setattr(post.channels, "_to_same_address", renewed_meanwhile)
    with pytest.raises(ServiceError, match="not-found"):
        post.channels.confirm(token)
    assert post.channels.get(people["ann"], channel.id).confirmed is None


def test_each_address_of_a_device_is_asked_however_soon_after_the_one_before(
    services, post, people, hook, browser, later
):
    channel = post.add_device(people["ann"], browser.subscription, "Firefox")
    later(0)
    post.channels.confirm(browser.read(hook.posted[-1][2])["challenge"])
    fresh = Browser(f"{hook.url}&renewed", number=7)
    for _ in range(2):
        assert renewed(services, browser, fresh) == 204
        later(0)
    assert len(hook.posted) == 2, "and once"
    post.channels.confirm(fresh.read(hook.posted[-1][2])["challenge"])
    same = post.channels.get(people["ann"], channel.id)
    assert (same.address, same.confirmed is None) == (fresh.endpoint, False)


def test_nobody_else_renews_a_subscription(services, post, people, device, hook, browser):
    stranger, fresh = Browser(browser.endpoint, number=5), Browser(f"{hook.url}&renewed", number=7)
    assert renewed(services, stranger, fresh) == 404
    assert [one.address for one in post.channels.devices(people["ann"])] == [browser.endpoint]
