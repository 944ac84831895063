"""Peers that notices are delivered to: a web server and a mail server, on loopback."""

import asyncio
import json
import threading
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket

from aiosmtpd.controller import Controller

LOOK_SECONDS = 0.02
"""How often a web server looks whether it is to end: as long does closing it take."""


class Hook:
    """A web server that remembers what was posted; `answers` are the statuses to come, then 204. `tls` is its context.

    With an `echo` it answers with that text, `{}` in it being the challenge that was posted.

    `before_answer()` is called when a request is there and not answered yet; `answered` counts the answers, each before
    it goes out: whoever has got one knows that it is counted.
    """

    def __init__(self, tls=None):
        hook = self
        self.posted = []
        self.answered = 0
        self.answers = []
        self.location = None
        self.echo = ""
        self.before_answer = lambda: None
        counting = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.posted.append((self.path, dict(self.headers), body))
                hook.before_answer()
                with counting:
                    hook.answered += 1
                self.send_response(hook.answers.pop(0) if hook.answers else 200 if hook.echo else 204)
                if hook.location:
                    self.send_header("Location", hook.location)
                challenge = json.loads(body).get("challenge", "") if hook.echo else ""
                said = hook.echo.format(challenge).encode()
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *given):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}/hook?x=1"
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, args=(LOOK_SECONDS,), daemon=True).start()

    @property
    def bodies(self):
        return [json.loads(body) for _, _, body in self.posted]

    @property
    def ids(self):
        return [headers["Nightledger-Delivery"] for _, headers, _ in self.posted]

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class MailServer:
    """An SMTP server that remembers what it took; `refuses` are addresses that it knows nothing of.

    `lines` are those of the last mail as they came. `before_answer()` is called when a mail is there and not answered
    yet; `answered` counts the senders that have heard the answer, each before it is let go.
    """

    def __init__(self):
        server = self
        self.refuses = set()
        self.taken = []
        self.lines = []
        self.answered = 0
        self.before_answer = lambda: None

        class Handler:
            async def handle_RCPT(self, peer, session, envelope, address, options):
                if address in server.refuses:
                    return "550 no such mailbox"
                envelope.rcpt_tos.append(address)
                return "250 OK"

            async def handle_DATA(self, peer, session, envelope):
                server.taken.append(message_from_bytes(envelope.content))
                server.lines = envelope.content.split(b"\r\n")
                await asyncio.to_thread(server.before_answer)
                return "250 OK"

            async def handle_QUIT(self, peer, session, envelope):
                server.answered += 1
                return "221 Bye"

        with socket() as trial:
            trial.bind(("127.0.0.1", 0))
            port = trial.getsockname()[1]
        self._controller = Controller(Handler(), hostname="127.0.0.1", port=port)
        self._controller.start()
        self.url = f"smtp://127.0.0.1:{port}"

    def text(self, number):
        """The text of a mail."""
        return self.taken[number].get_payload(decode=True).decode()

    def close(self):
        self._controller.stop(no_assert=True)
