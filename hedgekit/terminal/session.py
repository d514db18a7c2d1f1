"""An interactive game or series in the terminal: users type moves and commands, and every move is saved.

Each seat has a reader, who types, or a computer player.  The computer rolls the dice unless readers roll their own.
"""

import contextlib
import getpass
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ..games.race.play.series import Series
from ..games.race.rulesets.trained_weights import missing_weights
from ..notation.options import GameRules
from ..play.base import Playable
from ..players.bots import choose_move
from ..players.player import Player
from ..text.errors import HedgekitError, Refusal
from .descriptions import describe_variant, result_lines, score_lines
from .files import create_file, write
from .output import Terminal, in_ascii
from .text_board import drawing_key, show_board

READER = "reader"
HINTS = "master:100"
"""The computer player for hints."""
FACE_DOWN = ("announce", "joker")  # no hints here, as a search would reveal the cards


class Quit(Exception):
    """A reader typed `quit`."""


class Session:
    """A session at the board.

    played: the game or series; seats: letter -> a player with `choose(game)`, None for a reader; file: for the record,
    if it is saved; own_dice: readers type what they rolled.
    """

    def __init__(
        self,
        terminal: Terminal,
        played: Playable | Series,
        seats: Mapping[str, Any],
        *,
        file: Path | None = None,
        own_dice: bool = False,
    ) -> None:
        self._terminal = terminal
        self._say, self._words = terminal.say, terminal.words
        self._played = played
        self._series = played if isinstance(played, Series) else None
        self._seats = seats
        self._file = file
        self._own_dice = own_dice
        self._prompted = self._drawn_position = ""  # position at the last prompt, and as last drawn
        self._saved: set[Path] = set()
        typed = {self._words(f"cli.command.{name}"): name for name in COMMANDS}
        self._names = {in_ascii(word): name for word, name in typed.items()} | typed | {n: n for n in COMMANDS}

    @property
    def _game(self) -> Any:
        return self._played.game if isinstance(self._played, Series) else self._played

    @property
    def _variants(self) -> Sequence[int]:
        """The variants of a race, (0,) for the base game; () for other games."""
        rules = self._game.rules
        return () if isinstance(rules, GameRules) else rules.variants or (0,)

    def _say_words(self, key: str, **values: object) -> None:
        """Print a sentence of the command `play`."""
        self._say(self._words(f"cli.play.{key}", **values))

    # ---- from the first word to the last -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until a reader quits."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                import readline  # for line editing and history

                readline.set_completer(lambda typed, nth: [*self.completions(typed), None][nth])
                readline.set_completer_delims("")  # a move is one word, whatever its characters
                readline.parse_and_bind("tab: complete")
        self._welcome()
        self._autosave()
        try:
            while not self._game.is_over or self._next_game():
                self._take_step()
        except (Quit, EOFError, KeyboardInterrupt) as reason:
            if not isinstance(reason, Quit):
                self._say()  # end the prompt's line
            if not self._game.is_over:
                self._say_words("unfinished")
        self._offer_record()

    def _welcome(self) -> None:
        game = self._game
        readers = [letter for letter, player in self._seats.items() if player is None]
        self._say_words("welcome" if readers else "watching", rules=game.rules, readers=readers)
        for number in self._variants:
            self._say(describe_variant(self._terminal, self._game.rules.registry.variants[number]), 2)
        for note in game.rules.advice if self._variants else ():
            self._say(note.text(self._terminal.language), 2)
        self._say(self._legend())
        kinds = {player.skill.kind for player in self._seats.values() if isinstance(player, Player)}
        if missing := missing_weights(game.rules, kinds):
            self._say(missing.text(self._terminal.language))
        if game.ply:
            self._say_words("resumed", count=game.ply)

    def _legend(self) -> str:
        game = self._game
        if not self._variants:
            return self._words(f"{game.rules.NAME}.terminal.typing")
        if game.rules.engine:
            return self._words(f"{game.rules.engine}.terminal.typing", example=game.EXAMPLE)
        if not game.state.black:
            return self._words("cli.play.stacks_plain")
        effect = next((n for n in self._variants if "black.effect" in game.rules.registry.variants[n].writes), None)
        key = "cli.play.holds" if effect is None else f"slot.black.effect.{effect}"
        return self._words("cli.play.stacks", mark="##", effect=self._words(key))

    def _take_step(self) -> None:
        """Play one move, or run one command."""
        game = self._game
        if game.is_chance and not self._own_dice:
            self._play()
        elif game.is_chance:
            self._ask()
        elif (player := self._seats[game.turn or ""]) is not None:
            self._play(choose_move(player, game))
        elif self._must_pass():
            self._play("-", self._words("cli.play.forced", player=game.turn))
        else:
            self._ask()

    def _must_pass(self) -> bool:
        return self._game.LISTS_ALL and [str(move) for move in self._game.moves()] == ["-"]

    def _next_game(self) -> bool:
        """Say how a game ended; return whether a reader has started the next one of a series."""
        self._draw()
        series = self._series
        lines = result_lines(self._terminal, self._game)
        for line in lines + (score_lines(self._terminal, series) if series else []):
            self._say(line)
        if not series or series.is_over or None not in self._seats.values():
            return False
        while True:
            self._say_words("next")
            command, _ = self._command(self._read("> "))
            if command == "next":
                series.next_game()
                self._autosave()
                return True
            if command == "quit":
                return False
            if command == "record":
                self._show_record()
            else:
                self._say_words("not_now")

    def _offer_record(self) -> None:
        """Say where the record is saved, offer to save it, or show it."""
        if self._file is not None:
            self._say_words("saved", file=self._file)
            return
        if not any(game.ply for game in (self._series.games if self._series else [self._game])):
            return
        try:
            while sys.stdin.isatty():
                self._say_words("offer")
                name = self._read("> ")
                if not name:
                    break
                if self._save(name):
                    return
        except (EOFError, KeyboardInterrupt):
            self._say()
        self._say_words("here")
        self._show_record()

    # ---- what is typed -----------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Prompt for a decision, read a line and execute it."""
        game = self._game
        if self._prompted != str(game):
            self._prompted = str(game)
            if self._drawn_position != drawing_key(game):
                self._draw()
            self._say(game.prompt(self._terminal.language))
        hidden = game.step == "secret" and sys.stdin.isatty()
        typed = self._read(f"{game.turn}> ", hidden)
        if not typed:
            return
        command, rest = self._command(typed)
        if command:
            self.COMMANDS[command](self, rest)
            return
        try:
            self._play(typed)
        except Refusal as refusal:
            self._say_words("illegal", said=refusal, clause=refusal.clause)
        except HedgekitError as error:
            self._say_words("unread", said=error)

    def _read(self, prompt: str, hidden: bool = False) -> str:
        if hidden:
            return getpass.getpass(prompt).strip()
        typed = self._terminal.ask(prompt)
        if not sys.stdin.isatty():
            self._terminal.say(typed)  # so a session with piped input reads like a typed one
        return typed.strip()

    def completions(self, typed: str) -> list[str]:
        """Return the legal moves and the commands that begin with the typed text."""
        listed = self._game.moves() if self._game.LISTS_ALL and not self._game.is_chance else ()
        return [word for word in (*map(str, listed), *sorted(self._names)) if word.startswith(typed)]

    def _command(self, typed: str) -> tuple[str, str]:
        """Split a line into its command ("" if there is none) and the rest."""
        word, _, rest = typed.partition(" ")
        return "moves" if typed == "?" else self._names.get(word.lower(), ""), rest.strip()

    def _show_moves(self, _: str) -> None:
        game = self._game
        moves = [str(move) for move in game.moves()]
        if game.step == "shuffle":
            self._say_words("deck")
            return
        if not game.LISTS_ALL and not moves[0].startswith("-"):
            self._say_words("some")
            moves = moves[:: max(1, len(moves) // 6)]
        elif game.is_chance:
            self._say_words("outcomes", count=len(moves))
        else:
            self._say_words("legal" if len(moves) > 1 else "legal_one", count=len(moves))
        self._say("  ".join(moves), 2)

    def _give_hint(self, _: str) -> None:
        game = self._game
        if game.is_chance or game.step in FACE_DOWN:
            self._say_words("no_hint" if game.is_chance else "face_down")
            return
        best = Player(HINTS, game.ply).weigh(game)[0]
        if best.chance is None:
            self._say_words("hint_bare", move=best.move)
        else:
            text = self._words("cli.play.hint", move=best.move, chance=round(100 * best.chance), tried=best.tries)
            self._say(text + " " + self._reasons(str(best.move)))

    def _undo(self, _: str) -> None:
        """Go back to the last decision of a reader."""
        game = self._game
        undone: list[str] = []
        while game.ply:
            undone.insert(0, str(game.undo()))
            if self._is_readers_turn():
                self._say_words("undone", moves=" ".join(undone))
                self._autosave()
                return
        for move in undone:  # there was no decision of a reader
            game.play(move)
        self._say_words("no_undo")

    def _is_readers_turn(self) -> bool:
        """Return whether a reader has to type the next move."""
        if self._game.is_chance:
            return self._own_dice
        return self._seats[self._game.turn or ""] is None and not self._must_pass()

    def _roll_dice(self, _: str) -> None:
        if self._game.is_chance:
            self._play()
        else:
            self._say_words("not_chance")

    def _save_to(self, name: str) -> None:
        if name:
            self._save(name)
        else:
            self._say_words("save_where")

    def _show_board(self, _: str) -> None:
        self._prompted = self._drawn_position = ""

    def _explain(self, move: str) -> None:
        try:
            if not move:
                self._say_words("why_what")
            elif refusal := self._game.why(move):
                self._say_words("illegal", said=refusal, clause=refusal.clause)
            else:
                self._say(self._words("cli.play.allowed", move=move) + " " + self._reasons(move))
        except HedgekitError as error:
            self._say_words("unread", said=error)

    def _reasons(self, move: str) -> str:
        reasons = self._game.because(move)
        return " ".join(self._words("cli.play.illegal", said=one, clause=one.clause) for one in reasons)

    def _show_record(self, _: str = "") -> None:
        self._terminal.lines(self._played.record().split("\n"))

    def _help(self, _: str) -> None:
        typed = {name: self._terminal.encodable(self._words(f"cli.command.{name}")) for name in COMMANDS}
        width = max(map(len, typed.values()))
        for name, text in typed.items():
            self._say(f"{text.ljust(width)}  {self._words(f'cli.does.{name}')}", 2)

    def _not_now(self, _: str) -> None:
        self._say(self._words("error.series.running"))

    def _quit(self, _: str) -> None:
        raise Quit

    COMMANDS: ClassVar[Mapping[str, Callable[["Session", str], None]]] = {
        "moves": _show_moves, "hint": _give_hint, "undo": _undo, "roll": _roll_dice, "save": _save_to,
        "board": _show_board, "why": _explain, "record": _show_record, "help": _help, "next": _not_now, "quit": _quit,
    }  # fmt: skip
    """Command -> the method that runs it, given the rest of the line; in the order of `help`."""

    # ---- what is done ------------------------------------------------------------------------------------------------

    def _play(self, move: Any = None, before: str = "") -> None:
        """Play a move, or roll, and say what it did."""
        self._game.roll() if move is None else self._game.play(move)
        self._autosave()
        self._say(f"{before} {self._game.narrate(self._terminal.language)}".strip())

    def _draw(self) -> None:
        self._drawn_position = drawing_key(self._game)
        self._say()
        show_board(self._terminal, self._game)

    def _autosave(self) -> None:
        """Save the record; if that fails, say so and go on, as the record is shown at the end."""
        if self._file is None:
            return
        try:
            write(self._file, self._played.record())
        except HedgekitError as error:
            self._say_words("not_saved", said=error)
            self._file = None

    def _save(self, name: str) -> bool:
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # ~ of nobody
            path = path.expanduser()
        try:
            if path not in self._saved:
                create_file(path)
            write(path, self._played.record())
        except HedgekitError as error:
            self._say(error.text(self._terminal.language))
            return False
        self._saved.add(path)
        self._say_words("saved", file=path)
        return True


COMMANDS = tuple(Session.COMMANDS)
