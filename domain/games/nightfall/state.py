"""The table of a game of Nightfall. Only events change it; what may be seen of it, `view` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from domain.contract.game import Run, State
from domain.games.nightfall.changes import SAYS_MORE
from domain.games.nightfall.components import WOUND, Catalogue
from domain.games.nightfall.rules.editions import Edition
from domain.games.nightfall.rules.text import CardText

Archives = dict[str, int]
"""Card -> how many are left in its archive."""


class Minion:
    """A minion in play. `name` is its id; in games of the first rules number it counts the copies that its seat has in
    play now. `serial`, the number of the piece, never changes.
    """

    __slots__ = ("card", "damage", "name", "seat", "serial")

    def __init__(self, seat: str, card: str, damage: int, name: str, serial: int) -> None:
        self.seat = seat
        self.card = card
        self.damage = damage
        self.name = name
        self.serial = serial

    def clone(self) -> Minion:
        """An independent copy."""
        return Minion(self.seat, self.card, self.damage, self.name, self.serial)


class Link:
    """An order in the chain that is not resolved: who played it, whether it is kicked, and its marks.

    `cancelled_by` is the seat whose Flank Attack hit it, `chooser` the seat that chooses its targets in place of
    `by`, `twice` whether its texts are carried out twice. `id` is None in games of the first rules number.
    """

    __slots__ = ("by", "cancelled_by", "card", "chooser", "id", "kick", "twice")

    def __init__(self, card: str, by: str, kick: bool, id: str | None) -> None:
        self.card = card
        self.by = by
        self.kick = kick
        self.id = id
        self.cancelled_by: str | None = None
        self.chooser: str | None = None
        self.twice = False

    def clone(self) -> Link:
        """An independent copy."""
        other = Link(self.card, self.by, self.kick, self.id)
        other.cancelled_by, other.chooser, other.twice = self.cancelled_by, self.chooser, self.twice
        return other


class Player:
    """What lies before one seat. `hand` newest last, `deck` top first, `discard` oldest first.

    `known_hand` are cards of the hand that all have seen going there, `sure_hand` those that all can know to be there:
    they, and all that were in the hand when the deck was last empty; `sure_wounds` counts the others of it that all can
    know to be wounds, though not of which types. `wounds` counts by type everywhere. In the draft, `packets` are all
    the packets this seat has held, as it got them, and `drafted` its picks, one a round; `picks` are those that become
    its private archives.
    """

    __slots__ = (
        "deck", "discard", "drafted", "hand", "id", "in_play", "influence", "known_hand", "packet", "packets",
        "picks", "private", "secret", "sure_hand", "sure_wounds", "wounds",
    )  # fmt: skip

    def __init__(self, seat: str, wounds: dict[str, int]) -> None:
        self.id = seat
        self.hand: list[str] = []
        self.known_hand: list[str] = []
        self.sure_hand: list[str] = []
        self.sure_wounds = 0
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.in_play: list[Minion] = []
        self.private: Archives = {}
        self.secret: list[str] = []
        self.influence = 0
        self.wounds = wounds
        self.packet: list[str] = []
        self.picks: list[str] = []
        self.packets: list[tuple[str, ...]] = []
        self.drafted: list[str] = []

    def clone(self) -> Player:
        """An independent copy, but for the minions in play, which the state shares out."""
        other = Player.__new__(Player)
        other.id, other.wounds, other.in_play = self.id, self.wounds.copy(), []
        other.hand = self.hand.copy()
        other.known_hand, other.sure_hand = self.known_hand.copy(), self.sure_hand.copy()
        other.sure_wounds = self.sure_wounds
        other.deck = self.deck.copy()
        other.discard = self.discard.copy()
        other.private = self.private.copy()
        other.secret = self.secret.copy()
        other.influence = self.influence
        other.packet = self.packet.copy()
        other.picks = self.picks.copy()
        other.packets = self.packets.copy()
        other.drafted = self.drafted.copy()
        return other

    def lose_from_hand(self, card: str) -> None:
        """Take the first copy out of the hand."""
        self.hand.remove(card)
        if card.startswith(WOUND) and card not in self.sure_hand:
            self.sure_wounds = max(0, self.sure_wounds - 1)
        for known in (self.known_hand, self.sure_hand):
            if card in known:
                known.remove(card)

    def return_to_hand(self, card: str) -> None:
        """Put a card into the hand in the open (NF-INFO-15)."""
        self.hand.append(card)
        self.known_hand.append(card)
        self.sure_hand.append(card)

    def tell_whole_hand(self) -> None:
        """All can know now each card of the hand."""
        self.sure_hand, self.sure_wounds = self.hand.copy(), 0

    def tell_wounds_alone(self) -> None:
        """All know now that the hand holds no order."""
        self.sure_wounds = len(self.hand) - len(self.sure_hand)

    @property
    def has_order(self) -> bool:
        """Whether the hand holds anything but wounds."""
        return any(not card.startswith(WOUND) for card in self.hand)


class DraftTable:
    """The draft under way: the cards in the centre, the rest (top first), and those out of the game."""

    __slots__ = ("centre", "removed", "rest", "round")

    def __init__(self) -> None:
        self.round = 1
        self.centre: list[str] = []
        self.rest: list[str] = []
        self.removed: list[str] = []

    def clone(self) -> DraftTable:
        """An independent copy."""
        other = DraftTable()
        other.round = self.round
        other.centre, other.rest, other.removed = self.centre.copy(), self.rest.copy(), self.removed.copy()
        return other


class TurnEffects:
    """Effects that last until the turn ends (NF-TURN-4).

    `enemy_claims` are the permissions of Indigo Six that are left, `used_archives` the archives that have given a
    card by one.
    """

    __slots__ = ("cost_reduction", "enemy_claims", "influence_doubled", "no_forced_block", "used_archives")

    def __init__(self) -> None:
        self.cost_reduction: dict[str, int] = {}
        self.enemy_claims: dict[str, int] = {}
        self.no_forced_block: list[str] = []
        self.influence_doubled: list[str] = []
        self.used_archives: list[str] = []

    def clone(self) -> TurnEffects:
        """An independent copy."""
        other = TurnEffects()
        other.cost_reduction = self.cost_reduction.copy()
        other.enemy_claims = self.enemy_claims.copy()
        other.no_forced_block = self.no_forced_block.copy()
        other.influence_doubled = self.influence_doubled.copy()
        other.used_archives = self.used_archives.copy()
        return other


class TextUnderWay(NamedTuple):
    """The part of a text that is carried out: of which link, `chain` or `kick`, in which run."""

    link: str
    part: str
    run: int


class NightfallState(State):
    """The whole table.

    `minions` finds a minion in play by its name. `attacks` are pairs (attacker, attacked seat) and `blocks`
    (blocker, attacker, serial of the blocker), as declared. `soaked` are the serials of the minions that took some
    of the last packet of damage. `wounded_turn` is the last turn in which a wound was taken, `ending` whether the
    last face-up wound was. `draft` is None once the archives lie open. `opened_since_told` are the secret archives that
    were revealed since it was told that one of them can wound, None when it was not. `pieces` counts the links and
    minions there were, `cause` the causes, of which the present one was brought about by `caused_by`; `text` is what is
    carried out.
    """

    __slots__ = (
        "active", "attacks", "blocks", "cards", "catalogue", "cause", "caused_by", "chain", "commons", "draft",
        "edition", "effects", "ending", "exiled", "exiled_wounds", "face_down", "face_up", "minions",
        "opened_since_told", "options", "phase", "pieces", "players", "ranking", "soaked", "start_player", "text",
        "texts", "treated", "turn", "wounded_turn",
    )  # fmt: skip

    def __init__(
        self,
        seats: Sequence[str],
        rules: int,
        edition: Edition,
        options: Mapping[str, Any],
        catalogue: Catalogue,
        texts: Mapping[str, CardText],
    ) -> None:
        super().__init__(seats, rules)
        self.edition = edition
        self.options = options
        self.catalogue = catalogue
        self.cards = catalogue.cards
        self.texts = texts
        self.phase = "draft"
        self.turn = 0
        self.active: str | None = None
        self.start_player: str | None = None
        self.players: dict[str, Player] = {}
        self.minions: dict[str, Minion] = {}
        self.pieces = 0
        self.cause = 0
        self.caused_by: str | None = None
        self.text: TextUnderWay | None = None
        self.face_up: list[str] = []
        self.face_down: list[str] = []
        self.commons: Archives = {}
        self.exiled: list[str] = []
        self.exiled_wounds: list[str] = []
        self.draft: DraftTable | None = None
        self.opened_since_told: tuple[str, ...] | None = None
        self.chain: list[Link] = []
        self.attacks: tuple[tuple[str, str], ...] = ()
        self.blocks: list[tuple[str, str, int]] = []
        self.soaked: list[int] = []
        self.effects = TurnEffects()
        self.treated = False
        self.ending = False
        self.wounded_turn = 0
        self.ranking: tuple[str, ...] = ()

    def clone(self) -> NightfallState:
        other = NightfallState.__new__(NightfallState)
        other.seats, other.rules, other.edition, other.options = self.seats, self.rules, self.edition, self.options
        other.catalogue, other.cards, other.texts = self.catalogue, self.cards, self.texts
        other.open, other.agenda = self.open, self.agenda
        other.phase, other.turn, other.active, other.start_player = (
            self.phase, self.turn, self.active, self.start_player,
        )  # fmt: skip
        other.minions = minions = {name: minion.clone() for name, minion in self.minions.items()}
        other.players = {}
        for seat, player in self.players.items():
            other.players[seat] = copy = player.clone()
            copy.in_play = [minions[minion.name] for minion in player.in_play]
        other.pieces = self.pieces
        other.cause, other.caused_by, other.text = self.cause, self.caused_by, self.text
        other.face_up, other.face_down = self.face_up.copy(), self.face_down.copy()
        other.commons = self.commons.copy()
        other.exiled, other.exiled_wounds = self.exiled.copy(), self.exiled_wounds.copy()
        other.draft = None if self.draft is None else self.draft.clone()
        other.opened_since_told = self.opened_since_told
        other.chain = [link.clone() for link in self.chain]
        other.attacks, other.blocks, other.soaked = self.attacks, self.blocks.copy(), self.soaked.copy()
        other.effects = self.effects.clone()
        other.treated, other.ending = self.treated, self.ending
        other.wounded_turn, other.ranking = self.wounded_turn, self.ranking
        return other

    @property
    def active_seat(self) -> str:
        """The seat whose turn it is: there is one from the first turn on."""
        assert self.active is not None
        return self.active

    @property
    def says_more(self) -> bool:
        """Whether the top wound lies open, pieces have ids, and causes are counted and told."""
        return self.rules >= SAYS_MORE

    @property
    def present_cause(self) -> int | UnsetType:
        """The number of the cause under way, for the events that follow from it."""
        return self.cause or UNSET

    @property
    def next_cause(self) -> int | UnsetType:
        """The number of a cause that begins now."""
        return self.cause + 1 if self.rules >= SAYS_MORE else UNSET

    def new_id(self, seat: str, card: str) -> str | UnsetType:
        """The id of a piece that comes into the chain or into play now: a new one each time, and never a position."""
        return f"{seat}/{card}/#{self.pieces + 1}" if self.rules >= SAYS_MORE else UNSET

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All seats, clockwise, from `first` on."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def archives(self, place: str) -> Archives:
        """The archives of `commons` or of a seat."""
        return self.commons if place == "commons" else self.players[place].private

    def link_name(self, at: int) -> str:
        """The id of a link of the chain; of one that has none its position."""
        return self.chain[at].id or self.link_position(at)

    def link_position(self, at: int) -> str:
        """A link as `seat/card`, a second copy by the same seat, in the order played, `/2`."""
        link = self.chain[at]
        name = f"{link.by}/{link.card}"
        copy = 1 + sum(1 for other in self.chain[:at] if other.card == link.card and other.by == link.by)
        return name if copy == 1 else f"{name}/{copy}"

    def link_named(self, name: str) -> Link:
        """The link of the chain with this name."""
        return next(link for at, link in enumerate(self.chain) if self.link_name(at) == name)

    def minion_position(self, minion: Minion) -> str:
        """A minion in play as `seat/card`, a second copy before the same seat, in the order of entering, `/2`."""
        earlier = takewhile(lambda other: other is not minion, self.players[minion.seat].in_play)
        copy = 1 + sum(1 for other in earlier if other.card == minion.card)
        name = f"{minion.seat}/{minion.card}"
        return name if copy == 1 else f"{name}/{copy}"

    def enter_play(self, seat: str, card: str, damage: int, id: str | None) -> None:
        """Put a minion into play before a seat; without an id its position is its name."""
        self.pieces += 1
        minion = Minion(seat, card, damage, id or "", self.pieces)
        self.players[seat].in_play.append(minion)
        minion.name = id or self.minion_position(minion)
        self.minions[minion.name] = minion

    def leave_play(self, name: str) -> Minion:
        """Take a minion out of play; where positions are names, later copies move up."""
        gone = self.minions.pop(name)
        in_play = self.players[gone.seat].in_play
        at = in_play.index(gone)
        del in_play[at]
        if self.says_more:
            return gone
        for minion in in_play[at:]:
            if minion.card == gone.card:
                del self.minions[minion.name]
                minion.name, name = name, minion.name
                self.minions[minion.name] = minion
        return gone


def draft_of(state: NightfallState) -> DraftTable:
    """The table of the draft under way."""
    assert state.draft is not None
    return state.draft


NightfallRun = Run[NightfallState]
