"""The league of the organisers' guide: what a plan must say at least is enough to open one."""

import json
import re
from pathlib import Path

from domain.league.plan import read_plan

PAGE = (Path(__file__).parents[2] / "docs/organising.md").read_text()


def test_the_plan_of_the_guide_is_one_that_can_be_played(catalog):
    [body] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    wanted = json.loads(body)
    assert set(wanted) == {"game", "name", "plan"}
    plan = read_plan(wanted["plan"], catalog[wanted["game"]])
    assert [stage.kind for stage in plan.stages] == [stage["kind"] for stage in wanted["plan"]["stages"]]
