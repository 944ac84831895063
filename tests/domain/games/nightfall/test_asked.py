"""What seats are asked, down to the slots that stand for answers too many to list, and why a game ended so."""

import pytest

from domain.contract.chance import Seeded
from domain.contract.parts import Asked, Slot
from domain.games.nightfall.events.setup import ArchiveRevealed, ArchivesRevealed, DraftCardPicked
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.outcome import COUNT, TIES, deciding, series_so_far, why
from domain.games.nightfall.state import SAYS_MORE
from tests.domain.games.nightfall.tables import Kind, moments

GAME = Nightfall()
SEATS = ("s1", "s2", "s3")


def combat(**seats):
    table = {"phase": "combat", "active": "s1", "seats": {seat: {"in_play": held} for seat, held in seats.items()}}
    return GAME.set_position({}, SEATS, table, Seeded(b"position")).state


def test_an_attack_is_each_minion_once_with_another_seat():
    """NF-COMBAT-2, NF-COMBAT-3: in any order, the nearest seat to the left first."""
    state = combat(s1=[{"card": "vulko"}, {"card": "big-ghost"}])
    [slot] = GAME.legal(state, "s1", limit=1).slots["attack"]
    pairs = [("s1/vulko/#1", "s2"), ("s1/vulko/#1", "s3"), ("s1/big-ghost/#2", "s2"), ("s1/big-ghost/#2", "s3")]
    values = tuple({"minion": minion, "seat": seat} for minion, seat in pairs)
    assert slot == Slot("attacks", values, 2, 2, ordered=True, once="minion")
    assert len(GAME.legal(state, "s1").actions) == 2 * 4


def test_who_is_attacked_is_told_what_each_attacker_deals_that_can_be_blocked():
    state = combat(s1=[{"card": "vulko"}, {"card": "big-ghost"}], s2=[{"card": "indigo-six"}])
    attack = {
        "type": "attack",
        "attacks": [{"minion": "s1/vulko/#1", "seat": "s2"}, {"minion": "s1/big-ghost/#2", "seat": "s3"}],
    }
    asked = GAME.decide(state, "s1", GAME.parse(attack), Seeded(b"blocks")).state.open
    assert list(asked) == ["s2"]
    assert asked["s2"].details == {"attackers": {"s1/vulko/#1": 3}}


@pytest.mark.parametrize(
    ("own", "cheapest"),
    [
        ({}, 5),
        ({"private": {"grim-siege": 2}}, 3),
        ({"private": {"grim-siege": 0}}, 5),
        ({"secret": ["leave-me"]}, 2),
    ],
)
def test_the_cheapest_card_is_that_of_all_archives_that_are_open_to_the_seat(own, cheapest):
    """NF-CLAIM-1, NF-CLAIM-9, NF-VAR-1, NF-CARD-indigo-six-1, NF-CARD-indigo-six-2"""
    seats = {"s1": {"hand": ["vulko"], **own}, "s2": {"private": {"alton-hickman": 1}}}
    table = {"phase": "claim", "active": "s1", "commons": {"vulko": 7, "bad-smoke": 0}, "seats": seats}
    state = GAME.set_position({"variants": ["secret-archives"]}, SEATS[:2], table, Seeded(b"claim")).state
    state.players["s1"].influence = 1
    assert told_cost(state) == cheapest
    state.effects.enemy_claims["s1"] = 1
    assert told_cost(state) == min(cheapest, 3)
    state.effects.used_archives.append("s2/alton-hickman")
    assert told_cost(state) == cheapest


def told_cost(state):
    """The cost of the cheapest card, as who is to claim reads it."""
    [said] = GAME.at_stake(GAME.view(state, "s1"), "s1", state.open["s1"])
    return said.fields["cost"]


ENDED = {
    "ranking": ["s1", "s2", "s3", "s4"],
    "wounds": {"s1": 3, "s2": 4, "s3": 4, "s4": 4},
    "kinds": {
        "s1": {"bite": 3, "burn": 0, "bleed": 0},
        "s2": {"bite": 2, "burn": 1, "bleed": 1},
        "s3": {"bite": 0, "burn": 1, "bleed": 3},
        "s4": {"bite": 0, "burn": 1, "bleed": 3},
    },
    "decided": [COUNT, TIES[0], TIES[-1]],
}


def test_the_ranking_is_told_by_what_set_each_two_neighbours_apart():
    assert list(deciding(ENDED)) == [
        ("won", {"seat": "s1", "wounds": 3}),
        (COUNT, {"better": "s1", "worse": "s2", "one": 3, "other": 4}),
        (TIES[0], {"better": "s2", "worse": "s3", "one": 2, "other": 3}),
        (TIES[-1], {"better": "s3", "worse": "s4", "wounds": 4}),
    ]
    told = why(ENDED)
    assert told[0] == "s1 has won with 3 wounds (bite 3)"
    assert told[1].endswith(f"more wounds ({COUNT})")
    assert told[2].endswith(f"but 3 of one type against 2 ({TIES[0]})")
    assert told[3].endswith(f"seated farther from the first player's right ({TIES[-1]})")


def test_before_games_told_types_and_rules_the_wounds_alone_are_told():
    older = {"ranking": ["s2", "s1"], "wounds": {"s1": 1, "s2": 1}}
    assert list(deciding({**older, "wounds": {"s1": 2, "s2": 0}}))[1] == (
        COUNT, {"better": "s2", "worse": "s1", "one": 0, "other": 2},
    )  # fmt: skip
    assert list(deciding(older))[1] == ("level", {"better": "s2", "worse": "s1", "wounds": 1})
    assert why(older) == (
        "s2 has won with 1 wound",
        "s1 comes after s2 with 1 wound: as many wounds, so their types or the seats decided",
    )


@pytest.mark.parametrize(("rules", "told"), [(SAYS_MORE, {"limit": 30}), (SAYS_MORE - 1, {})])
def test_the_next_game_of_a_series_is_told_the_sums_and_since_it_is_told_more_the_limit(rules, told):
    """NF-VAR-6"""
    assert series_so_far({"s1": 4}, 30, rules) == {"before": {"s1": 4}, **told}


def test_what_is_opened_after_the_draft_is_the_picks_that_lie_in_archives_now():
    """NF-INFO-5: each pick is sealed by itself, and its key opens it when it lies in an archive."""
    events = []
    for _ in moments(Kind(1, SEATS, {}), events):
        if isinstance(events[-1], Asked) and any(isinstance(event, ArchivesRevealed) for event in events):
            break
    picks = [event for event in events if isinstance(event, DraftCardPicked)]
    [revealed] = [event for event in events if isinstance(event, ArchivesRevealed)]
    assert len({event.seal() for event in picks}) == len(picks)
    assert set(revealed.opens()) == {event.seal() for event in picks if event.to != "removed"}


def test_a_secret_archive_that_is_claimed_from_lies_open_and_is_noted_for_who_reckons_with_it():
    state = combat(s1=[{"card": "vulko"}])
    state.players["s2"].secret, state.opened_since_told = ["big-ghost", "bad-smoke"], ()
    ArchiveRevealed("s2", "big-ghost", 7).apply(state)
    assert (state.players["s2"].secret, state.players["s2"].private) == (["bad-smoke"], {"big-ghost": 7})
    assert state.opened_since_told == ("big-ghost",)
    state.opened_since_told = None
    ArchiveRevealed("s2", "bad-smoke", 6).apply(state)
    assert state.players["s2"].private == {"big-ghost": 7, "bad-smoke": 6}
    assert state.opened_since_told is None
