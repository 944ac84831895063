"""How tables are drawn."""

import pytest

from domain.games.nightfall.data import built_in, catalogue
from domain.games.nightfall.drawing import NightfallDrawing
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.sentences import EVENTS
from domain.log.canon import canonical
from service.bootstrap import build
from service.games.shapes import Condition, NewGame, Posted
from service.games.shapes.answers import Decision
from service.language.lines import line
from service.language.names import Names, described, within
from service.web.games.choices import NOTHING, choices_of
from service.web.games.panel import panel_of
from service.web.tables import drawing, plain
from service.web.tables.cards import CardSet
from service.web.tables.nightfall import model
from service.web.tables.nightfall_guide import guide
from service.web.teaching.printed import shelves
from tests.installation import prepare
from tests.pigs.pig import PIG
from tests.service.web.playing import answer_for_ais, game_seen, play, sampled

ME = {"account": "me"}
AI = {"ai": "random"}


@pytest.fixture
def ann(services):
    """Ann's account id; she uses no browser here."""
    return services.accounts.create("Ann")[0].id


def drawn(services, game, account, seat=None):
    """The view, what can be touched and the drawn table of Nightfall."""
    view = services.ledger.view(game, account, seat)
    played = services.catalog["nightfall"]
    names = Names.of(played, view, "en")
    panel = panel_of(view, described(played).verbs, names)
    choices = NOTHING if panel is None else choices_of(panel, guide(view, names), names)
    return view, choices, model(view, choices, names)


def things_on(table):
    """The ids of all that lies on the table."""
    rows = [*table.own, *(row for seat in table.seats for row in seat.rows)]
    rows += [table.archives] if table.archives else []
    cards = [card for row in rows for card in row.cards] + list(table.chain.links if table.chain else ())
    return {thing for card in cards for thing in card.thing.split()} | {seat.thing for seat in table.seats}


def test_every_answer_of_nightfall_but_to_pass_is_touched_on_its_table(services, opened, ann):
    game = opened("Ann", ME, AI, AI, game="nightfall")
    seen = set()
    for _ in range(200):
        answer_for_ais(services, game, ("s2", "s3"))
        view, choices, table = drawn(services, game, ann)
        if choices is NOTHING:
            break
        assert choices.things.keys() <= things_on(table)
        touched = {choice.value for ask in choices.asks for choice in ask.choices if not ask.verb}
        whole = {canonical(action).decode() for action in view.legal if action["type"] not in ("attack", "block")}
        if not str(view.pending["s1"].details.get("asks")).startswith(("discarded", "forced", "order of players")):
            assert touched == whole - {'{"type":"pass"}'}
        seen |= set(view.pending["s1"].verbs)
        play_own(services, game, ann)
    assert seen >= {"draft", "attack", "block", "link", "discard", "claim", "treat", "choose"}


def play_own(services, game, account):
    decision = services.ledger.table(game).decision_id("s1")
    services.ledger.act(account, game, "s1", Posted([sampled(services, game, "s1")], Condition(decision=decision)))


def test_attacks_are_drawn_with_their_damage_and_who_is_chosen_lies_beside_the_question(services, opened, ann):
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    attacks, asked = [], []
    for _ in range(200):
        answer_for_ais(services, game, ("s2",))
        view, choices, table = drawn(services, game, ann)
        if choices is NOTHING or (attacks and asked):
            break
        attacks += table.combat
        if view.pending["s1"].kind == "attack":
            asked.append([one.thing for one in table.whom])
        play_own(services, game, ann)
    assert asked[0] == ["seat/s2"]
    one = next(one for one in attacks if one.target.thing == "seat/s1")
    assert one.attacker.thing.startswith("minion/s2/")
    assert int(one.damage) > 0
    assert one.said.endswith("attacks Ann")


def test_nothing_fits_a_chain_that_is_carried_out(services, opened, ann):
    game = opened("Ann", ME, AI, AI, game="nightfall")
    for _ in range(200):
        answer_for_ais(services, game, ("s2", "s3"))
        view, choices, table = drawn(services, game, ann)
        if choices is NOTHING or (view.pending["s1"].kind == "choose" and table.chain is not None):
            break
        play_own(services, game, ann)
    assert (table.chain.next_colors, table.chain.to_come) == ((), [])


def test_others_hands_decks_and_piles_are_counted_only(services, opened, ann):
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    _, _, table = drawn(services, game, ann)
    mine, other = table.seats
    assert [row.heading for row in table.own] == ["Your hand"]
    assert len(table.own[0].cards) == 5
    assert [row.heading for row in other.rows] == ["In play", "Private archives"]
    assert [name for name, _ in other.facts] == ["Hand", "Deck", "Discard pile", "Influence"]
    assert other.facts[:3] == [("Hand", "5"), ("Deck", "7"), ("Discard pile", "0")]
    assert ("Wounds", "0") in mine.facts


@pytest.mark.parametrize(("edition", "count"), [("fr", "20"), ("pl", "20"), ("de", "")])
def test_the_top_of_the_face_up_wounds_is_drawn_and_their_number_where_the_edition_shows_it(
    services, opened, ann, edition, count
):
    """NF-INFO-6, NF-INFO-7"""
    game = opened("Ann", ME, AI, game="nightfall", edition=edition)
    top = services.ledger.table(game).state.face_up[0]
    face_up, face_down = drawn(services, game, ann)[2].wounds
    assert (face_up.count, face_up.card, face_up.top.split()[0].lower()[:4]) == (count, f"wound:{top}", top[:4])
    assert (face_down.name, face_down.count, face_down.top) == ("face down", "40", "")


