"""Between nights (chapter 19, LS-SETUP; solo, LS-SOLO; building in the introduction, LS-INTRO-5).

All seats prepare at the same time, in any order and as often as they like, until each is ready (LS-SETUP-1).
"""

from __future__ import annotations

from domain.contract.game import Decision, Refused, Run
from domain.games.last_spell.actions import Build, ChooseHero, Equip, Place, Recruit
from domain.games.last_spell.data import INTRODUCTION
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.setup import (
    ConstructionBuilt,
    HeroChosen,
    HeroEquipped,
    HeroPlaced,
    HeroPrepared,
    HeroRecruited,
    SeatReady,
)
from domain.games.last_spell.rules.town.board import GROUND, WATER
from domain.games.last_spell.rules.town.geometry import Square, footprint
from domain.games.last_spell.rules.town.pieces import is_free_for_monster
from domain.games.last_spell.state import Hero, LastSpellState, seat_of
from domain.games.last_spell.steps import BeginNight

HANDS = 2
"""How many hands of weapons and shield a hero can carry (LS-SETUP-2)."""

COUNTS = ("none", "one", "two", "three", "four")
"""How the data writes numbers of heroes."""


def begin_setup(run: Run[LastSpellState]) -> None:
    """Ask every seat to prepare; the night begins when all are ready (LS-SETUP-1)."""
    run.push(BeginNight())
    for seat in run.state.seats:
        ask(run, seat)


def ask(run: Run[LastSpellState], seat: str) -> None:
    """Ask a seat, again, what it prepares."""
    run.ask(seat, Decision("setup", verbs(run.state)))


def verbs(state: LastSpellState) -> tuple[str, ...]:
    """What can be done in this set-up: heroes are taken before the first night, equipped before later ones."""
    first = ("hero",) if state.first_setup else ("equip",)
    recruiting = ("recruit",) if state.setting.solo else ()
    return (*first, "build", "place", *recruiting, "ready")


def choose_hero(run: Run[LastSpellState], seat: str, action: ChooseHero) -> None:
    """Take a hero with its whole starting equipment, nobody the same (LS-SETUP-2); in solo four of them, of whom the
    first begins and the others are prepared (LS-SOLO-1)."""
    state = run.state
    if action.hero not in state.content.heroes:
        raise Refused("malformed", f"there is no hero {action.hero!r}")
    if action.hero in taken(state):
        raise Refused("illegal", "that hero is taken")
    if seat in state.heroes and not (state.setting.solo and len(taken(state)) < prepared_heroes(state)):
        raise Refused("illegal", "the seat has its hero")
    if seat in state.heroes:
        run.emit(HeroPrepared(action.hero))
    else:
        profile = state.content.heroes[action.hero]
        gear = profile.starting_equipment
        run.emit(
            HeroChosen(
                seat, profile.id, profile.health, profile.mana, action_tokens(state),
                tuple(sorted(profile.movement_tokens)), gear.weapons, gear.armor,
            )
        )  # fmt: skip


def taken(state: LastSpellState) -> tuple[str, ...]:
    """The heroes that are in the game, prepared ones included."""
    return (*(hero.profile for hero in state.heroes.values()), *state.prepared)


def prepared_heroes(state: LastSpellState) -> int:
    """How many heroes a solo player prepares (LS-SOLO-1)."""
    count: int = state.content.source["solo"]["prepared_heroes"]
    return count


def action_tokens(state: LastSpellState) -> int:
    """The Action tokens of a hero: by the number of seats, one seat as in solo (LS-SOLO-1, R54)."""
    source, seats = state.content.source, len(state.seats)
    tokens: int = source["solo"]["action_tokens"]
    if seats > 1:
        tokens = source["multiplayer"]["action_tokens"][COUNTS[seats]]
    return tokens


def equip(run: Run[LastSpellState], seat: str, action: Equip) -> None:
    """Take a card from the common reserve or give one back: no more than two hands of weapons and shield together,
    one card a slot (LS-SETUP-2)."""
    state = run.state
    name = own_hero(state, seat, action.hero or seat)
    card = action.take if action.give_back is None else action.give_back
    if card is None or None not in (action.take, action.give_back):
        raise Refused("malformed", "either take a card or return one")
    if not state.content.is_card(card):
        raise Refused("malformed", f"there is no card {card!r}")
    if action.take is None:
        if card not in worn(state.heroes[name]):
            raise Refused("illegal", "the hero does not carry that card")
        run.emit(HeroEquipped(name, returned=card))
        return
    if card not in state.equipment:
        raise Refused("illegal", "that card is not in the common reserve")
    if not fits(state, state.heroes[name], card):
        raise Refused("illegal", "the hero has no free hand or slot for that card")
    run.emit(HeroEquipped(name, taken=card))


def worn(hero: Hero) -> tuple[str, ...]:
    """The cards that a hero carries and can give back."""
    return (*hero.weapons, *(card.card for card in hero.armor), *hero.scrolls)


def fits(state: LastSpellState, hero: Hero, card: str) -> bool:
    """Whether the hero has the hands, or the slot, for one more card (LS-SETUP-2)."""
    content = state.content
    slots = [content.armor[worn.card].slot for worn in hero.armor]
    hands = sum(content.weapons[weapon].hands for weapon in hero.weapons) + slots.count("shield")
    if card in content.weapons:
        return hands + content.weapons[card].hands <= HANDS
    if card not in content.armor:
        return True
    slot = content.armor[card].slot
    return slot not in slots and (slot != "shield" or hands < HANDS)


