"""The minions of the base sets. A minion in the chain is not in play yet, so no text of its own touches it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.nightfall.events import CardDiscarded, LinkMarked, MinionDamaged, MinionReturned, TurnEffectBegan
from domain.games.nightfall.rules import influence, piles
from domain.games.nightfall.rules.damage import deal_to_minion, exile, health_left
from domain.games.nightfall.rules.effects import (
    damage_minions_of,
    damages_a_minion,
    damages_a_player,
    destroys_a_minion,
    draws,
    gains,
    source,
)
from domain.games.nightfall.rules.targets import (
    A_CARD_OF_ONES_HAND,
    A_MINION,
    A_PLAYER,
    AN_ORDER_OF_THE_DAMAGED_HAND,
    THE_ORDER_OF_ALL_PLAYERS,
)
from domain.games.nightfall.rules.text import CardText, Clause
from domain.games.nightfall.state import NightfallRun
from domain.games.nightfall.steps import CarryOut, Deal

BLAINES_LOSS = 2


def _discard_from_hand(run: NightfallRun, text: CarryOut, card: str) -> None:
    run.emit(CardDiscarded(text.by, card, "hand", cause=run.state.present_cause))


def _damage_every_player(run: NightfallRun, text: CarryOut, seats: tuple[str, ...]) -> None:
    run.push(*(Deal(text.card, text.by, seat, 1) for seat in seats))


def _lose_two_health(run: NightfallRun, text: CarryOut, _: None) -> None:
    """Only where Dark Awakening has put him into play: from the chain he enters hurt, in the hand he cannot be."""
    if text.place != "play":
        return
    minion = run.state.players[text.by].in_play[-1]
    if run.state.says_more:
        deal_to_minion(run, source(text), minion, BLAINES_LOSS)
    else:
        run.emit(MinionDamaged(minion.name, BLAINES_LOSS, health_left(run.state, minion) - BLAINES_LOSS))


def _exile_from_hand(run: NightfallRun, text: CarryOut, order: str) -> None:
    exile(run, order, "hand", str(text.aim))


def _permit_enemy_claim(run: NightfallRun, text: CarryOut, _: None) -> None:
    run.emit(TurnEffectBegan("enemy_claims", text.by))


def _double_influence(run: NightfallRun, text: CarryOut, _: None) -> None:
    influence.double(run, text.by, text.card)


def _return_to_hand(run: NightfallRun, text: CarryOut, minion: str) -> None:
    run.emit(MinionReturned(minion, "hand", cause=run.state.present_cause))


def _every_player_draws(run: NightfallRun, text: CarryOut, _: None) -> None:
    for seat in run.state.clockwise(text.by):
        piles.draw(run, seat, 1)


def _put_forced_blockers_aside(run: NightfallRun, text: CarryOut, seat: str) -> None:
    if seat not in run.state.effects.no_forced_block:
        run.emit(TurnEffectBegan("no_forced_block", seat))


def _lower_costs(run: NightfallRun, text: CarryOut, _: None) -> None:
    run.emit(TurnEffectBegan("cost_reduction", text.by))


def _double_the_next_link(run: NightfallRun, text: CarryOut, _: None) -> None:
    """He was linked to it, so it is resolved next; if it is cancelled the doubling is spent (NF-RUL-20)."""
    state = run.state
    if len(state.chain) > 1 and not state.chain[-2].twice:
        run.emit(LinkMarked(state.link_name(len(state.chain) - 2), "twice", text.by))


def _damage_every_minion(run: NightfallRun, text: CarryOut, _: None) -> None:
    damage_minions_of(run, text, run.state.clockwise(text.by), 1)


MINIONS: Mapping[str, CardText] = {
    # NF-CARD-alton-hickman-1, NF-CARD-alton-hickman-2 (EM-37)
    "alton-hickman": CardText(kick=draws(1), unblockable=True),
    # NF-CARD-big-ghost-1, NF-CARD-big-ghost-2
    "big-ghost": CardText(
        chain=Clause(_discard_from_hand, A_CARD_OF_ONES_HAND),
        kick=Clause(_damage_every_player, THE_ORDER_OF_ALL_PLAYERS, may_wound=True),
    ),
    # NF-CARD-blaine-cordell-1 (EM-36, NF-RUL-34, NF-RUL-46), NF-CARD-blaine-cordell-2
    "blaine-cordell": CardText(chain=Clause(_lose_two_health), enters_hurt=BLAINES_LOSS, kick=draws(1)),
    # NF-CARD-franz-orlok-1, NF-CARD-franz-orlok-2 (EM-38, NF-RUL-37)
    "franz-orlok": CardText(
        chain=damages_a_player(2),
        kick=Clause(_exile_from_hand, AN_ORDER_OF_THE_DAMAGED_HAND),
    ),
    # NF-CARD-indigo-six-1, NF-CARD-indigo-six-2 (EM-35), NF-CARD-indigo-six-3, NF-CARD-indigo-six-4,
    # NF-CARD-indigo-six-5
    "indigo-six": CardText(your_chain=Clause(_permit_enemy_claim), kick=Clause(_double_influence)),
    # NF-CARD-ivan-radinsky-1, NF-CARD-ivan-radinsky-2
    "ivan-radinsky": CardText(chain=Clause(_return_to_hand, A_MINION), kick=draws(1)),
    # NF-CARD-lilith-lawrence-1, NF-CARD-lilith-lawrence-2
    "lilith-lawrence": CardText(chain=damages_a_player(1), kick=Clause(_every_player_draws)),
    # NF-CARD-marcus-toth-1, NF-CARD-marcus-toth-2, NF-CARD-marcus-toth-3
    "marcus-toth": CardText(kick=gains(1), destroyed_to="hand"),
    # NF-CARD-overwatch-two-1, NF-CARD-overwatch-two-2
    "overwatch-two": CardText(chain=draws(1), kick=Clause(_put_forced_blockers_aside, A_PLAYER)),
    # NF-CARD-sir-john-travail-1, NF-CARD-sir-john-travail-2, NF-CARD-sir-john-travail-3 (EM-33)
    "sir-john-travail": CardText(your_chain=Clause(_lower_costs), kick=Clause(_double_the_next_link)),
    # NF-CARD-vulko-1, NF-CARD-vulko-2
    "vulko": CardText(kick=Clause(_damage_every_minion), forced_blocker=True),
    # NF-CARD-zacharias-sands-1, NF-CARD-zacharias-sands-2
    "zacharias-sands": CardText(chain=damages_a_minion(2), instead=destroys_a_minion()),
}
