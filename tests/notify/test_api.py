"""Webhooks, mail and deliveries over the API, and on the pages."""

import re
from uuid import uuid4

import pytest

from service.api.described.examples import BODIES
from service.app.application import create_app
from service.games.shapes import NewGame
from service.leagues.ledger import NewLeague
from tests.installation import install
from tests.notify.hooks import confirmed_webhook
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
    assert re.fullmatch("whsec_[0-9A-Za-z+/]{43}=", made["secret"])
    [listed] = ann("GET", "/webhooks").json["webhooks"]
    assert listed == {name: value for name, value in made.items() if name != "secret"}
    assert not listed["confirmed"]
    here = f"/webhooks/{made['id']}"
    post.sender.step()
    [asked] = hook.bodies
    assert ann("POST", f"{here}/test").json["code"] == "illegal"
    assert ann("POST", f"{here}/confirmation", {"challenge": "x"}).status_code == 404
    confirmed = ann("POST", f"{here}/confirmation", {"challenge": asked["challenge"]}).json
    assert confirmed == {**listed, "confirmed": True}
    assert ann("POST", f"{here}/challenge").json["code"] == "illegal"
    hook.posted.clear()
    for method, path in (("DELETE", here), ("POST", f"{here}/challenge"), ("GET", f"{here}/deliveries")):
        assert bob(method, path).status_code == 404

    told = ann("POST", f"{here}/test")
    assert told.status_code == 202
    post.sender.step()

    deliveries = {one["id"]: (one["kind"], one["state"]) for one in ann("GET", f"{here}/deliveries").json["deliveries"]}
    assert sorted(kind for kind, _ in deliveries.values()) == ["confirm", "test"]
    assert deliveries[told.json["delivery"]] == ("test", "sent")
    assert hook.ids == [told.json["delivery"]]
    assert ann("DELETE", here).status_code == 204
    assert ann("GET", "/webhooks").json == {"webhooks": []}


def test_a_mail_address_is_given_confirmed_and_removed(call, app, mails, post):
    ann = call("Ann")
    assert ann("GET", "/accounts/me/mail").status_code == 404
    given = ann("PUT", "/accounts/me/mail", {"address": "ann@home.example", "digest": 18})
    assert given.json == {"address": "ann@home.example", "game": None, "confirmed": False, "digest": 18}
    assert ann("POST", "/accounts/me/mail/test").status_code == 409, "nobody knows yet whose it is"
    post.sender.step()
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


def test_a_game_has_an_address_of_its_own(call, post, mails):
    ann = call("Ann")
    game = game_of(ann).rpartition("/")[2]
    place = f"/accounts/me/mail?game={game}"
    ann("PUT", "/accounts/me/mail", {"address": "ann@home.example", "digest": 18})
    post.sender.step()
    post.channels.confirm(re.search(r"/mail/confirm/(\S+)", mails.text(0)).group(1))
    assert ann("GET", place).status_code == 404
    kept = {"address": "ann@home.example", "game": game, "confirmed": True, "digest": None}
    assert ann("PUT", place, {"address": "ann@home.example"}).json == kept, "it is known whose it is"
    assert ann("GET", place).json == kept
    assert ann("GET", "/accounts/me/mail").json == {**kept, "game": None, "digest": 18}
    assert ann("POST", f"/accounts/me/mail/test?game={game}").status_code == 202
    post.sender.step()
    for path, kinds in ((f"?game={game}", ["test"]), ("", ["confirm"])):
        deliveries = ann("GET", f"/accounts/me/mail/deliveries{path}").json["deliveries"]
        assert [(delivery["kind"], delivery["state"]) for delivery in deliveries] == [(kind, "sent") for kind in kinds]
    assert ann("DELETE", place).status_code == 204
    assert (ann("GET", place).status_code, ann("GET", "/accounts/me/mail").status_code) == (404, 200)


