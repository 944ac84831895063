"""The legal answers of a seat, in a fixed order: what is short and useful first, endless variants last.

Of actions that mean the same (a direction named that would hold anyway, an argument that may be left out) one is
listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from domain.contract.game import Action, Legal
from domain.games.last_spell import asking
from domain.games.last_spell.actions import (
    Accept,
    Bounce,
    Build,
    Choose,
    ChooseHero,
    EndTurn,
    Equip,
    Keep,
    Pass,
    Place,
    Ready,
    Recruit,
    Reroll,
    Stop,
    UseCard,
)
from domain.games.last_spell.rules.attacks import armor, effects
from domain.games.last_spell.rules.attacks.aiming import reactivations, turn_answers
from domain.games.last_spell.rules.day.preparation import (
    buildable,
    can_be_ready,
    can_recruit,
    fits,
    is_free_city,
    prepared_heroes,
    taken,
    worn,
)
from domain.games.last_spell.rules.night import market
from domain.games.last_spell.rules.town.geometry import Square, footprint
from domain.games.last_spell.state import LastSpellState, seat_of

Answers = Callable[[LastSpellState, str], Iterator[Action]]


def legal(state: LastSpellState, seat: str, limit: int) -> Legal:
    """The first `limit` legal answers of the seat, and whether these are all."""
    decision = state.open.get(seat)
    if decision is None:
        return Legal(())
    found = tuple(islice(answers(state, seat), limit + 1))
    if len(found) <= limit:
        return Legal(found)
    return Legal(found[:limit], False)


def answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """All legal answers of a seat that is asked, as they are wanted."""
    by_kind: Mapping[str, Answers] = {
        "setup": setup_answers,
        "market": market_answers,
        "turn": turn_answers,
        "damage": damage_answers,
        "reroll": reroll_answers,
        "propagation": spread_answers,
        "choice": choice_answers,
    }
    return by_kind[state.open[seat].kind](state, seat)


def default(state: LastSpellState, seat: str) -> Action:
    """What a deadline or an absent seat plays: the end of the turn, a pass if nothing was done in it, `ready` once
    heroes are taken and at the market, `keep`, `stop`, `accept`, or the first possibility of a choice."""
    match state.open[seat].kind:
        case "turn":
            return EndTurn() if has_acted(state) else Pass()
        case "setup":
            return Ready() if can_be_ready(state, seat) else next(hero_answers(state, seat))
        case "choice":
            return next(choice_answers(state, seat))
        case "market":
            return Ready()
        case kind:
            declined: Mapping[str, Action] = {"reroll": Keep(), "propagation": Stop(), "damage": Accept()}
            return declined[kind]


def has_acted(state: LastSpellState) -> bool:
    """Whether the active hero has attacked or moved in its turn."""
    hero = state.heroes[state.active or ""]
    return hero.attacked or hero.moved > 0


def damage_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """Cards to use, cards to reactivate, or none (LS-ARM-1)."""
    hero = asking.waiting_damage(state).hero
    yield from map(UseCard, armor.usable(state, hero))
    for card in armor.reactivable(state, hero):
        yield from reactivations(state, hero, card)
    yield Accept()


def reroll_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """The rerolls of a miss, or none."""
    yield from map(Reroll, effects.rerolls(state, asking.waiting_miss(state)))
    yield Keep()


def spread_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """The monsters to go on to, or none."""
    yield from map(Bounce, effects.bounces(state, asking.waiting_spread(state)))
    yield Stop()


def choice_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """The possibilities of a choice."""
    return map(Choose, asking.possibilities(state))


def market_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """No more purchases, or one of them (LS-MARKET-1)."""
    yield Ready()
    yield from market.purchases(state, seat)


def setup_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """Heroes to take or recruit, cards, squares for heroes, constructions; and `ready`."""
    if can_be_ready(state, seat):
        yield Ready()
    if state.first_setup:
        yield from hero_answers(state, seat)
    else:
        yield from equip_answers(state, seat)
    yield from recruit_answers(state)
    squares = free_city_squares(state)
    yield from place_answers(state, seat, squares)
    yield from build_answers(state, affordable(state), squares)


def hero_answers(state: LastSpellState, seat: str) -> Iterator[ChooseHero]:
    """The heroes that the seat can take."""
    gone = taken(state)
    if seat not in state.heroes or (state.setting.solo and len(gone) < prepared_heroes(state)):
        yield from (ChooseHero(hero) for hero in state.content.heroes if hero not in gone)


def equip_answers(state: LastSpellState, seat: str) -> Iterator[Equip]:
    """The cards that the seat's heroes can take from the reserve or return to it."""
    for name in own_heroes(state, seat):
        named = None if name == seat else name
        for card in dict.fromkeys(state.equipment):
            if fits(state, state.heroes[name], card):
                yield Equip(take=card, hero=named)
        for card in dict.fromkeys(worn(state.heroes[name])):
            yield Equip(give_back=card, hero=named)


def recruit_answers(state: LastSpellState) -> Iterator[Recruit]:
    """Solo: the prepared heroes that can be recruited (LS-SOLO-2)."""
    if state.setting.solo and can_recruit(state):
        yield from map(Recruit, state.prepared)


def place_answers(state: LastSpellState, seat: str, squares: Sequence[Square]) -> Iterator[Place]:
    """The seat's heroes, each on each of these free squares."""
    for name in own_heroes(state, seat):
        named = name if state.setting.solo else None
        yield from (Place(square, named) for square in squares)


def build_answers(state: LastSpellState, kinds: Sequence[str], squares: Sequence[Square]) -> Iterator[Build]:
    """Constructions of these kinds wherever they fit on these free squares."""
    free = dict.fromkeys(squares)
    for kind in kinds:
        size = state.content.constructions[kind].size
        yield from (Build(kind, at) for at in free if free.keys() >= set(footprint(at, *size)))


def affordable(state: LastSpellState) -> list[str]:
    """The kinds that may be built and paid for."""
    kinds = state.content.constructions
    return [
        kind for kind in buildable(state) if kinds[kind].gold <= state.gold and kinds[kind].material <= state.material
    ]


def free_city_squares(state: LastSpellState) -> list[Square]:
    """The free squares of the city, in reading order."""
    free = (square for square in state.board.city if is_free_city(state, square))
    return sorted(free, key=lambda square: (square[1], square[0]))


def own_heroes(state: LastSpellState, seat: str) -> list[str]:
    """The seat's heroes in play."""
    return [name for name in state.in_play() if seat_of(name) == seat]
