"""Why a game was won or lost, told from the public data of its last event alone."""

from __future__ import annotations

from domain.contract.chance import Seeded
from domain.contract.game import to_json
from domain.games.darkness.events.table import GameEnded
from domain.games.darkness.outcome import deciding, why
from tests.domain.games.darkness.tables import GAME, board_kinds, play, seat_ids


def ended(events):
    """The public data of the last event of a game."""
    [last] = [event for event in events if isinstance(event, GameEnded)]
    return to_json(last)


def test_who_had_fewer_points_is_told_by_how_many():
    told = {"outcome": "time", "winners": ["s1"], "vp": {"s1": 9, "s2": 4}, "scenario": "first-night", "round": 20}
    sentences = why({**told, "cause": 7, "could": ["s1", "s2"], "deaths": {}})
    assert sentences == (
        "In round 20 the time was up.", "s1 won with 9 VP.", "s2 lost: 4 VP, and s1 had 9."
    )  # fmt: skip


def test_who_died_is_told_when_and_of_what():
    deaths = {"s2": {"by": "adversary-zombie-1", "round": 3, "cause": 41}}
    told = {"outcome": "escaped", "winners": ["s1"], "vp": {"s1": 9, "s2": 4, "s3": 30}, "scenario": "last-bus-out"}
    sentences = why({**told, "round": 8, "cause": 90, "could": ["s1"], "deaths": deaths})
    assert sentences == (
        "In round 8 the bus drove off.",
        "s1 won with 9 VP.",
        "s2 lost: it died in round 3 (adversary-zombie-1, cause 41).",
        "s3 lost: it was not where one had to be to win.",
    )


def test_an_end_of_an_earlier_game_is_told_as_far_as_it_goes():
    told = {"outcome": "exploded", "winners": [], "vp": {"s1": 9}}
    assert why(told) == ("The bomb exploded.", "s1 lost: nobody wins by this end.")


def test_the_cause_of_a_death_is_that_of_its_damage_and_of_what_began_it():
    """A blow in a fight: the fight, the damage and the death have one number."""
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "disks": {"adversary-zombie-1": {"at": "bar/3/1", "face": "up"}},
        "seats": {
            "s1": {"character": "steve", "at": "bar/3/1", "damage": 3},
            "s2": {"character": "rosa", "at": "bar/5/0"},
        },
    }
    for seed in range(40):
        run = GAME.set_position({}, seat_ids(2), position, Seeded(bytes([seed])))
        run = GAME.decide(run.state, "s1", {"type": "fight"}, Seeded(bytes([seed])))
        events, state = list(run.events), run.state
        while state.open and "s1" in state.open and state.open["s1"].kind in ("check", "initiative"):
            verb = {"check": "roll", "initiative": "strike"}[state.open["s1"].kind]
            run = GAME.decide(state, "s1", {"type": verb}, Seeded(bytes([seed, len(events) % 256])))
            events, state = [*events, *run.events], run.state
        told = {type(event).__name__: event for event in events}
        if "CharacterDied" in told:
            numbers = {told[name].cause for name in ("CombatBegan", "CombatRoundBegan", "DamageTaken", "CharacterDied")}
            assert len(numbers) == 1
            return
    raise AssertionError("nobody died in 40 fights")


def test_every_end_has_its_sentences():
    """Of random games: one sentence on the end, one for each seat."""
    for kind in board_kinds(6):
        last = ended(play(kind).events)
        assert len(why(last)) == 1 + len(last["vp"])
        assert all(sentence.endswith(".") for sentence in why(last))


def test_what_decided_is_told_seat_by_seat():
    deaths = {"s2": {"by": "adversary-zombie-1", "round": 3, "cause": 41}}
    told = {"outcome": "escaped", "winners": ["s1"], "vp": {"s1": 9, "s2": 4, "s3": 30, "s4": 2}, "round": 8}
    assert list(deciding({**told, "could": ["s1", "s4"], "deaths": deaths})) == [
        ("ended", {"outcome": "escaped", "round": 8}),
        ("won", {"seat": "s1", "vp": 9}),
        ("died", {"seat": "s2", "round": 3, "by": "adversary-zombie-1"}),
        ("elsewhere", {"seat": "s3"}),
        ("fewer", {"seat": "s4", "vp": 2, "winner": "s1", "best": 9}),
    ]


def test_where_nobody_wins_nobody_had_more_points():
    told = {"outcome": "exploded", "winners": [], "vp": {"s1": 9, "s2": 4}}
    assert list(deciding(told)) == [
        ("ended", {"outcome": "exploded", "round": None}),
        ("nobody", {"seat": "s1"}),
        ("nobody", {"seat": "s2"}),
    ]


def test_what_decides_has_a_sentence_for_each_reason():
    assert set(GAME.sentences.reasons) == {"ended", "won", "died", "nobody", "elsewhere", "fewer"}
