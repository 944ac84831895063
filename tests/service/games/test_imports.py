"""Records taken in from elsewhere: kept as they are, shown like games, never counted; whatever is wrong is refused."""

import json
from os import urandom

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, update

from domain.audit import CONSISTENT, audit
from domain.bots.simulation import play_logged, random_player
from domain.contract.quantities import INSTANTS
from domain.games.catalog import Catalog
from domain.log.canon import canonical, parse
from domain.log.gameid import new_id
from domain.log.record import GENESIS, chained
from domain.log.words import LONGEST_KEPT
from domain.records.export import export, read
from domain.table.gamelog import GameLog
from service.games.imports import BESIDE, LIST, MARK, NotTakenIn
from service.games.shapes import NewGame, OperatorAct
from service.games.shapes.answers import Link
from service.store.event_store import executing
from service.store.relations import record_entries, records
from tests.forgeries import forged
from tests.installation import install
from tests.service.playing import ME, all_events, finished, open_pig, refusal

BEFORE = "6a6f7572-6e61-4c00-8000-000000000000"


def made_anew(value):
    """The record with every hash made anew, as a forger would."""
    head = GENESIS
    for event in value["events"]:
        public = {key: part for key, part in event.items() if key not in ("private", "hash")}
        head = chained(head, canonical(public))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    return canonical(value)


@pytest.fixture
def elsewhere(tmp_path):
    """Another installation."""
    services = install(tmp_path / "elsewhere")
    yield services
    services.close()


@pytest.fixture
def record(elsewhere):
    """The record of a finished game of somebody elsewhere, as a JSON value."""
    zoe = elsewhere.accounts.create("Zoe")[0].id
    return elsewhere.ledger.record(finished(elsewhere, zoe, guess=True))


@pytest.fixture
def take_in(services, people):
    def call(raw, **how):
        return services.imports.take_in(people["ann"], raw if isinstance(raw, bytes) else canonical(raw), **how)

    return call


def test_a_record_is_kept_as_it_is(services, take_in, record):
    found = take_in(record)
    assert found.id != record["id"]
    assert services.imports.record(found.id).encode() == canonical(record)
    assert audit(services.imports.record(found.id), services.catalog).code == CONSISTENT


def test_a_record_stays_when_who_brought_it_is_deleted(services, people, take_in, record):
    found = take_in(record)
    services.account_deletion.forget(people["ann"])
    assert [kept.id for kept in services.imports.listed()] == [found.id]
    assert audit(services.imports.record(found.id), services.catalog).code == CONSISTENT
    assert services.imports.take_in(people["bob"], canonical(record)).known


def test_the_same_game_is_kept_once(services, take_in, record):
    first = take_in(record)
    renamed = {**record, "names": {"s1": "Somebody"}}
    assert (take_in(renamed).id, take_in(renamed).known) == (first.id, True)
    assert len(services.imports.listed()) == 1


def test_an_altered_record_is_refused_though_its_head_is_known(services, people, take_in, record):
    game_id = finished(services, people["ann"])
    take_in(record)
    for known in (record, services.ledger.record(game_id)):
        first, second, third, *others = known["events"]
        events = [first, second, {**third, "at": third["at"] + 1}, *others]
        with pytest.raises(NotTakenIn, match="event 3: its hash does not follow"):
            take_in({**known, "events": events})


def test_a_game_that_was_played_here_is_not_taken_in(services, people, take_in):
    game_id = finished(services, people["ann"])
    found = take_in(services.ledger.record(game_id))
    assert (found.id, found.played_here, services.imports.listed()) == (game_id, True, [])


def test_it_is_listed_with_its_names_and_what_was_proved(services, take_in, record):
    found = take_in(record)
    [kept] = services.imports.listed()
    assert (kept.id, kept.source, kept.game, kept.mark) == (found.id, record["id"], "pig", MARK)
    assert (kept.seats, kept.head, kept.events) == ({"s1": "Zoe", "s2": "Zoe"}, record["head"], len(record["events"]))


