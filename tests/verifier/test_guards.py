"""Guards of both checkers: canonical form, fields that no hash covers, older journals, audiences, operators."""

from copy import deepcopy

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.listed import A_DAY
from domain.audit.verdict import MALFORMED
from domain.contract.game import Text
from domain.log.canon import NotCanonical, canonical, parse
from domain.log.journal import ReservationListed, checked
from domain.log.record import Part, part_nonce
from domain.records.export import export, read
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.domain.audit.games import pig
from tests.domain.log.journals import listed_of, listing, void_game
from tests.domain.log.test_canon import nested
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, command_line, made_anew, said
from verifier import verify

NAMES = {"s1": "Ana"}


@pytest.fixture(scope="module")
def value():
    log = pig()
    return parse(export(log.table, log.entries, NAMES, ()).encode())


UNFIT = {
    "a text not in normal form C": "e\u0301",
    "half a surrogate pair": "\ud800",
    "2^53": 2**53,
    "-2^53": -(2**53),
    "a fraction": 0.5,
    "a key over U+D800": {"\uf8ff": 1},
    "a key not in normal form C": {"e\u0301": 1},
    "65 deep": nested(65),
}


@pytest.mark.parametrize("what", UNFIT)
def test_what_has_no_canonical_form_is_malformed_wherever_it_stands(both, value, what):
    for place in ("options", "names", "an event's data"):
        spoilt = deepcopy(value)
        holder = spoilt["events"][2]["data"] if place == "an event's data" else spoilt[place]
        holder["s2"] = UNFIT[what]
        raw = made_anew(spoilt) if what not in ("half a surrogate pair", "a fraction") else _plain(spoilt)
        assert both(raw) == (MALFORMED, MALFORMED), place


def _plain(spoilt):
    return verify.json.dumps(spoilt).encode()


@pytest.mark.parametrize("fit", ["\u00e9", "\ud7ff", 2**53 - 1, -(2**53) + 1])
def test_what_is_just_within_has_one(fit):
    assert verify.is_plain({"names": {"s1": fit}}, 64)


def test_so_deep_and_no_deeper(tmp_path):
    for depth, fits in ((64, True), (65, False)):
        (tmp_path / "deep.json").write_bytes(canonical(nested(depth)))
        found = [_read(verify.read_json, tmp_path / "deep.json"), _read(parse, canonical(nested(depth)))]
        assert found == [nested(depth) if fits else None] * 2
    assert not verify.is_plain({"\ud800": 1}, 64)
    assert verify.is_plain({"\ud7ff": 1}, 64)


def _read(reader, file):
    """What a reader makes of a file; None where it says that this has no canonical form."""
    try:
        return reader(file)
    except NotCanonical:
        return None
    except verify.Fault as fault:
        return None if fault.word == "malformed" else fault.word


@pytest.mark.parametrize(("depth", "code"), [(58, CONSISTENT), (59, MALFORMED)])
def test_events_are_so_deep_that_they_fit_into_a_chain_of_games(both, value, depth, code):
    deep = deepcopy(value)
    deep["events"][2]["data"]["s2"] = nested(depth)
    assert both.verified(made_anew(deep)) == code
    assert (both.audited(made_anew(deep)) == MALFORMED) == (code == MALFORMED)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda value: value["names"].update(s1="Zoe"), CONSISTENT),
        (lambda value: value["names"].update(s9="Zoe"), REFUSED),
        (lambda value: value["names"].update(s1=None), MALFORMED),
        (lambda value: value.update(names=[]), MALFORMED),
        (lambda value: value.update(texts={"x": {"text": "y", "nonce": "00" * 32}}), REFUSED),
        (lambda value: value.update(texts={"x": {"text": "y"}}), MALFORMED),
        (lambda value: value.update(files={"00" * 32: "y"}), REFUSED),
        (lambda value: value.update(files={"00" * 32: 1}), MALFORMED),
        (lambda value: value["events"][3].update(private={"s9": {"nonce": "00" * 32, "part": {}}}), REFUSED),
        (lambda value: value["events"][3].update(private={"s1": {"nonce": "00" * 32, "part": {}, "x": 1}}), MALFORMED),
        (lambda value: value["events"][3].update(private=None), MALFORMED),
        (lambda value: value["events"][3].update(hash=1), MALFORMED),
        (lambda value: value.update(head="00" * 32), REFUSED),
        (lambda value: value.update(more=1), MALFORMED),
    ],
)
def test_fields_that_no_hash_covers_are_looked_at(both, value, change, code):
    spoilt = deepcopy(value)
    change(spoilt)
    assert both(canonical(spoilt)) == (code, code)


