"""Rule cases of Nightfall (docs/rules/cases.md): their verbs, and the table that one starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from domain.contract.audience import REFEREE
from domain.contract.game import Action, Json, Refused, Step, verb_of
from domain.games.nightfall.actions import Attack, Block, Choose, Claim, Discard, Draft, LinkCard, Treat
from domain.games.nightfall.components import WOUND, Catalogue
from domain.games.nightfall.events import GameCreated
from domain.games.nightfall.options import procedure
from domain.games.nightfall.outcome import ranking
from domain.games.nightfall.rules import draft
from domain.games.nightfall.rules.influence import EACH_TURN
from domain.games.nightfall.setup import empty_table
from domain.games.nightfall.state import DraftTable, NightfallRun, NightfallState, Player
from domain.games.nightfall.steps import BeginChain, BeginClaim, BeginCleanup, BeginCombat
from domain.games.nightfall.view import view

FIELDS: Mapping[str, str] = {
    "draft": "card", "link": "card", "choose": "value", "discard": "card", "claim": "archive", "treat": "count",
}  # fmt: skip
PAIRS: Mapping[str, tuple[str, str, str]] = {
    "attack": ("attacks", "minion", "seat"),
    "block": ("blocks", "minion", "attacker"),
}
MINIONS = ("minion", "forced blockers")
"""What a text asks for when a minion is chosen."""


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


def case_names(state: NightfallState, seat: str | None, verb: str | None) -> dict[str, str]:
    """Minions and links by their positions; an archive may have the same name, so it follows from what is asked."""
    minions = {minion.name: state.minion_position(minion) for minion in state.minions.values()}
    links = {state.link_name(at): state.link_position(at) for at in range(len(state.chain))}
    if verb is None or seat is None:
        return {**minions, **links}
    if verb in PAIRS:
        return minions
    asks = state.open[seat].details.get("asks") if verb == "choose" and seat in state.open else None
    return minions if asks in MINIONS else links if asks == "link" else {}


def show_position(state: NightfallState) -> dict[str, Json] | None:
    """A table as a position has it; None in the draft, and where a chain lies or something is carried out."""
    if state.phase not in PHASES or state.chain:
        return None
    table: Mapping[str, Any] = view(state, REFEREE)
    pile, exiled = table["wound_pile"], table["exiled"]
    known = {name: table[name] for name in Position.__struct_fields__ if name in table}
    return {
        **known,
        "wound_pile": {"face_up": pile["face_up_types"], "face_down": pile["face_down_types"]},
        "exiled": {"cards": exiled["cards"], "wounds": exiled["wound_types"]},
        "seats": {seat: _shown_seat(lies) for seat, lies in table["seats"].items()},
    }


def _shown_seat(lies: Mapping[str, Any]) -> dict[str, Json]:
    known = {name: lies[name] for name in Area.__struct_fields__ if name in lies and name != "wounds"}
    in_play = [{"card": minion["card"], "damage": minion["damage"]} for minion in lies["in_play"]]
    return {**known, "in_play": in_play}


PHASES: Mapping[str, Step] = {
    "combat": BeginCombat(),
    "chain": BeginChain(),
    "claim": BeginClaim(),
    "cleanup": BeginCleanup(),
}
"""Where a position goes on from."""


Number = Annotated[int, msgspec.Meta(ge=0)]
Names = tuple[str, ...]
Wounds = Number | Names
"""Types of wounds, or how many there are (docs/rules/nightfall.md, Additions to the case format, 1)."""


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a position; whatever it leaves out takes the emptiest value."""


class Pile(_Shape, frozen=True):
    """The wound pile, top first."""

    face_up: Wounds = ()
    face_down: Wounds = ()


class Exile(_Shape, frozen=True):
    """What is exiled, oldest first."""

    cards: Names = ()
    wounds: Wounds = ()


class Effects(_Shape, frozen=True):
    """Effects of the turn, as the table shows them."""

    cost_reduction: dict[str, Number] = {}
    enemy_claims: dict[str, Number] = {}
    no_forced_block: Names = ()
    influence_doubled: Names = ()


