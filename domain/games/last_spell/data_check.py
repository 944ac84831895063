"""Whether the data fits together: boards, arrows, sectors, starting pieces, decks and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.last_spell.components import City
from domain.games.last_spell.data import INTRODUCTION, NIGHTS, Content, city_board, content, read_data
from domain.games.last_spell.rules.bosses.bosses_data import INCUBATOR, SEED_BOMBARD
from domain.games.last_spell.rules.night.entry import card_squares
from domain.games.last_spell.rules.town.board import GROUND, TERRAIN, Board
from domain.games.last_spell.rules.town.geometry import Square, ahead, footprint


def check_data(raw: bytes | None = None) -> list[str]:
    """What is wrong with a data file, in words; with the one in use if none is given."""
    if raw is None:
        return problems(content())
    try:
        return problems(read_data(raw))
    except (ValueError, KeyError, TypeError) as error:
        return [f"it is no data file of this game: {type(error).__name__}: {error}"]


def problems(content: Content) -> list[str]:
    """Everything that is wrong, in words; empty if arrows, boards, decks and cards fit together."""
    found = [f"{city.id}: {problem}" for city in content.cities.values() for problem in _shape_problems(content, city)]
    if found:
        return found
    for city in content.cities.values():
        board = city_board(content, city.id, 1)
        found += (f"{city.id}: {problem}" for problem in _city_problems(content, city, board))
    found += _deck_problems(content)
    found += _card_problems(content)
    return [*found, *_technique_problems(content)]


def _city_problems(content: Content, city: City, board: Board) -> Iterator[str]:
    yield from _arrow_problems(board)
    yield from _sector_problems(content, city, board)
    yield from _starting_problems(content, city, board)
    yield from _slot_problems(content, city)
    circle = {(x, y) for x, y in content.source["board"]["magic_circle_squares"]}
    if board.circle != circle:
        yield "the circle is not where the board says"


def _shape_problems(content: Content, city: City) -> Iterator[str]:
    width, height = content.source["board"]["width"], content.source["board"]["height"]
    for name, rows in (("terrain", city.terrain), ("arrows", city.arrows), ("sectors", city.sectors)):
        if len(rows) != height or any(len(row) != width for row in rows):
            yield f"{name} is not {width} by {height}"
    if unknown := set("".join(city.terrain)) - set(TERRAIN):
        yield f"terrain of unknown signs {sorted(unknown)}"


def _arrow_problems(board: Board) -> Iterator[str]:
    """Every square outside the circle and the cliff has an arrow, and the arrows lead to the circle."""
    for square, terrain in board.terrain.items():
        if terrain in "O#":
            continue
        if square not in board.arrows:
            yield f"no arrow on {square}"
        elif not _leads_to_circle(board, square):
            yield f"the arrows from {square} do not lead to the circle"


def _leads_to_circle(board: Board, square: Square) -> bool:
    for _ in range(board.width + board.height):
        if square in board.circle:
            return True
        if square not in board.arrows:
            return False
        square = ahead(square, board.arrows[square])
    return False


def _sector_problems(content: Content, city: City, board: Board) -> Iterator[str]:
    """The sectors' neighbours on the grid are those that the data lists."""
    codes = {entry["id"]: entry["code"] for entry in content.source["board"]["sector"]}
    codes["magic-circle"] = "circle"
    absent = {
        codes[entry["id"]]
        for entry in content.source["board"]["sector"]
        if city.cliff and entry.get("absent_in_cliff_cities", False)
    }
    for entry in content.source["board"]["sector"]:
        code = codes[entry["id"]]
        listed = {codes[near] for near in entry["adjacent"]} - absent
        if code not in absent and board.adjacent.get(code, frozenset()) != frozenset(listed):
            yield f"the sectors next to {entry['id']} are not those listed"


