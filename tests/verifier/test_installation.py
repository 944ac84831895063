"""Records of an installation before both verifiers, with what its players kept: heads, receipts, the journal."""

import hashlib

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.verdict import ANOTHER_GAME
from domain.log.canon import canonical, parse
from domain.log.journal import BadJournal, checked, journal_of, next_entry, read_journal
from domain.log.record import GENESIS, chained
from domain.log.whole import entry_from_json
from domain.records.export import export, read
from domain.table import actions as a
from domain.table.gamelog import GameLog
from service.games.shapes import NewGame, OperatorAct, Posted
from service.store.published.receipts import BadReceipt, read_receipt
from tests.domain.audit.games import pig
from tests.forgeries import forged, taken_in
from tests.installation import install
from tests.pigs.pig import Hold, Roll
from tests.service.playing import HOLD, ME, OPEN, ROLL, act, open_pig
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, command_line, made_anew, played

ENTROPY = "ab" * 32


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    services = install(tmp_path_factory.mktemp("installation") / "home")
    yield services
    services.close()


@pytest.fixture(scope="module")
def people(services):
    """Ids of the accounts `ann`, `bob` and `cy`, who is an operator."""
    found = {name: services.accounts.create(name)[0].id for name in ("ann", "bob", "cy")}
    services.accounts.set_operator(found["cy"], True)
    return found


class Duel:
    """A game of ann and bob with sealed entropy, takebacks and operators' words: its receipts, its states, its end."""

    def __init__(self, services, people):
        self.services, self.people, self.receipts = services, people, []
        ledger, sealed = services.ledger, hashlib.sha256(bytes.fromhex(ENTROPY)).hexdigest()
        reserved = ledger.reserve(people["ann"]).id
        new = NewGame("pig", [ME, OPEN], {"goal": 90}, reservation=reserved, entropy_hash=sealed)
        self.id = ledger.open_game(people["ann"], new)
        ledger.sit(people["bob"], self.id, entropy_hash=sealed)
        for name, seat in (("ann", "s1"), ("bob", "s2")):
            self._answered(ledger.open_entropy(people[name], self.id, seat, ENTROPY))
        start = ledger.view(self.id).version
        self._move("ann", HOLD)
        self._answered(services.corrections.take_back(people["ann"], self.id, None, start, Posted(())))
        for _ in range(3):
            self._move("ann", ROLL, HOLD)
            self._move("bob", ROLL, HOLD)
        self._operate("take-back", to=start)
        self._move("ann", ROLL, HOLD)
        self.running = {name: canonical(ledger.record(self.id, people[name])) for name in ("ann", "cy")}
        self.journal_before = services.journal.document().encode()
        self._operate("adjudicate", places={"s1": 1, "s2": 2})
        self.raw = canonical(ledger.record(self.id))
        self.journal = services.journal.document().encode()
        self.key = services.signer.keys()[0].key

    def _move(self, name, *actions):
        for action in actions:
            if self.services.ledger.view(self.id, self.people[name]).decision:
                self._answered(act(self.services.ledger, self.people[name], self.id, action))

    def _operate(self, verb, **how):
        said = OperatorAct(verb, f"they asked for it: {verb}", **how)
        self._answered(self.services.corrections.operate(self.people["cy"], self.id, said))

    def _answered(self, answer):
        self.receipts.append(canonical(answer.receipt))


@pytest.fixture(scope="module")
def duel(services, people):
    return Duel(services, people)


@pytest.fixture
def asked(tmp_path):
    """Asks both verifiers about a record and what was kept: their exit codes."""

    def ask(raw, *, receipts=(), journal=None, key=None, seen=None):
        arguments = [tmp_path / "record.json", *([f"--key={key}"] if key else [])]
        arguments[0].write_bytes(raw)
        for number, receipt in enumerate(receipts):
            arguments.append(f"--receipt={tmp_path / f'receipt-{number}.json'}")
            (tmp_path / f"receipt-{number}.json").write_bytes(receipt)
        if journal is not None:
            arguments.append(f"--journal={tmp_path / 'journal.json'}")
            (tmp_path / "journal.json").write_bytes(journal)
        heads = dict(seen or {})
        arguments += [f"--seen={version}:{head}" for version, head in heads.items()]
        heads |= {one.version: one.head for one in map(read_receipt, receipts)}
        lines = None if journal is None else checked(read_journal(journal))
        return audit(read(raw), CATALOG, heads, lines).code, command_line(*arguments)

    return ask


