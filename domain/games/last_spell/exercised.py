"""What a game has shown: scenarios, monsters, cards, defences, events and ends. Golden games show all between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.contract.game import Asked, Event, Json
from domain.games.last_spell import events as e
from domain.games.last_spell.data import INTRODUCTION, MOST_HEROES, NIGHTS, Content
from domain.games.last_spell.events import attacks, bosses, dawn, heroes, monsters, night, setup
from domain.games.last_spell.options import LATER, options_schema
from domain.games.last_spell.rules.bosses.bosses_data import BOMBARD, DRYAD, INCUBATOR
from domain.games.last_spell.state import LastSpellState

DECISIONS = ("setup", "market", "turn", "damage", "reroll", "propagation", "choice")
DEFEATS = ("hero-eliminated", "circle-fallen", "quests-failed", "no-heroes")
REROLLS = ("magic", "isolation", "momentum")
WAYS = ("move", "jump", "climb", "descend", "teleport", "pursuit", "maneuver", "effect", "pushed")
SEEN_THROUGH = {"armor-stun": "armor-piercing", "dodge-stun": "inevitable"}
"""A face of the dice that is a miss, and the effect that makes it a hit."""

CAN_BE_REACTIVATED = ("chainmail", "steel-shield", "murderer-armor")


def features(data: Content) -> Iterator[str]:
    """Everything that golden games have to show between them."""
    yield from (f"night {number} of {scenario}" for scenario in data.cities for number in NIGHTS)
    yield from (f"night 1 of {INTRODUCTION}", "solo", "campaign", "a saved game")
    yield from (f"{name}: {value}" for name, value in _option_values())
    yield from (f"{seats} seats" for seats in range(1, MOST_HEROES + 1))
    yield from (f"event {kind.__name__}" for kind in e.EVENTS if kind is not setup.PositionSet)
    yield f"event {Asked.__name__}"
    yield from (f"asked {kind}" for kind in DECISIONS)
    yield from (f"won: {scenario}" for scenario in (*data.cities, INTRODUCTION))
    yield from (f"lost: {cause}" for cause in DEFEATS)
    yield from (f"quest {quest}" for quest in data.quests)
    yield from (f"direction {card}" for card in data.directions)
    yield from _cards(data)
    yield from _pieces(data)


def _option_values() -> Iterator[tuple[str, Json]]:
    """The contested readings and the market, each with every value that a table can choose."""
    for name in LATER:
        schema = options_schema()["properties"][name]
        yield from ((name, value) for value in schema.get("enum", (False, True)))


def _cards(data: Content) -> Iterator[str]:
    """Heroes and what they carry."""
    yield from (f"hero {hero}" for hero in data.heroes)
    for weapon in data.weapons.values():
        yield from (f"{weapon.id}: {technique}" for technique in weapon.techniques)
    techniques = [technique for weapon in data.weapons.values() for technique in weapon.techniques.values()]
    yield from (f"effect {effect}" for effect in dict.fromkeys(id for one in techniques for id in one.effects))
    yield from (f"hit through {effect}" for effect in SEEN_THROUGH.values())
    yield from (f"scroll {scroll}" for scroll in data.scrolls)
    yield from (f"potion {potion}" for potion in data.potions)
    yield from (f"armour {card}" for card in data.armor)
    yield from (f"reactivated {card}" for card in CAN_BE_REACTIVATED)
    yield from (f"reroll by {source}" for source in REROLLS)
    yield from (f"way {cause}" for cause in WAYS)
    yield from ("bare hands", "protected")


def _pieces(data: Content) -> Iterator[str]:
    """What stands on the board."""
    for kind in data.monsters.values():
        if not kind.boss:
            yield from (f"{kind.id} enters", f"{kind.id} is slain")
    yield from (f"{kind.id} attacks" for kind in data.monsters.values() if kind.attack not in ("none", "explosion"))
    yield from (f"{part} attacks" for part in (*data.cetusia.parts, DRYAD))
    yield from (f"{city.boss} is beaten" for city in data.cities.values())
    yield from (f"card {card}" for card in data.cetusia.cards)
    yield from (f"growth {stage.stage}" for stage in data.dryad.growth if stage.stage > 1)
    for building in data.constructions.values():
        if building.weapon is not None:
            yield f"{building.id} shoots"
        if building.buildable:
            yield f"{building.id} is built"
    yield from (f"a {category} is destroyed" for category in ("defense", "rampart", "building"))


def exercised(events: Iterable[tuple[LastSpellState | None, Event]]) -> set[str]:
    """The features that a game has shown: its events, each with the state before it (None before the first)."""
    shown: set[str] = set()
    for state, event in events:
        shown.add(f"event {type(event).__name__}")
        if isinstance(event, setup.GameCreated):
            shown.update(_options(event))
        elif state is not None:
            shown.update((*_of_table(state, event), *_of_heroes(state, event), *_of_monsters(state, event)))
    return shown


def _options(event: setup.GameCreated) -> Iterator[str]:
    yield f"{len(event.seats)} seats"
    yield from (name for name in ("solo",) if event.options[name])
    yield from ("campaign",) if event.options["mode"] == "campaign" else ()
    yield from (f"{name}: {event.options[name]}" for name in LATER if name in event.options)
    yield from ("a saved game",) if event.options["save"] is not None else ()


def _of_table(state: LastSpellState, event: Event) -> Iterator[str]:
    """Nights, questions, quests and ends."""
    match event:
        case setup.SetupBegan(night=number):
            yield f"night {number} of {state.setting.scenario}"
        case setup.DirectionDrawn(card=card):
            yield f"direction {card}"
        case setup.ConstructionBuilt(kind=kind):
            yield f"{kind} is built"
        case dawn.QuestRewarded(quest=quest):
            yield f"quest {quest}"
        case night.GameEnded(outcome="won"):
            yield f"won: {state.setting.scenario}"
        case night.GameEnded(cause=cause):
            yield f"lost: {cause}"
        case Asked(open=decisions):
            yield from (f"asked {decision.kind}" for decision in decisions.values())


def _of_heroes(state: LastSpellState, event: Event) -> Iterator[str]:
    """Heroes, their cards and their ways."""
    match event:
        case setup.HeroChosen(profile=profile):
            yield f"hero {profile}"
        case attacks.AttackDeclared():
            yield from _declared(state, event)
        case attacks.DefenceRolled(results=faces, hit=True):
            yield from (f"hit through {effect}" for face, effect in SEEN_THROUGH.items() if face in faces)
        case attacks.RerollTaken(source=source):
            yield f"reroll by {source}"
        case attacks.DefenceFired(defence=defence):
            yield f"{state.constructions[defence].kind} shoots"
        case heroes.HeroMoved(cause=cause):
            yield f"way {cause}"
        case heroes.PotionDrunk(kind=kind):
            yield f"potion {kind}"
        case heroes.ArmorUsed(card=card):
            yield f"armour {card}"
        case heroes.ArmorReactivated(card=card):
            yield f"reactivated {card}"
        case heroes.DamageReduced(by=heroes.PROTECT):
            yield "protected"


def _declared(state: LastSpellState, event: attacks.AttackDeclared) -> Iterator[str]:
    data = state.content
    if event.weapon in data.scrolls:
        yield f"scroll {event.weapon}"
    elif event.weapon in data.weapons:
        yield f"{event.weapon}: {event.technique}"
        effects = data.weapons[event.weapon].techniques[event.technique].effects
        yield from (f"effect {effect}" for effect in effects)
    else:
        yield "bare hands"


def _of_monsters(state: LastSpellState, event: Event) -> Iterator[str]:
    """Monsters, bosses and what they destroy."""
    match event:
        case night.MonsterSpawned(kind=kind):
            yield f"{kind} enters"
        case bosses.IncubatorPlaced():
            yield f"{INCUBATOR} enters"
        case bosses.BombardPlaced():
            yield f"{BOMBARD} enters"
        case monsters.MonsterSlain(monster=name):
            yield f"{_kind_of(state, name)} is slain"
        case monsters.MonsterAttacked(monster=name):
            yield f"{_kind_of(state, name)} attacks"
        case monsters.ConstructionDestroyed(construction=name):
            yield f"a {state.construction_kind(name).category} is destroyed"
        case bosses.BossSlain(boss=boss):
            yield f"{boss} is beaten"
        case bosses.CetusiaCardRevealed(card=card):
            yield f"card {card}"
        case bosses.GrowthAdvanced(stage=stage):
            yield f"growth {stage}"


def _kind_of(state: LastSpellState, name: str) -> str:
    """The kind of a monster; boss and tiles are called by their kind."""
    return state.monsters[name].kind if name in state.monsters else name.partition("/")[0]
