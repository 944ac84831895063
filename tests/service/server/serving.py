"""The server over small applications, in a thread, and clients that speak as they like."""

import socket
from http.client import HTTPResponse
from threading import Thread

from service.server.__main__ import Server
from service.server.front_door import FrontDoor
from service.server.protocol import Unfinished
from tests.house import wait_until

LINE = b"POST /said HTTP/1.1\r\nHost: here\r\n"


class Connection:
    """A connection over which anything can be sent."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._received = Received(self.socket.makefile("rb"))

    def send(self, data):
        self.socket.sendall(data)

    def answer(self):
        """Status, headers and body of the next answer."""
        answer = HTTPResponse(self._received)
        answer.begin()
        return answer.status, dict(answer.headers), answer.read()

    def is_closed(self):
        """Whether the other side has ended the connection; waits for what comes first."""
        try:
            return self._received.file.read(1) == b""
        except ConnectionResetError:
            return True

    def close(self):
        self._received.file.close()
        self.socket.close()


class Received:
    """What has come over a connection and is not read yet: it stays there when an answer before it was read."""

    def __init__(self, file):
        self.file = file
        self.read, self.readline, self.readinto = file.read, file.readline, file.readinto

    def makefile(self, mode):
        """Itself, as whoever reads an answer asks a socket for a file."""
        return self

    def close(self):
        """Leave it open for the next answer."""


class Served:
    """A server that runs until `stop`."""

    def __init__(self, app, most):
        self.unfinished = Unfinished(most)
        self._server = Server(FrontDoor(app), self.unfinished, "127.0.0.1", 0)
        self._thread = Thread(target=self._server.run)
        self._thread.start()
        wait_until(lambda: self._server.started, "the server has started")
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def stop(self):
        """What a signal does."""
        self._server.should_exit = True
        self._thread.join()


class App:
    """Answers with what it was sent, unless `answers` has something else for the path; remembers what it was asked."""

    def __init__(self):
        self.asked = []
        self.answers = {}
        self.closed = 0

    def __call__(self, environ, start_response):
        self.asked.append(environ)
        path = environ["PATH_INFO"]
        body = self.answers[path](environ) if path in self.answers else [environ["wsgi.input"].read()]
        start_response("200 OK", [("Content-Type", "text/plain")])
        return Closing(self, body)


class Closing:
    """A body that tells its application when it is closed."""

    def __init__(self, app, parts):
        self._app = app
        self._parts = parts

    def __iter__(self):
        return iter(self._parts)

    def close(self):
        self._app.closed += 1
