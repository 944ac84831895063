"""What a rule case tells besides what it expects: the words of its events, the details of its questions, and causes.

The words are part of the stored format: sentences, pages and catalogues go by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from domain.cases.play import Play
from domain.contract.game import Asked, Decision, Event, Json, to_json
from tests.domain.games.last_spell import checked

WORDS: Mapping[str, Mapping[str, frozenset[str]]] = {
    game: {field: frozenset(words.split()) for field, words in fields.items()}
    for game, fields in {
        "darkness": {
            "AllyGained.how": "recruited stolen fate price",
            "AllyLost.how": "stolen sacrificed died failures fate price",
            "CharacterMoved.cause": "enter invited walk evicted help ruling climb",
            "EffectEnded.effect": "target-number-up target-number-down next-door-locked next-door-open "
            "cannot-leave-tile movement-half movement-double damage-on-each-move next-skill-check-fails "
            "next-skill-check-succeeds extra-turn cutter shadowed",
            "FailureGained.why": "door security ally fate scenario ruling",
            "FailureRemoved.why": "fate spent ruling",
            "FateRolled.table": "oh-crap woohoo",
            "FateTriggered.table": "oh-crap woohoo",
            "ItemGained.how": "given stolen taken found fate price",
            "ItemLost.how": "given stolen died dropped failures fate price thrown ruling",
            "TurnEnded.why": "healed done unbeaten dead fate",
            "VictoryPointsChanged.why": "heal lost item objective award spent paid adversary ally security fate",
        },
        "last-spell": {
            "GameEnded.cause": "hero-eliminated circle-fallen quests-failed no-heroes",
            "GameEnded.outcome": "won lost",
            "HeroMoved.cause": "move pursuit pushed climb descend jump teleport maneuver effect",
            "MonsterRemoved.why": "exploded boss",
        },
        "nightfall": {
            "DamageDealt.phase": "chain combat",
            "PhaseBegan.phase": "chain claim combat cleanup",
            "TextBegan.part": "chain kick",
            "TurnEffectBegan.effect": "enemy_claims influence_doubled no_forced_block cost_reduction",
        },
    }.items()
}
"""Game -> the field of an event -> every word that it can hold."""

DETAILS: Mapping[str, Mapping[str, frozenset[str]]] = {
    game: {kind: frozenset(names.split()) for kind, names in kinds.items()}
    for game, kinds in {
        "darkness": {
            "aftermath": "duty",
            "arrange": "count disk spaces tile",
            "check": "attribute check",
            "choose": "what",
            "damage": "against amount round",
            "encounter": "disk",
            "engaged": "against",
            "enter": "by door",
            "help": "by check give attribute",
            "initiative": "against",
            "invite": "door seats",
            "oh-crap": "check",
            "orient": "direction rotations tile",
            "overload": "burden limit strained",
            "peek": "count spaces",
            "reroll": "attribute check results sources",
            "ruling": "seat",
            "shield": "against round seat then",
            "terms": "by check give of attribute",
        },
        "last-spell": {
            "choice": "by of",
            "damage": "amount by hero",
            "propagation": "from hero left weapon",
            "reroll": "hero impact monster stunned stuns taken weapon",
            "turn": "hero",
        },
        "nightfall": {"block": "attackers", "choose": "asks", "treat": "when"},
    }.items()
}
"""Game -> kind of decision -> the details that each question of it has."""

UNCAUSED = ("PieceCrept",)
"""What only the game master knows of needs no cause."""


def faults(play: Play) -> Iterator[str]:
    """What a case tells otherwise than in the words, details and causes that its game has."""
    game = play.game.id
    for event in play.events:
        if isinstance(event, Asked):
            for decision in event.open.values():
                yield from _untold(DETAILS.get(game, {}), decision)
        else:
            yield from _strange(WORDS.get(game, {}), event)
    if game == "darkness":
        yield from _uncaused(play.events)
    if game == "last-spell":
        yield from checked.faults(play)


def _untold(known: Mapping[str, frozenset[str]], decision: Decision) -> Iterator[str]:
    missing = known.get(decision.kind, frozenset()) - {name for name, told in decision.details.items() if told != ""}
    if missing:
        yield f"{decision.kind} does not tell {', '.join(sorted(missing))}"


def _strange(known: Mapping[str, frozenset[str]], event: Event) -> Iterator[str]:
    told: Mapping[str, Json] = to_json(event)
    for name, value in told.items():
        words = known.get(f"{type(event).__name__}.{name}")
        if words is not None and isinstance(value, str) and value not in words:
            yield f"{type(event).__name__}.{name} is {value!r}"


def _uncaused(events: list[Event]) -> Iterator[str]:
    """Causes are counted on: each is one that has begun, or the next."""
    begun = 0
    for event in events:
        cause = getattr(event, "number" if type(event).__name__ == "CharacterMoved" else "cause", None)
        if cause is None or type(event).__name__ in UNCAUSED:
            continue
        if cause is UNSET or not 0 <= cause <= begun + 1:
            yield f"{type(event).__name__} has the cause {cause!r}, and {begun} have begun"
        else:
            begun = max(begun, cause)
