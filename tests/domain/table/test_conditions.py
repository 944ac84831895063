"""Conditional answers: given where what is asked and what is in view are so, ended when the situation is another."""

import pytest
from msgspec.structs import replace

from domain.bots import player
from domain.bots.planning import conditions_of
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.table.rules.conditions import condition, has_ended
from domain.table.rules.standing_orders import MOST_CONDITIONS, answer, going_on, read_orders

NIGHTFALL = Catalog()["nightfall"]
SEATS = ("s1", "s2", "s3")


@pytest.fixture
def state():
    """A draft in which everybody is to choose from a packet."""
    return NIGHTFALL.setup({}, SEATS, Seeded(b"conditions")).state


def packet(state):
    return NIGHTFALL.view(state, "s1")["seats"]["s1"]["packet"]


def drafting(card, phase="draft"):
    view = {"/seats/s1/packet": [card]}
    return {
        "order": "if", "asked": "draft", "view": view, "while": {"/phase": phase},
        "answer": {"type": "draft", "card": card},
    }  # fmt: skip


def given(state, *orders):
    return read_orders(NIGHTFALL, state, "s1", orders)


def test_the_first_whose_parts_are_in_view_answers(state):
    *_, last = packet(state)
    orders = given(state, drafting("no-such-card"), drafting(last))
    assert to_json(answer(NIGHTFALL, state, "s1", orders)) == {"type": "draft", "card": last}
    assert answer(NIGHTFALL, state, "s1", orders[:1]) is None


def test_it_is_for_one_kind_of_decision_and_for_its_details(state):
    first, *_ = packet(state)
    assert answer(NIGHTFALL, state, "s1", given(state, {**drafting(first), "asked": "link"})) is None
    assert answer(NIGHTFALL, state, "s1", given(state, {**drafting(first), "details": {"asks": "minion"}})) is None


def test_an_answer_that_is_not_legal_is_not_given(state):
    order = {**drafting("no-such-card"), "view": {}}
    assert answer(NIGHTFALL, state, "s1", given(state, order)) is None


def test_it_ends_when_the_situation_differs_and_waits_while_only_its_question_does(state):
    here, there = drafting("no-such-card"), drafting("no-such-card", "claim")
    other = {"order": "pass", "when": "always"}
    orders = given(state, here, there, other)
    assert [order["order"] for order in going_on(NIGHTFALL, state, "s1", orders)] == ["if", "pass"]
    assert going_on(NIGHTFALL, state, "s1", orders)[0]["while"] == {"/phase": "draft"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"asked": 1},
        {"view": []},
        {"view": {"phase": "draft"}},
        {"while": {}},
        {"while": {f"/{number}": 1 for number in range(13)}},
        {"answer": "draft"},
        {"answer": {"type": "fly"}},
        {"answer": {"order": "dance"}},
        {"answer": {"order": "default", "decisions": ["draft"]}},
        {"answer": {"order": "attack", "whom": "s1"}},
        {"more": 1},
        {"details": 1},
    ],
)
def test_one_that_makes_no_sense_is_refused(state, wrong):
    with pytest.raises(Refused) as refused:
        given(state, {**drafting("vulko"), **wrong})
    assert refused.value.code == "malformed"


def test_there_are_only_so_many(state):
    given(state, *[drafting("vulko")] * MOST_CONDITIONS)
    with pytest.raises(Refused, match="conditional answers"):
        given(state, *[drafting("vulko")] * (MOST_CONDITIONS + 1))


def test_a_part_may_lie_deep_in_the_table_or_not_be_there(state):
    order = {**drafting(packet(state)[0]), "view": {"/seats/s1/packet/0": packet(state)[0], "/draft/round": 1}}
    assert answer(NIGHTFALL, state, "s1", given(state, order)) is not None
    assert answer(NIGHTFALL, state, "s1", given(state, {**order, "view": {"/draft/nothing": None}})) is None


def test_who_looks_into_branches_has_conditions_that_go_by_what_the_seat_knows(state):
    mine, choose = packet(state), player("greedy")
    after = NIGHTFALL.advance(state, "s1", {"type": "draft", "card": mine[0]}, Seeded(b"c")).state
    made = conditions_of(NIGHTFALL, after, "s1", choose, Stream(b"branches"))
    other = NIGHTFALL.resample(after, "s1", Stream(b"another world"))
    assert made
    assert made == conditions_of(NIGHTFALL, other, "s1", choose, Stream(b"branches"))
    assert given(after, *made) == made


def own_turns(decisions):
    """States of a game between greedy seats in which `s1` is to answer in its own turn, and what it answers."""
    chance, rng, choose = Seeded(b"turns"), Stream(b"turns"), player("greedy")
    state = NIGHTFALL.setup({}, SEATS, chance).state
    for _ in range(decisions):
        seat = next(iter(state.open))
        action = choose(NIGHTFALL, state, seat, rng)
        if seat == state.active == "s1":
            yield state.clone(), action
        state = NIGHTFALL.advance(state, seat, action, chance).state


