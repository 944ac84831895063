"""Two installations share the seed of a game, which is played to its end; whichever of them cheats is caught."""

import httpx
import pytest
from msgspec import UNSET

from domain.audit import CONSISTENT, REFUSED, audit
from domain.log import shares
from domain.log.canon import canonical, parse
from domain.records.export import export, read
from service.errors import TRY_AGAIN, ServiceError
from service.games.shapes import NewGame
from service.games.timing.clockwork import SHARE_SECONDS
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, act, refusal
from tests.service.sharing.tables import Table
from tests.verifier.both import command_line


def asked(house, game, number, head):
    """A question for a share, signed by an installation."""
    signature = house.services.signer.sign(shares.asked(game, number, head)).hex()
    return {"number": number, "head": head, "key": house.key, "signature": signature}


def post(partner, game, body, path="shares"):
    return httpx.post(f"{partner.url}/api/v1/shared-seeds/{game}/{path}", json=body)


def shown(partner, game):
    return httpx.get(f"{partner.url}/api/v1/shared-seeds/{game}").json()


def verdicts(house, record, tmp_path):
    """What the audit and the one file say."""
    file = tmp_path / "record.json"
    file.write_bytes(record.encode())
    return audit(record, house.services.catalog).code, command_line(file)


def test_a_game_is_played_to_its_end_and_everybody_can_check_every_share(houses, tmp_path):
    host, partner = houses
    table = Table(host)
    table.play()
    record = table.record()
    given = table.types().count("ShareGiven")
    assert given == table.types().count("ShareAsked") == record.revealed.shares == shown(partner, table.id)["shares"]
    assert record.revealed.head == record.head
    assert verdicts(host, record, tmp_path) == (CONSISTENT, CONSISTENT)
    told = audit(record, host.services.catalog).remarks
    assert any(partner.key in remark for remark in told)
    assert not any("not revealed" in remark or "by the operator alone" in remark for remark in told)


def test_no_operator_alone_knows_a_draw(houses):
    host, partner = houses
    table = Table(host, ME, OPEN)
    with host.services.commands.latest(table.id) as log:
        own, theirs = log.seed, shown(partner, table.id)
    assert theirs["revealed"] is None
    assert own.hex() not in str(theirs)
    assert host.services.store.reservation(table.id).seed == own
    assert partner.services.store.reservation(table.id) is None


def test_asking_ahead_is_refused_and_kept(houses):
    host, partner = houses
    table = Table(host)
    log = table.log()
    ahead = post(partner, table.id, asked(host, table.id, log.table.shares + 1, log.table.head.hex()))
    assert (ahead.status_code, ahead.json()["code"]) == (409, "forked")
    [kept] = shown(partner, table.id)["refused"]
    assert kept["question"]["number"] == log.table.shares + 1
    signed = shares.asked(table.id, kept["question"]["number"], kept["question"]["head"])
    assert shares.is_signed(host.key, signed, kept["question"]["signature"])
    table.play()
    assert table.record().revealed.shares == table.types().count("ShareGiven")


def test_another_head_for_the_same_share_is_refused_and_kept(houses, tmp_path):
    host, partner = houses
    table = Table(host)
    number = table.log().table.shares
    looked = post(partner, table.id, asked(host, table.id, number, "ab" * 32))
    assert looked.status_code == 200
    answer = table.act(ROLL)
    assert [event["type"] for event in answer.events] == ["ShareAsked", "Asked"]
    assert answer.game.shared.awaited == host.now
    [kept] = shown(partner, table.id)["refused"]
    assert (kept["question"]["number"], kept["reason"]) == (number, f"share {number} was given for another head")
    host.services.ledger.close(table.id, "void")
    assert verdicts(host, table.record(), tmp_path) == (CONSISTENT, CONSISTENT)
    remarks = audit(table.record(), host.services.catalog).remarks
    assert "the game was closed while a share was asked for: who ran it may have seen what would be drawn" in remarks


def test_a_share_of_another_question_fits_nothing(houses, tmp_path):
    host, partner = houses
    table = Table(host)
    looked = post(partner, table.id, asked(host, table.id, table.log().table.shares, "ab" * 32)).json()
    partner.open = False
    table.act(ROLL)
    log = table.log()
    log.follow(log.with_share(shares.Share(**looked), host.now))
    assert verdicts(host, export(log.table, log.entries, {}, ()), tmp_path) == (REFUSED, REFUSED)


def test_a_partner_that_reveals_another_seed_is_caught(houses, tmp_path):
    host, partner = houses
    table = Table(host)
    table.play()
    record = parse(table.record().encode())
    told, other = record["revealed"], "cd" * 32
    message = shares.revealed(table.id, told["shares"], told["head"], other)
    record["revealed"] = {**told, "seed": other, "signature": partner.services.signer.sign(message).hex()}
    assert verdicts(host, read(canonical(record)), tmp_path) == (REFUSED, REFUSED)


