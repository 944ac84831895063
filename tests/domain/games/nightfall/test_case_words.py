"""The words of rule cases as Nightfall has them: each one works, and a slip of the pen is found."""

import pytest
import yaml

from domain.cases import verdict
from domain.cases.files import Case, CaseLoader
from domain.contract.decoding import verb_names
from domain.games.nightfall.game import Nightfall
from tests.domain.games.nightfall.tables import GAME, kinds, moments

CASE = """
case: nf-x
title: a claim
game: nightfall
rules: [NF-CLAIM-1]
options: {edition: fr}
seats: [ana, ben]
position:
  phase: claim
  wound_pile: {face_up: 9, face_down: 40}
  commons: {indigo-six: 7}
  seats: {ana: {hand: [vulko], deck: [leave-me, big-ghost, bad-smoke, marcus-toth, vulko]}, ben: {hand: [big-ghost]}}
"""
STEPS = "steps: [{ana: {claim: commons/indigo-six}}, {ana: pass}]\n"


def problem(written):
    document = yaml.load(CASE + written, CaseLoader)
    return verdict(Case("nf-x", "here", document), {"nightfall": Nightfall()}).problem


HOLDS = [
    "table: {commons: {exactly: {indigo-six: 6}}, active: ben, turn: 2, effects: {exactly: {}}}",
    "table: {seats: {ana: {discard: [indigo-six], hand: {count: 5}, deck: {lacks: [leave-me]}, secret: null}}}",
    "table: {seats: {ana: {hand: {bag: [vulko, leave-me, big-ghost, bad-smoke, marcus-toth]}}}}",
    "table: {wound_pile: {face_up: 9, face_down: 40}, seats: {absent: [cleo], ben: {influence: 2}}}",
    "events: [GameCreated, {CardClaimed: {archive: commons/indigo-six, cost: 2}}, {TurnBegan: {seat: ben}}]",
    "no_events: [CardDiscarded, DeckShuffled]",
    "pending: [{ben: [pass, link]}]",
    "legal: {ben: {includes: [pass, link, {link: big-ghost}], excludes: [{link: vulko}]}, ana: {excludes: [pass]}}",
    "view: {as: ben, table: {seats: {ana: {hand: 5, deck: 1}}}, lacks: [leave-me, marcus-toth]}",
    "view: {as: spectator, table: {seats: {ben: {hand: 1, wounds: null}}}}",
    "result: null",
]

FAILS = [
    ("table: {comons: {indigo-six: 6}}", "expect.table.comons"),
    ("table: {seats: {cleo: {hand: []}}}", "expect.table.seats.cleo"),
    ("table: {seats: {ana: {hand: 5}}}", "expect.table.seats.ana.hand"),
    ("table: {seats: {ana: {discard: {contains: [indigo-7]}}}}", "expect.table.seats.ana.discard"),
    ("events: [{CardClaimed: {price: 2}}]", "expect.events[0]"),
    ("events: [TurnBegan, CardClaimed]", "expect.events[1]"),
    ("events: [CardBought]", "expect.events[0]"),
    ("no_events: [CardBought]", "expect.no_events"),
    ("no_events: [CardClaimed]", "expect.no_events"),
    ("pending: [{ben: link}]", "expect.pending"),
    ("pending: []", "expect.pending"),
    ("legal: {ben: {includes: [{link: vulko}]}}", "expect.legal.ben.includes"),
    ("legal: {ben: {excludes: [buy]}}", "legal"),
    ("legal: {cleo: {excludes: [pass]}}", "expect.legal"),
    ("legal: {ben: {contains: [pass]}}", "expect.legal.ben: unknown key 'contains'"),
    ("view: {as: cleo, table: {}}", "expect.view.as"),
    ("view: {as: ben, lacks: [indigo-six]}", "expect.view.lacks"),
    ("view: {as: ben, hides: [leave-me]}", "expect.view: unknown key 'hides'"),
    ("result: {ranking: [ana, ben]}", "expect.result"),
    ("outcome: null", "expect: unknown key 'outcome'"),
]


@pytest.mark.parametrize("expected", HOLDS)
def test_what_holds_is_found_to_hold(expected):
    assert problem(f"{STEPS}expect: {{{expected}}}") is None
    assert problem(f"{STEPS[:-2]}, {{expect: {{{expected}}}}}]") is None


@pytest.mark.parametrize(("expected", "said"), FAILS)
def test_what_does_not_hold_is_found_and_said(expected, said):
    found = problem(f"{STEPS}expect: {{{expected}}}")

    assert found is not None
    assert said in found


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("steps: [{cleo: pass}]\nexpect: {result: null}", "unknown seat"),
        ("steps: [{ana: buy}]\nexpect: {result: null}", "unknown verb"),
        ("steps: [{ben: pass}]\nexpect: {result: null}", "not-your-decision"),
        ("steps: [{refused: {ana: pass}}]\n", "is accepted"),
        ("steps: [{refused: {ana: {claim: commons/vulko}, because: malformed}}]\n", "expected malformed, is illegal"),
        ("chance: [{shuffle: ana, order: [vulko]}]\nexpect: {result: null}", "never drawn, shuffle ana"),
        ("chance: [{shuffle: wounds, result: [bite]}]\nexpect: {result: null}", "chance[0]"),
        ("given: {}\nexpect: {result: null}", "unknown key 'given'"),
        ("steps: []\n", "expect must be given"),
    ],
)
def test_slips_in_the_rest_of_a_case_are_found(written, said):
    found = problem(written)

    assert found is not None
    assert said in found


def test_every_action_is_shown_as_a_case_reads_it():
    verbs = set()
    for kind in kinds(12):
        for moment in moments(kind):
            shown = GAME.show(moment.action)
            [(verb, arguments)] = shown.items() if isinstance(shown, dict) else [(shown, None)]
            assert GAME.parse(GAME.read(verb, arguments)) == moment.action
            verbs.add(verb)
    assert verbs == set(verb_names(GAME.action_types))
