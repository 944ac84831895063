"""Licences of all that is installed for whoever plays; run as a program it prints the page docs/licences.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

PACKAGE = "nightledger[postgres]"

PERMISSIVE = ("MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "BSD", "Apache-2.0", "PSF-2.0", "ISC")
"""Licences that ask for their text to be kept, and no more."""

OF_FILES = ("MPL-2.0", "LGPL-3.0-only")
"""Licences that ask for the source of what is changed in the library itself, which is used here as it is."""

WORDS = {
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""What older metadata call a licence -> its name among SPDX's, as far as they tell it."""


def licences() -> dict[str, str]:
    """Distribution -> the SPDX expression of its licence ('' where it tells none), for all that the package brings."""
    return {name: licence_of(found) for name, found in sorted(brought(Requirement(PACKAGE)).items())}


def brought(*wanted: Requirement) -> dict[str, Distribution]:
    """The distributions that come with requirements, by name; those that are not installed are not there."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    left = [one for one in wanted if _applies(one, set())]
    while left:
        one = left.pop()
        name, extras = plain(one.name), frozenset(one.extras)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        left += [need for need in map(Requirement, found[name].requires or ()) if _applies(need, one.extras)]
    return found


def plain(name: str) -> str:
    """A distribution's name in the form in which two spellings of it are the same (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _applies(need: Requirement, extras: set[str]) -> bool:
    return need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in (*extras, ""))


def licence_of(found: Distribution) -> str:
    """The licence that the metadata tell: as an expression, as a short text, or by their classifiers."""
    told = found.metadata.get_all("License-Expression") or found.metadata.get_all("License") or ()
    classified = [
        line.rpartition(" :: ")[2] for line in found.metadata.get_all("Classifier") or () if "License ::" in line
    ]
    for text in (*told, *classified):
        name = WORDS.get(str(text), str(text))
        if all(part in PERMISSIVE + OF_FILES for part in parts(name)):
            return name
    return ""


def parts(expression: str) -> list[str]:
    """The licences that an expression is made of."""
    return re.split(r" (?:AND|OR) ", expression.replace("(", "").replace(")", ""))


def page() -> Iterator[str]:
    """The lines of the page."""
    yield from (
        "# Licences",
        "",
        "Nightledger is under the [MIT licence](../LICENSE). What is installed with it, with PostgreSQL's driver:",
        "",
        "| distribution | licence |",
        "| --- | --- |",
    )
    yield from (f"| {name} | {licence} |" for name, licence in licences().items() if name != "nightledger")
    yield from (
        "",
        "Those under MPL-2.0 and LGPL-3.0 are used as they are, and whoever runs the program can replace them,",
        "as they ask. `make licences` makes this page; `make release` a list for programs (CycloneDX).",
    )


if __name__ == "__main__":
    print("\n".join(page()))
