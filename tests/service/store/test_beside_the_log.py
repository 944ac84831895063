"""What lies beside the log, in each kind of database: talk, notes, blocks, invitations, tokens, requests done once."""

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from os import urandom

import pytest

from service.errors import ServiceError
from service.games.notes import mark_of
from service.games.talk import Talk
from service.store.repeats import KeyedRequest
from service.wiring import games_of, tools_of
from tests.installation import install
from tests.service.playing import ME, OPEN, open_pig, refusal

WRITERS, MESSAGES = 4, 5


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def table(services, people):
    """A game of ann and bob."""
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN)
    services.ledger.sit(people["bob"], game_id)
    return game_id


def test_messages_that_are_said_at_once_get_a_number_each(services, people, table):
    def talk(writer):
        name = ("ann", "bob")[writer % 2]
        said = 0
        while said < MESSAGES:
            with suppress(ServiceError):  # busy: the others were faster each time
                services.talk.say(people[name], table, f"{writer}.{said}")
                said += 1

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(talk, range(WRITERS)))
    found = services.talk.messages(table, people["ann"])
    assert [message.number for message in found] == list(range(1, WRITERS * MESSAGES + 1))
    assert services.talk.last(table, people["ann"]) == WRITERS * MESSAGES


def test_since_when_a_game_stands_still_is_known_until_it_goes_on(services):
    clockwork = services.clockwork
    for game_id, since in (("a", 100), ("b", 300), ("a", 200)):
        clockwork.stand_still(game_id, since)
    assert clockwork.standing_still() == {"a": 100, "b": 300}
    clockwork.go_on("a")
    clockwork.go_on("a")
    assert clockwork.standing_still() == {"b": 300}


def test_talk_is_muted_reported_and_forgotten(services, people, table):
    services.talk.say(people["bob"], table, "rude")
    report = services.talk.report(people["ann"], table, 1, "rude")
    services.blocks.add(people["ann"], "bob", "muted")
    services.blocks.add(people["ann"], "bob", "muted")
    assert services.talk.latest(table, people["ann"], 9)[0].text is None
    services.blocks.remove(people["ann"], "bob", "muted")
    assert services.talk.latest(table, people["ann"], 9)[0].text == "rude"
    services.account_deletion.forget(people["bob"])
    [kept] = services.talk.reports()
    assert (kept.author, kept.words) == (None, "")
    services.talk.settle(report)
    assert services.talk.reports() == []


def interrupted(services, interrupt):
    """The talk as another process has it, in which something happens while a message is reported."""

    def entropy(count):
        interrupt()
        return urandom(count)

    tools = tools_of(services.store, services.catalog, services.accounts, services.clock, entropy)
    logs = games_of(tools).logs
    return Talk(services.store, logs, tools.moves, tools.accounts, tools.blocks, tools.clock, entropy)


def test_a_message_that_is_reported_twice_at_once_is_one_report(services, people, table):
    services.talk.say(people["bob"], table, "rude")
    first = []
    late = interrupted(services, lambda: first.append(services.talk.report(people["ann"], table, 1, "rude")))
    assert [late.report(people["ann"], table, 1, "so rude")] == first
    [kept] = services.talk.reports()
    assert (kept.id, kept.reason) == (first[0], "rude")


def test_no_words_are_kept_of_who_is_forgotten_while_they_are_reported(services, people, table):
    services.talk.say(people["bob"], table, "rude")
    late = interrupted(services, lambda: services.account_deletion.forget(people["bob"]))
    assert refusal(late.report, people["ann"], table, 1, "rude") == "not-found"
    assert services.talk.reports() == []


def test_notes_are_kept_replaced_and_removed(services, people, table):
    for text in ("one", "two", ""):
        assert services.notes.write(people["ann"], table, text).text == text
    assert services.notes.read(people["ann"], table).changed is None


def test_notes_at_versions_stand_beside_the_one_on_the_game(services, people, table):
    ann = people["ann"]
    for at, text in ((1, "one"), (2, "two"), (1, "again"), (2, "")):
        assert services.notes.write(ann, table, text, at).text == text
    assert services.notes.noted(ann, table) == [1]
    assert (services.notes.read(ann, table, 1).text, services.notes.read(ann, table).text) == ("again", "")


@pytest.mark.parametrize("at", [None, 1])
def test_of_two_windows_that_save_a_note_at_once_the_second_is_told_so(services, people, table, monkeypatch, at):
    notes, ann = services.notes, people["ann"]
    over, second = notes.write(ann, table, "one", at).mark, []

    def compared(text):
        """The mark of the note that is there; before the first window has put its own, the second begins to."""
        if not second:
            second.append(pool.submit(refusal, notes.write, ann, table, "three", at, over))
            wait(second, 0.3)
        return mark_of(text)

    monkeypatch.setattr("service.games.notes.mark_of", compared)
    with ThreadPoolExecutor(1) as pool:
        assert notes.write(ann, table, "two", at, over).text == "two"
        assert second[0].result(30) == "stale"
    assert notes.read(ann, table, at).text == "two"


def test_who_blocks_whom_works_both_ways(services, people):
    services.blocks.add(people["ann"], "bob", "blocked")
    assert services.blocks.apart(people["bob"]) == {people["ann"]}
    assert services.blocks.apart(people["ann"]) == {people["bob"]}
    assert services.blocks.unheard(people["bob"]) == frozenset()


def test_an_invitation_is_made_listed_and_revoked(services, people):
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN)
    made = services.hosting.invite(people["ann"], game_id)
    assert services.hosting.invitations(people["ann"], game_id) == [made]
    services.hosting.revoke(people["ann"], game_id, made.id)
    with pytest.raises(ServiceError, match="not-found: this invitation is not valid, or no longer"):
        services.hosting.invited_to(made.token)


def test_time_zone_language_and_tokens_are_kept(services):
    account, first = services.accounts.create("Dan", "correct horse")
    services.accounts.change(account.id, time_zone="Europe/Berlin", language="de")
    assert services.accounts.get(account.id).time_zone == "Europe/Berlin"
    services.accounts.login("dan", "correct horse", "phone")
    assert services.accounts.authenticate(first.secret) == account.id
    known = {token.name: token.used for token in services.accounts.tokens(account.id)}
    assert known["phone"] is None
    assert known[None] is not None


def test_of_many_requests_with_one_key_at_once_one_is_carried_out(services, people, table):
    asked = KeyedRequest.of("account", people["ann"], "say", "key", body=b"body", account=people["ann"])

    def ask(_):
        return services.repeats.once(
            asked, lambda: services.talk.say(people["ann"], table, "once"), lambda said, stored: b"%d" % said.number
        )

    with ThreadPoolExecutor(WRITERS) as pool:
        answers = list(pool.map(ask, range(WRITERS)))
    assert [message.text for message in services.talk.messages(table, people["ann"])] == ["once"]
    assert answers.count(b"1") == WRITERS - 1
