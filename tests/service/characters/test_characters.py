"""Characters: made within the rules, brought to one game at a time, taken away as it left them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.service.characters.thieves import THIEF, mine, new_game, refused
from tests.service.web.playing import play_idly


@pytest.fixture
def thief(services, ann):
    return services.characters.make(ann, "darkness", "Vito", THIEF)


def test_a_character_is_made_within_the_rules(services, ann, thief):
    shown = services.characters.view(thief)
    assert (shown.name, shown.owner, shown.game) == ("Vito", "Ann", "darkness")
    assert shown.content["skills"] == {"lockpick": 3}
    assert [one.id for one in services.characters.of_account(ann)] == [thief]


@pytest.mark.parametrize(
    ("game", "given", "code"),
    [
        ("darkness", {**THIEF, "attributes": {**THIEF["attributes"], "Dex": 5}}, "illegal"),
        ("darkness", {**THIEF, "skills": ["lockpick", "hotwire", "search", "stealth"]}, "malformed"),
        ("darkness", {**THIEF, "games": [{}]}, "malformed"),
        ("nightfall", THIEF, "malformed"),
        ("chess", THIEF, "malformed"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(services, ann, game, given, code):
    with refused(code):
        services.characters.make(ann, game, None, given)
    assert services.characters.of_account(ann) == []


def test_it_plays_a_game_grows_and_is_carried_to_the_next(services, ann, thief):
    """WD-XP-1, WD-XP-3, WD-XP-5: what the game made of it is what the next game begins with."""
    first = services.characters.open_game(ann, new_game(mine(thief)))
    assert services.characters.view(thief).away == first
    assert services.ledger.view(first, ann, "s1").table["seats"]["s1"]["sheet"]["skills"] == {"lockpick": 3}

    play_idly(services, first)
    shown = services.characters.view(thief)
    assert shown.away is None
    assert [game.cause for game in shown.games] == ["over"]
    [played] = shown.content["games"]
    assert played["scenario"] == "last-bus-out"
    result = services.ledger.view(first, ann, "s1").result
    assert shown.content == result.detail["characters"]["s1"]

    second = services.characters.open_game(ann, new_game(mine(thief)))
    person = services.ledger.view(second, ann, "s1").table["seats"]["s1"]
    assert person["sheet"]["attributes"] == shown.content["attributes"]
    assert person["sheet"]["skill_points"] == shown.content["skill_points"]


def test_a_private_game_is_not_named_to_strangers(services, ann, bob, thief):
    """That it is away is told to all."""
    game = services.characters.open_game(ann, replace(new_game(mine(thief)), visibility="private"))
    own = services.characters.view(thief, ann)
    assert (own.away, [(one.game_id, one.cause) for one in own.games]) == (game, [(game, None)])
    for stranger in (bob, None):
        shown = services.characters.view(thief, stranger)
        assert (shown.away, [(one.game_id, one.seat, one.cause) for one in shown.games]) == (None, [(None, None, None)])


def test_it_is_in_one_game_at_a_time(services, ann, thief):
    game = services.characters.open_game(ann, new_game(mine(thief)))
    with refused("illegal"):
        services.characters.open_game(ann, new_game(mine(thief)))
    with refused("malformed"):
        services.characters.open_game(ann, new_game(mine(thief), mine(thief)))
    with refused("illegal"):
        services.characters.retire(ann, thief)
    assert [visit.game_id for visit in services.characters.view(thief).games] == [game]


def test_a_game_that_is_cancelled_leaves_it_as_it_was(services, ann, thief):
    before = services.characters.view(thief).content
    game = services.characters.open_game(ann, new_game(mine(thief), {"open": True}))
    services.ledger.cancel(ann, game)
    shown = services.characters.view(thief)
    assert ([visit.cause for visit in shown.games], shown.content) == (["cancelled"], before)


def test_a_game_that_cannot_be_opened_leaves_no_trace(services, ann, thief):
    before = services.characters.view(thief)
    with refused("malformed"):
        services.characters.open_game(ann, new_game(mine(thief), scenario="nowhere"))
    assert services.characters.view(thief) == before
    assert services.characters.open_game(ann, new_game(mine(thief)))


def test_only_its_owner_brings_it(services, ann, bob, thief):
    with refused("forbidden"):
        services.characters.open_game(bob, new_game(mine(thief)))
    with refused("forbidden"):
        services.characters.retire(bob, thief)
    with refused("malformed"):
        services.characters.open_game(ann, new_game({"account": "Bob", "character": thief}))
    game = services.ledger.open_game(ann, new_game({"account": "me"}, {"open": True}))
    with refused("forbidden"):
        services.characters.sit(bob, game, character=thief)
    assert services.ledger.table(game).status == "open"


def test_whoever_leaves_takes_the_names_along(services, ann, bob, thief):
    services.account_deletion.forget(ann)
    shown = services.characters.view(thief)
    assert (shown.name, shown.owner) == (None, None)


def test_a_retired_character_rests(services, ann, thief):
    services.characters.retire(ann, thief)
    assert services.characters.view(thief).retired
    with refused("illegal"):
        services.characters.open_game(ann, new_game(mine(thief)))


def test_a_stranger_id_is_no_character(services, ann):
    game = services.ledger.open_game(ann, new_game({"account": "me"}))
    with refused("not-found"):
        services.characters.view(game)
