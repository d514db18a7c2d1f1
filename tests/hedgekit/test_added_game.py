"""A game added as one folder, `examples/games/ur`, gets everything the collection has for a game."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hedgekit

ROOT = Path(hedgekit.__file__).parents[1]
UR = ROOT / "examples" / "games" / "ur"
SECONDS = 30  # of one core, for the order of test files

ENGINE = """
game = hedgekit.game_of("ur")("ur players=2", seed=7)
while not game.is_over:
    game.roll() if game.is_chance else game.play(game.moves()[0])
assert hedgekit.replay(game.record()).record() == game.record() and game.winners
at = lambda text: hedgekit.game_of("ur").from_text("ur players=2", text)
"""
BOOK = """
from dataclasses import replace
from rulebook.boards.table import Table
from rulebook.kernel.kernel import needs
from rulebook.learning.default_chapter import notebook
from rulebook.learning.lessons import lessons_of
from rulebook.picture.svg import draw
from rulebook.text import words
from rulebook.publish import paths
"""


def python(*words: object, cwd: Path = ROOT, typed: str = ""):
    """Run a Python process and return it with its output."""
    return subprocess.run([sys.executable, *map(str, words)], cwd=cwd, input=typed, capture_output=True, text=True)


def run(program: str) -> None:
    """Run a program with assertions in a process that has the game."""
    done = python("-c", f"import json, hedgekit.game_check\nhedgekit.games.add({str(UR)!r})\n{program}")
    assert done.returncode == 0, done.stderr


CLAIMS = {  # position, move -> clauses and part of the first sentence, of the refusal or of the reasons
    ("a1=A hand=A6B7 turn=A step=roll", "a1-a3"): ("ur.2", "throws first"),
    ("a1=A hand=A6B7 dice=2 turn=A step=move", "3"): ("ur.2", "have been thrown"),
    ("a1=A hand=A6B7 dice=2 turn=A step=move", "-"): ("ur.3", "a0 or a1"),
    ("a1=A hand=A6B7 dice=2 turn=A step=move", "a2-a4"): ("ur.3", "no piece on a2"),
    ("a1=A hand=A6B7 dice=2 turn=A step=move", "a1-a4"): ("ur.3", "leads from a1 to a3"),
    ("a1=A a3=A hand=A5B7 dice=2 turn=A step=move", "a1-a3"): ("ur.4", "cannot share"),
    ("m6=A m8=B hand=A6B6 dice=2 turn=A step=move", "m6-m8"): ("ur.7", "is safe"),
    ("a14=A m8=B hand=A6B6 dice=2 turn=A step=move", "a14-a15"): ("ur.8", "exactly 1"),
    ("a1=A hand=A6B7 dice=0 turn=A step=move", "a1-a2"): ("ur.9", "0 moves nothing"),
    ("hand=B1 home=A7B6 over=A", "a1-a2"): ("ur.10", "over"),
    ("m6=A m7=B hand=A6B6 dice=1 turn=A step=move", "m6-m7"): ("ur.5 ur.3", "stands on m7"),
    ("a2=A hand=A6B7 dice=2 turn=A step=move", "a2-a4"): ("ur.6 ur.3", "a4 is a rosette"),
    ("a14=A hand=A6B7 dice=1 turn=A step=move", "a14-a15"): ("ur.8", "Exactly 1"),
    ("a1=A hand=A6B7 dice=0 turn=A step=move", "-"): ("ur.9", "allows nothing"),
}


def test_refusals_and_reasons_name_their_clauses():
    run(f"""{ENGINE}
for (text, move), (clauses, part) in {CLAIMS!r}.items():
    no = at(text).why(move)
    found = [no] if no else at(text).because(move)
    assert " ".join(reason.clause for reason in found) == clauses, (text, move, found)
    assert part in str(found[0]), (text, move, found)
""")


def test_dice_players_reviews_and_simulations_work():
    run(f"""{ENGINE}
some = type("Some", (type(game),), dict(LISTS_ALL=False, moves=lambda self: type(game).moves(self)[-1:]))
assert str(hedgekit.game_check.checked(some, "ur players=2")) == "ur players=2", "unlisted moves may be legal"
assert [round(16 * move.probability) for move in at("hand=A7B7 turn=A step=roll").moves()] == [1, 4, 6, 4, 1]
near = at("a14=A m7=B m10=B hand=A5B5 home=A1 dice=1 turn=A step=move")
assert all(hedgekit.Player(kind).choose(near) in near.moves() for kind in ("greedy", "lookahead:30", "master:30"))
moves = "hand=B1 home=A5B6 a14=A m6=A turn=A step=roll\\n1 a14-a15 2 b0-b2 1 m6-m7"
assert hedgekit.review(hedgekit.replay("ur players=2\\n" + moves)).decisions == dict(A=1, B=0)
assert hedgekit.simulate("ur players=2", 20, "greedy", seed=1).games == 20
""")


def test_the_book_has_a_chapter_boards_and_lessons():
    run(f"""{BOOK}
