"""Chains of games before both verifiers: each goes on from the one before it, and none is left out."""

import random

import pytest
from msgspec.structs import replace

from domain.audit import CONSISTENT, PREFIX, REFUSED
from domain.audit.chain import FORMAT, TERM, ChainRecord, audit_chain, link_to, options_after, read
from domain.audit.verdict import MALFORMED
from domain.contract.game import Text, to_json
from domain.log.canon import canonical, parse
from domain.records.export import export
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.pigs.pig import Hold, Roll
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, command_line, made_anew

SEATS = ["s1", "s2"]


def played(game_id, before=None, most=500, replaced=False):
    """The log of a game, which goes on from another one's table if there is one; an operator may have given away a
    seat in it."""
    log = GameLog(CATALOG, game_id, game_id.encode().ljust(32, b"."), random_bytes())
    terms = {} if before is None else {TERM: to_json(link_to(before))}
    options = {"goal": 5} if before is None else options_after(before)
    log.post("service", None, log.opening("long-pig", options, SEATS, terms=terms), 100)
    for seat in SEATS:
        log.post("seat", seat, a.Sit(account=seat), 101)
    log.post("service", None, a.Start(), 102)
    for _ in range(most):
        if log.table.status != "running":
            break
        [seat] = log.table.pending
        if replaced:
            acted = a.Operate("replace", Text("t1", "00" * 32), seat="s2", account="eve")
            log.post("operator", None, acted, 103)
            replaced = False
        log.post("seat", seat, Hold() if log.table.state.turn_points > 3 else Roll(), 103)
    return log


def record(log):
    return export(log.table, log.entries, {}, SEATS)


def chained(*logs):
    return ChainRecord(FORMAT, [record(log) for log in logs]).encode()


@pytest.fixture(scope="module")
def nights():
    """The logs of four games in a row; the last one goes on."""
    logs = [played("night 1")]
    for number in (2, 3):
        logs.append(played(f"night {number}", logs[-1].table))
    return [*logs, played("night 4", logs[-1].table, most=3)]


def forged(raw, number, change):
    """The chain with a game altered, and every hash and commitment of that game made anew."""
    value = parse(raw)
    change(value["games"][number - 1])
    value["games"][number - 1] = parse(made_anew(value["games"][number - 1]))
    return canonical(value)


def test_a_chain_is_consistent_and_one_whose_last_game_goes_on_is_a_prefix(both, nights):
    assert both(chained(*nights[:3])) == (CONSISTENT, CONSISTENT)
    assert both(chained(nights[0])) == (CONSISTENT, CONSISTENT)
    assert both(chained(*nights)) == (PREFIX, PREFIX)


def shown_until_replaced(log):
    """The record of a game as it is shown to who has lost its seat in it, in the middle of the operator's command."""
    [version] = [entry.label.version for entry in log.entries if entry.label.type == "SeatReplaced"]
    events = record(log).events[:version]
    return replace(record(log), events=events, head=events[-1]["hash"])


def cut_chains():
    """Two chains: one whose last game, and one whose first, is shown until a seat of it was lost."""
    first = played("night 1", replaced=True)
    second = played("night 2", first.table, replaced=True)
    pairs = (record(first), shown_until_replaced(second)), (shown_until_replaced(first), record(second))
    return [ChainRecord(FORMAT, [*pair]).encode() for pair in pairs]


def test_the_last_game_may_end_where_a_seat_of_it_was_lost_and_no_other(both):
    last, before = cut_chains()
    assert both(last) == (PREFIX, PREFIX)
    assert both(before) == (REFUSED, REFUSED)


def test_each_game_is_a_record_of_its_own(both, nights):
    assert {both(record(log).encode()) for log in nights[:3]} == {(CONSISTENT, CONSISTENT)}


def test_games_that_are_left_out_doubled_or_change_places_are_refused(both, nights):
    first, second, third, _ = nights
    for logs in ((first, third), (second, third), (first, second, second), (second, first), (first, third, second)):
        assert both(chained(*logs)) == (REFUSED, REFUSED)


