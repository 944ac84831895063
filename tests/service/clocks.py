"""An installation whose time a test turns on by hand, and the clock process that looks at it."""

from service.bootstrap import Services
from service.games.shapes import NewGame
from tests.installation import install
from tests.service.playing import act
from workers.clock import Sweeper

HOUR, DAY = 3600, 86_400

DAILY = {"per_decision": DAY, "policy": "default"}


class HandClock:
    """A time in seconds UTC that stands still until it is turned on."""

    def __init__(self, now: int = 1_800_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Days:
    """A service in which days pass at once."""

    def __init__(self, home, people=("ann", "bob", "cy"), **environ) -> None:
        self.clock = HandClock()
        self.services: Services = install(home, self.clock, **environ)
        self.people = {name: self.services.accounts.create(name)[0].id for name in people}
        parts = self.services
        self._sweeper = Sweeper(parts.read_models, parts.clockwork, parts.vacations, parts.expiry)

    def sweep(self) -> None:
        """Let the web give its heartbeat, and the clock process look once."""
        self.services.heartbeat.watch()
        self.services.read_models.follower.catch_up(10)
        self._sweeper.step()
        self.services.read_models.follower.catch_up(10)

    def later(self, seconds: int, awake: bool = True) -> None:
        """Let time pass; `awake` says whether people could act all the while."""
        self.pass_time(seconds, awake=awake)
        self.sweep()

    def pass_time(self, seconds: int, awake: bool = True) -> None:
        """Let time pass, and nobody look."""
        if awake:
            self.services.heartbeat.beat()
        self.clock.now += seconds
        if awake:
            self.services.heartbeat.beat()

    def open(self, *names, clock=None, game="pig", ais=(), options=None, **more) -> str:
        """A running game of these people, s1 and so on in their order, and then AIs: its id."""
        seats = [{"account": "me"}, *({"account": name} for name in names[1:]), *({"ai": level} for level in ais)]
        ledger, first = self.services.ledger, self.people[names[0]]
        game_id = ledger.open_game(first, NewGame(game, seats, options or {}, clock=clock, **more))
        for name in names[1:]:
            ledger.sit(self.people[name], game_id)
        return game_id

    def go_on_vacation(self, name, seconds) -> int:
        """The person goes on vacation, as over the API: until when."""
        until = self.clock.now + seconds
        self.services.vacations.take(self.people[name], until)
        self._keep_vacation(name)
        return until

    def come_back(self, name) -> None:
        """The person's vacation ends early."""
        self.services.vacations.end(self.people[name])
        self._keep_vacation(name)

    def _keep_vacation(self, name) -> None:
        read_models = self.services.read_models
        read_models.follower.catch_up(10)
        for game_id in read_models.lists.running_games_of(self.people[name]):
            self.services.vacations.apply(self.people[name], game_id)

    def act(self, name, game_id, *actions):
        """Answer the person's open decision."""
        return act(self.services.ledger, self.people[name], game_id, *actions)

    def view(self, game_id, name=None):
        """The game as the person sees it, or a spectator."""
        return self.services.ledger.view(game_id, self.people.get(name))

    def types(self, game_id) -> list[str]:
        """The types of the game's events."""
        return [event["type"] for event in self.services.ledger.events(game_id, limit=10_000)]

    def close(self) -> None:
        self.services.close()
