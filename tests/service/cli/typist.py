"""Somebody at a terminal: reads the list that was printed, and types a number of it."""

import io
import re
import sys
from contextlib import redirect_stdout

ITEM = re.compile(r"^ {0,3}(\d+) (.*)$", re.MULTILINE)


class Typist(io.TextIOBase):
    """The standard input of a person who prefers answers with certain words, and reads what is printed for that.

    After so many lines the input ends, as it does when a terminal is closed.
    """

    def __init__(self, *wanted, lines=10_000):
        self.screen, self.wanted, self.left, self.read_up_to = io.StringIO(), wanted, lines, 0

    def readline(self, size=-1):
        if not self.left:
            return ""
        self.left -= 1
        shown = self.screen.getvalue()[self.read_up_to :]
        self.read_up_to = len(self.screen.getvalue())
        items = [(number, text) for number, text in ITEM.findall(shown) if not text.endswith("…")]
        best = min(items, key=lambda item: self._rank(item[1]), default=("1", ""))
        return best[0] + "\n"

    def _rank(self, text):
        return next((rank for rank, word in enumerate(self.wanted) if word in text), len(self.wanted))

    @property
    def said(self):
        return self.screen.getvalue()

    def sits_at(self, monkeypatch, play):
        """Have this person play."""
        monkeypatch.setattr(sys, "stdin", self)
        with redirect_stdout(self.screen):
            play()
        return self.said
