"""A referee who knows the rulebook and reads the log: what may follow what, and what each thing comes to.

It is written from the rules and shares nothing with the code that decides: it looks at the table before each event,
which folding alone has made, and at the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.contract.game import Asked, Event, retold
from domain.games.nightfall import events as e
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall.tables import GAME

STARTERS = {"charlotte-reyes", "enraged-wight", "genesis-one", "jj-mcteague", "yuri-koroviev"}
FORCED = ("bad-smoke", "vulko")
WOUNDING_ACTIONS = {"blood-rage", "deadly-grip", "rend-and-tear"}
NEXT_PHASE = {
    "given": ("combat", "chain", "claim", "cleanup"),
    "combat": ("chain",),
    "chain": ("claim",),
    "claim": ("cleanup",),
}
POINTS = {"turn": (2,), "discard": (1,), "yuri-koroviev": (1,), "marcus-toth": (1,), "mesmerizing-presence": (2, 1)}
CONSEQUENCES = (
    e.WoundTaken, e.MinionDamaged, e.MinionDestroyed, e.MinionDiscarded, e.CardDiscarded, e.CardExiled, e.CardTaken,
    e.InfluenceLost,
)  # fmt: skip
LOOK_AHEAD = 80
LEAST_COST = {"fr": 0, "de": 1, "pl": 0}


class Referee:
    """Reads one game. `phase` is the one under way: None when a turn has just begun, `given` when the table was.

    `moments` are the seats whose moment is over in this chain, `struck` the attackers that have struck, `treated`
    whether the wound effect was used this turn; `cause` is the last one that has begun, `ids` those that were given.
    """

    def __init__(self) -> None:
        self.phase: str | None = "given"
        self.moments: list[str] = []
        self.struck: list[str] = []
        self.treated = False
        self.calls = 0
        self.cause = 0
        self.ids: set[Any] = set()

    def read(self, events: Sequence[Event]) -> int:
        """Read a whole log; how many events the rules were asked about."""
        for at, (state, event) in enumerate(retold(GAME, events)):
            self._count(event)
            rule = RULES.get(type(event))
            if rule is not None and state is not None:
                rule(self, state, event, events[at + 1 : at + 1 + LOOK_AHEAD])
                self.calls += 1
        return self.calls

    def _count(self, event: Event) -> None:
        """Every consequence has the number of its cause; causes follow one another without a gap (chapter 14)."""
        cause = getattr(event, "cause", None)
        assert isinstance(cause, int) or not isinstance(event, CONSEQUENCES)
        if isinstance(cause, int):
            assert cause in (self.cause, self.cause + 1)
            self.cause = cause

    def _give(self, id: object) -> None:
        """A new id each time that a card enters play or the chain."""
        assert isinstance(id, str)
        assert id not in self.ids
        self.ids.add(id)

    # ---- the turn

    def turn_began(self, state: NightfallState, event: e.TurnBegan, after: Sequence[Event]) -> None:
        """(NF-TURN-1, NF-TURN-2)"""
        expected = state.start_player if state.turn == 0 else state.clockwise(str(state.active))[1]
        assert (event.seat, event.turn) == (expected, state.turn + 1)
        assert after[0] == e.InfluenceGained(event.seat, 2, 2, "turn", cause=event.cause)
        self.phase, self.treated = None, False

    def phase_began(self, state: NightfallState, event: e.PhaseBegan, after: Sequence[Event]) -> None:
        """Combat only with a minion in play, all others always (NF-TURN-1)."""
        first = "combat" if state.players[event.seat].in_play else "chain"
        assert event.phase in (NEXT_PHASE[self.phase] if self.phase else (first,))
        assert event.seat == state.active
        self.phase, self.moments, self.struck = event.phase, [], []

    def turn_ended(self, state: NightfallState, event: e.TurnEnded, after: Sequence[Event]) -> None:
        """Five in hand, or nothing left to draw (NF-CLEAN-1); influence is gone (NF-TURN-3)."""
        player = state.players[event.seat]
        assert self.phase == "cleanup"
        assert not state.ending
        assert player.influence == 0
        assert len(player.hand) >= 5 or not (player.deck or player.discard)

    def wound_effect_used(self, state: NightfallState, event: e.WoundEffectUsed, after: Sequence[Event]) -> None:
        """Once a turn (NF-CLEAN-3)."""
        assert self.phase == "cleanup"
        assert not self.treated
        assert event.discarded >= 1
        assert event.drawn <= 2 * event.discarded
        self.treated = True

    # ---- combat

    def attack_declared(self, state: NightfallState, event: e.AttackDeclared, after: Sequence[Event]) -> None:
        """Each minion once, on an opponent (NF-COMBAT-1, NF-COMBAT-2)."""
        minions = [minion.name for minion in state.players[event.seat].in_play]
        assert event.seat == state.active
        assert sorted(minion for minion, _ in event.attacks) == sorted(minions)
        assert {seat for _, seat in event.attacks} <= set(state.seats) - {event.seat}

    def block_declared(self, state: NightfallState, event: e.BlockDeclared, after: Sequence[Event]) -> None:
        """Own minions, each on one attacker of the seat that can be blocked (NF-COMBAT-4, NF-CARD-alton-hickman-1)."""
        blockers = [minion for minion, _ in event.blocks]
        mine = {minion.name for minion in state.players[event.seat].in_play}
        attackers = {attacker for attacker, seat in state.attacks if seat == event.seat}
        assert len(set(blockers)) == len(blockers)
        assert set(blockers) <= mine
        assert {attacker for _, attacker in event.blocks} <= attackers
        assert not any(state.minions[attacker].card == "alton-hickman" for _, attacker in event.blocks)

    def damage_dealt(self, state: NightfallState, event: e.DamageDealt, after: Sequence[Event]) -> None:
        """Who takes how much of a packet (NF-COMBAT-5, NF-COMBAT-6, NF-FORCE-1, NF-RES-7)."""
        if event.target in state.minions:
            minion = state.minions[event.target]
            amount = min(event.amount, _health(state, minion))
            left = _health(state, minion) - amount
            assert after[0] == e.MinionDamaged(minion.name, amount, left, cause=event.cause)
            return
        if event.phase == "combat":
            self._strike(state, event)
        taken = _outcome(after)
        if taken is not None:
            self._share_out(state, event, taken)

    def _strike(self, state: NightfallState, event: e.DamageDealt) -> None:
        """In the order of the declaration, with the strength of this moment (NF-COMBAT-3, NF-COMBAT-13)."""
        attacker = state.minions[event.source]
        assert state.attacks[len(self.struck)] == (event.source, event.target)
        beside = len(state.players[attacker.seat].in_play)
        assert event.amount == (beside if attacker.card == "zombie-horde" else state.cards[attacker.card].power)
        self.struck.append(event.source)

    def _share_out(self, state: NightfallState, event: e.DamageDealt, taken: list[Event]) -> None:
        left = event.amount
        in_play = state.players[event.target].in_play
        declared = [serial for _, attacker, serial in state.blocks if attacker == event.source]
        blockers = [next((m for m in in_play if m.serial == serial), None) for serial in declared]
        health = [_health(state, minion) for minion in blockers if minion is not None]
        sheltered = event.phase == "chain" and event.target in state.effects.no_forced_block
        forced = [m for m in in_play if m.card in FORCED and not sheltered]
        spare = sum(_health(state, m) for m in forced if event.phase == "chain" or m.serial not in declared)
        damaged = [one.amount for one in taken if isinstance(one, e.MinionDamaged)]
        for most in health:
            assert not left or damaged.pop(0) == min(left, most)
            left -= min(left, most)
        assert sum(damaged) == min(left, spare)
        left -= min(left, spare)
        wounds = [one for one in taken if isinstance(one, e.WoundTaken)]
        assert len(wounds) == min(left, len(state.face_up) + len(state.face_down) + len(state.exiled_wounds))
        assert {one.seat for one in wounds} <= {event.target}

    def minion_destroyed(self, state: NightfallState, event: e.MinionDestroyed, after: Sequence[Event]) -> None:
        """(NF-CARD-STARTER-1, NF-CARD-bad-smoke-3, NF-CARD-marcus-toth-1)"""
        card = state.minions[event.minion].card
        exiled = card in STARTERS or card == "bad-smoke"
        assert event.to == ("exile" if exiled else "hand" if card == "marcus-toth" else "discard")
        assert exiled == isinstance(after[0], e.CardExiled)

    def minion_discarded(self, state: NightfallState, event: e.MinionDiscarded, after: Sequence[Event]) -> None:
        """All that have attacked, in the order of entering, but Bad Smoke (NF-COMBAT-10, NF-COMBAT-11)."""
        go = [minion for minion in state.players[str(state.active)].in_play if minion.card != "bad-smoke"]
        assert len(self.struck) == len(state.attacks)
        assert go[0].name == event.minion
        assert event.to == ("exile" if go[0].card in STARTERS else "discard")

    # ---- the chain

    def card_linked(self, state: NightfallState, event: e.CardLinked, after: Sequence[Event]) -> None:
        """(NF-CHAIN-1, NF-CHAIN-2, NF-CHAIN-5, NF-KICK-1, NF-KICK-3)"""
        card = state.cards[event.card]
        last = state.cards[state.chain[-1].card] if state.chain else None
        assert event.card in state.players[event.seat].hand
        assert event.position == len(state.chain) + 1
        assert last is None or card.color in last.links
        assert event.kick == (last is not None and last.color == card.kick_color)
        assert event.seat == state.clockwise(str(state.active))[len(self.moments)]
        self._give(event.link)

    def minion_entered_play(self, state: NightfallState, event: e.MinionEnteredPlay, after: Sequence[Event]) -> None:
        """A minion in play has an id of its own until it leaves."""
        self._give(event.minion)

    def link_passed(self, state: NightfallState, event: e.LinkPassed, after: Sequence[Event]) -> None:
        """Each seat has one moment, clockwise from the active one (NF-CHAIN-5)."""
        self.moments.append(event.seat)
        assert self.moments == list(state.clockwise(str(state.active)))[: len(self.moments)]

    def chain_closed(self, state: NightfallState, event: e.ChainClosed, after: Sequence[Event]) -> None:
        """(NF-CHAIN-6, NF-CHAIN-7)"""
        assert len(self.moments) == len(state.seats)
        assert event.links == len(state.chain) > 0

    def card_resolved(self, state: NightfallState, event: e.CardResolved, after: Sequence[Event]) -> None:
        """The last link first, minions enter play and actions are discarded then (NF-RES-1, NF-RES-2, NF-RES-3)."""
        link = state.chain[-1]
        assert (event.seat, event.card) == (link.by, link.card)
        assert link.cancelled_by is None
        if state.cards[event.card].is_minion:
            hurt = 2 if event.card == "blaine-cordell" else 0
            entered = after[0]
            assert isinstance(entered, e.MinionEnteredPlay)
            assert (entered.seat, entered.card, entered.damage, entered.origin) == (*_card_of(event), hurt, "chain")
            assert entered.cause == event.cause
        else:
            assert after[0] == e.CardDiscarded(*_card_of(event), "chain", cause=event.cause)

    def link_cancelled(self, state: NightfallState, event: e.LinkCancelled, after: Sequence[Event]) -> None:
        """(NF-CARD-flank-attack-1)"""
        link = state.chain[-1]
        assert (event.seat, event.card, event.by) == (link.by, link.card, link.cancelled_by)

    def target_chosen(self, state: NightfallState, event: e.TargetChosen, after: Sequence[Event]) -> None:
        """What can be chosen at all (NF-TGT-2, NF-TGT-8, NF-CARD-shadow-seven-1, NF-RUL-21)."""
        target = event.target
        if not isinstance(target, str):
            assert len(target) == len(set(target)) > 1
        elif target in state.seats:
            assert all(minion.card != "shadow-seven" for minion in state.players[target].in_play)
        elif "/" not in target:
            piles = [pile for player in state.players.values() for pile in (player.hand, player.discard)]
            assert any(target in pile for pile in piles)
        elif target not in state.minions and target not in self._links_that_wait(state):
            place, _, card = target.partition("/")
            assert state.archives(place).get(card, 0) > 0

    def _links_that_wait(self, state: NightfallState) -> list[str]:
        return [state.link_name(at) for at in range(len(state.chain) - 1)]

    # ---- claims, cards, wounds, the end

    def cards_drawn(self, state: NightfallState, event: e.CardsDrawn, after: Sequence[Event]) -> None:
        """From the top of one's own deck (NF-DECK-1)."""
        assert event.cards == tuple(state.players[event.seat].deck[: event.count])
        assert len(event.cards) == event.count > 0

    def deck_shuffled(self, state: NightfallState, event: e.DeckShuffled, after: Sequence[Event]) -> None:
        """A new deck is made of the discard pile, when the old one is empty and a card is drawn (NF-DECK-2)."""
        player = state.players[event.seat]
        made_of = player.discard if state.turn else player.deck
        assert not state.turn or player.deck == []
        assert sorted(event.order) == sorted(made_of) != []
        assert isinstance(after[0], e.CardsDrawn)
        assert after[0].seat == event.seat

    def influence_gained(self, state: NightfallState, event: e.InfluenceGained, after: Sequence[Event]) -> None:
        """Only the active seat has influence (NF-RUL-31); each point may be worth two (NF-CARD-indigo-six-4)."""
        before = state.players[event.seat].influence
        worth = 2 if event.seat in state.effects.influence_doubled else 1
        points = (before,) if event.source == "indigo-six" else POINTS[event.source]
        assert event.seat == state.active
        assert event.amount in [point * worth for point in points]
        assert event.total == before + event.amount

    def influence_lost(self, state: NightfallState, event: e.InfluenceLost, after: Sequence[Event]) -> None:
        """By a text of Grim Siege, or all that is left when the claim phase ends (NF-TURN-3, NF-RUL-31, NF-RUL-32)."""
        before = state.players[event.seat].influence
        assert event.seat == state.active
        assert event.amount == (before if event.source == "claim" else min(2, before)) > 0
        assert event.total == before - event.amount
        assert event.source != "claim" or after[0] == e.PhaseBegan("cleanup", event.seat)

    def card_claimed(self, state: NightfallState, event: e.CardClaimed, after: Sequence[Event]) -> None:
        """(NF-CLAIM-1, NF-CLAIM-2, NF-CLAIM-9, NF-CLAIM-11, NF-CARD-indigo-six-2)"""
        printed = state.cards[event.card].cost
        reduced = printed - state.effects.cost_reduction.get(event.seat, 0)
        place, _, card = event.archive.partition("/")
        assert event.seat == state.active
        assert event.cost == min(printed, max(reduced, LEAST_COST[state.edition.id]))
        assert event.cost <= state.players[event.seat].influence
        assert card == event.card
        assert state.archives(place)[card] > 0
        if place not in ("commons", event.seat):
            assert state.effects.enemy_claims[event.seat] > 0
            assert event.archive not in state.effects.used_archives

    def wound_taken(self, state: NightfallState, event: e.WoundTaken, after: Sequence[Event]) -> None:
        """The next wound lies on top; the last face-up one sets the end (NF-END-1, NF-END-3, NF-END-4)."""
        if state.face_up:
            expected = ("face_up", state.face_up[0])
        elif state.face_down:
            expected = ("face_down", state.face_down[0])
        else:
            expected = ("exiled", state.exiled_wounds[-1])
        assert (event.origin, event.wound) == expected
        assert event.top == (state.face_up[1] if len(state.face_up) > 1 else None)
        assert (after[0] == e.EndTriggered(event.seat)) == (len(state.face_up) == 1)

    def game_ended(self, state: NightfallState, event: e.GameEnded, after: Sequence[Event]) -> None:
        """At the end of the phase that the end was set in, or when nothing can wound (NF-END-1, NF-END-8)."""
        if state.ending:
            assert self.phase in ("combat", "chain")
            assert not state.chain
        else:
            left = [card for card in _orders_left(state) if card in WOUNDING_ACTIONS or state.cards[card].is_minion]
            assert left == []
        assert event.wounds == {seat: sum(player.wounds.values()) for seat, player in state.players.items()}
        assert event.kinds == {seat: player.wounds for seat, player in state.players.items()}
        for rule, better, worse in zip(event.decided, event.ranking, event.ranking[1:], strict=False):
            assert _standing(state, better) < _standing(state, worse)
            assert rule == _deciding(_standing(state, better), _standing(state, worse))


