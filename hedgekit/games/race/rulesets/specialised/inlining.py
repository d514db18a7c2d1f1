"""Functions written in the place of their calls.

A call stands for the body of its function where that is short: an expression in its place, or statements before the
one that asks for it.  Names of the body get a number, so that each copy has its own; a return becomes an assignment.
What has no such form stays a call.
"""

import ast
from collections.abc import Callable
from typing import Any

from .forms import (
    LEAVES,
    Transformer,
    assign,
    breaks,
    clone,
    constant,
    ends,
    is_pure,
    is_truth,
    name,
    renamed,
    size,
    walk,
)

Emit = Callable[[ast.expr], list[ast.stmt]]
LOOPS = (ast.For, ast.While)


class NotInline(Exception):
    """The function has a form that cannot stand in the place of a call."""


def returns(stmts: Any) -> bool:
    """Is there a return in these?"""
    return any(isinstance(one, ast.Return) for one in walk(stmts))


def at_end(stmts: list[ast.stmt], emit: Emit) -> list[ast.stmt]:
    """The body of a function whose returns are all last; NotInline if some are not."""
    out: list[ast.stmt] = []
    for k, st in enumerate(stmts):
        if isinstance(st, ast.Return):
            return out + emit(st.value or constant(None))
        if not returns([st]):
            out.append(st)
            continue
        if not isinstance(st, ast.If):
            raise NotInline
        rest = stmts[k + 1 :]
        if ends(st.body) or not rest:
            body, orelse = st.body, st.orelse + rest
        elif st.orelse and ends(st.orelse):
            body, orelse = st.body + rest, st.orelse
        else:
            raise NotInline
        out.append(ast.If(test=st.test, body=at_end(body, emit) or [ast.Pass()], orelse=at_end(orelse, emit)))
        return out
    return out + emit(constant(None))


def early(stmts: list[ast.stmt], emit: Emit, after: Callable[[], list[ast.stmt]], looping: bool) -> list[ast.stmt]:
    """The body of a loop of one round that each return leaves; after: what follows where the last statement is done."""
    out: list[ast.stmt] = []
    for k, st in enumerate(stmts):
        if isinstance(st, ast.Return):
            return [*out, *emit(st.value or constant(None)), ast.Break()]
        if not returns([st]):
            out.append(st)
        elif isinstance(st, ast.If):
            here = list
            body = early(st.body, emit, here, looping)
            orelse = early(st.orelse, emit, here, looping)
            out.append(ast.If(test=st.test, body=body or [ast.Pass()], orelse=orelse))
        elif isinstance(st, LOOPS) and not breaks(st.body) and not st.orelse and after is not list:
            rest = early(stmts[k + 1 :], emit, after, looping)
            st.body = early(st.body, emit, _nothing, True)
            st.orelse = rest if ends(rest) or not looping else [*rest, ast.Continue()]
            return [*out, st, ast.Break()]
        else:
            raise NotInline
    return out + after()


def _nothing() -> list[ast.stmt]:
    return []


def placed(stmts: list[ast.stmt], emit: Emit) -> list[ast.stmt]:
    """The body of a function with its returns as `emit` writes them; a body that is nobody else's."""
    if not returns(stmts):
        return stmts + emit(constant(None))
    try:
        return at_end(stmts, emit)
    except NotInline:
        body = early(stmts, emit, lambda: [*emit(constant(None)), ast.Break()], False)
        return [ast.While(test=constant(True), body=body if ends(body) else [*body, ast.Break()], orelse=[])]


class Naming(Transformer):
    """Names of a body replaced: by others, or by what they stand for."""

    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def visit_name(self, node: ast.Name) -> ast.expr:
        """A name, or what it stands for."""
        return renamed(node, self.known) if node.id in self.known else node


