"""Campaigns of When Darkness Comes with people: the game master's part, and a character from game to game."""

from __future__ import annotations

import pytest

from domain.audit import CONSISTENT, audit
from domain.audit.characters import audit_character, read
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.records import export
from service.games.shapes import Condition, NewGame, OperatorAct, Posted
from tests.service.characters.thieves import mine, refused
from tests.service.web.playing import play_idly

OFFICER = {
    "occupation": "police-officer",
    "attributes": {"S": 3, "A": 4, "Dex": 3, "Int": 3, "Pers": 2, "Med": 2, "D": 3},
    "skills": ["ranged-mechanical-weapon"],
}
CAMPAIGN = {"scenario": "the-awakening", "gm": "s1"}
CUP, VAULT = "lift the cup", "tear the vault out of the wall"


@pytest.fixture
def officer(services, bob):
    return services.characters.make(bob, "darkness", "Ines", OFFICER)


def campaign(services, ann, bob, character=None):
    """A campaign that ann leads and bob plays, at his first turn."""
    seats = [{"account": "me"}, {"open": True}]
    game = services.ledger.open_game(ann, NewGame("darkness", seats, CAMPAIGN))
    services.characters.sit(bob, game, character=character)
    if character is None:
        answer(services, bob, game, "s2", type="character", character="steve")
    space = services.ledger.table(game).pending["s2"].details["spaces"][0]
    answer(services, bob, game, "s2", type="start", at=space)
    return game


def answer(services, account, game, seat, **action):
    """Answer the seat's open decision."""
    decision = services.ledger.table(game).decision_id(seat)
    return services.ledger.act(account, game, seat, Posted([action], Condition(decision=decision)))


def unasked(services, account, game, **action):
    """Do something as the game master, asked or not."""
    return services.ledger.act(account, game, "s1", Posted([action], Condition()))


def pending(services, game, seat):
    return services.ledger.table(game).pending[seat].kind


def attempt(services, bob, game, words):
    answer(services, bob, game, "s2", type="attempt", what=words, attribute="A", skill="strength")


def test_the_game_master_reads_what_is_attempted_in_the_question(services, ann, bob):
    """WD-GM-5: the words lie outside the log; the ruling that is asked for has their reference."""
    game = campaign(services, ann, bob)
    attempt(services, bob, game, CUP)
    view = services.ledger.view(game, ann, "s1")
    asked = view.pending["s1"].details
    assert (asked["seat"], asked["attribute"], asked["skill"]) == ("s2", "A", "strength")
    assert view.texts[asked["what"]["id"]].text == CUP
    stored = b"".join(entry.encode() for entry in services.store.entries(game))
    assert CUP.encode() not in stored


def test_the_same_words_go_on_and_others_are_another_attempt(services, ann, bob):
    """WD-GM-5: words that are identical to those of the attempt going on have its id."""
    game = campaign(services, ann, bob)
    attempt(services, bob, game, CUP)
    answer(services, ann, game, "s1", type="set_tn", tn="6H", turns=3)
    answer(services, ann, game, "s1", type="end_turn")
    attempt(services, bob, game, CUP)
    assert "s2" not in services.ledger.table(game).pending
    assert len(services.store.rows("SELECT 1 FROM texts WHERE game=:game", game=game)) == 1
    answer(services, ann, game, "s1", type="end_turn")
    attempt(services, bob, game, VAULT)
    assert pending(services, game, "s1") == "ruling"


def test_the_words_of_a_ruling_are_outside_the_log_and_read_by_all(services, ann, bob):
    """WD-GM-25."""
    game = campaign(services, ann, bob)
    unasked(services, ann, game, type="rule", on="s2", damage=1, why="the roof comes down")
    ruled = next(event for event in services.ledger.events(game, bob, "s2") if event["type"] == "Ruled")
    assert (ruled["data"]["on"], ruled["data"]["effect"], ruled["data"]["value"]) == ("s2", "damage", 1)
    assert ruled["texts"][ruled["data"]["why"]["id"]]["text"] == "the roof comes down"


def test_a_ruling_is_the_game_masters_alone(services, ann, bob):
    game = campaign(services, ann, bob)
    with refused("not-your-decision"):
        answer(services, bob, game, "s2", type="rule", on="s2", heal=1)
    with refused("malformed"):
        unasked(services, ann, game, type="rule", on="s2", damage=21)


def test_no_ai_sits_down_as_game_master(services, ann):
    """Neither as the game is opened, nor while it waits for players."""
    with refused("illegal"):
        services.ledger.open_game(ann, NewGame("darkness", [{"ai": "greedy"}, {"account": "me"}], CAMPAIGN))
    game = services.ledger.open_game(ann, NewGame("darkness", [{"open": True}, {"account": "me"}], CAMPAIGN))
    with refused("illegal"):
        services.hosting.seat_ai(ann, game, "s1", "greedy")
    assert services.ledger.view(game).seats["s1"].kind == "open"


def test_no_operator_puts_an_ai_on_the_game_masters_seat(services, ann, bob):
    game, cy = campaign(services, ann, bob), services.accounts.create("Cy")[0].id
    services.accounts.set_operator(cy, True)
    with refused("illegal"):
        services.corrections.operate(cy, game, OperatorAct("replace", "she is ill", seat="s1", level="greedy"))
    assert services.ledger.view(game).seats["s1"].kind == "person"
    services.corrections.operate(cy, game, OperatorAct("replace", "he is ill", seat="s2", level="greedy"))
    assert services.ledger.view(game).seats["s2"].kind == "ai"


