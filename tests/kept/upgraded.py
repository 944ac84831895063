"""Kept installations, brought to this program's schema and used again by those who played there."""

from click.testing import CliRunner

from service.app.application import create_app
from service.bootstrap import build
from service.cli.db import command as db
from tests.installation import settings_of
from tests.service.api.conftest import Caller
from tests.service.clocks import HandClock
from workers.clock import Sweeper

MINUTE = 60


class Installation:
    """A kept one that lies in `home`, after this program's `db upgrade`, a minute after its processes were ended."""

    def __init__(self, kept, home, **environ):
        done = CliRunner().invoke(db, ["upgrade"], env={"NIGHTLEDGER_HOME": str(home), **environ})
        assert done.exit_code == 0, done.output
        self.kept, self.clock = kept, HandClock(kept.listed["ended"] + MINUTE)
        self.services = build(settings_of(home, NIGHTLEDGER_EXTRA_GAMES="", **environ), self.clock)
        self.services.read_models.follower.catch_up(30)
        self.app = create_app(self.services)
        self.callers = {name: Caller(self.app.test_client(), name, token) for name, token in kept.tokens.items()}

    def sweep(self):
        """Let the clock process look once."""
        parts = self.services
        parts.heartbeat.watch()
        Sweeper(parts.read_models, parts.clockwork, parts.vacations, parts.expiry).step()
        self.services.read_models.follower.catch_up(30)


def seen_by_somebody(callers, path):
    """What is answered to the first who may see it: who that is, and the answer."""
    for caller in callers.values():
        answer = caller.get(path)
        if answer.status_code == 200:
            return caller, answer.json
    raise AssertionError(f"nobody may see {path}")


def moves(callers, game):
    """Somebody whose turn it is plays the first action that is legal: whether there was one."""
    for caller in callers.values():
        view = caller.get(f"/games/{game['id']}").json
        if view.get("decision") and view["legal"]:
            answer = caller.act(view, view["legal"][0], decision=view["decision"])
            assert answer.status_code == 200, answer.text
            return True
    return False
