"""What is checked of an account is still so when something is stored for it, on each kind of database."""

from concurrent.futures import ThreadPoolExecutor, wait
from os import urandom

import pytest

from service.people.accounts import Accounts
from service.people.passwords import Passwords
from tests.databases import DATABASES
from tests.installation import install
from tests.service.characters.thieves import THIEF
from tests.service.playing import ME, OPEN, at_once, open_pig, refusal

OLD, NEW, NEWEST = "correct horse", "battery staple", "paper clip"


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def dora(services):
    return services.accounts.create("Dora", OLD)[0].id


class Interrupted(Passwords):
    """Passwords that let something happen after each that was found to fit."""

    def __init__(self, interrupt):
        super().__init__()
        self._interrupt = interrupt

    def fits(self, hashed, password):
        fits = super().fits(hashed, password)
        self._interrupt()
        return fits


def interrupted(services, interrupt):
    """The accounts of another process, where it takes long to check a password."""
    return Accounts(services.store, services.clock, urandom, Interrupted(interrupt))


def allowed_by(services, app, account, token=None):
    """The code that the app gets by a token of the account (None: a new one)."""
    by_token = (token or services.accounts.make_token(account)).id
    return services.apps.allow(app, account, by_token, app.scopes, "https://app.example", "c" * 43)


def test_time_zone_and_language_changed_at_once_are_both_kept(services, dora):
    meanwhile = interrupted(services, lambda: services.accounts.change(dora, language="de"))
    meanwhile.change(dora, password=NEW, old_password=OLD, time_zone="Europe/Paris")
    now = services.accounts.get(dora)
    assert (now.time_zone, now.language, now.has_chosen_language) == ("Europe/Paris", "de", True)


def test_requests_at_once_exceed_no_number_together(services, dora, people, monkeypatch):
    for most in ("apps.MOST_APPS", "blocks.MOST", "invitations.MOST"):
        monkeypatch.setattr(f"service.people.{most}", 2)
    monkeypatch.setattr("service.characters.ledger.MOST", 2)
    others, game = list(people), open_pig(services.ledger, dora, ME, OPEN)
    for made in (
        lambda number: services.apps.register(dora, "App", [f"https://app{number}.example"], ["read"]) and "made",
        lambda number: services.blocks.add(dora, others[number], "blocked") or "made",
        lambda number: services.hosting.invite(dora, game) and "made",
        lambda number: services.characters.make(dora, "darkness", "Vito", THIEF) and "made",
    ):
        assert sorted(at_once(3, made)) == ["illegal", "made", "made"]
    assert len(services.apps.of(dora)) == len(services.blocks.of_account(dora, "blocked")) == 2
    assert len(services.hosting.invitations(dora, game)) == len(services.characters.of_account(dora)) == 2


def test_who_is_blocked_already_may_be_blocked_again_by_who_has_no_room_for_others(services, dora, people, monkeypatch):
    monkeypatch.setattr("service.people.blocks.MOST", 1)
    for _ in range(2):
        services.blocks.add(dora, "bob", "blocked")
    assert refusal(services.blocks.add, dora, "cy", "blocked") == "illegal"
    services.blocks.add(dora, "cy", "muted")


def test_an_old_password_gives_no_token_once_another_was_taken(services, dora):
    late = interrupted(services, lambda: services.accounts.change(dora, password=NEW, old_password=OLD))
    assert refusal(late.login, "Dora", OLD) == "wrong-credentials"
    assert services.accounts.tokens(dora) == []


def test_a_token_that_a_new_password_has_ended_brings_no_further_one_and_no_code(services, dora, people):
    """Another process believes in a token for a second more."""
    app = services.apps.register(people["ann"], "Watcher", ["https://app.example"], ["read"])
    stolen = services.accounts.login("Dora", OLD)
    services.accounts.change(dora, password=NEW, old_password=OLD)
    elsewhere = Accounts(services.store, services.clock, urandom)
    assert refusal(elsewhere.make_token, dora, by_token=stolen.id) == "unauthorized"
    assert refusal(allowed_by, services, app, dora, stolen) == "unauthorized"
    assert services.accounts.tokens(dora) == []
    kept = services.accounts.login("Dora", NEW)
    assert elsewhere.grant(elsewhere.make_token(dora, by_token=kept.id).secret)


