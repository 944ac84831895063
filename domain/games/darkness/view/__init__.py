"""What a seat, a spectator or the referee may see, from a white list (WD-INFO, chapter 16).

It is all that a seat knows, so the game has no memory beside it: what a seat has looked at stays in its view, and after
a reshuffle of its tile nobody knows it any more (WD-INFO-1).
"""

from __future__ import annotations

from domain.contract.audience import REFEREE
from domain.contract.game import to_json
from domain.games.darkness.rules.checks import pools
from domain.games.darkness.rules.checks.ladder import code_of
from domain.games.darkness.rules.master.kept import Master, Piece
from domain.games.darkness.rules.things import equipment
from domain.games.darkness.rules.town.arrivals import lookalikes
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.state import (
    DOWN,
    FUEL_AT,
    INSIDE,
    LAST_ROUND,
    Character,
    Check,
    DarknessState,
    Disk,
    Token,
)
from domain.games.darkness.view.shown import (
    ShownCheck,
    ShownCombat,
    ShownMaster,
    ShownPiece,
    ShownPlace,
    ShownSeat,
    ShownToken,
    ShownTurn,
    Table,
)

BESIDE = (LAST_ROUND, FUEL_AT, INSIDE)
"""What is remembered beside the flags that the rules name begins so."""


def view(state: DarknessState, audience: str) -> Table:
    """The table as the audience may see it; of pool and reserve others know the number only (WD-INFO-2)."""
    everything = audience == REFEREE
    disks, unknown, tokens, unknown_tokens = _disks(state, audience)
    shown: Table = {
        "data": state.data.sha256,
        "scenario": state.scenario,
        "mode": state.mode,
        "phase": state.phase,
        "round": state.round,
        "active": state.active,
        "first": state.first,
        "countdown": state.countdown,
        "map": _map(state, audience),
        "reserve": list(state.reserve) if everything else len(state.reserve),
        "pool": list(state.pool) if everything else len(state.pool),
        "removed": list(state.removed),
        "no_doors": list(state.no_doors),
        "flags": [flag for flag in state.flags if not flag.startswith(BESIDE)],
        "remembered": [flag for flag in state.flags if flag.startswith(BESIDE)],
        "disks": disks,
        "unknown": unknown,
        "tokens": tokens,
        "unknown_tokens": unknown_tokens,
        "bosses": {name: to_json(boss) for name, boss in state.bosses.items()},
        "locks": {thing: {"for": lock.seat, "turns": lock.turns} for thing, lock in state.locks.items()},
        "turn": _turn(state),
        "combat": _combat(state),
        "check": _check(state),
        "seats": {seat: _seat(state, person) for seat, person in state.people.items()},
    }
    if state.master is not None:
        shown["gm"] = _gm(state.master, audience)
    return shown


def may_see_disk(state: DarknessState, audience: str, lies: Disk | Token) -> bool:
    """Whether the audience knows what lies there (WD-INFO-1, WD-INFO-3)."""
    return audience == REFEREE or lies.face != DOWN or audience in lies.seen_by


def is_master(state: DarknessState, audience: str) -> bool:
    """Whether the audience is the game master, who sees everything that is on the table (WD-GM-21)."""
    return state.master is not None and audience == state.master.seat


def _map(state: DarknessState, audience: str) -> dict[str, ShownPlace]:
    places = {tile: _place(place) for tile, place in state.places.items()}
    if state.master is not None and (audience == REFEREE or is_master(state, audience)):
        places |= {tile: _place(place) for tile, place in state.master.hidden.items()}
    return places


def _place(place: Place) -> ShownPlace:
    return {"x": place.x, "y": place.y, "rot": place.rot}


def _disks(state: DarknessState, audience: str) -> tuple[dict[str, Disk], list[str], dict[str, ShownToken], list[str]]:
    """Disks and tokens the audience knows, each with the spaces of the others behind them."""
    like_disks = dict(lookalikes(state))
    disks = {name: to_json(disk) for name, disk in state.disks.items() if may_see_disk(state, audience, disk)}
    tokens = {name: _token(token) for name, token in state.tokens.items() if may_see_disk(state, audience, token)}
    unknown = [disk.at for name, disk in state.disks.items() if name not in disks]
    hidden = {name: token.at for name, token in state.tokens.items() if name not in tokens}
    unknown += [at for name, at in hidden.items() if name in like_disks]
    return disks, sorted(unknown), tokens, sorted(at for name, at in hidden.items() if name not in like_disks)