def test_what_a_seat_does_in_its_own_turn_is_planned_and_answered_where_it_was_foreseen():
    planned = set()
    for state, action in own_turns(150):
        made = condition(NIGHTFALL, NIGHTFALL.view(state, "s1"), "s1", state.open["s1"], action)
        if made is not None:
            kept = given(state, made)
            assert going_on(NIGHTFALL, state, "s1", kept) == kept
            assert answer(NIGHTFALL, state, "s1", kept) == action
            planned.add(made["answer"].get("type") or made["answer"]["order"])
    assert planned >= {"attack", "link", "discard", "claim", "pass"}


def test_a_plan_for_a_turn_ends_when_its_seat_has_drawn():
    state, action = next((state, action) for state, action in own_turns(150) if state.open["s1"].kind == "claim")
    kept = given(state, condition(NIGHTFALL, NIGHTFALL.view(state, "s1"), "s1", state.open["s1"], action))
    state.players["s1"].deck.append(state.players["s1"].hand[0])
    assert going_on(NIGHTFALL, state, "s1", kept) == []


def test_plans_reach_over_ones_own_next_turn_and_go_by_what_the_seat_knows():
    """Conditions of the turn to come are the same in every world that the seat cannot tell from the true one."""
    chance, rng, choose = Seeded(b"ahead"), Stream(b"ahead"), player("greedy")
    state = NIGHTFALL.setup({}, SEATS, chance).state
    while state.turn < 4 or "s1" in state.open or state.active == "s1":
        seat = next(iter(state.open))
        state = NIGHTFALL.advance(state, seat, choose(NIGHTFALL, state, seat, rng), chance).state
    made = conditions_of(NIGHTFALL, state, "s1", choose, Stream(b"plan"))
    other = NIGHTFALL.resample(state, "s1", Stream(b"another world"))
    assert made == conditions_of(NIGHTFALL, other, "s1", choose, Stream(b"plan"))
    assert {one["asked"] for one in made} >= {"link", "claim"}
    assert not any(has_ended(NIGHTFALL.view(state, "s1"), one) for one in made)


def test_a_game_without_orders_of_its_own_plans_nothing():
    pig = Catalog({"pig": "tests.pigs.pig:PIG"})["pig"]
    begun = pig.setup({}, ("s1", "s2"), Seeded(b"pig")).state
    [first, *_] = pig.legal(begun, "s1").actions
    assert condition(pig, pig.view(begun, "s1"), "s1", begun.open["s1"], first) is None


def test_a_choice_is_planned_for_its_text_s_question_and_for_no_other_of_the_same_card():
    """The chain text of Shock and Awe aims at a minion, and so does its kick."""
    lines = {"s1": {"hand": ["shock-and-awe"]}, "s2": {"in_play": [{"card": "vulko"}, {"card": "vulko"}]}, "s3": {}}
    state = NIGHTFALL.set_position({}, SEATS, {"phase": "chain", "seats": lines}, Seeded(b"shock")).state
    asked = NIGHTFALL.decide(state, "s1", {"type": "link", "card": "shock-and-awe"}, Seeded(b"shock")).state
    choose = {"type": "choose", "value": "s2/vulko/#2"}
    made = condition(NIGHTFALL, NIGHTFALL.view(asked, "s1"), "s1", asked.open["s1"], NIGHTFALL.parse(choose))
    kept = given(asked, made)
    assert to_json(answer(NIGHTFALL, asked, "s1", kept)) == choose
    for other in ({"part": "kick"}, {"run": 2}, {"by": "s2"}, {"place": "hand"}):
        asked.open = {"s1": replace(asked.open["s1"], details={**made["details"], **other})}
        assert answer(NIGHTFALL, asked, "s1", kept) is None


def test_a_link_is_planned_for_its_place_in_ones_own_chain():
    """Who wants to begin with Blood Rage, and begins with Grim Siege, has planned no second link."""
    lines = {"s1": {"hand": ["blood-rage", "grim-siege"]}, "s2": {}, "s3": {}}
    state = NIGHTFALL.set_position({}, SEATS, {"phase": "chain", "seats": lines}, Seeded(b"begin")).state
    begin = {"type": "link", "card": "blood-rage"}
    kept = given(
        state, condition(NIGHTFALL, NIGHTFALL.view(state, "s1"), "s1", state.open["s1"], NIGHTFALL.parse(begin))
    )
    assert to_json(answer(NIGHTFALL, state, "s1", kept)) == begin
    after = NIGHTFALL.decide(state, "s1", {"type": "link", "card": "grim-siege"}, Seeded(b"begin")).state
    assert NIGHTFALL.parse(begin) in NIGHTFALL.legal(after, "s1").actions
    assert answer(NIGHTFALL, after, "s1", kept) is None
