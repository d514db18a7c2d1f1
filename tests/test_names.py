"""Files are found by their names: what a stranger asks for, and the file whose name alone should lead there.

Each answer also names something that the file must have, so that a file that is renamed or emptied is noticed.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = {
    "what draws the stack of three": ("rulebook/games/race/pieces.py", "def stack("),
    "what draws a pit": ("rulebook/games/race/track.py", "pit"),
    "what draws the doubling cube beside the track": ("rulebook/games/race/beside.py", "def _cube("),
    "what makes the SVG document of a position": ("rulebook/picture/svg.py", "def draw("),
    "what a new game's drawing must provide": ("rulebook/picture/drawing.py", "class Drawing"),
    "what undoes a move": ("hedgekit/games/race/play/undo.py", "take a move back"),
    "who decides the next player": ("hedgekit/games/race/engine/turn.py", "player"),
    "where a refusal's sentence is made": ("hedgekit/games/race/play/explain", "refus"),
    "where a refusal's words are": ("hedgekit/text/refusals.en.toml", "="),
    "what says what happened in the last move": ("hedgekit/games/race/play/narration.py", "def "),
    "how many points a game brought": ("hedgekit/games/race/play/points.py", "def "),
    "how a board answers a click": ("rulebook/boards/table.py", "def handle("),
    "what a board shows, field by field": ("rulebook/boards/fields.py", "class View"),
    "what a task must say of itself": ("rulebook/boards/tasks.py", "class Task"),
    "where a review of a game is shown": ("rulebook/boards/analysis.py", "def review_of("),
    "what hides the cards to come": ("rulebook/boards/secrecy.py", "def seal("),
    "how the score of a series is shown": ("rulebook/boards/scores.py", "def points_of("),
    "the buttons beside a board": ("rulebook/boards/panel.js", "class Panel"),
    "where an arrow key leads on a board": ("rulebook/boards/layout.js", "Arrow"),
    "where the browser keeps unfinished games": ("rulebook/stage/keeper.js", "class Keeper"),
    "what checks the messages of a page": ("rulebook/stage/messages.py", "def read("),
    "the colours of the dark theme": ("rulebook/stage/themes.css", "dark"),
    "whether two variants may be ticked together": ("rulebook/choosing/selection.py", "def judged("),
    "what suggests a set for tonight": ("rulebook/choosing/advice.py", "def suggest("),
    "the rules of a set on one page": ("rulebook/choosing/rulepage.py", "def page("),
    "the ten lessons": ("rulebook/learning/course_sheet.py", "class Course"),
    "the questions of a quiz": ("rulebook/learning/questions.py", "def question("),
    "what a notebook's cell calls": ("rulebook/chapters.py", "def try_it("),
    "the command `rulebook`": ("rulebook/cli.py", "COMMANDS"),
    "what the authors claim and games say": ("rulebook/measuring/claims.py", "def sentences("),
    "what plays the games behind these figures": ("tools/measure/__main__.py", "def main("),
}


@pytest.mark.parametrize("question", FOUND)
def test_a_stranger_finds_the_file(question):
    name, has = FOUND[question]
    path = ROOT / name
    assert path.exists(), f"{question}: {name} is gone; name the file that a stranger would guess now"
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert any(has in file.read_text("utf-8") for file in files), f"{name} no longer has {has!r}"
