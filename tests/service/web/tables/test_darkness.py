"""The page of When Darkness Comes: its map as a picture, and a whole game played through its forms."""

import json
from types import SimpleNamespace

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import to_json
from domain.games.darkness.data import load
from domain.games.darkness.drawing import ENTRIES, Called, Throw, last_throw, level_of, odds
from domain.games.darkness.game import Darkness
from domain.games.darkness.rules.town.layout import SIZE
from domain.games.darkness.rules.town.tiles import Place, ground_of
from domain.games.darkness.sentences import EVENTS, SENTENCES
from domain.table.stories import Happening
from service.games.shapes.answers import Decision
from service.language.names import Names, described
from service.web.games.choices import NOTHING, choices_of
from service.web.games.panel import panel_of
from service.web.tables.darkness import model, needs, prospect
from service.web.tables.darkness_guide import DarknessGuide, guide
from service.web.tables.darkness_map import UNIT
from service.web.tables.darkness_moment import moment
from service.web.tables.darkness_pieces import pieces_on
from service.web.tables.darkness_words import WORDING
from tests.domain.games.darkness.tables import board_kinds, busy_answer, campaign_kinds, play_campaign
from tests.domain.games.darkness.tables import play as played
from tests.service.web.playing import game_seen, play, touches

ME, AI = {"account": "me"}, {"ai": "random"}
GAME = Darkness()
NAMES = Names.of_game(GAME, "en")
MOST_ANSWERS = 600


@pytest.mark.slow
def test_a_whole_game_is_played_through_the_forms_of_the_page(ann, opened, services):
    game = opened("Ann", ME, game="darkness", scenario="last-bus-out")
    rng, verbs, page = Stream(b"a bus by forms"), set(), ann.open(f"/games/{game}")
    for _ in range(MOST_ANSWERS):
        forms = [form for form in page.forms if form.action == f"/games/{game}/answer"]
        if not forms:
            break
        page, verb = answered(ann, rng.choice([form for form in forms if form.buttons or form.choices]), rng)
        verbs.add(verb)
        assert page.status == 200
    table = services.ledger.table(game)
    assert table.status == "over"
    assert verbs >= {"character", "start", "move_roll", "move", "end_turn"}


def answered(visitor, form, rng):
    """The page after a form was sent with random choices, and the verb that it answered."""
    changes = {}
    for name, rows in form.choices.items():
        taken = [rng.choice(options) for options in rows if len(options) > 1 or rng.below(2)]
        changes[name] = taken
    buttons = [button for button in form.buttons if button[0] is not None]
    button = rng.choice(buttons) if buttons else None
    action = button[1] if button is not None else changes.get("action", [None])[0]
    verb = json.loads(action)["type"] if action else form.fields["verb"]
    return visitor.send(form, button and button[:2], **changes), verb


def drawn(state, seat):
    """The table of a state as a seat sees it, with its answers."""
    legal = [to_json(action) for action in GAME.legal(state, seat).actions] if seat in state.open else []
    pending = {one: Decision(**to_json(asked)) for one, asked in state.open.items()}
    view = game_seen(table=GAME.view(state, seat), seat=seat, legal=legal, pending=pending)
    return view, model(view, touches(legal, guide(view, NAMES), NAMES), NAMES)


def test_every_space_that_can_be_walked_to_can_be_touched():
    seen = set()

    def watch(state, seat, action, rng):
        if rng.below(15) or state.open[seat].kind not in ("turn", "setup"):
            return
        view, table = drawn(state, seat)
        steps = {touch.thing: touch.steps for touch in table.map.touches}
        choices = touches(view.legal, guide(view, NAMES), NAMES)
        for legal in view.legal:
            if legal["type"] in ("move", "start", "explore"):
                [thing] = [step.thing for step in guide(view, NAMES).steps(legal)]
                assert thing in steps
                assert 0 < steps[thing] <= len(legal["path"]) if legal["type"] == "move" else steps[thing] == 0
                assert choices.answer(thing) is not None
                seen.add(legal["type"])

    for kind in board_kinds(3):
        played(kind, busy_answer, watch)
    assert seen == {"move", "start", "explore"}