def test_a_game_with_everything_in_it_is_consistent_with_all_that_was_kept(asked, duel):
    types = {event["type"] for event in parse(duel.raw)["events"]}
    assert {"EntropyOpened", "TakenBack", "OperatorActed", "DieRolled", "GameClosed"} <= types
    assert len(parse(duel.raw)["texts"]) == 2
    assert asked(duel.raw) == (CONSISTENT, CONSISTENT)
    kept = {"receipts": duel.receipts, "journal": duel.journal}
    assert asked(duel.raw, **kept) == (CONSISTENT, CONSISTENT)
    assert asked(duel.raw, receipts=duel.receipts, key=duel.key) == (CONSISTENT, CONSISTENT)


@pytest.mark.parametrize("reader", ["ann", "cy"])
def test_what_a_reader_gets_of_a_running_game_is_a_prefix_of_the_record(asked, duel, reader):
    running = duel.running[reader]
    assert asked(running, receipts=duel.receipts[:-1], journal=duel.journal_before) == (PREFIX, PREFIX)
    hashes = [event["hash"] for event in parse(running)["events"]]
    assert hashes == [event["hash"] for event in parse(duel.raw)["events"]][: len(hashes)]


def test_words_that_were_altered_are_refused_and_words_that_were_deleted_are_not(asked, duel):
    value = parse(duel.raw)
    name = next(iter(value["texts"]))
    value["texts"][name]["text"] += "!"
    assert asked(canonical(value)) == (REFUSED, REFUSED)
    del value["texts"][name]
    assert asked(canonical(value)) == (CONSISTENT, CONSISTENT)


def test_a_receipt_of_another_key_is_refused(asked, duel, tmp_path_factory):
    other = install(tmp_path_factory.mktemp("other") / "home")
    key = other.signer.keys()[0].key
    other.close()
    assert asked(duel.raw, receipts=duel.receipts[:1], key=key)[1] == REFUSED


def test_a_record_taken_in_from_elsewhere_stands_in_the_journal_with_its_final_head(asked, services, people):
    log = played("pig", "elsewhere", 2)
    raw = export(log.table, log.entries, {}, ()).encode()
    found = services.imports.take_in(people["ann"], raw)
    journal = services.journal.document().encode()
    assert asked(services.imports.record(found.id).encode(), journal=journal) == (CONSISTENT, CONSISTENT)
    value = parse(raw)
    value["events"] = value["events"][:-1]
    assert asked(made_anew(value), journal=journal) == (REFUSED, REFUSED)


def listing(services, *more):
    """The journal of the installation, and what is listed after it."""
    entries = services.store.journal()
    for one in more:
        entries.append(next_entry(entries[-1], one, 0))
    return journal_of(entries).encode()


def test_a_forgery_that_was_taken_in_under_its_id_says_nothing_of_a_game_that_was_played_here(asked, services, duel):
    """Older versions took it in; the genuine record stands as before, the forged one does not."""
    forgery = forged(duel.id)
    journal = listing(services, taken_in(forgery), taken_in(duel.raw), taken_in(forgery))
    assert asked(duel.raw, receipts=duel.receipts, journal=journal) == (CONSISTENT, CONSISTENT)
    assert asked(forgery, journal=journal) == (REFUSED, REFUSED)


@pytest.mark.parametrize("reader", ["ann", "cy"])
def test_nor_of_one_that_still_runs(asked, duel, reader):
    value = parse(duel.journal_before)
    entries = [*map(entry_from_json, value["entries"])]
    entries.append(next_entry(entries[-1], taken_in(forged(duel.id)), 0))
    assert asked(duel.running[reader], journal=journal_of(entries).encode()) == (PREFIX, PREFIX)


def test_nor_of_one_that_was_reserved_later(asked, services, duel):
    entries = [next_entry(None, taken_in(forged(duel.id)), 0)]
    for line in checked(read_journal(duel.journal)):
        entries.append(next_entry(entries[-1], line.listed, line.at))
    assert asked(duel.raw, journal=journal_of(entries).encode()) == (CONSISTENT, CONSISTENT)