def _health(state: NightfallState, minion: Any) -> int:
    return state.cards[minion.card].health - minion.damage


def _outcome(after: Sequence[Event]) -> list[Event] | None:
    """What came of a packet of damage: all up to the next thing that happens; None where the log breaks off."""
    parts = (e.MinionDamaged, e.MinionDestroyed, e.CardExiled, e.WoundTaken, e.EndTriggered, e.TargetChosen)
    told = [event for event in after if not isinstance(event, Asked)]
    end = next((at for at, event in enumerate(told) if not isinstance(event, parts)), None)
    return None if end is None else told[:end]


def _orders_left(state: NightfallState) -> Iterable[str]:
    piles: list[Iterable[str]] = [(card for card, left in state.commons.items() if left)]
    for player in state.players.values():
        piles += [player.hand, player.deck, player.discard, player.secret]
        piles += [(card for card, left in player.private.items() if left), (m.card for m in player.in_play)]
    return (card for pile in piles for card in pile if card in state.cards)


def _deciding(better: tuple[int, list[int], int], worse: tuple[int, list[int], int]) -> str:
    if better[0] != worse[0]:
        return "NF-END-7"
    first = next((at for at, counts in enumerate(zip(better[1], worse[1], strict=True)) if len(set(counts)) > 1), 2)
    return f"NF-TIE-{first + 1}"


