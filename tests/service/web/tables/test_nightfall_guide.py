"""What the guide of Nightfall says of the answers that lie on its table."""

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import to_json
from domain.games.nightfall.game import Nightfall
from service.games.shapes.answers import Decision, Slot
from service.language.names import Names, described
from service.web.games.choices import NOTHING, choices_of
from service.web.games.panel import panel_of
from service.web.tables.nightfall import model
from service.web.tables.nightfall_guide import guide
from tests.domain.games.nightfall.tables import kinds
from tests.service.web.playing import game_seen

GAME = Nightfall()
NUMBERS = [change.number for change in GAME.changes]


def choices(state, seat, options=None):
    """What a seat that is asked can touch."""
    legal, asked = GAME.legal(state, seat), state.open[seat]
    pending = {seat: Decision(kind=asked.kind, verbs=list(asked.verbs), details=to_json(asked.details))}
    slots = {verb: [Slot(**to_json(slot)) for slot in found] for verb, found in legal.slots.items()}
    seen = game_seen(
        options=options or {},
        table=GAME.view(state, seat),
        seat=seat,
        decision="1",
        pending=pending,
        legal=to_json(legal.actions),
        slots=slots,
    )
    names = Names.of(GAME, seen, "en")
    return choices_of(panel_of(seen, described(GAME).verbs, names), guide(seen, names), names)


def under(rules):
    """The game with positions of a number of the rules."""
    game = Nightfall()
    game.rules = rules
    return game


def blocking(attackers, blockers, rules=GAME.rules):
    """What `s2` can touch that all these attack."""
    seats = {
        seat: {"in_play": [{"card": card} for card in cards]} for seat, cards in (("s1", attackers), ("s2", blockers))
    }
    table = {"phase": "combat", "active": "s1", "seats": seats}
    state = under(rules).set_position({}, ("s1", "s2"), table, Seeded(b"blocks")).state
    attack = GAME.default(state, "s1")
    return choices(GAME.advance(state, "s1", attack, Seeded(b"blocks")).state, "s2")


@pytest.mark.parametrize("rules", NUMBERS)
def test_games_of_every_number_of_the_rules_are_guided_through(rules):
    seen = set()
    for kind in kinds(2, first=9):
        chance, rng = kind.chance, kind.rng
        state = GAME.setup(kind.options, kind.seats, chance, rules).state
        for _ in range(150):
            for seat, asked in state.open.items():
                assert choices(state, seat, kind.options).decision == "1"
                seen.add(asked.kind)
            seat = rng.choice(sorted(state.open))
            state = GAME.advance(state, seat, GAME.sample(state, seat, rng), chance).state
            if GAME.is_over(state):
                break
    assert seen >= {"draft", "attack", "block", "link", "claim", "treat", "choose"}


@pytest.mark.parametrize("rules", NUMBERS)
@pytest.mark.parametrize(
    ("attackers", "blockers", "wounds"),
    [
        (["vulko", "big-ghost"], ["indigo-six"], 8),
        (["vulko", "big-ghost"], ["bad-smoke"], 6),
        (["vulko", "alton-hickman"], ["indigo-six"], 5),
        (["indigo-six"], ["bad-smoke"], 0),
    ],
)
def test_who_blocks_nothing_takes_all_but_what_forced_blockers_take(rules, attackers, blockers, wounds):
    """NF-COMBAT-6, NF-FORCE-1, NF-CARD-alton-hickman-1"""
    [ask] = blocking(attackers, blockers, rules).asks
    assert ask.nothing == f"No block, take {wounds} wounds"


PRIVATE, COMMON, OUT = "You keep it as a private archive.", "It becomes a common archive.", "It is put out of the game."
LEFT = "The rest of the packet goes to the left."
BOX = "What is left of the packet returns to the box."
LAID = "What is left of the packet becomes a common archive."


@pytest.mark.parametrize(
    ("seats", "options", "told"),
    [
        (3, {}, [(PRIVATE, LEFT), (PRIVATE, LEFT), (COMMON, BOX)]),
        (2, {"draft": "standard"}, [(PRIVATE, LEFT), (PRIVATE, LEFT), (COMMON, BOX)]),
        (2, {}, [(OUT, LEFT), (PRIVATE, LEFT), (PRIVATE, LAID)]),
        (2, {"variants": ["open-archives"]}, [(PRIVATE, LEFT), (PRIVATE, BOX)]),
        (4, {"variants": ["common-ground"]}, [(COMMON, LEFT), (COMMON, BOX)]),
    ],
)
def test_who_picks_reads_where_the_card_goes_and_the_rest_of_the_packet(seats, options, told):
    """NF-DRAFT-3, NF-DRAFT-5, NF-DRAFT-8, NF-VAR-3, NF-VAR-4"""
    names = tuple(f"s{number}" for number in range(1, seats + 1))
    state, read = GAME.setup(options, names, Seeded(b"picks")).state, []
    while state.draft is not None:
        [ask] = choices(state, "s1", options).asks
        [said] = {tuple(choice.follows) for choice in ask.choices}
        read.append(said)
        for seat in names:
            state = GAME.advance(state, seat, GAME.default(state, seat), Seeded(b"picks")).state
    assert read == told


def test_who_has_no_card_is_not_among_those_that_are_to_link():
    """NF-AUTO-1"""
    hands = {"s1": ["vulko"], "s2": [], "s3": ["leave-me"]}
    table = {"phase": "chain", "active": "s1", "seats": {seat: {"hand": hand} for seat, hand in hands.items()}}
    state = GAME.set_position({}, tuple(hands), table, Seeded(b"hands")).state
    asked = {"s1": Decision(kind="link", verbs=["link", "pass"], details={})}
    seen = game_seen(table=GAME.view(state, "s1"), seat="s1", pending=asked)
    assert model(seen, NOTHING, Names.of(GAME, seen, "en")).chain.to_come == ["s1", "s3"]
