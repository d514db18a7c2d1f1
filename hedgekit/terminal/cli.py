"""The command `hedgekit`: play, check and list variants, replay and review records, simulate.

It uses argparse, as the package needs nothing but Python.  A command is an entry of `COMMANDS`: its arguments and its
function; its sentences are in `text/cli.*.toml` under its name.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from ..game_check import checked
from ..games.collection import game_of
from ..games.race.engine.board import PLAYERS
from ..games.race.play.game import Game
from ..games.race.play.series import Series, in_series
from ..games.race.rulesets.rule_set import RuleSet, rules, written
from ..games.race.rulesets.verdicts import INCOMPATIBLE, Named, Verdict, seats, verdict
from ..games.race.variants import Option, Variant
from ..games.race.variants.house_rules.registry import current, installed
from ..notation.tokens import short
from ..play.base import Playable
from ..play.endings import go_back
from ..players import PLAYER_KINDS
from ..players.bots import make_player, player_names
from ..text.errors import Clash, HedgekitError, NotationError
from ..text.words import sentence
from ..version import __version__
from . import review as cli_review
from . import simulate as cli_simulate
from .arguments import OK, Command, Parser, Words, run
from .descriptions import describe_variant, result_lines, score_lines
from .files import create_file, find_failure, plain_data, read, replay_text, resume_file
from .output import Terminal
from .session import READER, Session
from .text_board import show_board

ANSWER_NO = 1
SEATS = (READER, "greedy")
"""The default players, from seat A on."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 for success, 1 if the answer is no, 2 for unreadable input."""
    return run("hedgekit", __version__, COMMANDS, lambda language: partial(_help, language), argv)


def _help(language: str, key: str, **values: object) -> str:
    return sentence(f"cli.help.{key}", language, values)


# ---- play ------------------------------------------------------------------------------------------------------------


def _add_play_arguments(parser: Parser, words: Words) -> None:
    players, usual = ", ".join((READER, *PLAYER_KINDS)), ",".join(SEATS)
    parser.positionals.add_argument("rules", nargs="*", metavar="RULES", help=words("rules"))
    add = parser.options.add_argument
    add("--seed", type=parser.integer, metavar="N", help=words("play_about.seed"))
    add("--seats", metavar="WHO,WHO", help=words("play_about.seats", seats=players, default=usual))
    add("--record", metavar="FILE", help=words("play_about.record"))
    add("--resume", metavar="FILE", help=words("play_about.resume"))
    add("--own-dice", action="store_true", help=words("play_about.own_dice"))
    add("--json", action="store_true", help=words("play_about.json"))


def _play(chosen: argparse.Namespace, terminal: Terminal) -> int:
    played: Any
    if chosen.resume is not None:
        given = {"RULES": chosen.rules, "--seed": chosen.seed is not None, "--record": chosen.record}
        if any(given.values()):
            raise HedgekitError("cli.usage.both", names=[name for name in given if given[name]])
        played, file = resume_file(chosen.resume), Path(chosen.resume).resolve()
    else:
        text = " ".join(chosen.rules) or "0"
        played, file = game_of(text)(text, chosen.seed), None
        if in_series(played.rules):
            played = Series(played.rules, chosen.seed)
    game = played.game if isinstance(played, Series) else played
    players = _seats(chosen.seats, game)
    if chosen.record is not None:
        file = Path(chosen.record)
        create_file(file, "there_resume")
    table = Terminal(terminal.language, sys.stderr) if chosen.json else terminal
    Session(table, played, players, file=file, own_dice=chosen.own_dice).run()
    if chosen.json:
        terminal.json(plain_data(played))
    return OK


def _seats(named: str | None, game: Playable) -> dict[str, Any]:
    """Return letter -> player, None for a reader; the last one named takes the remaining seats."""
    letters = PLAYERS[: game.rules.players]
    names = [*SEATS] if named is None else [word.strip() for word in named.split(",")]
    if len(names) > len(letters):
        raise HedgekitError("cli.usage.seats", count=len(names), players=len(letters))
    names += names[-1:] * (len(letters) - len(names))
    players = {}
    for number, (letter, name) in enumerate(zip(letters, names, strict=True)):
        seed = None if game.seed is None else game.seed + number
        try:
            players[letter] = None if name == READER else make_player(name, seed)
        except HedgekitError as error:
            if error.key.startswith("error.bot"):
                raise
            raise HedgekitError("cli.usage.seat", name=short(name), seats=(READER, *player_names())) from None
    return players


# ---- check -----------------------------------------------------------------------------------------------------------


def _add_check_arguments(parser: Parser, words: Words) -> None:
    parser.positionals.add_argument("rules", nargs="+", metavar="RULES", help=words("rules"))
    parser.options.add_argument("--json", action="store_true", help=words("check_about.json"))


