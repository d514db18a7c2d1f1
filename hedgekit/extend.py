"""Rules of your own: a variant from a file, a notebook cell or an installed package, in play beside all others.

    from hedgekit.extend import answer, declare

    declare(61, words={"en": {"title": "Round", "sentence": "The last lane leads to the first."}})

    @answer(61, "61.1")
    def high(given, before):
        return tuple(to if to >= 0 else cell % 9 for cell, to in enumerate(before))

    hedgekit.Game("9+61 players=3")

A rule is a declaration, and functions that answer questions of the game anew (docs/questions.md); the guide
docs/how-to/house-rule.md leads through one.  What is declared again is replaced; a mistake is a `RuleError`, with the
file and line of the rule.
"""

from typing import Any

from .games.race.engine import composing
from .games.race.engine import state as _state
from .games.race.engine.board import COLOURS
from .games.race.engine.state import GAME, TURN
from .games.race.engine.tracing import shown
from .games.race.play.game import Game
from .games.race.rulesets import kinds
from .games.race.rulesets.combining import RuleSet, rules
from .games.race.rulesets.guarding import guarded
from .games.race.rulesets.kernel import Kernel, kernel
from .games.race.rulesets.verdicts import Verdict, verdict
from .games.race.variants import VARIANTS, Option, Variant, outside
from .games.race.variants.examples import Examples
from .games.race.variants.fields import Field, Pieces, PlayerNumbers, Players, position_field
from .games.race.variants.loading import installed, load, unload
from .games.race.variants.places import RuleError, caller, place_of

__all__ = [
    "GAME", "TURN", "Field", "Option", "Pieces", "PlayerNumbers", "Players", "RuleError", "answer", "check", "declare",
    "examples", "field", "fixed", "installed", "load", "loaded", "meetings", "setting", "unload",
    "words",
]  # fmt: skip

_KEPT = {PlayerNumbers: ("count", COLOURS), Players: ("players", 0), Pieces: ("pieces", 0)}
"""Kind of a field -> the unit of what the state keeps of it, and how many there are (0: a single number)."""


def declare(number: int, **known: Any) -> Variant:
    """Declare a rule; of all that may be known of it (the fields of `hedgekit.Variant`) nothing is needed.

    number: from 41 to 62; words: language -> {"title": ..., "sentence": ...}, in one language at least; players: those
    it is for (2 to 6), advised: those recommended (all of them); family ("house"), options, material, ... as in
    docs/how-to/variant.md.  A rule of this number that was declared before is replaced with all it brought.
    RuleError for a number or a word that cannot be, or if another file has declared this number.
    """
    return outside.declare(number, **known)


def answer(number: int, clause: str = "", no: str = "", yes: str = "") -> composing.Declaration:
    """Answer the question named like the decorated function anew.

    The function gets `ask`, which has every other question as finally answered, and `before`, the answer so far, and
    returns its own: a function like `before`, or for a setting a value like it.  clause: what reasons cite, such as
    "61.2" ("61.1" if none is named); no, yes: addresses of sentences for a move that it rules out, or allows (`words`);
    without them the rule's own sentence is said.
    RuleError if there is no such question, the rule is not declared, or answers it already.
    """
    _check_decorator(number, clause, no, yes)
    return lambda factory: outside.answered(number, factory, composing.answer(number, clause, no, yes))


def setting(number: int, clause: str = "") -> composing.Declaration:
    """Give the rule a setting of its own, named like the decorated function: every state has its value, `s.bonus`.

    The function gets `given`, which has the rule set (`given.rules.option(61, "bonus")`) and every other setting, and
    `before`, which is None; it returns a whole number, or a tuple of them, for the whole of a game.  It is asked once.
    RuleError if the name is taken, or the rule is not declared.
    """
    _check_decorator(number, clause)
    return lambda factory: outside.brought(number, factory, composing.own(number, clause))


def _check_decorator(number: object, *said: object) -> None:
    """Is a decorator given what it takes, and not the function itself?"""
    if callable(number):
        place = place_of(number)
        raise RuleError("error.rule.bare", None, place, number=outside.meant(place[0]))
    for one in said:
        if not isinstance(one, str):
            given = repr(one)[:60]
            like = repr(f"{number}.1")
            raise RuleError("error.rule.data", outside.known(number).number, caller(), given=given, like=like)
    clause = said[0] if said else ""
    if clause and not str(clause).startswith(f"{number}."):
        outside.known(number)
        raise RuleError("error.rule.clause", int(str(number)), caller(), clause=str(clause)[:24], like=f"{number}.1")


def fixed(number: int, clause: str = "", no: str = "", yes: str = "", **values: Any) -> None:
    """Answer settings by values: `fixed(61, target=2)`; arguments and errors as for `answer`."""
    _check_decorator(number, clause, no, yes)
    place = caller()
    for name, value in values.items():
        outside.answered(number, _given(value, name, place), composing.answer(number, clause, no, yes))


def _given(value: Any, name: str, place: tuple[str, int]) -> Any:
    """The answer that is always this value, standing where it was asked for."""

    def factory(given: Any, before: Any) -> Any:
        return value

    factory.__code__ = factory.__code__.replace(co_filename=place[0], co_firstlineno=place[1])
    factory.__name__ = name
    return factory


