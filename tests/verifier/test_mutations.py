"""Whatever is altered in a record, both verifiers refuse it, and say alike whether for its form.

Of each field of an entry, of a record or of a journal, all three readers say the same.
"""

import random

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.verdict import MALFORMED
from domain.log.canon import canonical, parse
from domain.log.journal import (
    BadJournal,
    BranchListed,
    ImportListed,
    KeyListed,
    NoJournal,
    VerdictListed,
    checked,
    read_journal,
)
from domain.records.export import export, read
from domain.table.gamelog import GameLog
from tests.domain.audit.games import pig
from tests.domain.log.journals import listed_of, listing, void_game
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, played, said
from tests.verifier.mutations import BESIDE, OTHERWISE, fields_altered, mutants, rechained
from verifier import verify

GAMES = ("pig", "nightfall", "darkness", "last-spell", "a prefix")


def record(name):
    """The record of a game; of one that goes on, as its second seat reads it."""
    if name == "a prefix":
        log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
        log.follow(pig().entries[:-3])
        return export(log.table, log.entries, {"s1": "Ana"}, ["s2"]).encode()
    log = pig() if name == "pig" else played(name, "spoilt", 2)
    return export(log.table, log.entries, {"s1": "Ana"}, ()).encode()


def refused(both, name, count, seed):
    """How many of `count` spoilt records both refuse."""
    raw = record(name)
    assert both(raw) in {(CONSISTENT, CONSISTENT), (PREFIX, PREFIX)}
    alike = {(REFUSED, REFUSED), (MALFORMED, MALFORMED)}
    return sum(both(spoilt) in alike for spoilt in mutants(raw, random.Random(seed), count))


@pytest.mark.parametrize(("name", "count"), list(zip(GAMES, (100, 10, 10, 10, 100))))
def test_spoilt_records_are_refused(both, name, count):
    assert refused(both, name, count, name) == count


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("name", "count"), list(zip(GAMES, (1400, 100, 100, 100, 800))))
def test_ten_thousand_spoilt_records_are_refused(both, name, count, part):
    assert refused(both, name, count, f"{name} {part}") == count


class Three:
    """Asks all three readers about a record, alone or beside a journal; none of them may stumble over it."""

    def __init__(self, folder, both, examiner):
        self._files = folder / "record.json", folder / "journal.json"
        self._audited, self._examiner = both.audited, examiner

    def __call__(self, raw, journal=None):
        """Their exit codes."""
        told = self._examiner(raw, journals=() if journal is None else [journal])
        assert told["verdict"] not in ("refused", "malformed") or told["where"] is not None, told
        return self._of_the_audit(raw, journal), self._of_the_file(raw, journal), verify.VERDICTS[told["verdict"]]

    def _of_the_audit(self, raw, journal):
        if journal is None:
            return self._audited(raw)
        try:
            return audit(read(raw), CATALOG, journal=checked(read_journal(journal))).code
        except NoJournal:
            return MALFORMED
        except BadJournal:
            return REFUSED

    def _of_the_file(self, raw, journal):
        beside = [] if journal is None else [f"--journal={self._files[1]}"]
        for file, content in zip(self._files, (raw, journal or b"")):
            file.write_bytes(content)
        code, told = said(self._files[0], *beside)
        assert "it does not fit together" not in told
        return code


@pytest.fixture
def three(tmp_path, both, examiner):
    return Three(tmp_path, both, examiner)


def unlike(asked):
    """What the readers judge differently, of pairs of what was done and their codes."""
    return {what: codes for what, codes in asked if len({*codes}) > 1}


@pytest.mark.parametrize("kind", ["SeatTaken", "GameCreated"])
def test_all_three_judge_each_field_of_an_entry_alike(three, kind):
    """Of a game that goes on, as nothing is decided again there."""
    log = void_game(closed=False)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    at = next(at for at, entry in enumerate(value["events"]) if entry["type"] == kind)
    asked = []
    for what, entry in fields_altered(value["events"][at], BESIDE):
        head, entries = rechained(value, [*value["events"][:at], entry, *value["events"][at + 1 :]])
        asked.append((what, three(canonical({**head, "events": entries}))))
    assert unlike(asked) == {}
    assert {codes[0] for _, codes in asked} == {PREFIX, REFUSED, MALFORMED}


