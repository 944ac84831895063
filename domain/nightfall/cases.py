"""Rule cases of Nightfall: their positions, and their verbs (docs/rules/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.game import Action, Json, Refused, Step, verb_of
from domain.nightfall import draft
from domain.nightfall.actions import Attack, Block, Choose, Claim, Discard, Draft, LinkCard, Treat
from domain.nightfall.data import WOUND, Catalogue
from domain.nightfall.events import GameCreated
from domain.nightfall.influence import EACH_TURN
from domain.nightfall.outcome import ranking
from domain.nightfall.setup import empty_table
from domain.nightfall.state import DraftTable, NightfallRun, NightfallState, Player, TurnEffects
from domain.nightfall.steps import BeginChain, BeginClaim, BeginCleanup, BeginCombat

PHASES: Mapping[str, Step] = {
    "combat": BeginCombat(),
    "chain": BeginChain(),
    "claim": BeginClaim(),
    "cleanup": BeginCleanup(),
}
"""Where a position goes on from."""


# ---- positions


def set_position(
    run: NightfallRun, options: Mapping[str, Any], seats: Sequence[str], table: Mapping[str, Json], rules: int
) -> None:
    """Begin with a given table, at the start of its phase."""
    phase = table.get("phase", "combat")
    if phase not in (*PHASES, "draft", "over"):
        raise Refused("malformed", f"unknown phase {phase!r}")
    if table.get("chain"):
        raise Refused("malformed", "a position stands at the start of a phase, where no link lies")
    if unknown := sorted(set(table.get("effects", ())) - set(TurnEffects.__slots__)):
        raise Refused("malformed", f"unknown effect {unknown[0]!r}")
    run.emit(GameCreated(options["edition"], tuple(seats), dict(options), rules, dict(table)))
    if phase == "draft":
        draft.ask_all(run)
    elif phase != "over":
        run.push(PHASES[phase])


def create_position(event: GameCreated, table: Mapping[str, Json], data: Catalogue) -> NightfallState:
    """The table of a position; whatever it leaves out takes the emptiest value."""
    state = empty_table(event, data)
    state.phase = table.get("phase", "combat")
    state.turn = state.wounded_turn = table.get("turn", 1)
    state.start_player = table.get("start_player", state.seats[0])
    state.active = table.get("active", state.start_player)
    state.commons = dict(table.get("commons", {}))
    for seat, lies in table.get("seats", {}).items():
        _lay_seat(state, state.players[seat], lies)
    _give_influence(state, table.get("seats", {}))
    exiled = table.get("exiled", {})
    state.exiled = list(exiled.get("cards", []))
    state.exiled_wounds = _types(exiled.get("wounds", 0), data)
    _lay_wounds(state, table.get("wound_pile", {}), data)
    _lay_effects(state, table.get("effects", {}))
    if state.phase == "draft":
        state.draft = _draft_table(table.get("draft", {}))
    if state.phase == "over":
        state.ranking = ranking(state)
    return state


def _lay_seat(state: NightfallState, player: Player, lies: Mapping[str, Json]) -> None:
    player.hand = list(lies.get("hand", []))
    player.deck = list(lies.get("deck", []))
    player.discard = list(lies.get("discard", []))
    player.private = dict(lies.get("private", {}))
    player.secret = list(lies.get("secret", []))
    player.packet = list(lies.get("packet", []))
    player.picks = list(lies.get("picks", []))
    if player.packet:
        player.packets.append(tuple(player.packet))
    for minion in lies.get("in_play", []):
        state.enter_play(player.id, minion["card"], minion.get("damage", 0))
    for card in (*player.hand, *player.deck, *player.discard):
        if card.startswith(WOUND):
            player.wounds[card[len(WOUND) :]] += 1


def _give_influence(state: NightfallState, seats: Mapping[str, Mapping[str, Json]]) -> None:
    for seat, player in state.players.items():
        default = EACH_TURN if seat == state.active else 0
        player.influence = seats.get(seat, {}).get("influence", default)


def _lay_wounds(state: NightfallState, pile: Mapping[str, Json], data: Catalogue) -> None:
    """Without a pile: ten face-up wounds a seat, less those held and exiled, and the rest of 60 face down."""
    gone = len(state.exiled_wounds) + sum(sum(player.wounds.values()) for player in state.players.values())
    turned_up = data.face_up_per_seat * len(state.seats)
    lack = max(0, gone - turned_up)
    state.face_up = _types(pile.get("face_up", max(0, turned_up - gone)), data)
    state.face_down = _types(pile.get("face_down", max(0, len(data.wounds) - turned_up - lack)), data)


def _lay_effects(state: NightfallState, effects: Mapping[str, Json]) -> None:
    for name, effect in effects.items():
        setattr(state.effects, name, dict(effect) if isinstance(effect, Mapping) else list(effect))


def _draft_table(lies: Mapping[str, Json]) -> DraftTable:
    table = DraftTable()
    table.round = lies.get("round", 1)
    table.centre = list(lies.get("centre", []))
    table.rest = list(lies.get("rest", []))
    table.removed = list(lies.get("removed", []))
    return table


def _types(wounds: Json, data: Catalogue) -> list[str]:
    """A list of wound types; a number means that they repeat, in the order of the data file."""
    if isinstance(wounds, int):
        return [data.wound_types[at % len(data.wound_types)] for at in range(wounds)]
    return list(wounds)


# ---- verbs

FIELDS: Mapping[str, str] = {
    "draft": "card", "link": "card", "choose": "value", "discard": "card", "claim": "archive", "treat": "count",
}  # fmt: skip
PAIRS: Mapping[str, tuple[str, str, str]] = {
    "attack": ("attacks", "minion", "seat"),
    "block": ("blocks", "minion", "attacker"),
}


def read(verb: str, arguments: Json) -> Json:
    """A case's verb and arguments as a posted action."""
    if arguments is None:
        return {"type": verb}
    if verb in PAIRS:
        field, *names = PAIRS[verb]
        return {"type": verb, field: _entries(arguments, names)}
    return {"type": verb, FIELDS.get(verb, "value"): arguments}


def _entries(pairs: Json, names: list[str]) -> Json:
    if not isinstance(pairs, list | tuple):
        return pairs
    fits = (isinstance(pair, list | tuple) and len(pair) == len(names) for pair in pairs)
    return [dict(zip(names, pair)) for pair in pairs] if all(fits) else list(pairs)


def show(action: Action) -> Json:
    """An action as a case writes it: the inverse of `read`."""
    match action:
        case Attack(attacks):
            return {"attack": [[assault.minion, assault.seat] for assault in attacks]}
        case Block(blocks):
            return {"block": [[guard.minion, guard.attacker] for guard in blocks]}
        case Draft(card) | LinkCard(card) | Discard(card):
            return {verb_of(action): card}
        case Choose(value):
            return {"choose": value if isinstance(value, str) else list(value)}
        case Claim(archive):
            return {"claim": archive}
        case Treat(count):
            return {"treat": count}
        case _:
            return verb_of(action)
