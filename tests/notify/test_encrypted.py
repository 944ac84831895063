"""Deliveries over TLS: to peers whose certificate is trusted, and to no others; passwords only inside it."""

import ssl
from email import message_from_bytes

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from service.notify.delivery import Delivery, NotDelivered
from service.notify.mail import Mailer
from tests.house import free_port
from tests.notify.certificates import make_certificate
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook

DELIVERY = Delivery("0" * 32, "It is your turn", "Play.", [])


@pytest.fixture
def certificate(tmp_path):
    return make_certificate(tmp_path / "localhost.pem")


@pytest.fixture
def trusted(certificate, monkeypatch):
    """This machine trusts the certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@pytest.fixture
def tls(certificate):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def secure_hook(tls):
    server = Hook(tls)
    yield server
    server.close()


class Mailbox:
    """Takes mails, and remembers them with who has logged in and whether that was inside TLS."""

    def __init__(self):
        self.taken = []
        self.logins = []

    async def handle_DATA(self, server, session, envelope):
        self.taken.append((message_from_bytes(envelope.content)["Subject"], session.ssl is not None))
        return "250 OK"

    def log_in(self, server, session, envelope, mechanism, given):
        self.logins.append((given.login, given.password, session.ssl is not None))
        return AuthResult(success=given.password == b"p@ss", handled=False)


@pytest.fixture
def secure_mails():
    """Starts a mail server: its port, and its mailbox."""
    started = []

    def start(**settings):
        mailbox = Mailbox()
        server = Controller(mailbox, hostname="127.0.0.1", port=free_port(), authenticator=mailbox.log_in, **settings)
        server.start()
        started.append(server)
        return server.port, mailbox

    yield start
    for server in started:
        server.stop(no_assert=True)


def test_a_webhook_whose_certificate_is_trusted_gets_its_notices(trusted, secure_hook, people, post, later):
    url = secure_hook.url.replace("127.0.0.1", "localhost")
    channel = confirmed_webhook(post, people["ann"], url, "generic")
    post.sender.test(channel)
    later(0)
    assert [row.state for row in post.outbox.deliveries.of(channel.id)] == ["sent"]
    assert secure_hook.bodies[0]["subject"] == "This is a test: notices arrive here"


def test_a_webhook_whose_certificate_nobody_knows_gets_none(secure_hook, people, post, later):
    channel = confirmed_webhook(post, people["ann"], secure_hook.url, "generic")
    post.sender.test(channel)
    later(0)
    [row] = post.outbox.deliveries.of(channel.id)
    assert (row.state, row.attempts) == ("waiting", 1)
    assert "certificate verify failed" in row.error
    assert secure_hook.posted == []


def test_tls_begins_where_the_mail_server_offers_it_and_before_the_password(trusted, tls, secure_mails):
    port, mailbox = secure_mails(tls_context=tls, require_starttls=True)
    Mailer(f"smtp://post%40games:p%40ss@localhost:{port}", "games@games.example").send("ann@home.example", DELIVERY)
    assert mailbox.logins == [(b"post@games", b"p@ss", True)]
    assert mailbox.taken == [("It is your turn", True)]


def test_a_mail_server_may_speak_tls_from_the_beginning(trusted, tls, secure_mails):
    port, mailbox = secure_mails(ssl_context=tls, auth_require_tls=False)
    Mailer(f"smtps://post:p%40ss@localhost:{port}", "games@games.example").send("ann@home.example", DELIVERY)
    assert [password for _, password, _ in mailbox.logins] == [b"p@ss"]
    assert [subject for subject, _ in mailbox.taken] == ["It is your turn"]


def test_no_password_is_sent_where_there_is_no_tls(secure_mails):
    port, mailbox = secure_mails(auth_require_tls=False)
    with pytest.raises(NotDelivered, match="STARTTLS extension not supported") as refused:
        Mailer(f"smtp://post:p%40ss@localhost:{port}", "games@games.example").send("ann@home.example", DELIVERY)
    assert not refused.value.for_good
    assert (mailbox.logins, mailbox.taken) == ([], [])


def test_a_wrong_password_is_tried_again_later_and_told(trusted, tls, secure_mails):
    port, mailbox = secure_mails(tls_context=tls)
    with pytest.raises(NotDelivered, match="does not take it") as refused:
        Mailer(f"smtp://post:wrong@localhost:{port}", "games@games.example").send("ann@home.example", DELIVERY)
    assert not refused.value.for_good
    assert "wrong" not in refused.value.reason
    assert mailbox.taken == []
