"""What a card text is made of: clauses, what they aim at, and what a minion does while it is in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from domain.contract.game import Run
from domain.games.nightfall.steps import CarryOut

Effect = Callable[[Run[Any], CarryOut, Any], None]
"""What a clause does: the run, the text under way, and the target (None if the clause has no aim)."""

Values = Callable[[Any, CarryOut], Sequence[str]]
"""What a clause can aim at: the state and the text under way."""

Strength = Callable[[Any, Any], int]
"""How strong a minion is: the state and the minion. The state holds the texts, and so is not named here."""


class Aim(msgspec.Struct, frozen=True):
    """What a clause has to choose before it is carried out.

    * `what`: the kind of thing, as the open decision tells it.
    * `values`: the legal ones, in the game's order; none if the text can do nothing (NF-TGT-6).
    * `chosen_by`: who chooses.
    * `ordered`: all the values are chosen, in an order.
    * `hand`: the values are cards of the hand of the seat that chooses (NF-RUL-38), `any` of them or only the
      `fitting` ones.
    """

    what: str
    values: Values
    chosen_by: Callable[[CarryOut], str]
    ordered: bool = False
    hand: Literal["no", "any", "fitting"] = "no"


class Clause(msgspec.Struct, frozen=True):
    """One part of a card text: what it does, what it aims at if it has to choose, how much it does then, and whether it
    may wound a player, also by the text of a card that it fetches."""

    effect: Effect
    aim: Aim | None = None
    amount: int | None = None
    may_wound: bool = False


class CardText(msgspec.Struct, frozen=True, kw_only=True):
    """All that is written on a card beyond numbers and colours; it wins over the rules (NF-TEXT-1).

    `chain`, `your_chain` and `kick` are its texts; `instead` is a kick that replaces the chain text (NF-KICK-5).
    The rest holds while it is in play (NF-TEXT-4), but for two:

    * `enters_hurt`: the damage it has when it enters play with its chain text carried out.
    * `wounds_players`: an action that can wound a player (NF-END-8); every minion can.
    """

    chain: Clause | None = None
    your_chain: Clause | None = None
    kick: Clause | None = None
    instead: Clause | None = None
    forced_blocker: bool = False
    unblockable: bool = False
    stays_in_play: bool = False
    shelters_its_player: bool = False
    destroyed_to: str = "discard"
    discarded_to: str = "discard"
    strength: Strength | None = None
    enters_hurt: int = 0
    wounds_players: bool = False

    def parts(self, own_chain: bool, kicked: bool) -> tuple[str, ...]:
        """Which of its texts are carried out, in order (NF-TEXT-2, NF-TEXT-3, EM-21, NF-KICK-5)."""
        if kicked and self.instead is not None:
            return ("instead",)
        first = ("chain",) if self.chain is not None else ("your_chain",) if self.your_chain and own_chain else ()
        return (*first, "kick") if kicked and self.kick is not None else first

    def may_wound(self, own_chain: bool, kicked: bool) -> bool:
        """Whether a player may be wounded by what of it is carried out in a chain."""
        clauses: list[Clause] = [getattr(self, part) for part in self.parts(own_chain, kicked)]
        return any(clause.may_wound for clause in clauses)
