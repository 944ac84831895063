"""What mkdocs does more for the site of the documents (mkdocs.yml): a page of operations, and no links out of docs/."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from service.app.own_document import own_document

OUT = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(?!docs/)[\w.-]+[^)]*\)")
"""A link from a page at the top of docs/ to a file of the repository."""

Operation = tuple[str, str, Mapping[str, Any]]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made from the program: the page of operations, and the OpenAPI document beside it."""
    document = own_document()
    files.append(File.generated(config, "openapi.json", content=json.dumps(document, indent=1, ensure_ascii=False)))
    files.append(File.generated(config, "reference.md", content="\n".join(reference(document))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page; links from the top of docs/ to files of the repository, which are not in the site, are plain text."""
    return markdown if "/" in page.file.src_uri else OUT.sub(r"\1", markdown)


def reference(document: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the page of operations, by tag; what each takes and answers to the letter is in the document."""
    yield "# Operations"
    yield ""
    yield "All operations of the API. Schemas, examples and answers are in the [OpenAPI document](openapi.json), which"
    yield "each installation serves at `/api/v1/openapi.json`, and shows at `/docs`."
    by_tag = sorted(operations(document), key=lambda one: one[2]["tags"][0])
    for tag, found in groupby(by_tag, lambda one: str(one[2]["tags"][0])):
        yield from ("", f"## {tag}", "", "| operation | request | scope | |", "| --- | --- | --- | --- |")
        yield from map(row, found)


def operations(document: Mapping[str, Any]) -> Iterator[Operation]:
    """Each operation: method, path, and how it is documented."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if "operationId" in operation:
                yield method.upper(), path, operation


def row(one: Operation) -> str:
    """An operation's row."""
    method, path, operation = one
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("bearer", ())]
    return f"| `{operation['operationId']}` | `{method} {path}` | {', '.join(scopes)} | {operation['summary']} |"