def build(run: Run[LastSpellState], action: Build) -> None:
    """Put a construction on free squares of the city and pay for it from the common reserve (LS-SETUP-3)."""
    state = run.state
    if action.kind not in state.content.constructions:
        raise Refused("malformed", f"there is no construction {action.kind!r}")
    kind = state.content.constructions[action.kind]
    if action.kind not in buildable(state):
        raise Refused("illegal", "that cannot be built here")
    squares = footprint(action.at, *kind.size)
    if not state.board.contains(action.at):
        raise Refused("malformed", "a square outside the board")
    if not all(is_free_city(state, square) for square in squares):
        raise Refused("illegal", "constructions stand on free squares of the city")
    if kind.gold > state.gold or kind.material > state.material:
        raise Refused("illegal", "the common reserve has not enough")
    rocks = kind.ammunition_count or 0
    name = state.next_name(action.kind)
    run.emit(
        ConstructionBuilt(
            name, action.kind, action.at, squares, kind.health, rocks, kind.gold, kind.material, cause=new_cause(state)
        )
    )


def buildable(state: LastSpellState) -> list[str]:
    """The kinds that may be built: no ruins; in the introduction only houses and wooden walls (LS-INTRO-5)."""
    kinds = [kind.id for kind in state.content.constructions.values() if kind.buildable]
    if state.setting.scenario != INTRODUCTION:
        return kinds
    allowed = state.content.source["introduction"]["buildable"]
    return [kind for kind in kinds if kind in allowed]


def is_free_city(state: LastSpellState, square: Square) -> bool:
    """Whether a square lies inside the city and is free."""
    ground = state.board.terrain.get(square) in (GROUND, WATER)
    return ground and square in state.board.city and is_free_for_monster(state, square)


def place(run: Run[LastSpellState], seat: str, action: Place) -> None:
    """Put a hero on a free square of the city (LS-SETUP-4)."""
    state = run.state
    if not state.board.contains(action.at):
        raise Refused("malformed", "a square outside the board")
    name = own_hero(state, seat, action.hero or next(iter(unplaced(state, seat)), seat))
    if not is_free_city(state, action.at):
        raise Refused("illegal", "heroes begin on a free square of the city")
    run.emit(HeroPlaced(name, action.at))


def unplaced(state: LastSpellState, seat: str) -> list[str]:
    """The heroes of a seat that have no square yet."""
    return [name for name in state.in_play() if seat_of(name) == seat and state.heroes[name].at is None]


def recruit(run: Run[LastSpellState], seat: str, action: Recruit) -> None:
    """A prepared hero joins for gold, the dearer the more there have been (LS-SOLO-2), up to three in play
    (LS-SOLO-3)."""
    state = run.state
    if action.hero not in state.content.heroes:
        raise Refused("malformed", f"there is no hero {action.hero!r}")
    if action.hero not in state.prepared or not can_recruit(state):
        raise Refused("illegal", "that hero is not prepared, too many are in play, or there is not enough gold")
    profile = state.content.heroes[action.hero]
    gear = profile.starting_equipment
    price = recruit_price(state)
    assert price is not None
    run.emit(
        HeroRecruited(
            f"{seat}/{len(state.heroes) + 1}", profile.id, profile.health, profile.mana, action_tokens(state),
            tuple(sorted(profile.movement_tokens)), gear.weapons, gear.armor, price, new_cause(state),
        )
    )  # fmt: skip


def can_recruit(state: LastSpellState) -> bool:
    """Whether another hero can be recruited now."""
    price = recruit_price(state)
    most: int = state.content.source["solo"]["max_heroes_in_play"]
    playing = sum(1 for _ in state.in_play())
    return bool(state.heroes) and price is not None and price <= state.gold and playing < most


def recruit_price(state: LastSpellState) -> int | None:
    """What the next hero costs, eliminated ones counted too (LS-SOLO-2); None if there can be no more."""
    costs = {entry["hero"]: entry["gold"] for entry in state.content.source["solo"]["recruit_costs"]}
    price: int | None = costs.get(len(state.heroes) + 1)
    return price


def ready(run: Run[LastSpellState], seat: str) -> None:
    """The seat has finished its preparations; refused while it has to take heroes (LS-SETUP-2, LS-SOLO-1)."""
    if not can_be_ready(run.state, seat):
        raise Refused("illegal", "heroes are to be taken first")
    run.emit(SeatReady(seat))


def can_be_ready(state: LastSpellState, seat: str) -> bool:
    """Whether a seat has taken its hero, in solo all four."""
    if not state.first_setup:
        return True
    if state.setting.solo:
        return len(taken(state)) >= prepared_heroes(state)
    return seat in state.heroes


def own_hero(state: LastSpellState, seat: str, name: str) -> str:
    """The hero of that name, if it is in play and the seat's own; else `Refused`."""
    if name not in state.heroes and name != seat:
        raise Refused("malformed", f"there is no hero {name!r}")
    if seat_of(name) != seat or name not in state.heroes or not state.heroes[name].in_play:
        raise Refused("illegal", "the seat has no such hero in play")
    return name