def test_a_token_brings_none_of_another_account(services, dora, people):
    of_ann = services.accounts.make_token(people["ann"])
    assert refusal(services.accounts.make_token, dora, by_token=of_ann.id) == "unauthorized"


def test_of_two_new_passwords_in_the_place_of_one_the_first_counts(services, dora):
    late = interrupted(services, lambda: services.accounts.change(dora, password=NEW, old_password=OLD))
    assert refusal(late.change, dora, password=NEWEST, old_password=OLD) == "illegal"
    assert services.accounts.login("Dora", NEW)


def test_nothing_is_stored_for_who_is_forgotten_meanwhile(services, dora, people):
    late = interrupted(services, lambda: services.accounts.forget(dora))
    assert refusal(late.login, "Dora", OLD) == "not-found"
    assert services.store.rows("SELECT id FROM tokens WHERE account=:account", account=dora) == []
    assert refusal(services.blocks.add, dora, "bob", "blocked") == "not-found"


def test_a_code_of_who_is_forgotten_meanwhile_gives_no_token(services, dora, people):
    app = services.apps.register(people["ann"], "Watcher", ["https://app.example"], ["read"])
    code = services.apps.allowed(app.id, allowed_by(services, app, dora))
    services.accounts.forget(dora)
    assert services.apps.exchange(code) is None


def test_of_addresses_that_are_given_at_once_one_is_kept_and_one_may_take_the_place_of_the_last(
    services, dora, monkeypatch
):
    channels = services.post.channels
    monkeypatch.setattr("service.notify.channels.MOST_MAILS", 1)
    at_once(3, lambda number: channels.set_mail(dora, f"dora{number}@home.example"))
    assert len(channels.of(dora)) == 1
    channels.set_mail(dora, "dora@work.example")
    assert [channel.address for channel in channels.of(dora)] == ["dora@work.example"]
    assert refusal(channels.set_mail, dora, "dora@home.example", None, "a game") == "illegal"
    channels.remove(dora, channels.mail(dora).id)
    channels.set_mail(dora, "dora@home.example", None, "a game")
    assert [channel.game for channel in channels.of(dora)] == ["a game"]


if "postgresql" in DATABASES:

    def test_who_logs_out_everywhere_ends_a_token_too_that_is_being_made(tmp_path, postgres):
        services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=postgres.database())
        ann, token = services.accounts.create("ann")
        with ThreadPoolExecutor(1) as pool:
            out = []

            def meanwhile(cursor):
                out.append(pool.submit(services.accounts.logout_everywhere, ann.id))
                wait(out, 0.3)

            services.accounts.make_token(ann.id, by_token=token.id, beside=[meanwhile])
            out[0].result()
        assert services.accounts.tokens(ann.id) == []
        services.close()

    def test_an_app_that_is_removed_while_its_code_is_exchanged_leaves_no_token(tmp_path, postgres, monkeypatch):
        """The other transaction is over between two statements of this one; in a file it would have to wait."""
        services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=postgres.database())
        ann, bob = (services.accounts.create(name)[0].id for name in ("ann", "bob"))
        app = services.apps.register(ann, "Watcher", ["https://app.example"], ["read"])
        code = services.apps.allowed(app.id, allowed_by(services, app, bob))
        end_app, made = services.accounts.end_app, []

        def exchange(cursor):
            with ThreadPoolExecutor(1) as pool:
                made.append(pool.submit(services.apps.exchange, code).result())

        monkeypatch.setattr(services.accounts, "end_app", lambda app_id, beside: end_app(app_id, [exchange, *beside]))
        services.apps.remove(ann, app.id)
        [token] = made
        assert services.accounts.grant(token.secret) is None
        services.close()
