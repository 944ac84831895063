"""What the guide for players says in italics stands on the pages in the same words."""

import re
from importlib.resources import files
from pathlib import Path

from babel.messages.pofile import read_po

HOME = Path(__file__).parents[2]


def test_the_pages_say_what_the_guide_says():
    guide = " ".join((HOME / "docs/playing.md").read_text("utf-8").split())
    told = set(re.findall(r"\*(\w[^*]*)\*", guide))
    with files("service.language").joinpath("po", "de.po").open("rb") as source:
        pages = {str(message.id) for message in read_po(source)}
    assert told
    assert {one for one in told if not any(page.startswith(one) for page in pages)} == set()
