"""The decision panel: whose turn it is, buttons, lists and forms from legal actions and slots, and back to actions."""

import json

import pytest
from msgspec.structs import asdict, replace
from werkzeug.datastructures import MultiDict

from domain.contract.chance import Seeded, Stream
from domain.contract.game import to_json
from domain.games.last_spell.game import LastSpell
from service.errors import ServiceError
from service.games.shapes.answers import Asked, Decision, Slot
from service.language.names import Names
from service.web.games.choices import NOTHING
from service.web.games.fields import fields_of, read_action, slot_of
from service.web.games.panel import Panel, panel_of
from service.web.games.shown import Shown
from service.web.wording import Wording
from tests.service.web.playing import game_seen

NAMES = Names({"vulko": "Vulko", "bad-smoke": "Bad Smoke"}, {"s1": "Ann (s1)", "s2": "Bob (s2)"})

ATTACKS = Slot(
    name="attacks",
    values=[{"minion": minion, "seat": seat} for minion in ("s1/vulko", "s1/bad-smoke") for seat in ("s2", "s3")],
    min=2,
    max=2,
    ordered=True,
    once="minion",
)
NEEDED = {"required": ["attacks", "value", "values"]}


def view(legal, verbs, slots=None, seat="s1", **details):
    pending = {seat: Decision(kind="choose", verbs=verbs, details=details)}
    return game_seen(seat=seat, decision=f"7.{seat}", legal=legal, slots=slots or {}, pending=pending)


def slot(**parts):
    return Slot(**{**dict.fromkeys(Slot.__struct_fields__), **parts})


def test_a_seat_with_nothing_to_decide_has_no_panel():
    assert panel_of(game_seen(seat="s1"), {}, NAMES) is None


def test_the_question_says_what_is_asked_and_for_what():
    panel = panel_of(view([], ["choose"], asks="player", card="vulko", by="s2"), {"choose": {}}, NAMES)
    assert panel.question == "Choose: player (card Vulko, by Bob (s2))"


def test_the_question_asks_for_what_is_possible_now():
    schemas = {"hero": {}, "build": {}, "place": {}, "ready": {}}
    names = Names({}, {"s1": "Ann"}, LastSpell())

    def asked(*legal):
        pending = {"s1": Decision(kind="setup", verbs=list(schemas), details={})}
        seen = game_seen(seat="s1", decision="7.s1", legal=list(legal), slots={}, pending=pending)
        return panel_of(seen, schemas, names).question

    assert asked({"type": "hero", "hero": "hagen"}, {"type": "ready"}) == "Prepare the night: choose your hero"
    assert asked({"type": "ready"}) == "Prepare the night: say that you are ready"


def test_each_legal_action_is_a_button_of_its_verb():
    legal = [
        {"type": "link", "card": "vulko"},
        {"type": "pass"},
        {"type": "go", "to": "s2", "by": "s2/vulko", "at": None},
    ]
    schemas = {"link": {}, "pass": {}, "go": {}, "rest": {}}
    panel = panel_of(view(legal, list(schemas)), schemas, NAMES)
    labels = {group.verb: [button.label for button in group.buttons] for group in panel.groups}
    assert labels == {"link": ["Link Vulko"], "pass": ["Pass"], "go": ["Go to Bob (s2), by Vulko of Bob (s2)"]}


def test_many_answers_of_a_verb_become_a_list():
    legal = [{"type": "guess", "number": number} for number in range(13)]
    assert not panel_of(view(legal[:12], ["guess"]), {"guess": {}}, NAMES).groups[0].is_list
    assert panel_of(view(legal, ["guess"]), {"guess": {}}, NAMES).groups[0].is_list


def test_a_form_stands_beside_the_list_where_the_list_is_not_all():
    slots = {"walk": [slot(name="path", values=["a", "b"], min=1, ordered=True)]}
    [group] = panel_of(view([{"type": "walk", "path": ["a"]}], ["walk"], slots), {"walk": {}}, NAMES).groups
    assert len(group.buttons) == 1
    assert len(group.fields) == 1


