"""A release brings other data and newer rules: characters and challenges of before are what they were."""

import hashlib
import json
from contextlib import closing

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.aggregates import audit as audit_log
from domain.audit.aggregates import challenge_of
from domain.audit.challenges import beside
from domain.audit.characters import audit_character, read
from domain.contract.datafiles import Editions
from domain.games.catalog import Catalog
from domain.games.darkness import data as darkness
from domain.games.darkness.game import Darkness
from domain.games.last_spell import data as last_spell
from domain.log.canon import canonical
from domain.log.record import GENESIS, Entry, chained
from domain.records.export import read as read_record
from service.bootstrap import build
from service.games.shapes import NewGame
from service.language.names import Names
from service.store.event_store import executing
from service.web.tables import drawing
from tests.changed_data import a_tile_more
from tests.installation import prepare, settings_of
from tests.service.characters.thieves import THIEF
from tests.service.web.playing import game_seen, play

LATER = {"darkness": "tests.service.store.test_data_that_changes:DARKNESS", "last-spell": "tests.other_data:LAST_SPELL"}
RELEASE = {"NIGHTLEDGER_EXTRA_GAMES": ",".join(f"{game}={place}" for game, place in LATER.items())}
RUNNER = {**THIEF, "skills": ["lockpick", "athletics"]}
INTRODUCTION = {"scenario": "introduction"}


class NewerDarkness(Darkness):
    """When Darkness Comes of a later release, with rules of a newer number."""

    rules = Darkness.rules + 1


DARKNESS = NewerDarkness(Editions(a_tile_more(darkness.built_in().decode()).encode, darkness.read_data))


def rehashed(events):
    """The head of a log whose events have been altered and are chained anew, in place."""
    head = GENESIS
    for event in events:
        public = {key: part for key, part in event.items() if key not in ("private", "hash")}
        head = chained(head, canonical(public))
        event["hash"] = head.hex()
    return head.hex()


class Before:
    """An installation of today: Ann has made two characters, and opened a challenge that she has tried."""

    def __init__(self, home):
        self.home = home
        with closing(build(prepare(home))) as services:
            self.ann, self.bob = (services.accounts.create(name)[0].id for name in ("Ann", "Bob"))
            self.vito = services.characters.make(self.ann, "darkness", "Vito", THIEF)
            self.rosa = services.characters.make(self.ann, "darkness", "Rosa", RUNNER)
            new = NewGame("last-spell", [{}], INTRODUCTION)
            self.challenge, self.untried = (services.challenges.open(self.ann, new, name) for name in ("One", "Two"))
            self.first = services.challenges.begin(self.ann, self.challenge)

    def later(self):
        """Its services under the later release."""
        return closing(build(settings_of(self.home, **RELEASE)))


@pytest.fixture
def before(tmp_path):
    return Before(tmp_path / "home")


@pytest.fixture
def later(before):
    with before.later() as services:
        yield services


# Characters


def code(record, catalog):
    return audit_character(read(record.encode()), catalog).code


def changed(record, **fields):
    return read(canonical({**json.loads(record.encode()), **fields}))


def test_characters_of_before_are_audited_with_what_they_were_made_with(before, later):
    for character in (before.vito, before.rosa):
        record = later.characters.record(character)
        assert list(record.files.values()) == [darkness.built_in().decode()]
        assert [code(record, Catalog()), code(record, Catalog(LATER))] == [CONSISTENT, CONSISTENT]


def test_one_that_is_made_later_is_made_with_the_data_of_that_time(before, later):
    nina = later.characters.make(before.ann, "darkness", "Nina", RUNNER)
    record = later.characters.record(nina)
    made = record.events[0]["data"]
    assert (made["content"]["skills"]["athletics"], made["rules"]) == (3, NewerDarkness.rules)
    assert code(record, Catalog(LATER)) == CONSISTENT
    assert code(record, Catalog()) == REFUSED


def test_the_files_in_the_document_of_a_character_are_those_that_it_was_made_with(before, later):
    vito = later.characters.record(before.vito)
    assert code(changed(vito, files={}), Catalog()) == CONSISTENT
    assert code(changed(vito, files={}), Catalog(LATER)) == REFUSED
    other = darkness.built_in().decode() + "#"
    assert code(changed(vito, files=dict.fromkeys(vito.files, other)), Catalog(LATER)) == REFUSED
    strange = hashlib.sha256(other.encode()).hexdigest()
    found = audit_character(changed(vito, files={**vito.files, strange: other}), Catalog())
    assert (found.code, strange in found.reason) == (REFUSED, True)


def as_older_versions_wrote_it(record):
    """The document of a character whose log names no data, nor rules in its action."""
    value = json.loads(record.encode())
    del value["files"]
    made = value["events"][0]
    del made["data"]["data"], made["action"]["data"], made["action"]["rules"]
    return read(canonical({**value, "head": rehashed(value["events"])}))


