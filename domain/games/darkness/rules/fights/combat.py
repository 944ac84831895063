"""Combat: initiative, rounds of attack and defence, damage, helpers (WD-COMBAT)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Fight, Sacrifice, Shield, StandBy, Strike, Suffer
from domain.games.darkness.events.checks import CheckOpened, HelperApproached
from domain.games.darkness.events.fighting import (
    AdversaryHit,
    AdversaryKilled,
    AdversaryUnbeaten,
    CombatBegan,
    CombatEnded,
    CombatRoundBegan,
    InitiativeTaken,
)
from domain.games.darkness.events.table import ActionSpent
from domain.games.darkness.events.things import AllyLost, DamagePrevented, SecurityKilled
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.differences import (
    causes_are_told,
    idle_blows_are_untold,
    security_comes_at_any_time,
    security_outlives_whoever_it_kills,
)
from domain.games.darkness.rules.fights import foes
from domain.games.darkness.rules.fights.engagement import engaged_with
from domain.games.darkness.rules.fights.wounds import hurt
from domain.games.darkness.rules.play import Play, begun, caused, demand, known_thing, last_check
from domain.games.darkness.rules.questions import about_fight
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.arrivals import arrive
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.rules.town.walking import NEAR, way
from domain.games.darkness.rules.turn import came_to
from domain.games.darkness.state import Combat, DarknessState, combat_of
from domain.games.darkness.steps.combat import (
    Attack,
    Attacked,
    CombatRound,
    Defend,
    Defended,
    Initiative,
    InitiativeThrown,
    OfferSacrifice,
    OfferShield,
    RoundOver,
)
from domain.games.darkness.steps.disks import GuardOn, LoseSecurity
from domain.games.darkness.steps.turn import CameTo, CloseTurn, DiskDone

STEPS_OF_A_ROUND = (Attack, Attacked, Defend, Defended, RoundOver)


def fight_engaged(play: Play, seat: str, action: Fight) -> None:
    """Fight the adversary that holds one at the start of the turn (WD-TURN-4)."""
    adversary = engaged_with(play.state, seat)
    assert adversary is not None
    begin(play, seat, adversary)


def begin(play: Play, seat: str, against: str) -> None:
    """Combat begins; it is the turn's action (WD-DISK-ADV-1), unless the game master has sent it (WD-GM-7)."""
    if play.state.turn.action == "free" and not (play.state.gm and security_comes_at_any_time(play.state)):
        play.emit(ActionSpent(seat, cause=begun(play.state)))
    rounds, health = foes.rounds_against(play.state, against), foes.health_of(play.state, against)
    play.emit(CombatBegan(seat, against, rounds, health, cause=begun(play.state)))
    play.push(Initiative())


def initiative(play: Play, step: Initiative) -> None:
    """A check of Dex against I, once for each turn's combat (WD-COMBAT-1)."""
    play.push(InitiativeThrown())
    dice = scenario_of(play.state).initiative_dice(play.state, combat_of(play.state))
    checks.begin(play, replace(_against(play, "initiative", "I"), other=dice))


def initiative_thrown(play: Play, step: InitiativeThrown) -> None:
    """Won: strike first or retreat, against security strike; lost: defend first (WD-COMBAT-2)."""
    state, combat, settled = play.state, combat_of(play.state), last_check(play.state)
    play.emit(InitiativeTaken(combat.by, bool(settled.success)))
    may_run = not foes.is_security(state, combat.against) and not foes.is_piece(state, combat.against)
    if settled.success and may_run and not state.turn.retreated:
        play.ask(combat.by, Decision("initiative", ("strike", "retreat"), {"against": combat.against}))
    else:
        play.push(CombatRound())


def strike(play: Play, seat: str, action: Strike) -> None:
    """Attack first."""
    play.push(CombatRound())