@pytest.mark.parametrize("rot", [0, 90, 180, 270])
def test_a_click_lies_where_the_rules_put_the_space(rot):
    """WD-TILE-2: the picture turns tiles as the rules do."""
    position = {"map": {"bar": {"x": 1, "y": 2, "rot": rot}}, "seats": {"s1": {"at": "bar/0/0"}}}
    state = GAME.set_position({}, ("s1",), position, Seeded(b"")).state
    _, table = drawn(state, "s1")
    [piece] = [one for one in table.map.pieces if one.piece.id == "s1"]
    row, col = ground_of(load(), (("bar", Place(1, 2, rot)),)).at["bar/0/0"]
    assert (piece.x // UNIT, piece.y // UNIT) == (col, row)


def test_every_door_and_window_is_drawn_once():
    map_of = {tile: {"x": at, "y": 0, "rot": 0} for at, tile in enumerate(load().tiles)}
    state = GAME.set_position({}, ("s1",), {"map": map_of, "seats": {"s1": {"at": "bar/0/0"}}}, Seeded(b"")).state
    _, table = drawn(state, "s1")
    kinds = [one.kind for one in table.map.openings]
    assert kinds.count("door") == sum(len(tile.row.doors) for tile in load().tiles.values())
    assert kinds.count("window") == sum(len(tile.row.windows) for tile in load().tiles.values())
    said = [one.alt for one in table.map.openings if one.kind == "door"]
    assert {text.split(", ")[-2] for text in said} == {"1 lock", "2 locks", "3 locks"}


def test_a_disk_that_the_viewer_does_not_know_is_drawn_without_its_name():
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "disks": {"item-rope": {"at": "bar/3/1", "seen_by": ["s2"]}},
        "seats": {"s1": {"at": "bar/0/0"}, "s2": {"at": "bar/0/1"}},
    }
    state = GAME.set_position({}, ("s1", "s2"), position, Seeded(b"")).state
    views = {seat: GAME.view(state, seat) for seat in ("s1", "s2")}
    seen = {seat: pieces_on(view, GAME.drawing(view)) for seat, view in views.items()}
    said = {seat: [piece.said(NAMES, "Bar") for piece in pieces] for seat, pieces in seen.items()}
    assert said["s1"][0] == "Unknown disk at Bar"
    assert said["s2"][0] == "Rope at Bar, face down, seen by you"


def test_places_are_told_by_name_and_in_rows_and_columns_to_who_does_not_see_them():
    position = {"map": {"bar": {"x": 0, "y": 0, "rot": 90}}, "seats": {"s1": {"at": "bar/0/5"}}}
    state = GAME.set_position({}, ("s1",), position, Seeded(b"")).state
    _, table = drawn(state, "s1")
    [piece] = table.map.pieces[-1:]
    assert piece.said.endswith(" at Bar")
    assert piece.alt.endswith(" at Bar, row 6, column 6"), "as the tile is laid"
    assert {touch.said for touch in table.map.touches if touch.steps} <= {"Bar"}
    assert not any("/" in one.alt for one in table.map.openings)


def test_a_campaign_is_drawn_for_players_and_master():
    drawings = []

    def watch(state, seat, action, rng):
        if rng.below(20) == 0:
            drawings.extend(drawn(state, viewer)[1] for viewer in (*state.seats, "spectator"))

    [kind] = campaign_kinds(1, first=2)
    play_campaign(kind, 300, watch)
    assert any(dict(table.master).get("Environment") for table in drawings)


def test_every_event_has_a_sentence():
    assert {event.__name__ for event in GAME.event_types} == set(EVENTS)


def test_names_on_the_page_are_in_its_language(nobody, opened, services):
    services.accounts.create("Eve")
    game = opened("Eve", AI, AI, game="darkness", scenario="master-of-the-house")
    nobody.read_in("fr")
    assert "Eglise" in nobody.open(f"/games/{game}").text


def test_a_panel_and_a_map_are_made_for_every_decision_of_a_game(services, opened, ann):
    account = services.accounts.by_name("Ann").id
    game = opened("Ann", ME, AI, game="darkness", scenario="the-ticking-case")
    asked = set()
    for _ in range(30):
        view = services.ledger.view(game, account, "s1")
        names = Names.of(services.catalog["darkness"], view, "en")
        panel = panel_of(view, described(services.catalog["darkness"]).verbs, names)
        model(view, NOTHING if panel is None else choices_of(panel, guide(view, names), names), names)
        if panel is not None:
            asked.add(view.pending["s1"].kind)
            assert panel.groups
        play(services, game, 3)
    assert asked >= {"setup", "turn"}


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "move_roll"}, "Throw the dice to walk"),
        ({"type": "move_roll", "skill": "sprint"}, "Throw the dice to walk with Sprint"),
        ({"type": "perceive", "add": 1}, "Look round the building, and 1 die more for VP"),
        ({"type": "retreat", "skill": "athletics", "add": 2}, "Try to get away with Athletics, and 2 dice more for VP"),
    ],
)
def test_a_throw_is_said_with_what_helps_it(action, words):
    assert WORDING.labels[action["type"]](action, NAMES) == words


def test_decisions_and_verbs_are_said_in_words_of_the_game():
    """Every decision has a sentence of its own."""
    said = set()

    def watch(state, seat, action, rng):
        for asked in to_json(state.open).values():
            sentences = SENTENCES.of_decision(asked["kind"], asked["verbs"], asked["details"])
            said.add(NAMES.told(sentences, asked["details"]))

    for kind in board_kinds(4, first=40):
        played(kind, busy_answer, watch)
    [campaign] = campaign_kinds(1, first=7)
    play_campaign(campaign, 200, watch)
    assert None not in said
    assert len(said) > 12