def _starting_problems(content: Content, city: City, board: Board) -> Iterator[str]:
    """Starting constructions stand on ground inside the city, none on another."""
    taken: set[Square] = set()
    for placed in city.starting_constructions:
        kind = content.constructions.get(placed.construction)
        if kind is None:
            yield f"there is no construction {placed.construction}"
            continue
        squares = footprint(placed.at, *kind.size)
        if any(board.terrain.get(square) != GROUND or square not in board.city for square in squares):
            yield f"{placed.construction} at {placed.at} does not stand on ground of the city"
        if taken.intersection(squares):
            yield f"{placed.construction} at {placed.at} stands on another construction"
        taken.update(squares)


def _slot_problems(content: Content, city: City) -> Iterator[str]:
    """A spawn card on a slot lies on fog in every night."""
    for slot in city.slots:
        for night in NIGHTS:
            fog = city_board(content, city.id, night).fog
            if any(square not in fog for square in card_squares(content, slot, night - 1)):
                yield f"slot {slot.number} does not lie on the fog of night {night}"


def _deck_problems(content: Content) -> Iterator[str]:
    """Each night has a deck of known cards, large enough for every slot in play."""
    stacks = max(content.source["multiplayer"]["spawn_stacks"].values())
    needed = stacks * content.numbers.spawn_waves
    for city in content.cities:
        for night in NIGHTS:
            deck = content.decks.get((city, night))
            if deck is None:
                yield f"{city}: no spawn deck for night {night}"
                continue
            mixed = [card for card in deck.boss_cards if card in content.spawn_cards]
            if len(deck.cards) + len(mixed) < needed:
                yield f"{city}: the deck of night {night} has fewer than {needed} cards"
            known = content.spawn_cards.keys() | content.cetusia.cards.keys()
            yield from (
                f"{city}: no spawn card {card}" for card in (*deck.cards, *deck.boss_cards) if card not in known
            )
    if (INTRODUCTION, 1) not in content.decks:
        yield "no spawn deck for the introduction"


def _card_problems(content: Content) -> Iterator[str]:
    """Symbols name known monsters, each on a square of its own; direction cards name slots; quests are two."""
    tiles = (INCUBATOR, SEED_BOMBARD)
    for id, card in content.spawn_cards.items():
        for symbol in card.monsters:
            if symbol.monster not in content.monsters and symbol.monster not in tiles:
                yield f"spawn card {id}: no monster {symbol.monster}"
        twice = [at for at, count in Counter(symbol.at for symbol in card.monsters).items() if count > 1]
        yield from (f"spawn card {id}: two symbols at {at}" for at in twice)
    for direction in content.directions.values():
        for city in content.cities.values():
            named = direction.slots_cliff if city.cliff else direction.slots_open
            if len(set(named)) != len(named) or any(city.slot(number) is None for number in named):
                yield f"{direction.id}: its slots are not those of {city.id}"
    wanted = content.source["rules"]["quests_per_scenario"]
    for city_id in content.cities:
        if len(content.quests_of(city_id)) != wanted:
            yield f"{city_id} does not have {wanted} quests"


def _technique_problems(content: Content) -> Iterator[str]:
    """Techniques name known ranges, zones and effects; heroes and rewards name known cards."""
    effects = {entry["id"] for entry in content.source["effect"]}
    techniques = [t for weapon in content.weapons.values() for t in weapon.techniques.values()]
    techniques += [scroll.technique for scroll in content.scrolls.values()]
    for technique in techniques:
        if technique.range not in content.ranges or technique.zone not in content.zones:
            yield f"{technique.id}: unknown range or zone"
        yield from (f"{technique.id}: no effect {effect}" for effect in technique.effects if effect not in effects)
    for hero in content.heroes.values():
        gear = hero.starting_equipment
        yield from (f"{hero.id}: no card {card}" for card in (*gear.weapons, *gear.armor) if not content.is_card(card))
    for reward in content.rewards:
        if reward.equipment_level is not None and not content.equipment(reward.equipment_level):
            yield f"no equipment of level {reward.equipment_level}"
