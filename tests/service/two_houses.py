"""Two installations that share the seeds of games: each listens, and names the other with its key."""

from contextlib import ExitStack, closing, contextmanager

from service.app.application import create_app
from service.bootstrap import build
from service.databases import open_store
from service.store.published.receipts import Signer
from tests.installation import prepare, settings_of
from tests.league.bots import MORE_GAMES
from tests.serving import served


class DoorHouse:
    """An installation whose door can be shut; `now` is its time, which a test sets."""

    def __init__(self, home):
        self.home, self.open, self.now = home, True, 1_700_000_000
        with closing(open_store(prepare(home))) as store:
            self.key = Signer(store).keys()[0].key
        self._application = None

    def __call__(self, environ, start_response):
        if not self.open:
            start_response("502 Bad Gateway", [])
            return [b""]
        return self._application(environ, start_response)

    def build(self, url, other):
        """Make its services, which share seeds with another that is there."""
        settings = settings_of(
            self.home, NIGHTLEDGER_SEED_PARTNERS=f"{url}+{other.key}", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES
        )
        self.services = build(settings, lambda: self.now)
        self._application = create_app(self.services)


@contextmanager
def two_houses(folder):
    """A host and its partner."""
    host, partner = DoorHouse(folder / "host"), DoorHouse(folder / "partner")
    with ExitStack() as stack:
        host.url, partner.url = (stack.enter_context(served(house)) for house in (host, partner))
        for house, other in ((host, partner), (partner, host)):
            house.build(other.url, other)
            stack.enter_context(closing(house.services))
        yield host, partner
