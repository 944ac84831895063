"""What is printed, entered into a data file: the values of a file with their sources, and a file with other values.

Values are shown and entered as JSON, words as they are.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from copy import deepcopy
from typing import Any, NamedTuple

import tomlkit

from domain.contract.game import Json
from domain.contract.provenance import OF_A_ROW, OF_SOME, PRINTED, Value, row_of, values


class Shown(NamedTuple):
    """A value of a file: where it stands, a key that names it in forms, and what it is ('' where it is left out)."""

    value: Value
    key: str
    is_now: str


class NotEntered(ValueError):
    """Something entered that is no value, in one line."""


def shown(text: str) -> Iterator[Shown]:
    """The values of a data file that say where they come from."""
    data = tomllib.loads(text)
    for value in values(data):
        yield Shown(value, _key(value), _said(row_of(data, value).get(value.name)))


def entered(text: str, given: Mapping[str, str]) -> str:
    """The text of a data file in which these values, key -> what is printed, stand and are called printed.

    All else is as it was, comments too. `NotEntered` for what is no value of the file or cannot stand in it.
    """
    found = tomllib.loads(text)
    known = {_key(value): value for value in values(found)}
    written, wanted = tomlkit.parse(text), deepcopy(found)
    for key, printed in given.items():
        if key not in known:
            raise NotEntered(f"the file has no value {key}")
        value = known[key]
        read = _read(printed, row_of(found, value).get(value.name), key)
        for data in (written, wanted):
            _enter(row_of(data, value), value.name, _laid(read) if data is written else read)
    made = written.as_string()
    if tomllib.loads(made) != wanted:
        raise NotEntered("the file cannot be written with these values; change it by hand")
    return made


def _key(value: Value) -> str:
    return f"{value.table}/{'' if value.place is None else value.place}/{value.name}"


def _said(value: Json) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _read(printed: str, before: Json, key: str) -> Json:
    """What is entered: words where words stood, else JSON; where nothing stood, JSON or else words."""
    if isinstance(before, str):
        return printed
    try:
        found = json.loads(printed)
    except (ValueError, RecursionError):
        if before is None:
            return printed
        raise NotEntered(f"{key}: {printed!r} is no number, list or table as JSON") from None
    if _holds_null(found):
        raise NotEntered(f"{key}: there is no value null")
    return found


def _holds_null(value: Json) -> bool:
    """Whether null stands anywhere in a value."""
    parts = list(value.values()) if isinstance(value, dict) else value
    return any(map(_holds_null, parts)) if isinstance(parts, list) else parts is None


def _enter(row: MutableMapping[str, Any], name: str, value: Any) -> None:
    """Put a value into its row, and say of it that it is printed."""
    row[name] = value
    of_row = row[OF_A_ROW]
    if isinstance(of_row, str):
        _enter_exception(row, name, of_row)
    else:
        of_row[name] = PRINTED


def _enter_exception(row: MutableMapping[str, Any], name: str, of_row: str) -> None:
    """Say that one value of a row is printed, where the row has one source for all others."""
    if of_row == PRINTED:
        return
    key = next((key for key in OF_SOME if key in row), OF_SOME[0])
    if key not in row:
        row[key] = tomlkit.inline_table() if isinstance(row, tomlkit.items.AbstractTable) else {}
    row[key][name] = PRINTED


def _laid(value: Json) -> Any:
    """A value as it stands in the file: tables on a line, lists of more than numbers an item a line."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({name: _laid(one) for name, one in value.items()})
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        array.extend([_laid(one) for one in value])
        return array.multiline(any(isinstance(one, (str, list, dict)) for one in value))
    return value
