"""What can be left to do: the steps of the agenda.

A step that may have to ask is pushed back before it asks, so that it lies on top while it waits; the answer takes it
off and pushes it again, answered. `chosen` is the answer to a choice, None before.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Step
from domain.games.last_spell.rules.town.geometry import Square


class Caused(Step, frozen=True, kw_only=True):
    """A step that belongs to an effect: the number of the cause that its events carry, unset under rules number 1."""

    cause: int | UnsetType = UNSET


class Granted(Caused, frozen=True, kw_only=True):
    """A step that a card or a technique grants, named by `by`, which is unset under rules number 1."""

    by: str | UnsetType = UNSET


class BeginNight(Step, tag="begin-night", frozen=True):
    """Everybody is ready: Twilight, the cards, the first Monster phase."""


class BeginMonsterPhase(Step, tag="begin-monster-phase", frozen=True):
    """The next Monster phase."""


class PhaseStep(Step, tag="phase-step", frozen=True):
    """One of the six steps of the Monster phase, by name."""

    step: str


class EndMonsterPhase(Step, tag="end-monster-phase", frozen=True):
    """Stun ends; the Hero phase follows."""


class BeginHeroPhase(Step, tag="begin-hero-phase", frozen=True):
    """Tokens come back; the first hero's turn."""


class NextTurn(Step, tag="next-turn", frozen=True):
    """The turn of the next hero still in the phase after `after`, or the end of the phase (LS-ACT-3)."""

    after: str


class TakeTurn(Step, tag="take-turn", frozen=True):
    """Ask the active hero's seat what it does."""


class CheckNight(Step, tag="check-night", frozen=True):
    """Look whether the night is won (LS-NIGHT-3)."""


class PlaceSymbol(Caused, tag="place-symbol", frozen=True):
    """Place one monster of a revealed spawn card: the symbol's number on it, from 0."""

    slot: str
    card: str
    symbol: int


class MoveMonster(Caused, tag="move-monster", frozen=True):
    """A monster's movement."""

    monster: str


class DiscardSpawnCards(Step, tag="discard-spawn-cards", frozen=True):
    """The cards revealed in this phase are discarded."""


class MonsterAttack(Step, tag="monster-attack", frozen=True):
    """A monster's attack, from where it stood when the step began, on one of `targets`."""

    monster: str
    kind: str
    at: Square
    targets: tuple[str, ...]
    chosen: str | None = None


class Blast(Caused, tag="blast", frozen=True):
    """The monster that an Explosion strikes: the players choose it (LS-ABIL-7)."""

    by: str
    at: Square
    chosen: str | None = None


class RemoveExploded(Caused, tag="remove-exploded", frozen=True):
    """The exploded monster leaves the board."""

    monster: str


class HurtHero(Caused, tag="hurt-hero", frozen=True):
    """Damage to a hero, `amount` being what is left to prevent.

    `guarded`: Protect helps (LS-HERO-8); `reducible`: armours and shields help (LS-ARM-1, LS-ARM-5).
    """

    hero: str
    amount: int
    by: str
    guarded: bool = False
    reducible: bool = True


class DrainMana(Caused, tag="drain-mana", frozen=True):
    """Mana drain after an attack (LS-ABIL-8)."""

    hero: str


class BurnConstruction(Caused, tag="burn-construction", frozen=True):
    """Damage to a construction."""

    construction: str
    amount: int
    by: str | UnsetType = UNSET


class LoseMages(Caused, tag="lose-mages", frozen=True):
    """Damage to the circle."""

    amount: int
    by: str | UnsetType = UNSET


class WoundEnemy(Caused, tag="wound-enemy", frozen=True):
    """Damage to a monster, boss, part, monolith or tile. `hero` slays it in its turn; `counts` for quests."""

    enemy: str
    amount: int
    by: str
    hero: str | None = None
    counts: bool = False


class StunEnemy(Caused, tag="stun-enemy", frozen=True):
    """A monster is stunned, if it still stands."""

    enemy: str


class StrikePoint(Step, tag="strike-point", frozen=True):
    """The strike zone round one impact point of the attack under way, by its number from 0."""

    point: int


class StrikeHero(Step, tag="strike-hero", frozen=True):
    """A friend in the strike zone."""

    hero: str


class StrikeEnemy(Step, tag="strike-enemy", frozen=True):
    """One enemy in the strike zone rolls its dice. While it waits for a reroll, `stunned` is what the roll said.

    `impact`: it was aimed at; `stuns`: the attack stuns where it stands; `taken` are the rerolls of this roll.
    """

    enemy: str
    impact: bool
    stuns: bool
    taken: tuple[str, ...] = ()
    stunned: bool = False


