"""Of a record that is refused the first bad event is named, and what is wrong there (docs/log-format.md)."""

import pytest

from domain.audit import audit
from domain.audit.verdict import CONSISTENT, MALFORMED, REFUSED
from domain.log.canon import canonical, parse
from domain.log.record import Part, part_nonce
from domain.records.export import export, read
from tests.domain.audit.games import pig
from tests.verifier.both import CATALOG, made_anew, said

SEALED, GUESS, SHOWN, ROLL, BANKED = 2, 9, 16, 18, 20
"""Versions of a seat that is taken, a sealed guess, guesses that open, a roll, and points that are put aside."""


@pytest.fixture(scope="module")
def genuine():
    log = pig()
    return export(log.table, log.entries, {}, ()).encode()


def verified(folder, raw, *asked):
    """The exit code of the one file, and what it says of a record."""
    (folder / "record.json").write_bytes(raw)
    code, told = said(folder / "record.json", *asked)
    return code, told.removeprefix(f"{folder / 'record.json'}: ").rstrip("\n")


def to(number, **changed):
    """Changes an event."""
    return lambda value: value["events"][number - 1].update(changed)


def in_data(version, **changed):
    """Changes what an event says."""
    return lambda value: value["events"][version - 1]["data"].update(changed)


def opened(**changed):
    """Changes event 1, and the action that it repeats."""

    def change(value):
        first = value["events"][0]
        for data in (first["data"], first["action"]["data"]):
            data.update(changed)

    return change


def in_opening(**changed):
    """Changes the first part that is opened again."""
    return lambda value: value["events"][SHOWN - 1]["opens"][0].update(changed)


def a_draw(**changed):
    return lambda value: value["events"][ROLL - 1]["draws"][0].update(changed)


def without(version, *keys):
    def change(value):
        holder = value["events"][version - 1]
        for key in keys[:-1]:
            holder = holder[key]
        del holder[keys[-1]]

    return change


def open_entropy(value):
    """A seat opens what it has not sealed."""
    for holder in (value["events"][3]["data"], value["events"][3]["action"]):
        holder["entropy"] = "cd" * 32


def told_twice(value):
    """The draws of a roll are in a hidden part too."""
    event = value["events"][ROLL - 1]
    part = Part(part_nonce(b"s" * 32, "g1", ROLL, "referee"), {"draws": event["draws"]})
    event["private"]["referee"] = {"nonce": part.nonce, "part": part.part}


def after_the_end(value):
    value["events"].append({**value["events"][-1], "version": 38})


NO_FORM = {
    "event 3: its time is -1": to(3, at=-1),
    "event 37: its time is 253402214400": to(37, at=253402214400),
    "event 3: its version is true, which is of another type": to(3, version=True),
    "event 3: its seat is 1, which is of another type": to(3, seat=1),
    "event 4: its keys are action, at, by, command, commitments, data": without(4, "draws"),
    "event 4: there is no text, or none of the right form": to(4, commitments={"closed": "zz" * 32}),
    "event 9: its keys are nonce": without(GUESS, "private", "s1", "part"),
    "event 9: its nonce is 1": lambda value: value["events"][GUESS - 1]["private"]["s1"].update(nonce=1),
    "event 9: its draws is 1": lambda value: value["events"][GUESS - 1]["private"]["s1"]["part"].update(draws=1),
    "event 16: its version is null": in_opening(version=None),
    "event 18: its keys are from, kind, more, n, name, result": a_draw(more=1),
    "event 18: its kind is 5": a_draw(kind=5),
    "event 18: it is 1, no map": to(ROLL, draws=[1]),
    "what is revealed: its keys are": lambda value: value.update(revealed={}),
    "the words w: its keys are": lambda value: value.update(texts={"w": {}}),
    "the record: it has no events, or some that nest too deep": lambda value: value.update(events=[]),
}  # fmt: skip
"""What is said -> what was altered; each part is in the form that the page says, or the record is malformed."""

REFUSALS = {
    "event 1: it opens no game of this format": opened(procedure="nightledger/chance/2"),
    "event 1: its seats have gaps": opened(seats=["s1", "s3"]),
    **{
        f"the record: its {key} is not that of event 1": lambda value, key=key, other=other: value.update({key: other})
        for key, other in {"id": "g2", "game": "other", "rules": 2, "data": {"a": "b"}, "options": {}}.items()
    },
    "the record: its seats is not that of event 1": lambda value: value.update(seats=["s1"]),
    "event 9: it is half a command": without(GUESS, "commitments", "closed"),
    "event 10: it is half a command": to(10, action={"type": "roll"}),
    "event 10: it is not of its command": to(10, seat="s2"),
    "event 18: it is not of its command": to(ROLL, command=12),
    "event 9: it is by 'eve'": to(GUESS, by="eve"),
    "event 2: table/sit stands there by 'clock', and is posted by seat or service only": to(SEALED, by="clock"),
    "event 9: it is for a seat that is not there": to(GUESS, seat="s9"),
    "event 16: it shows what it must not": in_opening(version=SHOWN),
    "event 16: the part of s2 is not what was committed to": in_opening(audience="s2"),
    "event 9: the part of s1 is not what was committed to": lambda value: value["events"][GUESS - 1].update(
        opens=[{**value["events"][SHOWN - 1]["opens"][0], "version": 8, "audience": "s1"}]
    ),
    "event 4: it was not sealed so": open_entropy,
    "event 6: the entropy is not what the seats gave": in_data(6, entropy=[]),
    "event 2: a seat gives entropy, but the seed is 'given'": opened(seed_source="given"),
    "the seed: it was not committed to": opened(commitment="00" * 32),
    "event 18: its draw is not number 1 of the log": a_draw(n=2),
    "event 18: draw 1 (d6) does not come from the seed": a_draw(result=[6]),
    "event 18: its draws are told twice": told_twice,
    "the record: it goes on after its end": after_the_end,
    "the last event: it tells the seed of a deal": opened(terms={"deal": "d1"}),
    "the shared seed: a share is given or a seed revealed where none is shared": lambda value: value.update(
        revealed={"seed": "", "shares": 0, "head": "", "signature": ""}
    ),
}
"""The same of what is in its form, with all hashes made anew."""