class Drafting(_Shape, frozen=True):
    """The table of the draft, `rest` top first."""

    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    centre: Names = ()
    rest: Names = ()
    removed: Names = ()


class InPlay(_Shape, frozen=True):
    """A minion in play."""

    card: str
    damage: Number = 0


class Area(_Shape, frozen=True):
    """What lies before one seat. `wounds` follow from its cards and are only compared with them."""

    hand: Names = ()
    deck: Names = ()
    discard: Names = ()
    in_play: tuple[InPlay, ...] = ()
    private: dict[str, Number] = {}
    secret: Names = ()
    packet: Names = ()
    picks: Names = ()
    influence: Number | None = None
    wounds: dict[str, Number] | None = None


class Position(_Shape, frozen=True):
    """A table. No link can lie in its `chain`, for it stands at the start of its phase."""

    edition: str | None = None
    phase: Literal["draft", "combat", "chain", "claim", "cleanup", "over"] = "combat"
    turn: Number | None = None
    active: str | None = None
    start_player: str | None = None
    wound_pile: Pile | None = None
    commons: dict[str, Number] = {}
    chain: Annotated[tuple[Json, ...], msgspec.Meta(max_length=0)] = ()
    exiled: Exile = Exile()
    effects: Effects = Effects()
    used_archives: Names = ()
    draft: Drafting = Drafting()
    seats: dict[str, Area] = {}


def set_position(
    run: NightfallRun, options: Mapping[str, Any], seats: Sequence[str], table: Mapping[str, Json], rules: int
) -> None:
    """Begin with a given table, at the start of its phase; `Refused("malformed", ...)` if there is no such table."""
    run.emit(GameCreated(options["edition"], tuple(seats), dict(options), rules, dict(table)))
    phase = run.state.phase
    if phase == "draft":
        draft.ask_those_to_pick(run)
    elif phase != "over":
        run.push(PHASES[phase])


def create_position(event: GameCreated, table: Mapping[str, Json], data: Catalogue) -> NightfallState:
    """The table of a position."""
    position = _read(table)
    if problem := next(_problems(position, event, data), None):
        raise _malformed(problem)
    state = empty_table(event, data)
    state.phase = position.phase
    _begin_turns(state, position)
    state.commons = dict(position.commons)
    for seat, player in state.players.items():
        _lay_seat(state, player, position.seats.get(seat, Area()))
    state.exiled = list(position.exiled.cards)
    state.exiled_wounds = _types(position.exiled.wounds, data)
    _lay_wounds(state, position.wound_pile, data)
    _lay_effects(state, position.effects)
    state.effects.used_archives = list(position.used_archives)
    if state.phase == "draft":
        state.draft = _draft_table(position.draft)
    if state.phase == "over":
        state.ranking = ranking(state)
    return state


def _begin_turns(state: NightfallState, position: Position) -> None:
    """In the first seat's first turn, unless the position says otherwise; in a draft no turn has begun."""
    drafting = position.phase == "draft"
    state.turn = state.wounded_turn = (0 if drafting else 1) if position.turn is None else position.turn
    state.start_player = position.start_player or (None if drafting else state.seats[0])
    state.active = position.active or state.start_player


def _read(table: Mapping[str, Json]) -> Position:
    try:
        return msgspec.convert(table, Position, strict=True)
    except msgspec.ValidationError as error:
        raise _malformed(str(error)) from None


def _malformed(problem: str) -> Refused:
    return Refused("malformed", f"position: {problem}")


def _lay_seat(state: NightfallState, player: Player, lies: Area) -> None:
    player.hand, player.deck, player.discard = list(lies.hand), list(lies.deck), list(lies.discard)
    player.private, player.secret = dict(lies.private), list(lies.secret)
    player.packet, player.picks, player.drafted = list(lies.packet), list(lies.picks), list(lies.picks)
    if player.packet:
        player.packets.append(lies.packet)
    for minion in lies.in_play:
        id = state.new_id(player.id, minion.card)
        state.enter_play(player.id, minion.card, minion.damage, id or None)
    player.wounds.update(_wounds_of(lies))
    default = EACH_TURN if player.id == state.active else 0
    player.influence = default if lies.influence is None else lies.influence


