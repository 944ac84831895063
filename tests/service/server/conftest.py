"""An application, servers over it, and connections to them."""

from contextlib import ExitStack, closing

import pytest

from tests.service.server.serving import App, Connection, Served


@pytest.fixture
def app():
    return App()


@pytest.fixture
def serve(app):
    """Starts a server over the application that lets so many be slow at a time."""
    with ExitStack() as served:

        def start(most=100):
            made = Served(app, most)
            served.callback(made.stop)
            return made

        yield start


@pytest.fixture
def connect():
    """Opens connections to a server."""
    with ExitStack() as opened:
        yield lambda served: opened.enter_context(closing(Connection(served.port)))