def test_a_link_that_is_kicked_says_so():
    said = Names({"vulko": "Vulko"}, {"s1": "Ann"})
    linked = {"version": 1, "at": 0, "type": "CardLinked", "private": {}}
    kicked, bare = (
        line({**linked, "data": {"seat": "s1", "card": "vulko", "kick": kick}}, said, EVENTS).text
        for kick in (True, False)
    )
    assert (kicked, bare) == ("Ann links Vulko, kicked", "Ann links Vulko")


def test_a_question_says_which_card_asks():
    names = Names({"vulko": "Vulko", "shock-and-awe": "Shock and Awe"}, {"s1": "Ann", "s2": "Bea"}, Nightfall())
    chosen = {"asks": "minion", "card": "shock-and-awe", "by": "s2", "link": "s2/shock-and-awe/#9", "amount": 2}
    asked = Decision(kind="choose", verbs=["choose"], details={**chosen, "part": "kick", "run": 2})
    assert names.question(asked) == "Choose a minion for Shock and Awe"
    blocked = Decision(kind="block", verbs=["block"], details={"attackers": {"s2/vulko/#7": 3}})
    assert names.question(blocked) == "Block with your minions, or take the damage"


def test_a_spectator_has_no_cards_of_its_own(services, opened, ann):
    game = opened("Ann", ME, AI, game="nightfall")
    assert drawn(services, game, None)[2].own == []


def test_the_table_of_a_game_that_is_over_is_drawn_open(services, opened, ann):
    game = opened("Ann", AI, AI, game="nightfall", draft="quick")
    play(services, game, 5000)
    _, _, table = drawn(services, game, None)
    assert all("Hand" in [row.heading for row in seat.rows] for seat in table.seats)
    assert ("Phase", "Over") in table.facts


def test_a_picture_says_in_words_what_it_shows():
    names = Names({"vulko": "Vulko", "wound:bite": "Bite wound"}, {})
    cards = CardSet(NightfallDrawing({}, catalogue()), names)
    vulko = cards.picture("vulko", "", "1 damage", health=3)
    assert vulko.alt == "Vulko: red lycan, power 3, health 3 of 4, cost 5, links blue and green, kick green, 1 damage"
    assert vulko.title.startswith(f"{vulko.alt}\nKick: Deal 1 damage"), "who points at a card reads what it does"
    assert cards.picture("wound:bite").alt == "Bite wound: wound"
    assert cards.picture("zombie-horde").power == "*"


def test_a_table_is_drawn_with_the_card_set_that_it_is_played_with(tmp_path):
    """Also when the set has gone from the folder since."""
    settings = prepare(tmp_path / "home")
    (settings.home / "cards").mkdir()
    file = settings.home / "cards/printed.toml"
    file.write_text(built_in().decode().replace("cost = 5", "cost = 6"))
    services = build(settings)
    ann = services.accounts.create("Ann")[0].id
    seats = [ME, ME]
    game = services.ledger.open_game(ann, NewGame("nightfall", seats, {"cards": "printed", "draft": "quick"}))
    services.close()
    file.unlink()

    services = build(settings)
    names = Names.of(services.catalog["nightfall"], services.ledger.view(game, ann), "en")
    sha256 = services.ledger.view(game, ann).table["cards"]
    printed, ours = CardSet(names.drawing({"cards": sha256}), names), CardSet(NightfallDrawing({}, catalogue()), names)
    assert (printed.picture("vulko").cost, ours.picture("vulko").cost) == (6, 5)
    assert ("Cost", "6") in next(one.facts for one in shelves(names)[0].things if one.id == "vulko")
    services.close()


def test_reconstructed_values_are_told_apart():
    [cards, *_] = shelves(Names.of_game(Nightfall(), "en"))
    vulko = next(one for one in cards.things if one.id == "vulko")
    assert vulko.made_up == ["species", "color", "links", "kick color", "cost", "health"]


def test_nouns_of_a_language_that_writes_them_with_a_capital_keep_it_within_a_sentence():
    [cards, *_] = shelves(Names.of_game(Nightfall(), "de"))
    vulko = next(one for one in cards.things if one.id == "vulko")
    assert {"Gattung", "Farbe", "Kosten"} <= set(vulko.made_up)
    assert within("Discard pile", "en") == "discard pile"


def test_a_game_without_a_drawing_is_shown_as_lists():
    assert drawing(PIG) is plain.DRAWING
    view = game_seen(table={"bank": {"s1": 4, "s2": 0}, "rolls": [3, 1], "deep": [{"x": 1}], "goal": 20})
    leaf = plain.model(view, NOTHING, Names({}, {"s1": "Ann (s1)", "s2": "Bob (s2)"}))
    assert [name for name, _ in leaf.items] == ["Bank", "Rolls", "Deep", "Goal"]
    bank, rolls, deep, goal = (inner for _, inner in leaf.items)
    assert [(name, inner.text) for name, inner in bank.items] == [("Ann (s1)", "4"), ("Bob (s2)", "0")]
    assert (rolls.text, goal.text) == ("3, 1", "20")
    assert deep.items[0][1].items[0][1].text == "1"
