"""Rule cases: small YAML documents that say what the rules do, run against the engine.

`docs/rules/cases.md` has the format.
"""

from __future__ import annotations

from domain.cases.files import Case, collect
from domain.cases.play import CaseFailed
from domain.cases.runner import Games, Verdict, report, run, verdict

__all__ = ["Case", "CaseFailed", "Games", "Verdict", "collect", "report", "run", "verdict"]
