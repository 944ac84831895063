"""The events of Nightfall in sentences (chapter 14). Where a reader may not know a field, the next sentence is told."""

from __future__ import annotations

from domain.contract.sentences import Phrases, Sentences, spelt
from domain.games.nightfall.stakes import STAKES

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
    "StartPlayerChosen": ("{seat} is the first player",),
    "TurnBegan": ("Turn {turn} begins: {seat} plays",),
    "PhaseBegan": ("The {phase} phase of {seat} begins",),
    "InfluenceGained": ("{seat} gains {amount} influence and has {total} ({source})",),
    "InfluenceLost": ("{seat} loses {amount} influence and has {total} ({source})",),
    "TurnEffectBegan": ("Until the turn ends, for {seat}: {effect}",),
    "TurnEnded": ("The turn of {seat} ends",),
    "EndTriggered": ("{seat} took the last face-up wound: the game ends with this phase",),
    "GameEnded": (
        "The game is over; from best to worst: {ranking}; decided by {decided}",
        "The game is over; from best to worst: {ranking}",
    ),
    "AttackDeclared": ("{attacks_first} attacks {attacks_second}", "{seat} attacks: {attacks}"),
    "BlockDeclared": ("{blocks_first} blocks {blocks_second}", "{seat} blocks: {blocks}"),
    "DamageDealt": ("{source} deals {amount} damage to {target}",),
    "MinionDamaged": ("{minion} takes {amount} damage and has {left} health left",),
    "MinionHealed": ("{minion} regains {amount} health and has {left}",),
    "MinionDestroyed": ("{minion} is destroyed (to {to})",),
    "MinionDiscarded": ("{minion} leaves play (to {to})",),
    "MinionReturned": ("{minion} is taken out of play (to {to})",),
    "CardLinked": ("{seat} links {card}[, kicked{kick?}]",),
    "LinkPassed": ("{seat} passes in the chain",),
    "ChainClosed": ("The chain is complete: {links:link|links}",),
    "SecretTold": ("Something hidden of {seat} becomes known ({source})",),
    "TextBegan": ("{card} of {seat} takes effect ({part} text)",),
    "TargetChosen": ("{seat} chooses {target} for {card}",),
    "LinkMarked": ("{link} is marked: {mark}, by {by}",),
    "KickResolved": ("The kick of {card} is carried out",),
    "CardResolved": ("{card} of {seat} has been carried out",),
    "LinkCancelled": ("{card} of {seat} is discarded unresolved, hit by {by}",),
    "MinionEnteredPlay": ("{card} comes into play before {seat}",),
    "DeckShuffled": ("{seat} shuffles a new deck",),
    "CardsDrawn": ("{seat} draws {cards}", "{seat} draws {count:card|cards}"),
    "WoundTaken": ("{seat} takes a wound ({wound})",),
    "CardDiscarded": ("{seat} discards {card} from the {from}",),
    "CardTaken": ("{seat} takes {card} from {from} to the {to}",),
    "CardExiled": ("{card} is exiled from {from}[, by {by}]", "{card} is exiled from {from}"),
    "CardClaimed": ("{seat} claims {card} for {cost}",),
    "PermissionUsed": ("{seat} has used its permission for {archive}",),
    "WoundEffectUsed": ("{seat} discards {discarded:wound|wounds} for new cards and draws {drawn}",),
}

