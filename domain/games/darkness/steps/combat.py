"""Combat and retreat (chapter 10)."""

from __future__ import annotations

from domain.contract.game import Step


class Initiative(Step, tag="initiative", frozen=True):
    """The initiative is thrown for."""


class InitiativeThrown(Step, tag="initiative-thrown", frozen=True):
    """The initiative check is settled."""


class CombatRound(Step, tag="combat-round", frozen=True):
    """A round of combat begins."""


class Attack(Step, tag="attack", frozen=True):
    """The character attacks."""


class Attacked(Step, tag="attacked", frozen=True):
    """An attack check is settled."""


class Defend(Step, tag="defend", frozen=True):
    """The character is attacked."""


class Defended(Step, tag="defended", frozen=True):
    """A defence check is settled."""


class OfferShield(Step, tag="offer-shield", frozen=True):
    """The next of these helpers may take the damage meant for a seat."""

    seat: str
    helpers: tuple[str, ...]


class OfferSacrifice(Step, tag="offer-sacrifice", frozen=True):
    """Who takes the damage may lose an ally for it."""

    seat: str


class RoundOver(Step, tag="round-over", frozen=True):
    """A round of combat is over."""


class Fled(Step, tag="fled", frozen=True):
    """A retreat check is settled; `early` at the start of the turn."""

    adversary: str
    early: bool
