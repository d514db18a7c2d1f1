"""House rules: variants of your own, from a file, a notebook cell or an installed package.

    from hedgekit.extend import answer, declare

    declare("round", words={"en": {"title": "Round", "sentence": "The last lane leads to the first."}})

    @answer("round", "round.1")
    def high(given, before):
        return tuple(to if to >= 0 else cell % 9 for cell, to in enumerate(before))

    hedgekit.Game("9+round players=3")

A rule is a declaration, and functions that change answers to questions of the game (docs/questions.md); the guide is
docs/how-to/house-rule.md.  Rules are added to the current registry; declaring a rule again replaces it.  Mistakes raise
`RuleError`, with the file and line of the rule.
"""

import inspect
import re
import warnings
from collections.abc import Mapping
from dataclasses import fields, replace
from os import PathLike
from typing import Any

from .games.race.engine.board import COLOURS
from .games.race.engine.composing import Declaration, ask, before, is_factory
from .games.race.engine.former_names import present_name
from .games.race.engine.state import GAME, TURN, UNITS, StateField
from .games.race.engine.tracing import contents
from .games.race.play.game import Game
from .games.race.rulesets.engines import Kernel, kernel
from .games.race.rulesets.house_rule_check import checked_answers
from .games.race.rulesets.rule_set import RuleSet, rules
from .games.race.rulesets.verdicts import Verdict, verdict
from .games.race.variants import UP_TO_SIX, Option, Variant
from .games.race.variants.declaring import present_names
from .games.race.variants.examples import Examples
from .games.race.variants.fields import Field, Pieces, PlayerNumbers, Players, check_about
from .games.race.variants.house_rules.blame import Place, RuleError, caller, describe_place, place_of
from .games.race.variants.house_rules.loading import path_of
from .games.race.variants.house_rules.registry import BASE, BITS, Registry, current, installed, set_current, using
from .games.race.variants.house_rules.rule import Answer, HouseRule, constant, is_field_name, is_rule_name, wrong_type

__all__ = [
    "BASE", "GAME", "TURN", "Field", "Option", "Pieces", "PlayerNumbers", "Players", "Registry", "RuleError",
    "answer", "ask", "before", "check", "current", "declare", "examples", "field", "fixed", "installed", "load",
    "loaded", "meetings", "setting", "unload", "using", "words",
]  # fmt: skip

_KEPT = {PlayerNumbers: ("count", COLOURS), Players: ("players", 0), Pieces: ("pieces", 0)}
"""Kind of field -> the unit of its numbers in the state, and their number (0 for a single value)."""
KNOWN = {one.name for one in fields(Variant)} - {"number", "rule_texts", "examples"}
"""The fields of `Variant` that a rule may declare."""


# ---- declaring -------------------------------------------------------------------------------------------------------


def declare(name: str, *, words: Mapping[str, Mapping[str, str]] | None = None, **known: Any) -> Variant:
    """Declare a rule; all its data (fields of `hedgekit.Variant`) are optional.

    name: lower-case letters, digits and hyphens, such as "lucky-six"; words: language -> {"title": ..., "sentence":
    ...}, in at least one language; players: allowed numbers (2 to 6), advised: recommended ones (all); family
    ("house"), options, material, ... as in docs/how-to/variant.md.  A rule of this name is replaced entirely.
    RuleError for invalid data, or a name already declared elsewhere in this file, or in another one.
    """
    place = caller()
    name = _name(name, place)
    other = current().house.get(name)
    if other and (_is_above(other.place, place) or other.source.name not in ("", place[0])):
        raise RuleError("error.rule.taken", name, place, other=describe_place(other.place))
    named = present_names(known)
    known = {key: tuple(value) if isinstance(value, (list, range)) else value for key, value in named.items()}
    if wrong := wrong_type(known):
        key, like = wrong
        raise RuleError("error.rule.data", name, place, given=f"{key}={known[key]!r}"[:60], like=like)
    if unknown := sorted(known.keys() - KNOWN):
        raise RuleError("error.rule.unknown_data", name, place, name=unknown[0])
    for option in known.get("options", ()):
        if not option.is_readable:
            raise RuleError("error.rule.option", name, place, name=repr(option.name)[:24])
    _check_words(name, place, words or {})
    said = {language: dict(one) for language, one in (words or {}).items()}
    return _put(HouseRule(name, place, known, said))