class StunRoll(Step, tag="stun-roll", frozen=True):
    """A monster round the main target rolls for Stun only (LS-FX-encirclement-1)."""

    enemy: str


class Spread(Step, tag="spread", frozen=True):
    """Propagation from the squares of the last target, `left` times more (LS-FX-propagation-1)."""

    squares: tuple[Square, ...]
    left: int


class FinishAttack(Step, tag="finish-attack", frozen=True):
    """The attacker's own moves, and the end of the attack."""


class AttackOver(Step, tag="attack-over", frozen=True):
    """An attack is complete: the Harpy may enter (LS-BOSS-HARPY-6)."""


class RecoverAction(Granted, tag="recover-action", frozen=True):
    """A hero recovers an Action token."""

    hero: str
    chosen: str | None = None


class RecoverMovement(Granted, tag="recover-movement", frozen=True):
    """A hero turns `count` used movement tokens ready, one at a time."""

    hero: str
    count: int = 1
    chosen: int | None = None


class LoseMovement(Caused, tag="lose-movement", frozen=True):
    """The Harpy's cry turns a ready movement token (LS-BOSS-HARPY-2)."""

    hero: str
    chosen: int | None = None


class HealOther(Granted, tag="heal-other", frozen=True):
    """Another hero than the one that used the card loses a wound."""

    hero: str
    amount: int
    chosen: str | None = None


class GainMana(Caused, tag="gain-mana", frozen=True):
    """A hero gains mana."""

    hero: str
    amount: int


class WoundAdjacent(Granted, tag="wound-adjacent", frozen=True):
    """An adjacent monster takes a wound from a shield, without dice (R36)."""

    hero: str
    amount: int
    chosen: str | None = None


class DarkBargain(Caused, tag="dark-bargain", frozen=True):
    """The hero may take damage to regain mana or tokens (R37)."""

    hero: str
    card: str
    chosen: str | None = None


class PartAttack(Step, tag="part-attack", frozen=True):
    """A part of Cetusia looks for its target and attacks, before the other monsters (LS-BOSS-CETUSIA-9)."""

    part: str


class OthersAttack(Step, tag="others-attack", frozen=True):
    """The targets of all other monsters are fixed, and their attacks follow (R24)."""


class CetusiaAttack(Step, tag="cetusia-attack", frozen=True):
    """A part's attack with the technique of the revealed card, towards one of `targets`."""

    part: str
    technique: str
    targets: tuple[str, ...]
    chosen: str | None = None


class DryadAttack(Step, tag="dryad-attack", frozen=True):
    """The Dryad's attack in her sectors (LS-BOSS-DRYAD-6)."""


class HatchIncubator(Step, tag="hatch-incubator", frozen=True):
    """An incubator hatches, if it still lies there."""

    tile: str


class AssessPanic(Step, tag="assess-panic", frozen=True):
    """Dawn: what the panic track pays (LS-DAWN-1)."""

    chosen: str | None = None


class RewardQuest(Caused, tag="reward-quest", frozen=True):
    """Dawn: a resolved quest's reward."""

    quest: str
    chosen: str | None = None


class AssessQuests(Step, tag="assess-quests", frozen=True):
    """Dawn of the second night: which quests are resolved (LS-DAWN-4)."""


class OpenMarket(Step, tag="open-market", frozen=True):
    """Dawn: every seat may buy at the market (LS-MARKET-1)."""


class EndDawn(Step, tag="end-dawn", frozen=True):
    """The track is refilled; the next set-up, or the end."""


STEPS: tuple[type[Step], ...] = (
    BeginNight, BeginMonsterPhase, PhaseStep, EndMonsterPhase, BeginHeroPhase, NextTurn, TakeTurn, CheckNight,
    PlaceSymbol, MoveMonster, DiscardSpawnCards, MonsterAttack, Blast, RemoveExploded, HurtHero, DrainMana,
    BurnConstruction, LoseMages, WoundEnemy, StunEnemy, StrikePoint, StrikeHero, StrikeEnemy, StunRoll, Spread,
    FinishAttack, AttackOver, RecoverAction, RecoverMovement, LoseMovement, GainMana, HealOther, WoundAdjacent,
    DarkBargain, PartAttack, OthersAttack, CetusiaAttack, DryadAttack, HatchIncubator, AssessPanic, RewardQuest,
    AssessQuests, OpenMarket, EndDawn,
)  # fmt: skip
