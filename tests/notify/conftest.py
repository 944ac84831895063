import pytest

from service.games.shapes import NewGame
from tests.installation import install
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook, MailServer
from tests.service.clocks import HandClock

PUBLIC = "https://games.example"


@pytest.fixture
def hook():
    server = Hook()
    yield server
    server.close()


@pytest.fixture(scope="session")
def mail_server():
    server = MailServer()
    yield server
    server.close()


@pytest.fixture
def mails(mail_server):
    mail_server.refuses.clear()
    mail_server.taken.clear()
    return mail_server


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def settings(mails):
    """What the installation of these tests is told: private addresses are allowed, since the peers lie there."""
    return {
        "NIGHTLEDGER_SMTP_URL": mails.url,
        "NIGHTLEDGER_MAIL_FROM": "Nightledger <games@games.example>",
        "NIGHTLEDGER_PUBLIC_URL": PUBLIC,
        "NIGHTLEDGER_WEBHOOKS_TO_PRIVATE": "yes",
    }


@pytest.fixture
def services(tmp_path, clock, settings):
    installed = install(tmp_path / "home", clock, **settings)
    yield installed
    installed.close()


@pytest.fixture
def post(services):
    return services.post


@pytest.fixture
def people(services):
    return {name: services.accounts.create(name)[0].id for name in ("ann", "bob", "cy")}


@pytest.fixture
def opened(services, people):
    """Opens a game of ann and others, all of whom sit: its id."""

    def open_game(*names, game="pig", options=None, **more):
        seats = [{"account": "me"}, *({"account": name} for name in names)]
        game_id = services.ledger.open_game(people["ann"], NewGame(game, seats, options or {}, **more))
        for name in names:
            services.ledger.sit(people[name], game_id)
        return game_id

    return open_game


@pytest.fixture
def later(clock, post):
    """Lets time pass and the sender look: how many messages it sent."""

    def pass_time(seconds=61):
        clock.now += seconds
        post.reminders.step()
        return post.sender.step()

    return pass_time


@pytest.fixture
def webhook(post, people, hook):
    """Ann's webhook."""
    return confirmed_webhook(post, people["ann"], hook.url, "generic")


@pytest.fixture
def bobs(post, people, hook):
    """Bob's webhook."""
    return confirmed_webhook(post, people["bob"], hook.url, "generic")
