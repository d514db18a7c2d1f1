"""What is known of a rule set, folded into the text of its functions: settings as numbers, branches that go.

`Folding` goes through a function's syntax tree in the order in which it runs and keeps what is known of its names and
of the state's fields: what they are as long as nobody writes them, and in a branch what its condition says.  Trees are
changed in place.  Whatever it does not know stands as it stood.
"""

import ast
import operator
from collections.abc import Callable, Iterable
from typing import Any

from .forms import (
    BINARY,
    INNER,
    LEAVES,
    METHODS,
    NOTHING,
    PURE,
    ROUNDS,
    UNARY,
    UNROLLED,
    apart,
    assign,
    breaks,
    chosen,
    clone,
    constant,
    ends,
    is_pure,
    is_truth,
    name,
    size,
    tested,
    walk,
)


class Folding:
    """What is known while a function is gone through.

    fixed: the fields of every state that never change, with their values; tuples: those bound to names, by name;
    writes: the fields that a function of this name writes of what it gets in this place, None for any.
    """

    def __init__(self, fixed: dict[str, Any], tuples: dict[str, Any], writes: Callable[[str, int], Any]) -> None:
        self.fixed, self.tuples, self.writes = fixed, tuples, writes
        self.env: dict[Any, Any] = {}

    def function(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A function's body, folded."""
        self.env = {}
        return self.block(body) or [ast.Pass()]

    # ---- what is known -----------------------------------------------------------------------------------------------

    def forget(self, key: Any) -> None:
        """A name is written, or a field of a state (a pair; "*" for any), or of some state (".turn")."""
        env = self.env
        if type(key) is tuple:
            dropped = [k for k in env if type(k) is tuple and is_of(env[k] if k[0] == "=" else k, key)]
        elif key[0] != ".":
            env.pop(key, None)
            env.pop(("=", key), None)
            env.pop(("?", key), None)
            dropped = [k for k in env if type(k) is tuple and key in (k[0], env[k][0] if k[0] == "=" else "")]
        elif key == ".*":
            dropped = [k for k in env if type(k) is tuple and k[0] != "?"]
        else:
            field = key[1:]
            dropped = [
                k for k in env if type(k) is tuple and k[0] != "?" and (env[k] if k[0] == "=" else k)[1] == field
            ]
        for k in dropped:
            del env[k]

    def written(self, nodes: Iterable[ast.AST]) -> set[Any]:
        """What these write, as `forget` has it."""
        found: set[Any] = set()
        for one in walk(nodes):
            kind = type(one)
            if kind is ast.Name:
                if type(one.ctx) is ast.Store:  # type: ignore[attr-defined]
                    found.add(one.id)  # type: ignore[attr-defined]
            elif kind is ast.Attribute:
                if type(one.ctx) is ast.Store:  # type: ignore[attr-defined]
                    found.add("." + one.attr)  # type: ignore[attr-defined]
            elif isinstance(one, ast.Call):
                func = one.func
                if isinstance(func, ast.Attribute):
                    if func.attr not in (*METHODS, "copy"):
                        found.add(".*")
                elif func.id not in PURE and func.id != "range":  # type: ignore[attr-defined]
                    for place, arg in enumerate(one.args):
                        if isinstance(arg, ast.Name):
                            fields = self.writes(func.id, place)  # type: ignore[attr-defined]
                            found.update((arg.id, field) for field in (("*",) if fields is None else fields))
        return found

    def learn(self, test: ast.expr, truth: bool) -> None:
        """What follows from a condition that holds, or does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.learn(test.operand, not truth)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is truth:
            if is_pure(test):
                for one in test.values:
                    self.learn(one, truth)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Constant):
            if isinstance(test.ops[0], ast.Eq if truth else ast.NotEq):
                self.known(test.left, test.comparators[0].value)
        elif not truth:
            self.known(test, 0)

    def known(self, place: ast.expr, value: Any) -> None:
        """A name, or a state's field, has this value now."""
        if isinstance(place, ast.Name):
            self.env[place.id] = value
            if (alias := self.env.get(("=", place.id))) is not None:
                self.env[alias] = value
        elif isinstance(place, ast.Attribute) and isinstance(place.value, ast.Name):
            self.env[place.value.id, place.attr] = value

    # ---- expressions -------------------------------------------------------------------------------------------------

    def expr(self, e: Any) -> Any:
        """An expression, folded."""
        kind = type(e)
        if kind is ast.Constant:
            return e
        if kind is ast.Name:
            return constant(self.env[e.id]) if e.id in self.env and isinstance(e.ctx, ast.Load) else e
        if kind is ast.Attribute and isinstance(e.value, ast.Name):
            if isinstance(e.ctx, ast.Load):
                if e.attr in self.fixed:
                    return constant(self.fixed[e.attr])
                key = (e.value.id, e.attr)
                if key in self.env:
                    return constant(self.env[key])
            return e
        parts = e.__dict__
        for field in INNER[kind]:
            value = parts[field]
            if type(value) is list:
                value[:] = [self.expr(one) for one in value]
            else:
                parts[field] = self.expr(value)
        simplify = SIMPLER.get(kind)
        return simplify(self, e) if simplify else e

    def _of_binop(self, e: ast.BinOp) -> ast.expr:
        left, right, op = e.left, e.right, type(e.op)
        if isinstance(right, ast.Constant):
            if isinstance(left, ast.Constant):
                return self._value(BINARY.get(op), e, left.value, right.value)
            if right.value == 0:
                if op in NOTHING:
                    return left
                if op in (ast.BitAnd, ast.Mult) and is_pure(left):
                    return constant(0)
            if op in (ast.Mult, ast.FloorDiv) and right.value == 1:
                return left
        elif isinstance(left, ast.Constant) and left.value == 0:
            if op in (ast.Add, ast.BitOr, ast.BitXor):
                return right
            if op in (ast.BitAnd, ast.Mult, ast.LShift, ast.RShift) and is_pure(right):
                return constant(0)
        return e

    def _of_unaryop(self, e: ast.UnaryOp) -> ast.expr:
        if isinstance(e.operand, ast.Constant):
            return self._value(UNARY.get(type(e.op)), e, e.operand.value)
        return e

    def _of_compare(self, e: ast.Compare) -> ast.expr:
        if len(e.ops) == 1 and isinstance(e.left, ast.Constant) and isinstance(e.comparators[0], ast.Constant):
            return self._value(BINARY.get(type(e.ops[0])), e, e.left.value, e.comparators[0].value)
        either = self.env.get(("?", e.left.id)) if isinstance(e.left, ast.Name) else None
        if either and len(e.ops) == 1 and isinstance(e.comparators[0], ast.Constant) and type(e.ops[0]) in BINARY:
            compare, other = BINARY[type(e.ops[0])], e.comparators[0].value
            if compare(either[0], other) is compare(either[1], other):
                return constant(compare(either[0], other))
        return e

    def _of_boolop(self, e: ast.BoolOp) -> ast.expr:
        decides = isinstance(e.op, ast.Or)
        kept: list[ast.expr] = []
        for k, one in enumerate(e.values):
            if isinstance(one, ast.Constant):
                if bool(one.value) is decides:
                    if all(map(is_pure, kept)) and not decides:
                        kept = []  # falsy whatever was before
                    kept.append(one)
                    break
                if k < len(e.values) - 1:
                    continue
                if kept and is_truth(kept[-1]):
                    continue
            kept.append(one)
        if len(kept) == 1:
            return kept[0]
        e.values = kept
        return e

    def _of_ifexp(self, e: ast.IfExp) -> ast.expr:
        if isinstance(e.test, ast.Constant):
            return e.body if e.test.value else e.orelse
        return e

    def _of_subscript(self, e: ast.Subscript) -> ast.expr:
        if isinstance(e.value, ast.Name) and e.value.id in self.tuples and isinstance(e.slice, ast.Constant):
            return self._value(operator.getitem, e, self.tuples[e.value.id], e.slice.value)
        return e

    def _of_call(self, e: ast.Call) -> ast.expr:
        func = e.func
        if isinstance(func, ast.Attribute) and func.attr in METHODS and isinstance(func.value, ast.Constant):
            return self._value(getattr(int, func.attr), e, func.value.value)
        if isinstance(func, ast.Name) and func.id in ("min", "max", "abs"):  # noqa: SIM102
            if all(isinstance(one, ast.Constant) for one in e.args):
                return self._value(PURE[func.id], e, *(one.value for one in e.args))  # type: ignore[attr-defined]
        return e

    def _value(self, function: Any, e: ast.expr, *values: Any) -> ast.expr:
        try:
            found = function(*values)
        except Exception:  # it is for whoever plays to meet it
            return e
        return constant(found) if isinstance(found, int) else e

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, stmts: list[ast.stmt]) -> list[ast.stmt]:
        """Statements one after the other, up to the first that nothing follows."""
        out: list[ast.stmt] = []
        for st in stmts:
            fold = FOLDED.get(type(st))
            done = fold(self, st) if fold else [st]
            out += done
            if ends(done):
                break
        return [st for st in out if not isinstance(st, ast.Pass)]

    def value(self, e: ast.expr) -> Any:
        """The value of a statement: what it calls may write fields before the rest of it is looked at."""
        if type(e) not in LEAVES:
            for key in self.written([e]):
                self.forget(key)
        return self.expr(e)

    def _do_assign(self, st: ast.Assign) -> list[ast.stmt]:
        target = st.targets[0]
        if len(st.targets) > 1 and isinstance(st.value, ast.Constant | ast.Name):
            return self.block([ast.Assign(targets=[one], value=clone(st.value), lineno=0) for one in st.targets])
        pair = isinstance(target, ast.Tuple) and isinstance(st.value, ast.Tuple) and len(st.targets) == 1
        if pair and (parts := apart(target, st.value)) is not None:  # type: ignore[arg-type]
            return self.block(parts)
        st.value = self.value(st.value)
        for one in st.targets:
            self._target(one)
        if len(st.targets) == 1:
            if isinstance(target, ast.Name) and (either := self._either(st.value)):
                self.env["?", target.id] = either
            if isinstance(st.value, ast.Constant):
                self.known(target, st.value.value)
            elif isinstance(target, ast.Name) and isinstance(st.value, ast.Attribute):
                if isinstance(st.value.value, ast.Name):
                    self.env["=", target.id] = (st.value.value.id, st.value.attr)
            elif isinstance(target, ast.Name) and isinstance(st.value, ast.Name) and st.value.id == target.id:
                return []
        return [st]

    def _either(self, e: ast.expr) -> Any:
        """The two things that a value may be, None if that is not known."""
        if isinstance(e, ast.IfExp) and isinstance(e.body, ast.Constant) and isinstance(e.orelse, ast.Constant):
            return e.body.value, e.orelse.value
        if isinstance(e, ast.Name):
            return self.env.get(("?", e.id))
        return (False, True) if is_truth(e) else None

    def _target(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.forget(target.id)
        elif isinstance(target, ast.Attribute):
            self.forget("." + target.attr)
        elif isinstance(target, ast.Tuple):
            for one in target.elts:
                self._target(one)
        else:
            self.expr(target)

    def _do_augassign(self, st: ast.AugAssign) -> list[ast.stmt]:
        st.value = self.value(st.value)
        if isinstance(st.value, ast.Constant) and st.value.value == 0 and isinstance(st.op, NOTHING):
            return []
        if isinstance(st.target, ast.Name) and st.target.id in self.env and isinstance(st.value, ast.Constant):
            new = assign(st.target.id, ast.BinOp(left=name(st.target.id), op=st.op, right=st.value))
            return self._do_assign(new)
        self._target(st.target)
        return [st]

    def _do_expr(self, st: ast.Expr) -> list[ast.stmt]:
        st.value = self.value(st.value)
        return [] if is_pure(st.value) else [st]

    def _do_return(self, st: ast.Return) -> list[ast.stmt]:
        if st.value is not None:
            st.value = self.value(st.value)
        return [st]

    def _do_if(self, st: ast.If) -> list[ast.stmt]:
        st.test = tested(self.value(st.test))
        if isinstance(st.test, ast.Constant):
            return self.block(st.body if st.test.value else st.orelse)
        before = dict(self.env)
        self.learn(st.test, True)
        st.body = self.block(st.body)
        if self._is_so(st, before):
            self.env = before
            return []
        one, self.env = self.env, before
        self.learn(st.test, False)
        st.orelse = self.block(st.orelse)
        if ends(st.orelse):
            self.env = one
        elif not ends(st.body):
            other = self.env
            self.env = {k: v for k, v in one.items() if k in other and other[k] == v and type(other[k]) is type(v)}
        if not st.body:
            if not st.orelse:
                return [] if is_pure(st.test) else [ast.Expr(value=st.test)]
            st.test, st.body, st.orelse = tested(ast.UnaryOp(op=ast.Not(), operand=st.test)), st.orelse, []
        if is_truth(st.test) and (given := chosen(st)):
            return [assign(given, st.test)]
        return [st]

    def _is_so(self, st: ast.If, known: dict[Any, Any]) -> bool:
        """Is this `if x: x = True`, or `if not x: x = False`, of what is one of the two?"""
        test, truth = st.test, True
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test, truth = test.operand, False
        if st.orelse or len(st.body) != 1 or not isinstance(test, ast.Name):
            return False
        one = st.body[0]
        if not (isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and one.value.value is truth):
            return False
        same = len(one.targets) == 1 and isinstance(one.targets[0], ast.Name) and one.targets[0].id == test.id
        return same and any(known.get(("?", test.id)) == either for either in ((False, True), (True, False)))

    def _do_while(self, st: ast.While) -> list[ast.stmt]:
        test = self.expr(clone(st.test))
        if isinstance(test, ast.Constant) and not test.value:
            return self.block(st.orelse)
        if isinstance(st.test, ast.Constant) and ends(st.body) and not breaks(st.body, (ast.Continue,)):
            return self._once(st)
        for key in self.written([st]):
            self.forget(key)
        before = dict(self.env)
        st.test = self.expr(st.test)
        self.learn(st.test, True)
        st.body = self.block(st.body) or [ast.Pass()]
        self.env = before
        if not breaks(st.body):
            self.learn(st.test, False)
        st.orelse = self.block(st.orelse)
        return [st]

    def _once(self, st: ast.While) -> list[ast.stmt]:
        """A loop of one round, which is there to be left early."""
        written = self.written(st.body)
        before = dict(self.env)
        st.body = self.block(st.body) or [ast.Pass()]
        if isinstance(st.body[-1], ast.Break) and not breaks(st.body[:-1]):
            return st.body[:-1]
        self.env = before
        for key in written:
            self.forget(key)
        return [st]

    def _do_for(self, st: ast.For) -> list[ast.stmt]:
        st.iter = self.value(st.iter)
        rounds = self._rounds(st)
        if rounds is not None and isinstance(st.target, ast.Name):
            out: list[ast.stmt] = []
            for k in rounds:
                out += [assign(st.target.id, constant(k)), *clone(st.body)]
            return self.block([*out, *st.orelse])
        for key in self.written([st]):
            self.forget(key)
        before = dict(self.env)
        st.body = self.block(st.body) or [ast.Pass()]
        self.env = before
        st.orelse = self.block(st.orelse)
        return [st]

    def _rounds(self, st: ast.For) -> range | None:
        """The rounds of a loop that is to be written out."""
        call = st.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            return None
        if call.keywords or not all(isinstance(one, ast.Constant) for one in call.args):
            return None
        rounds = range(*(one.value for one in call.args))  # type: ignore[attr-defined]
        if len(rounds) > 1 and (len(rounds) > ROUNDS or size(st.body) * len(rounds) > UNROLLED):
            return None
        return None if breaks(st.body, (ast.Break, ast.Continue)) else rounds


def _methods(begin: str) -> dict[type, Any]:
    """What `Folding` does with forms, by form."""
    return {kind: made for kind in INNER if (made := getattr(Folding, begin + kind.__name__.lower(), None))}


SIMPLER, FOLDED = _methods("_of_"), _methods("_do_")


def is_of(place: Any, key: Any) -> bool:
    """Is this field one of those?"""
    return bool(place[0] == key[0] and key[1] in ("*", place[1]))