def test_two_records_of_one_id_that_were_taken_in_stand_each_by_itself(asked, services):
    """A forgery that came first says nothing of the record that came after it."""
    first, second, third = (forged("elsewhere", key) for key in (b"1", b"2", b"3"))
    journal = listing(services, taken_in(first), taken_in(second))
    for raw in (first, second):
        assert asked(raw, journal=journal) == (CONSISTENT, CONSISTENT)
    assert asked(third, journal=journal) == (REFUSED, REFUSED)


def test_the_id_that_a_record_has_here_is_no_id_of_another_record(asked, services):
    genuine, forgery = forged("elsewhere"), forged("there")
    journal = listing(services, taken_in(genuine), taken_in(forgery, "elsewhere"))
    assert asked(genuine, journal=journal) == (CONSISTENT, CONSISTENT)


# The clever forger


def test_cutting_off_the_tail_leaves_a_prefix_that_no_kept_head_nor_the_journal_lets_pass(asked, duel):
    value = parse(duel.raw)
    last = value["events"].pop()
    cut = made_anew(value)
    value["texts"] = {}
    assert asked(cut) == (PREFIX, PREFIX)
    assert asked(cut, seen={last["version"]: last["hash"]}) == (REFUSED, REFUSED)
    assert asked(cut, receipts=duel.receipts[-1:], key=duel.key) == (REFUSED, REFUSED)
    assert asked(cut, journal=duel.journal) == (REFUSED, REFUSED)


def test_an_altered_action_with_every_hash_made_anew_is_no_longer_the_game_that_was_kept(asked, duel):
    value = parse(duel.raw)
    for event in value["events"]:
        event["at"] += 1
    later = made_anew(value)
    assert asked(later) == (CONSISTENT, CONSISTENT)
    assert asked(later, seen={9: parse(duel.raw)["events"][8]["hash"]}) == (REFUSED, REFUSED)
    assert asked(later, receipts=duel.receipts[:1], key=duel.key) == (REFUSED, REFUSED)
    assert asked(later, journal=duel.journal) == (REFUSED, REFUSED)


def test_another_outcome_with_every_hash_made_anew_does_not_come_from_the_seed(asked, duel):
    value = parse(duel.raw)
    draw = next(draw for event in value["events"] for draw in event["draws"])
    draw["result"] = [1 + draw["result"][0] % 6]
    assert asked(made_anew(value)) == (REFUSED, REFUSED)


