"""What a greedy seat's ratings go by: a data file, tuned by matches (`nightledger data tune-ratings nightfall`)."""

from __future__ import annotations

from typing import NamedTuple

from domain.contract.facets.tunable import read_ratings


class Weights(NamedTuple):
    """Points, of which a wound dealt by an attack counts `wound`."""

    cost: float
    """To own a card, for each influence that it costs."""
    power: float
    """To own a card, for each point of its power."""
    wounding: float
    """To own a card whose text wounds players."""
    own_wound: float
    """To own a wound."""

    link: float
    """To link a card."""
    linked_power: float
    """To link a card, for each point of its power."""
    kicked: float
    """To link a card that is kicked."""
    wounding_link: float
    """To link a card whose text wounds players."""
    aimed: float
    """To link a card whose text hits a minion, where enemies have some."""
    aimed_at_own: float
    """The same where only own ones can be hit."""
    own_chain: float
    """To link a card whose text counts in one's own chain, in one's own turn."""

    wound: float
    """A wound that an attack deals."""
    soaked: float
    """A point of an attack's damage that minions can take."""
    behind: float
    """By so much a wound of the seat that seems to be last counts less."""
    unguarded: float
    """By so much it counts more of a seat that has no minion in play: who buys in peace and is left alone wins."""
    kept_off: float
    """A wound that a block keeps off."""
    top_hurts: float
    """By so much it counts more if the open top wound is of the type that the seat has most of."""
    lost: float
    """A point of strength of a blocker that falls, to be taken off."""


def read_weights() -> Weights:
    """The weights of the data file."""
    return Weights(**read_ratings("domain.games.nightfall.bot"))


WEIGHTS = read_weights()
