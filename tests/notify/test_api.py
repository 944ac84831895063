"""Webhooks, mail and deliveries over the API, and on the pages."""

import re

import pytest

from service.api.app import create_app
from tests.service.web.visitor import Visitor

API = "/api/v1"


@pytest.fixture
def app(services):
    return create_app(services)


@pytest.fixture
def call(app):
    """Makes a caller with an account of its own."""

    def caller(name):
        client = app.test_client()
        token = client.post(f"{API}/accounts", json={"name": name}).json["token"]

        def ask(method, path, body=None):
            extra = {} if body is None else {"json": body}
            return client.open(API + path, method=method, headers={"Authorization": f"Bearer {token}"}, **extra)

        return ask

    return caller


def test_a_webhook_is_added_tested_and_removed(call, post, hook):
    ann, bob = call("Ann"), call("Bob")
    made = ann("POST", "/webhooks", {"url": hook.url}).json
    assert re.fullmatch("[0-9a-f]{64}", made["secret"])
    [listed] = ann("GET", "/webhooks").json["webhooks"]
    assert listed == {name: value for name, value in made.items() if name != "secret"}
    here = f"/webhooks/{made['id']}"
    for method, path in (("DELETE", here), ("POST", f"{here}/test"), ("GET", f"{here}/deliveries")):
        assert bob(method, path).status_code == 404

    told = ann("POST", f"{here}/test")
    assert told.status_code == 202
    post.sender.step()

    [delivery] = ann("GET", f"{here}/deliveries").json["deliveries"]
    assert (delivery["id"], delivery["state"], delivery["kind"]) == (told.json["delivery"], "sent", "test")
    assert hook.ids == [delivery["id"]]
    assert ann("DELETE", here).status_code == 204
    assert ann("GET", "/webhooks").json == {"webhooks": []}


def test_a_mail_address_is_given_confirmed_and_removed(call, app, mails, post):
    ann = call("Ann")
    assert ann("GET", "/accounts/me/mail").status_code == 404
    given = ann("PUT", "/accounts/me/mail", {"address": "ann@home.example", "digest": 18})
    assert given.json == {"address": "ann@home.example", "confirmed": False, "digest": 18}
    path = re.search(r"games\.example(/mail/confirm/\S+)", mails.text(0)).group(1)

    visitor = Visitor(app)
    page = visitor.open(path)
    assert ann("GET", "/accounts/me/mail").json["confirmed"] is False, "a look at the link is not enough"
    confirming = page.form(path)
    visitor.send(confirming, confirming.button("Confirm it"))
    assert ann("GET", "/accounts/me/mail").json["confirmed"] is True

    assert ann("POST", "/accounts/me/mail/test").status_code == 202
    post.sender.step()
    assert ann("GET", "/accounts/me/mail/deliveries").json["deliveries"][0]["state"] == "sent"
    link = mails.taken[1]["List-Unsubscribe"].replace("\n", "")
    one_click = re.search(r"games\.example(/mail/unsubscribe/\S+)>", link).group(1)
    assert app.test_client().post(one_click, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ann("GET", "/accounts/me/mail").status_code == 404


def test_a_game_is_muted(call):
    ann = call("Ann")
    game = ann("POST", "/games", {"game": "pig", "seats": [{"account": "me"}, {"open": True}]}).json["id"]
    assert ann("GET", f"/games/{game}/notifications").json == {"muted": False}
    assert ann("PUT", f"/games/{game}/notifications", {"muted": True}).json == {"muted": True}
    assert ann("GET", f"/games/{game}/notifications").json == {"muted": True}


def test_all_of_it_is_on_a_page(app, post, hook, mails):
    ann = Visitor(app)
    ann.sign_up("Ann")
    page = ann.open("/account/notices")
    page = ann.send(page.form("/account/notices/webhooks"), url=hook.url, kind="slack")
    assert re.search("shown this once: <code>[0-9a-f]{64}</code>", page.text)
    page = ann.send(page.form("/account/notices/test"))
    assert "shown this once" not in page.text
    post.sender.step()
    page = ann.open("/account/notices")
    assert "<td>sent</td>" in page.text
    assert hook.bodies == [{"text": "This is a test: notices arrive here"}]
    page = ann.send(page.form("/account/notices/remove"))
    assert hook.url not in page.text
    page = ann.send(page.form("/account/notices/mail"), address="ann@home.example")
    assert "Not yet confirmed" in page.text
    page = ann.send(page.form("/account/notices/webhooks"), url="ftp://x")
    assert "This was not done" in page.text
