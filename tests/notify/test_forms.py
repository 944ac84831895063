"""What is posted and mailed: forms, signatures, languages."""

import hashlib
import hmac
import json
import re
import tomllib
from email.header import decode_header, make_header
from pathlib import Path
from time import time

import pytest
from sqlalchemy import update
from standardwebhooks.webhooks import WebhookVerificationError

from service.errors import ServiceError
from service.games.shapes import NewGame
from service.leagues.ledger import NewLeague
from service.notify import signing
from service.notify.delivery import Delivery
from service.notify.forms import posted
from service.store.event_store import executing
from service.store.relations import channels
from tests.notify.hooks import confirmed_webhook

VERIFICATION = re.search(r"```python\n(.*?)```", Path("docs/webhooks.md").read_text(), re.DOTALL).group(1)


def test_the_page_of_webhooks_shows_how_a_signature_is_checked(post, people, hook, later):
    channel = confirmed_webhook(post, people["ann"], hook.url, "generic")
    post.sender.test(channel)
    later(0)
    found = {}
    exec(VERIFICATION, found)
    notices, secret = found["notices"], signing.written(channel.secret)
    [(path, headers, body)] = hook.posted
    assert path == "/hook?x=1"
    signed = headers | webhook_headers(channel.secret, headers["webhook-id"], body, time())
    assert [notice["kind"] for notice in notices(secret, signed, body)] == ["test"]
    refused = {
        "another body": (secret, signed, body + b" "),
        "another secret": (signing.written(bytes(32)), signed, body),
        "another id": (secret, signed | {"webhook-id": "x"}, body),
        "long ago": (secret, webhook_headers(channel.secret, headers["webhook-id"], body, time() - 301), body),
    }
    for why, given in refused.items():
        with pytest.raises(WebhookVerificationError):
            pytest.fail(f"{why}: {notices(*given)}")


def webhook_headers(secret, number, body, at):
    return dict(signing.headers(secret, number, int(at), body))


def test_what_is_sent_is_signed_as_of_the_time_of_the_service(post, people, hook, later, clock):
    channel = confirmed_webhook(post, people["ann"], hook.url, "generic")
    post.sender.test(channel)
    later(0)
    [(_, headers, body)] = hook.posted
    assert headers["webhook-id"] == headers["Nightledger-Delivery"]
    expected = signing.headers(channel.secret, headers["webhook-id"], clock.now, body)
    assert {name: headers[name] for name in expected} == expected


def test_receivers_from_before_find_the_signature_that_they_know():
    """Made by the function that docs/webhooks.md showed them."""
    code = hmac.new(bytes(range(32)).hex().encode(), b"1800000000.{}", hashlib.sha256).hexdigest()
    sent = signing.headers(bytes(range(32)), "d1", 1_800_000_000, b"{}")
    assert sent["Nightledger-Signature"] == f"t=1800000000,v1={code}"


def test_discord_mentions_nobody_and_slack_gets_text(opened, people, post, hook, later):
    for form in ("discord", "slack"):
        confirmed_webhook(post, people["ann"], hook.url, form)
    opened("bob")
    later(0)
    discord = next(body for body in hook.bodies if "content" in body)
    slack = next(body for body in hook.bodies if "text" in body)
    assert discord["allowed_mentions"] == {"parse": []}
    assert discord["content"].startswith("Pig has begun\nhttps://games.example/games/")
    assert slack == {"text": discord["content"]}


def test_discord_makes_no_link_with_other_words_of_what_people_write():
    text = r"Ann: [Your turn](https://evil.example), \[yours](https://evil.example)"
    _, body = posted("discord", Delivery("d1", "Pig", text, []), "/hook")
    assert body["content"] == r"Ann: \[Your turn](https://evil.example), \\\[yours](https://evil.example)"


def test_ntfy_and_gotify_get_what_opens_the_game(opened, people, post, hook, later):
    for form, place in (("ntfy", "/ntfy/games-of-ann"), ("gotify", "/message?token=T")):
        confirmed_webhook(post, people["ann"], hook.url.replace("/hook?x=1", place), form)
    opened("bob")
    later(0)
    sent = {path: json.loads(body) for path, _, body in hook.posted}
    ntfy, gotify = sent["/ntfy/"], sent["/message?token=T"]
    assert (ntfy["topic"], ntfy["title"]) == ("games-of-ann", gotify["title"])
    assert ntfy["message"].startswith("Pig has begun\n")
    assert ntfy["click"].startswith("https://games.example/games/")
    assert gotify["extras"]["client::notification"]["click"]["url"] == ntfy["click"]


