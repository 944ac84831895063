"""What the ratings go by: a data file, tuned by matches (`nightledger data tune-ratings darkness`)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.tunable import read_ratings

Weights = Mapping[str, int]
"""Points by name, a hundred to a VP. What comes in kinds is named by kind, and the bare name stands for all others.

`failure`, `wound` and `death` are what each costs; `fought` to have to fight after all, `caught` to end a turn where a
boss comes; `step` a step of the way, `try` a try at a door or window.

`explore` is what a new tile is worth, `new tile` a space from which one can be discovered, `unlooked` the least that a
look at disks is worth; `mended` is a point of health that is not urgent, `slain` the end of a boss besides its VP.

`stake KIND` is what the success of a check is worth, or a level where levels count (`level`); `wanted TOKEN` a token
besides its VP, `gain ACTION` and `loss ACTION` what an action of a scenario wins and costs.

`delivered`, `gathered`, `bomb` and `look` are what it is worth to bring what is wanted, to use what was gathered, to be
at the bomb, to look about for a leaf; `part` is a seat's part in the plan for the jars, `stake jar` a check of it.
"""


def read_weights() -> Weights:
    """The weights of the data file."""
    return whole_points(read_ratings("domain.games.darkness.bot"))


def whole_points(weights: Mapping[str, float]) -> Weights:
    """The same, as ratings count them."""
    return {name: round(weight) for name, weight in weights.items()}


def of_kind(weights: Weights, name: str, kind: str, others: str | None = None) -> int:
    """The weight that is named by a kind; or that of all others, which has the bare name if it is not told."""
    return weights.get(f"{name} {kind}", weights[others or name])


WEIGHTS = read_weights()
