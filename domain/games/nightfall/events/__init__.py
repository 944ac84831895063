"""What can happen in a game of Nightfall, and how each fact changes the table.

Folding decides nothing: every number that a rule worked out is a field. Who reads which field, NF-INFO-14 says.
"""

from __future__ import annotations

from domain.contract.game import Event
from domain.games.nightfall.events.chain import (
    CardLinked,
    CardResolved,
    ChainClosed,
    KickResolved,
    LinkCancelled,
    LinkMarked,
    LinkPassed,
    MinionEnteredPlay,
    SecretTold,
    TargetChosen,
    TextBegan,
)
from domain.games.nightfall.events.combat import (
    AttackDeclared,
    BlockDeclared,
    DamageDealt,
    MinionDamaged,
    MinionDestroyed,
    MinionDiscarded,
    MinionHealed,
    MinionReturned,
)
from domain.games.nightfall.events.piles import (
    CardClaimed,
    CardDiscarded,
    CardExiled,
    CardsDrawn,
    CardTaken,
    DeckShuffled,
    PermissionUsed,
    WoundEffectUsed,
    WoundTaken,
)
from domain.games.nightfall.events.setup import (
    ArchiveRevealed,
    ArchivesRevealed,
    DraftCardPicked,
    DraftPackDealt,
    DraftPacksPassed,
    DraftShuffled,
    GameCreated,
    StartPlayerChosen,
    WoundsShuffled,
    sealed_pick,
)
from domain.games.nightfall.events.turn import (
    EndTriggered,
    GameEnded,
    InfluenceGained,
    InfluenceLost,
    PhaseBegan,
    TurnBegan,
    TurnEffectBegan,
    TurnEnded,
)

EVENTS: tuple[type[Event], ...] = (
    GameCreated, WoundsShuffled, DraftShuffled, DraftPackDealt, DraftCardPicked, DraftPacksPassed, ArchivesRevealed,
    ArchiveRevealed, StartPlayerChosen, TurnBegan, PhaseBegan, InfluenceGained, InfluenceLost, TurnEffectBegan,
    TurnEnded, EndTriggered, GameEnded, AttackDeclared, BlockDeclared, DamageDealt, MinionDamaged, MinionHealed,
    MinionDestroyed, MinionDiscarded, MinionReturned, CardLinked, LinkPassed, ChainClosed, SecretTold, TextBegan,
    TargetChosen, LinkMarked, KickResolved, CardResolved, LinkCancelled, MinionEnteredPlay, DeckShuffled, CardsDrawn,
    WoundTaken, CardDiscarded, CardTaken, CardExiled, CardClaimed, PermissionUsed, WoundEffectUsed,
)  # fmt: skip

__all__ = [
    "EVENTS", "ArchiveRevealed", "ArchivesRevealed", "AttackDeclared", "BlockDeclared", "CardClaimed",
    "CardDiscarded", "CardExiled", "CardLinked", "CardResolved", "CardTaken", "CardsDrawn", "ChainClosed",
    "DamageDealt", "DeckShuffled", "DraftCardPicked", "DraftPackDealt", "DraftPacksPassed", "DraftShuffled",
    "EndTriggered", "GameCreated", "GameEnded", "InfluenceGained", "InfluenceLost", "KickResolved", "LinkCancelled",
    "LinkMarked", "LinkPassed", "MinionDamaged", "MinionDestroyed", "MinionDiscarded", "MinionEnteredPlay",
    "MinionHealed", "MinionReturned", "PermissionUsed", "PhaseBegan", "SecretTold", "StartPlayerChosen",
    "TargetChosen", "TextBegan", "TurnBegan", "TurnEffectBegan", "TurnEnded", "WoundEffectUsed", "WoundTaken",
    "WoundsShuffled", "sealed_pick",
]  # fmt: skip