def test_a_whole_game_made_again_from_another_seed_is_not_the_one_that_was_kept(asked, duel):
    forged = GameLog(CATALOG, duel.id, b"another".ljust(32), random_bytes())
    forged.post("service", None, forged.opening("pig", {"goal": 5}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        forged.post("seat", seat, a.Sit(account=seat), 101)
    forged.post("service", None, a.Start(), 102)
    while forged.table.status == "running":
        [seat] = forged.table.pending
        forged.post("seat", seat, Hold() if forged.table.state.turn_points > 2 else Roll(), 103)
    raw = export(forged.table, forged.entries, {}, ()).encode()
    assert asked(raw) == (CONSISTENT, CONSISTENT)
    assert asked(raw, seen={9: parse(duel.raw)["events"][8]["hash"]}) == (REFUSED, REFUSED)
    assert asked(raw, receipts=duel.receipts[:1], key=duel.key) == (REFUSED, REFUSED)
    assert asked(raw, journal=duel.journal) == (REFUSED, REFUSED)


def test_a_journal_from_which_the_game_was_taken_is_refused_or_does_not_list_it(asked, duel):
    value = parse(duel.journal)
    value["entries"] = [entry for entry in value["entries"] if entry["data"].get("id") != duel.id]
    with pytest.raises(BadJournal, match="the head is not the hash of the last entry"):
        asked(duel.raw, journal=canonical(value))
    assert asked(duel.raw, journal=chained_anew(value)) == (REFUSED, REFUSED)


def test_a_game_that_the_journal_lists_twice_is_refused(asked, duel):
    value = parse(duel.journal)
    end = next(entry for entry in value["entries"] if entry["type"] == "EndListed" and entry["data"]["id"] == duel.id)
    value["entries"].append({**end, "data": {**end["data"], "cause": "void"}, "at": value["entries"][-1]["at"]})
    assert asked(duel.raw, journal=chained_anew(value)) == (REFUSED, REFUSED)


def chained_anew(journal):
    """The journal with versions and hashes made anew from what stands there."""
    head = GENESIS
    for version, entry in enumerate(journal["entries"], 1):
        entry["version"] = entry["command"] = version
        head = chained(head, canonical({key: item for key, item in entry.items() if key not in ("private", "hash")}))
        entry["hash"] = head.hex()
    journal["head"] = head.hex()
    return canonical(journal)


def test_a_game_begun_anew_until_the_deal_suits_stands_in_the_journal(asked, services, people):
    def begun():
        game_id = open_pig(services.ledger, people["bob"], ME, ME, goal=90)
        for _ in range(2):
            act(services.ledger, people["bob"], game_id, HOLD, seat=None)
        return game_id

    void = [begun(), begun()]
    for game_id in void:
        services.corrections.operate(people["cy"], game_id, OperatorAct("void", "the deal does not suit"))
    kept = begun()
    services.corrections.operate(people["cy"], kept, OperatorAct("adjudicate", "it does", places={"s1": 1, "s2": 2}))
    raw, journal = canonical(services.ledger.record(kept)), services.journal.document().encode()
    assert asked(raw, journal=journal) == (CONSISTENT, CONSISTENT)
    remarks = audit(read(raw), CATALOG, journal=checked(read_journal(journal))).remarks
    assert f"of the same creator's other games 2 are void: {', '.join(void)}" in remarks
    listed = [entry["data"] for entry in parse(journal)["entries"] if entry["type"] == "EndListed"]
    assert [data["cause"] for data in listed if data["id"] in void] == ["void", "void"]


# What somebody else holds


@pytest.fixture(scope="module")
def other_receipts(services, people):
    """The receipts of another game of the same people."""
    game_id = open_pig(services.ledger, people["ann"], ME, ME, goal=90)
    answers = [act(services.ledger, people["ann"], game_id, action, seat="s1") for action in (ROLL,)]
    return [canonical(answer.receipt) for answer in answers]


def test_a_receipt_of_another_game_says_nothing_of_this_one_and_is_told(asked, duel, other_receipts):
    assert asked(duel.raw, receipts=[*other_receipts, *duel.receipts], key=duel.key)[1] == ANOTHER_GAME


def test_a_receipt_that_is_passed_off_as_one_of_another_game_is_refused(duel, other_receipts, tmp_path):
    record = tmp_path / "record.json"
    record.write_bytes(duel.raw)
    genuine = parse(duel.receipts[3])
    for changed in (
        {**parse(other_receipts[0]), "game": duel.id},
        {**genuine, "version": genuine["version"] + 1},
        {**genuine, "head": parse(duel.receipts[4])["head"]},
        {**genuine, "signature": parse(duel.receipts[4])["signature"]},
    ):
        receipt = tmp_path / "receipt.json"
        receipt.write_bytes(canonical(changed))
        assert command_line(record, f"--receipt={receipt}", f"--key={duel.key}") == REFUSED
        with pytest.raises(BadReceipt, match="the signature is not one of this key"):
            read_receipt(canonical(changed)).check(duel.key)


def test_a_running_game_that_was_altered_with_every_hash_made_anew_does_not_pass_what_was_kept(asked, duel):
    value = parse(duel.running["ann"])
    rolled = next(event for event in value["events"] if event["type"] == "DieRolled")
    rolled["draws"][0]["result"] = [1 + rolled["draws"][0]["result"][0] % 6]
    value["texts"] = {}
    forged = made_anew(value)
    assert asked(forged) == (PREFIX, PREFIX)
    assert asked(forged, receipts=duel.receipts[-2:-1], key=duel.key) == (REFUSED, REFUSED)
    last = parse(duel.running["ann"])["events"][-1]
    assert asked(forged, seen={last["version"]: last["hash"]}) == (REFUSED, REFUSED)


def test_a_hidden_part_shown_at_another_version_of_a_running_game_is_refused(asked):
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.follow(pig().entries[:-3])
    value = parse(export(log.table, log.entries, {}, ["s2"]).encode())
    shown = [event for event in value["events"] if "s2" in event["private"]]
    assert len(shown) == 1
    other = next(event for event in value["events"] if "s1" in event["commitments"])
    other["private"] = dict(shown[0]["private"])
    assert asked(canonical(value)) == (REFUSED, REFUSED)
    other["private"] = {"s1": shown[0]["private"]["s2"]}
    assert asked(canonical(value)) == (REFUSED, REFUSED)
