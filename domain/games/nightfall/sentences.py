"""The events of Nightfall in sentences (chapter 14). Where a reader may not know a field, the next sentence is told."""

from __future__ import annotations

from domain.contract.sentences import Phrases, Sentences

EVENTS: Phrases = {
    "GameCreated": ("The table is laid out, edition {edition}",),
    "WoundsShuffled": (
        "The wounds are shuffled, {turned_up} turned up; on top lies {next}",
        "The wounds are shuffled, {turned_up} turned up",
    ),
    "DraftShuffled": ("The draft cards are shuffled",),
    "DraftPackDealt": ("{seat} is dealt {cards}", "{seat} is dealt a packet"),
    "DraftCardPicked": ("{seat} picks {card} ({to})", "{seat} picks a card ({to})"),
    "DraftPacksPassed": ("The packets are passed to the left",),
    "ArchivesRevealed": ("The archives are laid out: {commons}; private ones: {private}",),
    "ArchiveRevealed": ("{seat} turns up its secret archive {card}",),
    "StartPlayerChosen": ("{seat} begins",),
    "TurnBegan": ("Turn {turn}: {seat}",),
    "PhaseBegan": ("The {phase} phase of {seat}",),
    "InfluenceGained": ("{seat} gains {amount} influence and has {total} ({source})",),
    "InfluenceLost": ("{seat} loses {amount} influence and has {total} ({source})",),
    "TurnEffectBegan": ("Until the turn ends, for {seat}: {effect}",),
    "TurnEnded": ("The turn of {seat} ends",),
    "EndTriggered": ("{seat} took the last face-up wound",),
    "GameEnded": (
        "The game is over; from best to worst: {ranking}; decided by {decided}",
        "The game is over; from best to worst: {ranking}",
    ),
    "AttackDeclared": ("{seat} attacks: {attacks}",),
    "BlockDeclared": ("{seat} blocks: {blocks}",),
    "DamageDealt": ("{source} deals {amount} damage to {target}",),
    "MinionDamaged": ("{minion} takes {amount} damage and has {left} health left",),
    "MinionHealed": ("{minion} regains {amount} health and has {left}",),
    "MinionDestroyed": ("{minion} is destroyed (to {to})",),
    "MinionDiscarded": ("{minion} leaves play (to {to})",),
    "MinionReturned": ("{minion} is taken out of play (to {to})",),
    "CardLinked": ("{seat} links {card}[, kicked{kick?}]",),
    "LinkPassed": ("{seat} adds no more links",),
    "ChainClosed": ("The chain is closed: {links} links",),
    "SecretTold": ("Something hidden of {seat} becomes known ({source})",),
    "TextBegan": ("{card} of {seat}: the {part} text, run {run}",),
    "TargetChosen": ("{card}: {seat} chooses {target}",),
    "LinkMarked": ("{link} is marked: {mark}, by {by}",),
    "KickResolved": ("The kick of {card} is carried out",),
    "CardResolved": ("{card} of {seat} is carried out",),
    "LinkCancelled": ("{card} of {seat} is discarded unresolved, hit by {by}",),
    "MinionEnteredPlay": ("{card} enters play before {seat}",),
    "DeckShuffled": ("{seat} shuffles a new deck",),
    "CardsDrawn": ("{seat} draws {cards}", "{seat} draws {count}"),
    "WoundTaken": ("{seat} takes a wound: {wound}[; {next} lies on top now]", "{seat} takes a wound: {wound}"),
    "CardDiscarded": ("{seat} discards {card} from the {from}",),
    "CardTaken": ("{seat} takes {card} from {from} to the {to}",),
    "CardExiled": ("{card} is exiled from {from}[, by {by}]", "{card} is exiled from {from}"),
    "CardClaimed": ("{seat} claims {card} for {cost}",),
    "PermissionUsed": ("{seat} has used its permission for {archive}",),
    "WoundEffectUsed": ("{seat} treats {discarded} wounds and draws {drawn}",),
}

SENTENCES = Sentences(events=EVENTS)
