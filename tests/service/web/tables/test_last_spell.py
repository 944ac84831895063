"""The page of The Last Spell: its board as a picture, and a whole night played through its forms."""

import json

import pytest

from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.games.last_spell.data import content
from domain.games.last_spell.drawing import Foreseen
from domain.games.last_spell.game import LastSpell
from service.games.shapes.answers import Decision
from service.language.names import Names, described
from service.web.games.choices import NOTHING, choices_of
from service.web.games.panel import panel_of
from service.web.tables.last_spell import model
from service.web.tables.last_spell_board import UNIT
from service.web.tables.last_spell_guide import guide
from service.web.tables.last_spell_pieces import pieces_on
from service.web.tables.last_spell_ways import told_of
from service.web.tables.last_spell_words import BESIDE, WORDING
from tests.domain.games.last_spell.tables import played, positioned, started
from tests.service.web.playing import game_seen, play, touches

ME = {"account": "me"}
AI = {"ai": "random"}
GAME = LastSpell()
NAMES = Names.of_game(GAME, "en")
DRAWING = GAME.drawing({"data": content().sha256})
MOST_ANSWERS = 400


def drawn(services, game, account, seat=None):
    """The view, what can be touched and the drawn table."""
    view = services.ledger.view(game, account, seat)
    names = Names.of(services.catalog["last-spell"], view, "en")
    panel = panel_of(view, described(services.catalog["last-spell"]).verbs, names)
    choices = NOTHING if panel is None else choices_of(panel, guide(view, names), names)
    return view, choices, model(view, choices, names)


@pytest.mark.slow
def test_a_whole_night_is_played_through_the_forms_of_the_page(ann, opened, services):
    game = opened("Ann", ME, game="last-spell", scenario="introduction")
    rng, verbs, page = Stream(b"a night by forms"), set(), ann.open(f"/games/{game}")
    for _ in range(MOST_ANSWERS):
        forms = [form for form in page.forms if form.action == f"/games/{game}/answer"]
        if not forms:
            break
        page, verb = answered(ann, rng.choice([form for form in forms if form.buttons or form.fields]), rng)
        verbs.add(verb)
        assert page.status == 200
    table = services.ledger.table(game)
    assert table.status == "over"
    assert table.result.won is not None
    assert verbs >= {"hero", "ready", "spend", "end_turn", "pass", "move"}


def answered(visitor, form, rng):
    """The page after a form was sent with random choices, and the verb that it answered."""
    changes = {name: [rng.choice(options) for options in rows] for name, rows in form.choices.items()}
    buttons = [button for button in form.buttons if button[0] is not None]
    button = rng.choice(buttons) if buttons else None
    action = button[1] if button is not None else changes.get("action", [None])[0]
    verb = json.loads(action)["type"] if action else form.fields["verb"]
    return visitor.send(form, button and button[:2], **changes), verb


def test_every_square_and_piece_that_an_answer_names_is_touched_on_the_board(services, opened, ann):
    account = services.accounts.by_name("Ann").id
    game = opened("Ann", ME, game="last-spell", scenario="gildenberg")
    touched = set()
    for _ in range(60):
        _, choices, table = drawn(services, game, account)
        if choices is NOTHING:
            break
        on_board = {thing for touch in table.board.touches for thing in touch.things.split()}
        assert {thing for thing in choices.things if thing.startswith(("square/", "piece/"))} == on_board
        touched |= {json.loads(choice.value)["type"] for ask in choices.asks for choice in ask.choices}
        play(services, game, 1)
    assert touched >= {"place", "move"}


