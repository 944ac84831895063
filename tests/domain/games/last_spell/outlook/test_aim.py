"""What is told of an aimed answer is what the rules do with it, and the range is where it may be aimed."""

from collections import Counter

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Refused, to_json
from domain.games.last_spell.drawing.aim import idle, reach, struck_by
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.view.rebuilt import rebuilt
from tests.domain.games.last_spell.tables import played, started

GAME = LastSpell()


@pytest.fixture(scope="module")
def commands():
    """Commands of a game in which heroes attack, each with its own copy of the table before it."""
    found = []
    for command in played(started({"scenario": "lakeburg"}, 2, "aim"), "aim", 9, 220):
        events = [(type(event).__name__, to_json(event)) for event in command.run.events]
        found.append((command.before, to_json(command.action), events))
    return found


SPREADING = {"propagation", "encirclement", "stun-area"}
"""Effects by which others roll too that are not in the strike zone."""


def test_who_is_struck_rolls_or_is_hurt(commands):
    """LS-WPN-11, LS-WPN-13: the enemies in the strike zone roll their dice, a hero there is struck without."""
    rolled = 0
    for before, action, events in commands:
        if action["type"] != "attack" or not action.get("at") or effects_of(before, action) & SPREADING:
            continue
        foreseen = {one.name for one in struck_by(before, action)}
        rolls = {data["monster"] for name, data in events if name == "DefenceRolled"}
        hurt = {data["hero"] for name, data in events if name == "HeroStruck"}
        assert rolls | hurt <= foreseen
        assert bool(foreseen) == bool(rolls | hurt)
        rolled += len(rolls)
    assert rolled > 5


def effects_of(state, action):
    return set(state.content.weapons[action["weapon"]].techniques[action["technique"]].effects)


def test_the_range_is_where_it_may_be_aimed(commands):
    """LS-WPN-9: every square of the range is taken by the rules, one outside is refused."""
    tried = Counter()
    for before, _, _ in commands[::12]:
        if before.active is None or "attack" not in next(iter(before.open.values())).verbs:
            continue
        seat = next(iter(before.open))
        ready = {(one["weapon"], one["technique"]) for one in answers(before, seat) if one["type"] == "attack"}
        for named, squares in reach(before).items():
            if named not in ready or not squares:
                continue
            zone = before.content.zones[before.content.weapons[named[0]].techniques[named[1]].zone]
            if zone.repeat is not None or zone.move_to is not None:
                continue
            outside = next(at for at in before.board.terrain if at not in squares)
            for at, may in ((squares[0], True), (squares[-1], True), (outside, False)):
                tried[may] += 1
                assert may_aim(before, seat, named, at) is may
    assert tried[True] > 4
    assert tried[False] > 2


def answers(state, seat):
    return [to_json(action) for action in GAME.legal(state, seat).actions]


def may_aim(state, seat, named, at):
    action = {"type": "attack", "weapon": named[0], "technique": named[1], "at": list(at)}
    try:
        GAME.decide(state, seat, action, Seeded(b"aimed"))
    except Refused:
        return False
    return True


def test_what_is_idle_cannot_be_used(commands):
    reasons = Counter()
    for before, _, _ in commands[::5]:
        if before.active is None or "attack" not in next(iter(before.open.values())).verbs:
            continue
        legal = answers(before, next(iter(before.open)))
        used = {(one["weapon"], one["technique"]) for one in legal if one["type"] == "attack"}
        for named, why in idle(before).items():
            assert why == "nobody" or named not in used
            reasons[why] += 1
    assert reasons["attacked"] + reasons["price"] > 0


def test_the_same_is_told_of_the_view(commands):
    for before, action, _ in commands[::20]:
        if before.active is None:
            continue
        seen = rebuilt(GAME.view(before, "spectator"), before.content)
        assert reach(seen) == reach(before)
        if action.get("at") and action["type"] == "attack":
            assert struck_by(seen, action) == struck_by(before, action)
