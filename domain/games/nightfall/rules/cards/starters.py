"""The six starter minions. They are exiled when they leave play (NF-CARD-STARTER-1).

Discarded from the hand (NF-CARD-STARTER-2) or returned to it (NF-CARD-STARTER-3) they are not: they were not in
play, or are not destroyed.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.nightfall.rules.damage import exile
from domain.games.nightfall.rules.effects import damages_a_minion, damages_a_player, draws, gains
from domain.games.nightfall.rules.targets import A_DISCARDED_WOUND
from domain.games.nightfall.rules.text import CardText, Clause
from domain.games.nightfall.state import NightfallRun
from domain.games.nightfall.steps import CarryOut


def _starter(chain: Clause | None = None, your_chain: Clause | None = None) -> CardText:
    return CardText(chain=chain, your_chain=your_chain, destroyed_to="exile", discarded_to="exile")


def _exile_wound(run: NightfallRun, text: CarryOut, wound: str) -> None:
    exile(run, wound, "discard", text.by)


STARTERS: Mapping[str, CardText] = {
    # NF-CARD-bad-smoke-1, NF-CARD-bad-smoke-2, NF-CARD-bad-smoke-3
    "bad-smoke": CardText(forced_blocker=True, stays_in_play=True, destroyed_to="exile"),
    # NF-CARD-charlotte-reyes-1
    "charlotte-reyes": _starter(draws(1)),
    # NF-CARD-enraged-wight-1
    "enraged-wight": _starter(damages_a_player(1)),
    # NF-CARD-genesis-one-1
    "genesis-one": _starter(Clause(_exile_wound, A_DISCARDED_WOUND)),
    # NF-CARD-jj-mcteague-1
    "jj-mcteague": _starter(damages_a_minion(1)),
    # NF-CARD-yuri-koroviev-1
    "yuri-koroviev": _starter(your_chain=gains(1)),
}
