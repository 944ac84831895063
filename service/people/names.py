"""The names that people give themselves and their things, by one rule: readable, and passing for nobody else's.

It follows Unicode's security mechanisms (UTS 39): a word is written in one script, and a name is compared with those
that are reserved by how it is drawn. docs/decisions/0021-names.md says which library has the data, and why; it reads
them at its import, which therefore waits for the first name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from unicodedata import category, normalize
from unicodedata import name as name_of

from domain.bots.levels import LEVELS
from service.errors import ServiceError

LONGEST = 40
"""Characters of a person's name."""

LONGEST_OF_THINGS = 80
"""Characters of the name of a league, a challenge, a tour or a character."""

RESERVED = (
    "me", "operator", "admin", "administrator", "moderator", "support", "system", "service", "security", "staff",
    "official", "root", "clock", "nightledger", "anonymous", *LEVELS,
)  # fmt: skip
"""What no person is called: each speaks for the installation, or is the name of an AI."""

MARKS_OF_AIS = ("ai", "ia", "ki", "si")
"""What stands in brackets after the names of AIs, in the languages of the program."""

TOGETHER = (
    frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "HAN", "BOPOMOFO")),
    frozenset(("LATIN", "HAN", "HANGUL")),
)
"""The scripts that are written in one word (UTS 39, 5.2, "highly restrictive")."""

SHARED = frozenset(("COMMON", "INHERITED"))
"""The scripts of what stands in words of every script, such as digits."""

MARKS = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]{5}")
"""More marks on one letter than any language writes (UTS 39, 5.4)."""

UNSEEN = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    r"\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""What counts as printable, and shows nothing."""

LEFT_TO_RIGHT = "\u200e"
"""With it the library sets characters of other directions apart."""


CAPITAL = re.compile(
    "(?:SMALL CAPITAL|(?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
"""The names of characters that are drawn as a capital and that no normal form brings to one."""


def checked_name(typed: str, longest: int = LONGEST_OF_THINGS) -> str:
    """The name that somebody has typed, in normal form C; `malformed` for one that cannot be read, or that deceives."""
    name = normalize("NFC", typed)
    if not 1 <= len(name) <= longest:
        raise ServiceError("malformed", "a name has 1 to {longest} characters", longest=longest)
    if name != " ".join(name.split()) or not name.isprintable() or UNSEEN.search(name):
        raise ServiceError("malformed", "a name is printable, without spaces at its ends or two in a row")
    if MARKS.search(normalize("NFD", name)):
        raise ServiceError("malformed", "a letter of a name has four marks at most")
    if mixed := next((word for word in _words(name) if not _is_of_one_script(word)), None):
        raise ServiceError("malformed", "the word {mixed!r} mixes scripts whose letters look alike", mixed=mixed)
    return name


def checked_persons_name(typed: str) -> str:
    """The name that somebody wants to be known by; `malformed` also for one that is reserved, or fits in no address."""
    name = checked_name(typed, LONGEST)
    if "/" in name or name in (".", ".."):
        # It must be able to stand in an address, or nobody could block or mute this person.
        raise ServiceError("malformed", "a name has no slash, and is not made of dots alone")
    check_not_reserved(name)
    return name


def check_not_reserved(name: str) -> None:
    """`malformed` for the name of a person, or of a person's app, that is reserved."""
    if is_reserved(name):
        raise ServiceError("malformed", "{name!r} is reserved: it speaks for the installation, or for an AI", name=name)


def is_reserved(name: str) -> bool:
    """Whether a name, or each of its words, looks like one that is reserved, or it ends in brackets as those of AIs do,
    whatever its case, width and marks."""
    words = [_drawn(word) for word in _words(normalize("NFKC", "".join(map(_plain, name))))]
    if words and words[-1] in map(_drawn, MARKS_OF_AIS) and any(category(char) == "Ps" for char in name):
        return True
    return _stands_for_one("".join(words)) or (bool(words) and all(map(_stands_for_one, words)))


def name_key(name: str) -> str:
    """What two names have in common that are the same but for case and width."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def skeleton(text: str) -> str:
    """What two texts have in common that look alike (UTS 39, 4)."""
    alike = _alike()
    return normalize("NFD", "".join(alike.get(char, char) for char in normalize("NFD", text)))


def _words(name: str) -> Iterator[str]:
    """The runs of letters, marks and digits in a name."""
    for in_word, chars in groupby(name, lambda char: category(char)[0] in "LMN"):
        if in_word:
            yield "".join(chars)


def _is_of_one_script(word: str) -> bool:
    from confusable_homoglyphs.categories import unique_aliases

    scripts = unique_aliases(normalize("NFKC", word)) - SHARED
    return len(scripts) <= 1 or any(scripts <= together for together in TOGETHER)


def _plain(char: str) -> str:
    """The letter that a character is a small or framed capital of; any other as it is."""
    found = CAPITAL.search(name_of(char, ""))
    return char if found is None or found.end() < len(found.string) else found[1]


def _drawn(word: str) -> str:
    """The letters of a word as they are drawn, without case and marks; an I, a l and a 1 are one."""
    drawn = normalize("NFD", name_key(skeleton(name_key(word))))
    return "".join(char for char in drawn if category(char)[0] != "M").replace("l", "i")


def _stands_for_one(drawn: str) -> bool:
    """Whether it is drawn like a reserved name, or like several of those."""
    return drawn in _reserved() or drawn.removesuffix("s") in _reserved()


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(_drawn, RESERVED))


@cache
def _alike() -> Mapping[str, str]:
    """Character -> what it is drawn like: the prototype of UTS 39, which in the library's data is the one of many."""
    from confusable_homoglyphs.confusables import confusables_data

    likes = {_bare(char): [_bare(like["c"]) for like in found] for char, found in confusables_data.items()}
    prototypes = {char: _prototype(char, likes) for char in likes if len(char) == 1}
    return {char: prototype for char, prototype in prototypes.items() if prototype != char}


def _prototype(char: str, likes: Mapping[str, list[str]]) -> str:
    first, *others = likes[char]
    if others or len(likes.get(first, ())) > 1 or len(first) > 1:
        return char if others else first
    return min(char, first)


def _bare(text: str) -> str:
    return text.replace(LEFT_TO_RIGHT, "")
