"""The actions of the base sets."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.nightfall.events import CardTaken, LinkMarked, PermissionUsed
from domain.games.nightfall.rules import influence
from domain.games.nightfall.rules.damage import destroy, exile
from domain.games.nightfall.rules.effects import (
    carries_out_the_fetched_text,
    damage_minions_of,
    damages_a_minion,
    damages_a_player,
    destroys_a_minion,
    draws,
    fetches_a_minion,
    gains,
)
from domain.games.nightfall.rules.piles import take_wounds
from domain.games.nightfall.rules.targets import (
    A_DISCARDED_ORDER,
    A_LINK,
    A_PLAYER,
    AN_ARCHIVE,
    AN_ARCHIVE_TO_TAKE_FROM,
    is_enemy,
)
from domain.games.nightfall.rules.text import CardText, Clause
from domain.games.nightfall.state import NightfallRun
from domain.games.nightfall.steps import CarryOut

GRIP_WOUNDS = 2
MELEE_DAMAGE = 2
MELEE_EXILES = 2
SIEGE_INFLUENCE = 2


def _two_wounds(run: NightfallRun, text: CarryOut, seat: str) -> None:
    """No damage is dealt, so no forced blocker helps (NF-FORCE-3)."""
    take_wounds(run, seat, GRIP_WOUNDS)


def _cancel(run: NightfallRun, text: CarryOut, link: str) -> None:
    """The link is discarded when it would be resolved (EM-11); a second hit has no further effect (NF-RUL-22)."""
    if run.state.link_named(link).cancelled_by is None:
        run.emit(LinkMarked(link, "cancelled", text.by))


def _take_from_archive(run: NightfallRun, text: CarryOut, archive: str) -> None:
    """At once and for nothing, onto its player's discard pile (NF-RUL-33)."""
    card, cause = archive.partition("/")[2], run.state.present_cause
    run.emit(CardTaken(text.by, card, archive, "discard", cause=cause))
    if is_enemy(archive, text.by) and not run.state.edition.flank_reaches_all:
        run.emit(PermissionUsed(text.by, archive))


def _damage_minions_of_one(run: NightfallRun, text: CarryOut, seat: str) -> None:
    damage_minions_of(run, text, (seat,), MELEE_DAMAGE)


def _exile_two_from_archive(run: NightfallRun, text: CarryOut, archive: str) -> None:
    """The owner of a private archive is told, of a common one there is none."""
    state = run.state
    place, _, card = archive.partition("/")
    owner = place if place in state.players else None
    for _ in range(min(MELEE_EXILES, state.archives(place)[card])):
        exile(run, card, archive, owner if state.says_more else text.by)


def _take_order_back(run: NightfallRun, text: CarryOut, order: str) -> None:
    run.emit(CardTaken(text.by, order, "discard", "hand", cause=run.state.present_cause))


def _damage_enemy_minions(run: NightfallRun, text: CarryOut, _: None) -> None:
    damage_minions_of(run, text, run.state.clockwise(text.by)[1:], 1)


def _take_influence(run: NightfallRun, text: CarryOut, seat: str) -> None:
    influence.lose(run, seat, SIEGE_INFLUENCE, text.card)


def _take_link_over(run: NightfallRun, text: CarryOut, link: str) -> None:
    """Of several copies the one resolved last decides (NF-CARD-leave-me-2, EM-12)."""
    run.emit(LinkMarked(link, "chooser", text.by))


def _double_that_link(run: NightfallRun, text: CarryOut, _: None) -> None:
    """Never more than twice, with Sir John Travail's kick too (NF-CARD-leave-me-3, NF-CARD-sir-john-travail-4)."""
    if text.aim is not None and not run.state.link_named(str(text.aim)).twice:
        run.emit(LinkMarked(str(text.aim), "twice", text.by))


def _destroy_those_that_soaked(run: NightfallRun, text: CarryOut, _: None) -> None:
    """Every minion that took some of the damage just dealt and is still in play."""
    if text.aim is None:
        return
    took = [minion for minion in run.state.players[str(text.aim)].in_play if minion.serial in run.state.soaked]
    for minion in took:
        destroy(run, minion)


ACTIONS: Mapping[str, CardText] = {
    # NF-CARD-blood-rage-1, NF-CARD-blood-rage-2
    "blood-rage": CardText(chain=damages_a_player(2), kick=damages_a_minion(2), wounds_players=True),
    # NF-CARD-dark-awakening-1, NF-CARD-dark-awakening-2 (NF-RUL-34, NF-RUL-42, NF-RUL-43)
    "dark-awakening": CardText(chain=fetches_a_minion(), kick=carries_out_the_fetched_text("play")),
    # NF-CARD-deadly-grip-1, NF-CARD-deadly-grip-2 (EM-31)
    "deadly-grip": CardText(
        chain=damages_a_player(3),
        instead=Clause(_two_wounds, A_PLAYER, GRIP_WOUNDS, may_wound=True),
        wounds_players=True,
    ),
    # NF-CARD-flank-attack-1, NF-CARD-flank-attack-3, NF-CARD-flank-attack-4
    "flank-attack": CardText(
        chain=Clause(_cancel, A_LINK),
        kick=Clause(_take_from_archive, AN_ARCHIVE_TO_TAKE_FROM),
    ),
    # NF-CARD-furious-melee-1, NF-CARD-furious-melee-2
    "furious-melee": CardText(
        chain=Clause(_damage_minions_of_one, A_PLAYER, MELEE_DAMAGE),
        kick=Clause(_exile_two_from_archive, AN_ARCHIVE, MELEE_EXILES),
    ),
    # NF-CARD-ghoulish-summons-1, NF-CARD-ghoulish-summons-2 (NF-RUL-43)
    "ghoulish-summons": CardText(
        chain=Clause(_take_order_back, A_DISCARDED_ORDER),
        kick=carries_out_the_fetched_text("hand"),
    ),
    # NF-CARD-grim-siege-1, NF-CARD-grim-siege-2 (EM-32)
    "grim-siege": CardText(
        chain=Clause(_damage_enemy_minions), kick=Clause(_take_influence, A_PLAYER, SIEGE_INFLUENCE)
    ),
    # NF-CARD-leave-me-1, NF-CARD-leave-me-3, NF-CARD-leave-me-4 (NF-RUL-24)
    "leave-me": CardText(chain=Clause(_take_link_over, A_LINK), kick=Clause(_double_that_link)),
    # NF-CARD-mesmerizing-presence-1, NF-CARD-mesmerizing-presence-2
    "mesmerizing-presence": CardText(your_chain=gains(2), kick=gains(1)),
    # NF-CARD-rend-and-tear-1, NF-CARD-rend-and-tear-2
    "rend-and-tear": CardText(
        chain=damages_a_player(2),
        kick=Clause(_destroy_those_that_soaked),
        wounds_players=True,
    ),
    # NF-CARD-shock-and-awe-1, NF-CARD-shock-and-awe-2
    "shock-and-awe": CardText(chain=damages_a_minion(3), kick=damages_a_minion(2)),
    # NF-CARD-team-takedown-1, NF-CARD-team-takedown-2
    "team-takedown": CardText(chain=destroys_a_minion(), kick=draws(1)),
}
