"""Forgers who know the format: they alter one value, commit to their parts anew, and make every hash anew."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.log.canon import canonical, parse
from domain.log.record import GENESIS, Part, chained
from domain.records.export import BadRecord, export, read
from tests.domain.audit.games import CATALOG, pig

ODD = [0, -1, 10**15, True, None, "", "s1", "s9", "x", [], {}, [1], {"type": "roll"}, "GameClosed", "00" * 32]
"""What a forger may put anywhere."""


def nightfall():
    seats = ["s1", "s2"]
    return play_logged(
        Catalog(),
        "g2",
        "nightfall",
        {},
        seats,
        b"k",
        dict.fromkeys(seats, random_player),
        dict.fromkeys(seats, "random"),
    )


RECORDS = [export(log.table, log.entries, {}, ()).encode() for log in (pig(), nightfall())]


def places(value, path=()):
    """All paths to what can be altered, but for times, which nobody can prove, and what the forger makes anew."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key not in ("at", "hash", "commitments"):
            yield from places(inner, (*path, key))


PLACES = [list(places(parse(raw)["events"])) for raw in RECORDS]


def altered(value, path, thing):
    """`value` with something else at a path; False if it was that already."""
    for key in path[:-1]:
        value = value[key]
    before = value[path[-1]]
    value[path[-1]] = thing
    return type(before) is not type(thing) or before != thing


def made_anew(value):
    """Commitments and hashes as they follow from what stands there; as far as it has the form for it."""
    head = GENESIS
    for event in value["events"]:
        if not isinstance(event, dict):
            continue
        for name, part in (event.get("private") or {}).items() if isinstance(event.get("private"), dict) else ():
            if isinstance(part, dict) and isinstance(event.get("commitments"), dict) and "part" in part:
                try:
                    event["commitments"][name] = Part(part["nonce"], part["part"]).commitment()
                except (KeyError, TypeError, ValueError):
                    continue
        head = chained(head, canonical({key: v for key, v in event.items() if key not in ("private", "hash")}))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    return value


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_one_value_is_altered_to_the_record_is_no_longer_consistent(data):
    which = data.draw(st.sampled_from([0, 0, 0, 0, 1]))
    path = data.draw(st.sampled_from(PLACES[which]))
    thing = data.draw(st.sampled_from(ODD) | st.integers(0, 12))
    value = parse(RECORDS[which])
    if not altered(value["events"], path, thing):
        return
    try:
        verdict = audit(read(canonical(made_anew(value))), CATALOG, most_findings=3)
    except BadRecord:
        return
    assert verdict.is_refused or (verdict.code == PREFIX and path[0] == len(value["events"]) - 1)


def test_what_nobody_altered_is_consistent():
    for raw in RECORDS:
        assert audit(read(canonical(made_anew(parse(raw)))), CATALOG).code == CONSISTENT


def test_commands_that_are_wrong_are_each_told_on_the_table_that_was_recorded():
    value = parse(RECORDS[0])
    rolls = [event for event in value["events"] if event.get("action") == {"type": "roll"}][:2]
    for event in rolls:
        event["action"] = {"type": "guess"}
    verdict = audit(read(canonical(made_anew(value))), CATALOG, most_findings=20)
    assert [finding.version for finding in verdict.findings] == [event["version"] for event in rolls]
    assert [(finding.command, finding.verb) for finding in verdict.findings] == [
        (event["command"], "guess") for event in rolls
    ]
    assert verdict.code == REFUSED


def test_a_nonce_that_does_not_follow_from_the_seed_is_told_at_its_event():
    value = parse(RECORDS[0])
    parted = [event for event in value["events"] if set(event["private"]) - {"closed"}]
    later = parted[len(parted) // 2]
    name = min(set(later["private"]) - {"closed"})
    later["private"][name]["nonce"] = "00" * 32
    verdict = audit(read(canonical(made_anew(value))), CATALOG)
    assert (verdict.code, verdict.version) == (REFUSED, later["version"])
    assert verdict.reason == f"the nonce of the part of {name} does not follow from the seed"
