"""What can be touched to answer: whole answers, lists that are put together, and what is asked in words."""

import json
from dataclasses import replace

from domain.contract.chance import Seeded
from domain.contract.game import to_json
from service.games.shapes.answers import Slot
from service.language.names import Names
from service.web.games.choices import MOST_SPOKEN, Guide, Step, choices_of
from service.web.games.panel import Button, Group, Panel
from service.web.tables import layout
from tests.service.web.playing import game_seen, touches

NAMES = Names({"vulko": "Vulko"}, {"s1": "Ann", "s2": "Bob", "s3": "Cy"})


class Lying(Guide):
    """Cards lie in a hand, seats sit there; a shot at nobody is in no light."""

    def step(self, verb, argument, value):
        kind = {"card": "hand", "seat": "seat", "minion": "minion"}.get(argument)
        return Step(f"{kind}/{value}", NAMES.say(value)) if kind else None

    def steps(self, action):
        return None if action["type"] == "shoot" else super().steps(action)

    def bars(self):
        return {"hand/bite": "A wound."}


def asked(*groups):
    return choices_of(Panel("s1", "7.s1", "What?", groups), Lying(), NAMES)


def test_an_answer_is_the_things_that_are_touched_for_it_in_their_order():
    give = {"type": "give", "card": "vulko", "seat": "s2"}
    [ask] = touches([give], Lying(), NAMES).asks
    [choice] = ask.choices
    assert (choice.steps, choice.names) == (["hand/vulko", "seat/s2"], ["Vulko", "Bob"])
    assert json.loads(choice.value) == give


def test_a_thing_that_stands_alone_for_an_answer_gives_it_without_a_script():
    choices = touches([{"type": "link", "card": "vulko"}, {"type": "give", "card": "x", "seat": "s2"}], Lying(), NAMES)
    assert json.loads(choices.answer("hand/vulko").value) == {"type": "link", "card": "vulko"}
    assert choices.answer("hand/x") is None
    assert json.loads(choices.answer("hand/else", "hand/vulko").value)["card"] == "vulko"


def test_what_no_thing_stands_for_is_a_button_of_the_bar():
    choices = touches([{"type": "link", "card": "vulko"}, {"type": "pass"}], Lying(), NAMES)
    assert [json.loads(button.value) for button in choices.buttons] == [{"type": "pass"}]
    assert not choices.is_list_open


def test_of_many_such_answers_the_bar_has_the_bare_verbs():
    numbers = [{"type": "treat", "count": number} for number in range(5)]
    bare = [{"type": name} for name in ("look", "wait", "roll", "end")]
    choices = touches([*numbers, *bare], Lying(), NAMES)
    assert [json.loads(button.value)["type"] for button in choices.buttons] == ["look", "wait", "end"]
    assert len(choices.buttons) <= MOST_SPOKEN
    assert {json.loads(one.value)["type"] for one in choices.more} == {"roll", "treat"}, "the rest is a list of the bar"
    assert not choices.is_list_open


def test_of_many_alike_the_first_are_buttons_and_the_others_a_list_of_the_bar():
    tiles = [{"type": "choose", "choice": tile} for tile in ("bar", "cafe", "house", "school")]
    choices = touches(tiles, Lying(), NAMES)
    assert [json.loads(button.value) for button in choices.buttons] == tiles[:MOST_SPOKEN]
    assert [json.loads(one.value) for one in choices.more] == tiles[MOST_SPOKEN:]


def test_an_answer_that_is_offered_is_a_button_whatever_else_is():
    choices = touches([{"type": "treat", "count": number} for number in range(5)] + [{"type": "end"}], Lying(), NAMES)
    third = choices.spoken[3]
    assert [one.value for one in replace(choices, offered=third.value).buttons] == [third.value, '{"type":"end"}']


def test_what_would_do_nothing_is_in_the_list_alone():
    choices = touches([{"type": "shoot", "seat": "s2"}, {"type": "pass"}], Lying(), NAMES)
    assert choices.things == {}
    assert choices.is_written


def test_a_list_of_pairs_is_put_together_touch_by_touch():
    pairs = [{"seat": seat, "minion": minion} for minion in ("a", "b") for seat in ("s2", "s3")]
    slot = Slot(name="attacks", values=pairs, min=2, max=2, ordered=True, once="minion")
    [ask] = asked(Group("attack", "Attack", slot=slot)).asks
    assert (ask.verb, ask.argument, ask.least, ask.most) == ("attack", "attacks", 2, 2)
    assert [choice.steps for choice in ask.choices][:2] == [["minion/a", "seat/s2"], ["minion/a", "seat/s3"]]
    assert ask.choices[0].label == "a → Bob"


def test_few_answers_that_are_such_a_list_are_touched_and_not_said():
    pairs = Slot(name="attacks", values=[{"minion": "a", "seat": "s2"}], min=1, max=1, ordered=False, once="minion")
    action = {"type": "attack", "attacks": pairs.values}
    choices = asked(Group("attack", "Attack", [Button("Attack", action)], slot=pairs))
    assert not choices.spoken
    assert [ask.verb for ask in choices.asks] == ["attack"]


def test_a_list_of_what_does_not_lie_on_the_table_is_written():
    slot = Slot(name="numbers", values=[1, 2], min=1, max=2, ordered=False, once=None)
    choices = asked(Group("say", "Say", fields=["a field"], slot=slot))
    assert not choices.asks
    assert choices.is_list_open


def test_the_script_gets_all_of_it_as_plain_data():
    plan = touches([{"type": "link", "card": "vulko"}, {"type": "pass"}], Lying(), NAMES).plan
    assert json.loads(json.dumps(plan)) == plan
    assert plan["bars"] == {"hand/bite": "A wound."}
    assert plan["decision"] == "7.s1"


def test_a_piece_of_a_layout_stands_for_the_action_that_it_names(catalog):
    game = catalog["oh-hell"]
    state = game.setup({}, ["s1", "s2", "s3"], Seeded(bytes(32), 0)).state
    for _ in range(20):
        seat = next(iter(state.open))
        legal = [to_json(action) for action in game.legal(state, seat).actions]
        if legal[0]["type"] == "play":
            break
        game.advance(state, seat, game.default(state, seat), Seeded(bytes(32), 1))
    names = Names({}, {}, game)
    view = game_seen(table=to_json(game.view(state, seat)), seat=seat)
    choices = touches(legal, layout.guide(view, names), names)
    drawn = layout.model(view, choices, names)
    pieces = {piece.thing for area in drawn.areas for row in area.rows for piece in row.pieces}
    assert len(choices.things) == len(legal)
    assert choices.things.keys() <= pieces
