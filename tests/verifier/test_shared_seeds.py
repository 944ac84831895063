"""A seed that two installations share: what each may say, and what both checkers make of what does not hold."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.verdict import MALFORMED
from domain.contract.chance import Seeded
from domain.contract.game import Refused
from domain.log.canon import parse
from domain.log.record import PROCEDURE, chance_key
from domain.records.export import export, read
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.deadlines import OUTAGE_BONUS
from tests.pigs.pig import Hold, Roll
from tests.verifier.both import CATALOG, made_anew
from tests.verifier.sharing import GAME, HOST, PARTNER, Shared


@pytest.fixture(scope="module")
def played():
    return Shared().play()


def reason(record):
    return audit(record, CATALOG).reason


def test_a_command_that_draws_is_in_the_log_before_its_share_is_asked_for():
    shared = Shared(dealing=False)
    before = shared.log.version
    seat = next(iter(shared.log.table.pending))
    shared.post(seat, Roll())
    asked, still = shared.log.entries[before:]
    assert (asked.label.type, asked.label.by, asked.label.seat, still.label.type) == (
        "ShareAsked", "service", None, "Asked"
    )  # fmt: skip
    assert asked.private["referee"].part["data"]["drawing"] == {"by": "seat", "seat": seat, "action": {"type": "roll"}}
    assert "roll" not in asked.public.decode()
    shared.deal()
    assert [entry.label.type for entry in shared.log.entries[before + 2 :]][:2] == ["ShareGiven", "DieRolled"]


def test_a_whole_game_with_hands_and_piles_is_set_up_and_played_with_shares(both):
    shared = Shared("nightfall", {}, dealing=False)
    assert (shared.log.entries[-1].label.type, shared.log.table.status) == ("ShareAsked", "open")
    shared.dealing = True
    shared.deal()
    started = [entry.label.type for entry in shared.log.entries[4:7]]
    assert started == ["ShareGiven", "GameStarted", "GameCreated"]
    record = shared.play().record()
    assert both(record.encode()) == (CONSISTENT, CONSISTENT)
    parts = [part.part for entry in shared.log.entries for part in entry.private.values()]
    assert any(part.get("draws") for part in parts), "some of what is drawn is hidden"


def test_while_a_share_is_awaited_its_command_alone_is_taken():
    shared = Shared()
    shared.dealing = False
    seat = next(iter(shared.log.table.pending))
    shared.post(seat, Roll())
    with pytest.raises(Refused, match="awaits-share"):
        shared.post(seat, Hold())
    with pytest.raises(Refused, match="awaits-share"):
        shared.post(seat, Roll())
    share = shared.share(shared.log.table.shares, shared.log.table.head.hex())
    with pytest.raises(Refused, match="for another command"):
        shared.log.with_share(msgspec.structs.replace(share, number=share.number + 1), shared.now)
    shared.log.post("service", None, actions.Close("void"), shared.now)
    assert shared.log.table.closed.cause == "void"


def test_nothing_is_drawn_without_the_share(played):
    alone = Seeded(chance_key(HOST, GAME, ()))
    rolled = [draw["result"] for entry in played.log.entries for draw in entry.read().draws]
    assert rolled != [alone.draw("roll", "d6", 6, 1).result for _ in rolled]
    other = Shared(private=b"o" * 32)
    assert other.log.entries[0].hash != played.log.entries[0].hash
    other.play()
    assert rolled != [draw["result"] for entry in other.log.entries for draw in entry.read().draws]


def test_a_genuine_record_is_consistent_and_says_with_whom(both, played):
    record = played.record()
    assert both(record.encode()) == (CONSISTENT, CONSISTENT)
    told = audit(record, CATALOG).remarks
    assert any(played.key in remark for remark in told)
    assert not any("by the operator alone" in remark for remark in told)


def test_without_the_partners_seed_its_signatures_still_count(both, played):
    kept_back = export(played.log.table, played.log.entries, {}, ())
    assert both(kept_back.encode()) == (CONSISTENT, CONSISTENT)
    assert any("has not revealed its seed" in remark for remark in audit(kept_back, CATALOG).remarks)
    value = parse(kept_back.encode())
    given = next(event for event in value["events"] if event["type"] == "ShareGiven")
    given["data"]["share"] = "ab" * 32
    assert both(made_anew(value)) == (REFUSED, REFUSED)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"seed": b"q" * 32}, "not the one that it committed to"),
        ({"shares_given": 1}, "has given 1 shares"),
        ({"shares_given": 99}, "has given 99 shares"),
        ({"head": "ab" * 32}, "another end of the game"),
    ],
    ids=["another-seed", "fewer-shares", "more-shares", "another-head"],
)
def test_what_the_partner_signs_wrongly_is_refused(both, played, changed, why):
    record = played.record(played.revealed(**changed))
    assert both(record.encode()) == (REFUSED, REFUSED)
    assert why in reason(record)


def test_what_the_partner_has_not_signed_is_refused(both, played):
    told = msgspec.structs.replace(played.revealed(), signature="00" * 64)
    assert both(played.record(told).encode()) == (REFUSED, REFUSED)
    assert "has not signed the seed" in reason(played.record(told))


@pytest.mark.parametrize(
    ("seed", "head", "why"),
    [(b"q" * 32, None, "does not come from the seed"), (PARTNER, "ab" * 32, "has not signed its share")],
    ids=["another-seed", "another-head"],
)
def test_a_share_for_another_head_or_from_another_seed_is_refused(both, seed, head, why):
    shared = Shared()
    shared.dealing = False
    shared.post(next(iter(shared.log.table.pending)), Roll())
    share = shared.share(shared.log.table.shares, head or shared.log.table.head.hex(), seed)
    shared.log.follow(shared.log.with_share(share, shared.now))
    shared.dealing = True
    record = shared.play().record()
    assert both(record.encode()) == (REFUSED, REFUSED)
    assert why in reason(record)


@pytest.mark.parametrize("of", ["key", "commitment", "signature"])
def test_what_is_said_of_the_partner_is_lower_case_hex(both, played, of):
    value = parse(played.record().encode())
    opened = value["events"][0]
    for terms in (opened["data"]["terms"], opened["action"]["data"]["terms"]):
        terms["shared"][of] = terms["shared"][of].upper()
    assert both(made_anew(value)) == (REFUSED, REFUSED)
    found = audit(read(made_anew(value)), CATALOG)
    assert (found.version, "lower-case hex" in found.reason) == (1, True)


@pytest.mark.parametrize("changed", [{"number": "0"}, {"share": 1}, {"more": 1}])
def test_a_share_that_has_not_the_form_of_one_is_malformed(both, played, changed):
    value = parse(played.record().encode())
    next(event for event in value["events"] if event["type"] == "ShareGiven")["data"].update(changed)
    assert both(made_anew(value)) == (MALFORMED, MALFORMED)


def test_a_game_that_ends_while_a_share_was_asked_for_says_so(both):
    shared = Shared()
    shared.dealing = False
    shared.post(next(iter(shared.log.table.pending)), Roll())
    shared.log.post("service", None, actions.Close("void"), shared.now)
    looked = shared.revealed(shares_given=shared.log.table.shares + 1)
    for revealed in (looked, None):
        record = shared.record(revealed)
        assert both(record.encode()) == (CONSISTENT, CONSISTENT)
        assert any("closed while a share was asked for" in remark for remark in audit(record, CATALOG).remarks)


def test_deadlines_move_by_what_a_share_has_kept_everybody_waiting(both):
    shared = Shared(clock={"per_decision": 3600})
    shared.dealing = False
    seat = next(iter(shared.log.table.pending))
    before, version = shared.log.table.clocks.deadline(seat), shared.log.version
    shared.post(seat, Roll())
    shared.now, shared.dealing = shared.now + 7200, True
    shared.deal()
    types = [entry.label.type for entry in shared.log.entries[version + 2 :]]
    assert types[:4] == ["ShareGiven", "ClockPaused", "DeadlineSet", "DieRolled"]
    moved = shared.log.entries[version + 4].read().data
    assert moved == {"seat": seat, "decision": moved["decision"], "until": before + 7200 + OUTAGE_BONUS}
    assert both(shared.play().record().encode()) == (CONSISTENT, CONSISTENT)


def test_a_running_game_is_a_prefix_whose_shares_are_signed(both):
    shared = Shared()
    record = export(shared.log.table, shared.log.entries, {}, ())
    assert both(record.encode()) == (PREFIX, PREFIX)
    early = msgspec.structs.replace(record, revealed=shared.revealed())
    assert both(early.encode()) == (REFUSED, REFUSED)


def test_the_term_and_the_procedure_belong_together():
    fresh = GameLog(CATALOG, GAME, HOST, bytes)
    opened = fresh.opening("pig", {"goal": 20}, ["s1", "s2"], terms={"shared": Shared().partner})
    opened.data["procedure"] = PROCEDURE
    with pytest.raises(Refused, match="procedure"):
        fresh.post("service", None, opened, 1)
    with pytest.raises(Refused, match="one game alone"):
        Shared(deal="00000000-0000-4000-8000-000000000009")


def test_a_share_is_asked_for_by_the_service_and_for_a_command_that_draws():
    shared = Shared()
    waits = {"by": "seat", "seat": next(iter(shared.log.table.pending)), "action": {"type": "hold"}}
    action = actions.parse({"type": "table/ask-share", "drawing": waits})
    with pytest.raises(Refused, match="draws nothing"):
        shared.log.post("service", None, action, shared.now)
    waits["action"] = {"type": "roll"}
    with pytest.raises(Refused, match="only the service"):
        shared.log.post("operator", None, actions.parse({"type": "table/ask-share", "drawing": waits}), shared.now)


def test_the_javascript_module_checks_the_shares_of_a_record(played):
    record = parse(played.record().encode())
    other = {**record["revealed"], "shares": 1}
    for value, told in ((record, {"key": played.key, "shares": played.log.table.shares, "revealed": True}),
                        ({**record, "revealed": other}, None)):  # fmt: skip
        asked = ["node", str(Path(__file__).parent / "shares.mjs")]
        done = subprocess.run(asked, input=json.dumps(value), capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == told