def test_every_square_that_can_be_walked_to_can_be_touched():
    states = (command.before for command in played(started({"scenario": "lakeburg"}, 1, "walks"), "walks", 3, 400))
    state = next(state for state in states if state.active is not None and state.heroes[state.active].points > 2)
    view = game_seen(table=GAME.view(state, "s1"), legal=legal_of(state, "s1"), seat="s1")
    board = model(view, touches(view.legal, guide(view, NAMES), NAMES), NAMES).board
    squares = {(touch.x // UNIT, touch.y // UNIT) for touch in board.touches}
    assert {tuple(action["path"][-1]) for action in view.legal if action["type"] == "move"} <= squares


def legal_of(state, seat):
    return [to_json(action) for action in GAME.legal(state, seat).actions]


@pytest.mark.parametrize(("scenario", "boss"), [("lakeburg", {"head", "tail"}), ("glenwald", {"putrefied-dryad"})])
def test_every_piece_of_the_table_is_drawn_where_it_stands(scenario, boss):
    run = started({"scenario": scenario, "night": 3}, 2, "pieces")
    for command in played(run, "pieces", 8, 120):
        state = command.run.state
        pieces = pieces_on(GAME.view(state, "spectator"), DRAWING)
        standing = {name: hero.at for name, hero in state.heroes.items() if hero.at is not None}
        standing |= {name: monster.at for name, monster in state.monsters.items()}
        assert {name: pieces[name].at for name in standing} == {name: (at,) for name, at in standing.items()}
        assert {name: pieces[name].at for name in state.constructions} == {
            name: piece.squares for name, piece in state.constructions.items()
        }
        if boss <= pieces.keys():
            break
    assert boss <= pieces.keys()


def test_a_piece_says_in_words_what_it_is():
    table = GAME.view(started({"scenario": "gildenberg"}, 1, "words").state, "spectator")
    pieces = pieces_on(table, DRAWING)
    ballista = pieces["ballista/1"]
    assert ballista.said(NAMES).startswith("Ballista 1")
    assert ballista.alt(NAMES) == f"{ballista.said(NAMES)}, column 12, row 14"
    assert pieces["house/1"].box == (10, 10, 2, 2)
    assert not any(piece.is_enemy for piece in pieces.values())


@pytest.mark.parametrize(
    ("together", "said"),
    [(False, "Next it stays and attacks {} or {}."), (True, "Next it stays and attacks {} and {}.")],
)
def test_a_tie_is_told_as_a_choice_and_an_attack_over_an_area_as_all_that_it_strikes(together, said):
    """LS-ATT-4, LS-ATT-12."""
    state = positioned({"heroes": {"s1": {"at": [12, 12]}}, "monsters": {"clawer/1": {"at": [12, 13]}}})
    piece = pieces_on(GAME.view(state, "spectator"), DRAWING)["clawer/1"]
    way = Foreseen(((12, 13),), ("s1", "house/1"), together=together)
    assert told_of(piece, [way], NAMES)[1] == said.format(NAMES.say("s1"), NAMES.say("house/1"))


def test_every_kind_of_piece_has_a_drawing(nobody, opened, services):
    services.accounts.create("Eve")
    page = nobody.open(f"/games/{opened('Eve', AI, game='last-spell')}")
    kinds = [*content().monsters, *content().constructions, "head", "tail", "monolith", "hero", "tree", "rock"]
    assert [kind for kind in kinds if f'id="ls-{kind}"' not in page.text] == []


def test_the_names_on_the_page_are_in_its_language(nobody, opened, services):
    services.accounts.create("Eve")
    game = opened("Eve", AI, game="last-spell", scenario="lakeburg")
    nobody.read_in("fr")
    page = nobody.open(f"/games/{game}")
    assert "Baliste" in page.text


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"at": [10, 14]}, "Two-Handed Sword: Thrust at 10, 14"),
        ({"at": [[1, 2], [3, 4]]}, "Two-Handed Sword: Thrust at 1, 2 and 3, 4"),
        ({"hero": "s1", "die": "blue"}, "Two-Handed Sword: Thrust for Ann, die blue"),
    ],
)
def test_an_attack_is_said_as_weapon_technique_and_place(more, words):
    names = Names({"two-handed-sword": "Two-Handed Sword", "thrust": "Thrust"}, {"s1": "Ann"})
    action = {"type": "attack", "weapon": "two-handed-sword", "technique": "thrust", **more}
    assert WORDING.labels["attack"](action, names).replace(BESIDE, " ") == words


def test_a_market_shows_its_prices_and_what_is_asked_there(ann, opened):
    game = opened("Ann", ME, game="last-spell", scenario="gildenberg", market=True)
    page = ann.open(f"/games/{game}")
    assert "Market, open at dawn" in page.text
    assert "Market, open at dawn" not in ann.open(f"/games/{opened('Ann', ME, game='last-spell')}").text
    assert NAMES.question(Decision(kind="market", verbs=["buy", "ready"], details={})).startswith("Market")
    buy = {"type": "buy", "ware": "red-potion", "hero": None}
    assert WORDING.labels["buy"](buy, NAMES) == "Buy Health Potion"
    assert WORDING.labels["buy"]({**buy, "hero": "s1"}, NAMES) == "Buy Health Potion for s1"


def test_the_opening_form_explains_the_readings(ann):
    page = ann.open("/?game=last-spell")
    assert "Who moves first" in page.text
    assert "This is reconstructed" in page.text
