"""Every how-to does what it says, step by step, in a copy of the project; and the executor refuses what does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents.how_to import BLOCK, blocks, carry_out

FOLDER = Path(__file__).parents[2] / "docs/how-to"

ELSEWHERE = {"change-the-schema"}
"""Carried out against a database of its own, in tests/service/store/test_change_the_schema.py."""

PAGES = sorted(
    page for page in FOLDER.glob("*.md") if page.stem not in ELSEWHERE and list(blocks(page.read_text("utf-8")))
)
"""The pages that are worked examples."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_does_what_it_says(page, tmp_path):
    assert carry_out(page, tmp_path)


def test_a_page_that_does_not_fit_says_where(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n```diff\n+++ b/setup.cfg\n@@\n-no such line\n+another\n```\n")
    with pytest.raises(AssertionError, match=r"page\.md, line 3: setup\.cfg has 0 times"):
        carry_out(page, tmp_path / "first")
    page.write_text("```toml from=setup.cfg\nno such line\n```\n")
    with pytest.raises(AssertionError, match=r"page\.md, line 1: setup\.cfg has 0 times"):
        carry_out(page, tmp_path / "quoted")
    page.write_text("```bash\necho one\n```\n\n```text\ntwo\n```\n")
    with pytest.raises(AssertionError, match=r"page\.md, line 5: printed is\none"):
        carry_out(page, tmp_path / "second")


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_the_links_of_a_page_lead_somewhere(page):
    prose = BLOCK.sub("", page.read_text("utf-8"))
    linked = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose)
    assert [link for link in linked if not (page.parent / link).exists()] == []