@pytest.mark.parametrize("term", ["deal", "shared", "chain"])
def test_all_three_judge_each_term_of_a_game_alike(three, term):
    log = void_game(closed=False)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    first, *others = value["events"]
    asked = []
    for what, terms in fields_altered({term: None}, (), OTHERWISE):
        data = {**first["data"], "terms": {**first["data"]["terms"], **terms}}
        changed = {**first, "data": data, "action": {"type": "table/open", "data": data}}
        head, entries = rechained(value, [changed, *others])
        asked.append((what, three(canonical({**head, "events": entries}))))
    assert unlike(asked) == {}


def test_what_the_header_says_otherwise_than_event_1_is_refused_by_all_three_though_python_calls_it_equal(three):
    log = void_game(closed=False)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    first, *others = value["events"]
    assert value["rules"] == 1
    data = {**first["data"], "rules": True}
    head, entries = rechained(value, [{**first, "data": data, "action": {"type": "table/open", "data": data}}, *others])
    assert three(canonical({**head, "events": entries})) == (REFUSED,) * 3


NEWER = "a\u0897\u0323"
"""With a mark of Unicode 16, which brings it before the other one."""


@pytest.mark.parametrize(("text", "code"), [(NEWER, PREFIX), (f"{NEWER} e\u0301", MALFORMED), ("\U0001fae9", PREFIX)])
def test_a_record_is_read_alike_whatever_version_of_unicode_its_reader_has(three, text, code):
    log = void_game(closed=False)
    assert three(export(log.table, log.entries, {"s1": text}, ()).encode()) == (code,) * 3


@pytest.mark.parametrize("by", ["seat", "clock", "operator", "service"])
@pytest.mark.parametrize("verb", ["league/x", "series/open", "table/x", "roll"])
def test_all_three_say_alike_who_posts_what_in_a_game(three, verb, by):
    """An action of a league is none of a game, and no operator's there."""
    log = void_game(closed=False)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    at = next(at for at, entry in enumerate(value["events"]) if entry["type"] == "SeatTaken")
    for seat in (None, "s1"):
        events = [*value["events"]]
        events[at] = {**events[at], "by": by, "seat": seat, "action": {"type": verb}}
        head, entries = rechained(value, events)
        may = by == "seat" or (by in ("clock", "service") and not verb.startswith("table/"))
        fits = may and (seat is not None or by == "service")
        assert three(canonical({**head, "events": entries})) == (PREFIX if fits else REFUSED,) * 3


def journal_of_a_void_game():
    """Its record, and a journal that lists it and something of each kind besides."""
    log = void_game()
    reserved, start, end = listed_of(log)
    branch, other = BranchListed("g9", "g8", 3, "ab" * 32), ImportListed("here", "g7", "pig", 1, "ab" * 32, "cd" * 32)
    things = KeyListed("ab" * 32, "Ed25519"), reserved, branch, start, end, VerdictListed("g1", "rated", "rated"), other
    return export(log.table, log.entries, {}, ()).encode(), parse(listing(*things).encode())


def judged(three, raw, journal, at, entry):
    head, entries = rechained(journal, [*journal["entries"][:at], entry, *journal["entries"][at + 1 :]])
    return three(raw, canonical({**head, "entries": entries}))


def test_all_three_judge_each_field_of_a_journals_entry_alike(three):
    raw, journal = journal_of_a_void_game()
    assert three(raw, canonical(journal)) == (CONSISTENT,) * 3
    asked = [
        (what, judged(three, raw, journal, 3, entry)) for what, entry in fields_altered(journal["entries"][3], BESIDE)
    ]
    assert unlike(asked) == {}
    malformed = {what for what, codes in asked if codes[0] == MALFORMED}
    assert {f"{key}: {value!r}" for key in BESIDE for value in (None, "x", {})} <= malformed
    assert {"at: -1", "type: 'x'", "seat: 'x'", "draws: ['x']", "commitments: {'x': 'y'}", "schema: True"} <= malformed


def test_and_each_field_of_what_it_lists(three):
    raw, journal = journal_of_a_void_game()
    asked = []
    for at, entry in enumerate(journal["entries"]):
        for what, data in fields_altered(entry["data"], ("more",), (None, True, "x", 7)):
            asked.append((f"{entry['type']} {what}", judged(three, raw, journal, at, {**entry, "data": data})))
    assert unlike(asked) == {}
    assert {codes[0] for what, codes in asked if what.endswith(("True", "None", "missing"))} == {MALFORMED}


def test_and_each_field_of_the_journal_itself(three):
    raw, journal = journal_of_a_void_game()
    asked = [(what, three(raw, canonical(value))) for what, value in fields_altered(journal, ("more",))]
    assert unlike(asked) == {}
    assert {codes[0] for _, codes in asked} == {REFUSED, MALFORMED}
