"""A server in a thread of the test's own process, for what can only be seen over HTTP."""

import logging
from contextlib import contextmanager
from threading import Thread

from werkzeug.serving import make_server

SECONDS_TO_NOTICE = 0.02
"""In which a server looks whether it shall end; of itself it does so twice a second, and whoever ends it waits."""


@contextmanager
def served(application):
    """Where the WSGI application listens until the block ends: `http://127.0.0.1:PORT`, a port of its own."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, application, threaded=True)
    thread = Thread(target=server.serve_forever, args=(SECONDS_TO_NOTICE,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