stem = words.chapters_of_games()["ur"]
assert "The Royal Game of Ur" in words.chapters("fr")[stem]["title"], "English, the folder's only language"
cells = [cell["source"] for cell in json.loads(notebook("ur"))["cells"]]
assert len(cells) >= 12
assert needs(cells) == [[], *[[0]] * (len(cells) - 1)], "a board needs only the cell with the imports"
assert (paths.notebooks() / (stem + ".ipynb")).is_file()
assert draw(Table(rules="ur players=2", name="x").game).count("data-piece") == 14
tried = [name for name in words.clauses("ur") if lessons_of(name)]
assert tried == ["ur.3", "ur.4", "ur.5", "ur.6", "ur.7", "ur.8", "ur.10"]
for lesson in (lessons_of(name)[0] for name in tried):
    assert lesson.goal.wants_refusal or lesson.goal.is_possible(lesson.game(), lesson.moves), lesson.name
    mixed = replace(lesson, at=" ".join(reversed(lesson.at.split())))
    assert mixed.at != lesson.at and mixed.is_here(mixed.game()), "the words of a position come in any order"
""")


def test_the_terminal_plays_it_and_other_folders_are_refused(capsys):
    played = python("-m", "hedgekit", "play", "ur players=2", "--seed", "3", "--with", UR, typed="quit\n")
    assert "A throws 2." in played.stdout
    with pytest.raises(hedgekit.HedgekitError, match="is not the folder of a game"):
        hedgekit.games.add(str(ROOT / "docs"))


MISTAKES = [  # file, text, replacement, command, message
    ("game.py", "return moves or (Move(),)", "return moves", "hedgekit", "Nobody can move, and the game is not over"),
    ("game.py", "and not self._obstacle(target)", "", "hedgekit", "is listed and refused"),
    ("words.en.toml", "enter = ", "entre = ", "hedgekit", "is missing, or a value in it: ur."),
    ("words.en.toml", "onto {target}", "onto {target", "hedgekit", "is missing, or a value in it: expected '}'"),
    ("words.en.toml", "typing = ", "tpying = ", "hedgekit", "or a value in it: ur.terminal.typing."),
    ("game.py", "return moves or (Move(),)", "return None", "hedgekit", "it returns None, not collections.abc"),
    ("game.py", "number = self._state.turn, ", "number = 1 / 0, ", "hedgekit", "The game ur fails at line 1"),
    ("game.py", "import re", "import r", "hedgekit", "The game ur fails at line 3 of game.py (`import r`)"),
    ("game.py", 'chosen("pieces"', 'chosen("gese"', "rulebook", "There is no option gese here; there are pieces"),
    ("game.py", "CHANCE = ", "CHANCES = ", "hedgekit", "add up to 1 at the steps of CHANCE"),
    ("game.py", "{self.origin}-{", "{self.origin}>{", "hedgekit", "a0>a3 is not the same once it was read"),
    ("game.py", "if step in ROSETTES:", "if step in ROSETTES and self.ply % 2:", "hedgekit", "is not the same once"),
    ("game.py", 'no(2, "rolled")', 'no(22, "rolled")', "rulebook", "en: ur.clauses.ur.22 is missing."),
    ("book.en.toml", '"pieces.5"', '"pieces.6"', "rulebook", "en: ur.options.pieces.5 is missing."),
    ("book.en.toml", "counts = ", "count = ", "rulebook", "does not fit: ur.toml has no 'board.counts'"),
    ("book.en.toml", "[chapter]", "[chaptr]", "rulebook", "en: ur.chapter.title is missing."),
    ("book.en.toml", "[tasks.ur-win]", "[tasks.ur-wn]", "rulebook", "The task ur-win does not fit: ur.toml has no"),
    ("tasks.toml", 'over = "A"', 'over = "B"', "rulebook", "The goal of the task ur-win cannot be reached in 1 moves."),
    ("tasks.toml", "a2=A m6=B hand", "h9=A m6=B hand", "rulebook", "The task ur-enter does not fit: h9 is neither"),
    ("tasks.toml", "goal.over", "goal.ovr", "rulebook", "The task ur-win of ur cannot be read: a goal is one of"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "command", "message"), MISTAKES)
def test_a_mistake_is_reported_in_a_sentence(file, right, wrong, command, message, tmp_path):
    folder = shutil.copytree(UR, tmp_path / "ur")
    text = (folder / file).read_text("utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong), "utf-8")
    done = python("-m", command, "check", *(["ur"] if command == "hedgekit" else []), "--with", folder)
    assert "Traceback" not in done.stderr
    assert message in " ".join(done.stderr.split())


def test_it_is_small_and_lacks_only_translations():
    assert sum(len(file.read_text("utf-8").splitlines()) for file in UR.glob("*.py")) <= 500
    *missing, _ = python("-m", "rulebook", "check", "--with", UR).stderr.splitlines()
    assert missing == [f"{lang}: there are no words for ur yet; English is shown, marked." for lang in ("de", "fr")]


def test_a_static_site_contains_it(tmp_path):
    """The packages of a site include the game."""
    run(
        "from pathlib import Path\nfrom rulebook.publish.static.packages import own_files\n"
        + f"for name, data in own_files().items():\n    path = Path({str(tmp_path)!r}, name)\n"
        + "    path.parent.mkdir(parents=True, exist_ok=True)\n    path.write_bytes(data)\n"
    )
    program = (
        "import hedgekit\nfrom rulebook.boards.table import Table\ntable = Table(rules='ur players=2', name='x')\n"
        "assert hedgekit.__file__.startswith(sys.argv[1])\nprint(table.view()['prompt']['en'])"
    )
    done = python("-c", f"import sys\nsys.path.insert(0, sys.argv[1])\n{program}", tmp_path, cwd=tmp_path)
    assert done.stdout == "A: throw the four dice.\n", done.stderr
