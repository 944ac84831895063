"""Rule cases: a position as a table, and actions as cases write them (chapter 20, Positions and Verbs)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from domain.contract.audience import REFEREE
from domain.contract.game import Action, Event, Json, to_json, verb_of
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.data import LAST_NIGHT, Content, city_board, extended
from domain.games.last_spell.events.night import MonsterPhaseBegan
from domain.games.last_spell.events.setup import PositionSet, new_boss, put_construction
from domain.games.last_spell.rules.bosses.bosses import Boss, Cetusia, Dryad, Harpy, Monolith, Part, Tile
from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.day.preparation import begin_setup
from domain.games.last_spell.rules.day.taking import action_tokens
from domain.games.last_spell.rules.night.dealing import deal_quests
from domain.games.last_spell.rules.night.ending import dawn_steps
from domain.games.last_spell.rules.night.night import push_steps
from domain.games.last_spell.rules.town.board import Board
from domain.games.last_spell.rules.town.geometry import Square, footprint
from domain.games.last_spell.rules.town.pieces import arrow_at
from domain.games.last_spell.setup import empty_table
from domain.games.last_spell.state import (
    PHASE_STEPS,
    Bottle,
    Card,
    Construction,
    Hero,
    LastSpellRun,
    LastSpellState,
    Monster,
    Pile,
    QuestLog,
    seat_of,
)
from domain.games.last_spell.steps import TakeTurn
from domain.games.last_spell.view import view

Table = Mapping[str, Any]

Rows = tuple[str, ...]

DRAWN_BOARDS = 16
"""So many boards are remembered: bots draw theirs again for each answer."""

SINGLE = {
    "hero": "hero", "place": "at", "recruit": "hero", "spend": "value", "move": "path", "jump": "to",
    "climb": "tower", "descend": "to", "teleport": "portal", "punch": "target", "reroll": "source",
    "bounce": "monster", "use": "card", "reactivate": "card", "choose": "value",
    "buy": "ware",
}  # fmt: skip
"""Verb -> the field that a case writes bare, without its name."""


def read(verb: str, arguments: Json) -> Json:
    """A case's verb and arguments as a posted action."""
    if isinstance(arguments, dict):
        return {**arguments, "type": verb}
    if arguments is None:
        return {"type": verb}
    return {"type": verb, SINGLE.get(verb, "arguments"): arguments}


def show(action: Action) -> Json:
    """An action as cases write it: the bare verb or `{verb: arguments}`; the inverse of `read`."""
    verb = verb_of(action)
    fields = {key: _plain(value) for key, value in to_json(action).items() if key != "type" and value is not None}
    if not fields:
        return verb
    if fields.keys() == {SINGLE.get(verb)}:
        return {verb: fields[SINGLE[verb]]}
    return {verb: fields}


NO_PART = frozenset(
    {"data", "rules", "scenario", "mode", "decision", "monster_count", "monster_health", "readings", "prices"}
)
"""What a view tells that is no part of a position: what follows from it, or stands in the options."""


def show_position(state: LastSpellState) -> dict[str, Json] | None:
    """A table as a position has it; None but in a hero's turn, where nothing else is asked."""
    table = view(state, REFEREE)
    if state.phase != "heroes" or table["decision"] is not None:
        return None
    board = city_board(state.content, state.setting.scenario, state.night).drawn()
    left_out = NO_PART | ({"board"} if table["board"] == board else set())
    return {name: part for name, part in table.items() if name not in left_out}


def show_event(event: Event) -> dict[str, Json]:
    """An event's fields as cases write them."""
    return {key: _plain(value) for key, value in to_json(event).items()}