DECISIONS: Phrases = {
    "draft": ("Pick a card of your packet",),
    "attack": ("Choose whom each of your minions attacks",),
    "block": ("Block with your minions, or take the damage",),
    "link/empty": ("Link any card of your hand as the first of the chain, or pass",),
    "link/pass": ("Pass: no card of your hand fits {last}", "Pass: no card of your hand can be linked"),
    "link": ("Link a card that fits {last}, or pass", "Link a card that fits the last one, or pass"),
    "choose/player": ("Choose a player for {card}",),
    "choose/minion": ("Choose a minion for {card}",),
    "choose/link": ("Choose a link of the chain for {card}",),
    "choose/archive": ("Choose an archive for {card}",),
    "choose/discarded order": ("Choose an order of a discard pile for {card}",),
    "choose/discarded minion": ("Choose a minion of a discard pile for {card}",),
    "choose/discarded wound": ("Choose a wound of a discard pile for {card}",),
    "choose/card of the hand": ("Choose a card of your hand for {card}",),
    "choose/order of the hand": ("Choose an order of your hand for {card}",),
    "choose/order of players": ("Say in which order {card} comes to the players",),
    "choose/forced blockers": (
        "Say in which order your minions take {amount} damage from {source}",
        "Say in which order your minions take the damage",
    ),
    "choose": ("Choose for {card}: {asks}",),
    "claim": ("Claim cards with your influence, discard others to get more of it, or pass",),
    "claim/discard+pass": ("Discard cards to get influence for a claim, or pass",),
    "claim/pass": ("Pass: you can claim nothing and discard nothing",),
    "treat/pass": ("Pass: your hand holds no wound to discard",),
    "treat/before drawing": ("Discard wounds for two new cards each before you draw up, or pass",),
    "treat/after drawing": ("Discard wounds for two new cards each after drawing up, or pass",),
    "treat": ("Discard wounds for two new cards each, or pass",),
}

WORDS = {
    **spelt(
        "amount", "archive", "cancelled", "card", "centre", "exile", "hand", "influence",
        "play", "player", "private", "removed", "source", "deck",
        "hunter", "vampire", "lycan", "ghoul", "action", "wound",
    ),
    "discard": "discard pile", "commons": "common archive",
    "chooser": "another player chooses", "twice": "carried out twice",
    "bite": "bite", "burn": "burn", "bleed": "bleeding", "turn": "the turn",
    "NF-END-7": "the fewest wounds", "NF-TIE-1": "the kinds of wounds", "NF-TIE-2": "the second kind of wounds",
    "NF-TIE-3": "the order of the seats",
    "cost_reduction": "orders cost less", "enemy_claims": "may claim from private archives of others",
    "influence_doubled": "influence counts twice", "no_forced_block": "minions soak up no damage of card texts",
    "face_up": "face up", "face_down": "face down", "kick": "kick", "your_chain": "own chain",
}  # fmt: skip

TELLING = (
    "GameEnded", "EndTriggered", "WoundTaken", "MinionDestroyed", "AttackDeclared", "BlockDeclared", "CardLinked",
    "LinkCancelled", "MinionEnteredPlay", "CardClaimed", "CardExiled", "CardTaken", "MinionReturned",
    "WoundEffectUsed", "ArchiveRevealed", "DraftCardPicked", "StartPlayerChosen", "CardDiscarded", "GameCreated",
)  # fmt: skip

LANDMARKS = {"AttackDeclared": "combat", "WoundTaken": "wound", "MinionDestroyed": "death"}

COUNTED = {
    "CardLinked": "Cards linked: {count}", "AttackDeclared": "Attacks declared: {count}",
    "BlockDeclared": "Blocks declared: {count}", "MinionEnteredPlay": "Minions brought into play: {count}",
    "CardClaimed": "Cards claimed: {count}", "WoundTaken": "Wounds taken: {count}",
    "WoundEffectUsed": "Wound effects used: {count}",
}  # fmt: skip

REASONS = {
    "won": "{seat} wins, with the fewest wounds: {wounds}",
    "NF-END-7": "{worse} comes after {better}: more wounds, {other} against {one}",
    "NF-TIE-1": "{worse} comes after {better}: as many wounds, but more of one kind, {other} against {one}",
    "NF-TIE-2": "{worse} comes after {better}: as many wounds, but more of a second kind, {other} against {one}",
    "NF-TIE-3": "{worse} comes after {better}: as many wounds ({wounds}), so the order of the seats decides",
    "level": "{worse} comes after {better}: as many wounds ({wounds}), so their kinds or the seats decided",
}

SENTENCES = Sentences(
    events=EVENTS,
    decisions=DECISIONS,
    cases={"choose": "asks", "treat": "when", "link": "chain"},
    stakes=STAKES,
    words=WORDS,
    telling=TELLING,
    landmarks=LANDMARKS,
    counted=COUNTED,
    reasons=REASONS,
)
