"""Which texts, events, options and ends a game has shown: what golden games have to show between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any

from domain.contract.game import Event
from domain.games.nightfall import events as e
from domain.games.nightfall.components import Catalogue
from domain.games.nightfall.forms import SEATS
from domain.games.nightfall.options import DRAFTS, VARIANTS
from domain.games.nightfall.outcome import DECIDING, rule_between
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.editions import EDITIONS
from domain.games.nightfall.rules.targets import A_PLAYER
from domain.games.nightfall.state import Minion, NightfallState

ASPECTS: Mapping[str, str] = {
    "forced_blocker": "takes damage for its seat",
    "unblockable": "attacks past minions",
    "stays_in_play": "stays after its attack",
    "shelters_its_player": "leaves others to be chosen",
    "strength": "has a strength of its own",
    "enters_hurt": "enters play hurt",
}
"""What a card says of itself while it is in play: field of its text -> how it shows."""


def features(data: Catalogue) -> Iterator[str]:
    """Everything that golden games have to show between them."""
    yield from (f"edition {edition}, {seats} seats" for edition, seats in product(EDITIONS, SEATS))
    yield from (f"draft {draft}" for draft in DRAFTS)
    yield from (f"variant {variant}, {seats} seats" for variant, seats in product(VARIANTS, SEATS))
    yield from ("option apocalypse", "option sets", *(f"promo {promo}" for promo in data.promos("de")))
    yield from (f"event {event.__name__}" for event in e.EVENTS)
    yield from ("end in combat", "end in chain", *(f"decided by {tie}" for tie in DECIDING))
    for card, text in TEXTS.items():
        parts = (("chain", text.chain), ("your chain", text.your_chain), ("kick", text.kick), ("kick", text.instead))
        yield from (f"{card}: {part} text" for part, clause in parts if clause is not None)
        yield from (f"{card}: {shows}" for aspect, shows in ASPECTS.items() if getattr(text, aspect))
        if text.destroyed_to != "discard":
            yield f"{card}: destroyed to {text.destroyed_to}"
        if text.discarded_to != "discard":
            yield f"{card}: discarded to {text.discarded_to}"


def exercised(events: Iterable[tuple[NightfallState | None, Event]]) -> set[str]:
    """The features that a game has shown: its events, each with the state before it (None before the first)."""
    watch = _Watch()
    for state, event in events:
        watch.see(state, event)
    return watch.shown


class _Watch:
    """Follows one game. `dealt` is the last packet of damage, `effects` what happened since the last link was done."""

    def __init__(self) -> None:
        self.shown: set[str] = set()
        self._dealt: e.DamageDealt | None = None
        self._effects = 0

    def see(self, state: NightfallState | None, event: Event) -> None:
        """Note what this event shows; `state` is the one before it."""
        self.shown.add(f"event {type(event).__name__}")
        if isinstance(event, e.GameCreated):
            self.shown.update(_options(event))
        elif state is not None:
            self.shown.update(self._seen(state, event))
            self._count(event)

    def _count(self, event: Event) -> None:
        if isinstance(event, e.CardResolved | e.ChainClosed):
            self._effects = 0
        elif not isinstance(event, e.TextBegan):
            self._effects += 1

    def _seen(self, state: NightfallState, event: Event) -> Iterator[str]:
        match event:
            case e.KickResolved(card=card):
                yield f"{card}: kick text"
            case e.CardResolved():
                yield from self._texts(state, event)
            case e.DamageDealt():
                self._dealt = event
                yield from _attacker(state, event)
            case e.MinionDamaged(minion=name):
                yield from self._blocker(state, state.minions[name])
            case e.MinionDestroyed(minion=name, to=to) if to != "discard":
                yield f"{state.minions[name].card}: destroyed to {to}"
            case e.MinionDiscarded(minion=name, to=to) if to != "discard":
                yield f"{state.minions[name].card}: discarded to {to}"
            case e.MinionEnteredPlay(card=card, damage=damage) if damage:
                yield f"{card}: {ASPECTS['enters_hurt']}"
            case e.TargetChosen():
                yield from _shelter(state, event)
            case e.PhaseBegan(phase="chain"):
                yield from _that_stay(state)
            case e.GameEnded():
                yield f"end in {state.phase}"
                yield from (f"decided by {rule_between(state, one, other)}" for one, other in pairwise(event.ranking))

    def _texts(self, state: NightfallState, event: e.CardResolved) -> Iterator[str]:
        """A chain text counts where something has happened while its link was resolved."""
        if self._effects:
            parts = TEXTS[event.card].parts(event.seat == state.active, state.chain[-1].kick)
            yield from (f"{event.card}: {part.replace('_', ' ')} text" for part in parts if part.endswith("chain"))

    def _blocker(self, state: NightfallState, minion: Minion) -> Iterator[str]:
        """It takes what was dealt to its seat without having been declared as a blocker."""
        dealt = self._dealt
        if dealt is None or dealt.target != minion.seat:
            return
        declared = {serial for _, attacker, serial in state.blocks if attacker == dealt.source}
        if minion.serial not in declared:
            yield f"{minion.card}: {ASPECTS['forced_blocker']}"


def _options(event: e.GameCreated) -> Iterator[str]:
    options: Mapping[str, Any] = event.options
    yield f"edition {event.edition}, {len(event.seats)} seats"
    yield f"draft {options['draft']}"
    yield from (f"variant {variant}, {len(event.seats)} seats" for variant in options["variants"])
    yield from (f"promo {promo}" for promo in options["promos"])
    yield from (f"option {name}" for name in ("apocalypse", "sets") if name in options)


def _attacker(state: NightfallState, event: e.DamageDealt) -> Iterator[str]:
    if event.phase == "combat":
        minion = state.minions[event.source]
        if TEXTS[minion.card].strength is not None:
            yield f"{minion.card}: {ASPECTS['strength']}"
        if TEXTS[minion.card].unblockable and state.players[event.target].in_play:
            yield f"{minion.card}: {ASPECTS['unblockable']}"


def _shelter(state: NightfallState, event: e.TargetChosen) -> Iterator[str]:
    """A player was to be chosen while another one could not be."""
    aims = (TEXTS[event.card].chain, TEXTS[event.card].kick)
    if event.target in state.seats and any(clause is not None and clause.aim is A_PLAYER for clause in aims):
        for seat, player in state.players.items():
            sheltering = (minion.card for minion in player.in_play if TEXTS[minion.card].shelters_its_player)
            yield from (f"{card}: {ASPECTS['shelters_its_player']}" for card in sheltering if seat != event.target)


def _that_stay(state: NightfallState) -> Iterator[str]:
    """What has attacked lies there still when the chain begins."""
    if state.phase == "combat":
        for minion in state.players[state.active_seat].in_play:
            if TEXTS[minion.card].stays_in_play:
                yield f"{minion.card}: {ASPECTS['stays_in_play']}"
