"""Heroes of a seat, what they wear and who joins them between nights (chapter 19, LS-SETUP-2; solo, LS-SOLO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Refused
from domain.games.last_spell.actions import ChooseHero, Equip, Recruit
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.setup import HeroChosen, HeroEquipped, HeroPrepared, HeroRecruited
from domain.games.last_spell.rules.naming import check_hero
from domain.games.last_spell.state import Hero, LastSpellRun, LastSpellState, seat_of

Sheet = tuple[str, int, int, int, tuple[int, ...], tuple[str, ...], tuple[str, ...]]
"""What a hero begins with, in the order of the events that put it on the table."""

HANDS = 2
"""How many hands of weapons and shield a hero can carry (LS-SETUP-2)."""

COUNTS = ("none", "one", "two", "three", "four")
"""How the data writes numbers of heroes."""


def choose_hero(run: LastSpellRun, seat: str, action: ChooseHero) -> None:
    """Take a hero with its whole starting equipment, nobody the same (LS-SETUP-2); in solo four of them, of whom the
    first begins and the others are prepared (LS-SOLO-1)."""
    state = run.state
    if action.hero not in state.content.heroes:
        raise Refused("malformed", "there is no hero {hero!r}", hero=action.hero)
    if action.hero in taken(state):
        raise Refused("illegal", "that hero is taken")
    if not takes_more(state, seat):
        raise Refused("illegal", "the seat has its hero")
    if seat in state.heroes:
        run.emit(HeroPrepared(action.hero))
    else:
        run.emit(HeroChosen(seat, *_sheet(state, action.hero)))


def _sheet(state: LastSpellState, hero: str) -> Sheet:
    """The profile of a hero, its life points, mana, Action tokens, movement tokens, weapons and armour."""
    profile = state.content.heroes[hero]
    gear, tokens = profile.starting_equipment, tuple(sorted(profile.movement_tokens))
    return profile.id, profile.health, profile.mana, action_tokens(state), tokens, gear.weapons, gear.armor


def heroes_to_take(state: LastSpellState, seat: str) -> Iterator[ChooseHero]:
    """The heroes that the seat can take, in the first set-up."""
    if state.first_setup and takes_more(state, seat):
        gone = taken(state)
        yield from (ChooseHero(hero) for hero in state.content.heroes if hero not in gone)


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


def equip(run: LastSpellRun, seat: str, action: Equip) -> None:
    """Take a card from the common reserve or give one back: no more than two hands of weapons and shield together,
    one card a slot (LS-SETUP-2)."""
    state = run.state
    check_hero(state, seat, action.hero or seat)
    card = action.take if action.give_back is None else action.give_back
    if card is None or None not in (action.take, action.give_back):
        raise Refused("malformed", "either take a card or return one")
    if not state.content.is_card(card):
        raise Refused("malformed", "there is no card {card!r}", card=card)
    name = own_hero(state, seat, action.hero or seat)
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


def cards_to_move(state: LastSpellState, seat: str) -> Iterator[Equip]:
    """The cards that the seat's heroes can take from the reserve or return to it, in later set-ups."""
    for name in () if state.first_setup else own_heroes(state, seat):
        named = None if name == seat else name
        for card in dict.fromkeys(state.equipment):
            if fits(state, state.heroes[name], card):
                yield Equip(take=card, hero=named)
        for card in dict.fromkeys(worn(state.heroes[name])):
            yield Equip(give_back=card, hero=named)


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


def recruit(run: LastSpellRun, seat: str, action: Recruit) -> None:
    """A prepared hero joins for gold, the dearer the more there have been (LS-SOLO-2), up to three in play
    (LS-SOLO-3)."""
    state = run.state
    if action.hero not in state.content.heroes:
        raise Refused("malformed", "there is no hero {hero!r}", hero=action.hero)
    if action.hero not in state.prepared or not can_recruit(state):
        raise Refused("illegal", "that hero is not prepared, too many are in play, or there is not enough gold")
    price = recruit_price(state)
    assert price is not None
    name = f"{seat}/{len(state.heroes) + 1}"
    run.emit(HeroRecruited(name, *_sheet(state, action.hero), price, new_cause(state)))


def heroes_to_recruit(state: LastSpellState, seat: str) -> Iterator[Recruit]:
    """Solo: the prepared heroes that can be recruited (LS-SOLO-2)."""
    if state.setting.solo and can_recruit(state):
        yield from map(Recruit, state.prepared)


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


def own_hero(state: LastSpellState, seat: str, name: str) -> str:
    """The hero of that name, if it is in play and the seat's own; else `Refused`."""
    check_hero(state, seat, name)
    if seat_of(name) != seat or name not in state.heroes or not state.heroes[name].in_play:
        raise Refused("illegal", "the seat has no such hero in play")
    return name


def own_heroes(state: LastSpellState, seat: str) -> list[str]:
    """The seat's heroes in play."""
    return [name for name in state.in_play() if seat_of(name) == seat]


def takes_more(state: LastSpellState, seat: str) -> bool:
    """Whether a seat has to take a hero still: one, in solo as many as are prepared."""
    return seat not in state.heroes or (state.setting.solo and len(taken(state)) < prepared_heroes(state))