def test_a_mail_comes_to_a_confirmed_address_only(services, opened, people, post, mails, later):
    channel = post.set_mail(people["ann"], "ann@home.example", None)
    opened("bob")
    assert later(0) == 1, "the link"
    assert later() == 0
    [asked] = mails.taken
    assert (asked["To"], asked["From"]) == ("ann@home.example", "Nightledger <games@games.example>")
    token = re.search(r"https://games.example/mail/confirm/(\S+)", mails.text(0)).group(1)

    post.channels.confirm(token)
    game = opened("bob")
    later()

    assert [mail["Subject"] for mail in mails.taken[1:]] == ["Pig has begun", "It is your turn in Pig"]
    turn = mails.taken[2]
    assert f"https://games.example/games/{game}" in mails.text(2)
    assert services.ledger.table(game).head.hex() in mails.text(2)
    row = next(row for row in post.outbox.deliveries.of(channel.id) if row.kind == "turn")
    assert turn["Message-ID"] == f"<{row.id}@games.example>"
    assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    post.channels.unsubscribe(turn["List-Unsubscribe"].strip("<>").rpartition("/")[2])
    assert post.channels.of(people["ann"]) == []


def test_a_mail_speaks_the_language_of_who_gets_it(services, people, post, mails, later):
    for number, language in enumerate(("en", "fr", "de", "pl")):
        services.accounts.change(people["ann"], language=language)
        channel = post.channels.set_mail(people["ann"], f"ann{number}@home.example")
        channel = post.channels.confirm(post.channels.link(channel))
        post.sender.test(channel)
        later(1)
    assert len({mail["Subject"] for mail in mails.taken}) == 4


def test_a_mail_keeps_to_what_every_server_takes(services, people, post, mails, later):
    """Seven bits (RFC 5321, 4.5.3.1.6; RFC 6152), encoded words of 75 characters (RFC 2047, 2), a link in one piece."""
    services.accounts.change(people["ann"], language="fr")
    plan = {"seats": 2, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "round-robin"}]}
    league = services.leagues.open(people["bob"], NewLeague("pig", "Ligue d'été " * 5 + "à Besançon", plan))
    services.leagues.open_season(people["bob"], league)
    for name in ("ann", "bob"):
        services.leagues.enrol(people[name], league)
    channel = post.channels.set_mail(people["ann"], "ann@home.example")
    post.channels.confirm(post.channels.link(channel))
    for verb in ("close-enrolment", "start-season"):
        services.leagues.organise(people["bob"], league, verb, {})
    services.league_play.step(league)
    later(0)
    told = next(mail for mail in mails.taken if "appari" in str(make_header(decode_header(mail["Subject"]))))
    assert "La ronde 1 de Ligue d'été" in str(make_header(decode_header(told["Subject"])))
    for line in mails.lines:
        assert line.isascii()
        assert len(line) <= 998
        assert all(len(word) <= 75 for word in re.findall(rb"=\?utf-8\?\S+\?=", line))
    assert re.fullmatch(rb"List-Unsubscribe: <https://games.example/mail/unsubscribe/\S+>", link_line(mails.lines))


def link_line(lines):
    return next(line for line in lines if line.startswith(b"List-Unsubscribe:"))


def test_who_holds_several_seats_is_told_which_it_is(services, people, post, hook, later):
    confirmed_webhook(post, people["ann"], hook.url, "generic")
    services.ledger.open_game(people["ann"], NewGame("pig", [{"account": "me"}, {"account": "me"}], {}))
    later()
    subjects = sorted(notice["text"].split("\n")[0] for notice in hook.bodies)
    assert subjects == ["It is your turn in Pig (s1)", "Pig has begun (s1)", "Pig has begun (s2)"]


def test_of_a_long_digest_discord_gets_whole_notices_and_is_told_that_there_are_more(
    services, opened, people, post, hook, later, clock
):
    clock.now = 1_800_000_000  # 08:00 UTC
    for form in ("discord", "slack"):
        confirmed_webhook(post, people["bob"], hook.url, form, digest=18)
    games = [opened("bob") for _ in range(20)]
    later(10 * 3600)
    discord = next(body["content"] for body in hook.bodies if "content" in body)
    slack = next(body["text"] for body in hook.bodies if "text" in body)
    assert len(discord) <= 2000
    *told, rest = discord.split("\n\n")
    assert rest == "..."
    assert len(told) > 5
    for notice in told:
        assert re.fullmatch(r"Pig has begun\nhttps://\S+\nVersion \d+ of the log, head [0-9a-f]{64}", notice)
    assert all(game in slack for game in games)


def test_every_language_says_the_same_things():
    words = tomllib.loads(Path("service/notify/words.toml").read_text())
    assert set(words) == {"en", "fr", "de", "pl"}
    for language in words.values():
        assert language.keys() == words["en"].keys()
        for key, text in language.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", words["en"][key])), key