def test_it_is_seen_at_any_version_through_anybodys_eyes(services, elsewhere, take_in, record):
    found = take_in(record)
    for at in range(1, len(record["events"]) + 1):
        for seat in ("s1", "s2", "spectator", "referee"):
            here = services.imports.view(found.id, seat, at)
            there = elsewhere.ledger.view(record["id"], None, seat, at)
            assert all(getattr(here, name) == getattr(there, name) for name in there.__struct_fields__)
    assert services.imports.last(found.id) == len(record["events"])
    whole = services.imports.view(found.id)
    assert (whole.seat, whole.status, whole.record.source) == ("spectator", "over", record["id"])


def test_its_log_is_read_in_pieces(services, elsewhere, take_in, record):
    found = take_in(record)
    assert services.imports.events(found.id, limit=1000) == all_events(elsewhere.ledger, record["id"])
    assert services.imports.events(found.id, after=2, limit=3) == record["events"][2:5]


def test_it_counts_for_nothing(services, take_in, record, people):
    take_in(record)
    services.read_models.follower.catch_up()
    assert list(services.read_models.archive.closed_publicly(0, INSTANTS.most)) == []
    assert refusal(services.ledger.view, record["id"]) == "not-found"


def test_it_is_never_rated(services, take_in, record):
    """LG-RAT-2"""
    found = take_in(record)

    assert services.read_models.follower.catch_up()
    assert services.read_models.ratings.verdict(found.id) is None
    assert services.read_models.ratings.verdicts("pig").games == []
    assert services.read_models.ratings.best("pig") == []


def test_the_journal_lists_it(services, take_in, record):
    found = take_in(record)
    last = services.journal.entries()[-1]
    assert (last["type"], last["data"]["id"], last["data"]["source"]) == ("ImportListed", found.id, record["id"])
    assert last["data"]["head"] == record["head"]


@pytest.mark.parametrize("chain", [{"id": BEFORE, "head": "00", "number": 2, "more": 1}, {"id": BEFORE}, "x", None])
def test_what_it_says_of_its_chain_is_shown_where_it_says_anything(services, take_in, record, chain):
    opened = record["events"][0]
    for told in (opened["action"]["data"], opened["data"]):
        told["terms"]["chain"] = chain
    found = take_in(json.loads(made_anew(record)))
    shown = services.imports.view(found.id).chain
    assert shown == (Link(id=BEFORE, head="00", number=2) if chain and "number" in chain else None)


def test_words_in_it_are_shown(services, elsewhere, take_in):
    zoe = elsewhere.accounts.create("Zoe")[0].id
    game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
    elsewhere.corrections.operate(None, game_id, OperatorAct("void", "it rained"))
    found = take_in(elsewhere.ledger.record(game_id))
    acted = next(event for event in services.imports.events(found.id) if event["type"] == "OperatorActed")
    assert [words["text"] for words in acted["texts"].values()] == ["it rained"]


def why(take_in, raw, **how):
    with pytest.raises(NotTakenIn) as refused:
        take_in(raw, **how)
    return refused.value


def test_words_longer_than_any_that_are_written_are_not_taken_in(services, elsewhere, take_in, monkeypatch):
    monkeypatch.setattr("service.games.corrections.LONGEST_REASON", 10**6)
    zoe = elsewhere.accounts.create("Zoe")[0].id
    records = []
    for longest in (LONGEST_KEPT, LONGEST_KEPT + 1):
        game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
        elsewhere.corrections.operate(None, game_id, OperatorAct("void", "x" * longest))
        records.append(elsewhere.ledger.record(game_id))
    assert not take_in(records[0]).known
    acted = next(event for event in records[1]["events"] if event["type"] == "OperatorActed")
    reason = why(take_in, records[1]).reason
    assert reason == f"event {acted['version']}: it refers to words of more than 6000 characters"
    assert len(services.imports.listed()) == 1


def test_the_record_of_a_running_game_is_not_taken_in(services, elsewhere, take_in):
    zoe = elsewhere.accounts.create("Zoe")[0].id
    running = open_pig(elsewhere.ledger, zoe, ME, ME)
    assert why(take_in, elsewhere.ledger.record(running)).reason.startswith("a prefix")
    assert services.imports.listed() == []


