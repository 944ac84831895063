"""Private branches through the service: a world of what one seat knows, played by hand, seen by nobody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bots.private_branch import PrivateBranch
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused, to_json
from service.errors import ServiceError
from service.games.notes import LONGEST
from service.games.private_branches import MOST_ANSWERS, MOST_BRANCHES
from service.games.shapes import NewGame, OperatorAct
from tests.installation import install
from tests.service.playing import ME, OPEN

SEATS = [ME, OPEN, {"ai": "greedy"}]


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    services = install(tmp_path_factory.mktemp("branches") / "home")
    yield services
    services.close()


@pytest.fixture(scope="module")
def people(services):
    return {name: services.accounts.create(name)[0].id for name in ("ann", "bob", "cy")}


@pytest.fixture
def ann(people):
    return people["ann"]


@pytest.fixture
def game(services, people):
    """A draft of ann, bob and an AI, in which ann has a packet."""
    made = services.ledger.open_game(people["ann"], NewGame("nightfall", SEATS))
    services.ledger.sit(people["bob"], made)
    return made


@pytest.fixture
def branches(services):
    return services.private_branches


def refusal(do, *arguments):
    """What it is refused with."""
    with pytest.raises(ServiceError) as refused:
        do(*arguments)
    return refused.value


def answered(branches, account, branch, number=0):
    """The branch after one of the legal answers to the decision that it shows."""
    return branches.answer(account, branch.id, branch.view.decision, branch.view.legal[number])


def played(branches, account, branch, answers):
    """The branch after so many answers, by hand for every seat."""
    for _ in range(answers):
        branch = answered(branches, account, branch)
    return branch


def test_all_seats_are_answered_by_hand_in_a_world_that_stays_the_same(services, branches, ann, game):
    before = services.ledger.view(game, ann)
    begun = branches.begin(ann, game, None)
    assert begun.view.table == before.table
    assert begun.view.legal == before.legal
    branch = played(branches, ann, begun, 7)
    assert {one.seat for one in branch.answers} == {"s1", "s2", "s3"}
    assert branches.look(ann, branch.id) == branch
    assert branches.look(ann, branch.id, 0).view.table == begun.view.table
    assert services.ledger.view(game, ann) == before, "the game knows nothing of it"


def test_nobody_else_has_it(services, branches, people, game):
    branch = branches.begin(people["ann"], game, None)
    for other in ("bob", "cy"):
        assert branches.of_game(people[other], game).branches == []
        for attempt in (
            lambda who: branches.look(who, branch.id),
            lambda who: branches.answer(who, branch.id, branch.view.decision, branch.view.legal[0]),
            lambda who: branches.let_others_answer(who, branch.id, branch.view.decision),
            lambda who: branches.note(who, branch.id, 0, "mine"),
            lambda who: branches.make_condition(who, branch.id, 0),
            lambda who: branches.remove(who, branch.id),
        ):
            assert refusal(attempt, people[other]).code == "not-found"
    assert [one.id for one in branches.of_game(people["ann"], game).branches] == [branch.id]


def test_only_who_holds_a_seat_of_a_running_game_begins_one(services, branches, people, game):
    assert refusal(branches.begin, people["cy"], game, None).code == "forbidden"
    services.ledger.close(game, "void")
    refused = refusal(branches.begin, people["ann"], game, None)
    assert (refused.code, refused.reason) == ("illegal", "a private branch begins in a game that runs")


def test_it_begins_where_a_command_has_ended_and_somebody_must_decide(services, branches, ann, game):
    ends = services.ledger.timeline(game)["boundaries"]
    last = ends[-1]
    begin = next(end for end in ends if services.ledger.view(game, ann, at=end).table is not None)
    assert branches.begin(ann, game, None, begin).version == begin
    assert "in the middle of a command" in refusal(branches.begin, ann, game, None, begin - 1).reason
    assert refusal(branches.begin, ann, game, None, 1).code == "illegal"
    assert refusal(branches.begin, ann, game, None, last + 1).code == "not-found"


def test_what_is_noted_there_goes_along_and_each_position_has_its_note(services, branches, ann, game):
    at = services.ledger.view(game, ann).version
    services.notes.write(ann, game, "Which one?", at)
    branch = played(branches, ann, branches.begin(ann, game, None, at), 2)
    assert branch.notes == {"0": "Which one?"}
    noted = branches.note(ann, branch.id, 2, "Bob must decide.")
    assert noted.notes == {"0": "Which one?", "2": "Bob must decide."}
    over = noted.mark
    branches.note(ann, branch.id, 2, "Or not.", over)
    assert refusal(branches.note, ann, branch.id, 2, "lost", over).code == "stale"
    assert branches.note(ann, branch.id, 2, "").notes == {"0": "Which one?"}
    assert refusal(branches.note, ann, branch.id, 3, "nowhere").code == "not-found"
    assert refusal(branches.note, ann, branch.id, 1, "x" * LONGEST).code == "malformed"
    assert services.notes.read(ann, game, at).text == "Which one?"


def test_an_earlier_answer_takes_the_place_of_what_followed(branches, ann, game):
    branch = played(branches, ann, branches.begin(ann, game, None), 5)
    branches.note(ann, branch.id, 5, "after")
    branches.note(ann, branch.id, 1, "before")
    earlier = branches.look(ann, branch.id, 2)
    other = answered(branches, ann, earlier, 1)
    assert other.answers[:2] == branch.answers[:2]
    assert (len(other.answers), other.notes) == (3, {"1": "before"})
    assert refusal(answered, branches, ann, earlier).code == "stale"


def test_two_windows_do_not_overwrite_each_other(branches, ann, game):
    branch = branches.begin(ann, game, None)

    def try_one(number):
        try:
            return answered(branches, ann, branch, number).answers
        except Exception as error:
            return error.code

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(try_one, range(2)))
    assert "stale" in done
    assert branches.look(ann, branch.id).answers in done


def test_others_are_answered_for_until_ones_own_seat_must_decide(branches, ann, game):
    branch = answered(branches, ann, branches.begin(ann, game, None))
    while "s1" in branch.asked:
        branch = answered(branches, ann, branch)
    on = branches.let_others_answer(ann, branch.id, branch.view.decision)
    assert "s1" in on.asked
    assert {one.seat for one in on.answers[len(branch.answers) :]} <= {"s2", "s3"}
    assert "your own seat" in refusal(branches.let_others_answer, ann, on.id, on.view.decision).reason


def test_each_seat_of_the_world_is_looked_through(branches, ann, game):
    branch = branches.begin(ann, game, None)
    through = branches.look(ann, branch.id, eyes="s2").view
    assert through.seat == "s2"
    assert "packet" in through.table["seats"]["s2"]
    assert through.table != branch.view.table
    assert refusal(branches.look, ann, branch.id, None, "s9").code == "not-found"


def test_what_the_rules_refuse_changes_nothing(branches, ann, game):
    branch = branches.begin(ann, game, None)
    for action, code in (({"type": "pass"}, "illegal"), ({"type": "fly"}, "malformed")):
        assert refusal(branches.answer, ann, branch.id, branch.view.decision, action).code == code
    assert refusal(branches.answer, ann, branch.id, "0-0.s1", branch.view.legal[0]).code == "stale"
    assert branches.look(ann, branch.id) == branch


def test_an_answer_of_ones_own_seat_becomes_a_conditional_answer(services, branches, ann, game):
    first = answered(branches, ann, branches.begin(ann, game, None))
    step = next(step for step, one in enumerate(first.answers) if one.seat == "s1")
    services.standing_orders.put(ann, game, None, [{"order": "pass", "when": "always"}])
    for _ in range(2):
        kept = branches.make_condition(ann, first.id, step).orders
        assert [order["order"] for order in kept] == ["if", "pass"]
        assert kept[0]["answer"] == first.answers[step].action
    while first.answers[-1].seat == "s1":
        first = answered(branches, ann, first)
    refused = refusal(branches.make_condition, ann, first.id, len(first.answers) - 1)
    assert "your own seat" in refused.reason
    assert refusal(branches.make_condition, ann, first.id, len(first.answers)).code == "illegal"


def test_a_condition_for_another_situation_than_there_is_now_is_refused(services, branches, ann):
    game = services.ledger.open_game(ann, NewGame("nightfall", [ME, ME, ME], {"draft": "quick"}))
    branch = branches.begin(ann, game, "s1")
    while not (branch.view.table["active"] == "s1" and branch.view.table["turn"] > 3 and "s1" in branch.asked):
        branch = played(branches, ann, branch, 1)
    branch = played(branches, ann, branch, 1)
    refused = refusal(branches.make_condition, ann, branch.id, len(branch.answers) - 1)
    assert (refused.code, refused.reason) == ("illegal", "it is for another situation than there is in the game now")


@pytest.mark.parametrize("is_the_situation", [True, False])
def test_who_holds_the_seat_no_more_is_told_nothing_of_its_situation(services, branches, people, is_the_situation):
    ann, operator = people["ann"], services.accounts.create(f"Op {is_the_situation}")[0].id
    services.accounts.set_operator(operator, True)
    game = services.ledger.open_game(ann, NewGame("nightfall", [ME, ME, ME], {"draft": "quick"}))
    branch = branches.begin(ann, game, "s1")
    if not is_the_situation:
        while not (branch.view.table["active"] == "s1" and branch.view.table["turn"] > 3 and "s1" in branch.asked):
            branch = played(branches, ann, branch, 1)
    branch = played(branches, ann, branch, 1)
    step = max(step for step, one in enumerate(branch.answers) if one.seat == "s1")
    services.corrections.operate(operator, game, OperatorAct("replace", "away", seat="s1", account="bob"))
    refused = refusal(branches.make_condition, ann, branch.id, step)
    assert (refused.code, refused.reason) == ("forbidden", "you do not hold s1")


def test_there_are_only_so_many_branches_and_answers(branches, services, ann, monkeypatch):
    game = services.ledger.open_game(ann, NewGame("nightfall", [ME, ME]))
    made = [branches.begin(ann, game, "s1") for _ in range(MOST_BRANCHES)]
    refused = refusal(branches.begin, ann, game, "s1")
    assert (refused.code, f"at most {MOST_BRANCHES} private branches" in refused.reason) == ("illegal", True)
    branches.remove(ann, made[0].id)
    branch = branches.begin(ann, game, "s1")
    monkeypatch.setattr("service.games.private_branches.MOST_ANSWERS", 3)
    branch = played(branches, ann, branch, 3)
    assert "a branch has 3 answers at most" in refusal(answered, branches, ann, branch).reason
    assert MOST_ANSWERS > 3


def test_one_of_a_game_that_has_moved_on_or_is_over_stays_as_it_is(services, branches, ann, game):
    branch = played(branches, ann, branches.begin(ann, game, None), 4)
    services.ledger.close(game, "void")
    assert branches.look(ann, branch.id).view.table == branch.view.table
    assert answered(branches, ann, branch).answers[:4] == branch.answers
    assert refusal(branches.make_condition, ann, branch.id, 0).code == "illegal"


def test_it_is_among_ones_own_data_and_goes_with_the_account(services, branches):
    account = services.accounts.create("Dan")[0].id
    game = services.ledger.open_game(account, NewGame("nightfall", [ME, ME]))
    branch = branches.begin(account, game, "s1")
    [line] = [one for one in services.own_data.lines(account) if one["kind"] == "private_branches"]
    assert (line["id"], line["version"]) == (branch.id, branch.version)
    services.account_deletion.forget(account)
    assert services.store.rows("SELECT id FROM private_branches WHERE account = :it", it=account) == []


@settings(max_examples=8)
@given(st.binary(min_size=1, max_size=8), st.integers(0, 24))
def test_a_world_tells_nothing_but_what_its_seat_knows(services, key, answers):
    """From another state that the seat cannot tell from the true one the same branch comes, in all that it shows."""
    nightfall = services.catalog["nightfall"]
    rng, chance = Stream(key), Seeded(b"world" + key)
    state = nightfall.setup({}, ("s1", "s2", "s3"), chance).state
    for _ in range(answers):
        seat = next(iter(state.open))
        state = nightfall.advance(state, seat, nightfall.sample(state, seat, rng), chance).state
    other = nightfall.resample(state, "s1", Stream(b"another"))
    ones = [PrivateBranch(nightfall, world, "s1", Stream(b"branch")) for world in (state, other)]
    for _ in range(6):
        shown = [[nightfall.view(one.world, seat) for seat in ("s1", "s2", "s3")] for one in ones]
        assert shown[0] == shown[1]
        if not ones[0].asked:
            break
        seat = ones[0].asked[0]
        [legal, again] = [nightfall.legal(one.world, seat).actions for one in ones]
        assert to_json(legal) == to_json(again)
        for one in ones:
            one.answer(seat, legal[0])


def none(*asked):
    raise Refused("illegal", "no answer to give")


def test_an_ai_that_has_no_answer_to_give_is_refused(services, branches, ann, game, monkeypatch):
    branch = branches.begin(ann, game, None)
    others = branches.answer(ann, branch.id, branch.view.decision, branch.view.legal[0])
    for module in ("private_branches", "orders"):
        monkeypatch.setattr(f"service.games.{module}.player", lambda level: none)
    assert refusal(branches.let_others_answer, ann, branch.id, others.view.decision).code == "illegal"
    assert refusal(services.standing_orders.look_ahead, ann, game, None).code == "illegal"
    assert branches.look(ann, branch.id) == others, "the branch can go on"
