"""Where things are: questions, and the files whose names answer them; what the map of the tree names is there."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RACE, COLLATION = "hedgekit/games/race", "rulebook/collation"
FILES = {
    "What is a legal move?": f"{RACE}/engine/listing.py",
    "Who decides the next player?": f"{RACE}/engine/turn.py",
    "What undoes a move?": f"{RACE}/play/undo.py",
    "Where is a refusal's sentence made?": f"{RACE}/play/explain/illegal.py",
    "Why is a move legal?": f"{RACE}/play/explain/legal.py",
    "What is told after a move?": f"{RACE}/play/narration.py",
    "How many points has a game, and who wins a series?": f"{RACE}/play/series.py",
    "How is a position written?": f"{RACE}/notation/position.py",
    "How is a record written?": "hedgekit/notation/record.py",
    "What does the tube change, and the marathon?": f"{RACE}/variants/track.py",
    "What does the trampoline change?": f"{RACE}/variants/black_squares.py",
    "Which variants go together?": f"{RACE}/rulesets/verdicts.py",
    "How does a greedy player judge?": f"{RACE}/engine/choice/evaluation.py",
    "How does a player search?": f"{RACE}/engine/choice/search.py",
    "How is a move drawn at random?": f"{RACE}/engine/sampling.py",
    "How is an endgame solved?": f"{RACE}/engine/choice/endgames.py",
    "Which weights serve a rule set?": f"{RACE}/rulesets/trained_weights.py",
    "Who shares out the games of a simulation?": "hedgekit/simulation/runner.py",
    "When do stones score at Hekla?": "hedgekit/games/hekla/scoring.py",
    "How do carrom's discs slide?": "hedgekit/games/carrom/solver.py",
    "What does a house rule call?": "hedgekit/extend.py",
    "How sure is a simulated mean?": "hedgekit/simulation/estimates.py",
    "What did a move lose?": "hedgekit/study/review.py",
    "How does a board look in the terminal?": "hedgekit/terminal/text_board.py",
    "What draws the stack of three?": "rulebook/games/race/pieces.py",
    "What draws Hekla's crater?": "rulebook/games/hekla/crater.py",
    "What does a board send to its page?": "rulebook/boards/fields.py",
    "How is a question of a quiz made?": "rulebook/learning/questions.py",
    "What shall we play tonight?": "rulebook/choosing/tonight_sheet.py",
    "Which translations are missing or stale?": "rulebook/text/checking.py",
    "How is a PDF read?": "rulebook/formats/pdf.py",
    "How are a witness's headings found?": f"{COLLATION}/reading/headings.py",
    "How is a glossary checked?": f"{COLLATION}/checking/glossary.py",
    "What is written as PO?": f"{COLLATION}/out/po.py",
    "How is the book searched?": "rulebook/publish/search.py",
}


@pytest.mark.parametrize("question", FILES)
def test_the_file_is_where_its_name_says(question):
    assert (ROOT / FILES[question]).is_file(), "it has another name now: say so here and in CONTRIBUTING.md"


def test_whatever_the_map_names_is_there():
    """Paths in backticks: of a folder or file, whole or as they end."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    if not listed:
        pytest.skip("the tree's files are known in a checkout")
    known = {f"/{path}" for path in listed} | {f"/{folder}/" for path in listed for folder in Path(path).parents}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|json)|/))`", page))
    assert len(named) > 60
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in known)) == []