def _card_of(event: e.CardResolved) -> tuple[str, str]:
    return event.seat, event.card


def _standing(state: NightfallState, seat: str) -> tuple[int, list[int], int]:
    """Fewest wounds, lowest highest number and so on, nearest on the first player's right (NF-TIE-1 to NF-TIE-3)."""
    counts = sorted(state.players[seat].wounds.values(), reverse=True)
    from_the_right = list(reversed(state.clockwise(str(state.start_player))))
    return sum(counts), counts, from_the_right.index(seat)


Rule = Callable[[Referee, NightfallState, Any, Sequence[Event]], None]

RULES: dict[type[Event], Rule] = {
    e.TurnBegan: Referee.turn_began,
    e.PhaseBegan: Referee.phase_began,
    e.TurnEnded: Referee.turn_ended,
    e.WoundEffectUsed: Referee.wound_effect_used,
    e.AttackDeclared: Referee.attack_declared,
    e.BlockDeclared: Referee.block_declared,
    e.DamageDealt: Referee.damage_dealt,
    e.MinionDestroyed: Referee.minion_destroyed,
    e.MinionDiscarded: Referee.minion_discarded,
    e.CardLinked: Referee.card_linked,
    e.MinionEnteredPlay: Referee.minion_entered_play,
    e.LinkPassed: Referee.link_passed,
    e.ChainClosed: Referee.chain_closed,
    e.CardResolved: Referee.card_resolved,
    e.LinkCancelled: Referee.link_cancelled,
    e.TargetChosen: Referee.target_chosen,
    e.CardsDrawn: Referee.cards_drawn,
    e.DeckShuffled: Referee.deck_shuffled,
    e.InfluenceGained: Referee.influence_gained,
    e.InfluenceLost: Referee.influence_lost,
    e.CardClaimed: Referee.card_claimed,
    e.WoundTaken: Referee.wound_taken,
    e.GameEnded: Referee.game_ended,
}