def test_the_chance_of_a_throw_is_told_before_and_what_it_formed_after():
    """WD-CHECK-1: two dice form a pair in 6 of 36 throws, and never anything better."""
    check = {"results": [], "tn": "1P", "beyond": False, "dice": 2}
    assert dict(prospect(check, NAMES)) == {"Chance": "17 % without help"}
    assert dict(prospect({**check, "beyond": True}, NAMES)) == {"Chance": "0 % without help"}
    assert dict(prospect({**check, "results": [4, 4, 1]}, NAMES)) == {"Thrown": "two dice alike"}
    assert dict(prospect({**check, "results": [1, 2, 4]}, NAMES)) == {"Thrown": "nothing that counts"}
    assert dict(prospect({**check, "tn": None}, NAMES)) == {}


@pytest.mark.parametrize(
    ("tn", "beyond", "said"),
    [
        ("1P", False, "To pass, the dice must show two dice alike or better."),
        ("6H", True, "To pass, the dice must show two dice alike or better."),
        ("5K", True, "No throw is good enough."),
        (None, False, "Better is more: one 6, two dice alike, three in a row, three alike, four in a row, four alike."),
    ],
)
def test_what_a_check_needs_is_told_in_words(tn, beyond, said):
    """WD-CHECK-1, WD-CHECK-2, WD-ENTER-3."""
    assert needs({"tn": tn, "beyond": beyond}, NAMES) == said


def test_a_check_and_a_turn_are_asked_with_what_they_need():
    """WD-TURN-5: no turn ends before movement was thrown for."""
    check = Decision(kind="check", verbs=["roll"], details={"check": "climb"})
    turn = Decision(kind="turn", verbs=["move_roll"], details={})
    table = {"mode": "board", "turn": {"move": "rolled"}, "check": {"tn": "6H", "beyond": True}}
    names = Names.of_game(GAME, "en")
    assert names.question(check, table) == "Throw the dice to pass: climb. You need two dice alike or better"
    assert names.question(turn, table) == "Your turn goes on: touch where to walk or what to do, or end it"
    unthrown = {**table, "turn": {"move": "unrolled"}}
    assert names.question(turn, unthrown).startswith("Throw the dice to walk; before")


def test_a_named_skill_that_brings_nothing_more_is_no_button():
    """WD-CHECK-4: without a name the best approach counts."""
    legal = [{"type": "roll"}, {"type": "roll", "skill": "climbing"}]
    view = game_seen(table={"check": {"helpers": []}}, seat="s1", legal=legal)
    said = DarknessGuide(view, SimpleNamespace(catalogue=NAMES.catalogue, drawing=lambda table: None))
    assert [said.steps(action) for action in legal] == [[], None]
    view.table["check"]["helpers"].append("s2")
    assert said.steps(legal[1]) == []


def test_a_drawn_tile_lies_as_a_ghost_where_it_will_lie():
    """WD-TILE-11: each legal orientation is drawn at the place where the tile is laid then."""
    compared = []

    def watch(state, seat, action, rng):
        if state.open[seat].kind != "orient":
            return
        _, table = drawn(state, seat)
        turning = table.map.turning
        after = GAME.decide(state, seat, action, Seeded(b"laid")).state
        place, wide = after.places[state.open[seat].details["tile"]], SIZE * UNIT
        turns = [f"ghost/{rot}" for rot in state.open[seat].details["rotations"]]
        assert [ghost.thing for ghost in turning.ghosts] == turns
        assert (turning.x, turning.y) == (place.x * wide, place.y * wide)
        compared.append(turning)

    for kind in board_kinds(3):
        played(kind, busy_answer, watch)
    assert len(compared) > 1


def test_the_chance_at_a_door_is_that_of_the_dice_that_are_thrown_there():
    """WD-ENTER-1, WD-ENTER-3: with the character's own dice, and the number that is to be met or passed."""
    told = set()

    def watch(state, seat, action, rng):
        posted = to_json(action)
        opening = posted.get("door") or posted.get("window")
        if posted["type"] not in ENTRIES or opening is None:
            return
        view = GAME.view(state, seat)
        percent = GAME.drawing(view).chance_to_enter(view, seat, posted["type"], opening)
        done = GAME.decide(state, seat, action, Seeded(b"entered"))
        check = done.state.check
        if check is None or check.by != seat or check.results:
            return
        shown = GAME.view(done.state, seat)["check"]
        level = level_of(shown["tn"]) + check.beyond
        assert percent == round(odds(shown["dice"], level) / 10_000)
        told.add(posted["type"])

    for kind in board_kinds(6):
        played(kind, busy_answer, watch)
    assert told >= {"force", "climb"}


