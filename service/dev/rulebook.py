"""Which rule is where: each numbered rule of a game with the code that implements it and the cases that show it.

Works on a checkout: the rules in docs/rules/GAME.md, the code in domain/, the cases and tests in tests/. A rule that
needs no code of its own (a definition, a remark) stands with the reason in docs/rules/definitions.toml.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from domain.cases import collect

RULE_ID = re.compile(r"\b(?:[A-Z]{2}-[A-Z]+(?:-[A-Za-z0-9]+)*-\d+|EM-\d+)\b")
DEFINED = re.compile(rf"^(?:\| |- \*\*)({RULE_ID.pattern})(?:\*\*| \|)", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """A rule id with its places in the code, its cases and tests, or the reason why it needs neither."""

    id: str
    code: tuple[str, ...]
    shown: tuple[str, ...]
    definition: str | None

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing: `code`, `case or test`."""
        if self.definition is not None:
            return ()
        return (*(() if self.code else ("code",)), *(() if self.shown else ("case or test",)))


def rules_of(game: str, root: Path) -> list[Rule]:
    """The rules of a game in the order of its document. KeyError if a definition names no rule."""
    folder = game.replace("-", "_")
    ids = list(dict.fromkeys(DEFINED.findall((root / "docs/rules" / f"{game}.md").read_text())))
    definitions: Mapping[str, str] = tomllib.loads((root / "docs/rules/definitions.toml").read_text()).get(game, {})
    if strangers := set(definitions) - set(ids):
        raise KeyError(f"docs/rules/definitions.toml names {sorted(strangers)[0]}, which is no rule of {game}")
    code = _places(root / "domain/games" / folder, root / "domain/games")
    shown = _merged(_cases(root / "tests/cases" / game), _places(root / "tests/domain/games" / folder, root / "tests"))
    return [Rule(i, tuple(code.get(i, ())), tuple(shown.get(i, ())), definitions.get(i)) for i in ids]


def coverage_table(game: str, rules: list[Rule]) -> str:
    """The page docs/rules/GAME-coverage.md."""
    lines = [
        f"# Where the rules of {game} are",
        "",
        f"Made by `nightledger rules coverage {game} --write`; each rule of [{game}.md]({game}.md).",
        "",
        "| rule | code | cases and tests |",
        "| --- | --- | --- |",
    ]
    for rule in rules:
        code = f"definition: {rule.definition}" if rule.definition else _listed(rule.code)
        lines.append(f"| {rule.id} | {code} | {_listed(rule.shown)} |")
    return "\n".join(lines) + "\n"


def _listed(places: tuple[str, ...], most: int = 4) -> str:
    more = f" and {len(places) - most} more" if len(places) > most else ""
    return ", ".join(f"`{place}`" for place in places[:most]) + more


def _places(folder: Path, base: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for rule, name in _mentions(path.read_text()):
            place = f"{path.relative_to(base).as_posix()}{f':{name}' if name else ''}"
            places = found.setdefault(rule, [])
            if place not in places:
                places.append(place)
    return found


def _mentions(source: str) -> Iterator[tuple[str, str]]:
    """Each rule id in a module with the innermost function or class around it ('' at the top)."""
    scopes = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    for number, line in enumerate(source.splitlines(), 1):
        for rule in RULE_ID.findall(line):
            around = [scope for scope in scopes if scope[0] <= number <= scope[1]]
            yield rule, max(around)[2] if around else ""


def _cases(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for case in collect([folder]):
        for rule in case.document.get("rules", ()) if isinstance(case.document, dict) else ():
            found.setdefault(rule, []).append(case.id)
    return found


def _merged(*maps: Mapping[str, list[str]]) -> dict[str, list[str]]:
    merged: dict[str, list[str]] = {}
    for places in maps:
        for rule, names in places.items():
            merged.setdefault(rule, []).extend(names)
    return merged
