"""How the game ended, and why: won or lost together, nobody is ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.contract.facets.explained import Reason
from domain.contract.game import Json, Outcome
from domain.games.last_spell.state import LastSpellState

COMPARED: Mapping[str, Callable[[LastSpellState], int]] = {
    "nights": lambda state: state.night if _is_won(state) else state.night - 1,
    "rounds": lambda state: 0 if _is_won(state) else state.round,
    "mages": lambda state: state.mages,
    "heroes": lambda state: sum(hero.in_play for hero in state.heroes.values()),
    "flames": lambda state: sum(state.panic),
    "constructions": lambda state: len(state.constructions),
}
"""What games of one deal are compared by that were all won, or all lost: nights survived, rounds of the night that was
lost, mages and heroes left, Flames on the panic track, constructions that stand."""


def outcome(state: LastSpellState) -> Outcome | None:
    """`detail` is `{outcome, night}`, with the `cause` of a defeat; None while the game goes on."""
    if state.result is None:
        return None
    return Outcome(places=None, detail=state.result, won=state.result["outcome"] == "won")


def compared(state: LastSpellState) -> dict[str, int]:
    """The values of a finished game, the most telling first."""
    return {name: value(state) for name, value in COMPARED.items()}


def _is_won(state: LastSpellState) -> bool:
    return state.result is not None and state.result["outcome"] == "won"


def why(ended: Mapping[str, Json]) -> tuple[str, ...]:
    """Why the game ended as it did, in sentences, from the data of its `GameEnded` alone.

    One that was stored under rules number 1 tells the outcome and, if it was lost, the cause.
    """
    reason = ended.get("reason", {})
    if ended["outcome"] == "won":
        return tuple(_won(ended["night"], reason))
    return tuple(_lost(ended["night"], ended["cause"], reason))


def deciding(ended: Mapping[str, Json]) -> Iterator[Reason]:
    """The same as reasons: how the game ended, the last blow, and how far the quests had come."""
    reason = ended.get("reason", {})
    if ended["outcome"] == "won":
        yield "won", {"night": ended["night"], "boss": reason.get("boss")}
        return
    yield ended["cause"], {"night": ended["night"], "round": reason.get("round")}
    if reason.get("hero") is not None:
        yield "last-blow", {"hero": reason["hero"], "by": reason["by"], "amount": reason["amount"]}
    for quest, read in reason.get("quests", {}).items():
        told = "quest-spared" if read.get("goal") == "no-building-destroyed" else "quest"
        yield told, {"quest": quest, "count": read["count"], "wanted": read["wanted"]}


def _won(night: int, reason: Mapping[str, Json]) -> Iterator[str]:
    yield f"The game is won: night {night} is survived."
    if boss := reason.get("boss"):
        yield f"The boss, {boss}, is beaten."


def _lost(night: int, cause: str, reason: Mapping[str, Json]) -> Iterator[str]:
    when = f"in Monster phase {reason['round']} of night {night}" if reason.get("round") else f"in night {night}"
    match cause:
        case "circle-fallen":
            yield f"The game is lost {when}: no mage is left in the circle (LS-NIGHT-5)."
            if by := reason.get("by"):
                yield f"{by} took the last of them with {_counted(reason['amount'], 'point')} of damage."
        case "quests-failed":
            yield f"The game is lost at dawn after night {night}: no quest was resolved (LS-DAWN-4)."
            yield from (_quest(id, read) for id, read in reason.get("quests", {}).items())
        case "no-heroes":
            yield f"The game is lost {when}: no hero is left (LS-SOLO-4, LS-INTRO-6)."
            yield from _blow(reason)
        case _:
            yield f"The game is lost {when}: a hero was eliminated (LS-HERO-2)."
            yield from _blow(reason)


def _blow(reason: Mapping[str, Json]) -> Iterator[str]:
    """Who dealt the last blow to whom, and which heroes had fallen before."""
    if (hero := reason.get("hero")) is None:
        return
    wounds, health = _counted(reason["amount"], "wound"), _counted(reason["health"], "life point")
    yield f"{reason['by']} dealt {hero}, who had {health}, the last {wounds}."
    fallen = [name for name in reason["heroes"] if name != hero]
    if fallen:
        yield f"Eliminated before: {', '.join(fallen)}."


def _quest(id: str, read: Mapping[str, Json]) -> str:
    """How far an unresolved quest had come."""
    told = {
        "no-building-destroyed": "{count} destroyed buildings, at most {wanted} allowed",
        "kill-monsters": "{count} of {wanted} monsters eliminated",
        "kill-level": "{count} of {wanted} monsters of its level eliminated",
        "panic-tokens-left-at-dawn": "{count} of {wanted} Flames left on the panic track",
        "mages-left-at-dawn": "{count} of {wanted} mages left in the circle",
    }
    return f"{id}: {told[read['goal']].format(**read)}."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