def _plain(value: Any) -> Json:
    """The value with lists for tuples."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def set_position(
    run: LastSpellRun,
    options: Mapping[str, Json],
    seats: Sequence[str],
    table: Mapping[str, Json],
    rules: int,
    data: str,
) -> None:
    """Begin with a given table: a phase at its start, or at the step that is given."""
    run.emit(PositionSet(tuple(seats), dict(options), rules, data, dict(table)))
    deal_quests(run, kept=table.get("quests", {}))
    state = run.state
    match state.phase:
        case "setup":
            begin_setup(run)
        case "monsters":
            if state.step == PHASE_STEPS[0]:
                run.emit(MonsterPhaseBegan(state.round))
            push_steps(run, state.step or PHASE_STEPS[0])
        case "heroes":
            run.push(TakeTurn())
        case "dawn":
            run.push(*dawn_steps(state))


def create_position(event: PositionSet, content: Content) -> LastSpellState:
    """The table that a position describes; what it leaves out is as empty as possible."""
    table, state = event.table, empty_table(event.seats, event.rules, content, event.options)
    state.content = extended(content, table.get("components", {}))
    state.night = table.get("night", state.setting.night)
    state.board = city_board(content, state.setting.scenario, state.night)
    if "board" in table:
        state.board, state.has_own_board = _board(table["board"]), True
    state.phase = table.get("phase", "heroes")
    _set_course(state, table)
    for name, given in table.get("constructions", {}).items():
        _add_construction(state, name, given)
    _add_heroes(state, table.get("heroes", {}))
    for name, given in table.get("monsters", {}).items():
        _add_monster(state, name, given)
    _set_boss(state, table.get("boss"))
    _set_spawn(state, table.get("spawn", {}))
    if state.phase == "heroes":
        state.active = table.get("active") or next(state.in_play(), None)
    state.first_setup = _is_first_setup(state)
    return state


def _is_first_setup(state: LastSpellState) -> bool:
    """Whether heroes are taken in the next preparations: a table that is past a set-up has its heroes (LS-SETUP-2)."""
    if is_corrected(state) and state.phase != "setup":
        return False
    return state.night == 1 or not state.heroes


def _board(given: Table) -> Board:
    terrain = given["terrain"].split()
    width, height = len(terrain[0]), len(terrain)
    arrows = given["arrows"].split() if "arrows" in given else ["v" * width] * height
    sectors = given["sectors"].split() if "sectors" in given else ["A" * width] * height
    return _drawn_board(tuple(terrain), tuple(arrows), tuple(sectors), tuple(given.get("city", ())))


@lru_cache(DRAWN_BOARDS)
def _drawn_board(terrain: Rows, arrows: Rows, sectors: Rows, city: Rows) -> Board:
    """The board of these signs."""
    return Board(terrain, arrows, sectors, city)


def _set_course(state: LastSpellState, table: Table) -> None:
    state.round = table.get("round") or int(state.phase in ("monsters", "heroes"))
    state.step = table.get("step", PHASE_STEPS[0]) if state.phase == "monsters" else None
    state.destiny = table.get("destiny")
    state.turn = table.get("turn", int(state.phase == "heroes"))
    state.panic = tuple(table.get("panic", state.panic))
    state.mages = table.get("mages", state.mages)
    state.direction = table.get("direction")
    for id, given in table.get("quests", {}).items():
        state.quests = {**state.quests, id: QuestLog(given.get("count", 0), given.get("resolved", False))}
    reserve = table.get("reserve", {})
    state.gold, state.material = reserve.get("gold", 0), reserve.get("material", 0)
    state.equipment = tuple(reserve.get("equipment", ()))
    state.prepared = tuple(table.get("prepared", ()))


def _add_construction(state: LastSpellState, name: str, given: Table) -> None:
    kind = state.content.constructions[given.get("kind", name.partition("/")[0])]
    at = square(given["at"])
    piece = Construction(
        kind=kind.id,
        at=at,
        squares=footprint(at, *kind.size),
        health=given.get("health", kind.health),
        flames=given.get("flames", 0),
        rocks=given.get("rocks", 0),
        used=given.get("used", False),
    )
    put_construction(state, name, piece)


def _add_heroes(state: LastSpellState, heroes: Table) -> None:
    for name in sorted(heroes, key=lambda name: (state.seats.index(seat_of(name)), name)):
        hero = _hero(state, heroes[name])
        state.heroes[name] = hero
        if hero.at is not None and hero.in_play:
            state.figures[hero.at] = name


def _hero(state: LastSpellState, given: Table) -> Hero:
    profile = state.content.heroes[given.get("hero") or next(iter(state.content.heroes))]
    ready, used, lost = _tokens(given.get("movement", profile.movement_tokens))
    mana_max = given.get("mana_max", profile.mana)
    actions_max = given.get("actions_max", action_tokens(state))
    return Hero(
        profile=profile.id,
        health=given.get("health", profile.health),
        mana=given.get("mana", mana_max),
        mana_max=mana_max,
        actions=given.get("actions", actions_max),
        actions_max=actions_max,
        ready=ready,
        used=used,
        lost=lost,
        in_play=given.get("in_play", True),
        at=None if given.get("at") is None else square(given["at"]),
        wounds=given.get("wounds", 0),
        spent={place: count for place, count in given.get("spent", {}).items() if count},
        uses=given.get("uses", {}),
        points=given.get("points", 0),
        moved=given.get("moved", 0),
        attacked=given.get("attacked", False),
        passed=given.get("passed", False),
        protected=given.get("protected", False),
        tower=given.get("tower"),
        held_by=given.get("held_by"),
        slain=given.get("slain", 0),
        weapons=tuple(given.get("weapons", ())),
        armor=tuple(Card(card["card"], card.get("used", False)) for card in given.get("armor", ())),
        potions=tuple(_bottle(state, potion) for potion in given.get("potions", ())),
        scrolls=tuple(given.get("scrolls", ())),
    )


def _bottle(state: LastSpellState, given: Table) -> Bottle:
    return Bottle(given["kind"], given.get("doses", state.content.potions[given["kind"]].doses))


def _tokens(given: Any) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Ready, used and lost movement tokens; a plain list means all ready."""
    if not isinstance(given, Mapping):
        return tuple(sorted(given)), (), ()
    ready, used, lost = (tuple(sorted(given.get(key, ()))) for key in ("ready", "used", "lost"))
    return ready, used, lost


