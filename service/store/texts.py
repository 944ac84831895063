"""Words that people write: kept outside the log, which holds an id and a commitment, so that they can be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from unicodedata import normalize

from sqlalchemy import insert, select

from domain.contract.facets.words import repeatable
from domain.contract.game import Action, Text
from domain.log.canon import Json
from domain.log.words import Words, references, with_references
from domain.table.table import Table
from projections.statements import any_row, matching
from service.store.event_store import Change, Store, executing
from service.store.relations import texts

KEEP = insert(texts)

OF_LOG = select(texts.c.id, texts.c.text, texts.c.nonce).where(matching(texts.c.game))

HAS_WORDS = any_row(texts.c.game)

Entropy = Callable[[int], bytes]
"""Gives n random bytes."""

NOTHING_MEANT: Mapping[str, Text] = MappingProxyType({})


def keep_text(words: str, log_id: str, account_id: str | None, entropy: Entropy) -> tuple[Text, Change]:
    """What stands in the log for the words, and the change that keeps them with their nonce.

    They are kept in normal form C, without which no record can hold them. The commitment is `SHA-256(nonce | words)`,
    hex, under a random nonce of 32 bytes.
    """
    nonce, words = entropy(32), normalize("NFC", words)
    text = Text(entropy(16).hex(), Words(words, nonce.hex()).commitment())
    return text, executing(KEEP, id=text.id, game=log_id, account=account_id, text=words, nonce=nonce)


def without_words(
    action: Action,
    log_id: str,
    account_id: str | None,
    entropy: Entropy,
    meant: Mapping[str, Text] = NOTHING_MEANT,
) -> tuple[Action, list[Change]]:
    """The action with references in place of the words in it, and the changes that keep these.

    Words that are `meant` again have their reference already. `Refused("malformed")` for words that are empty or too
    long.
    """
    changes: list[Change] = []

    def keep(words: str) -> Text:
        if words in meant:
            return meant[words]
        text, change = keep_text(words, log_id, account_id, entropy)
        changes.append(change)
        return text

    return with_references(action, keep), changes


def meant_again(store: Store, table: Table, seat: str, action: Action) -> dict[str, Text]:
    """Words that the seat's action can mean again, as far as they still exist -> the reference that stands for them."""
    texts = repeatable(table.game, table.state, seat, action) if table.state is not None else ()
    kept = words_of(store, table.header.id) if texts else {}
    return {kept[text.id].text: text for text in texts if text.id in kept}


def words_of(store: Store, log_id: str) -> dict[str, Words]:
    """All words of a log that still exist, by the id of their reference."""
    rows = store.rows(OF_LOG, game=log_id)
    return {row["id"]: Words(row["text"], row["nonce"].hex()) for row in rows}


def words_in(store: Store, log_id: str, shown: Callable[[], Json]) -> dict[str, Words]:
    """The words that what is shown refers to, as far as they still exist.

    `shown` gives the JSON value; it is not asked of a log in which nobody has written anything.
    """
    if not store.has(HAS_WORDS, game=log_id):
        return {}
    kept = words_of(store, log_id)
    return {text.id: kept[text.id] for text in references(shown()) if text.id in kept}