def test_whoever_wants_no_more_mails_gets_none_of_any_game(call, services, post):
    ann = call("Ann")
    game = game_of(ann).rpartition("/")[2]
    for place in ("/accounts/me/mail", f"/accounts/me/mail?game={game}"):
        ann("PUT", place, {"address": "ann@home.example"})
    account = services.accounts.by_name("Ann").id
    first, second = post.channels.of(account)
    post.channels.confirm(post.channels.link(first))
    assert None not in {channel.confirmed for channel in post.channels.of(account)}, "both are at one address"
    post.channels.unsubscribe(post.channels.link(second))
    assert post.channels.of(account) == []


def game_of(ann):
    seats = [{"account": "me"}, {"open": True}]
    return f"/games/{ann('POST', '/games', {'game': 'pig', 'seats': seats}).json['id']}"


def league_of(ann):
    return f"/leagues/{ann('POST', '/leagues', BODIES['open_league']).json['id']}"


def challenge_of(ann):
    return f"/challenges/{ann('POST', '/challenges', BODIES['open_challenge']).json['id']}"


@pytest.mark.parametrize("made", [game_of, league_of, challenge_of])
def test_games_leagues_and_challenges_are_muted_one_by_one(call, made):
    ann, bob = call("Ann"), call("Bob")
    one, other = made(ann), made(ann)
    assert ann("GET", f"{one}/notifications").json == {"muted": False}
    assert ann("PUT", f"{one}/notifications", {"muted": True}).json == {"muted": True}
    assert ann("GET", f"{one}/notifications").json == {"muted": True}
    assert ann("GET", f"{other}/notifications").json == {"muted": False}
    assert bob("GET", f"{one}/notifications").json == {"muted": False}
    assert ann("PUT", f"{one}/notifications", {"muted": False}).json == {"muted": False}
    assert ann("GET", f"{one}/notifications").json == {"muted": False}


@pytest.mark.parametrize("kind", ["games", "leagues", "challenges"])
def test_what_is_not_there_cannot_be_muted(call, kind):
    ann = call("Ann")
    assert ann("PUT", f"/{kind}/{uuid4()}/notifications", {"muted": True}).status_code == 404


def test_a_webhook_to_a_private_address_is_refused_with_the_reason(tmp_path):
    services = install(tmp_path / "strict")
    client = create_app(services).test_client()
    token = client.post(f"{API}/accounts", json={"name": "Ann"}).json["token"]
    head = {"Authorization": f"Bearer {token}"}
    refused = client.post(f"{API}/webhooks", json={"url": "http://127.0.0.1:8420/"}, headers=head)
    assert (refused.status_code, refused.json["code"]) == (409, "illegal")
    assert "127.0.0.1 is a private address" in refused.json["detail"]
    assert client.get(f"{API}/webhooks", headers=head).json == {"webhooks": []}
    services.close()


def test_all_of_it_is_on_a_page(app, post, hook, mails):
    ann = Visitor(app)
    ann.sign_up("Ann")
    page = ann.open("/account/notices")
    page = ann.send(page.form("/account/notices/webhooks"), url=hook.url, kind="slack")
    assert re.search("shown this once: <code>whsec_[0-9A-Za-z+/]{43}=</code>", page.text)
    post.sender.step()
    page = ann.send(ann.open("/account/notices").form("/account/notices/webhooks/confirm"), challenge="x")
    assert "This was not done: this link names no address, or is too old." in page.text
    secret = hook.bodies[0]["text"].rpartition("/")[2]
    page = ann.send(page.form("/account/notices/webhooks/confirm"), challenge=secret)
    assert "The webhook is confirmed." in page.text
    page = ann.send(page.form("/account/notices/test"))
    assert "shown this once" not in page.text
    post.sender.step()
    page = ann.open("/account/notices")
    assert "<td>sent</td>" in page.text
    assert hook.bodies[1:] == [{"text": "This is a test: notices arrive here"}]
    page = ann.send(page.form("/account/notices/remove"))
    assert hook.url not in page.text
    page = ann.send(page.form("/account/notices/mail"), address="ann@home.example")
    assert "on its way to you" in page.text
    assert "Not yet confirmed" in page.text
    page = ann.send(page.form("/account/notices/webhooks"), url="ftp://x")
    assert "This was not done" in page.text