def _is_above(other: Place, place: Place) -> bool:
    """Return whether a declaration is on another line of the same file; on the same line it is run again."""
    return other[0] == place[0] and other[1] != place[1]


def _put(rule: HouseRule) -> Variant:
    """Add a rule to the current registry, replacing one of the same name."""
    registry = current().with_rules(rule)
    set_current(registry)
    return next(variant for variant in registry.variants.values() if str(variant.number) == rule.name)


def _name(given: object, place: Place) -> str:
    """Read a rule's name.  A number, as in earlier editions, is accepted if no variant has it."""
    if isinstance(given, int) and not isinstance(given, bool) and 40 < given <= BITS and given not in BASE.variants:
        said = f"house rules have names now, such as 'rule-{given}'; {given} is used as one"
        warnings.warn(said, DeprecationWarning, 3)
        return str(given)
    if not is_rule_name(given):
        raise RuleError("error.rule.called", None, place, given=repr(given)[:24])
    return str(given)


def _known(name: object, registry: Registry | None = None) -> HouseRule:
    """Return the rule of this name; RuleError if it has not been declared."""
    rule = (registry or current()).house.get(str(name))
    if rule is None:
        raise RuleError("error.rule.undeclared", None, caller(), given=str(name)[:24])
    return rule


def answer(name: str, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Change the answer to the question with the name of the decorated function.

    The function has the parameters of the question, beginning with the state.  In it, `before(s, ...)` is the answer so
    far, and `ask.held(s, ...)` the final answer to another question; import both from here.  For a setting, the
    function takes `given` and `before`, and returns a value like `before`.  (To compute something in advance, it takes
    `ask` and `before`, and returns the answer.)  clause: cited by reasons, such as "lucky-six.2" (default
    "lucky-six.1"); no, yes: keys of the sentences (`words`) for a move that it rules out or allows, by default the
    rule's own sentence.
    RuleError for an unknown question, clause or rule, or a second answer in the same file.
    """
    _check_name(name)
    return lambda factory: _answered(_known(name), factory, clause, no, yes)


def _answered(rule: HouseRule, factory: Any, clause: str, no: str, yes: str) -> Any:
    place, question = place_of(factory), present_name(getattr(factory, "__name__", str(factory)[:24]), 4)
    asked = current().questions.get(question)
    if asked is None or asked.kind == "part" or 0 not in asked.answers:  # a rule's own setting belongs to it alone
        from difflib import get_close_matches  # here: importing hedgekit stays quick

        names = [one.name for one in current().questions.values() if one.kind != "part"]
        near = get_close_matches(question, names, 3)
        key = "error.rule.question_near" if near else "error.rule.question"
        raise RuleError(key, rule.name, place, name=question, near=near)
    return _register(rule, Answer(question, factory, clause or f"{rule.name}.1", no, yes))


def setting(name: str, clause: str = "") -> Declaration:
    """Add a setting with the name of the decorated function: a value in every state, such as `s.bonus`.

    The function takes `given`, which has the rule set (`given.rules.option("lucky-six", "bonus")`) and all other
    settings, and `before`, which is None; it returns an integer, or a tuple of them, for a whole game.
    RuleError if the name is taken, or the rule is not declared.
    """
    _check_name(name)

    def register(factory: Any) -> Any:
        rule, place = _known(name), place_of(factory)
        called = getattr(factory, "__name__", "")
        if not is_field_name(called):
            raise RuleError("error.rule.no_name", rule.name, place, name=str(called or factory)[:24])
        if _is_taken(rule, called):
            raise RuleError("error.rule.name", rule.name, place, name=called)
        return _register(rule, Answer(called, factory, clause or f"{rule.name}.1", own=True))

    return register


def _is_taken(rule: HouseRule, name: str) -> bool:
    """Return whether something else has a setting or a field of this name."""
    registry = current()
    own = {one.question for one in rule.answers if one.own} | rule.fields.keys()
    return name not in own and (name in registry.questions or name in registry.state_fields)


def _register(rule: HouseRule, made: Answer) -> Any:
    """Add an answer to a rule; RuleError if its form is wrong, or the same file has another."""
    place, count = place_of(made.factory), len(inspect.signature(made.factory).parameters)
    wrong = not inspect.isfunction(made.factory) or inspect.iscoroutinefunction(made.factory)
    if not wrong and (made.own or current().questions[made.question].kind == "setting" or is_factory(made.factory)):
        wrong = count != 2  # parameters of plain answers are checked when they are composed
    if wrong:
        raise RuleError("error.rule.factory", rule.name, place, name=made.question, count=count)
    if not re.fullmatch(rf"{rule.name}\.[\w-]+", str(made.clause)):
        raise RuleError("error.rule.clause", rule.name, place, clause=str(made.clause)[:24], own=f"{rule.name}.1")
    for one in rule.answered([made.question]):
        if _is_above(other := place_of(one.factory), place):
            raise RuleError("error.rule.twice", rule.name, place, name=made.question, other=describe_place(other))
    others = tuple(one for one in rule.answers if one.question != made.question)
    _put(replace(rule, answers=(*others, made)))
    return made.factory


def _check_name(name: object) -> None:
    """Raise RuleError if a decorator was applied without the name of a rule."""
    if callable(name):
        place = place_of(name)
        own = [rule.name for rule in current().house.values() if rule.place[0] == place[0]]
        raise RuleError("error.rule.bare", None, place, name=repr(own[-1] if own else "my-rule"))


def fixed(name: str, clause: str = "", no: str = "", yes: str = "", **values: Any) -> None:
    """Answer settings with values: `fixed("lucky-six", target=2)`; arguments and errors as for `answer`."""
    place = caller()
    for question, value in values.items():
        _answered(_known(name), constant(value, question, place), clause, no, yes)


def words(name: str, language: str, /, **said: str) -> None:
    """Add sentences of a rule in a language: title, sentence, material, purpose, or any key of the tables.

    `words("lucky-six", "fr", title="...", **{"refusal.lucky": "..."})`.  RuleError if the rule is not declared.
    """
    rule = _known(name)
    _check_words(rule.name, caller(), {language: said})
    _put(replace(rule, texts={**rule.texts, language: {**rule.texts.get(language, {}), **said}}))


def _check_words(name: str, place: Place, said: object) -> None:
    good = isinstance(said, Mapping) and all(
        isinstance(language, str) and isinstance(one, Mapping) and all(isinstance(text, str) for text in one.values())
        for language, one in said.items()
    )
    if not good:
        raise RuleError("error.rule.words", name, place)


def field(
    rule: str, name: str, kind: type[Field], meaning: str, about: str = "players", lives: str = GAME, empty: int = 0
) -> None:
    """Add a field to states and positions: `s.apples`, printed as `apples=A2C1`.

    kind: PlayerNumbers (a list with a number per player), Players or Pieces (bit sets); about: one of
    variants.fields.ABOUT; lives: GAME, or TURN for values that end with a turn.  The sentence beside a board is
    `words("windfall", "en", **{"beside.apples": "Apples: {listed:,}."})`.
    RuleError for an existing field, or an invalid kind.
    """
    known, place = _known(rule), caller()
    if name in known.fields:
        return
    if not is_field_name(name):
        raise RuleError("error.rule.no_name", known.name, place, name=str(name)[:24])
    if _is_taken(known, name):
        raise RuleError("error.rule.name", known.name, place, name=name)
    try:
        if kind not in _KEPT or lives not in (GAME, TURN) or not meaning:
            raise TypeError(f"{name} is no field of a kind that a rule can have")
        shown_as = kind(name, about)
        check_about(shown_as)
    except TypeError as no:
        raise RuleError("error.rule.field", known.name, place, why=str(no)) from no
    unit, length = _KEPT[kind]
    assert unit in UNITS
    made = StateField(unit, meaning, length, lives, empty=empty), shown_as
    _put(replace(known, fields={**known.fields, name: made}))


def examples(name: str, **given: Any) -> None:
    """Declare positions that illustrate a rule; arguments as for `variants.examples.Examples`.

    RuleError for other arguments, or if the rule is not declared.
    """
    rule = _known(name)
    try:
        _put(replace(rule, known={**rule.known, "examples": Examples(**given)}))
    except TypeError as no:
        raise RuleError("error.rule.field", rule.name, caller(), why=str(no)) from no


# ---- loading ---------------------------------------------------------------------------------------------------------


def load(name: str | PathLike[str]) -> tuple[str, ...]:
    """Add the rules of a file or an importable module to the current registry, and return their names.

    Existing rules are replaced.  RuleError, without any change, if the file cannot be read, fails, or declares no rule.
    """
    before = current().house
    set_current(current().with_rule(name))
    return tuple(rule.name for rule in current().house.values() if before.get(rule.name) is not rule)


def unload(*names: str | PathLike[str]) -> None:
    """Remove rules by name or source; all without arguments.  Running games keep their rules.

    RuleError, without any change, for an unknown rule.
    """
    house, gone = current().house, set[str]()
    for name in names:
        sources = (str(name), str(path_of(name).resolve()))
        found = {rule.name for rule in house.values() if rule.name == str(name) or rule.source.name in sources}
        if not found:
            raise RuleError("error.rule.unloaded", None, ("", 0), name=str(name)[:80], rules=tuple(house))
        gone |= found
    set_current(current().without(*(gone if names else house)))


def loaded() -> dict[str, str]:
    """Return name -> file or module of all house rules, "" for one declared in a notebook cell."""
    return {rule.name: rule.source.name for rule in current().house.values()}


# ---- checking --------------------------------------------------------------------------------------------------------


def meetings(name: str, registry: Registry | None = None) -> dict[int, Verdict]:
    """Return other variant -> verdict on this rule together with it.  RuleError for an unknown rule."""
    registry = registry or current()
    number = registry.number(str(name))
    if number is None:
        raise RuleError("error.rule.undeclared", None, caller(), given=str(name)[:24])
    return {other: verdict(number, other, registry) for other in registry.variants if other not in (0, number)}


TEXTS = ("title", "sentence", "material", "purpose")  # of a rule, besides keys with a full stop
LONG = 2000  # turns after which `check` abandons a game


def check(name: str, games: int = 20, registry: Registry | None = None) -> None:
    """Compose all answers of a rule, and play random games with it alone, for every number of players.

    RuleError, with the line of the rule, if it depends on itself, fails, changes the game while answering, answers
    randomly or with a value of a wrong kind, leaves a player without a move, has an unknown text, or if no game ends.
    """
    registry = registry or current()
    rule = _known(name, registry)
    for said in rule.texts.values():
        if unread := [key for key in said if "." not in key and key not in TEXTS]:
            raise RuleError("error.rule.unknown_data", rule.name, rule.place, name=unread[0])
    alone = registry.only([rule.name])
    seats = rule.known.get("players", UP_TO_SIX)
    for players in seats:
        _try(rule, rules(rule.name, players=players, registry=alone), max(1, games // len(seats)))


def _try(rule: HouseRule, made: RuleSet, games: int) -> None:
    """Play random games under these rules."""
    seed, place = sum(map(ord, rule.name)), place_of(rule.answers[0].factory) if rule.answers else rule.place
    with made.registry.guarded():
        engine = kernel(made)
        for asked in made.registry.questions.values():
            if asked.kind != "setting":
                getattr(engine.answers, asked.name)
    Kernel(made, checked_answers(made)).playouts(0, 1, seed, limit=LONG // 10)
    try:
        found, again = (engine.playouts(0, count, seed, limit=LONG) for count in (games, 1))
    except RuleError as no:
        if isinstance(no.__cause__, IndexError):  # no legal move: find the position
            _walk(rule, made, place)
        raise
    _walk(rule, made, place)
    if found[:1] != again:
        raise RuleError("error.rule.by_chance", rule.name, place)
    if not any(won for _, won in found):
        raise RuleError("error.rule.unending", rule.name, place, games=games, players=made.players, turns=LONG)


def _walk(rule: HouseRule, made: RuleSet, place: Place) -> None:
    """Play a game by the first moves, and check that the rule changes nothing while answering."""
    game = Game(made, seed=1)
    while not game.is_over and game.ply < 400:
        if game.is_chance:
            game.roll()
            continue
        state = game.state.copy()
        with made.registry.guarded():
            there = game.answers.list_moves(state)
        if contents(state) != contents(game.state):
            raise RuleError("error.rule.touches", rule.name, place)
        if not there:
            raise RuleError("error.rule.standstill", rule.name, place, position=str(game.position))
        move = game.moves()[0]
        game.because(move)
        game.play(move)
