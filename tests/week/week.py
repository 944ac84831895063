"""A week of play by post: four people, the clock and the post looking every hour, and what everybody is told.

Redis and the worker that plays for AIs are real processes; the time is the test's.
"""

from collections import Counter
from threading import Event

from service.app.application import create_app
from service.games.shapes import Posted
from service.operation.turns import TurnQueue, job_id
from tests.house import DEADLINE, wait_until
from tests.installation import GAMES
from tests.notify.hooks import confirmed_webhook
from tests.service.clocks import HOUR, Days
from tests.service.playing import HOLD
from tests.week.letters import ADDRESS, MAILED, Letters
from tests.week.processes import Processes
from workers.dispatcher import Dispatcher
from workers.patience import SHORTEST_SECONDS

PEOPLE = ("ann", "bob", "cy", "dee")


class Week(Days):
    """A service in which an hour passes at once."""

    def __init__(self, folder):
        self._letters, self._processes = Letters(), Processes(folder)
        self._processes.redis.start()
        self._environ = {
            "NIGHTLEDGER_WEBHOOKS_TO_PRIVATE": "yes",
            "NIGHTLEDGER_SMTP_URL": self._letters.mails.url,
            "NIGHTLEDGER_PACE_RANDOM": "0",
            "REDIS_URL": self._processes.redis.url,
        }
        super().__init__(folder / "home", PEOPLE, **self._environ)
        self._processes.tell(self.clock.now)
        self.monday = self.clock.now
        self._read = {}
        self._open_channels()
        self.web = create_app(self.services).test_client()
        self._queue = TurnQueue(self.services.redis)
        read_models, pace = self.services.read_models, self.services.settings.bot_pace
        self._looks = 0
        self._dispatcher = Dispatcher(read_models, self.services.delayed, self._queue, pace, self.clock, self._elapsed)
        self._start("worker")
        self.sweep()

    def _elapsed(self):
        """The seconds that the dispatcher waits by: one passes with each of its looks."""
        return self.clock.now + self._looks

    def later(self, seconds, awake=True):
        super().later(seconds, awake)
        self._processes.tell(self.clock.now)

    def hours(self, count):
        """Let so many hours pass; at the end of each the clock looks, the AIs play, and the post looks."""
        for _ in range(count):
            self.later(HOUR)
            self.services.post.reminders.step()
            self.ais_answer()
            self.deliver()

    def ais_answer(self):
        """Have the worker answer all that AIs must decide."""

        def nothing_waits():
            self._looks += 1
            self._dispatcher.step()
            return not self._ai_turns()

        wait_until(nothing_waits, "the AIs have answered")

    def deliver(self):
        """Have the post look."""
        self.services.post.sender.step()

    # ---- what people do

    def hold(self, name, game_id):
        """Give the turn away."""
        return self.act(name, game_id, HOLD)

    def come_to(self, name, game_id):
        """Sit down."""
        self.services.ledger.sit(self.people[name], game_id)

    def ask_back(self, name, game_id, to):
        """Ask to go back to a version."""
        self.services.corrections.take_back(self.people[name], game_id, None, to, Posted(()))

    def agree(self, name, game_id):
        """Agree to the takeback that is asked."""
        self.services.corrections.answer_takeback(self.people[name], game_id, None, True, Posted(()))

    def resign(self, name, game_id):
        """Give the seat up."""
        self.services.absence.resign(self.people[name], game_id, None)

    # ---- what is killed

    def kill_redis_with_a_turn_in_it(self):
        """An AI's turn waits in Redis when it is killed; it starts empty, and after a while the turn is there again."""
        self._processes.kill("worker")
        self._dispatcher.step()
        [turn] = self._ai_turns()
        lost = {job_id(turn.game_id, turn.decision)}
        assert self._queue.waiting() == lost
        self._processes.redis.stop()
        self.later(1)
        self._dispatcher.step()
        self._processes.redis.start()
        assert self._queue.waiting() == set()
        self.later(int(SHORTEST_SECONDS) + 1)
        self._dispatcher.step()
        self._dispatcher.step()
        assert self._queue.waiting() == lost
        self._start("worker")

    def kill_the_sender(self, letters):
        """A sender's process is killed when the peers have acknowledged so many letters, none of which it has marked:
        the ids of these."""
        before, acknowledged = self._ids(), self._letters.acknowledged()
        came, nothing_is_marked = Event(), Event()

        def hold():
            came.set()
            nothing_is_marked.wait(DEADLINE)

        self._letters.before_answers(hold)
        self._start("notify")
        assert came.wait(DEADLINE), "the peers have got nothing"
        with self.services.post.outbox.database.writing():
            nothing_is_marked.set()
            wait_until(lambda: self._letters.acknowledged() == acknowledged + letters, "they have said so")
            self._processes.kill("notify")
        self._letters.before_answers(lambda: None)
        return self._ids() - before

    # ---- what is seen

    def told(self, game_id):
        """Who was told what of a game since this was last asked, each person's news in their order.

        What comes once more under the id that it had is not news.
        """
        letters = {letter.id: letter for letter in self._letters.received() if letter.game == game_id}
        read = self._read.setdefault(game_id, set())
        found = {}
        for letter in letters.values():
            if letter.id not in read:
                found.setdefault(letter.to, []).append(letter.kind)
        read.update(letters)
        return found

    def letters_of(self, game_id):
        """All that anybody was told of a game."""
        return [letter for letter in self._letters.received() if letter.game == game_id]

    def repeated(self):
        """The ids of what came more than once, and how often it came."""
        times = Counter(letter.id for letter in self._letters.received())
        return {letter: count for letter, count in times.items() if count > 1}

    def waiting(self, game_id):
        """The names of those whose answer the game waits for."""
        view = self.view(game_id)
        return [view.seats[seat].name for seat in view.pending]

    def clock_of(self, game_id, seat):
        """A seat's clock as everybody sees it."""
        return self.view(game_id).clocks[seat]

    def log(self, game_id):
        """The public parts of the log, in its order."""
        return [entry.read() for entry in self.services.store.entries(game_id)]

    def ordered(self, game_id):
        """The events, as everybody reads them, of those commands that a standing order has given."""
        entries = self.services.store.entries(game_id)
        return [entry.read() for entry in entries if "closed" in entry.private and _is_ordered(entry)]

    def timeline(self, game_id):
        """The marks of `GET /games/{id}/timeline`, as a stranger reads them."""
        return self.web.get(f"/api/v1/games/{game_id}/timeline").json["marks"]

    def close(self):
        self._processes.close()
        self._letters.close()
        super().close()

    def _open_channels(self):
        channels = self.services.post.channels
        for name in PEOPLE:
            if name != MAILED:
                url = f"http://127.0.0.1:{self._letters.hook.port}/{name}"
                confirmed_webhook(self.services.post, self.people[name], url)
        channels.confirm(channels.link(channels.set_mail(self.people[MAILED], ADDRESS)))

    def _start(self, role):
        home = str(self.services.settings.home)
        environ = {"NIGHTLEDGER_HOME": home, "NIGHTLEDGER_EXTRA_GAMES": GAMES}
        self._processes.start(role, environ | self._environ)

    def _ai_turns(self):
        return self.services.read_models.lists.ai_turns()

    def _ids(self):
        return {letter.id for letter in self._letters.received()}


def _is_ordered(entry):
    return bool(entry.private["closed"].part.get("order"))