def test_a_form_of_pairs_stands_alone():
    legal = [{"type": "attack", "attacks": [ATTACKS.values[0], ATTACKS.values[2]]}]
    [group] = panel_of(view(legal, ["attack"], {"attack": [ATTACKS]}), {"attack": NEEDED}, NAMES).groups
    assert not group.buttons
    [attacks] = group.fields
    assert [row.label for row in attacks.rows] == ["Vulko of Ann (s1)", "Bad Smoke of Ann (s1)"]
    assert [option.label for option in attacks.rows[0].options] == ["Bob (s2)", "s3"]
    assert not any(row.optional for row in attacks.rows)
    assert attacks.ordered


def test_what_need_not_be_paired_may_be_left_out():
    [blocks] = fields_of([replace(ATTACKS, min=0)], NEEDED, NAMES)
    assert all(row.optional for row in blocks.rows)


@pytest.mark.parametrize(
    ("shape", "kind", "rows"),
    [
        ({"values": ["a", "b"], "min": None, "max": None, "ordered": False}, "one", 1),
        ({"values": ["a", "b"], "min": 2, "max": 2, "ordered": True}, "many", 2),
        ({"values": ["a", "b", "c"], "min": 0, "max": None, "ordered": False}, "many", 3),
        ({"values": None, "min": None, "max": None, "ordered": False}, "json", 1),
    ],
)
def test_a_field_for_each_shape_of_a_slot(shape, kind, rows):
    [field] = fields_of([slot(name="value", **shape)], NEEDED, NAMES)
    assert (field.kind, len(field.rows)) == (kind, rows)


def test_open_arguments_are_written_as_their_type_asks():
    slots = [slot(name=name) for name in ("words", "count")]
    schema = {"properties": {"words": {"type": "string"}, "count": {"type": "integer"}}}
    assert [field.kind for field in fields_of(slots, schema, NAMES)] == ["text", "number"]


def test_arguments_that_may_be_left_out_are_not_chosen_beforehand():
    slots = [
        slot(name="hero", values=["a"]),
        slot(name="skills", values=["b"], min=0, max=1),
    ]
    hero, skills = fields_of(slots, {}, NAMES)
    assert hero.rows[0].optional
    assert skills.kind == "some"


FORMS = [
    ({"action": '{"type":"pass"}'}, {"type": "pass"}),
    ({"verb": "pass"}, {"type": "pass"}),
    (
        {"verb": "hit", "many": "at", "many:at": ['{"m":1}', '{"m":2}', ""], "place:at": ["2", "1", "1"]},
        {"type": "hit", "at": [{"m": 2}, {"m": 1}]},
    ),
    ({"verb": "choose", "many": "value", "many:value": ['"b"', '"a"']}, {"type": "choose", "value": ["b", "a"]}),
    ({"verb": "hit", "many": "at", "many:at": ["", ""], "place:at": ["1", "x"]}, {"type": "hit", "at": []}),
    ({"verb": "block", "many": "blocks"}, {"type": "block", "blocks": []}),
    ({"verb": "be", "some": "skills"}, {"type": "be"}),
    ({"verb": "be", "some": "skills", "some:skills": '"run"'}, {"type": "be", "skills": ["run"]}),
    ({"verb": "go", "one": ["to", "by"], "one:to": '"s2"', "one:by": ""}, {"type": "go", "to": "s2"}),
    ({"verb": "say", "text": "words", "text:words": '"hi"'}, {"type": "say", "words": '"hi"'}),
    ({"verb": "pay", "number": "count", "number:count": " 3 "}, {"type": "pay", "count": 3}),
    ({"verb": "do", "json": ["a", "b"], "json:a": '{"x":[1]}', "json:b": ""}, {"type": "do", "a": {"x": [1]}}),
]