def _check(chosen: argparse.Namespace, terminal: Terminal) -> int:
    text = " ".join(chosen.rules)
    if (kind := game_of(text)) is not Game:
        return _check_other(kind, text, chosen.json, terminal)
    text, words, language = written(text) or text, terminal.words, terminal.language
    try:
        found: RuleSet | Clash = rules(text)
    except Clash as error:
        found = error
    head = re.sub(r"\[[^\]]*\]", "", text.split()[0])
    registry = current()
    numbers = sorted({registry.number(word) or 0 for word in head.split("+")} - {0})
    variants = [registry.variants[number] for number in numbers]
    for name in registry.house.keys() & {str(number) for number in numbers}:
        from ..extend import check  # here: rarely needed

        check(name)
    verdicts = [verdict(a, b) for a, b in combinations(numbers, 2)]
    clash = found if isinstance(found, Clash) else None
    if chosen.json:
        terminal.json(_as_plain(text.strip() if clash else str(found), clash, verdicts, variants, language))
        return ANSWER_NO if clash else OK
    for one in verdicts:
        a, b = (Named(registry.variants[number]) for number in one.pair)
        terminal.say(words("cli.check.pair", a=a, b=b, verdict=words(f"cli.verdict.{one.kind}")))
        terminal.say(one.reason(language), 4)
        if decision := one.decision(language):
            terminal.say(words("cli.check.decision", said=decision), 4)
    if len(numbers) < 2:
        terminal.say(describe_variant(terminal, registry.variants[max(numbers, default=0)]))
    if isinstance(found, Clash):
        terminal.say(words("cli.check.bad", rules=text.strip()))
        shown = [one for one in verdicts if one.kind == INCOMPATIBLE]
        if len(shown) < max(1, len(found.pairs)):  # not all reasons are shown yet
            terminal.say(found.text(language), 4)
        return ANSWER_NO
    _say_playable(found, variants, verdicts, terminal)
    return OK


def _check_other(kind: Any, text: str, json: bool, terminal: Terminal) -> int:
    """Describe the rule set of a game other than the race: numbers of players and options."""
    found = checked(kind, text)
    if json:
        options = {name: list(values) for name, values in found.OPTIONS.items()}
        terminal.json({"rules": str(found), "playable": True, "players": list(found.PLAYER_COUNTS), "options": options})
        return OK
    terminal.say(terminal.words("cli.check.good", rules=found))
    terminal.say(terminal.words("cli.check.players", players=[*map(str, found.PLAYER_COUNTS)]))
    if found.OPTIONS:
        text = ", ".join(f"{name}={'|'.join(values)}" for name, values in found.OPTIONS.items())
        terminal.say(terminal.words("cli.list.options", options=text), 4)
    return OK


def _say_playable(found: RuleSet, variants: list[Variant], verdicts: list[Verdict], terminal: Terminal) -> None:
    """Say that a rule set is playable, by how many players, and what they should know."""
    terminal.say(terminal.words("cli.check.good", rules=found))
    terminal.say(terminal.words("cli.check.players", players=[str(number) for number in seats(variants)]))
    shown = {one.advice for one in verdicts}
    advice = [note.text(terminal.language) for note in found.advice if note not in shown]
    if advice:
        terminal.say(terminal.words("cli.check.advice"))
    for line in advice:
        terminal.say(line, 4)


def _plain(number: int) -> int | str:
    """Return the number of a variant, or the name of a house rule, for JSON."""
    return number if str(number).isdigit() else str(number)


def _as_plain(text: str, clash: Clash | None, verdicts: list[Verdict], variants: list[Variant], language: str) -> Any:
    """Return the answer of `check` for JSON."""
    pairs = [
        {"pair": [*map(_plain, one.pair)], "verdict": one.kind, "reason": one.reason(language)}
        | {"decision": one.decision(language)}
        for one in verdicts
    ]
    reason = clash.text(language) if clash else None
    return {"rules": text, "playable": not clash, "clash": reason, "players": list(seats(variants)), "pairs": pairs}


# ---- list ------------------------------------------------------------------------------------------------------------


def _add_list_arguments(parser: Parser, words: Words) -> None:
    parser.positionals.add_argument("which", nargs="*", metavar="NUMBER|WORD", help=words("list_about.which"))
    parser.options.add_argument("--json", action="store_true", help=words("list_about.json"))


def _list(chosen: argparse.Namespace, terminal: Terminal) -> int:
    if len(chosen.which) == 1 and (kind := game_of(chosen.which[0])) is not Game:
        return _check_other(kind, chosen.which[0], chosen.json, terminal)
    installed()
    variants = list(current().variants.values())
    if chosen.which:
        if missing := [word for word in chosen.which if not any(_matches(one, word) for one in variants)]:
            last = max(current().numbers)
            raise HedgekitError("cli.list.nothing", names=[short(word) for word in missing], last=last)
        variants = [one for one in variants if any(_matches(one, word) for word in chosen.which)]
    if chosen.json:
        terminal.json([_as_json(one) for one in variants])
        return OK
    words, language = terminal.words, terminal.language
    for one in variants:
        titles = dict.fromkeys([one.title[language], *one.title.values()])
        terminal.say(f"{one.number!s:>2}  {' / '.join(titles)} ({words(f'family.{one.family}')})")
        terminal.say(one.sentence[language], 4)
        advised = _numbers(one.advised) + (f" ({_numbers(one.bracketed)})" if one.bracketed else "")
        facts = [words("cli.list.players", players=_numbers(one.players), advised=advised)]
        if one.duration or one.tactic:
            none = words("cli.list.none")
            facts.append(words("cli.list.signs", duration=one.duration or none, tactic=one.tactic or none))
        if one.options:
            options = ", ".join(_option(option, terminal) for option in one.options)
            facts.append(words("cli.list.options", options=options))
        terminal.say(words("cli.list.apart").join(facts), 4)
    return OK