def test_another_game_in_the_place_of_one_is_refused(both, nights):
    first, second, third, _ = nights
    for other in (played("elsewhere"), played("elsewhere", played("another first").table)):
        assert both(chained(first, other, third)) == (REFUSED, REFUSED)
        assert both(chained(other, second)) == (REFUSED, REFUSED)


def test_a_middle_game_that_was_cut_out_and_whose_link_was_mended_is_refused_by_its_rules(both, nights):
    first, _, third, _ = nights
    link = to_json(link_to(first.table))

    def mended(game):
        data = game["events"][0]["data"]
        data["terms"][TERM] = game["events"][0]["action"]["data"]["terms"][TERM] = link

    raw = forged(chained(first, third), 2, mended)
    assert both.audited(raw) == REFUSED
    assert both.verified(raw) == CONSISTENT


def test_a_game_played_again_with_another_end_no_longer_is_what_the_next_goes_on_from(both, nights):
    def later(game):
        for event in game["events"][1:]:
            event["at"] += 1

    assert both(forged(chained(*nights[:3]), 2, later)) == (REFUSED, REFUSED)
    assert both(forged(chained(*nights[:3]), 3, later)) == (CONSISTENT, CONSISTENT)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_game_that_is_refused_is_named(nights, number):
    raw = forged(chained(*nights[:3]), number, lambda game: game["events"][2].update(seat="s9"))
    verdict = audit_chain(read(raw), CATALOG)
    assert (verdict.code, verdict.reason) == (REFUSED, f"game {number}: it is for a seat that is not there")
    games = parse(raw)["games"]
    assert (verdict.events, verdict.head) == (sum(len(game["events"]) for game in games), games[-1]["head"])


def test_what_an_operator_has_done_in_any_game_is_remarked_of_the_chain(nights):
    first = nights[0]
    second = played("night 2", first.table, replaced=True)
    third = played("night 3", second.table)
    verdict = audit_chain(read(chained(first, second, third)), CATALOG)
    assert verdict.code == CONSISTENT
    acted = [remark for remark in verdict.remarks if "an operator acted" in remark]
    [version] = [entry.label.version for entry in second.entries if entry.label.by == "operator"]
    assert acted == [f"game 2: an operator acted at version {version}: replace"]


def test_what_was_kept_of_any_game_of_it_counts(both, nights, tmp_path):
    value = parse(chained(*nights[:3]))
    heads = {event["version"]: event["hash"] for event in value["games"][2]["events"]}
    assert both(chained(*nights[:3]), seen={2: heads[2]}) == (REFUSED, REFUSED)
    assert both(chained(nights[0]), seen={2: value["games"][0]["events"][1]["hash"]}) == (CONSISTENT, CONSISTENT)
    file = tmp_path / "chain.json"
    file.write_bytes(chained(*nights[:3]))
    journal = tmp_path / "journal.json"
    journal.write_bytes(canonical({"format": "nightledger/journal/1", "entries": [], "head": "00" * 32}))
    assert command_line(file, f"--journal={journal}") == REFUSED


@pytest.mark.parametrize("document", [{"games": []}, {"format": FORMAT}, {"format": FORMAT, "games": [], "more": 1}])
def test_what_is_no_chain_is_malformed(both, nights, document):
    if "games" in document:
        document = {**document, "games": parse(chained(*nights[:3]))["games"]}
    assert both(canonical(document)) == (MALFORMED, MALFORMED)


def test_spoilt_chains_are_refused(both, nights):
    raw, rng = chained(*nights[:3]), random.Random("chain")
    names = [at for at in range(len(raw)) if raw.startswith(b'"names":{}', at)]
    for _ in range(60):
        at = rng.randrange(len(raw))
        spoilt = raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]
        if not any(name <= at < name + 10 for name in names):
            assert both(spoilt) in {(REFUSED, REFUSED), (MALFORMED, MALFORMED)}, at
