"""Which games can be created (chapter 1)."""

import pytest

from domain.contract.chance import BadForce, Forced, Seeded
from domain.contract.game import Refused
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.options import COMMON_GROUND, OPEN_ARCHIVES, STANDARD, TWO_PLAYER, procedure

GAME = Nightfall()
TWO, THREE, FIVE = ("s1", "s2"), ("s1", "s2", "s3"), ("s1", "s2", "s3", "s4", "s5")


def test_absent_options_are_filled_in():
    filled = {"edition": "de", "draft": "standard", "variants": [], "promos": [], "cards": catalogue().sha256}

    assert GAME.check_options({}, THREE) == filled
    assert GAME.check_options({"edition": "fr"}, TWO)["draft"] == "two-player"


@pytest.mark.parametrize(
    ("options", "seats", "expected"),
    [
        ({}, TWO, TWO_PLAYER),
        ({"draft": "standard"}, TWO, STANDARD),
        ({}, FIVE, STANDARD),
        ({"variants": ["open-archives"]}, TWO, OPEN_ARCHIVES),
        ({"variants": ["open-archives", "secret-archives"]}, THREE, OPEN_ARCHIVES),
        ({"variants": ["common-ground"]}, THREE, COMMON_GROUND),
        ({"draft": "quick"}, THREE, None),
    ],
)
def test_options_ask_for_a_draft(options, seats, expected):
    assert procedure(GAME.check_options(options, seats)) == expected


ONE_OF_SET = "sets names cards of different quick-start pairs of the edition"
OPEN_PAIRS = "sets are named only for quick start with open archives"


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        ({"edition": "en"}, TWO, "edition is one of fr, de, pl"),
        ({"edition": 3}, TWO, "edition is one of fr, de, pl"),
        ({"draft": "rochester"}, TWO, "draft is one of standard, two-player, quick"),
        ({"draft": "two-player"}, THREE, "the two-player draft is for two seats"),
        ({"variants": "secret-archives"}, TWO, "variants lists any of"),
        ({"variants": ["secret-archives", "secret-archives"]}, TWO, "variants lists one of them twice"),
        ({"variants": ["fog"]}, TWO, "variants lists any of"),
        ({"variants": ["open-archives", "common-ground"]}, TWO, "open-archives excludes common-ground"),
        ({"variants": ["common-ground", "secret-archives"]}, TWO, "common-ground excludes secret-archives"),
        ({"variants": ["common-ground"], "draft": "quick"}, TWO, "common-ground excludes quick"),
        ({"variants": ["open-archives"], "draft": "quick"}, TWO, "open-archives excludes quick"),
        ({"promos": ["shadow-seven"], "edition": "fr"}, TWO, "promos lists any of lisaveta-florescu"),
        ({"promos": ["vulko"]}, TWO, "promos lists any of lisaveta-florescu, shadow-seven, zombie-horde"),
        ({"promos": ["zombie-horde", "zombie-horde"]}, TWO, "promos lists one of them twice"),
        ({"sets": {"s1": "vulko", "s2": "alton-hickman"}}, TWO, OPEN_PAIRS),
        ({"draft": "quick", "sets": {"s1": "vulko"}}, TWO, "sets names a card for each seat"),
        ({"draft": "quick", "sets": {"s1": "vulko", "s3": "alton-hickman"}}, TWO, "sets names a card for each seat"),
        ({"draft": "quick", "sets": {"s1": "vulko", "s2": "grim-siege"}}, TWO, ONE_OF_SET),
        ({"draft": "quick", "sets": {"s1": "vulko", "s2": "big-ghost"}}, TWO, ONE_OF_SET),
        ({"draft": "quick", "sets": {"s1": "vulko", "s2": "marcus-toth"}, "edition": "de"}, TWO, ONE_OF_SET),
        ({"draft": "quick", "sets": {"s1": "vulko", "s2": "shock-and-awe"}, "edition": "pl"}, TWO, ONE_OF_SET),
        ({"draft": "quick", "sets": ["vulko", "marcus-toth"]}, TWO, "sets names a card for each seat"),
        (
            {"draft": "quick", "variants": ["secret-archives"], "sets": {"s1": "vulko", "s2": "alton-hickman"}},
            TWO,
            OPEN_PAIRS,
        ),
        ({"apocalypse": {"before": {"s3": 4}}}, TWO, "apocalypse is a map"),
        ({"apocalypse": {"before": {"s1": -1}}}, TWO, "the sums of the earlier games are numbers from zero"),
        ({"apocalypse": {"before": {"s1": True}}}, TWO, "the sums of the earlier games are numbers from zero"),
        ({"apocalypse": {"limit": 0}}, TWO, "the limit of a series is a number from 1"),
        ({"apocalypse": {"after": {}}}, TWO, "apocalypse is a map"),
        ({"apocalypse": True}, TWO, "apocalypse is a map"),
        ({"speed": "fast"}, TWO, "unknown option 'speed'"),
        ({}, ("s1",), "2 to 5 seats with different names"),
        ({}, (*FIVE, "s6"), "2 to 5 seats with different names"),
        ({}, ("s1", "s1"), "2 to 5 seats with different names"),
    ],
)
def test_what_does_not_fit_is_malformed(options, seats, reason):
    """(NF-OPT-1 to NF-OPT-7, NF-RUL-30)"""
    with pytest.raises(Refused) as refused:
        GAME.check_options(options, seats)
    assert refused.value.code == "malformed"
    assert refused.value.reason.startswith(reason)