def _wounds_of(lies: Area) -> Counter[str]:
    cards = (*lies.hand, *lies.deck, *lies.discard)
    return Counter(card[len(WOUND) :] for card in cards if card.startswith(WOUND))


def _lay_wounds(state: NightfallState, pile: Pile | None, data: Catalogue) -> None:
    """Without a pile: ten face-up wounds a seat, less those held and exiled, and the rest of 60 face down."""
    if pile is None:
        gone = len(state.exiled_wounds) + sum(sum(player.wounds.values()) for player in state.players.values())
        turned_up = data.face_up_per_seat * len(state.seats)
        lack = max(0, gone - turned_up)
        pile = Pile(max(0, turned_up - gone), max(0, len(data.wounds) - turned_up - lack))
    state.face_up, state.face_down = _types(pile.face_up, data), _types(pile.face_down, data)


def _lay_effects(state: NightfallState, effects: Effects) -> None:
    laid = state.effects
    laid.cost_reduction, laid.enemy_claims = dict(effects.cost_reduction), dict(effects.enemy_claims)
    laid.no_forced_block, laid.influence_doubled = list(effects.no_forced_block), list(effects.influence_doubled)


def _draft_table(lies: Drafting) -> DraftTable:
    table = DraftTable()
    table.round = lies.round
    table.centre, table.rest, table.removed = list(lies.centre), list(lies.rest), list(lies.removed)
    return table


def _types(wounds: Wounds, data: Catalogue) -> list[str]:
    """A list of wound types; a number means that they repeat, in the order of the data file."""
    if isinstance(wounds, int):
        return [data.wound_types[at % len(data.wound_types)] for at in range(wounds)]
    return list(wounds)


def _problems(position: Position, event: GameCreated, data: Catalogue) -> Iterator[str]:
    """What the position names that is not there."""
    if position.edition not in (None, event.edition):
        yield f"the edition is {event.edition}"
    going = procedure(event.options)
    if position.phase == "draft" and (going is None or position.draft.round > len(going.picks)):
        yield "there is no such round of the draft"
    effects = position.effects
    seats = [position.active, position.start_player, *position.seats, *effects.cost_reduction]
    seats += [*effects.enemy_claims, *effects.no_forced_block, *effects.influence_doubled]
    yield from (f"unknown seat {seat!r}" for seat in seats if seat is not None and seat not in event.seats)
    table = position.draft
    archives = (*position.commons, *position.exiled.cards, *table.centre, *table.rest, *table.removed)
    yield from (f"unknown order {card!r}" for card in archives if card not in data.cards)
    yield from (f"unknown wound {kind!r}" for kind in _kinds(position) if kind not in data.wound_types)
    for lies in position.seats.values():
        yield from _problems_of_seat(lies, data)


def _kinds(position: Position) -> Iterator[str]:
    pile = position.wound_pile or Pile()
    for wounds in (pile.face_up, pile.face_down, position.exiled.wounds):
        yield from () if isinstance(wounds, int) else wounds


def _problems_of_seat(lies: Area, data: Catalogue) -> Iterator[str]:
    cards = (*lies.hand, *lies.deck, *lies.discard)
    yield from (f"unknown card {card!r}" for card in cards if not data.is_card(card))
    orders = (*lies.private, *lies.secret, *lies.packet, *lies.picks)
    yield from (f"unknown order {card!r}" for card in orders if card not in data.cards)
    for minion in lies.in_play:
        printed = data.cards.get(minion.card)
        if printed is None or not printed.is_minion:
            yield f"{minion.card!r} is no minion"
        elif minion.damage >= printed.health:
            yield f"{minion.card!r} with {minion.damage} damage is destroyed"
    if lies.wounds is not None and +Counter(lies.wounds) != _wounds_of(lies):
        yield "wounds are those among the cards of the seat"
