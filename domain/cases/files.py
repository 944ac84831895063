"""Reading rule cases from YAML files and folders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from domain.contract.game import Json


class Case(msgspec.Struct, frozen=True):
    """One document of a case file. `fault` says why it cannot be run; its `document` is then None."""

    id: str
    file: str
    document: Json = None
    fault: str | None = None


SCALARS = (
    ("null", re.compile(r"null|~|")),
    ("bool", re.compile(r"true|false")),
    ("int", re.compile(r"-?(?:0|[1-9][0-9]*)")),
    ("float", re.compile(r"-?[0-9]+\.[0-9]+")),
    ("str", re.compile(r".*", re.DOTALL)),
)


class CaseLoader(yaml.CSafeLoader):
    """YAML as JSON means it: `no`, `on` and dates are strings, and a key stands only once in its map."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: tuple[bool, bool]) -> str:
        if kind is not yaml.ScalarNode:
            name = "seq" if kind is yaml.SequenceNode else "map"
        elif implicit[0]:
            name = next(name for name, form in SCALARS if form.fullmatch(value))
        else:
            name = "str"
        return f"tag:yaml.org,2002:{name}"

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        mapping = super().construct_mapping(node, deep)
        if len(mapping) < len(node.value):
            [(twice, _)] = Counter(key.value for key, _ in node.value).most_common(1)
            raise yaml.MarkedYAMLError(problem=f"the key {twice!r} stands twice", problem_mark=node.start_mark)
        return mapping


def collect(paths: Iterable[str | Path]) -> Iterator[Case]:
    """The cases of the files and folders (every `*.yaml` below) named, in the order of their names.

    What cannot be read, and a case whose id another one has already, comes with its `fault`.
    """
    seen: dict[str, str] = {}
    for path in paths:
        for file in _files(Path(path)):
            for case in _read(file):
                yield (case if case.id not in seen else _faulty(case, f"{seen[case.id]} has a case of this id too"))
                seen.setdefault(case.id, case.file)


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def _read(file: Path) -> Iterator[Case]:
    place = str(file)
    try:
        for number, document in enumerate(yaml.load_all(file.read_bytes(), CaseLoader), 1):
            yield _case(place, number, document)
    except (OSError, yaml.YAMLError) as error:
        yield Case(place, place, fault=" ".join(str(error).split()))


def _case(place: str, number: int, document: Json) -> Case:
    if isinstance(document, dict) and isinstance(document.get("case"), str):
        return Case(document["case"], place, document)
    return Case(f"{place}#{number}", place, fault="no map with a `case`")


def _faulty(case: Case, fault: str) -> Case:
    return Case(case.id, case.file, fault=fault)