def test_forced_outcomes_are_not_taken_in(take_in, record):
    next(event for event in record["events"] if event["type"] == "DieRolled")["draws"][0]["forced"] = True
    assert why(take_in, made_anew(record)).reason.startswith("not a fair game")


def test_a_branch_is_not_taken_in(elsewhere, take_in, record):
    zoe = elsewhere.accounts.by_name("Zoe").id
    boundaries = elsewhere.ledger.timeline(record["id"])["boundaries"]
    made = elsewhere.practice.branch(zoe, record["id"], boundaries[0])
    elsewhere.ledger.close(made, "void")
    assert "given position" in why(take_in, elsewhere.ledger.record(made)).reason


def test_what_is_wrong_with_which_command_is_told(take_in, record):
    rolls = [event for event in record["events"] if event.get("action") == {"type": "roll"}]
    for event in rolls:
        event["action"] = {"type": "guess"}
    refused = why(take_in, made_anew(record), most_findings=20)
    assert [finding.version for finding in refused.findings] == [event["version"] for event in rolls]
    assert refused.findings[0].reason == "its action is malformed: Object missing required field `number`"
    assert refused.reason.startswith(f"event {rolls[0]['version']}: ")


def test_an_illegal_command_is_named_with_the_rules_that_refuse_it(take_in, record):
    held = next(event for event in record["events"] if event.get("action") == {"type": "hold"})
    other = "s2" if held["seat"] == "s1" else "s1"
    for event in record["events"]:
        if event["command"] == held["command"]:
            event["seat"] = other
    reason = why(take_in, made_anew(record)).reason
    assert "not-your-decision under rules 1: " in reason


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"format": "nightledger/1"}', b"[" * 100_000, b"{" * 1000,
        b'{"a":' * 80 + b"1" + b"}" * 80, b'{"format": 1.5}', b'{"format": 1, "format": 2}', b'"' + b"x" * 1000,
    ],
    ids=range(12),
)  # fmt: skip
def test_what_is_no_record_is_refused_with_a_reason(take_in, raw):
    assert why(take_in, raw).reason