def begin_round(play: Play, step: CombatRound) -> None:
    """One attack and one defence, in the order of the initiative (WD-COMBAT-3).

    Nobody strikes back from another space (WD-GM-13).
    """
    combat = combat_of(play.state)
    play.emit(CombatRoundBegan(combat.round + 1, cause=combat.cause if causes_are_told(play.state) else UNSET))
    if combat.distance:
        play.push(Attack(), RoundOver())
    else:
        play.push(*((Attack(), Defend()) if combat.first else (Defend(), Attack())), RoundOver())


def attack(play: Play, step: Attack) -> None:
    """An attack check against D; some scenarios have actions in its place (WD-COMBAT-3, WD-SCEN-MASTER-3)."""
    combat = combat_of(play.state)
    instead = tuple(scenario_of(play.state).instead_of_attack(play.state, combat.by))
    play.push(Attacked())
    opened = _against(play, "attack", "D")
    checks.begin(play, replace(opened, instead=instead, weapon=combat.weapon))


def attacked(play: Play, step: Attacked) -> None:
    """An attack that succeeds takes one health; at none left the combat is won at once (WD-COMBAT-4)."""
    combat, settled = combat_of(play.state), last_check(play.state)
    scenario = scenario_of(play.state)
    at = scenario.space_of_foe(play.state, combat)
    if settled.success:
        _hit(play, combat)
    scenario.attack_over(play, settled, combat, at)


def defend(play: Play, step: Defend) -> None:
    """A defence check against A (WD-COMBAT-3)."""
    play.push(Defended())
    checks.begin(play, _against(play, "defense", "A"))


def defended(play: Play, step: Defended) -> None:
    """A defence that fails costs 1 damage (WD-COMBAT-5)."""
    combat, settled = combat_of(play.state), last_check(play.state)
    if not settled.success:
        play.push(OfferShield(combat.by, tuple(helper.seat for helper in combat.helpers)))


def offer_shield(play: Play, step: OfferShield) -> None:
    """Each helper present may take the damage, in the order of joining (WD-COMBAT-11)."""
    living = [helper for helper in step.helpers if play.state.people[helper].alive]
    if not living:
        play.push(OfferSacrifice(step.seat))
        return
    details = {**about_fight(play.state), "seat": step.seat, "then": living[1:]}
    play.ask(living[0], Decision("shield", ("shield", "stand_by"), details))


def shield(play: Play, seat: str, action: Shield) -> None:
    """Take the damage for the one who fights (WD-COMBAT-11)."""
    play.push(OfferSacrifice(seat))


def stand_by(play: Play, seat: str, action: StandBy) -> None:
    """Leave the damage to the next helper, or where it falls."""
    details = play.state.open[seat].details
    play.push(OfferShield(details["seat"], tuple(details["then"])))


def offer_sacrifice(play: Play, step: OfferSacrifice) -> None:
    """Whoever takes the damage may sacrifice an ally; without one it is taken at once (WD-COMBAT-11)."""
    if play.state.people[step.seat].allies:
        play.ask(step.seat, Decision("damage", ("sacrifice", "suffer"), {**about_fight(play.state), "amount": 1}))
    else:
        _suffer(play, step.seat)


def sacrifice(play: Play, seat: str, action: Sacrifice) -> None:
    """An ally leaves the game and prevents 1 damage; its VP are kept (WD-DISK-ALLY-3)."""
    known_thing(play.state, action.ally)
    demand(action.ally in play.state.people[seat].allies, "{ally} is no ally in hand", ally=action.ally)
    play.emit(AllyLost(seat, action.ally, "sacrificed", gone=True, cause=caused(play.state)))
    play.emit(DamagePrevented(seat, action.ally, cause=caused(play.state)))