def words(number: int, language: str, /, **said: str) -> None:
    """Say more of a rule in a language: title, sentence, material, purpose, or a whole address of the tables.

    `words(61, "fr", title="Rond", **{"refusal.round": "..."})`.  RuleError if the rule is not declared.
    """
    outside._check_words(outside.known(number).number, caller(), {language: said})
    outside.say(number, language, said)


def field(
    number: int, name: str, kind: type[Field], meaning: str, about: str = "players", lives: str = GAME, empty: int = 0
) -> None:
    """Give the rule a field of the state and of positions: `s.apples`, printed as `apples=A2C1`.

    kind: PlayerNumbers (a list, a number for each player), Players or Pieces (a number, a bit for each); about: one of
    variants.fields.ABOUT; lives: GAME, or TURN for what ends with a turn.  The sentence beside a board is
    `words(61, "en", **{"beside.apples": "Apples: {listed:,}."})`.
    RuleError for a field that is there, or of another kind.
    """
    rule, place = outside.known(number), caller()
    if name in rule.fields:
        return
    if not outside.is_name(name):
        raise RuleError("error.rule.no_name", number, place, name=str(name)[:24])
    if name in composing.QUESTIONS or name in _state.STATE_FIELDS:
        raise RuleError("error.rule.name", number, place, name=name)
    try:
        if kind not in _KEPT:
            raise TypeError(f"{name} is no field of a kind that a rule can have")
        unit, length = _KEPT[kind]
        with outside.together():
            _state.field(name, unit, meaning, length, lives=lives, variants=(number,), empty=empty)
            position_field(kind(name, about))
    except TypeError as no:
        raise RuleError("error.rule.field", number, place, why=str(no)) from no
    rule.fields.append(name)
    outside.again(number, fields=(*VARIANTS[number].fields, name))


def examples(number: int, **shown: Any) -> None:
    """Say where a rule, by its number, shows what it does: options, home, steps, carried, alone.

    (`variants.examples.Examples` says what they mean.)  RuleError for any other, or if the rule is not declared.
    """
    outside.known(number)
    try:
        outside.again(number, examples=Examples(**shown))
    except TypeError as no:
        raise RuleError("error.rule.field", number, caller(), why=str(no)) from no


# ---- what is there, and whether it is good ---------------------------------------------------------------------------


def loaded() -> dict[int, str]:
    """The rules from outside: number -> the file or module it was loaded from, "" for code that declares by itself."""
    return {number: rule.source.name for number, rule in sorted(outside.OUTSIDE.items())}


def meetings(number: int) -> dict[int, Verdict]:
    """The rule with every other variant: number -> the verdict."""
    outside.known(number)
    return {other: verdict(number, other) for other in VARIANTS if other not in (0, number)}


LONG = 2000  # turns after which a game of a check is given up


def check(number: int, games: int = 20) -> None:
    """Compose all that the rule answers and play some random games with it, alone, at every number of players.

    RuleError, with the line of the rule, if it leans on itself, fails, changes the game where it is only asked, answers
    by chance or with what is of another kind than the base game's answer, leaves somebody without a move, or if no game
    comes to an end.
    """
    rule = outside.known(number)
    each = max(1, games // len(VARIANTS[number].players))
    for players in VARIANTS[number].players:
        made = rules(str(number), players)
        with guarded(made.variants):
            engine = kernel(made)
            for asked in composing.QUESTIONS.values():
                if asked.kind != "setting":
                    getattr(engine.answers, asked.name)
        Kernel(made, kinds.Trial(made.variants)).playouts(0, 1, number, limit=LONG // 10)
        try:
            found, again = (engine.playouts(0, count, number, limit=LONG) for count in (each, 1))
        except RuleError as no:
            if isinstance(no.__cause__, IndexError):  # a move of none
                _walk(rule, made)
            raise
        _walk(rule, made)
        if found[:1] != again:
            raise RuleError("error.rule.by_chance", number, _first(number))
        if not any(won for _, won in found):
            raise RuleError("error.rule.unending", number, _first(number), games=each, players=players, turns=LONG)


def _walk(rule: outside.Outside, made: RuleSet) -> None:
    """Play a game by its first moves, and look at what the rule does where it is only asked."""
    game = Game(made, seed=rule.number)
    while not game.is_over and game.ply < 400:
        if game.is_chance:
            game.roll()
            continue
        state = game.state.copy()
        with guarded(made.variants):
            there = game.answers.list_moves(state)
        if shown(state) != shown(game.state):
            raise RuleError("error.rule.touches", rule.number, _first(rule.number))
        if not there:
            raise RuleError("error.rule.standstill", rule.number, _first(rule.number), position=str(game.position))
        move = game.moves()[0]
        game.because(move)
        game.play(move)


def _first(number: int) -> tuple[str, int]:
    """Where the first answer of a rule stands."""
    return min(
        (place_of(asked.answers[number]) for asked in composing.QUESTIONS.values() if number in asked.answers),
        default=outside.OUTSIDE[number].place,
    )
