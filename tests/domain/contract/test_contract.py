"""The contract, told with pig."""

import json

import pytest

from domain.contract.chance import Forced, Seeded, Stream
from domain.contract.game import Asked, Refused, to_json
from tests.pigs.pig import PIG, DieRolled, Guess, Hold, NumberGuessed, NumbersShown, Roll, TurnPassed

SEATS = ("s1", "s2", "s3")
KEY = bytes(32)


class NoDraws:
    """Chance where nothing is to be drawn."""

    def draw(self, kind, name, source, count):
        raise AssertionError(f"{kind} {name} drawn where nothing may be drawn")


def chance(*rolls):
    return Forced([{"roll": "d6", "results": list(rolls)}], Seeded(KEY))


def begun(goal=20, **options):
    return PIG.setup({"goal": goal, **options}, SEATS, Seeded(KEY)).state


def test_setup_asks_the_first_seat():
    state = begun()
    assert {seat: decision.verbs for seat, decision in state.open.items()} == {"s1": ("roll", "hold")}


def test_a_command_closes_with_what_it_answered_and_what_is_open():
    run = PIG.decide(begun(), "s1", Roll(), chance(1))
    assert [type(event) for event in run] == [DieRolled, TurnPassed, Asked]
    asked = run.events[-1]
    assert asked.answered == ("s1",)
    assert list(asked.open) == ["s2"]


def test_a_draw_belongs_to_the_event_emitted_next():
    run = PIG.decide(begun(), "s1", Roll(), chance(4))
    [(index, draw)] = run.draws
    assert (run.events[index], draw.result) == (DieRolled("s1", 4), [4])


def test_decide_leaves_the_state_as_it_was():
    state = begun()
    before = PIG.view(state, "referee")
    PIG.decide(state, "s1", Roll(), chance(6))
    assert PIG.view(state, "referee") == before


def test_seats_that_decide_at_the_same_time_answer_in_any_order():
    state = begun(guess=True)
    assert set(state.open) == set(SEATS)
    for seat in ("s3", "s1", "s2"):
        run = PIG.advance(state, seat, {"type": "guess", "number": 4}, Seeded(KEY))
    assert [type(event) for event in run] == [NumberGuessed, NumbersShown, Asked]
    assert set(run.events[-1].open) == {"s1"}


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        ("s9", {"type": "roll"}, "malformed"),
        ("s1", {"type": "bite"}, "malformed"),
        ("s2", {"type": "roll"}, "not-your-decision"),
        ("s2", {"type": "guess", "number": "x"}, "not-your-decision"),
        ("s1", {"type": "guess", "number": "x"}, "illegal"),
        ("s1", {"type": "roll", "twice": True}, "malformed"),
        ("s1", {}, "malformed"),
    ],
)
def test_refusals_are_tried_in_order(seat, action, code):
    with pytest.raises(Refused) as refused:
        PIG.decide(begun(), seat, action, NoDraws())
    assert refused.value.code == code


def test_nothing_can_be_done_after_the_end():
    state = PIG.decide(begun(goal=5), "s1", Roll(), chance(6)).state
    state = PIG.decide(state, "s1", Hold(), NoDraws()).state
    assert PIG.outcome(state).places["s1"] == 1
    assert state.open == {}
    with pytest.raises(Refused) as refused:
        PIG.decide(state, "s1", Roll(), NoDraws())
    assert refused.value.code == "game-over"


def test_what_was_pending_replays_from_json():
    run = PIG.setup({"guess": True}, SEATS, Seeded(KEY))
    events = list(run)
    state = run.state
    rng = Stream(b"players")
    draws = Seeded(KEY, 1)
    for _ in range(40):
        if PIG.is_over(state):
            break
        seat = next(iter(state.open))
        run = PIG.advance(state, seat, PIG.sample(state, seat, rng), draws)
        events += run.events
    told = json.loads(json.dumps([[type(event).__name__, to_json(event)] for event in events]))
    again = PIG.fold(PIG.decode_event(name, data) for name, data in told)
    assert PIG.view(again, "referee") == PIG.view(state, "referee")
    assert (again.open, again.agenda) == (state.open, state.agenda)


def test_a_list_must_stop_after_a_run_that_tells_something():
    state = begun()
    assert PIG.decide(state, "s1", Roll(), chance(2)).draws
    assert not PIG.decide(state, "s1", Hold(), NoDraws()).draws


def test_verbs_and_events_are_described_from_their_classes():
    described = PIG.describe()
    assert described.verbs["guess"]["properties"] == {
        "type": {"enum": ["guess"]},
        "number": {"type": "integer"},
    }
    assert "Asked" in described.events
    assert PIG.parse({"type": "guess", "number": 3}) == Guess(3)
