"""Forgers who commit to every part anew and make every hash anew: what the audit says of the form of their records."""

import pytest

from domain.audit import REFUSED, audit
from domain.audit.verdict import MALFORMED
from domain.log.canon import parse
from domain.records.export import export, read
from tests.domain.audit.games import CATALOG, pig
from tests.verifier.both import made_anew

RAW = export((LOG := pig()).table, LOG.entries, {"s1": "Ana"}, ()).encode()


def found(alter):
    value = parse(RAW)
    alter(value)
    verdict = audit(read(made_anew(value)), CATALOG)
    return verdict.code, verdict.version, verdict.reason


def opening(**fields):
    """Alters the first event, its action, and the header where it repeats them."""

    def alter(value):
        first = value["events"][0]
        for data in (first["data"], first["action"]["data"], *([value] if set(fields) <= set(value) else [])):
            data.update(fields)

    return alter


def event(number, /, **fields):
    def alter(value):
        altered = {**value["events"][number - 1], **fields}
        value["events"][number - 1] = {name: item for name, item in altered.items() if item is not None}

    return alter


def seated(at):
    return next(one["version"] for one in parse(RAW)["events"] if one["version"] >= at and one.get("by") == "seat")


def follower(at):
    return next(one["version"] for one in parse(RAW)["events"] if one["version"] >= at and "by" not in one)


LAST = LOG.table.version
BY, AFTER = seated(8), follower(12)


@pytest.mark.parametrize(
    ("alter", "version", "reason"),
    [
        (event(BY, version=99), BY, "it calls itself version 99"),
        (event(BY, command=99), BY, "it calls itself part of command 99"),
        (event(BY, seat="s9"), BY, "it is for a seat that is not there"),
        (event(BY, by="stranger"), BY, "it does not say by whom and what was posted"),
        (event(BY, action=None), BY, "it does not say by whom and what was posted"),
        (event(AFTER, at=10**6), AFTER, "it has not the time and seat of its command"),
        (event(LAST, at=1), LAST, "its time is earlier than that of the event before it"),
        (opening(terms=3), 1, "it opens a game without terms"),
        (opening(procedure="dice"), 1, "unknown procedure of chance 'dice'"),
        (opening(game="chess"), None, "unknown game 'chess'"),
        (opening(seats=["s1", "s2", "s4"]), 1, "the seats are not s1, s2, ..."),
        (opening(seats=[f"s{number}" for number in range(1, 30)]), 1, "pig has "),
        (lambda value: value.update(rules=7), 1, "the header's rules is not the one of the first event"),
        (lambda value: value["events"][0]["data"].update(id="g2"), 1, "its data are not those of its action"),
        (lambda value: value["names"].update(s9="Zoe"), None, "a name is given to 's9', which is no seat"),
    ],
)
def test_what_is_told(alter, version, reason):
    code, at, said = found(alter)
    assert (code, at) == (REFUSED, version)
    assert said.startswith(reason)


def test_nothing_follows_the_closing_event():
    def alter(value):
        last = value["events"][-1]
        value["events"].append({**last, "version": last["version"] + 1, "type": "Asked"})

    assert found(alter) == (REFUSED, LAST + 1, "it follows the closing event")


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (lambda value: value.update(events=[]), "there are no events"),
        (lambda value: value.update(format="record/9"), "the format is 'record/9', not "),
        (event(BY, at=-1), "its time is -1"),
    ],
)
def test_what_has_not_the_form_of_a_record(alter, reason):
    code, _, said = found(alter)
    assert code == MALFORMED
    assert reason in said
