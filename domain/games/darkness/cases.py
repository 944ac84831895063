"""Rule cases: a given table as the first event, verbs and arguments as cases write them (chapters 16 and 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.audience import REFEREE
from domain.contract.game import Action, Json, Refused, to_json, verb_of
from domain.games.darkness.data import Data
from domain.games.darkness.events.table import PositionSet
from domain.games.darkness.rules import characters
from domain.games.darkness.rules.characters import usual_worth
from domain.games.darkness.rules.master.kept import LongAttempt, Master, Piece
from domain.games.darkness.rules.master.pieces import boss_row, fixed_values, usual_health
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.things.equipment import goods_kind, is_known, token_row
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.state import BOARD, UP, Boss, Character, DarknessState, Disk, Lock, Sheet, Token, Turn
from domain.games.darkness.steps.turn import Resume, ResumeTurn
from domain.games.darkness.view import view

ARGUMENT = {
    "character": "character", "start": "at", "move": "path", "explore": "direction", "orient": "rot",
    "pick_lock": "door", "force": "door", "climb": "window", "heal": "seat", "drop": "item", "take": "item",
    "reveal": "id", "spend": "what", "invite": "seats", "peek": "spaces", "arrange": "spaces", "sacrifice": "ally",
    "improve": "attribute", "forfeit": "skill", "vote": "seat", "convert": "points", "task": "task",
    "environment": "environment", "allow_new": "seat", "begin_chapter": "chapter", "security": "disk",
}  # fmt: skip
"""Verbs whose one argument is written bare, and its name."""


def read(verb: str, arguments: Json) -> Json:
    """A case's verb and arguments as a posted action."""
    if arguments is None:
        return {"type": verb}
    if isinstance(arguments, dict):
        return {"type": verb, **arguments}
    return {"type": verb, ARGUMENT.get(verb, "argument"): arguments}


def show(action: Action) -> Json:
    """An action as cases write it."""
    fields = dict(to_json(action))
    verb = fields.pop("type", verb_of(action))
    if not fields:
        return verb
    if list(fields) == [ARGUMENT.get(verb)]:
        return {verb: next(iter(fields.values()))}
    return {verb: fields}


NO_PART = frozenset({"data", "mode", "unknown", "unknown_tokens", "turn", "combat", "check"})
"""What a view tells that is no part of a position: what follows from it or stands in the options, what is empty, and
the turn, which a position has only in the middle of it."""


def show_position(state: DarknessState) -> dict[str, Json] | None:
    """A table as a position has it; None but at the beginning of a turn or in it, and where a game master leads."""
    asked = [decision.kind for decision in state.open.values()]
    if state.gm or asked not in (["turn"], ["engaged"]):
        return None
    table = view(state, REFEREE)
    shown = {name: part for name, part in table.items() if name not in NO_PART}
    shown["tokens"] = {name: {**table["tokens"][name], "tried": token.tried} for name, token in state.tokens.items()}
    if asked == ["turn"]:
        shown["turn"] = {**table["turn"], "walked": state.turn.walked}
    return shown


def set_position(
    play: Play, options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json], rules: int, data: Data
) -> None:
    """Begin with a given table, at the start of a turn or in it; `Refused("malformed", ...)` if there is none."""
    _validate(table, data)
    play.emit(PositionSet(tuple(seats), dict(options), rules, dict(table)))
    play.push(ResumeTurn() if "turn" in table else Resume())


