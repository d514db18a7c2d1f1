"""Files are found by their names: what a stranger asks for, and the file whose name alone should lead there.

Each answer also names something that the file must have, so that a file that is renamed or emptied is noticed. What the
map in CONTRIBUTING.md names is there, too.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = {
    "what draws the stack of three": ("rulebook/games/race/pieces.py", "def stack("),
    "what draws a pit": ("rulebook/games/race/track.py", "pit"),
    "what draws the doubling cube beside the track": ("rulebook/games/race/beside.py", "def _cube("),
    "what makes the SVG document of a position": ("rulebook/picture/svg.py", "def draw("),
    "what a new game's drawing must provide": ("rulebook/picture/drawing.py", "class Drawing"),
    "what moves are legal": ("hedgekit/games/race/engine/listing.py", "def list_moves("),
    "how a position is written": ("hedgekit/games/race/notation/position.py", "class Position"),
    "how a record is written": ("hedgekit/notation/record.py", "class Record"),
    "what the tube changes, and the marathon": ("hedgekit/games/race/variants/families/track.py", "answer("),
    "which variants go together": ("hedgekit/games/race/rulesets/verdicts.py", "def verdict("),
    "how a greedy player judges": ("hedgekit/games/race/engine/choice/evaluation.py", "def appraise("),
    "how a player looks ahead": ("hedgekit/games/race/engine/choice/search.py", "def look("),
    "how a move is drawn at random": ("hedgekit/games/race/engine/sampling.py", "def "),
    "how an endgame is solved": ("hedgekit/games/race/engine/choice/endgames.py", "def "),
    "which weights serve a rule set": ("hedgekit/games/race/rulesets/trained_weights.py", "def served("),
    "who shares out the games of a simulation": ("hedgekit/simulation/runner.py", "def "),
    "when stones score at Hekla": ("hedgekit/games/hekla/scoring.py", "class Scoring"),
    "how carrom's discs slide": ("hedgekit/games/carrom/solver.py", "class Table"),
    "what a house rule calls": ("hedgekit/extend.py", "def declare("),
    "how sure a simulated mean is": ("hedgekit/simulation/estimates.py", "def mean("),
    "why a move is bad, by playing on": ("hedgekit/study/refuting.py", "def played_on("),
    "where two rule sets first differ": ("rulebook/choosing/first_difference.py", "def parted("),
    "what plays the other reading of a rule": ("rulebook/desk/other_readings/race.py", "reading("),
    "what keeps the book for reading offline": ("rulebook/publish/static/offline.js", "kept("),
    "what makes a picture's SVG small": ("rulebook/picture/small_svg.py", "def slim("),
    "what a move lost": ("hedgekit/study/review.py", "def review("),
    "how a board looks in the terminal": ("hedgekit/terminal/text_board.py", "class Terminal"),
    "which translations are missing or stale": ("rulebook/text/checking.py", "def check("),
    "how a PDF is read": ("rulebook/formats/pdf.py", "def lines("),
    "how a witness's headings are found": ("rulebook/collation/reading/headings.py", "class Heading"),
    "how a glossary is checked": ("rulebook/collation/checking/glossary.py", "def glossary("),
    "what is written as PO": ("rulebook/collation/out/po.py", "def written("),
    "how the book is searched": ("rulebook/chapters/passages.py", "class Passage"),
    "what undoes a move": ("hedgekit/games/race/engine/state.py", "taken back"),
    "who decides the next player": ("hedgekit/games/race/engine/turn.py", "player"),
    "where a refusal's sentence is made": ("hedgekit/games/race/play/explain", "refus"),
    "where a refusal's words are": ("hedgekit/text/refusals.en.toml", "="),
    "what says what happened in the last move": ("hedgekit/games/race/play/narration.py", "def "),
    "how many points a game brought": ("hedgekit/games/race/play/explain/outcome.py", "points_explained"),
    "how a board answers a click": ("rulebook/boards/table.py", "def handle("),
    "what a board shows, field by field": ("rulebook/boards/fields.py", "class View"),
    "what a task must say of itself": ("rulebook/boards/tasks.py", "class Task"),
    "a board while a player is thinking": ("rulebook/boards/thinking.js", "class Pondering"),
    "which puzzle comes next": ("rulebook/boards/puzzles.js", "function following("),
    "the face of a die": ("rulebook/boards/dice.js", "function face("),
    "the dialog for a new game": ("rulebook/boards/new_game.js", "class Setup"),
    "how a disc is flicked by dragging": ("rulebook/boards/flick.js", "drag("),
    "which cells are marked": ("rulebook/boards/pointing.js", "function marked("),
    "the names people give to their seats": ("rulebook/stage/people.js", "function nameField("),
    "the tones of a board": ("rulebook/stage/sound.js", "TONES"),
    "what joins the JavaScript of a widget": ("rulebook/stage/bundle.py", "def joined("),
    "what a notebook shows without widgets": ("rulebook/stage/notebook_output.py", "def bundle("),
    "what plays two rule sets to compare them": ("rulebook/choosing/comparison.py", "class Comparison"),
    "what the desk undoes": ("rulebook/desk/history.py", "def with_deed("),
    "which files the desk exports": ("rulebook/desk/exports.py", "def "),
    "how many readers a server takes": ("rulebook/publish/server/readers.py", "class Readers"),
    "what ends an answer that takes too long": ("rulebook/publish/server/workers.py", "class Workers"),
    "which headers every answer has": ("rulebook/publish/server/base_handler.py", "Content-Security-Policy"),
    "what starts Python in the static book": ("rulebook/publish/static/worker.js", "loadPyodide"),
    "how a simulation's results are kept": ("hedgekit/simulation/storage.py", "def "),
    "how a histogram is drawn": ("hedgekit/simulation/plots.py", "def histograms("),
    "who meets whom in a tournament": ("hedgekit/simulation/tournaments.py", "def tournament("),
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
    "what a notebook's cell calls": ("rulebook/chapters/__init__.py", "def try_it("),
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


def test_whatever_the_map_names_is_there():
    """Paths in backticks: of a folder or file, whole or as they end."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    if not listed:
        pytest.skip("the tree's files are known in a checkout")
    known = {f"/{path}" for path in listed} | {f"/{folder}/" for path in listed for folder in Path(path).parents}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|json)|/))`", page))
    assert len(named) > 60
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in known)) == []