def _token(token: Token) -> ShownToken:
    shown: ShownToken = {
        "at": token.at, "face": token.face, "seen_by": list(token.seen_by), "damage": token.damage
    }  # fmt: skip
    return {**shown, "follows": token.follows} if token.damage or token.follows else shown


def _turn(state: DarknessState) -> ShownTurn:
    turn = state.turn
    return {
        "move": turn.move,
        "movement": turn.movement,
        "left": turn.left,
        "action": turn.action,
        "fresh": turn.fresh,
        "retreated": turn.retreated,
        "bought": dict(turn.bought),
        "rerolled": dict(turn.rerolled),
    }


def _combat(state: DarknessState) -> ShownCombat | None:
    combat = state.combat
    if combat is None:
        return None
    return {
        "by": combat.by,
        "against": combat.against,
        "round": combat.round,
        "health": combat.health,
        "helpers": [helper.seat for helper in combat.helpers],
        "approaching": dict(combat.approaching),
        "lowered": dict(combat.lowered),
    }


def _check(state: DarknessState) -> ShownCheck | None:
    check = state.check
    if check is None:
        return None
    return {
        "by": check.by,
        "kind": check.kind,
        "attribute": check.attribute,
        "tn": code_of(check.level) if check.level else None,
        "dice": len(check.results) or _expected_dice(state, check),
        "results": list(check.results),
        "skill": check.skill,
        "beyond": check.beyond,
        "helpers": [helper.seat for helper in check.helpers],
        "declined": list(check.declined),
        "sources": list(check.sources),
    }


def _expected_dice(state: DarknessState, check: Check) -> int:
    """Dice that the roller's default approach would have."""
    person = state.people[check.by]
    approach = pools.best_approach(state, person, check, check.weapon)
    return pools.pool_of(state, person, check, approach, check.weapon).dice


def _seat(state: DarknessState, person: Character) -> ShownSeat:
    """A character: all of it is open (WD-INFO-5)."""
    shown: ShownSeat = {
        "character": person.character,
        "at": person.at,
        "vp": person.vp,
        "damage": person.damage,
        "failures": person.failures,
        "limit": person.limit,
        "items": list(person.items),
        "allies": list(person.allies),
        "trophies": list(person.trophies),
        "shots": _shots(state, person),
        "effects": list(person.effects),
        "owes": person.owes,
        "perceived": person.perceived,
        "delivered": person.delivered,
        "alive": person.alive,
    }
    if person.made:
        shown["sheet"] = to_json({"skill_points": 0} | to_json(person.sheet))
    if state.gm:
        shown["combat_damage"] = person.combat_damage
    return shown


def _shots(state: DarknessState, person: Character) -> dict[str, int]:
    counted = (item for item in person.items if item in state.shots or equipment.uses_of(state, item))
    return {item: equipment.shots_left(state, item) for item in counted}


def _gm(master: Master, audience: str) -> ShownMaster:
    """Environment and shown pieces are open, the rest is the game master's (WD-INFO-6, WD-GM-21)."""
    if audience not in (REFEREE, master.seat):
        pieces = {name: _open_piece(piece) for name, piece in master.pieces.items() if piece.shown}
        return {"environment": master.environment, "pieces": pieces}
    return {
        "chapter": master.chapter,
        "environment": master.environment,
        "wards": list(master.wards),
        "pieces": {name: to_json(piece) for name, piece in master.pieces.items()},
        "attempts": to_json(master.attempts),
        "hidden": sorted(master.hidden),
        "acted": list(master.acted),
        "found": list(master.found),
        "done": list(master.done),
    }


def _open_piece(piece: Piece) -> ShownPiece:
    return {"kind": piece.kind, "at": piece.at, "shown": True}
