"""Scopes: what a token may be used for. A token has some of them, in the words of OAuth 2 (RFC 6749, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

Scope: TypeAlias = Literal["read", "play", "talk", "organise", "operate", "account"]

SCOPES: tuple[Scope, ...] = get_args(Scope)

ALL = frozenset(SCOPES)
"""Those of a token of which nothing else was said."""

MEANINGS: Mapping[Scope, str] = {
    "read": "see what you may see: games, hands, messages, notes, leagues",
    "play": "open games and take part in them, alone or in series, leagues and challenges; go on vacation",
    "talk": "write messages, and report them",
    "organise": "open leagues, challenges and tours, and lead your own",
    "operate": "use the verbs of operators, if you are one",
    "account": "change or delete the account: name, password, tokens, where you are told of games, whom you block",
}
"""Scope -> what it lets its bearer do."""


def written(scopes: Iterable[Scope]) -> str:
    """Scopes as one text, in the order of `SCOPES`."""
    wanted = frozenset(scopes)
    return " ".join(scope for scope in SCOPES if scope in wanted)


def read(text: str | None) -> frozenset[Scope]:
    """The scopes in a text that `written` made; all for None. Words that are no scope here give nothing."""
    if text is None:
        return ALL
    words = text.split()
    return frozenset(scope for scope in SCOPES if scope in words)