def test_a_host_that_reveals_early_gets_no_further_share(houses):
    host, partner = houses
    table = Table(host)
    log = table.log()
    body = {"head": log.table.head.hex(), "seed": log.seed.hex(), "key": host.key}
    body["signature"] = host.services.signer.sign(shares.ended(table.id, body["head"])).hex()
    assert post(partner, table.id, {**body, "seed": "ab" * 32}, "end").status_code == 403
    assert post(partner, table.id, body, "end").status_code == 200
    assert post(partner, table.id, asked(host, table.id, log.table.shares, body["head"])).status_code == 409
    open_now = table.decision()
    assert [event["type"] for event in table.act(ROLL).events] == ["ShareAsked", "Asked"]
    assert refusal(table.act, ROLL, condition=open_now) == "awaits-share"


def test_the_same_question_has_the_same_answer(houses):
    host, partner = houses
    table = Table(host)
    body = asked(host, table.id, table.log().table.shares, table.log().table.head.hex())
    once, twice = post(partner, table.id, body), post(partner, table.id, body)
    assert once.json() == twice.json()
    assert shown(partner, table.id)["refused"] == []


@pytest.mark.parametrize("altered", [{"signature": "00" * 64}, {"number": 7}, {"key": "ab" * 32}])
def test_only_the_host_asks(houses, altered):
    host, partner = houses
    table = Table(host)
    body = asked(host, table.id, table.log().table.shares, table.log().table.head.hex())
    answer = post(partner, table.id, {**body, **altered})
    assert answer.status_code == (404 if "key" in altered else 403)
    assert shown(partner, table.id)["refused"] == []


def test_while_the_partner_is_away_the_move_is_kept_and_nothing_else_is_done(houses):
    host, partner = houses
    table = Table(host, ME, ME)
    partner.open, open_now = False, table.decision()
    answer = table.act(ROLL)
    assert [event["type"] for event in answer.events] == ["ShareAsked", "Asked"]
    assert (answer.game.decision, answer.game.legal, answer.game.shared.awaited) == (None, [], host.now)
    version = table.ledger.view(table.id).version
    assert refusal(table.act, HOLD, condition=open_now) == "awaits-share"
    assert table.ledger.view(table.id).version == version
    partner.open = True
    host.now += 6
    host.services.commands.settle(table.id)
    assert table.types()[version:][:2] == ["ShareGiven", "DieRolled"]
    assert table.ledger.view(table.id, table.account).shared.awaited is None


def test_clocks_do_not_run_while_the_partner_is_away(houses):
    host, partner = houses
    account = host.services.accounts.create("bob")[0].id
    clock = {"per_decision": 3600, "policy": "forfeit"}
    game_id = host.services.ledger.open_game(account, NewGame("pig", [ME, ME], clock=clock, shared_seed=True))
    partner.open = False
    act(host.services.ledger, account, game_id, ROLL)
    host.now += 7200
    clockwork = host.services.clockwork
    [due] = clockwork.due.take(host.now)
    clockwork.due.settle(due, clockwork.enforce(game_id))
    assert host.services.ledger.table(game_id).awaited is not None
    assert clockwork.due.take(host.now) == []
    assert [again.game for again in clockwork.due.take(host.now + SHARE_SECONDS)] == [game_id]
    partner.open = True
    host.now += 6
    host.services.commands.settle(game_id)
    view = host.services.ledger.view(game_id, account)
    [seat] = view.pending
    assert (view.status, view.clocks[seat].passed, view.clocks[seat].deadline > host.now) == ("running", False, True)


def test_nothing_is_opened_while_the_partner_is_away(houses):
    host, partner = houses
    partner.open = False
    account = host.services.accounts.create("bob")[0].id
    position = host.services.store.position()
    with pytest.raises(ServiceError) as error:
        host.services.ledger.open_game(account, NewGame("pig", [ME, ME], shared_seed=True))
    assert (error.value.code, error.value.status, error.value.retry_after) == ("partner-away", 503, TRY_AGAIN)
    assert host.services.store.position() == position


def test_a_partner_that_never_reveals_leaves_shares_that_it_has_signed(houses, tmp_path):
    host, partner = houses
    table = Table(host)
    with pytest.MonkeyPatch.context() as away:
        away.setattr(host.services.partners, "reveal", lambda *said: False)
        table.play()
    record = table.record()
    assert record.revealed is UNSET
    assert host.services.partners.waiting() == [(table.id, table.ledger.view(table.id).version)]
    assert verdicts(host, record, tmp_path) == (CONSISTENT, CONSISTENT)
    assert any("has not revealed its seed" in remark for remark in audit(record, host.services.catalog).remarks)
    host.services.commands.settle(table.id)
    assert host.services.partners.waiting() == []
    assert table.record().revealed.seed == shown(partner, table.id)["revealed"]["seed"]


def test_the_turns_of_ais_go_through_the_same_door(houses):
    host, partner = houses
    table = Table(host, ME, AI)
    while (view := table.ledger.view(table.id, table.account)).status == "running" and "s2" not in view.pending:
        table.act(ROLL if view.table["turn_points"] < 4 else HOLD)
    turn = table.ledger.bot_turn(table.id, "s2")
    before = shown(partner, table.id)["shares"]
    assert table.ledger.act_as_bot(table.id, "s2", turn.decision, ROLL)
    assert shown(partner, table.id)["shares"] == before + 1


def test_a_list_ends_with_the_action_that_draws(houses):
    host, _ = houses
    table = Table(host)
    assert refusal(table.act, ROLL, HOLD) == "list-too-long"