def test_of_an_older_log_it_is_said_what_cannot_be_known(before, later):
    """Rosa's athletics cost more today, and which data her log means it does not say."""
    vito, rosa = (as_older_versions_wrote_it(later.characters.record(one)) for one in (before.vito, before.rosa))
    assert [code(one, Catalog()) for one in (vito, rosa)] == [CONSISTENT, CONSISTENT]
    assert code(vito, Catalog(LATER)) == CONSISTENT
    found = audit_character(rosa, Catalog(LATER))
    assert (found.code, "does not name the data" in found.remarks[0]) == (PREFIX, True)


def test_a_character_of_before_grows_in_a_game_of_the_later_release(before, later):
    seats = [{"account": "me", "character": before.vito}, {"ai": "random"}]
    game_id = later.characters.open_game(before.ann, NewGame("darkness", seats, {"scenario": "first-night"}))
    play(later, game_id, 10_000)
    record = later.characters.record(before.vito)
    assert [event["type"] for event in record.events[:2]] == ["KeepsakeMade", "KeepsakeBrought"]
    assert len(record.events) == 3
    assert code(record, Catalog(LATER)) == CONSISTENT


@pytest.mark.parametrize(("game", "cost"), [(Catalog()["darkness"], 2), (DARKNESS, 3)])
def test_the_form_of_a_character_tells_what_skills_cost_at_the_table(game, cost):
    """A table of before with its data, whatever they cost today; the page of characters with those of today."""
    released = DARKNESS.with_data({}, {darkness.load().sha256: darkness.built_in().decode()}.get)
    table = Names.of(released, game_seen(table={"data": game.data_for({})["data.toml"]}), "en")
    for names in (table, Names.of_game(game, "en")):
        assert drawing(game).wording.budgets("character", names)["skills"].costs["athletics"] == cost


# Challenges


def data_of(services, game_id):
    [sha256] = services.ledger.table(game_id).header.data.values()
    return sha256


def ended(services, before, challenge_id):
    """The log of the challenge and the records of its tries, when all have played to their ends."""
    tries = [one.game_id for one in services.challenges.view(challenge_id).tries]
    for game_id in tries:
        play(services, game_id, 10_000)
    services.challenges.close_entries(before.ann, challenge_id)
    records = [services.challenges.record(challenge_id, number) for number in range(1, len(tries) + 1)]
    return services.challenges.document(challenge_id), [read_record(canonical(record)) for record in records]


def test_all_tries_of_a_challenge_are_played_with_the_data_that_it_was_opened_with(before, later):
    challenges = later.challenges
    games = [before.first, challenges.begin(before.bob, before.challenge), challenges.begin(before.bob, before.untried)]
    assert {data_of(later, game_id) for game_id in games} == {last_spell.content().sha256}
    log, records = ended(later, before, before.challenge)
    for catalog in (Catalog(), Catalog(LATER)):
        assert audit_log(log, catalog).code == CONSISTENT
        deals = {before.challenge: bytes.fromhex(challenge_of(log).seed)}
        for record in records:
            verdict = audit(record, catalog, deals=deals)
            assert beside({before.challenge: challenge_of(log)}, record, verdict, catalog).code == CONSISTENT


def test_a_try_with_other_data_is_no_try_of_the_challenge(before, later):
    later.challenges.begin(before.bob, before.challenge)
    log, [record, _] = ended(later, before, before.challenge)
    value = json.loads(log.encode())
    [opened, *_] = value["events"]
    for told in (opened["data"], opened["action"]["data"]):
        told["terms"]["data"] = {"data.toml": "00" * 32}
    value["head"] = rehashed(value["events"])
    challenge = challenge_of(type(log)(**value))
    verdict = audit(record, Catalog(), deals={before.challenge: bytes.fromhex(challenge.seed)})
    found = beside({before.challenge: challenge}, record, verdict, Catalog())
    assert (found.code, found.reason) == (REFUSED, "it was played with other data than the challenge's")


@pytest.mark.parametrize("tried", [True, False])
def test_a_challenge_that_names_no_data_is_played_with_those_of_its_first_try(before, tried):
    """As older versions wrote its log."""
    challenge_id = before.challenge if tried else before.untried
    with closing(build(settings_of(before.home))) as services:
        forget_its_data(services.store, challenge_id)
    with before.later() as later:
        game_id = later.challenges.begin(before.bob, challenge_id)
        newest = later.catalog["last-spell"].data.sha256
        assert data_of(later, game_id) == (last_spell.content().sha256 if tried else newest)


def forget_its_data(store, log_id):
    """Write a log anew whose first event names no data."""
    entries = store.entries(log_id)
    values = [json.loads(entry.public) for entry in entries]
    for told in (values[0]["data"], values[0]["action"]["data"]):
        del told["terms"]["data"]
    rehashed(values)
    for entry, value in zip(entries, values, strict=True):
        public = {key: part for key, part in value.items() if key != "hash"}
        state = Entry.of(canonical(public), entry.parts, value["hash"]).encode()
        [row] = store.rows("SELECT originator_id AS key FROM stored_events WHERE state=:state", state=entry.encode())
        where = "originator_id=:key AND originator_version=:version"
        change = f"UPDATE stored_events SET state=:state WHERE {where}"
        store.write(executing(change, state=state, key=row["key"], version=value["version"]))
