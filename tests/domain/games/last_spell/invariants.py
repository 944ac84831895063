"""What holds of every table of The Last Spell, after every event: pieces and tokens are neither lost nor doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD
from domain.games.last_spell.state import LastSpellState


def violations(state: LastSpellState) -> list[str]:
    """What is wrong with the table, in words."""
    return [*_kinds(state), *_heroes(state), *_places(state), *_supplies(state), *_cards(state)]


def _kinds(state: LastSpellState) -> Iterator[str]:
    """What lies on the table has the kind of value that it is said to have."""
    boss = () if state.boss is None else (state.boss,)
    for piece in (*state.heroes.values(), *state.monsters.values(), *state.constructions.values(), *boss):
        try:
            msgspec.convert(msgspec.structs.asdict(piece), type(piece))
        except msgspec.ValidationError as error:
            yield f"{piece}: {error}"


def _heroes(state: LastSpellState) -> Iterator[str]:
    for name, hero in state.heroes.items():
        profile = state.content.heroes[hero.profile]
        if hero.actions + sum(hero.spent.values()) != hero.actions_max or hero.actions < 0:
            yield f"{name}: {hero.actions} ready and {hero.spent} used Action tokens of {hero.actions_max}"
        if sorted((*hero.ready, *hero.used)) != sorted(profile.movement_tokens):
            yield f"{name}: movement tokens {hero.ready} and {hero.used}"
        if Counter(hero.lost) - Counter(hero.used):
            yield f"{name}: lost movement tokens {hero.lost} are not used ones"
        if not 0 <= hero.mana <= hero.mana_max or hero.wounds < 0 or hero.points < 0:
            yield f"{name}: mana {hero.mana}, wounds {hero.wounds}, points {hero.points}"
        if not hero.in_play and (hero.at, hero.tower, hero.held_by) != (None, None, None):
            yield f"{name}: eliminated, but on the board"
        if hero.tower is not None and state.constructions[hero.tower].at != hero.at:
            yield f"{name}: not on its watchtower"


def _places(state: LastSpellState) -> Iterator[str]:
    figures = {hero.at: name for name, hero in state.heroes.items() if hero.at is not None}
    figures |= {monster.at: name for name, monster in state.monsters.items()}
    structures = {square: name for name, piece in state.constructions.items() for square in piece.squares}
    tiles = {}
    match state.boss:
        case Harpy(at=at) if at is not None:
            figures[at] = state.boss.kind
        case Cetusia():
            parts = (("head", state.boss.head), ("tail", state.boss.tail))
            figures |= {part.at: name for name, part in parts if part.at is not None}
        case Dryad():
            structures |= dict.fromkeys(state.boss.at, DRYAD)
            for name, monolith in state.boss.monoliths.items():
                structures |= dict.fromkeys(monolith.squares, name)
            broods = {**state.boss.incubators, **state.boss.bombards}
            tiles = {tile.at: name for name, tile in broods.items()}
    for what, kept, found in (
        ("figures", state.figures, figures),
        ("structures", state.structures, structures),
        ("tiles", state.tiles, tiles),
    ):
        if kept != found:
            yield f"{what}: {dict(kept.items() ^ found.items())} stand somewhere else than they say"
    monsters = {name: monster.at for name, monster in state.monsters.items()}
    for name, at in {**monsters, **{tile: at for at, tile in tiles.items()}}.items():
        if state.board.terrain.get(at) not in (".", "~", "F"):
            yield f"{name} stands on {state.board.terrain.get(at)!r}"
    for name, hero in state.heroes.items():
        if hero.at is not None and state.board.terrain.get(hero.at) not in (".", "~"):
            yield f"{name} stands on {state.board.terrain.get(hero.at)!r}"


def _supplies(state: LastSpellState) -> Iterator[str]:
    kinds = Counter(monster.kind for monster in state.monsters.values())
    for kind, count in kinds.items():
        most = state.content.monsters[kind].count
        if most is not None and count > most:
            yield f"{count} of {kind}, of which there are {most}"
    if not 0 <= state.mages <= state.content.source["board"]["mages"]:
        yield f"{state.mages} mages"
    if any(box not in (0, 1) for box in state.panic):
        yield f"panic track {state.panic}"
    if min(state.gold, state.material) < 0:
        yield f"{state.gold} gold and {state.material} material"
    for name, piece in state.constructions.items():
        if not 0 <= piece.flames <= piece.health or piece.rocks < 0:
            yield f"{name}: {piece.flames} Flames of {piece.health}, {piece.rocks} rocks"


def _cards(state: LastSpellState) -> Iterator[str]:
    """Every spawn card of the night lies in one place at most, and is one of tonight's."""
    lying = [card for pile in state.spawn.values() for card in (*pile.left, *pile.discarded)]
    lying += [pile.revealed for pile in state.spawn.values() if pile.revealed is not None]
    if Counter(lying) - Counter(state.deck):
        yield f"spawn cards {lying} of the deck {state.deck}"
    if isinstance(state.boss, Cetusia) and state.boss.deck:
        cards = sorted((*state.boss.deck, *state.boss.revealed))
        if cards != sorted(state.content.cetusia.cards):
            yield f"Cetusia's cards {cards}"