class Short:
    """A function that may stand in the place of its calls; own: the names that it gives a value."""

    def __init__(self, params: list[str], body: list[ast.stmt]) -> None:
        self.params, self.body, self.size = params, body, size(body)
        self.own = {one.id for one in walk(body) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


class Inlining:
    """Writes the functions that `short` knows in the place of their calls.

    short: the function called so, None for one that is to be called.
    """

    def __init__(self, short: Callable[[str], Short | None]) -> None:
        self.short, self.count, self.room = short, 0, 0

    def asks(self, e: ast.AST) -> bool:
        """Does an expression call a function that is to stand in its place?"""
        return type(e) not in LEAVES and any(
            isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and self.short(one.func.id) is not None
            for one in walk([e])
        )

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, stmts: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, with what they call."""
        out: list[ast.stmt] = []
        for st in stmts:
            out += self.statement(st)
        return out

    def statement(self, st: ast.stmt) -> list[ast.stmt]:
        """A statement, after what it asks for."""
        before: list[ast.stmt] = []
        if isinstance(st, ast.If):
            st.body, st.orelse = self.block(st.body), self.block(st.orelse)
            return self._if(st)
        if isinstance(st, ast.While):
            st.body, st.orelse = self.block(st.body), self.block(st.orelse)
            before, test = self.flat(st.test)
            if before and not st.orelse:
                leave = ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=[ast.Break()], orelse=[])
                return [ast.While(test=constant(True), body=[*before, leave, *st.body], orelse=[])]
            return [st]
        if isinstance(st, ast.For):
            st.body, st.orelse = self.block(st.body), self.block(st.orelse)
            before, st.iter = self.flat(st.iter)
        elif isinstance(st, ast.Assign | ast.Expr | ast.Return) and st.value is not None:
            if isinstance(st.value, ast.Call) and (found := self._direct(st, st.value)) is not None:
                return found
            before, st.value = self.flat(st.value)
        elif isinstance(st, ast.AugAssign) and isinstance(st.target, ast.Name):
            before, st.value = self.flat(st.value)
        return [*before, st]

    def _if(self, st: ast.If) -> list[ast.stmt]:
        test = st.test
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and not st.orelse and self.asks(test):
            inner: list[ast.stmt] = st.body
            for one in reversed(test.values):
                inner = self._if(ast.If(test=one, body=inner, orelse=[]))
            return inner
        before, st.test = self.flat(test)
        return [*before, st]

    def _direct(self, st: Any, call: ast.Call) -> list[ast.stmt] | None:
        """A statement that does nothing but use what a call returns."""
        if not isinstance(call.func, ast.Name) or (found := self.short(call.func.id)) is None:
            return None

        def emit(value: ast.expr) -> list[ast.stmt]:
            if isinstance(st, ast.Assign):
                return [ast.Assign(targets=clone(st.targets), value=value, lineno=0)]
            return [ast.Return(value=value)] if isinstance(st, ast.Return) else [ast.Expr(value=value)]

        before, args = self._operands(call.args)
        try:
            return before + self._written(found, args, None if isinstance(st, ast.Return) else emit)
        except NotInline:
            call.args = args
            return [*before, st]

    # ---- expressions -------------------------------------------------------------------------------------------------

    def new(self) -> str:
        """A name of its own."""
        self.count += 1
        return f"v_{self.count}"

    def own(self, called: str) -> ast.Name:
        """A name for what is called so in a function, of its own for this copy."""
        self.count += 1
        return name(f"{called.partition('__')[0]}__{self.count}")

    def flat(self, e: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """What is to run before an expression, and what is left of it then."""
        if not self.asks(e):
            return [], e
        if isinstance(e, ast.BoolOp):
            return self._either(e)
        if isinstance(e, ast.IfExp):
            before, test = self.flat(e.test)
            found = self.new()
            one, body = self.flat(e.body)
            other, orelse = self.flat(e.orelse)
            choice = ast.If(test=test, body=[*one, assign(found, body)], orelse=[*other, assign(found, orelse)])
            return [*before, choice], name(found)
        if isinstance(e, ast.Call):
            return self._call(e)
        if isinstance(e, ast.Compare) and len(e.ops) > 1:
            return [], e
        fields = [field for field in e._fields if isinstance(getattr(e, field), list | ast.expr)]
        operands: list[ast.expr] = []
        for field in fields:
            value = getattr(e, field)
            operands += value if isinstance(value, list) else [value]
        if not all(isinstance(one, ast.expr) for one in operands):
            operands = [one for one in operands if isinstance(one, ast.expr)]
        before, left = self._operands(operands)
        rest = iter(left)
        for field in fields:
            value = getattr(e, field)
            if isinstance(value, list):
                value[:] = [next(rest) if isinstance(one, ast.expr) else one for one in value]
            else:
                setattr(e, field, next(rest))
        return before, e

    def _either(self, e: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        found = self.new()
        before, first = self.flat(e.values[0])
        if not any(map(self.asks, e.values[1:])):
            e.values[0] = first
            return before, e
        inner: list[ast.stmt] = []
        for one in reversed(e.values[1:]):
            test: ast.expr = name(found)
            if isinstance(e.op, ast.Or):
                test = ast.UnaryOp(op=ast.Not(), operand=test)
            calls, value = self.flat(one)
            void = isinstance(value, ast.Constant) and bool(value.value) is isinstance(e.op, ast.And)
            if void and not calls and not inner and is_truth(first):
                continue
            inner = [*calls, assign(found, value), *inner]
            inner = [ast.If(test=test, body=inner, orelse=[])]
        return [*before, assign(found, first), *inner], name(found)

    def _operands(self, operands: list[ast.expr]) -> tuple[list[ast.stmt], list[ast.expr]]:
        """Operands in their order: what a later one calls may change what an earlier one found."""
        before: list[ast.stmt] = []
        out: list[ast.expr] = []
        for one in operands:
            calls, left = self.flat(one)
            if calls:
                for k, earlier in enumerate(out):
                    if not isinstance(earlier, ast.Constant | ast.Name):
                        kept = self.new()
                        before.append(assign(kept, earlier))
                        out[k] = name(kept)
            before += calls
            out.append(left)
        return before, out

    def _call(self, e: ast.Call) -> tuple[list[ast.stmt], ast.expr]:
        if not isinstance(e.func, ast.Name):
            before, left = self._operands([e.func, *e.args])
            e.func, e.args = left[0], left[1:]
            return before, e
        before, args = self._operands(e.args)
        found = self.short(e.func.id)
        if found is None:
            e.args = args
            return before, e
        params, body = found.params, found.body
        only = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        if only is not None and (value := self._in_place(params, only, args)) is not None:
            return before, value
        result = self.new()
        try:
            return before + self._written(found, args, lambda value: [assign(result, value)]), name(result)
        except NotInline:
            e.args = args
            return before, e

    def _in_place(self, params: list[str], value: ast.expr, args: list[ast.expr]) -> ast.expr | None:
        """A function of one expression, in the place of its call: None where it would look at an argument twice."""
        used = [one.id for one in walk([value]) if isinstance(one, ast.Name)]
        for param, arg in zip(params, args, strict=True):
            if isinstance(arg, ast.Constant | ast.Name):
                continue
            if used.count(param) > 1 or not is_pure(arg) or not is_pure(value):
                return None
        return renamed(value, dict(zip(params, args, strict=True)))  # type: ignore[no-any-return]

    def _written(self, found: Short, args: list[ast.expr], emit: Emit | None) -> list[ast.stmt]:
        """The body of a function for these arguments; emit: None where its returns are those of who calls."""
        params, body, own = found.params, found.body, found.own
        self.room -= found.size
        known: dict[str, ast.expr] = {}
        before: list[ast.stmt] = []
        for param, arg in zip(params, args, strict=True):
            if param not in own and isinstance(arg, ast.Constant | ast.Name):
                known[param] = arg
            else:
                known[param] = self.own(param)
                before.append(assign(known[param].id, arg))  # type: ignore[attr-defined]
        known.update((one, self.own(one)) for one in sorted(own) if one not in known)
        copy = renamed(body, known)
        if emit is not None:
            return before + placed(copy, emit)
        return [*before, *copy] if ends(copy) else [*before, *copy, ast.Return(value=constant(None))]