def _add_monster(state: LastSpellState, name: str, given: Table) -> None:
    kind = state.content.monsters[given.get("kind", name.partition("/")[0])]
    at = square(given["at"])
    facing = given.get("facing") or arrow_at(state, at)
    health = given.get("health", kind.health)
    wounds, stunned = given.get("wounds", 0), given.get("stunned", False)
    state.monsters[name] = Monster(kind.id, at, facing, health, wounds, stunned)
    state.figures[at] = name
    state.count(name)


def _set_boss(state: LastSpellState, given: Table | None) -> None:
    if given is None:
        state.boss = new_boss(state) if state.night == LAST_NIGHT else None
        return
    makers = {HARPY: _harpy, CETUSIA: _cetusia, DRYAD: _dryad}
    state.boss = makers[given["kind"]](state, given)


def _harpy(state: LastSpellState, given: Table) -> Boss:
    at = None if given.get("at") is None else square(given["at"])
    boss = Harpy(
        side=given.get("side") or state.setting.harpy_side,
        at=at,
        facing=given.get("facing") or ("south" if at is None else arrow_at(state, at)),
        on_cliff=given.get("on_cliff", False),
        wounds=given.get("wounds", 0),
        alerions_slain=given.get("alerions_slain", 0),
    )
    if at is not None:
        state.figures[at] = HARPY
    return boss


def _cetusia(state: LastSpellState, given: Table) -> Boss:
    head, tail = (_part(state, name, given.get(name)) for name in ("head", "tail"))
    return Cetusia(
        head=head,
        tail=tail,
        level=given.get("level", 1),
        card=given.get("card"),
        revealed=tuple(given.get("revealed", ())),
        deck=tuple(given.get("deck", ())),
    )


def _part(state: LastSpellState, name: str, given: Table | None) -> Part:
    if given is None:
        return Part()
    if given.get("at") is None or not given.get("in_play", True):
        return Part(removed=given.get("removed", not given.get("in_play", True)))
    at = square(given["at"])
    state.figures[at] = name
    return Part(at, given.get("facing") or arrow_at(state, at), given.get("wounds", 0))


def _dryad(state: LastSpellState, given: Table) -> Boss:
    boss = Dryad(
        slot=given.get("slot"),
        at=() if given.get("at") is None else squares(given["at"]),
        growth=given.get("growth", 1),
        wounds=given.get("wounds", 0),
    )
    state.structures.update(dict.fromkeys(boss.at, DRYAD))
    for name, monolith in given.get("monoliths", {}).items():
        boss.monoliths[name] = Monolith(squares(monolith["at"]), monolith.get("flames", 0))
        state.structures.update(dict.fromkeys(boss.monoliths[name].squares, name))
        state.count(name)
    for tiles, key, hatch in ((boss.incubators, "incubators", 1), (boss.bombards, "bombards", 0)):
        for name, tile in given.get(key, {}).items():
            at = square(tile["at"])
            facing = tile.get("facing") or arrow_at(state, at)
            tiles[name] = Tile(at, facing, tile.get("hatch", hatch), tile.get("stunned", False))
            state.tiles[at] = name
            state.count(name)
    return boss


def _set_spawn(state: LastSpellState, spawn: Table) -> None:
    for slot, given in spawn.items():
        if isinstance(given, Mapping):
            left, revealed = tuple(given.get("pile", ())), given.get("revealed")
            state.spawn[slot] = Pile(left, revealed, tuple(given.get("discarded", ())))
        else:
            state.spawn[slot] = Pile(tuple(given))
    piles = state.spawn.values()
    shown = (pile.revealed for pile in piles)
    state.deck = (
        *(card for pile in piles for card in (*pile.left, *pile.discarded)),
        *(card for card in shown if card is not None),
    )


def square(given: Sequence[int]) -> Square:
    """A square from `[x, y]`."""
    x, y = given
    return x, y


def squares(given: Sequence[Any]) -> tuple[Square, ...]:
    """Squares from one `[x, y]`, or from a list of them."""
    if given and isinstance(given[0], int):
        return (square(given),)
    return tuple(map(square, given))
