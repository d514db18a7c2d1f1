"""The interpreted engine written out for one rule set, from the functions it is composed of.

The composed functions are read (their text, their cells), settings and fields that never change become numbers,
branches that nobody comes to go, short functions are written where they are called, and what is left is compiled as a
module.  It plays the same games.  A function whose text cannot be had, or has a form that is not known here, is called
as it is.
"""

import ast
import builtins
import dis
import linecache
from collections import Counter
from collections.abc import Container, Iterable
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from ...engine.composing import Answers
from ...engine.mind import MIND
from ...engine.state import STATE_FIELDS
from .folding import Folding
from .forms import INNER, Transformer, clone, constant, name, walk
from .inlining import Inlining, Short
from .tabling import tabled, used

ENTRIES = ("matches", "playouts", "all_games")
KNOWN = (
    *(ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg, ast.expr_context, *INNER),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
SHORT, LONG = 120, 3500  # nodes of a function that is written wherever it is called; of one that is while there is room
GAMES, ROOM, SMALL = ("playout", "match"), 8000, 1000  # where games are played; nodes that go into them, and elsewhere


@cache
def _functions(text: str) -> dict[tuple[int, str], Any]:
    """The functions of a file by line and name; None where two share both."""
    found: dict[tuple[int, str], Any] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            key = node.lineno, getattr(node, "name", "<lambda>")
            found[key] = None if key in found else node
    return found


def text_of(function: FunctionType, files: dict[str, str]) -> Any:
    """The syntax tree of a function: None where its text is not to be had, is not what runs, or is not understood.

    files: the texts of files that have been read.
    """
    code = function.__code__
    text = getattr(function, "text", "")
    if not text:
        text = files.get(code.co_filename)
        if text is None:
            text = files[code.co_filename] = "".join(linecache.getlines(code.co_filename, function.__globals__))
    return _understood(text, code)


@cache  # many rule sets have the same functions
def _understood(text: str, code: CodeType) -> Any:
    """The syntax tree of the function with this code in a text, which nobody is to change; None where there is none."""
    try:
        node = _functions(text)[code.co_firstlineno, code.co_name]
    except (SyntaxError, KeyError):
        return None
    if node is None or not all(isinstance(one, KNOWN) for one in ast.walk(node)) or not _runs(node, code):
        return None
    args = node.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
        return None
    return node


def _runs(node: Any, code: CodeType) -> bool:
    """Is this the text of that code?  (A file may have been written anew.)"""
    inner = ast.Return(value=node, lineno=1, col_offset=0) if isinstance(node, ast.Lambda) else node
    outer = headed("_", code.co_freevars, [inner])
    made = compile(ast.fix_missing_locations(ast.Module(body=[outer], type_ignores=[])), "", "exec")
    for _ in range(2):
        made = next(one for one in made.co_consts if isinstance(one, CodeType))
    return made.co_code == code.co_code and made.co_consts == code.co_consts and made.co_names == code.co_names


def headed(key: str, params: Iterable[str], body: list[Any]) -> ast.stmt:
    """A function of these parameters."""
    made: Any = ast.parse(f"def {key}({', '.join(params)}): pass").body[0]
    made.body = body
    return made  # type: ignore[no-any-return]


class Given:
    """What a function does to one state that it is given, itself: fields, None for any; whom it hands it on to."""

    def __init__(self) -> None:
        self.reads: set[str] | None = set()
        self.writes: set[str] | None = set()
        self.handed: list[tuple[str, int]] = []


class Part:
    """A composed function.

    key: what it is called in the text; body: its statements, None where it is called as it is; calls: whom; given: what
    it does to what it is given.  (A state that it takes from the scratch states is none of those: search.py, `save`.)
    """

    def __init__(self, key: str, function: Any) -> None:
        self.key, self.function = key, function
        self.params: list[str] = []
        self.body: list[ast.stmt] | None = None
        self.calls: set[str] = set()
        self.given: dict[str, Given] = {}


class Reading(Transformer):
    """What a function's names stand for, written into its tree."""

    def __init__(self, whole: "Specialised", function: FunctionType, own: set[str]) -> None:
        self.whole, self.own = whole, own
        code = function.__code__
        cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
        self.names = {**function.__globals__, **{one: cell.cell_contents for one, cell in cells}}

    def visit_name(self, node: ast.Name) -> Any:
        """What a name stands for."""
        if node.id in self.own or not isinstance(node.ctx, ast.Load):
            return node
        if node.id in self.names:
            return self.whole.value(self.names[node.id], node.id)
        return node

    def visit_attribute(self, node: ast.Attribute) -> Any:
        """A question of `ask`, a list that is a setting, or any other."""
        if isinstance(node.value, ast.Name) and node.value.id not in self.own:
            found = self.names.get(node.value.id)
            if isinstance(found, Answers):
                return self.whole.value(getattr(found, node.attr), node.attr)
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.attr in self.whole.lists:
            return name(self.whole.lists[node.attr])
        return node


class Specialised:
    """The text of a rule set's engine, and the functions it makes.

    answers: the composed functions; start: a state as it begins; settings: those of the rule set; roots: which
    functions are wanted; closed: the code of those that are to be called as they are.
    """

    def __init__(
        self,
        answers: Answers,
        start: Any,
        settings: dict[str, Any],
        roots: Iterable[str],
        closed: Container[CodeType] = (),
    ) -> None:
        self.closed = closed
        self.parts: dict[str, Part] = {}
        self.objects: dict[str, Any] = {}
        self.tuples: dict[str, Any] = {}
        self.lists: dict[str, str] = {}
        self._keys: dict[int, str] = {}
        self._writes: dict[str, Any] = {}
        self._reads: dict[str, Any] = {}
        self.shared: dict[Any, Any] = {}
        self._files: dict[str, str] = {}
        self._shorts: dict[str, Short] = {}
        self.start, self.fixed = start, {}
        for field, value in settings.items():
            if field in MIND:
                continue
            if isinstance(value, int):
                self.fixed[field] = value
            else:
                self.lists[field] = self.bound(tuple(value), field)
        self.roots = {root: self.value(getattr(answers, root), root).id for root in roots}
        for field in self._stored():
            self.fixed.pop(field, None)
        self._settle()
        self.module = self._module()

    # ---- reading -----------------------------------------------------------------------------------------------------

    def bound(self, value: Any, called: str) -> str:
        """The name by which the text has an object."""
        key = self._keys.get(id(value))
        if key is None:
            key = self._keys[id(value)] = f"_{called}_{len(self._keys)}"
            self.objects[key] = value  # kept: its id is taken
            if isinstance(value, tuple):
                self.tuples[key] = value
        return key

    def value(self, value: Any, called: str) -> Any:
        """What stands for a value that a function has from outside: a literal, or a name."""
        if value is None or isinstance(value, int):
            return constant(value)
        new = id(value) not in self._keys
        key = self.bound(value, called)
        if new and isinstance(value, FunctionType):
            self._read(key, value)
        return name(key)

    def _read(self, key: str, function: FunctionType) -> None:
        part = self.parts[key] = Part(key, function)
        node = None if function.__code__ in self.closed else text_of(function, self._files)
        if node is None:
            return
        part.params = [one.arg for one in node.args.args]
        body = [ast.Return(value=node.body)] if isinstance(node, ast.Lambda) else node.body
        own = {one.id for one in walk(body) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        own.update(part.params)
        if any(one.startswith(("_", "v_")) and one != "_" for one in own):
            return
        reading = Reading(self, function, own)
        part.body = [reading.visit(st) for st in clone(body)]

    # ---- what never changes ------------------------------------------------------------------------------------------

    def _stored(self) -> set[str]:
        """The fields to which somebody gives a value, also in functions that are called as they are."""
        found: set[str] = set()
        for part in self.parts.values():
            if part.body is None:
                code = dis.get_instructions(part.function)
                found.update(one.argval for one in code if one.opname == "STORE_ATTR")
            for node in walk(part.body or ()):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
        return found

    def _settle(self) -> None:
        """Fold what is known until no more comes of it."""
        self._look()
        while True:
            known = len(self.fixed)
            for part in self.parts.values():
                if part.body is not None:
                    part.body = Folding(self.fixed, self.tuples, self.writes).function(part.body)
            self._look()
            self._find_fixed()
            if len(self.fixed) == known:
                return

    def _look(self) -> None:
        """What each part calls and writes, of those that are still called."""
        self._writes.clear()
        self._reads.clear()
        alive: dict[str, Part] = {}
        new = list(self.roots.values())
        while new:
            part = self.parts[new.pop()]
            if part.key in alive:
                continue
            alive[part.key] = part
            look(part, self.parts)
            new += part.calls
        self.parts = alive

    def writes(self, key: str, place: int) -> Any:
        """The fields that a part writes of the state it gets there, with those it calls; None for any."""
        return self._all(key, place, self._writes, "writes")

    def reads(self, key: str, place: int) -> Any:
        """The fields that a part reads of the state it gets there, with those it calls; None for any."""
        return self._all(key, place, self._reads, "reads")

    def _all(self, key: str, place: int, known: dict[Any, Any], what: str) -> Any:
        """What is done with a state, from what each part does itself."""
        again = not known
        if again:
            for part in self.parts.values():
                for k, param in enumerate(part.params if part.body is not None else ()):
                    found = getattr(part.given[param], what)
                    known[part.key, k] = None if found is None else set(found)
        while again:
            again = False
            for part in self.parts.values():
                for k, param in enumerate(part.params if part.body is not None else ()):
                    mine = known[part.key, k]
                    for other in part.given[param].handed if mine is not None else ():
                        theirs = known.get(other)
                        if theirs is None:
                            known[part.key, k], again = None, True
                            break
                        if not theirs <= mine:
                            mine |= theirs
                            again = True
        return known.get((key, place))

    def _find_fixed(self) -> None:
        """Fields to which everybody gives the value that they begin with."""
        if any(part.body is None for part in self.parts.values()):
            return
        found: dict[str, Any] = {}
        for field, declared in STATE_FIELDS.items():
            if not declared.length and field not in self.fixed:
                found[field] = getattr(self.start, field)
        for part in self.parts.values():
            for st in walk(part.body or ()):
                if isinstance(st, ast.Assign):
                    for target in st.targets:
                        for one in walk([target]):
                            if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                                same = one is target and isinstance(st.value, ast.Constant)
                                if not same or st.value.value != found.get(one.attr):  # type: ignore[attr-defined]
                                    found.pop(one.attr, None)
                elif isinstance(st, ast.AugAssign | ast.For) and isinstance(st.target, ast.Attribute):
                    found.pop(st.target.attr, None)
        self.fixed.update(found)

    # ---- writing -----------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text, to be read."""
        return ast.unparse(self.module)

    def _module(self) -> ast.Module:
        """The module: each part with what it calls written into it, as long as it is called."""
        done: dict[str, Part] = {}
        open_: set[str] = set()
        inlining = Inlining(lambda key: self._short(key, done, inlining.room))

        def finish(part: Part) -> None:
            open_.add(part.key)
            for key in sorted(part.calls):
                if key not in done and key not in open_:
                    finish(self.parts[key])
            if part.body is not None:
                inlining.room = ROOM if part.function.__name__ in GAMES else SMALL
                part.body = inlining.block(part.body)
                for _ in range(2):
                    part.body = used(Folding(self.fixed, self.tuples, self.writes).function(part.body))
            done[part.key] = part

        for root in self.roots.values():
            finish(self.parts[root])
        self.parts = done
        self._look()
        self.reads("", 0), self.writes("", 0)  # before the texts get their last form
        written: list[ast.stmt] = []
        for part in self.parts.values():
            if part.body is not None:
                written.append(headed(part.key, part.params, tabled(part.params, part.body, self)))
        for node in walk(inner for st in written for inner in st.body):  # type: ignore[attr-defined]
            node.__dict__.setdefault("lineno", 0)
            node.__dict__.setdefault("col_offset", 0)
        return ast.Module(body=written, type_ignores=[])

    def _short(self, key: str, done: dict[str, Part], room: int) -> Short | None:
        part = done.get(key)
        if part is None or part.body is None:
            return None
        if key not in self._shorts:
            self._shorts[key] = Short(part.params, part.body)
        found = self._shorts[key]
        return None if found.size > SHORT and found.size > min(LONG, room) else found

    def made(self) -> dict[str, Any]:
        """The functions, by the names of the roots."""
        scope = {**self.objects, "__builtins__": builtins}
        exec(compile(self.module, "<the rules, written out>", "exec"), scope)  # noqa: S102
        return {root: scope[key] for root, key in self.roots.items()}


def look(part: Part, parts: dict[str, Part]) -> None:
    """See whom a part calls, and what it does itself to what it is given."""
    part.calls = set()
    part.given = found = {one: Given() for one in part.params}
    bare: Counter[str] = Counter()
    for one in walk(part.body or ()):
        if isinstance(one, ast.Name):
            if one.id in found:
                bare[one.id] += 1
            if one.id in parts:
                part.calls.add(one.id)
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in found:
            bare[one.value.id] -= 1
            given = found[one.value.id]
            if isinstance(one.ctx, ast.Store) and given.writes is not None:
                given.writes.add(one.attr)
            if one.attr == "copy":
                given.reads = None
            if given.reads is not None:
                given.reads.add(one.attr)
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in parts:
            for place, arg in enumerate(one.args):
                if isinstance(arg, ast.Name) and arg.id in found:
                    bare[arg.id] -= 1
                    found[arg.id].handed.append((one.func.id, place))
    for name_, times in bare.items():
        if times:  # it goes where nobody follows it
            found[name_].reads = found[name_].writes = None