def sacrifices(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each ally in hand."""
    return (Sacrifice(ally) for ally in state.people[seat].allies)


def suffer(play: Play, seat: str, action: Suffer) -> None:
    """Take the damage."""
    _suffer(play, seat)


def round_over(play: Play, step: RoundOver) -> None:
    """Helpers come nearer; after the last round the opponent is unbeaten (WD-COMBAT-6, WD-COMBAT-7, WD-DISK-SEC-5)."""
    combat = combat_of(play.state)
    for seat in tuple(combat.approaching):
        _approach(play, seat, combat.by)
    if combat.round < combat.rounds:
        play.push(CombatRound())
    elif foes.is_piece(play.state, combat.against):
        play.emit(CombatEnded(combat.by))
    elif foes.is_security(play.state, combat.against):
        play.emit(CombatEnded(combat.by))
        play.push(LoseSecurity(combat.by, combat.against))
    else:
        play.emit(AdversaryUnbeaten(combat.by, combat.against))
        play.agenda.clear()
        play.push(CloseTurn("unbeaten"))


def _against(play: Play, kind: str, letter: str) -> CheckOpened:
    """A check of the one who fights against a value of the opponent."""
    combat = combat_of(play.state)
    level = foes.level_against(play.state, combat.against, letter)
    scenario_of(play.state).opponent_checked(play, combat.against, letter, level)
    opened = checks.opening(play.state, combat.by, kind, tn=level)
    return replace(opened, target=combat.against, distance=combat.distance)


def _suffer(play: Play, seat: str) -> None:
    """Take 1 damage; when the one who fights dies out of its turn the combat is over (WD-GM-4)."""
    combat = combat_of(play.state)
    if hurt(play, seat, 1, combat.against, combat=True) or seat != combat.by:
        return
    if seat != play.state.active:
        leave_round(play)
        play.emit(CombatEnded(seat))
    if foes.is_security(play.state, combat.against) and security_outlives_whoever_it_kills(play.state):
        play.push(GuardOn(combat.against))


def _approach(play: Play, seat: str, by: str) -> None:
    """Up to 3 spaces towards the active character (WD-COMBAT-10)."""
    state = play.state
    walk = way(state, seat, state.people[by].at)
    if walk is None:
        return
    path = walk.path[:NEAR]
    to = path[-1] if path else state.people[seat].at
    play.emit(HelperApproached(seat, state.people[seat].at, to, walk.steps - len(path), cause=caused(play.state)))
    if path:
        arrive(play, seat, path, "help")
        came_to(play, CameTo(seat, path))


def _hit(play: Play, combat: Combat) -> None:
    """A hit takes one health; a blow that does nothing is told in games of earlier rules only."""
    if scenario_of(play.state).is_immune(play.state, combat.against):
        if idle_blows_are_untold(play.state):
            return
        play.emit(AdversaryHit(combat.by, combat.against, combat.health, cause=caused(play.state)))
    elif combat.health > 1:
        play.emit(AdversaryHit(combat.by, combat.against, combat.health - 1, cause=caused(play.state)))
    else:
        leave_round(play)
        _win(play, combat)


def _win(play: Play, combat: Combat) -> None:
    """A beaten opponent pays, helpers get none; killed security costs a Failure (WD-COMBAT-8, WD-DISK-SEC-4).

    In GM play it pays the level of the attack that took the last health (WD-GM-14).
    """
    state, seat, against = play.state, combat.by, combat.against
    if foes.is_security(state, against) and not foes.is_piece(state, against):
        tile = tile_of(state.disks[against].at if against in state.disks else state.people[seat].at)
        play.push(DiskDone(seat, tile))
        play.emit(SecurityKilled(seat, against, cause=caused(play.state)))
        play.emit(CombatEnded(seat))
        fail(play, seat, "security")
        return
    worth = last_check(state).level if foes.is_piece(state, against) else foes.worth_of(state, against)
    final = against in state.bosses or foes.is_final_piece(state, against)
    if against in state.disks:
        play.push(DiskDone(seat, tile_of(state.disks[against].at)))
    play.emit(AdversaryKilled(seat, against, worth, cause=caused(play.state)))
    change_points(play, seat, worth, "adversary")
    play.emit(CombatEnded(seat))
    if final:
        scenario_of(state).boss_beaten(play, combat)


def leave_round(play: Play) -> None:
    """What is left of the round falls away."""
    while play.agenda and isinstance(play.agenda[-1], STEPS_OF_A_ROUND):
        play.agenda.pop()
