"""Pieces have at most 99 health, attempts take at most 99 turns; games begun before go on (WD-GM-5, WD-GM-24)."""

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused
from domain.games.darkness.rules.master.actions import HEALTHS, TURNS, PlacePiece, SetTn, TryOut
from domain.games.darkness.rules.master.trying import any_target
from tests.domain.games.darkness.tables import GAME, campaign


def decide(state, seat, action):
    return GAME.decide(state, seat, action, Seeded(b"numbers")).state


def placed(state, health):
    at = next(space.id for tile in state.places for space in state.data.tiles[tile].spaces)
    return decide(state, "s1", PlacePiece("piece/1", "zombie", at, health)).master.pieces["piece/1"].health


def asked(state):
    """The game master is asked what the attempt of a seat takes."""
    seat = next(iter(state.open))
    return decide(state, seat, TryOut("lift the lorry", "S"))


@pytest.mark.parametrize("health", [0, -1, 100, 2**53 - 1])
def test_the_health_of_a_piece_has_bounds(health):
    assert placed(campaign(3), HEALTHS.most) == 99
    with pytest.raises(Refused, match="health is"):
        placed(campaign(3), health)


@pytest.mark.parametrize("turns", [0, -1, 100, 2**53 - 1])
def test_the_turns_of_an_attempt_have_bounds(turns):
    assert decide(asked(campaign(3)), "s1", SetTn("6H", TURNS.most)).master.attempts
    with pytest.raises(Refused, match="an attempt takes"):
        decide(asked(campaign(3)), "s1", SetTn("6H", turns))


def test_games_begun_before_go_on_without_them():
    assert placed(campaign(2), 10**6) == 10**6
    state = decide(asked(campaign(2)), "s1", SetTn("6H", 10**6))
    assert [attempt.left for attempt in state.master.attempts.values()] == [10**6 - 1]


def test_both_are_shown_as_ranges():
    state = campaign(3)
    [health] = [slot for slot in GAME.standing_slots(state, "s1")["place"] if slot.name == "health"]
    [turns] = [slot for slot in GAME.legal(asked(state), "s1", 200).slots["set_tn"] if slot.name == "turns"]
    assert (health.numbers, turns.numbers) == (range(1, 100), range(1, 100))


def test_both_are_in_the_schemas_of_the_verbs():
    verbs = GAME.describe().verbs
    assert verbs["set_tn"]["properties"]["turns"] | TURNS.schema == verbs["set_tn"]["properties"]["turns"]
    assert HEALTHS.schema.items() <= verbs["place"]["properties"]["health"]["anyOf"][0].items()


def test_a_bot_sets_no_more_turns_than_that():
    class Always(Stream):
        def below(self, limit):
            return 0

    assert any_target(asked(campaign(3)), "s1", Always(b"any")).turns == TURNS.most