def test_what_was_earned_comes_to_a_rated_game_from_its_own_log_only(services, ann, bob, officer):
    """WD-XP-5."""
    veteran = {
        **OFFICER,
        "skills": {"ranged-mechanical-weapon": 6},
        "games": [{"scenario": "first-night", "outcome": "time", "vp": 9, "won": True}],
    }
    options = {"scenario": "last-bus-out", "characters": {"s1": veteran}}
    seats = [{"account": "me"}, {"open": True}]
    with refused("illegal"):
        services.ledger.open_game(bob, NewGame("darkness", seats, options, rated=True))
    assert services.ledger.open_game(bob, NewGame("darkness", seats, options))
    own = NewGame("darkness", [mine(officer), {"open": True}], {"scenario": "last-bus-out"}, rated=True)
    assert services.characters.open_game(bob, own)


def roll_through(services, bob, game):
    """Throw and keep until the fight of bob's turn is over."""
    while (decision := services.ledger.table(game).pending.get("s2")) and decision.kind in ("check", "reroll"):
        answer(services, bob, game, "s2", type="roll" if decision.kind == "check" else "keep")


def kept(services, officer):
    return services.characters.view(officer).content


def test_a_character_goes_from_a_campaign_to_the_board_and_to_its_last_campaign(services, ann, bob, officer):
    """WD-GM-8, WD-GM-20, WD-XP-1, WD-XP-3, WD-XP-5: shots, money, items, points, death; and what proves them."""
    first = campaign(services, ann, bob, officer)
    for item in ("pistol", "money"):
        unasked(services, ann, first, type="rule", on="s2", give=item)
    unasked(services, ann, first, type="award", to="s2", vp=30, why="well begun")
    here = services.ledger.view(first, bob).table["seats"]["s2"]["at"]
    values = {"I": "6H", "A": "6H", "D": "5K"}
    unasked(services, ann, first, type="place", id="zed", kind="zombie", at=here, health=9, values=values)
    loaded = services.ledger.view(first, bob).table["seats"]["s2"]["shots"]
    answer(services, bob, first, "s2", type="fight", target="zed", weapon="pistol")
    roll_through(services, bob, first)
    unasked(services, ann, first, type="end_game")
    answer(services, bob, first, "s2", type="improve", attribute="S")
    answer(services, bob, first, "s2", type="convert", points=3)
    after = kept(services, officer)
    assert after["items"] == ["pistol", "money"]
    assert after["shots"] == {"pistol": loaded["pistol"] - 1, "money": loaded["money"]}
    assert (after["attributes"]["S"], after["skill_points"], after["dead"]) == (4, 3, False)

    board = services.characters.open_game(bob, NewGame("darkness", [mine(officer)], {"scenario": "first-night"}))
    assert services.ledger.view(board, bob).table["seats"]["s1"]["items"] == []
    play_idly(services, board)
    grown = kept(services, officer)
    assert grown["games"][-1]["won"]
    assert {**grown, "games": None} == {**after, "games": None}

    last = campaign(services, ann, bob, officer)
    begun = services.ledger.view(last, bob).table["seats"]["s2"]
    assert (begun["items"], begun["shots"]) == (["pistol", "money"], after["shots"])
    answer(services, bob, last, "s2", type="spend", skill="ranged-mechanical-weapon")
    spent = services.ledger.view(last, bob).table["seats"]["s2"]
    assert (spent["vp"], spent["sheet"]["skill_points"]) == (begun["vp"], 2)
    unasked(services, ann, last, type="rule", on="s2", damage=20, why="the roof comes down")
    unasked(services, ann, last, type="end_game")
    dead = kept(services, officer)
    assert (dead["dead"], dead["items"], dead["skill_points"]) == (True, [], 2)
    assert services.characters.free(bob, "darkness") == []
    with refused("illegal"):
        services.characters.open_game(bob, NewGame("darkness", [mine(officer)], {"scenario": "first-night"}))

    record = services.characters.record(officer, bob)
    assert audit_character(read(canonical(to_json(record))), Catalog()).code == CONSISTENT
    for game in (first, board, last):
        assert audit(export.read(canonical(services.ledger.record(game, bob))), Catalog()).code == CONSISTENT


def test_a_character_that_died_comes_home_dead_though_its_player_has_a_new_one(services, ann, bob, officer):
    """WD-GM-19, WD-XP-3: its record is that of its own death, audited with the game; it goes to no further game."""
    game = campaign(services, ann, bob, officer)
    unasked(services, ann, game, type="rule", on="s2", damage=20, why="the roof comes down")
    unasked(services, ann, game, type="allow_new", seat="s2")
    answer(services, bob, game, "s2", type="character", character="helen")
    space = services.ledger.table(game).pending["s2"].details["spaces"][0]
    answer(services, bob, game, "s2", type="start", at=space)
    unasked(services, ann, game, type="award", to="s2", vp=30, why="well begun")
    unasked(services, ann, game, type="end_game")
    dead = kept(services, officer)
    played = {"scenario": "the-awakening", "outcome": "ended", "vp": 0, "won": False}
    assert (dead["dead"], dead["attributes"], dead["games"]) == (True, OFFICER["attributes"], [played])
    assert services.characters.free(bob, "darkness") == []
    record = services.characters.record(officer, bob)
    assert audit_character(read(canonical(to_json(record))), Catalog()).code == CONSISTENT