def test_promos_that_an_edition_has_are_only_its_own():
    everything = ["lisaveta-florescu", "shadow-seven", "zombie-horde"]

    assert GAME.check_options({"promos": everything}, TWO)["promos"] == everything
    assert GAME.check_options({"edition": "fr", "promos": ["lisaveta-florescu"]}, TWO)["edition"] == "fr"


def test_an_apocalypse_counts_from_zero():
    options = GAME.check_options({"apocalypse": {"before": {"s2": 12}}}, TWO)

    assert options["apocalypse"] == {"before": {"s1": 0, "s2": 12}}


@pytest.mark.parametrize("card", ["vulko", "grim-siege"])
def test_quick_start_pairs_are_drawn_by_either_card_of_a_pair(card):
    chance = Forced([{"pick": "sets", "result": {"s1": card, "s2": "franz-orlok"}}], Seeded(b"pairs"))

    run = GAME.setup({"draft": "quick"}, TWO, chance)

    assert chance.left == []
    assert set(run.state.players["s1"].private) == {"vulko", "grim-siege"}
    assert set(run.state.players["s2"].private) == {"franz-orlok", "flank-attack"}
    assert not {"vulko", "grim-siege", "franz-orlok", "flank-attack"} & set(run.state.commons)
    assert len(run.state.commons) == 8


@pytest.mark.parametrize(("edition", "card"), [("de", "marcus-toth"), ("pl", "zacharias-sands")])
def test_pairs_of_another_edition_are_not_drawn(edition, card):
    """(NF-DRAFT-9, EM-4)"""
    chance = Forced([{"pick": "sets", "result": {"s1": card, "s2": "vulko"}}], Seeded(b"pairs"))
    with pytest.raises(BadForce, match="cannot come up"):
        GAME.setup({"draft": "quick", "edition": edition}, TWO, chance)


def test_secret_quick_start_pairs_are_told_to_their_seat_only():
    run = GAME.setup({"draft": "quick", "variants": ["secret-archives"]}, FIVE, Seeded(b"secret"))
    pairs = {seat: run.state.players[seat].secret for seat in FIVE}

    for seat in FIVE:
        shown = GAME.view(run.state, seat)["seats"]
        assert shown[seat]["secret"] == pairs[seat]
        assert all(shown[other]["secret"] == 2 for other in FIVE if other != seat)
    assert len({card for pair in pairs.values() for card in pair}) == 10


def test_five_seats_on_common_ground_have_ten_archives():
    """(NF-VAR-4, NF-VAR-5, EM-29)"""
    run = GAME.setup({"variants": ["common-ground"]}, FIVE, Seeded(b"ten"))
    state = run.state
    while state.draft is not None:
        seat = next(iter(state.open))
        GAME.advance(state, seat, GAME.default(state, seat), Seeded(b"pick"))

    assert len(state.commons) == 10
    assert all(not player.private for player in state.players.values())
