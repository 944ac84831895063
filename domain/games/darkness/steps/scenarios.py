"""Actions of scenarios (chapter 14)."""

from __future__ import annotations

from domain.contract.game import Step


class ScenarioTried(Step, tag="scenario-tried", frozen=True):
    """The check of a scenario's action is settled."""

    action: str
    target: str | None = None


class ScenarioBegins(Step, tag="scenario-begins", frozen=True):
    """A scenario's action goes on after what its check brought."""

    action: str
