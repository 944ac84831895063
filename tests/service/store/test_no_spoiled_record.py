"""Nothing is stored that an audit would refuse to read, whatever is kept: append and audit ask the same function."""

import re

import msgspec
import pytest

from domain.audit import aggregates, audit
from domain.audit.verdict import MALFORMED
from domain.log.canon import canonical
from domain.log.journal import KeyListed
from domain.log.record import Entry, Part, Public, chained
from domain.log.wellformed import MOST_LISTED, Misshapen, check_entries
from domain.records.export import BadRecord, read
from service.errors import ServiceError
from service.games.shapes import NewGame, OperatorAct
from tests.league.seasons import Seasons
from tests.service.playing import ME

NEST = {"a": {}}
for _ in range(70):
    NEST = {"a": NEST}

SPOILT = {
    "a number of 2^53": {"to": 2**53},
    "a number of -2^53": {"to": -(2**53)},
    "a number of 400 digits": {"to": 10**400},
    "a fraction": {"to": 1.5},
    "a text that is not in normal form": {"why": "e\u0301"},
    "a key beyond U+D800": {"\uff21": 1},
    "a value that nests too deep": NEST,
}

REASONS = {
    "a number of 2^53": "is not below 2^53",
    "a number of -2^53": "is not below 2^53",
    "a number of 400 digits": "is not below 2^53",
    "a fraction": "1.5 is not an integer",
    "a text that is not in normal form": "the text is not in normal form C",
    "a key beyond U+D800": "cannot be a key",
    "a value that nests too deep": "nested too deep",
}
"""What is said of each where a record is read."""


@pytest.fixture(scope="module")
def seasons(tmp_path_factory):
    seasons = Seasons(tmp_path_factory.mktemp("home") / "home")
    yield seasons
    seasons.close()


@pytest.fixture(scope="module")
def logs(seasons):
    """A log of each kind: kind -> its id."""
    services, olga = seasons.services, seasons.organiser
    return {
        "game": services.ledger.open_game(olga, NewGame("counting-pig", [ME, ME], {})),
        "league": seasons.open(),
        "series": services.series.open(olga, NewGame("counting-pig", [ME, ME], {})),
        "challenge": services.challenges.open(olga, NewGame("last-spell", [{}], {}), "Night", 7),
    }


def after(entries, data, private=None, at=None):
    """An entry that follows these, in a chain that is whole."""
    last = entries[-1].read()
    parts = {"s1": Part("00" * 32, private)} if private is not None else {}
    public = Public(
        version=last.version + 1,
        command=last.command,
        type="Odd",
        schema=1,
        at=last.at if at is None else at,
        seat=last.seat,
        data=data,
        draws=[],
        commitments={name: part.commitment() for name, part in parts.items()},
    )
    raw = canonical(msgspec.to_builtins(public))
    texts = {name: part.text() for name, part in parts.items()}
    return Entry.of(raw, texts, chained(bytes.fromhex(entries[-1].hash), raw).hex())


def appended(store, log_id, entry):
    store.append([(log_id, len(store.entries(log_id)), [entry])])


@pytest.mark.parametrize("kind", ["game", "league", "series", "challenge"])
@pytest.mark.parametrize("data", SPOILT.values(), ids=SPOILT.keys())
def test_an_event_that_no_record_can_hold_is_not_stored(seasons, logs, kind, data):
    store, log_id = seasons.services.store, logs[kind]
    before, position = store.entries(log_id), store.position()
    for entry in (after(before, data), after(before, {}, private=data)):
        with pytest.raises(ServiceError, match="no record can hold this") as refused:
            appended(store, log_id, entry)
        assert (refused.value.code, refused.value.status) == ("malformed", 422)
    assert (store.entries(log_id), store.position()) == (before, position)


@pytest.mark.parametrize("at", [-1, 253_402_214_400, 2**53 - 1])
def test_an_event_of_no_calendar_is_not_stored(seasons, logs, at):
    store = seasons.services.store
    entry = after(store.entries(logs["league"]), {}, at=at)
    with pytest.raises(ServiceError, match="its time is"):
        appended(store, logs["league"], entry)


@pytest.mark.parametrize("name", SPOILT)
def test_the_audit_refuses_just_that(seasons, logs, name):
    """In memory, where nothing else reads the record, it is the same function that finds it."""
    services = seasons.services
    entries = services.store.entries(logs["game"])
    entry = after(entries, SPOILT[name])
    record = read(canonical(services.ledger.record(logs["game"])))
    record = msgspec.structs.replace(record, events=[*record.events, entry.as_json()], head=entry.hash)
    verdict = audit(record, services.catalog)
    with pytest.raises(Misshapen) as misshapen:
        check_entries([entry])
    assert (verdict.code, verdict.reason) == (MALFORMED, str(misshapen.value))
    with pytest.raises(BadRecord, match=re.escape(REASONS[name])):
        read(record.encode())


def test_so_does_the_audit_of_leagues(seasons, logs):
    document = seasons.views.document(logs["league"])
    entry = after(seasons.services.store.entries(logs["league"]), {"to": 2**53})
    document = msgspec.structs.replace(document, events=[*document.events, entry.as_json(())], head=entry.hash)
    verdict = aggregates.audit(document, seasons.services.catalog)
    assert verdict.code == MALFORMED
    assert "2^53" in verdict.reason


def test_what_looks_odd_at_a_glance_and_is_not_is_stored(seasons):
    """Long runs of digits in a hash, words that are not ASCII, and many brackets."""
    sound = {"hash": "1" * 64, "words": "nuit \u00e9toil\u00e9e", "many": [{} for _ in range(100)], "most": 2**53 - 1}
    log_id = seasons.open()
    store = seasons.services.store
    appended(store, log_id, after(store.entries(log_id), sound, private=sound))
    assert store.entries(log_id)[-1].read().data == sound


def test_words_are_kept_in_the_form_that_a_record_can_hold(seasons):
    """A browser may send them in another."""
    services, olga = seasons.services, seasons.organiser
    game = services.ledger.open_game(olga, NewGame("counting-pig", [ME, ME], {}, clock={"per_decision": 3600}))
    services.corrections.operate(None, game, OperatorAct("pause", "ferme\u0301 ce soir"))
    record = read(canonical(services.ledger.record(game, olga)))
    assert [words.text for words in record.texts.values()] == ["ferm\u00e9 ce soir"]
    assert not audit(record, services.catalog).is_refused


@pytest.mark.parametrize("key", ["k" * MOST_LISTED, "e\u0301"], ids=["too large", "not in normal form"])
def test_nothing_is_listed_that_no_journal_can_hold(seasons, key):
    store = seasons.services.store
    before, position = store.journal(), store.position()
    with pytest.raises(ServiceError, match="no record can hold this") as refused:
        store.append((), listed=[KeyListed("00" * 32, "Ed25519"), KeyListed(key, "Ed25519")])
    assert (refused.value.code, refused.value.status) == ("malformed", 422)
    assert (store.journal(), store.position()) == (before, position)
