"""What the ratings go by: a data file, tuned by matches (`nightledger data tune-ratings last-spell`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.contract.facets.tunable import read_ratings


class Weights(NamedTuple):
    """Points, of which a dead monster next to the circle counts some fifty."""

    monster: int
    """A monster that is eliminated."""
    damage: int
    """Each point of damage that it deals."""
    near: int
    """That it is at the circle; less `away` for each step from it."""
    away: int
    """A step of a monster from the circle, to be taken off."""
    beside_circle: int
    """That it stands beside the circle."""
    tile: int
    """A boss's tile that is eliminated."""
    boss: int
    """A boss that is beaten: the last night is won by that, and in no other way."""
    minion: int
    """A monster that has to die before the Harpy comes down, besides (LS-BOSS-HARPY-6)."""
    quest: int
    """A monster whose end brings a quest on, besides."""
    wound: int
    """A wound of a hero, to be taken off."""
    fallen: int
    """The death of a hero by an attack of its friends, to be taken off."""

    worthwhile: int
    """The least gain for which an Action token is spent."""
    action: int
    """An Action token of a technique's price."""
    mana: int
    """A Mana of it."""
    movement: int
    """A movement point of it."""
    rock: int
    """A piece of ammunition of a construction."""

    death: int
    """To stand where the hero will surely die: the death of one loses the game."""
    mortal: int
    """To stand where it may die."""
    flight: int
    """A hero in mortal danger flees to where it is so much smaller."""
    fear: int
    """A way that leads on is gone if it adds less danger than this, or if it does not end in mortal danger."""
    lead: int
    """A step nearer to where the hero is wanted."""
    hunt: int
    """Whether a boss on the board calls the hero: not if it is 0."""
    alarm: int
    """So many steps from the circle a monster calls a hero whom the boss calls, too."""
    watch: int
    """So many steps from it one calls a hero whom no boss calls."""

    kept_off: int
    """A point of damage that an armour card takes."""
    wasted: int
    """A point that it could have taken besides, to be taken off."""


def read_weights() -> Weights:
    """The weights of the data file."""
    return whole_points(read_ratings("domain.games.last_spell.bot"))


def whole_points(weights: Mapping[str, float]) -> Weights:
    """The same, as ratings count them."""
    return Weights(**{name: round(weight) for name, weight in weights.items()})


WEIGHTS = read_weights()
