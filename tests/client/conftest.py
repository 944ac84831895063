from threading import Thread

import pytest
from werkzeug.serving import make_server

from service.app.application import create_app
from tests.installation import install


@pytest.fixture
def services(tmp_path):
    """A service of its own on SQLite files."""
    services = install(tmp_path / "home")
    yield services
    services.close()


@pytest.fixture
def address(services):
    """A server of the installation, on a port of its own."""
    server = make_server("127.0.0.1", 0, create_app(services), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
