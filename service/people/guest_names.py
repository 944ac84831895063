"""What guests are called until they keep their accounts: "Guest 4821"; nobody else gets such a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unicodedata import normalize

from service.errors import ServiceError

DIGITS = range(4, 12)
"""So many digits has the number of a guest, more where the name is taken."""

FORM = re.compile(rf"Guest [0-9]{{{DIGITS[0]},{DIGITS[-1]}}}", re.IGNORECASE)


def is_guest_name(name: str) -> bool:
    """Whether a name is one that guests get, in whatever case."""
    return FORM.fullmatch(name) is not None


def guest_names(entropy: Callable[[int], bytes]) -> Iterator[str]:
    """Names for a guest, each a digit longer than the one before; `entropy(n)` gives n random bytes."""
    for digits in DIGITS:
        number = int.from_bytes(entropy(6)) % 10**digits
        yield f"Guest {number:0{digits}}"


def check_no_guest_name(name: str) -> None:
    """`malformed` for a name that is a guest's, whatever the width of its characters: who has it without a password is
    deleted as one."""
    if is_guest_name(normalize("NFKC", name)):
        raise ServiceError("malformed", "{name!r} is a name that guests get", name=name)
