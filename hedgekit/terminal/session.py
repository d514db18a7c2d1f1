"""An interactive game or series in the terminal: moves and commands are typed, and every move is saved.

At each seat is a reader, who types, or a computer player.  Dice are rolled by the computer unless the readers roll
their own.
"""

import contextlib
import getpass
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ..games.race.play.series import Series
from ..games.race.rulesets.trained_weights import wanting
from ..notation.options import GameRules
from ..play.base import Playable
from ..players.bots import choose_move
from ..players.player import Player
from ..text.errors import HedgekitError, Refusal
from .descriptions import described, ending, scores
from .files import claim, write
from .output import Terminal, in_ascii
from .text_board import position_drawn, show_board

READER = "reader"
HINTS = "master:100"
"""The player who gives hints."""
FACE_DOWN = ("announce", "joker")  # steps without hints, as trying out moves would reveal the cards


class Left(Exception):
    """Somebody leaves: `quit`, the end of the input, or Ctrl-C."""


class Session:
    """A session at the board.

    played: the game or series; seats: letter -> a player with `choose(game)`, None for a reader; file: where the record
    is saved, if anywhere; own_dice: readers type what they rolled.
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
        self._asked = self._drawn = ""  # the position of the last prompt, and what of it was drawn
        self._saved: set[Path] = set()
        typed = {self._words(f"cli.command.{name}"): name for name in COMMANDS}
        self._names = {in_ascii(word): name for word, name in typed.items()} | typed | {n: n for n in COMMANDS}

    @property
    def _game(self) -> Any:
        return self._played.game if isinstance(self._played, Series) else self._played

    @property
    def _variants(self) -> Sequence[int]:
        """The variants of a race, (0,) for the base game; () for another game."""
        rules = self._game.rules
        return () if isinstance(rules, GameRules) else rules.variants or (0,)

    def _tell(self, key: str, **values: object) -> None:
        """Write a sentence of the command `play`."""
        self._say(self._words(f"cli.play.{key}", **values))

    # ---- from the first word to the last -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                import readline  # so that lines can be edited and recalled

                readline.set_completer(lambda typed, nth: [*self.completions(typed), None][nth])
                readline.set_completer_delims("")  # a move is one word, whatever its characters
                readline.parse_and_bind("tab: complete")
        self._welcome()
        self._keep()
        try:
            while not self._game.is_over or self._next_game():
                self._go_on()
        except (Left, EOFError, KeyboardInterrupt) as no:
            if not isinstance(no, Left):
                self._say()  # end the line of the prompt
            if not self._game.is_over:
                self._tell("unfinished")
        self._offer()

    def _welcome(self) -> None:
        game = self._game
        readers = [letter for letter, player in self._seats.items() if player is None]
        self._tell("welcome" if readers else "watching", rules=game.rules, readers=readers)
        for number in self._variants:
            self._say(described(self._terminal, self._game.rules.registry.variants[number]), 2)
        for note in game.rules.advice if self._variants else ():
            self._say(note.text(self._terminal.language), 2)
        self._say(self._legend())
        kinds = {player.skill.kind for player in self._seats.values() if isinstance(player, Player)}
        if no := wanting(game.rules, kinds):
            self._say(no.text(self._terminal.language))
        if game.ply:
            self._tell("resumed", count=game.ply)

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

    def _go_on(self) -> None:
        """Play one move of whoever is to act, or run one command."""
        game = self._game
        if game.is_chance and not self._own_dice:
            self._roll()
        elif game.is_chance:
            self._ask()
        elif (player := self._seats[game.turn or ""]) is not None:
            self._play(choose_move(player, game))
        elif self._forced():
            self._play("-", self._words("cli.play.forced", player=game.turn))
        else:
            self._ask()

    def _forced(self) -> bool:
        return self._game.LISTS_ALL and [str(move) for move in self._game.moves()] == ["-"]

    def _next_game(self) -> bool:
        """Say how a game ended; begin the next one of a series if a reader wants to, and return whether one began."""
        self._draw()
        series = self._series
        for line in [*ending(self._terminal, self._game), *(scores(self._terminal, series) if series else [])]:
            self._say(line)
        if not series or series.is_over or None not in self._seats.values():
            return False
        while True:
            self._tell("next")
            command, _ = self._command(self._read("> "))
            if command == "next":
                series.next_game()
                self._keep()
                return True
            if command == "quit":
                return False
            if command == "record":
                self._show_record()
            else:
                self._tell("not_now")

    def _offer(self) -> None:
        """Say where the record is saved, or offer to save it, or show it."""
        if self._file is not None:
            self._tell("saved", file=self._file)
            return
        if not any(game.ply for game in (self._series.games if self._series else [self._game])):
            return
        try:
            while sys.stdin.isatty():
                self._tell("offer")
                name = self._read("> ")
                if not name:
                    break
                if self._save(name):
                    return
        except (EOFError, KeyboardInterrupt):
            self._say()
        self._tell("here")
        self._show_record()

    # ---- what is typed -----------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Show what is to be decided, read a line and act on it."""
        game = self._game
        if self._asked != str(game):
            self._asked = str(game)
            if self._drawn != position_drawn(game):
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
        except Refusal as no:
            self._tell("illegal", said=no, clause=no.clause)
        except HedgekitError as no:
            self._tell("unread", said=no)

    def _read(self, prompt: str, hidden: bool = False) -> str:
        if hidden:
            return getpass.getpass(prompt).strip()
        typed = self._terminal.ask(prompt)
        if not sys.stdin.isatty():
            self._terminal.say(typed)  # so that a session with piped input reads like one that was typed
        return typed.strip()

    def completions(self, typed: str) -> list[str]:
        """The legal moves and the commands that begin with what was typed."""
        listed = self._game.moves() if self._game.LISTS_ALL and not self._game.is_chance else ()
        return [word for word in (*map(str, listed), *sorted(self._names)) if word.startswith(typed)]

    def _command(self, typed: str) -> tuple[str, str]:
        """Split a line into its command, "" if it begins with none, and the rest."""
        word, _, rest = typed.partition(" ")
        return "moves" if typed == "?" else self._names.get(word.lower(), ""), rest.strip()

    def _show_moves(self, _: str) -> None:
        game = self._game
        moves = [str(move) for move in game.moves()]
        if game.step == "shuffle":
            self._tell("deck")
            return
        if not game.LISTS_ALL and not moves[0].startswith("-"):
            self._tell("some")
            moves = moves[:: max(1, len(moves) // 6)]
        elif game.is_chance:
            self._tell("outcomes", count=len(moves))
        else:
            self._tell("legal" if len(moves) > 1 else "legal_one", count=len(moves))
        self._say("  ".join(moves), 2)

    def _give_hint(self, _: str) -> None:
        game = self._game
        if game.is_chance or game.step in FACE_DOWN:
            self._tell("no_hint" if game.is_chance else "face_down")
            return
        best = Player(HINTS, game.ply).weigh(game)[0]
        if best.chance is None:
            self._tell("hint_bare", move=best.move)
        else:
            said = self._words("cli.play.hint", move=best.move, chance=round(100 * best.chance), tried=best.tries)
            self._say(said + " " + self._because(str(best.move)))

    def _undo(self, _: str) -> None:
        """Go back to the last decision of a reader."""
        game = self._game
        undone: list[str] = []
        while game.ply:
            undone.insert(0, str(game.undo()))
            if self._is_asked():
                self._tell("undone", moves=" ".join(undone))
                self._keep()
                return
        for move in undone:  # no reader had decided anything
            game.play(move)
        self._tell("no_undo")

    def _is_asked(self) -> bool:
        """Whether a reader has to type the present move."""
        if self._game.is_chance:
            return self._own_dice
        return self._seats[self._game.turn or ""] is None and not self._forced()

    def _throw(self, _: str) -> None:
        if self._game.is_chance:
            self._roll()
        else:
            self._tell("not_chance")

    def _save_as(self, name: str) -> None:
        if name:
            self._save(name)
        else:
            self._tell("save_where")

    def _show_board(self, _: str) -> None:
        self._asked = self._drawn = ""

    def _tell_why(self, move: str) -> None:
        try:
            if not move:
                self._tell("why_what")
            elif no := self._game.why(move):
                self._tell("illegal", said=no, clause=no.clause)
            else:
                self._say(self._words("cli.play.allowed", move=move) + " " + self._because(move))
        except HedgekitError as no:
            self._tell("unread", said=no)

    def _because(self, move: str) -> str:
        reasons = self._game.because(move)
        return " ".join(self._words("cli.play.illegal", said=one, clause=one.clause) for one in reasons)

    def _show_record(self, _: str = "") -> None:
        self._terminal.lines(self._played.record().split("\n"))

    def _show_help(self, _: str) -> None:
        typed = {name: self._terminal.written(self._words(f"cli.command.{name}")) for name in COMMANDS}
        width = max(map(len, typed.values()))
        for name, said in typed.items():
            self._say(f"{said.ljust(width)}  {self._words(f'cli.does.{name}')}", 2)

    def _go_on_later(self, _: str) -> None:
        self._say(self._words("error.series.running"))

    def _leave(self, _: str) -> None:
        raise Left

    COMMANDS: ClassVar[Mapping[str, Callable[["Session", str], None]]] = {
        "moves": _show_moves, "hint": _give_hint, "undo": _undo, "roll": _throw, "save": _save_as, "board": _show_board,
        "why": _tell_why, "record": _show_record, "help": _show_help, "next": _go_on_later, "quit": _leave,
    }  # fmt: skip
    """The commands in the order of `help`, each with the method that runs it and takes the rest of the line."""

    # ---- what is done ------------------------------------------------------------------------------------------------

    def _play(self, move: Any, before: str = "") -> None:
        self._game.play(move)
        self._keep()
        self._say(f"{before} {self._game.narrate(self._terminal.language)}".strip())

    def _roll(self) -> None:
        self._game.roll()
        self._keep()
        self._say(self._game.narrate(self._terminal.language))

    def _draw(self) -> None:
        self._drawn = position_drawn(self._game)
        self._say()
        show_board(self._terminal, self._game)

    def _keep(self) -> None:
        """Save the record; if that fails say so and go on, as the record is shown at the end."""
        if self._file is None:
            return
        try:
            write(self._file, self._played.record())
        except HedgekitError as no:
            self._tell("not_saved", said=no)
            self._file = None

    def _save(self, name: str) -> bool:
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # ~ of nobody
            path = path.expanduser()
        try:
            if path not in self._saved:
                claim(path)
            write(path, self._played.record())
        except HedgekitError as no:
            self._say(no.text(self._terminal.language))
            return False
        self._saved.add(path)
        self._tell("saved", file=path)
        return True


COMMANDS = tuple(Session.COMMANDS)
