"""What a page says, and what of it nobody has translated."""

from html.parser import HTMLParser

from service.dev.messages import file_of, read
from service.language.catalogues import OWN, catalogue, package_of

SAID = ("aria-label", "title", "data-touch", "data-begun", "data-chosen", "data-counted", "data-missing", "data-barred")
"""Attributes that hold words."""


class Words(HTMLParser):
    """Notes what a page says: its texts, and the attributes that hold words."""

    def __init__(self):
        super().__init__()
        self.said = set()
        self._silent = False

    def handle_starttag(self, tag, attributes):
        self._silent = tag in ("script", "style")
        self.said |= {words for name, words in attributes if name in SAID and words}

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.said.add(" ".join(data.split()))


def said_on(page):
    """What a page says."""
    words = Words()
    words.feed(page)
    return words.said


def untranslated(game, said):
    """What of it is a message that has another Polish translation; the catalogues have all messages."""
    polish = catalogue("pl", game)
    lying = (message.id for package in (OWN, package_of(game)) for message in read(file_of(package, "pl"), "pl"))
    messages = [message for message in lying if message and isinstance(message, str)]
    translations = {polish.told(message) for message in messages}
    return {message for message in messages if message in said and polish.told(message) != message} - translations