def _matches(variant: Variant, word: str) -> bool:
    """Return whether a word means a variant: its number, numbers joined as in a rule set, or part of its title."""
    if re.fullmatch(r"[0-9]+(\+[0-9]+)*", word):
        return str(variant.number) in word.split("+")
    return any(word.casefold() in name.casefold() for name in (str(variant.number), *variant.title.values()))


def _option(option: Option, terminal: Terminal) -> str:
    free = [terminal.words(f"cli.list.{option.free}")] if option.free else []
    return f"{option.name}={'|'.join([*option.values, *free])}"


def _numbers(numbers: Sequence[int]) -> str:
    """Format numbers, abbreviated as in 2-6."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _as_json(one: Variant) -> dict[str, Any]:
    options = [{"name": option.name, "values": option.values, "free": option.free or None} for option in one.options]
    return {
        "number": _plain(one.number), "family": one.family, "title": dict(one.title), "sentence": dict(one.sentence),
        "players": one.players, "advised": one.advised, "not_advised": one.bracketed, "duration": one.duration,
        "tactic": one.tactic, "material": dict(one.material), "credits": one.credits, "options": options,
        "confidence": one.confidence,
    }  # fmt: skip


# ---- replay ----------------------------------------------------------------------------------------------------------


def _add_replay_arguments(parser: Parser, words: Words) -> None:
    parser.positionals.add_argument("file", metavar="FILE", help=words("file"))
    parser.options.add_argument("--at", type=parser.integer, metavar="N", help=words("replay_about.at"))
    parser.options.add_argument("--board", action="store_true", help=words("replay_about.board"))
    parser.options.add_argument("--json", action="store_true", help=words("replay_about.json"))


def _replay(chosen: argparse.Namespace, terminal: Terminal) -> int:
    text, words = read(chosen.file), terminal.words
    try:
        played = replay_text(text)
    except NotationError as error:
        if error.key not in ("error.record.refused", "error.record.move"):
            raise
        if chosen.json:
            terminal.json({"fails": error.text(terminal.language), "number": error.values.get("number")})
            return ANSWER_NO
        return _show_failure(text, error, chosen.board, terminal)
    games = played.games if isinstance(played, Series) else (played,)
    count = sum(game.ply for game in games)
    at = count if chosen.at is None else chosen.at
    if at > count:
        raise HedgekitError("cli.replay.past", count=count, at=at)
    if chosen.json:
        terminal.json(plain_data(played if at == count else _game_at(games, at)))
        return OK
    if isinstance(played, Series):
        terminal.say(words("cli.replay.games", count=len(games), rules=played.rules))
    else:
        terminal.say(str(played.rules))
    terminal.say(words("cli.replay.moves", count=count))
    if chosen.at is not None:
        terminal.say(words("cli.replay.at", at=at, count=count))
    shown = _game_at(games, at)
    _show(shown, chosen.board, terminal)
    if isinstance(played, Series) and at == count:
        for line in score_lines(terminal, played):
            terminal.say(line)
    return OK


def _game_at(games: Iterable[Playable], at: int) -> Playable:
    """Return the game that contains move `at`, taken back to it."""
    for game in games:
        if at <= game.ply:
            break
        at -= game.ply
    go_back(game, at)
    return game


def _show(game: Playable, board: bool, terminal: Terminal) -> None:
    """Show a position, the last move, and the prompt or how the game ended."""
    if board:
        show_board(terminal, game)
    else:
        terminal.say(str(game), 2)
    if last_move := game.narrate(terminal.language):
        terminal.say(last_move)
    for line in result_lines(terminal, game) if game.is_over else [game.prompt(terminal.language)]:
        terminal.say(line)


def _show_failure(text: str, error: NotationError, board: bool, terminal: Terminal) -> int:
    """Report the move at which a record fails, and show the position before it."""
    terminal.say(terminal.words("cli.replay.fails", said=error))
    with suppress(HedgekitError):  # if the initial position is invalid the message is enough
        if found := find_failure(text):
            number, game = found
            if number:
                terminal.say(terminal.words("cli.replay.in_game", number=number))
            terminal.say(terminal.words("cli.replay.before"))
            _show(game, board, terminal)
    return ANSWER_NO


COMMANDS = {
    "play": Command(_play, _add_play_arguments, "rules"),
    "check": Command(_check, _add_check_arguments, "rules"),
    "list": Command(_list, _add_list_arguments, "rules"),
    "replay": Command(_replay, _add_replay_arguments, "rules"),
    "review": Command(cli_review.run, cli_review.add_arguments, "rules"),
    "simulate": Command(cli_simulate.run, cli_simulate.add_arguments, "rules"),
}
"""The commands by name, in the order of --help."""
