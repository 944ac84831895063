"""Who may see what (chapter 13): the table, made from a white list of what lies open.

A list that the viewer may not see is replaced by its number of items; a number or map is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.audience import REFEREE
from domain.games.nightfall.components import SECRET
from domain.games.nightfall.state import DraftTable, Minion, NightfallState, Player
from domain.games.nightfall.view.shown import (
    Listed,
    ShownCombat,
    ShownDraft,
    ShownEffects,
    ShownExile,
    ShownLink,
    ShownMinion,
    ShownSeat,
    ShownWounds,
    Table,
)


def view(state: NightfallState, audience: str) -> Table:
    """The table as a seat, `"spectator"` or `"referee"` may see it (NF-INFO-1, NF-INFO-9, NF-INFO-10)."""
    table: Table = {
        "edition": state.edition.id,
        "cards": state.catalogue.sha256,
        "phase": state.phase,
        "turn": state.turn,
        "active": state.active,
        "start_player": state.start_player,
        "wound_pile": _wound_pile(state, audience),
        "commons": dict(state.commons),
        "chain": [_link(state, at) for at in range(len(state.chain))],
        "exiled": _exiled(state, audience),
        "effects": _effects(state),
        "seats": {seat: _seat(state, player, audience) for seat, player in state.players.items()},
    }
    if state.draft is not None:
        table["draft"] = _draft(state.draft, audience)
    if state.effects.used_archives:
        table["used_archives"] = list(state.effects.used_archives)
    if state.attacks:
        table["combat"] = _combat(state)
    return table


def _wound_pile(state: NightfallState, audience: str) -> ShownWounds:
    """The type on top face up is open, all others are seen by the referee only (NF-INFO-6), the face-up number not in
    `de` (NF-INFO-7, EM-2)."""
    pile: ShownWounds = {"face_down": len(state.face_down)}
    if state.face_up and state.says_more:
        pile["next"] = state.face_up[0]
    if state.edition.shows_face_up or _sees_all(state, audience):
        pile["face_up"] = len(state.face_up)
    if audience == REFEREE:
        pile["face_up_types"] = list(state.face_up)
        pile["face_down_types"] = list(state.face_down)
    return pile


def _exiled(state: NightfallState, audience: str) -> ShownExile:
    exiled: ShownExile = {"cards": list(state.exiled), "wounds": len(state.exiled_wounds)}
    if audience == REFEREE:
        exiled["wound_types"] = list(state.exiled_wounds)
    return exiled


def _effects(state: NightfallState) -> ShownEffects:
    """The effects of the turn that have any content."""
    effects = state.effects
    shown: ShownEffects = {}
    if effects.cost_reduction:
        shown["cost_reduction"] = dict(effects.cost_reduction)
    if claims := {seat: left for seat, left in effects.enemy_claims.items() if left}:
        shown["enemy_claims"] = claims
    if effects.no_forced_block:
        shown["no_forced_block"] = list(effects.no_forced_block)
    if effects.influence_doubled:
        shown["influence_doubled"] = list(effects.influence_doubled)
    return shown


def _seat(state: NightfallState, player: Player, audience: str) -> ShownSeat:
    """A hand, a discard pile and the count of wounds are their owner's (NF-INFO-2, NF-INFO-4, NF-INFO-8).

    A deck is nobody's (NF-INFO-3). When the game is over all of them are shown (NF-INFO-11).
    """
    counted = _sees_all(state, audience)
    own = counted or audience == player.id
    seat: ShownSeat = {
        "hand": _list(player.hand, own),
        "deck": _list(player.deck, counted),
        "discard": _list(player.discard, own),
        "in_play": [_minion(state, minion) for minion in player.in_play],
        "private": dict(player.private),
        "influence": player.influence,
    }
    if own:
        seat["wounds"] = dict(player.wounds)
    sees_picks = audience in (player.id, REFEREE)
    if SECRET in state.options["variants"]:
        seat["secret"] = _list(player.secret, sees_picks)
    if state.draft is not None:
        seat["packet"] = _list(player.packet, sees_picks)
        seat["picks"] = _list(player.picks, sees_picks)
    return seat


def _draft(draft: DraftTable, audience: str) -> ShownDraft:
    """Of the centre and of what was laid aside the numbers only (NF-INFO-5)."""
    referee = audience == REFEREE
    return {
        "round": draft.round,
        "centre": _list(draft.centre, referee),
        "rest": _list(draft.rest, referee),
        "removed": _list(draft.removed, referee),
    }


def _minion(state: NightfallState, minion: Minion) -> ShownMinion:
    shown: ShownMinion = {"card": minion.card, "damage": minion.damage}
    return {**shown, "id": minion.name} if state.says_more else shown


def _link(state: NightfallState, at: int) -> ShownLink:
    link = state.chain[at]
    shown: ShownLink = {"card": link.card, "by": link.by, "kick": link.kick}
    if state.says_more:
        shown["id"] = state.link_name(at)
    if link.cancelled_by is not None:
        shown["cancelled"] = True
    if link.chooser is not None:
        shown["chooser"] = link.chooser
    if link.twice:
        shown["twice"] = True
    return shown


def _combat(state: NightfallState) -> ShownCombat:
    """The attacks and blocks as declared, open to all while they are fought out."""
    return {
        "attacks": [[attacker, seat] for attacker, seat in state.attacks],
        "blocks": [[blocker, attacker] for blocker, attacker, _ in state.blocks],
    }


def _sees_all(state: NightfallState, audience: str) -> bool:
    return audience == REFEREE or state.phase == "over"


def _list(items: Sequence[str], seen: bool) -> Listed:
    return list(items) if seen else len(items)