def test_an_address_that_the_mail_server_does_not_know_is_given_up(people, post, mails, later):
    channel = post.channels.set_mail(people["ann"], "gone@home.example")
    channel = post.channels.confirm(post.channels.link(channel))
    mails.refuses.add("gone@home.example")
    post.sender.test(channel)
    later(0)
    [row] = post.outbox.deliveries.of(channel.id)
    assert (row.state, row.attempts) == ("failed", 1)
    assert "no such mailbox" in row.error


NO_ADDRESSES = [
    "ann", "ann@", "@home", "ann@home", "a b@home.example", "ann@home.example\nBcc: x@y.z", "a\u2028b@home.example",
    "a\u2003b@home.example", "a\x7fb@home.example", "\xe9@home.example", "a@home\xe9.example", ".a@home.example",
    "a.@home.example", "a..b@home.example", "a@home..example", "a@.home.example", "a@home.example.", "a@-home.example",
    "a@home-.example", "a@b@home.example", '"a"@home.example', "=?utf-8?q?a=40b=2Eorg=2Cc?=@home.example",
    "a=?b@home.example", "\u212a@home.example",
]  # fmt: skip


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_or_may_be_read_as_another_is_refused(people, post, address):
    with pytest.raises(ServiceError, match="no e-mail address"):
        post.channels.set_mail(people["ann"], address)


ADDRESSES = [
    "ann@home.example", "Ann.Smith+games@Home.Example", "a_b-c@x-y.home.example", "o'neill@home.example", "1=2@3.org",
    "a/b?c{d}|e~f!#$%&*^`g@home.example", "ann@xn--bcher-kva.example", "a@b.c",
]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_an_address_is_taken_and_mails_go_there(people, post, mails, later, address):
    channel = post.set_mail(people["ann"], address, None)
    later(0)
    assert channel.address == address
    assert [mail["To"] for mail in mails.taken] == [address]


@pytest.mark.parametrize(
    "address",
    ["=?utf-8?q?a=40b=2Eorg=2Cc=40d=2Eorg=2Ce?=@home.example", "=?utf-8?q?a=0D=0Ab?=@home.example", "a\x7f@x.example"],
)
def test_to_an_address_from_before_that_may_be_read_as_another_nothing_is_sent_and_its_owner_is_told_once(
    services, people, post, mails, later, caplog, address
):
    channel = post.channels.set_mail(people["ann"], "ann@home.example")
    channel = post.channels.confirm(post.channels.link(channel))
    services.store.write(executing(update(channels).values(address=address).where(channels.c.id == channel.id)))
    post.sender.test(channel)
    later(0)
    [row] = post.outbox.deliveries.of(channel.id)
    assert (row.state, row.attempts) == ("failed", 1)
    assert row.error.startswith("this makes no mail: ")
    assert (mails.taken, caplog.records) == ([], [])
    assert post.channels.set_mail(people["ann"], address, 18).digest == 18, "it stays, as other things of it change"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://a.example", "a webhook's address begins with https:// or http://"),
        ("https://", "a webhook's address begins with https:// or http://"),
        ("javascript:alert(1)", "a webhook's address begins with https:// or http://"),
        ("https://u:p@a.example", "a webhook's address has no user, password, fragment or strange characters"),
        ("https://a.example/#x", "a webhook's address has no user, password, fragment or strange characters"),
        ("https://a.example/\r\nX: y", "a webhook's address has no user, password, fragment or strange characters"),
        ("https://a.example:99999/", "this is no address: "),
        ("https://[::1", "this is no address: "),
    ],
)
def test_what_is_no_webhook_is_refused(people, post, url, reason):
    with pytest.raises(ServiceError) as refused:
        confirmed_webhook(post, people["ann"], url, "generic")
    assert refused.value.code == "malformed"
    assert refused.value.reason.startswith(reason)


def test_a_link_that_was_made_up_confirms_nothing(people, post):
    channel = post.channels.set_mail(people["ann"], "ann@home.example")
    for token in ("x", "x" + post.channels.link(channel)):
        with pytest.raises(ServiceError, match="names no address"):
            post.channels.confirm(token)
    assert post.channels.mail(people["ann"]).confirmed is None


def test_an_account_has_so_many_webhooks(people, post):
    for number in range(20):
        confirmed_webhook(post, people["ann"], f"https://a.example/{number}", "generic")
    with pytest.raises(ServiceError, match="an account has 20 webhooks a day, and you had 20"):
        confirmed_webhook(post, people["ann"], "https://a.example/", "generic")