@pytest.mark.parametrize(("form", "action"), FORMS)
def test_what_a_form_sends_is_read_as_an_action(form, action):
    assert read_action(MultiDict(form)) == action


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"action": "x"}, "'x' cannot be read: not JSON"),
        ({"action": "1"}, "an action is an object"),
        ({"verb": "go", "one": "to", "one:to": "1e3"}, "'1e3' cannot be read: 1e3 is not an integer"),
    ],
)
def test_what_no_panel_sends_is_malformed(form, reason):
    with pytest.raises(ServiceError) as error:
        read_action(MultiDict(form))
    assert error.value.code == "malformed"
    assert error.value.reason.startswith(reason)


def test_a_list_of_pairs_is_a_slot_in_which_no_pair_repeats_its_first():
    one, two = ATTACKS.values[0], ATTACKS.values[3]
    legal = [{"type": "attack", "attacks": attacks} for attacks in ([one, two], [two, one])]
    assert slot_of(legal) == replace(ATTACKS, values=[one, two])


def test_actions_of_another_shape_are_no_slot():
    assert slot_of([{"type": "link", "card": "vulko"}, {"type": "link", "card": "bad-smoke"}]) is None
    assert slot_of([{"type": "walk", "path": [[1, 2]]}, {"type": "walk", "path": [[1, 3]]}]) is None
    assert slot_of([{"type": "give", "card": "vulko", "to": "s2"}]) is None
    assert slot_of([{"type": "pass"}]) is None


@pytest.mark.parametrize("game", ["nightfall", "oh-hell", "pig"])
def test_every_answer_that_a_game_samples_can_be_given_by_its_panel(catalog, game):
    """Its button is there, or the options of its form's rows hold all of its values."""
    played, rng, chance = catalog[game], Stream(game.encode()), Seeded(bytes(32), 0)
    state = played.setup({}, ["s1", "s2", "s3"], chance).state
    verbs = played.describe().verbs
    for _ in range(300):
        if not state.open:
            break
        seat = next(iter(state.open))
        legal = played.legal(state, seat, 200)
        asked = {"pending": state.open, "legal": legal.actions, "slots": legal.slots, "standing": {}}
        asked = Asked.copied({**asked, "decision": f"7.{seat}", "legal_complete": legal.complete})
        seen = game_seen(seat=seat, **asdict(asked))
        action = played.sample(state, seat, rng)
        assert can_give(panel_of(seen, verbs, NAMES), to_json(action))
        played.advance(state, seat, action, chance)


def can_give(panel, action):
    [group] = [group for group in panel.groups if group.verb == action["type"]]
    if any(button.action == action for button in group.buttons):
        return True
    return all(fits(field, action.get(field.name)) for field in group.fields)


def fits(field, value):
    if field.kind in ("text", "number", "json") or value is None:
        return True
    options = [json.loads(option.value) for row in field.rows for option in row.options]
    return all(item in options for item in (value if isinstance(value, list) else [value]))


def test_an_open_number_has_the_bounds_of_its_slot():
    """However many numbers there are, none is listed."""
    slots = [slot(name="vp", min=-1000, max=10**7)]
    [field] = fields_of(slots, {"properties": {"vp": {"type": "integer"}}, "required": ["vp"]}, NAMES)
    assert (field.kind, field.least, field.most, field.rows[0].options) == ("number", -1000, 10**7, ())


@pytest.mark.parametrize(
    ("table", "is_anothers"),
    [
        ({"active": "s1"}, False),
        ({"active": "s2"}, True),
        ({"active": "s1/brunhild"}, False),
        ({"active": "s2/brunhild"}, True),
        ({"active": None}, True),
        ({}, False),
    ],
)
def test_who_is_asked_in_a_turn_that_is_not_its_own_must_answer(table, is_anothers):
    """A table names a seat or a hero of it; nobody while the monsters act; nothing where there are no turns to tell."""
    panel = Panel("s1", "7.s1", "", [])
    shown = Shown(game_seen(table=table), Names({}, {}), panel, NOTHING, [], "", None, Wording())
    assert shown.is_anothers_turn == is_anothers