@pytest.mark.parametrize(
    "alter",
    [
        lambda record: record.update(more=1),
        lambda record: record.update(events=[]),
        lambda record: record.update(events=[1]),
        lambda record: record.update(events=[{}]),
        lambda record: record.update(game="chess"),
        lambda record: record.update(rules=99),
        lambda record: record.update(names={"s1": "x" * 41}),
        lambda record: record.update(names={"s1": "a\nb"}),
        lambda record: record.update(names={"s9": "Zoe"}),
        lambda record: record.update(files={"00": "x"}),
        lambda record: record.update(texts={"t": {"text": "x", "nonce": "00"}}),
        lambda record: record["events"][0].update(more=1),
        lambda record: record["events"][0].update(type="Nonsense"),
        lambda record: record["events"][0].update(private=[]),
        lambda record: record["events"][0]["data"].update(seats=["referee", "closed"]),
        lambda record: record["events"][-1]["data"].update(seed="zz"),
        lambda record: record["events"][-1]["data"].update(seed=1),
        lambda record: record["events"][-2].update(opens=[1]),
        lambda record: record["events"][5].update(draws=[1]),
        lambda record: record["events"][5].update(version=2**60),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_and_nothing_is_kept(services, take_in, record, alter):
    alter(record)
    refused = [canonical(record)]
    if all(isinstance(event, dict) for event in record["events"]):
        refused.append(made_anew(json.loads(json.dumps(record))))
    for raw in refused:
        assert why(take_in, raw).reason
    assert services.imports.listed() == []


@pytest.mark.parametrize("game_id", ["", "\x00", "<b>", "../..", "league/1/A/1", "a" * 65, "a" * 200_000], ids=range(7))
def test_a_record_under_an_id_that_no_game_has_is_refused_and_nothing_is_kept(services, take_in, game_id):
    """What the journal lists of an import is small, whoever made the record."""
    before = services.journal.document()
    refused = why(take_in, forged(game_id))
    assert (refused.status, refused.code) == (422, "bad-record")
    assert len(refused.reason) < 200
    assert services.imports.listed() == []
    assert services.journal.document() == before


def test_pages_of_records_are_read_from_the_newest_on(services, elsewhere, take_in):
    zoe = elsewhere.accounts.create("Zoe")[0].id
    ids = {take_in(elsewhere.ledger.record(finished(elsewhere, zoe))).id for _ in range(3)}
    first = services.imports.listed(limit=2)
    second = services.imports.listed(first[-1].id, limit=2)
    assert len(first) == 2
    assert {kept.id for kept in (*first, *second)} == ids


@pytest.mark.parametrize(
    "call",
    [
        lambda imports: imports.last("nonsense"),
        lambda imports: imports.view("nonsense"),
        lambda imports: imports.events("nonsense"),
        lambda imports: imports.record("nonsense"),
    ],
)
def test_there_is_no_such_record(services, call):
    assert refusal(call, services.imports) == "not-found"


def test_versions_and_eyes_that_are_none_are_refused(services, take_in, record):
    found = take_in(record)
    for at in (0, -1, len(record["events"]) + 1):
        assert refusal(services.imports.view, found.id, None, at) == "not-found"
    assert refusal(services.imports.view, found.id, "s9") == "forbidden"
    assert refusal(services.imports.events, found.id, "s9") == "forbidden"


def record_of_cards():
    """One that `nightledger simulate` wrote: its seats are AIs, its id is no UUID, its data are embedded."""
    seats = ["s1", "s2"]
    everyone, levels = dict.fromkeys(seats, random_player), dict.fromkeys(seats, "random")
    log = play_logged(Catalog(), "nightfall-1-0", "nightfall", {}, seats, b"k", everyone, levels)
    return export(log.table, log.entries, {"s1": "random s1"}, ()).encode()


def test_a_record_of_cards_is_taken_in(services, people, take_in):
    raw = record_of_cards()
    found = take_in(raw)
    assert services.imports.view(found.id).seats["s1"].name == "random"
    assert services.imports.record(found.id).encode() == raw
    assert read(raw).files
    assert parse(raw)["files"] == services.imports.record(found.id).files


def with_much_data(monkeypatch):
    """The bytes of a record that names a data file which its game does not have, by a long name."""
    opening = GameLog.opening

    def opened(*given, **named):
        action = opening(*given, **named)
        return replace(action, data={**action.data, "data": {"x" * 10_000: "ab" * 32}})

    with monkeypatch.context() as patch:
        patch.setattr(GameLog, "opening", opened)
        return forged(new_id(urandom))


def test_what_the_list_reads_of_a_record_is_small_whatever_it_holds(services, elsewhere, take_in, monkeypatch):
    zoe = elsewhere.accounts.create("Zoe")[0].id
    game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
    elsewhere.corrections.operate(None, game_id, OperatorAct("void", "it rained" * 50))
    for raw in (record_of_cards(), canonical(elsewhere.ledger.record(game_id)), with_much_data(monkeypatch)):
        found = take_in(raw)
        assert services.imports.record(found.id).encode() == raw
    read = [row["header"] for row in services.store.rows(LIST, limit=9)]
    assert len(read) == len(services.imports.listed()) == 3
    assert all(len(header) < 500 for header in read)


def test_a_record_that_was_kept_with_data_files_and_words_in_its_header_is_read_as_before(services, take_in):
    raw = record_of_cards()
    found, record = take_in(raw), parse(raw)
    header = json.dumps({"record": {**record, "events": []}, "count": len(record["events"])}).encode()
    services.store.write(
        executing(update(records).values(header=header)),
        executing(delete(record_entries).where(record_entries.c.version == BESIDE)),
    )
    assert services.imports.record(found.id).encode() == raw
    assert services.imports.view(found.id).seats["s1"].name == "random"
    assert [kept.id for kept in services.imports.listed()] == [found.id]


def test_private_games_leave_their_installation_as_any_other(elsewhere, take_in):
    zoe = elsewhere.accounts.create("Zoe")[0].id
    private = elsewhere.ledger.open_game(zoe, NewGame("pig", [ME, ME], visibility="private"))
    elsewhere.ledger.close(private, "void")
    assert take_in(elsewhere.ledger.record(private, zoe)).known is False
