"""What the rules say of turns, phases and choices, beyond the rule cases."""

from domain.contract.chance import Forced, Seeded, Stream, joined
from domain.games.last_spell.events.night import GameEnded
from domain.games.last_spell.resample import resample
from domain.games.last_spell.rules.night.twilight import dealt, spread, stacks
from tests.domain.games.last_spell.tables import BOARD, GAME, POST, act, hero, names, positioned, started, table


def test_absent_seats_come_to_an_end():
    """Defaults alone: heroes are taken, the night passes by, the circle falls."""
    for scenario, seats, solo in (("introduction", 2, False), ("glenwald", 1, True), ("lakeburg", 4, False)):
        state = started({"scenario": scenario, "solo": solo}, seats, scenario).state
        for number in range(400):
            if GAME.is_over(state):
                break
            seat = next(iter(state.open))
            GAME.advance(state, seat, GAME.default(state, seat), Seeded(joined(scenario, number)))
        assert state.result["outcome"] == "lost"


def test_a_hero_that_has_moved_ends_its_turn_by_default_and_an_idle_one_passes():
    state = positioned(table(heroes={"s1": hero(points=2)}))
    assert GAME.show(GAME.default(state, "s1")) == "pass"
    act(state, "s1", {"type": "move", "path": [[4, 3]]})
    assert GAME.show(GAME.default(state, "s1")) == "end_turn"


def test_a_walk_may_come_back_to_where_it_began():
    """LS-HERO-4."""
    state = positioned(table(heroes={"s1": hero(points=2)}))
    act(state, "s1", {"type": "move", "path": [[4, 3], [4, 4]]})
    assert (state.heroes["s1"].at, state.heroes["s1"].points, state.heroes["s1"].moved) == ((4, 4), 0, 2)


def test_a_token_taken_back_from_protect_takes_the_guard_away():
    """LS-POT-5, LS-HERO-8: once a Hero phase all the same."""
    heroes = {"s1": hero(potions=[{"kind": "yellow-potion"}])}
    state = positioned(table(heroes=heroes))
    act(state, "s1", {"type": "protect"}, {"type": "drink", "potion": "yellow-potion", "tokens": ["protect"]})
    assert (state.heroes["s1"].actions, state.heroes["s1"].protected) == (3, False)
    assert not any(GAME.show(action) == "protect" for action in GAME.legal(state, "s1").actions)


def test_a_recovered_action_token_is_chosen_where_several_lie():
    """LS-FX-recover-action-1."""
    friend = hero(at=[0, 0], actions=1, spent={"bare-hands": 1, "protect": 1})
    state = positioned(table(heroes={"s1": hero(mana=3, scrolls=["scroll-of-zeal"]), "s2": friend}), seats=2)
    act(state, "s1", {"type": "read", "scroll": "scroll-of-zeal", "hero": "s2"})
    assert [GAME.show(action) for action in GAME.legal(state, "s2").actions] == [
        {"choose": "bare-hands"},
        {"choose": "protect"},
    ]
    act(state, "s2", {"type": "choose", "value": "bare-hands"})
    assert (state.heroes["s2"].actions, dict(state.heroes["s2"].spent)) == (2, {"protect": 1})
    assert state.heroes["s1"].attacked is False


def test_two_of_three_movement_tokens_are_chosen_one_after_the_other():
    """LS-ARMOR-dark-trousers-1."""
    wearer = hero(movement={"ready": [], "used": [2, 3, 4]}, armor=[{"card": "dark-trousers"}], health=9)
    striker = {**POST, "damage": 3}
    position = table(phase="monsters", step="monster-attack", heroes={"s1": wearer})
    position["components"] = {"monsters": {"post": POST, "striker": striker}}
    position["monsters"] |= {"striker/1": {"at": [4, 3]}}
    state = positioned(position)
    act(state, "s1", {"type": "use", "card": "dark-trousers"}, {"type": "choose", "value": "yes"})
    assert state.heroes["s1"].wounds == 1
    act(state, "s1", {"type": "choose", "value": 4})
    events = act(state, "s1", {"type": "choose", "value": 3})
    assert state.heroes["s1"].wounds == 2
    assert names(events)[:2] == ["MovementRecovered", "HeroWounded"]


def test_a_hero_eliminated_by_a_friend_in_solo_leaves_the_turn_to_the_next():
    """LS-SOLO-4, LS-WPN-11."""
    heroes = {
        "s1": hero(wounds=7, mana=3, mana_max=8, weapons=["magic-orb"]),
        "s1/2": hero(at=[0, 0]),
    }
    options = {"scenario": "gildenberg", "solo": True}
    state = positioned(table(heroes=heroes, phase="heroes"), options)
    act(state, "s1", {"type": "attack", "weapon": "magic-orb", "technique": "fireball", "at": [4, 4]})
    assert not state.heroes["s1"].in_play
    assert state.active == "s1/2"