def test_the_last_throw_is_told_with_what_fate_did():
    throw = {"seat": "s1", "kind": "movement", "results": [6, 2]}
    again = {"seat": "s1", "source": "vp", "dice": [2], "results": [6], "all": [6, 6]}
    fate = {"seat": "s1", "table": "woohoo", "roll": 7, "effect": "look-at-tile"}
    settled = {"seat": "s1", "kind": "movement", "level": 2, "tn": None, "success": None}
    events = [("DiceRolled", throw), ("DiceRerolled", again), ("FateRolled", fate), ("CheckResolved", settled)]
    assert last_throw(events) == Throw("s1", "movement", (6, 6), 2, None, Called("woohoo", 7, "look-at-tile"))
    assert last_throw([*events, ("DiceRolled", {**throw, "seat": "s2"}), ("FateRolled", fate)]).fate is None
    assert last_throw([("FateRolled", fate)]) is None


@pytest.mark.parametrize(
    ("level", "movement", "told"),
    [
        (0, 2, "2 spaces to walk: 0 by the throw, 2 by Defense; twice as many on streets"),
        (2, 4, "two dice alike, 4 spaces to walk: 2 by the throw, 2 by Defense; twice as many on streets"),
        (2, 8, "two dice alike, 8 spaces to walk, twice as many on streets"),
    ],
)
def test_a_throw_for_movement_tells_of_what_it_is_unless_fate_has_changed_that(level, movement, told):
    throw = ("DiceRolled", {"seat": "s1", "kind": "movement", "results": [5, 4]})
    settled = ("CheckResolved", {"seat": "s1", "kind": "movement", "level": level, "tn": None, "success": None})
    gained = ("MovementGained", {"seat": "s1", "level": level, "defense": 2, "movement": movement})
    names = Names.of(GAME, game_seen(table=GAME.view(fighting(), "s1"), seat="s1"), "en")
    happened = (Happening(at, *one) for at, one in enumerate((throw, settled, gained), 1))
    assert moment(happened, names).outcome == told


def test_the_last_blow_of_a_fight_is_told_with_its_foe_and_what_came_of_it():
    def blow(kind, *after):
        throw = ("DiceRolled", {"seat": "s1", "kind": kind, "results": [5, 5]})
        settled = ("CheckResolved", {"seat": "s1", "kind": kind, "level": 2, "tn": "1P", "success": True})
        begun = ("CombatBegan", {"seat": "s1", "against": "adversary-zombie-1", "rounds": 3, "health": 2})
        happened = (begun, throw, settled, *after)
        return moment((Happening(at, *one) for at, one in enumerate(happened, 1)), names)

    names = Names.of(GAME, game_seen(table=GAME.view(fighting(), "s1"), seat="s1"), "en")
    foe = {"seat": "s1", "disk": "adversary-zombie-1"}
    first = blow("initiative", ("InitiativeTaken", {"seat": "s1", "first": True}))
    assert (first.foe, first.way) == ("adversary-zombie-1", "")
    assert first.outcome == "two dice alike, passed, s1 strikes first"
    hit = blow("attack", ("AdversaryHit", {**foe, "left": 1}))
    assert (hit.way, hit.has_fallen, hit.outcome) == ("→", False, "two dice alike, passed, Zombie has 1 health left")
    slain = blow("attack", ("AdversaryHit", {**foe, "left": 0}), ("AdversaryKilled", {**foe, "vp": 3}))
    assert (slain.has_fallen, slain.outcome) == (True, "two dice alike, passed, Zombie falls")
    hurt = blow("defense", ("DamageTaken", {"seat": "s1", "amount": 1, "by": "adversary-zombie-1"}))
    assert (hurt.way, hurt.outcome) == ("←", "two dice alike, passed, s1 takes 1 damage")
    assert blow("search").foe is None


def fighting():
    """A character that stands on a zombie's disk."""
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "disks": {"adversary-zombie-1": {"at": "bar/1/2", "face": "up"}},
        "seats": {"s1": {"at": "bar/1/2"}},
    }
    return GAME.set_position({}, ("s1",), position, Seeded(b"")).state


def test_several_on_one_space_are_drawn_larger_than_a_share_of_it_and_within_it():
    _, table = drawn(fighting(), "s1")
    sizes = [(one.x, one.y, one.size) for one in table.map.pieces]
    assert len(sizes) == 2
    assert all(size > UNIT // 4 for _, _, size in sizes)
    [(row, col)] = {(y // UNIT, x // UNIT) for x, y, _ in sizes}
    assert (row, col) == (1, 2)
    assert ("adversary", "an adversary: a fight") in table.map.signs