def whole_and_journal(tmp_path, *things, start):
    """What both say of a void game with a journal that lists these things from this time on."""
    log = void_game()
    record, journal = export(log.table, log.entries, {}, ()), listing(*things, start=start)
    (tmp_path / "record.json").write_bytes(record.encode())
    (tmp_path / "journal.json").write_bytes(journal.encode())
    code = command_line(tmp_path / "record.json", f"--journal={tmp_path / 'journal.json'}")
    return audit(record, CATALOG, journal=checked(journal)).code, code


def test_a_journal_that_is_older_than_the_finished_record_is_no_reproach(tmp_path):
    reserved, start, end = listed_of(void_game())
    assert whole_and_journal(tmp_path, reserved, start, end, start=100) == (CONSISTENT, CONSISTENT)
    assert whole_and_journal(tmp_path, reserved, start, start=100) == (CONSISTENT, CONSISTENT)
    assert whole_and_journal(tmp_path, reserved, start=100) == (CONSISTENT, CONSISTENT)


def test_one_that_was_taken_later_and_does_not_list_the_end_is(tmp_path):
    reserved, start, _ = listed_of(void_game())
    later = ReservationListed("another", "bob", "cc" * 32)
    a_day_after = void_game().entries[-1].label.at + A_DAY - 2
    assert whole_and_journal(tmp_path, reserved, start, later, start=a_day_after) == (CONSISTENT, CONSISTENT)
    assert whole_and_journal(tmp_path, reserved, start, later, start=a_day_after + 1) == (REFUSED, REFUSED)


def prefix_with(audiences):
    """A game that goes on, one entry of which commits to parts of these audiences and shows them."""
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 100)
    log.post("seat", "s1", a.Sit(account="ann"), 101)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    event = value["events"][1]
    for name in audiences:
        part = Part(part_nonce(b"s" * 32, "g1", 2, name), {"data": {"told": name}})
        event["private"][name] = {"nonce": part.nonce, "part": part.part}
    return made_anew(value)


def test_an_entry_may_commit_to_everyone_at_once(both):
    assert both(prefix_with(["s1", "s2", "referee"])) == (PREFIX, PREFIX)


@pytest.mark.parametrize("audience", ["everyone", "spectator", "s3", "", "operator"])
def test_and_to_nobody_else(both, audience):
    assert both(prefix_with(["s1", "s2", "referee", audience])) == (REFUSED, REFUSED)


def test_a_part_that_never_opens_is_not_shown(both):
    assert both(prefix_with(["closed"])) == (REFUSED, REFUSED)


def test_operators_acts_are_remarks_in_both_verdicts(tmp_path):
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.Sit(account=seat), 101)
    log.post("service", None, a.Start(), 102)
    reason = Text("r", "00" * 32)
    log.post("operator", None, a.Operate("show-secrets", reason), 103)
    running = export(log.table, log.entries, {}, ())
    log.post("operator", None, a.Operate("void", reason), 104)
    closed = export(log.table, log.entries, {}, ())
    for record, acts in ((running, ["show-secrets"]), (closed, ["show-secrets", "void"])):
        versions = [event["version"] for event in record.events if event.get("by") == "operator"]
        told = [f"an operator acted at version {version}: {what}" for version, what in zip(versions, acts, strict=True)]
        remarks = audit(read(record.encode()), CATALOG).remarks
        assert [remark for remark in remarks if "operator acted" in remark] == told
        (tmp_path / "record.json").write_bytes(record.encode())
        assert [line[4:] for line in printed(tmp_path / "record.json") if "operator acted" in line] == told


def printed(*arguments):
    """The lines that the verifier prints."""
    return said(*arguments)[1].splitlines()