@pytest.mark.parametrize(
    ("told", "code"), [*((one, MALFORMED) for one in NO_FORM), *((one, REFUSED) for one in REFUSALS)]
)
def test_the_first_bad_event_is_named(tmp_path, genuine, told, code):
    value = parse(genuine)
    {**NO_FORM, **REFUSALS}[told](value)
    raw = made_anew(value) if code == REFUSED else canonical(value)
    found, words = verified(tmp_path, raw)
    assert (found, words.partition(": ")[2][: len(told)]) == (code, told), words


@pytest.mark.parametrize("told", [told for told in REFUSALS if told.startswith("event ")])
def test_the_audit_names_the_same_one(genuine, told):
    value = parse(genuine)
    REFUSALS[told](value)
    verdict = audit(read(made_anew(value)), CATALOG)
    assert (verdict.code, verdict.version) == (REFUSED, int(told.split()[1].rstrip(":"))), verdict.reason
    assert verdict.reason


@pytest.mark.parametrize(
    ("change", "version", "says"),
    [
        (in_data(BANKED, points="x"), BANKED, "its data does not follow from the action"),
        (to(BANKED, type="Nonsense"), BANKED, "PointsBanked follows from the action, not Nonsense"),
        (to(BANKED, schema=2), BANKED, "its schema does not follow from the action"),
        (to(BANKED, data={}), BANKED, "its data does not follow from the action"),
        (to(SHOWN, opens=[]), SHOWN, "it does not open the parts that such an event opens"),
        (in_data(37, seed="zz"), 37, "the seed that it publishes is not 32 bytes in lower-case hex"),
        (in_data(8, answered=["s1"]), 8, "its data does not follow from the action"),
    ],
)
def test_what_the_rules_alone_tell_the_audit_names_with_the_command(genuine, change, version, says):
    value = parse(genuine)
    change(value)
    verdict = audit(read(made_anew(value)), CATALOG)
    assert (verdict.code, verdict.version, verdict.reason) == (REFUSED, version, says)
    if version < 37:
        action = next(event["action"] for event in reversed(value["events"][:version]) if "action" in event)
        finding = verdict.findings[0]
        assert (finding.command, finding.verb) == (value["events"][version - 1]["command"], action["type"])


@pytest.mark.parametrize("change", [to(9, hash="00" * 32), to(9, version=10), to(9, at=99)])
def test_an_event_that_does_not_follow_is_named(tmp_path, genuine, change):
    value = parse(genuine)
    change(value)
    told = "event 9: its hash, time or version does not follow"
    assert verified(tmp_path, canonical(value)) == (REFUSED, f"refused: {told}")


def test_so_are_a_head_and_a_hash_that_was_kept(tmp_path, genuine):
    value = parse(genuine)
    head = "00" * 32
    wrong = canonical({**value, "head": head})
    assert verified(tmp_path, wrong) == (REFUSED, "refused: the record: its head is not the hash of the last event")
    for version in (9, 38):
        told = f"refused: event {version}: its hash is not the head that was kept"
        assert verified(tmp_path, genuine, f"--seen={version}:{head}") == (REFUSED, told)
    for version in (1, 37):
        kept = value["events"][version - 1]["hash"]
        assert verified(tmp_path, genuine, f"--seen={version}:{kept.upper()}")[0] == CONSISTENT


def test_a_record_may_end_with_the_year_9999(tmp_path, genuine):
    value = parse(genuine)
    for event in value["events"]:
        if event["command"] == value["events"][-1]["command"]:
            event["at"] = 253402214399
    assert verified(tmp_path, made_anew(value)) == (
        CONSISTENT,
        "consistent: 6 draws, 0 of them given; the games' rules aside",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1, "a": 1}', "it is no JSON of whole numbers"),
        ('{"a": NaN}', "it is no JSON of whole numbers"),
        ("\xff", "it is no JSON of whole numbers"),
        ('{"a": 9007199254740992}', "it holds a text, number or depth that has no canonical form"),
        ("[]", "it is no record of a game"),
        ('{"format": "nightledger/2"}', "it is no record of a game"),
        ('{"format": "nightledger/chain/2", "games": []}', "it is no chain of games"),
    ],
)
def test_what_is_no_record_is_told_by_its_file(tmp_path, text, told):
    code, words = verified(tmp_path, text.encode("latin-1"))
    assert (code, told in words, str(tmp_path) in words) == (MALFORMED, True, True), words