def create_position(event: PositionSet, data: Data) -> DarknessState:
    """The table of a position."""
    table, options = event.table, event.options
    scenario = str(table.get("scenario", options["scenario"]))
    row = data.scenarios.get(scenario)
    state = DarknessState(event.seats, event.rules, data, scenario, row.mode if row else BOARD)
    state.options, state.phase, state.round = options, table.get("phase", "turn"), table.get("round", 1)
    state.countdown = table.get("countdown")
    for tile, place in table.get("map", {}).items():
        state.lay_tile(tile, Place(place["x"], place["y"], place["rot"]))
    for name in ("reserve", "pool", "removed", "no_doors"):
        setattr(state, name, tuple(table.get(name, ())))
    state.flags = (*table.get("flags", ()), *table.get("remembered", ()))
    state.disks = {name: msgspec.convert(disk, Disk) for name, disk in table.get("disks", {}).items()}
    state.tokens = {name: _token(state, name, token) for name, token in table.get("tokens", {}).items()}
    state.bosses = {name: _boss(state, name, boss) for name, boss in table.get("bosses", {}).items()}
    state.locks = {thing: Lock(lock["for"], lock["turns"]) for thing, lock in table.get("locks", {}).items()}
    master = options.get("gm")
    for seat in event.seats:
        if seat != master:
            _seat(state, seat, table.get("seats", {}).get(seat, {}))
    players = [seat for seat in event.seats if seat != master]
    state.active, state.first = table.get("active", players[0]), table.get("first", players[0])
    if "turn" in table:
        state.turn = _turn(table["turn"])
    if master is not None:
        state.master = _master(state, master, table.get("gm", {}))
    state.flags += scenario_of(state).found_inside(state)
    if state.gm:
        state.worth = {thing: usual_worth(data, thing) for thing in _goods(state)}
    return state


def _validate(table: Mapping[str, Json], data: Data) -> None:
    """Refuse a position that names what the game has not."""
    placed = [thing for part in ("disks", "tokens", "bosses", "seats") for thing in table.get(part, {}).values()]
    for thing in placed:
        if "at" in thing and thing["at"] not in data.spaces:
            raise Refused("malformed", f"{thing['at']} is no space")
    for tile in table.get("map", {}):
        if tile not in data.tiles:
            raise Refused("malformed", f"{tile} is no tile")


def _token(state: DarknessState, name: str, given: Mapping[str, Any]) -> Token:
    """A token lies as its scenario lays it, unless the position says otherwise."""
    face = token_row(state, name).face if is_known(state, name) else UP
    return msgspec.convert({"face": face, **given}, Token)


def _boss(state: DarknessState, name: str, given: Mapping[str, Any]) -> Boss:
    boss = boss_row(state, name)
    return msgspec.convert({"health": boss.health if boss else 1, **given}, Boss)


def _goods(state: DarknessState) -> Iterator[str]:
    """Goods of the game master's tables, carried or lying about; disks and tokens have their own VP (WD-GM-6)."""
    carried = (thing for person in state.people.values() for thing in person.items)
    return (thing for thing in (*carried, *state.disks) if goods_kind(thing) in state.data.goods)


def _piece(state: DarknessState, given: Mapping[str, Any]) -> Piece:
    piece = msgspec.convert({"health": usual_health(state, given["kind"]), **given}, Piece)
    return piece if piece.values else msgspec.structs.replace(piece, values=fixed_values(state, piece.kind))


def _seat(state: DarknessState, seat: str, given: Mapping[str, Any]) -> None:
    name = given.get("character", "steve")
    if "sheet" in given:
        sheet = msgspec.convert({"skills": {}, **given["sheet"]}, Sheet)
    else:
        sheet = characters.premade(state.data, seat, name).sheet
    fields = {key: value for key, value in given.items() if key not in ("character", "sheet", "shots")}
    state.people[seat] = msgspec.convert({**fields, "character": name, "sheet": sheet}, Character)
    state.shots.update(given.get("shots", {}))


def _turn(given: Mapping[str, Any]) -> Turn:
    turn = msgspec.convert(given, Turn)
    usual = turn.move == "unrolled" and turn.action == "free"
    return msgspec.structs.replace(turn, fresh=given.get("fresh", usual))


def _master(state: DarknessState, seat: str, given: Mapping[str, Any]) -> Master:
    return Master(
        seat,
        given.get("chapter", ""),
        given.get("environment", "day-lights-on"),
        wards=tuple(given.get("wards", ())),
        pieces={name: _piece(state, piece) for name, piece in given.get("pieces", {}).items()},
        attempts={name: msgspec.convert(attempt, LongAttempt) for name, attempt in given.get("attempts", {}).items()},
    )