def test_a_channel_for_one_game_is_added_on_the_page(app, services, post, hook):
    ann = Visitor(app)
    ann.sign_up("Ann")
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("pig", [{"account": "me"}, {"open": True}]))
    page = ann.open("/account/notices")
    page = ann.send(page.form("/account/notices/webhooks"), url=hook.url, kind="generic", game=game)
    page = ann.send(page.form("/account/notices/mail"), address="ann@home.example", game=game)
    assert {(channel.kind, channel.game) for channel in post.channels.of(account)} == {
        ("generic", game),
        ("mail", game),
    }
    assert f"/games/{game}" in page.links
    assert "ann@home.example" in page.text
    page = ann.send(page.form("/account/notices/mail"), address="ann@home.example", game=str(uuid4()))
    assert "This was not done" in page.text


def muted_and_heard_again(visitor, page, action, kind):
    """Mute what the page is about, and then not."""
    form = page.form(action)
    page = visitor.send(form, form.button(f"Mute all messages about this {kind}"))
    form = page.form(action)
    yield
    visitor.send(form, form.button(f"Tell me about this {kind} again"))


def test_a_game_a_league_and_a_challenge_are_muted_on_their_pages(app, services, post):
    ann = Visitor(app)
    ann.sign_up("Ann")
    account = services.accounts.by_name("Ann").id
    league = services.leagues.open(account, NewLeague(**BODIES["open_league"]))
    services.leagues.open_season(account, league)
    services.leagues.enrol(account, league)
    new = NewGame("last-spell", [{}] * 2, {"scenario": "introduction"})
    subjects = {
        "game": services.ledger.open_game(account, NewGame("pig", [{"account": "me"}, {"open": True}])),
        "league": league,
        "challenge": services.challenges.open(account, new, "Two by two"),
    }
    for kind, about in subjects.items():
        path = f"/{kind}s/{about}"
        for _ in muted_and_heard_again(ann, ann.open(path), f"/account/notices/{kind}/{about}", kind):
            assert post.channels.is_muted(account, about)
        assert not post.channels.is_muted(account, about)
    assert ann.open("/account/notices").status == 200


def test_nobody_mutes_a_game_that_is_hidden_from_them(app, services, post):
    ann, bob = Visitor(app), Visitor(app)
    ann.sign_up("Ann")
    bob.sign_up("Bob")
    account = services.accounts.by_name("Ann").id
    seats = [{"account": "me"}, {"open": True}]
    seen, hidden = (
        services.ledger.open_game(account, NewGame("pig", seats, visibility=way)) for way in ("public", "private")
    )
    services.ledger.sit(services.accounts.by_name("Bob").id, seen)
    form = bob.open(f"/games/{seen}").form(f"/account/notices/game/{seen}")
    form.action = f"/account/notices/game/{hidden}"
    assert bob.send(form, form.button("Mute all messages about this game")).status == 404


def test_deliveries_lead_to_what_they_are_of(app, services, post, hook, later):
    bob = Visitor(app)
    bob.sign_up("Bob")
    confirmed_webhook(post, services.accounts.by_name("Bob").id, hook.url, "generic")
    ann = services.accounts.create("Ann")[0].id
    new = NewGame("last-spell", [{}] * 2, {"scenario": "introduction"})
    challenge = services.challenges.open(ann, new, "Two by two")
    services.challenges.form(ann, challenge, [{"account": "me"}, {"account": "Bob"}])
    later(0)
    page = bob.open("/account/notices")
    assert f"/challenges/{challenge}" in page.links
    assert "Join the group of Ann" in bob.open(f"/challenges/{challenge}").text
