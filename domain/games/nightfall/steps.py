"""What can be left to do: the steps of the agenda, in the order in which a game comes to them."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Step


class EndDraftRound(Step, tag="end-draft-round", frozen=True):
    """All have picked: pass the packets or turn the archives up."""


class DealHands(Step, tag="deal-hands", frozen=True):
    """Shuffle the decks, deal five cards to each seat, draw the first player."""


class BeginTurn(Step, tag="begin-turn", frozen=True):
    """The turn of a seat."""

    seat: str


class BeginCombat(Step, tag="begin-combat", frozen=True):
    """Ask for the attacks, or go on to the chain if there is no minion."""


class Strike(Step, tag="strike", frozen=True):
    """The combat of one attacker, named as declared."""

    attacker: str


class Absorb(Step, tag="absorb", frozen=True):
    """A seat has to say in which order its forced blockers take the damage of a card. The answer takes it off."""

    seat: str
    amount: int
    card: str


class EndCombat(Step, tag="end-combat", frozen=True):
    """Discard the attackers."""


class BeginChain(Step, tag="begin-chain", frozen=True):
    """Ask the active seat for the first link."""


class Moment(Step, tag="moment", frozen=True):
    """A seat may add links."""

    seat: str


class Answers(Step, tag="answers", frozen=True):
    """The active seat is done: the others may answer, if there is a chain."""


class CloseChain(Step, tag="close-chain", frozen=True):
    """Every seat has had its moment."""


class ResolveLink(Step, tag="resolve-link", frozen=True):
    """Resolve the last link that waits, or end the phase."""


class CarryOut(Step, tag="carry-out", frozen=True):
    """The texts of a card that are still to be carried out, in order.

    `by` is the seat that played it, the "you" of its texts; `chooser` chooses its targets. `parts` are the fields
    of its `CardText`. `aim` is what the part before these was aimed at. `place` is where the card is meanwhile:
    in the chain, or fetched, into play or into the hand. `link` is the link that brings it about, `run` which of its
    two runs this is; in games of the first rules number neither is told.
    """

    card: str
    by: str
    chooser: str
    parts: tuple[str, ...]
    aim: str | tuple[str, ...] | None = None
    place: str = "chain"
    link: str | UnsetType = UNSET
    run: int | UnsetType = UNSET


class EndKick(Step, tag="end-kick", frozen=True):
    """A kick text was carried out, as far as possible."""

    seat: str
    card: str
    link: str | UnsetType = UNSET


class Deal(Step, tag="deal", frozen=True):
    """One packet of damage from a card text to a seat."""

    card: str
    by: str
    seat: str
    amount: int


class FinishLink(Step, tag="finish-link", frozen=True):
    """The texts of the last link are finished: it enters play or is discarded."""


class BeginClaim(Step, tag="begin-claim", frozen=True):
    """Ask the active seat for its claims."""


class BeginCleanup(Step, tag="begin-cleanup", frozen=True):
    """The influence that is left is lost."""


class OfferTreatment(Step, tag="offer-treatment", frozen=True):
    """Ask for the wound effect, if it can be used."""


class DrawUp(Step, tag="draw-up", frozen=True):
    """Draw to five."""


class EndTurn(Step, tag="end-turn", frozen=True):
    """End the turn, and the game if nobody can be wounded any more."""


STEPS: tuple[type[Step], ...] = (
    EndDraftRound, DealHands, BeginTurn, BeginCombat, Strike, Absorb, EndCombat, BeginChain, Moment, Answers,
    CloseChain, ResolveLink, CarryOut, EndKick, Deal, FinishLink, BeginClaim, BeginCleanup, OfferTreatment, DrawUp,
    EndTurn,
)  # fmt: skip
