"""The shape of a rule case: which keys it has and what they hold. Nothing here knows a game."""

from __future__ import annotations

import re
from typing import get_args

from domain.contract.chance import KINDS
from domain.contract.game import Code, Json

CASE_KEYS = frozenset({"case", "title", "game", "rules", "options", "seats", "position", "chance", "steps", "expect"})
NEEDED = ("title", "game", "rules", "seats")
EXPECT_KEYS = {
    "table": dict,
    "events": list,
    "no_events": list,
    "pending": list,
    "legal": dict,
    "view": dict,
    "result": object,
}
VIEW_KEYS = frozenset({"as", "table", "lacks"})
FORCED_IN = {"shuffle": "order", "roll": "results", "flip": "result", "pick": "result"}
RESERVED = frozenset({"expect", "refused", "because", "spectator", "referee"})
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadShape(ValueError):
    """A document that is no rule case; the message says where and why."""


def check_shape(document: Json) -> None:
    """Refuse, by `BadShape`, a document that does not have the form of a case."""
    _check_json(document, "the case")
    _need(KEBAB.fullmatch(document["case"]), "case", "an id in kebab-case")
    _only(document, CASE_KEYS, "the case")
    for key in NEEDED:
        _need(key in document, key, "given")
    _need(isinstance(document["title"], str), "title", "a line of text")
    _need(isinstance(document["game"], str), "game", "a game's id")
    _strings(document["rules"], "rules")
    _check_seats(document["seats"])
    for key in ("options", "position"):
        _need(isinstance(document.get(key, {}), dict), key, "a map")
    for at, entry in enumerate(_list(document, "chance")):
        _check_forced(entry, f"chance[{at}]")
    for at, step in enumerate(_list(document, "steps")):
        _check_step(step, f"steps[{at}]")
    if "expect" in document:
        _check_expect(document["expect"], "expect")
    _need(_expects(document), "expect", "given, here or in a step")


def _expects(document: dict[str, Json]) -> bool:
    return "expect" in document or any({"expect", "refused"} & step.keys() for step in _list(document, "steps"))


def _check_seats(seats: Json) -> None:
    _strings(seats, "seats")
    _need(len(set(seats)) == len(seats), "seats", "different names")
    for name in seats:
        _need(name not in RESERVED and "/" not in name, "seats", f"other names than {name!r}")


def _check_forced(entry: Json, where: str) -> None:
    _need(isinstance(entry, dict), where, "a map")
    kind = next((kind for kind in KINDS if kind in entry), None)
    _need(kind, where, f"of a kind: {', '.join(KINDS)}")
    assert kind is not None
    given = FORCED_IN[kind]
    _need(entry.keys() == {kind, given}, where, f"a map of `{kind}` and `{given}`")
    _need(isinstance(entry[kind], str), f"{where}.{kind}", "a name")
    if given != "result":
        _need(isinstance(entry[given], list), f"{where}.{given}", "a list")


def _check_step(step: Json, where: str) -> None:
    _need(_is_single(step), where, "a map of one key")
    [(key, value)] = step.items()
    match key:
        case "expect":
            _check_expect(value, f"{where}.expect")
        case "refused":
            _check_refused(value, f"{where}.refused")
        case _:
            _check_action(value, f"{where}.{key}")


def _check_refused(refused: Json, where: str) -> None:
    _need(isinstance(refused, dict), where, "a map")
    seats = refused.keys() - {"because"}
    _need(len(seats) == 1, where, "a map of one seat, and perhaps `because`")
    _check_action(refused[seats.pop()], where)
    codes = get_args(Code)
    _need(refused.get("because", "illegal") in codes, f"{where}.because", f"one of {', '.join(codes)}")


def _check_action(action: Json, where: str) -> None:
    _need(_is_single(action) or isinstance(action, str), where, "a verb or a map of one verb")


def _check_expect(expect: Json, where: str) -> None:
    _need(isinstance(expect, dict) and expect, where, "a map that is not empty")
    _only(expect, EXPECT_KEYS, where)
    for key, value in expect.items():
        kind = EXPECT_KEYS[key]
        _need(isinstance(value, kind), f"{where}.{key}", f"a {'map' if kind is dict else 'list'}")
    for at, item in enumerate(expect.get("events", [])):
        _need(_is_single(item) or isinstance(item, str), f"{where}.events[{at}]", "a name or a map of one name")
    for at, item in enumerate(expect.get("pending", [])):
        _need(_is_single(item), f"{where}.pending[{at}]", "a map of one seat")
    for seat, sides in expect.get("legal", {}).items():
        _need(isinstance(sides, dict), f"{where}.legal.{seat}", "a map")
        _only(sides, {"includes", "excludes"}, f"{where}.legal.{seat}")
    if "view" in expect:
        _only(expect["view"], VIEW_KEYS, f"{where}.view")
        _need("as" in expect["view"], f"{where}.view.as", "given")


def _is_single(value: Json) -> bool:
    return isinstance(value, dict) and len(value) == 1


def _list(document: dict[str, Json], key: str) -> list[Json]:
    value = document.get(key, [])
    _need(isinstance(value, list), key, "a list")
    assert isinstance(value, list)
    return value


def _strings(value: Json, where: str) -> None:
    fits = isinstance(value, list) and value and all(isinstance(item, str) for item in value)
    _need(fits, where, "a list of one string or more")


def _only(value: dict[str, Json], keys: frozenset[str] | set[str] | dict[str, type], where: str) -> None:
    if unknown := value.keys() - set(keys):
        raise BadShape(f"{where}: unknown key {min(unknown)!r}")


def _need(fits: object, where: str, what: str) -> None:
    if not fits:
        raise BadShape(f"{where} must be {what}")


def _check_json(value: Json, where: str, refused: bool = False) -> None:
    """`BadShape` for what has no place in a case; what is to be refused may hold fractions."""
    match value:
        case None | bool() | int() | str():
            return
        case float() if refused:
            return
        case list():
            for at, item in enumerate(value):
                _check_json(item, f"{where}[{at}]", refused)
        case dict():
            for key, item in value.items():
                _need(isinstance(key, str), f"{where}: the key {key!r}", "a string")
                _check_json(item, f"{where}.{key}", refused or key == "refused")
        case _:
            raise BadShape(f"{where}: {value!r} is no value of a case")
