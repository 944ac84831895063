"""The combat phase: attacks, blocks, and the combats one after the other (chapter 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations, product, starmap

from domain.contract.chance import Stream
from domain.contract.game import Decision, Refused, Slot
from domain.games.nightfall.actions import Assault, Attack, Block, Guard
from domain.games.nightfall.events import AttackDeclared, BlockDeclared, DamageDealt, PhaseBegan
from domain.games.nightfall.rules import ending
from domain.games.nightfall.rules.damage import absorb, discard_from_play, hurt, strength
from domain.games.nightfall.rules.naming import check_minion, check_seat
from domain.games.nightfall.state import NightfallRun, NightfallState
from domain.games.nightfall.steps import BeginChain, BeginCombat, EndCombat, Strike

ATTACK = Decision("attack", ("attack",))
BLOCK = Decision("block", ("block",))


def begin_combat(run: NightfallRun, step: BeginCombat) -> None:
    """With a minion in play the active seat must attack, however many ways there are (NF-COMBAT-1, NF-AUTO-3)."""
    active = run.state.active_seat
    if run.state.players[active].in_play:
        run.emit(PhaseBegan("combat", active))
        run.ask(active, ATTACK)
    else:
        run.push(BeginChain())


def declare_attack(run: NightfallRun, seat: str, action: Attack) -> None:
    """Each minion attacks one opponent; the order is that of the combats (NF-COMBAT-2, NF-COMBAT-3, NF-RUL-45).

    Every other seat can be attacked (NF-RUL-44).
    """
    state = run.state
    for assault in action.attacks:
        check_minion(state, assault.minion)
        check_seat(state, assault.seat)
    attackers = sorted(assault.minion for assault in action.attacks)
    if attackers != sorted(minion.name for minion in state.players[seat].in_play):
        raise Refused("illegal", "every minion in play attacks exactly once")
    if any(assault.seat == seat for assault in action.attacks):
        raise Refused("illegal", "nobody attacks itself")
    run.emit(AttackDeclared(seat, tuple((assault.minion, assault.seat) for assault in action.attacks)))
    run.push(*(Strike(assault.minion) for assault in action.attacks), EndCombat())
    _ask_for_blocks(run)


def _ask_for_blocks(run: NightfallRun) -> None:
    """All seats that can block are asked at the same time (NF-COMBAT-4, NF-RUL-28)."""
    state = run.state
    for seat in dict.fromkeys(target for _, target in state.attacks):
        if state.players[seat].in_play and blockable(state, seat):
            run.ask(seat, _block_question(state, seat))


def _block_question(state: NightfallState, seat: str) -> Decision:
    """It says which attackers can be blocked, and what each would deal now."""
    if not state.says_more:
        return BLOCK
    attackers = {attacker: strength(state, state.minions[attacker]) for attacker in blockable(state, seat)}
    return Decision(BLOCK.kind, BLOCK.verbs, {"attackers": attackers})


def blockable(state: NightfallState, seat: str) -> list[str]:
    """The attackers of a seat that can be blocked (NF-CARD-alton-hickman-1)."""
    return [
        attacker
        for attacker, target in state.attacks
        if target == seat and not state.texts[state.minions[attacker].card].unblockable
    ]


def declare_block(run: NightfallRun, seat: str, action: Block) -> None:
    """A blocker blocks one attacker of its seat, several may block the same one (NF-COMBAT-4).

    A forced blocker may be declared like any minion (NF-RUL-7).
    """
    state = run.state
    for guard in action.blocks:
        check_minion(state, guard.minion)
        check_minion(state, guard.attacker)
    own = {minion.name for minion in state.players[seat].in_play}
    blockers = [guard.minion for guard in action.blocks]
    if len(set(blockers)) != len(blockers):
        raise Refused("illegal", "a blocker blocks one attacker only")
    if not own.issuperset(blockers):
        raise Refused("illegal", "only own minions in play can block")
    if not {guard.attacker for guard in action.blocks} <= set(blockable(state, seat)):
        raise Refused("illegal", "this attacker cannot be blocked by this seat")
    run.emit(BlockDeclared(seat, tuple((guard.minion, guard.attacker) for guard in action.blocks)))


def strike(run: NightfallRun, step: Strike) -> None:
    """One combat: damage goes to the blockers in their order, and what they do not take to the attacked seat.

    (NF-COMBAT-5, NF-COMBAT-6) Only the attacker deals damage (NF-COMBAT-7). A blocker that has left play meanwhile
    takes nothing (NF-COMBAT-12, NF-RUL-5). Forced blockers take what is dealt to the seat (NF-FORCE-1).
    """
    state = run.state
    attacker = state.minions[step.attacker]
    seat = dict(state.attacks)[step.attacker]
    amount = strength(state, attacker)
    run.emit(DamageDealt(attacker.name, seat, amount, "combat", cause=state.next_cause))
    serials = [serial for _, blocked, serial in state.blocks if blocked == step.attacker]
    here = {minion.serial: minion for minion in state.players[seat].in_play}
    for serial in serials:
        if amount and serial in here:
            amount -= hurt(run, here[serial], amount)
    if amount:
        absorb(run, seat, amount, attacker.card, attacker.name)


def end_combat(run: NightfallRun, step: EndCombat) -> None:
    """The active seat discards all its minions in play but those that stay (NF-COMBAT-10, NF-COMBAT-11).

    Also when the game ends with this phase (NF-RUL-29).
    """
    state = run.state
    cause = state.next_cause
    for minion in tuple(state.players[state.active_seat].in_play):
        if not state.texts[minion.card].stays_in_play:
            discard_from_play(run, minion, cause)
    ending.end_phase(run, BeginChain())


def attacks(state: NightfallState, seat: str) -> Iterator[Attack]:
    """Every order of the minions with every choice of seats, the nearest seat to the left first."""
    declared = starmap(product, permutations(_assaults(state, seat).values()))
    return map(Attack, chain.from_iterable(declared))


def attack_slots(state: NightfallState, seat: str) -> tuple[Slot, ...]:
    """Each minion once, with a seat."""
    assaults = _assaults(state, seat)
    values = tuple({"minion": a.minion, "seat": a.seat} for found in assaults.values() for a in found)
    return (Slot("attacks", values, len(assaults), len(assaults), ordered=True, once="minion"),)


def _assaults(state: NightfallState, seat: str) -> dict[str, list[Assault]]:
    _, *others = state.clockwise(seat)
    return {minion.name: [Assault(minion.name, other) for other in others] for minion in state.players[seat].in_play}


def any_attack(state: NightfallState, seat: str, rng: Stream) -> Attack:
    """A random order, and a random seat for each minion."""
    _, *others = state.clockwise(seat)
    minions = rng.shuffled(minion.name for minion in state.players[seat].in_play)
    return Attack(tuple(Assault(minion, rng.choice(others)) for minion in minions))


def attack_to_the_left(state: NightfallState, seat: str) -> Attack:
    """Every minion on the next seat to the left (NF-AUTO-7)."""
    left = state.clockwise(seat)[1]
    return Attack(tuple(Assault(minion.name, left) for minion in state.players[seat].in_play))


def blocks(state: NightfallState, seat: str) -> Iterator[Block]:
    """No block first (NF-AUTO-3), then every way to give minions attackers, in every order."""
    guards = _guards(state, seat).values()
    orders = chain.from_iterable(permutations(guards, count) for count in range(len(guards) + 1))
    return map(Block, chain.from_iterable(starmap(product, orders)))


def block_slots(state: NightfallState, seat: str) -> tuple[Slot, ...]:
    """Each minion at most once, with an attacker."""
    guards = _guards(state, seat)
    values = tuple({"minion": g.minion, "attacker": g.attacker} for found in guards.values() for g in found)
    return (Slot("blocks", values, 0, len(guards), ordered=True, once="minion"),)


def _guards(state: NightfallState, seat: str) -> dict[str, list[Guard]]:
    attackers = blockable(state, seat)
    return {minion.name: [Guard(minion.name, one) for one in attackers] for minion in state.players[seat].in_play}


def any_block(state: NightfallState, seat: str, rng: Stream) -> Block:
    """Minions in a random order, each on a random attacker or on none."""
    attackers = blockable(state, seat)
    minions = rng.shuffled(minion.name for minion in state.players[seat].in_play)
    chosen = ((minion, rng.below(len(attackers) + 1)) for minion in minions)
    return Block(tuple(Guard(minion, attackers[at]) for minion, at in chosen if at < len(attackers)))


def no_block(state: NightfallState, seat: str) -> Block:
    """Nothing is blocked (NF-AUTO-7)."""
    return Block(())