def test_an_attack_order_on_the_circle_loses_no_more_mages_than_there_are():
    """LS-ATT-10, LS-NIGHT-5."""
    rows = BOARD.splitlines()
    rows[4] = "....O...."
    position = table(phase="monsters", step="monster-attack", mages=2, heroes={"s1": hero(at=[0, 0])})
    position["board"] = {"terrain": "\n".join(rows)}
    position["components"]["monsters"] |= {"giant": {**POST, "damage": 5}}
    position["monsters"] |= {"giant/1": {"at": [4, 3]}, "giant/2": {"at": [4, 5]}}
    state = positioned(position)
    assert state.mages == 0
    assert state.result == {"outcome": "lost", "night": 1, "cause": "circle-fallen"}


def test_slots_lie_two_cards_high_in_the_order_of_the_direction_card():
    """LS-SETUP-6."""
    assert dealt(["a", "b", "c", "d", "e"], [6, 2], 2) == {"6": ("a", "b"), "2": ("c", "d")}


def test_alerions_are_spread_over_the_piles():
    """R62."""
    order = ["p", "A", "q", "B", "r", "C", "s", "t"]
    assert spread(order, "ABC", [1, 2], 2) == {"1": ("A", "C"), "2": ("B", "p")}
    assert spread(order, "ABC", [1, 2, 3], 2) == {"1": ("A", "p"), "2": ("B", "q"), "3": ("C", "r")}
    assert spread(order, "ABC", [1, 2, 3, 4], 2)["4"] == ("s", "t")


def test_stacks_are_counted_by_the_heroes_in_play():
    """R54."""
    found = {}
    for seats, solo in ((1, True), (1, False), (2, False), (3, False), (4, False)):
        heroes = {f"s{number}": hero(at=[number, 0]) for number in range(1, seats + 1)}
        options = {"scenario": "gildenberg", "solo": solo}
        found[seats, solo] = stacks(positioned(table(heroes=heroes), options, seats))
    assert found == {(1, True): 2, (1, False): 2, (2, False): 3, (3, False): 4, (4, False): 4}


def test_nobody_knows_which_cards_lie_face_down_but_where_alerions_are():
    """LS-INFO-1, R62."""
    state = started({"scenario": "gildenberg", "night": 3, "harpy_side": "left"}, 2, "hidden").state
    for seat, profile in (("s1", "hagen"), ("s2", "elowen")):
        act(state, seat, {"type": "hero", "hero": profile}, {"type": "place", "at": [16, 11 + int(seat[1])]})
    act(state, "s1", {"type": "ready"})
    act(state, "s2", {"type": "ready"})
    assert sum(len(pile.left) for pile in state.spawn.values()) == 3
    rng = Stream(b"hidden")
    tops = {tuple(resample(state, rng).spawn[slot].left for slot in state.spawn) for _ in range(30)}
    assert len(tops) > 3
    special = {card for card, printed in state.content.spawn_cards.items() if printed.special}
    for piles in tops:
        for cards, true in zip(piles, state.spawn.values()):
            assert [card in special for card in cards] == [card in special for card in true.left]


def test_everybody_knows_the_cards_of_the_introduction():
    """LS-INTRO-2."""
    state = started({"scenario": "introduction"}, 1, "known").state
    act(state, "s1", {"type": "hero", "hero": "aldric"})
    assert resample(state, Stream(b"known")).spawn == state.spawn


def test_a_forced_shuffle_of_the_spawn_cards_is_dealt_as_it_lies():
    """LS-SETUP-6."""
    state = started({"scenario": "glenwald"}, 1, "forced").state
    act(state, "s1", {"type": "hero", "hero": "hagen"})
    order = ["14", "13", "12", "11", "04", "03", "02", "01"]
    given = [{"shuffle": "spawn", "order": order}, {"pick": "direction", "result": "direction-3"}]
    run = GAME.advance(state, "s1", {"type": "ready"}, Forced(given, Seeded(b"forced")))
    shown = [event for event in run.events if type(event).__name__ == "SpawnCardRevealed"]
    assert [(event.location, event.card) for event in shown] == [("5", "14"), ("6", "12")]
    assert {slot: pile.left for slot, pile in state.spawn.items()} == {"5": ("13",), "6": ("11",)}


def test_a_night_without_end_is_stalled():
    state = positioned(table(heroes={"s1": hero()}))
    assert not GAME.stalled(state)
    state.round = 100
    assert GAME.stalled(state)


def test_all_play_together():
    state = positioned(table(heroes={"s1": hero()}))
    assert GAME.ranked(state) == ()
    assert GAME.outcome(state) is None


def test_games_that_came_out_alike_are_compared_by_what_is_left():
    state = positioned(table(heroes={"s1": hero()}))
    state.round, state.mages, state.panic = 5, 4, (3, 2)
    GAME.evolve(state, GameEnded("lost", state.night, "hero-eliminated"))
    lost = GAME.compared(state)
    assert tuple(lost) == GAME.compared_by
    assert (lost["nights"], lost["rounds"], lost["mages"], lost["heroes"], lost["flames"]) == (0, 5, 4, 1, 5)
    assert lost["constructions"] == len(state.constructions)
    GAME.evolve(state, GameEnded("won", state.night))
    won = GAME.compared(state)
    assert (won["nights"], won["rounds"]) == (1, 0)
