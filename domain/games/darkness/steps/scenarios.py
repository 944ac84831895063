"""Actions of scenarios (chapter 14)."""

from __future__ import annotations

from domain.contract.game import Step


class ScenarioTried(Step, tag="scenario-tried", frozen=True):
    """The check of a scenario's action is settled."""

    action: str
    target: str | None = None
