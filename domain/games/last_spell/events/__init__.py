"""What can happen in a game of The Last Spell, and how each fact changes the table.

Folding decides nothing: every number that a rule worked out is a field. All events are open but for the spawn cards
and Cetusia's deck (LS-INFO-1, LS-INFO-2).
"""

from __future__ import annotations

from domain.contract.game import Event
from domain.games.last_spell.events import attacks, bosses, dawn, heroes, monsters, night, setup

EVENTS: tuple[type[Event], ...] = (
    setup.GameCreated, setup.PositionSet, setup.QuestsDealt, setup.SetupBegan, setup.HeroChosen, setup.HeroPrepared,
    setup.HeroRecruited, setup.HeroEquipped, setup.ConstructionBuilt, setup.HeroPlaced, setup.SeatReady,
    setup.TwilightFell, setup.DirectionDrawn, setup.SpawnDealt,
    night.MonsterPhaseBegan, night.StepBegan, night.PanicSpread, night.DestinyFlipped, night.SpawnCardRevealed,
    night.SpawnCardTaken, night.SpawnCardDiscarded, night.MonsterSpawned, night.MonsterPhaseEnded,
    night.HeroPhaseBegan, night.TurnBegan, night.TurnEnded, night.HeroPassed, night.NightWon, night.GameEnded,
    monsters.MonsterMoved, monsters.MonsterAttacked, monsters.MonsterExploded, monsters.MonsterWounded,
    monsters.MonsterStunned, monsters.MonsterSlain, monsters.MonsterRemoved, monsters.ConstructionDamaged,
    monsters.ConstructionDestroyed, monsters.MagesLost,
    heroes.MovementTokenSpent, heroes.HeroMoved, heroes.ProtectionTaken, heroes.PotionDrunk, heroes.WoundHealed,
    heroes.ManaGained, heroes.ManaDrained, heroes.ActionRecovered, heroes.MovementRecovered, heroes.MovementLost,
    heroes.HeroStruck, heroes.DamageReduced, heroes.ArmorUsed, heroes.ArmorReactivated, heroes.HeroWounded,
    heroes.HeroEliminated,
    attacks.AttackDeclared, attacks.DefenceFired, attacks.DefenceRolled, attacks.RerollTaken,
    attacks.AttackCompleted,
    bosses.HarpySideDrawn, bosses.CetusiaShuffled, bosses.BossAppeared, bosses.BossMoved, bosses.BossTurned,
    bosses.HarpyCried, bosses.CetusiaCardRevealed, bosses.CetusiaEvolved, bosses.BossPartRemoved,
    bosses.BossSlain, bosses.GrowthAdvanced, bosses.TerrainCleared, bosses.MonolithPlaced, bosses.MonolithDamaged,
    bosses.MonolithDestroyed, bosses.IncubatorPlaced, bosses.BombardPlaced, bosses.IncubatorHatched,
    bosses.TileRemoved, bosses.HeroHeld, bosses.HeroFreed,
    dawn.PanicAssessed, dawn.PanicRefilled, dawn.QuestsAssessed, dawn.QuestRewarded, dawn.WareBought, dawn.GameSaved,
)  # fmt: skip
"""Every event of the game."""
