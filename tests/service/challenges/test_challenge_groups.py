"""Groups in challenges: who sits down, who leaves, what begins, and that nobody gets a second try."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.aggregates import audit as audit_log
from domain.audit.aggregates import read as read_log
from domain.log.canon import canonical
from domain.log.journal import checked, read_journal
from domain.log.record import seed_commitment
from domain.records.export import read
from service.bootstrap import build
from service.cli import cli
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.domain.altered import rechained
from tests.installation import install
from tests.service.playing import AI, ME, OPEN, block_meanwhile, refusal
from tests.service.web.playing import play
from tests.verifier.both import command_line

INTRODUCTION = {"scenario": "introduction"}
BOB = {"account": "bob"}


@pytest.fixture
def challenges(services):
    return services.challenges


@pytest.fixture
def organiser(services):
    return services.accounts.create("olga")[0].id


@pytest.fixture
def opened(challenges, organiser):
    """A challenge for tables of two that allows AIs: its id."""
    return challenges.open(organiser, NewGame("last-spell", [{}] * 2, INTRODUCTION), "Two by two", ai_seats=True)


def shown(challenges, challenge_id, number):
    """A try as everybody sees it."""
    return next(own for own in challenges.view(challenge_id).tries if own.number == number)


def test_who_is_named_sits_down_and_the_game_of_all_begins(services, challenges, people, opened):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    own = shown(challenges, opened, number)
    assert (own.status, own.game_id, own.seats["s2"].name) == ("forming", None, "bob")
    assert challenges.invited(people["bob"], opened) == [number]
    assert refusal(challenges.join, people["cy"], opened, number) == "illegal"
    challenges.join(people["bob"], opened, number)
    own = shown(challenges, opened, number)
    table = services.ledger.table(own.game_id)
    assert (own.status, table.status, table.deal) == ("playing", "running", opened)
    assert {name: seat.account for name, seat in table.seats.items()} == {"s1": people["ann"], "s2": people["bob"]}
    for member in ("ann", "bob"):
        assert services.ledger.view(own.game_id, people[member]).status == "running"
    assert refusal(services.ledger.view, own.game_id, people["cy"]) == "not-found"
    assert refusal(services.ledger.sit, people["cy"], own.game_id) == "not-found"


def test_whoever_has_the_link_takes_an_open_seat(challenges, people, opened):
    number = challenges.form(people["ann"], opened, [ME, OPEN])
    link = challenges.invitation(people["ann"], opened, number)
    assert challenges.invited_to(link) == (opened, number)
    assert refusal(challenges.invitation, people["bob"], opened, number) == "forbidden"
    assert refusal(challenges.invited_to, f"{link}x") == "not-found"
    assert refusal(challenges.join, people["bob"], opened, number) == "illegal"
    assert refusal(challenges.join, people["bob"], opened, number, "s1", link) == "illegal"
    challenges.join(people["bob"], opened, number, "s2", link)
    assert refusal(challenges.join, people["cy"], opened, number, None, link) == "illegal"


def test_the_link_to_one_group_opens_no_other(challenges, people, opened):
    first = challenges.form(people["ann"], opened, [ME, OPEN])
    second = challenges.form(people["bob"], opened, [ME, OPEN])
    link = challenges.invitation(people["ann"], opened, first)
    assert refusal(challenges.join, people["cy"], opened, second, None, link) == "illegal"
    challenges.leave(people["ann"], opened, first)
    assert refusal(challenges.join, people["cy"], opened, first, None, link) == "illegal"


def test_who_is_blocked_by_the_leader_does_not_join(services, challenges, people, opened):
    services.blocks.add(people["ann"], "bob", "blocked")
    number = challenges.form(people["ann"], opened, [ME, OPEN])
    link = challenges.invitation(people["ann"], opened, number)
    assert refusal(challenges.join, people["bob"], opened, number, None, link) == "illegal"


def test_whom_the_leader_blocks_meanwhile_does_not_join(services, challenges, people, opened, monkeypatch):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    block_meanwhile(monkeypatch, services.blocks, people["ann"], "bob")
    assert refusal(challenges.join, people["bob"], opened, number) == "illegal"
    assert shown(challenges, opened, number).status == "forming"


def test_who_leaves_before_the_start_is_free_again(challenges, people, opened):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    challenges.leave(people["ann"], opened, number)
    assert challenges.number_of(people["ann"], opened) is None
    again = challenges.form(people["ann"], opened, [ME, BOB])
    assert again == number + 1
    challenges.join(people["bob"], opened, again)
    assert refusal(challenges.leave, people["bob"], opened, again) == "illegal"
    assert refusal(challenges.begin, people["bob"], opened) == "illegal"


def test_the_leader_begins_with_ais_where_they_are_allowed(services, challenges, people, organiser, opened):
    number = challenges.form(people["ann"], opened, [ME, OPEN])
    assert refusal(challenges.start, people["ann"], opened, number, "clever") == "malformed"
    game = challenges.start(people["ann"], opened, number, "greedy")
    assert [seat.level for seat in services.ledger.table(game).seats.values()] == [None, "greedy"]
    strict = challenges.open(organiser, NewGame("last-spell", [{}] * 2, INTRODUCTION), "People only")
    assert refusal(challenges.form, people["ann"], strict, [ME, AI]) == "illegal"
    number = challenges.form(people["ann"], strict, [ME, OPEN])
    assert refusal(challenges.start, people["ann"], strict, number, "greedy") == "illegal"


@pytest.mark.parametrize("seats", [[ME], [OPEN, OPEN], [ME, {"account": "nobody"}], [ME, {"ai": "clever"}], [ME] * 3])
def test_a_group_that_cannot_be_is_refused(challenges, people, opened, seats):
    assert refusal(challenges.form, people["ann"], opened, seats) == "malformed"


def test_games_are_compared_in_the_end_and_both_verifiers_take_them(
    services, challenges, people, organiser, opened, tmp_path
):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    challenges.join(people["bob"], opened, number)
    alone = challenges.begin(people["cy"], opened)
    for game in (shown(challenges, opened, number).game_id, alone):
        play(services, game, 10_000)
    challenges.close_entries(organiser, opened)
    view = challenges.view(opened)
    assert view.status == "closed"
    tie_breaks = view.tie_breaks
    assert tie_breaks[:2] == ["nights", "rounds"]
    standings = [(own.won, *(own.values[name] for name in tie_breaks)) for own in view.tries]
    better = sorted(standings, reverse=True)
    assert [own.rank for own in view.tries] == [1 + better.index(one) for one in standings]
    seed = bytes.fromhex(view.seed)
    assert seed_commitment(opened, seed) == view.commitment
    assert audit_log(challenges.document(opened), services.catalog).code == CONSISTENT
    journal = tmp_path / "journal.json"
    journal.write_bytes(services.journal.document().encode())
    lines = checked(read_journal(journal.read_bytes()))
    for own in view.tries:
        file = tmp_path / "try.json"
        file.write_bytes(canonical(challenges.record(opened, own.number)))
        verdict = audit(read(file.read_bytes()), services.catalog, journal=lines, deals={opened: seed})
        assert (verdict.code, verdict.findings) == (CONSISTENT, ())
        assert command_line(file, f"--deal={opened}:{seed.hex()}", f"--journal={journal}") == CONSISTENT
        assert command_line(file) == PREFIX


@pytest.fixture
def documents(services, challenges, people, organiser, opened, tmp_path):
    """The files of a challenge that has ended, its log first, and of its two tries."""
    number = challenges.form(people["ann"], opened, [ME, BOB])
    challenges.join(people["bob"], opened, number)
    for game in (shown(challenges, opened, number).game_id, challenges.begin(people["cy"], opened)):
        play(services, game, 10_000)
    challenges.close_entries(organiser, opened)
    files = [tmp_path / "challenge.json", tmp_path / "try-1.json", tmp_path / "try-2.json"]
    files[0].write_bytes(challenges.document(opened).encode())
    for file, own in zip(files[1:], (1, 2)):
        file.write_bytes(canonical(challenges.record(opened, own)))
    return files


def audited(*files):
    """The exit code of the audit, and what it says."""
    done = CliRunner().invoke(cli, ["audit", *map(str, files)])
    return done.exit_code, done.output


def test_beside_the_log_of_the_challenge_a_try_needs_no_seed_and_is_what_that_tells(documents):
    code, said = audited(*documents)
    assert (code, said.count("of the challenge, as that tells it")) == (CONSISTENT, 2)
    assert audited(documents[1])[0] == PREFIX


def test_a_challenge_that_tells_another_end_of_a_try_is_found_out_by_its_record(documents):
    def better(events):
        told = next(event for event in events if event["type"] == "TryMeasured")
        values = {**told["data"]["values"], "nights": told["data"]["values"]["nights"] + 1}
        ended = next(event for event in events if event["type"] == "TryEnded")
        told["data"] = {**told["data"], "values": values}
        ended["action"] = {**ended["action"], "values": values}
        events[-1]["data"] = {**events[-1]["data"], "places": [{"rank": 1, "number": 1}, {"rank": 2, "number": 2}]}

    log = read_log(documents[0].read_bytes())
    documents[0].write_bytes(rechained(log, better).encode())
    assert audited(documents[0])[0] == CONSISTENT
    code, said = audited(*documents)
    assert (code, "its end is not what the challenge tells of it" in said) == (REFUSED, True)


def test_a_challenge_that_names_others_at_a_table_is_found_out_by_its_record(documents, people):
    def renamed(events):
        joined = next(event for event in events if event["type"] == "GroupJoined")
        joined["data"] = {**joined["data"], "account": people["ann"]}
        joined["action"] = {**joined["action"], "account": people["ann"]}
        formed = next(event for event in events if event["type"] == "GroupFormed")
        seats = {**formed["data"]["seats"], "s2": {}}
        formed["data"], formed["action"] = {**formed["data"], "seats": seats}, {**formed["action"], "seats": seats}

    documents[0].write_bytes(rechained(read_log(documents[0].read_bytes()), renamed).encode())
    assert audited(documents[0])[0] == CONSISTENT
    code, said = audited(*documents)
    assert (code, "others sat there than the challenge tells" in said) == (REFUSED, True)


def test_a_game_that_has_ended_shows_its_own_players_no_more_than_before_until_the_last_has(
    services, challenges, people, opened
):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    challenges.join(people["bob"], opened, number)
    game = shown(challenges, opened, number).game_id
    play(services, game, 10_000)
    assert services.ledger.table(game).closed is not None
    assert refusal(services.ledger.view, game, people["ann"], "referee") == "forbidden"
    assert refusal(services.ledger.view, game, people["ann"], "s2") == "forbidden"
    events = services.ledger.record(game, people["ann"])["events"]
    assert {audience for event in events for audience in event["private"]} <= {"s1"}
    assert refusal(services.practice.branch, people["ann"], game, 20) == "illegal"
    assert refusal(services.ledger.record, game, people["cy"]) == "not-found"


def test_whoever_resigns_leaves_a_seat_that_nobody_from_outside_takes(services, challenges, people, opened):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    challenges.join(people["bob"], opened, number)
    game = shown(challenges, opened, number).game_id
    services.absence.resign(people["bob"], game, None)
    assert refusal(services.ledger.sit, people["cy"], game) == "not-found"
    assert refusal(services.hosting.invite, people["ann"], game, None) == "illegal"
    assert refusal(challenges.begin, people["bob"], opened) == "illegal"


def test_no_ai_takes_the_seat_of_who_is_gone_unless_the_challenge_allows_ais(services, challenges, people, organiser):
    """CH-GRP-5, CH-RNK-4."""
    takes_over = NewGame(
        "last-spell", [{}] * 2, INTRODUCTION, clock={"per_decision": 3600, "policy": "ai", "level": "greedy"}
    )
    assert refusal(challenges.open, organiser, takes_over, "People only") == "malformed"
    for ais in (True, False):
        new = NewGame("last-spell", [{}] * 2, INTRODUCTION)
        opened = challenges.open(organiser, new, "Two by two", ai_seats=ais)
        number = challenges.form(people["ann"], opened, [ME, BOB])
        challenges.join(people["bob"], opened, number)
        game = shown(challenges, opened, number).game_id
        services.absence.resign(people["bob"], game, None)
        if ais:
            services.absence.claim_replacement(people["ann"], game)
            assert services.ledger.table(game).seats["s2"].level == "greedy"
        else:
            assert refusal(services.absence.claim_replacement, people["ann"], game) == "illegal"
            services.absence.claim_end(people["ann"], game)
            challenges.close_entries(organiser, opened)
            assert [own.rank for own in challenges.view(opened).tries] == [None]


def test_a_group_that_has_not_begun_when_the_time_is_up_is_no_more(challenges, people, organiser, opened):
    number = challenges.form(people["ann"], opened, [ME, OPEN])
    challenges.close_entries(organiser, opened)
    view = challenges.view(opened)
    assert (view.status, view.tries) == ("closed", [])
    assert refusal(challenges.record, opened, number) == "not-found"


def test_who_leaves_for_good_leaves_the_groups_that_have_not_begun(services, challenges, people, opened):
    number = challenges.form(people["ann"], opened, [ME, BOB])
    services.account_deletion.forget(people["bob"])
    assert shown(challenges, opened, number).seats["s2"].name is None
    services.account_deletion.forget(people["ann"])
    assert challenges.view(opened).tries == []


class Elsewhere:
    """Two processes of an installation, and commands that they take at once."""

    def __init__(self, services, other):
        self.services = (services, other)

    def at_once(self, *calls):
        """What each call, given the challenges of its process, answers: None, or the code of its refusal."""
        barrier = threading.Barrier(len(calls))

        def run(number):
            barrier.wait()
            try:
                return calls[number](self.services[number % 2].challenges) and None
            except ServiceError as error:
                return error.code

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(run, range(len(calls))))


@pytest.fixture
def both(tmp_path, database):
    """Two processes on each kind of database."""
    services = install(tmp_path / "two", **database.environ)
    other = build(services.settings)
    yield Elsewhere(services, other)
    other.close()
    services.close()


def test_at_two_tables_at_once_exactly_one_has_the_account(both):
    services = both.services[0]
    ann, bob, cy = (services.accounts.create(name)[0].id for name in ("ann", "bob", "cy"))
    for attempt in range(6):
        opened = services.challenges.open(ann, NewGame("last-spell", [{}] * 2, INTRODUCTION), f"Race {attempt}")
        groups = [services.challenges.form(leader, opened, [ME, {"account": "cy"}]) for leader in (ann, bob)]
        calls = [
            lambda ledger, opened=opened, number=groups[0]: ledger.join(cy, opened, number),
            lambda ledger, opened=opened, number=groups[1]: ledger.join(cy, opened, number),
            lambda ledger, opened=opened: ledger.begin(cy, opened),
            lambda ledger, opened=opened: ledger.form(cy, opened, [ME, OPEN]),
        ]
        answers = both.at_once(*calls)
        assert sorted(map(str, answers)) == ["None", *["illegal"] * 3]
        tries = services.challenges.view(opened).tries
        assert sum("cy" in {seat.name for seat in own.seats.values() if seat.kind == "person"} for own in tries) == 1


def test_of_two_that_take_the_last_seat_at_once_one_sits_there(both):
    services = both.services[0]
    ann, bob, cy = (services.accounts.create(name)[0].id for name in ("ann", "bob", "cy"))
    opened = services.challenges.open(ann, NewGame("last-spell", [{}] * 2, INTRODUCTION), "One seat")
    number = services.challenges.form(ann, opened, [ME, OPEN])
    link = services.challenges.invitation(ann, opened, number)
    answers = both.at_once(
        lambda ledger: ledger.join(bob, opened, number, None, link),
        lambda ledger: ledger.join(cy, opened, number, None, link),
    )
    assert sorted(map(str, answers)) == ["None", "illegal"]
    assert services.challenges.view(opened).tries[0].status == "playing"
