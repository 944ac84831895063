"""A week of play by post: four people, the clock and the post looking every hour, and what everybody is told."""

import json

from service.api.app import create_app
from service.shapes import Posted
from tests.notify.peers import Hook
from tests.service.clocks import HOUR, Days
from tests.service.playing import HOLD

PEOPLE = ("ann", "bob", "cy", "dee")


class Week(Days):
    """A service in which an hour passes at once; every person has a webhook, at a path of their name."""

    def __init__(self, home):
        super().__init__(home, PEOPLE, NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes")
        self.hook = Hook()
        self.monday = self.clock.now
        self._post = self.services.post
        self._read = {}
        for name in PEOPLE:
            url = f"http://127.0.0.1:{self.hook.port}/{name}"
            self._post.channels.add_webhook(self.people[name], url, "generic")
        self.web = create_app(self.services).test_client()
        self.sweep()

    def hours(self, count):
        """Let so many hours pass; the clock and the post look at the end of each."""
        for _ in range(count):
            self.later(HOUR)
            self._post.reminders.step()
            self._post.sender.step()

    def hold(self, name, game_id):
        """Give the turn away."""
        return self.act(name, game_id, HOLD)

    def told(self, game_id):
        """Who was told what of a game since this was last asked, each person's news in their order."""
        read, self._read[game_id] = self._read.get(game_id, 0), len(self.hook.posted)
        found = {}
        for path, _, body in self.hook.posted[read:]:
            for notice in json.loads(body)["notices"]:
                if notice["game"] == game_id:
                    found.setdefault(path.strip("/"), []).append(notice["kind"])
        return found

    def waiting(self, game_id):
        """The names of those whose answer the game waits for."""
        view = self.view(game_id)
        return [view["seats"][seat]["name"] for seat in view["pending"]]

    def clock_of(self, game_id, seat):
        """A seat's clock as everybody sees it."""
        return self.view(game_id)["clocks"][seat]

    def ask_back(self, name, game_id, to):
        """Ask to go back to a version."""
        self.services.corrections.take_back(self.people[name], game_id, None, to, Posted(()))

    def agree(self, name, game_id):
        """Agree to the takeback that is asked."""
        self.services.corrections.answer_takeback(self.people[name], game_id, None, True, Posted(()))

    def resign(self, name, game_id):
        """Give the seat up."""
        self.services.absence.resign(self.people[name], game_id, None)

    def timeline(self, game_id):
        """The marks of `GET /games/{id}/timeline`, as a stranger reads them."""
        return self.web.get(f"/api/v1/games/{game_id}/timeline").json["marks"]

    def ids_are_unique(self):
        """Whether nothing was delivered twice."""
        return len(set(self.hook.ids)) == len(self.hook.ids)

    def close(self):
        self.hook.close()
        super().close()
