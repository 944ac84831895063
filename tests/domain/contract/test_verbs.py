"""The table of verbs: what is listed, drawn, played by default and carried out is generic over its rows."""

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Decision, Legal, Run, Slot
from domain.contract.verbs import STANDING, Question, Verb, Verbs, always, only
from tests.pigs.pig import PIG

SEATS = ("s1", "s2")


class Walk(Action, tag="walk", frozen=True):
    to: int


class Stop(Action, tag="stop", frozen=True):
    pass


class Shout(Action, tag="shout", frozen=True):
    words: str


def done(what):
    """What carries a verb out, and tells which it was."""
    return lambda run, seat, action: run.pick(what, (seat,))


def walks(state, seat):
    return (Walk(to) for to in range(1, 4))


WALK = Verb(action=Walk, carry_out=done("walk"), listing=walks, slots=lambda state, seat: (Slot("to", min=1, max=3),))
STOP = Verb(action=Stop, carry_out=done("stop"), listing=only(Stop()), default=lambda state, seat: Stop())
TABLE = Verbs(WALK, STOP)


def asked(kind="turn", verbs=("walk", "stop")):
    state = PIG.setup({}, SEATS, Seeded(bytes(32))).state
    state.open = {"s1": Decision(kind, verbs)}
    return state


def test_answers_are_listed_in_the_order_of_the_table():
    assert TABLE.legal(asked(verbs=("stop", "walk")), "s1", 10) == Legal((Walk(1), Walk(2), Walk(3), Stop()))


def test_only_open_verbs_are_listed():
    assert TABLE.legal(asked(verbs=("stop",)), "s1", 10) == Legal((Stop(),))


def test_who_is_not_asked_has_no_answers():
    assert TABLE.legal(asked(), "s2", 10) == Legal(())


def test_a_list_that_is_cut_tells_the_slots():
    cut = TABLE.legal(asked(), "s1", 2)
    assert cut == Legal((Walk(1), Walk(2)), False, {"walk": (Slot("to", min=1, max=3),)})


def test_an_open_ended_verb_tells_its_slots_however_short_the_list():
    wide = Verbs(Verb(action=Walk, carry_out=done("walk"), slots=WALK.slots, open_ended=always), STOP)
    assert wide.legal(asked(), "s1", 10) == Legal((Stop(),), False, {"walk": (Slot("to", min=1, max=3),)})


def test_the_rest_of_a_verb_is_listed_after_all_others():
    table = Verbs(Verb(action=Walk, carry_out=done("walk"), rest=walks), STOP)
    assert table.legal(asked(), "s1", 10).actions == (Stop(), Walk(1), Walk(2), Walk(3))


def test_each_listed_answer_can_be_drawn():
    drawn = {TABLE.sample(asked(), "s1", Stream(bytes([key]))) for key in range(60)}
    assert drawn == {Walk(1), Walk(2), Walk(3), Stop()}


def test_a_verb_can_be_drawn_first():
    table = Verbs(WALK, STOP, verb_first=True)
    drawn = [table.sample(asked(), "s1", Stream(bytes([key]))) for key in range(200)]
    assert 60 < drawn.count(Stop()) < 140


def test_a_sample_of_its_own_that_has_nothing_gives_way_to_another_verb():
    table = Verbs(Verb(action=Walk, carry_out=done("walk"), sample=lambda state, seat, rng: None), STOP)
    assert {table.sample(asked(), "s1", Stream(bytes([key]))) for key in range(9)} == {Stop()}


def test_a_decision_without_any_answer_is_an_error():
    table = Verbs(Verb(action=Walk, carry_out=done("walk"), sample=lambda state, seat, rng: None))
    with pytest.raises(LookupError, match="no answer to turn"):
        table.sample(asked(), "s1", Stream(b""))


def test_the_default_is_what_a_row_says_or_the_first_answer():
    assert TABLE.default(asked(), "s1") == Stop()
    assert TABLE.default(asked(verbs=("walk",)), "s1") == Walk(1)


def test_a_question_answers_for_its_kind_of_decision():
    question = Question(kind="turn", sample=lambda *_: Walk(9), default=lambda *_: Walk(8))
    table = Verbs(WALK, STOP, questions=(question,))
    assert (table.sample(asked(), "s1", Stream(b"")), table.default(asked(), "s1")) == (Walk(9), Walk(8))
    assert table.default(asked("other"), "s1") == Stop()


def test_a_verb_is_something_else_at_another_kind_of_decision():
    table = Verbs(Verb(action=Walk, carry_out=done("crawl"), listing=only(Walk(7)), at=("night",)), WALK, STOP)
    assert table.legal(asked("night"), "s1", 10).actions == (Walk(7), Stop())
    for kind, what in (("night", "crawl"), ("turn", "walk")):
        run = Run(PIG, asked(kind), Seeded(bytes(32)))
        run.answered = ("s1",)
        table.carry_out(run, "s1", Walk(7))
        assert [draw.name for _, draw in run.draws] == [what]


def test_a_standing_verb_is_carried_out_while_its_seat_is_asked_something():
    shout = Verb(action=Shout, carry_out=done("shout"), at=(STANDING,))
    run = Run(PIG, asked(), Seeded(bytes(32)))
    Verbs(WALK, STOP, shout).carry_out(run, "s1", Shout("ho"))
    assert [(draw.name, draw.result) for _, draw in run.draws] == [("shout", "s1")]


def test_standing_verbs_without_slots_have_open_arguments():
    table = Verbs(
        Verb(action=Shout, carry_out=done("shout"), at=(STANDING,)),
        Verb(action=Walk, carry_out=done("walk"), at=(STANDING,), slots=lambda state, seat: (Slot("to", ()),)),
    )
    assert table.standing_slots(asked(), "s1", ("shout", "walk")) == {"shout": (Slot("words"),)}


def test_another_form_of_play_is_the_same_table_with_other_rows():
    other = Verb(action=Stop, carry_out=done("halt"), listing=only(Stop()))
    master = TABLE.with_rows(other, Verb(action=Shout, carry_out=done("shout"), listing=only(Shout("ho"))))
    assert master.rows[:2] == (WALK, other)
    assert master.legal(asked(verbs=("shout", "stop")), "s1", 10).actions == (Stop(), Shout("ho"))
