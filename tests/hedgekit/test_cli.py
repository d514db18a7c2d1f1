"""The command `hedgekit`, in a process of its own and called in this one."""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

import hedgekit
from hedgekit.terminal.cli import COMMANDS, SEATS, _seats
from hedgekit.terminal.output import TRANSLITERATE, Terminal, has_colours, printable
from hedgekit.terminal.session import COMMANDS as TYPED
from hedgekit.terminal.session import Session
from hedgekit.terminal.text_board import draw_race
from hedgekit.text.words import languages, table

from . import test_playthroughs

SECONDS = 25  # of one core, for the order of test files

ROOT = Path(hedgekit.__file__).parents[1]
PLAYTHROUGHS = sorted(test_playthroughs.GAMES)
SHORT = "0 players=2"
TYPED_AT_MOST = 130  # plies


def run(*arguments, typed="", **environment):
    """Run the command in a new process, without the locale of the tests' environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "hedgekit", *arguments],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env=clean | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"} | environment,
    )


def moves_of(record):
    return hedgekit.replay(record).moves_played


# ---- the command line itself -----------------------------------------------------------------------------------------


def test_version_help_and_no_arguments():
    assert run("--version").stdout == f"hedgekit {hedgekit.__version__}\n"
    shown = run("--help")
    assert shown.returncode == 0
    assert all(name in shown.stdout for name in COMMANDS)
    assert run().returncode == 2


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("language", "examples", "usage"), [("en", "examples:", "usage:"), ("fr", "exemples :", "utilisation :")]
)
def test_help_of_every_command_in_every_language(run_cli, command, language, examples, usage):
    code, out, _ = run_cli(command, "--help", "--language", language)
    assert code == 0
    assert out.startswith(usage)
    assert examples in out
    if language == "fr":
        assert not re.search("usage:|show this|positional", out)


def test_help_names_the_default_seats(run_cli):
    _, out, _ = run_cli("play", "--help")
    assert f"({','.join(SEATS)})" in re.sub(r"\s+", " ", out)
    seats = _seats(None, hedgekit.Game("0 players=3"))
    assert [player if player is None else str(player.skill) for player in seats.values()] == [None, *SEATS[1:] * 2]


def commands():
    """Return the rows of commands.txt: mark, command line, and the indented lines below it."""
    text = Path(__file__).with_name("commands.txt").read_text("utf-8")
    rows = []
    for line in text[text.index("\n# ") :].splitlines():
        if line.startswith(("$ ", "! ")):
            rows.append((line[0], line[2:], []))
        elif line.startswith("  "):
            rows[-1][2].append(line[2:])
        else:
            assert not line or line.startswith("# "), f"no row: {line}"
    return rows


def unescape(text):
    """Replace backslash escapes as in Python."""
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


@pytest.mark.parametrize(("kind", "row", "lines"), commands(), ids=lambda one: one if isinstance(one, str) else "")
def test_output_of_commands(run_cli, kind, row, lines):
    row, _, message = row.partition(" -> ")
    arguments = [unescape(word) for word in shlex.split(row)]
    typed = "".join(unescape(line[2:]) + "\n" for line in lines if line.startswith("< "))
    code, out, err = run_cli(*arguments, typed=typed)
    french = None if "--language" in row else run_cli(*arguments, "--language", "fr", typed=typed)
    if kind == "!":
        assert message
        assert (code, out, message in err, err.count("\n"), "\x1b" in err) == (2, "", True, 1, False)
        assert err.startswith("Error: ")
        english = err.removeprefix("Error: ").partition(" (")[0]
        assert french is None or (french[0], french[2][:9], english in french[2]) == (2, "Erreur : ", False)
        return
    shown = [line for line in lines if not line.startswith("< ")]
    assert (code, err) == (int(shown.pop(0)) if shown[0].isdigit() else 0, "")
    assert french is None or french[0] == code
    for line in shown:
        pattern = re.fullmatch("(not )?/(.*)/", line)
        assert bool(re.search(pattern[2], out)) != bool(pattern[1]) if pattern else line in out, line


def test_a_process_prints_no_traceback():
    answer = run("play", "--resume", "/dev/null")
    assert (answer.returncode, answer.stderr.count("\n"), "Traceback" in answer.stderr) == (2, 1, False)


def test_the_command_needs_only_the_standard_library():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from hedgekit.terminal.cli import main; sys.exit(main(['check', '9+13']))"
    )
    alone = subprocess.run([sys.executable, "-I", "-S", "-c", code, str(ROOT)], capture_output=True, check=False)
    assert (alone.returncode, alone.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (["check", "9+13"], {"LANG": "fr_CH.UTF-8"}, "vont ensemble"),
        (["check", "9+13"], {"LC_ALL": "fr_FR", "LANG": "en_GB"}, "vont ensemble"),
        (["check", "9+13"], {"LANG": "de_DE.UTF-8"}, "passen zusammen"),
        (["check", "9+13"], {"LANG": "nl_NL.UTF-8"}, "go together"),
        (["check", "9+13", "--language", "en"], {"LANG": "fr_FR"}, "go together"),
        (["--language=fr", "check", "9+13"], {}, "vont ensemble"),
    ],
)
def test_the_language_comes_from_the_option_or_the_environment(run_cli, monkeypatch, arguments, environment, message):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert message in run_cli(*arguments)[1]


def test_an_ascii_terminal_is_enough():
    answer = run("list", "--language", "fr", PYTHONIOENCODING="ascii")
    assert answer.returncode == 0
    assert "Le tube" in answer.stdout
    assert "Turbo herisson" in answer.stdout


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["--help"], ""),
        (["simulate", "--help"], ""),
        (["check", "5+7"], ""),
        (["simulate", SHORT, "--games", "30"], ""),
        (["play", SHORT], "moves\nboard\nquit\n"),
        (["replay", "-", "--board"], test_playthroughs.record(PLAYTHROUGHS[0])),
        (["replay", "none.txt"], ""),
    ],
)
def test_characters_a_terminal_cannot_show_are_transliterated(run_encoded, language, arguments, typed):
    """Letters lose their accents and ± becomes +-; no question marks are added."""
    full, poor = (run_encoded(code, *arguments, "--language", language, typed=typed) for code in ("utf-8", "ascii"))
    assert poor.code == full.code
    assert (poor.stdout + poor.stderr).isascii()
    assert (poor.stdout.count("?"), poor.stderr.count("?")) == (full.stdout.count("?"), full.stderr.count("?"))
    if arguments[0] == "simulate" and "--games" in arguments:
        assert re.search(r"\+-[0-9]", poor.stdout)
        lines = [[len(line) for line in text.stdout.split("\n")] for text in (full, poor)]
        if language != "de":  # where ä, ö and ü become two letters
            assert lines[0] == lines[1]
        for table in lines:
            assert len(set(table[-4:-1])) == 1, "all rows of the players' table are equally wide"
            assert len({table[1], table[2], table[3]}) == 1


def test_commands_may_be_typed_without_accents(run_encoded):
    for typed, coding in (("zuege", "ascii"), ("zuege", "utf-8"), ("züge", "utf-8")):
        done = run_encoded(coding, "play", SHORT, "--language", "de", typed=f"{typed}\nende\n")
        assert "ist kein Zug" not in done.stdout


def test_json_is_the_same_on_any_terminal(run_encoded):
    full, poor = (json.loads(run_encoded(code, "list", "--json").stdout) for code in ("utf-8", "ascii"))
    assert full == poor


def test_unknown_characters_become_question_marks_and_decoding_errors_are_raised():
    assert "☃ é ± 1 ▁█ œ".encode("ascii", TRANSLITERATE) == b"? e +-1 _# oe"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", TRANSLITERATE)


def test_a_closed_pipe_is_no_error():
    first = subprocess.run(
        f"{sys.executable} -m hedgekit list --json | head -1", cwd=ROOT, shell=True, capture_output=True, check=True
    )
    assert first.stdout == b"[\n"
    assert first.stderr == b""


# ---- check -----------------------------------------------------------------------------------------------------------


def test_check_reports_every_pair(run_cli):
    _, out, _ = run_cli("check", "10+35+2+18")
    for a, b in ((2, 10), (2, 18), (2, 35), (10, 18), (10, 35), (18, 35)):
        assert hedgekit.verdict(a, b).reason("en") in out
    assert out.count("exclude each other") == 2


# ---- list ------------------------------------------------------------------------------------------------------------


def test_list_names_every_variant_in_every_language(run_cli):
    for language in ("en", "fr"):
        _, out, _ = run_cli("list", "--language", language)
        for variant in hedgekit.VARIANTS.values():
            assert variant.sentence[language] in out
            assert all(title in out for title in variant.title.values())


def test_list_as_json(run_cli):
    listed = json.loads(run_cli("list", "--json")[1])
    assert [one["number"] for one in listed] == list(hedgekit.VARIANTS)
    tube = listed[9]
    assert tube["title"] == dict(hedgekit.VARIANTS[9].title)
    assert tube["tactic"] == "(+)"
    assert {"name": "push", "values": ["forward", "sideways"], "free": None} in listed[13]["options"]


def test_list_finds_variants_by_number_or_title(run_cli):
    """A number lists that variant; a word finds titles in any language."""
    found = {which: json.loads(run_cli("list", which, "--json")[1]) for which in ("9", "9+13", "TUBE", "röhre")}
    numbers = {which: [one["number"] for one in listed] for which, listed in found.items()}
    assert numbers == {"9": [9], "9+13": [9, 13], "TUBE": [9], "röhre": [9]}
    code, _, err = run_cli("list", "9", "xyzzy", "--language", "de")
    last = max(hedgekit.VARIANTS)
    assert (code, err.strip()) == (2, f"Fehler: Keine Variante heißt xyzzy; die Nummern gehen von 0 bis {last}.")


# ---- play ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["0", "33", "7", "2", "6", "16", "22", "38-lane-die", "40", "21", "12"])
def test_a_game_is_played_from_standard_input(run_cli, rules, tmp_path):
    """Every move and throw is typed: the game is the same and recorded, as far as it is typed."""
    record = test_playthroughs.record(rules)
    game = hedgekit.replay(record)
    whole = game.ply <= TYPED_AT_MOST
    while game.ply > TYPED_AT_MOST:
        game.undo()
    played = game.moves_played
    passes = {number for number, move in enumerate(game.moves_played) if move == "-"}
    typed = []
    while game.ply:
        move = str(game.undo())
        if game.ply not in passes or [str(legal) for legal in game.moves()] != ["-"]:
            typed.insert(0, move)  # forced moves are played automatically
    head = record.split("\n")[0]
    code, out, err = run_cli(
        "play", head, "--own-dice", "--seats", "reader", "--record", "g.txt", typed="\n".join(typed)
    )
    assert (code, err) == (0, "")
    assert ("Ranking: 1." in out) == whole
    kept = (tmp_path / "g.txt").read_text("utf-8")
    kept = kept.removeprefix("game 1\n")
    more = moves_of(kept)[len(played) :]
    assert (moves_of(kept)[: len(played)], {*more} <= {"-"}) == (played, True), "only forced moves follow"


@pytest.mark.parametrize("rules", ["9+13 players=3", "18 players=2", "7 players=2", "40 players=2", "29 players=9"])
def test_computer_players_play_to_the_end(run_cli, rules):
    """A seed gives the same game in any language."""
    records = set()
    for language, ranking, record in (("en", "Ranking: 1.", "The record: "), ("fr", "Classement : 1.", "notée : ")):
        code, out, err = run_cli("play", rules, "--seed", "3", "--seats", "random", "--language", language)
        assert (code, err) == (0, "")
        assert ranking in out
        records.add(out.partition(record)[2])
    assert len(records) == 1
    assert records != {""}


def test_help_names_every_command_of_a_game(run_cli):
    _, out, _ = run_cli("play", SHORT, typed="help\n")
    assert all(table("en")[f"cli.does.{name}"] in out for name in TYPED)


def test_hints_are_legal_and_do_not_change_the_game(run_cli):
    for rules in ("2 players=2", "6 players=2", "40 players=2", "7 players=2"):
        _, out, _ = run_cli("play", rules, "--seed", "1", typed="hint\nundo\n")
        move = re.search(r"Try (\S+?)[:.] ", out)
        assert move, out
        assert "There is nothing to take back." in out
        _, out, _ = run_cli("play", rules, "--seed", "1", typed=f"why {move[1]}\n")
        assert f"{move[1]} is legal." in out


def test_records_are_saved_continued_and_never_overwritten(run_cli, tmp_path):
    file = tmp_path / "evening.txt"
    code, out, _ = run_cli(
        "play", SHORT, "--seed", "1", "--seats", "reader", "--record", "evening.txt", typed="a1\na2\n"
    )
    assert code == 0
    assert "The game is left unfinished. The record is in evening.txt." in out
    assert moves_of(file.read_text("utf-8")) == ("a1", "a2")
    code, _, err = run_cli("play", SHORT, "--record", "evening.txt")
    assert code == 2
    assert "--resume" in err
    code, out, _ = run_cli(
        "play", "--resume", "evening.txt", "--seats", "reader", typed="a3\nsave evening.txt\nsave b.txt\n"
    )
    assert code == 0
    assert "The game goes on after move 2." in out
    assert "evening.txt exists already and was left unchanged" in out
    assert moves_of(file.read_text("utf-8")) == ("a1", "a2", "a3")
    assert (tmp_path / "b.txt").read_text("utf-8") == file.read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.txt", "evening.txt"]


def test_a_record_that_can_no_longer_be_written(run_cli, tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    code, out, _ = run_cli("play", SHORT, "--seats", "reader", "--record", "sub/g.txt", typed="a1\n")
    assert code == 0
    assert "The record cannot be written any more" in out
    assert out.endswith("place: a1")
    assert [path.name for path in (tmp_path / "sub").iterdir()] == ["g.txt"]


def test_a_resumed_game_keeps_its_first_position(run_cli, tmp_path):
    text = "18 players=2\nb1=A1A2A3A4 c1=B1B2B3 d2=B4 turn=A step=sideways dice=1\n"
    (tmp_path / "g.txt").write_text(text, "utf-8")
    code, _, err = run_cli("play", "--resume", "g.txt", "--seats", "reader", typed="b1-b2\n")
    assert (code, err) == (0, "")
    kept = hedgekit.replay((tmp_path / "g.txt").read_text("utf-8"))
    assert "b2=A4" in str(kept)
    assert kept.start is not None


def test_a_finished_game_is_not_resumed(run_cli, tmp_path):
    (tmp_path / "g.txt").write_text(test_playthroughs.record("0"), "utf-8")
    code, _, err = run_cli("play", "--resume", "g.txt")
    assert code == 2
    assert "over" in err


def test_next_continues_a_series(run_cli, tmp_path):
    record = test_playthroughs.record("18")
    game = hedgekit.replay(record)
    typed = []
    while game.ply:
        move = str(game.undo())
        if [str(legal) for legal in game.moves()] != ["-"]:
            typed.insert(0, move)
    typed += ["a1", "next", "a1", "record"]
    options = ["--own-dice", "--seats", "reader", "--record", "s.txt"]
    code, out, _ = run_cli("play", "18 players=2", *options, typed="\n".join(typed))
    assert code == 0
    assert "Points: " in out
    assert "The series so far: " in out
    assert "next begins the next one" in out
    series = hedgekit.Series.replay((tmp_path / "s.txt").read_text("utf-8"))
    assert len(series.games) == 2
    assert series.game.moves_played == ("a1",)
    code, out, _ = run_cli("play", "--resume", "s.txt", "--seats", "reader", typed="a2\n")
    assert code == 0
    assert hedgekit.Series.replay((tmp_path / "s.txt").read_text("utf-8")).game.ply == 2


# ---- appearance ------------------------------------------------------------------------------------------------------


def plain(text, _):
    return text


def test_the_board_is_drawn_in_characters():
    game = hedgekit.Game.from_text("0 players=3", "a1=A1B3C2 d1=B1 g2=A2C1 home=A3A4B2B4C3C4 turn=A step=roll")
    assert draw_race(game, plain, 80)[1:4] == [
        "    +--------+----+----+----+----+----+------+----+----+",
        "  1 | A1B3C2 |    |    |#B1#|    |    |      |    |    |",
        "  2 |        |    |    |    |    |    |#A2C1#|    |    |",
    ]


def test_the_last_move_is_marked_on_the_board():
    """Its origin and target are marked, also after the next roll."""
    at = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 f6=B4 dice=6 turn=A step=forward"
    game = hedgekit.Game.from_text("0 players=2", at)
    assert not any(mark in "".join(draw_race(game, plain, 80)) for mark in ".>")
    game.play("f6-g6")
    game.play("3")
    assert draw_race(game, plain, 80)[7] == "  6 |      |    |      |    |    |.   |>B4 |####|    |"


@pytest.mark.parametrize(
    ("arguments", "typed", "expected"),
    [
        (["check", "10+35"], "", {"playable": False}),
        (["check", "9+13", "players=3"], "", {"playable": True, "rules": "9+13 players=3", "clash": None}),
        (["play", "28 players=2", "--seats", "random", "--seed", "1"], "", {"over": True, "seed": 1}),
        (["play", SHORT], "quit\n", {"over": False, "moves": []}),
        (["play", "18 players=2", "--seats", "reader"], "quit\n", {"over": False, "scores": {"A": 0, "B": 0}}),
        (["replay", "-"], "0 players=2\nplace a1 a2", {"fails": None}),
    ],
)
def test_every_command_has_json_output(run_cli, arguments, typed, expected):
    _, out, _ = run_cli(*arguments, "--json", typed=typed)
    data = json.loads(out)
    assert expected.keys() <= data.keys()
    assert all(data[name] == value for name, value in expected.items() if value is not None)


def test_replay_prints_a_game_as_json(run_cli):
    record = test_playthroughs.record(PLAYTHROUGHS[0])
    code, out, _ = run_cli("replay", "-", "--json", "--at", "3", typed=record)
    assert (code, json.loads(out)["moves"]) == (0, list(moves_of(record)[:3]))


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_shell_completes_commands_and_options(run_cli, shell):
    pytest.importorskip("shtab")
    code, out, _ = run_cli("--print-completion", shell)
    assert code == 0
    assert all(word in out for word in ("simulate", "--plot", "replay"))


def test_an_unknown_shell_and_a_missing_extra_are_reported(run_cli, monkeypatch):
    assert "no fish for --print-completion;" in run_cli("--print-completion", "fish")[2]
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, _, err = run_cli("--print-completion", "bash")
    assert (code, "hedgekit[shell]" in err) == (2, True)


def test_tall_stacks_fit_the_width():
    """A stack continues on the line above: the lowest pieces are in the lowest line."""
    game = hedgekit.Game.from_text("0 players=2", "b1=A1A2A3A4 c1=B1B2B3 d2=B4 turn=A step=roll")
    wide = draw_race(game, plain, 80)
    narrow = draw_race(game, plain, 52)
    assert "A1A2A3A4" in "".join(wide)
    assert max(map(len, narrow)) <= 52
    text = "\n".join(narrow)
    assert text.index("A4") < text.index("A1")
    assert [max(map(len, draw_race(game, plain, width))) <= width for width in (40, 45, 50, 52)] == [True] * 4
    assert len(draw_race(game, plain, 10)) > len(wide), "where no board fits, the narrowest is drawn"


def test_lines_fit_the_terminal(run_encoded, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    out = run_encoded("utf-8", "play", "2+33 players=6", "--seed", "1", "--seats", "random", "--language", "fr").stdout
    assert max(map(len, out[: out.index("La partie notée :")].split("\n"))) <= 60


def test_colours_only_on_terminals_that_want_them(monkeypatch):
    class Screen(StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert has_colours(Screen())
    assert not has_colours(StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colours(Screen())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not has_colours(Screen())


class Typist:
    """A person at a terminal."""

    def __init__(self, *arguments, **environment):
        pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")
        self.ours, theirs = pty.openpty()
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LANG")}
        command = [sys.executable, "-m", "hedgekit", *arguments]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=clean | {"TERM": "xterm", "COLUMNS": "80"} | environment,
            start_new_session=True,
            # Tests run in the background of a script ignore interrupts, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text, seconds=30):
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
                except OSError:  # closed
                    break
        assert text in self.seen
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def type(self, text):
        os.write(self.ours, text.encode())

    def interrupt(self):
        time.sleep(0.3)  # between prompt and read, readline would see the signal only at the next key
        self.process.send_signal(signal.SIGINT)

    def end(self):
        code = self.process.wait(30)
        os.close(self.ours)
        return code


@pytest.mark.parametrize("leave", ["\x04", "interrupt", "quit\n", "quitter\n"])
def test_leaving_a_terminal_offers_the_record(leave, tmp_path):
    file = tmp_path / "mine.txt"
    language = "fr" if leave == "quitter\n" else "en"
    typist = Typist("play", SHORT, "--seats", "reader", "--language", language)
    typist.wait_for("A> ")
    typist.type("a1\n")
    typist.wait_for("B> ")
    if leave == "interrupt":
        typist.interrupt()
    else:
        typist.type(leave)
    typist.wait_for("Enter" if language == "en" else "Entrée")
    typist.wait_for("> ")
    typist.type(f"{file}\n")
    typist.wait_for("mine.txt")
    typist.wait_for("\n")
    assert typist.end() == 0
    assert moves_of(file.read_text("utf-8")) == ("a1",)


def test_leaving_twice_still_shows_the_record():
    typist = Typist("play", SHORT, "--seats", "reader")
    typist.wait_for("A> ")
    typist.type("a1\n")
    typist.wait_for("B> ")
    typist.interrupt()
    typist.wait_for("Enter")
    typist.wait_for("> ")
    typist.interrupt()
    typist.wait_for("place: a1")
    assert typist.end() == 0


def test_a_terminal_shows_colours_and_hides_secrets():
    typist = Typist("play", "2 players=2", "--seats", "reader")
    typist.wait_for("A> ")
    typist.type("3\n")
    typist.wait_for("A has noted down a drawing.")
    typist.wait_for("B> ")
    typist.type("1\n")
    typist.wait_for("A> ")
    assert "3" not in typist.seen
    typist.type("A1@a1\n")
    typist.wait_for("\x1b[31;1mA1")
    typist.wait_for("B> ")
    typist.type("quit\n")
    typist.wait_for("> ")
    typist.type("\n")
    typist.wait_for("2 players=2")
    assert typist.end() == 0


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_command_names_are_unambiguous(language):
    names = [table(language)[f"cli.command.{name}"] for name in TYPED]
    assert len(set(names)) == len(names)
    others = set(TYPED) - {name for name in TYPED if table(language)[f"cli.command.{name}"] == name}
    assert not others & set(names), "no name is another command's in English"
    for name in names:
        with pytest.raises(hedgekit.NotationError):
            hedgekit.Move.parse(name)


def test_tab_completes_legal_moves_and_commands():
    game = hedgekit.Game(SHORT, 7)
    session = Session(Terminal("en"), game, {"A": None, "B": None})
    moves = [str(move) for move in game.moves()]
    assert session.completions("")[: len(moves)] == moves
    assert session.completions("hi") == ["hint"]
    assert session.completions(moves[0]) == [moves[0]]
    assert session.completions("z9") == []


def test_thousands_are_separated_on_any_terminal(run_encoded):
    """The separator is a plain space; control characters become question marks."""
    out = run_encoded("ascii", "simulate", SHORT, "--games", "1200", "--seed", "1").stdout
    assert out.startswith(f"{SHORT}: 1 200 games")
    assert printable("1\u202f235\xa0€\x1b[2J\u200b\n") == "1 235 €?[2J??"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    ("command", "redirection"),
    [
        ("hedgekit list", "> /dev/full"),
        ("hedgekit check 9+13", ">&-"),
        pytest.param("rulebook serve --port 0 --no-browser --warm 0", "> /dev/full", marks=pytest.mark.soak),
        ("rulebook --version", ">&-"),
        ("hedgekit check nothing", "2> /dev/full"),
    ],
)
def test_output_that_cannot_be_written_exits_with_74(command, redirection):
    """74 is sysexits.h's I/O error, with one line on stderr; bad input still exits with 2."""
    shell = f"exec {sys.executable} -m {command} {redirection}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    is_bad = "nothing" in command
    assert (done.returncode, done.stderr.count("\n")) == ((2, 0) if is_bad else (74, 1))
    assert is_bad or done.stderr.startswith("The output cannot be written: ")
