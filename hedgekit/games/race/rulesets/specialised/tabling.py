"""A function's last form: fields of the state in names, squares told by tables.

What a function reads and writes of the state again and again is kept in names of its own, and written back where
another function may look.  The squares of a set are taken from a table of sets, and an expression that depends on one
small number, such as a square, from a table of what it comes to.
"""

import ast
from collections import Counter
from typing import Any

from .fields import Fields
from .forms import (
    BLOCKS,
    METHODS,
    PURE,
    Statements,
    Transformer,
    assign,
    breaks,
    clone,
    constant,
    is_pure,
    is_truth,
    name,
    walk,
)
from .inlining import Naming

SETS, FEW = 1 << 14, 4  # sets of squares that are remembered; how many squares they have at most
THIRDS = ((1 << 18) - 1, (1 << 36) - (1 << 18), (1 << 64) - (1 << 36))
HIGH = 255  # the greatest number that has a table
SQUARES = 63  # the greatest square that a set may have


class Squares(dict[int, tuple[int, ...]]):
    """A set of squares -> its squares, ascending: put together from thirds of the board, and few ones remembered."""

    def __missing__(self, squares: int) -> tuple[int, ...]:
        thirds = [squares & third for third in THIRDS]
        if squares in thirds:
            found = tuple(cell for cell in range(SQUARES + 1) if squares >> cell & 1)
        else:
            found = self[thirds[0]] + self[thirds[1]] + self[thirds[2]]
            if len(found) > FEW:
                return found
        if len(self) >= SETS:
            self.clear()
        self[squares] = found
        return found


SQUARES_OF = Squares()


def tabled(params: list[str], body: list[ast.stmt], whole: Any) -> list[ast.stmt]:
    """The body of a function in its last form."""
    body = Fields(params, body, whole).kept()
    body = joined(params, body)
    body = squares(body, whole)
    body = Tables(params, body, whole).block(body)
    body = Tables(params, steps(body), whole).tables(body)
    return used(body) or [ast.Pass()]


# ---- sets of squares -------------------------------------------------------------------------------------------------


def squares(body: list[ast.stmt], whole: Any) -> list[ast.stmt]:
    """Loops over the lowest square of a set, as loops over its squares."""
    found: Counter[str] = Counter()
    nodes = list(walk(body))
    loads: Counter[str] = Counter(
        one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
    )
    for st in nodes:
        if isinstance(st, ast.While) and (key := _lowest(st)) and not breaks(st.body):
            found[key[0]] += 1
    plain = {key for key, n in found.items() if loads[key] == 3 * n}
    table = name(whole.bound(SQUARES_OF, "squares"))

    class Loops(Statements):
        def visit_while(self, st: ast.While) -> Any:
            key = _lowest(st)
            self.generic_visit(st)
            if key is None or key[0] not in plain or breaks(st.body):
                return st
            cell = key[2] or f"{key[1]}_cell"
            rest = st.body[3 if key[2] else 2 :]
            bit = assign(key[1], ast.BinOp(left=constant(1), op=ast.LShift(), right=name(cell)))
            each = ast.Subscript(value=clone(table), slice=name(key[0]), ctx=ast.Load())
            return ast.For(target=name(cell, True), iter=each, body=[bit, *rest], orelse=st.orelse, lineno=0)

    return [Loops().visit(st) for st in body]


def _lowest(st: ast.While) -> tuple[str, str, str] | None:
    """The names of the set, the bit and the square (or "") of such a loop."""
    if not isinstance(st.test, ast.Name) or len(st.body) < 2:
        return None
    of = st.test.id
    first, second = st.body[0], st.body[1]
    if not (isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name)):
        return None
    bit = first.targets[0].id
    if ast.unparse(first.value) != f"{of} & -{of}" or ast.unparse(second) != f"{of} ^= {bit}":
        return None
    stores = [one.id for one in walk(st.body[2:]) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    if of in stores or bit in stores:
        return None
    third = st.body[2] if len(st.body) > 2 else None
    if isinstance(third, ast.Assign) and ast.unparse(third.value) == f"{bit}.bit_length() - 1":
        cell = third.targets[0]
        return of, bit, cell.id if isinstance(cell, ast.Name) and stores.count(cell.id) == 1 else ""
    return of, bit, ""


# ---- tables ----------------------------------------------------------------------------------------------------------


class Tables:
    """Expressions of one small number, from tables."""

    def __init__(self, params: list[str], body: list[ast.stmt], whole: Any) -> None:
        self.whole = whole
        self.given: dict[str, list[Any]] = {one: [None] for one in params}
        self.loads: Counter[str] = Counter()
        nodes = list(walk(body))
        for st in nodes:
            if isinstance(st, ast.Name):
                if isinstance(st.ctx, ast.Load):
                    self.loads[st.id] += 1
                else:
                    self.given.setdefault(st.id, []).append(None)
        for st in nodes:
            target = (
                st.targets[0] if isinstance(st, ast.Assign) and len(st.targets) == 1 else getattr(st, "target", None)
            )
            if isinstance(target, ast.Name) and isinstance(st, ast.Assign | ast.For):
                values = self.given[target.id]
                values[values.index(None)] = st.value if isinstance(st, ast.Assign) else self._each(st)
        for st in nodes:
            if isinstance(st, ast.While) and (key := _lowest(st)) and key[2]:  # the lowest of some squares is one
                values = self.given[key[2]]
                values[values.index(st.body[2].value)] = constant(SQUARES)  # type: ignore[attr-defined]
        self.high: dict[str, int | None] = {}
        for _ in range(3):
            for one, values in self.given.items():
                highs = [None if value is None else self.most(value) for value in values]
                self.high[one] = None if None in highs else max(highs)  # type: ignore[type-var]

    def _each(self, st: ast.For) -> Any:
        table = st.iter.value if isinstance(st.iter, ast.Subscript) else None
        known = isinstance(table, ast.Name) and self.whole.objects.get(table.id) is SQUARES_OF
        return constant(SQUARES) if known else None

    def most(self, e: Any) -> int | None:
        """The most that an expression comes to, None where that is not known, or it may be below 0."""
        if isinstance(e, ast.Constant):
            return e.value if isinstance(e.value, int) and e.value >= 0 else None
        if isinstance(e, ast.Name):
            return self.high.get(e.id)
        if isinstance(e, ast.BinOp):
            one, other = self.most(e.left), self.most(e.right)
            if isinstance(e.op, ast.BitAnd):
                known = [high for high in (one, other) if high is not None]
                return min(known) if known else None
            if isinstance(e.op, ast.Mod) and isinstance(e.right, ast.Constant) and (other or 0) > 0:
                return other - 1  # type: ignore[operator]
            if one is None or other is None:
                return None
            if isinstance(e.op, ast.Add):
                return one + other
            if isinstance(e.op, ast.BitOr):
                return (1 << max(one, other).bit_length()) - 1
            if isinstance(e.op, ast.RShift | ast.FloorDiv):
                return one
        if isinstance(e, ast.IfExp):
            one, other = self.most(e.body), self.most(e.orelse)
            return None if one is None or other is None else max(one, other)
        return None

    def of(self, e: ast.expr) -> str | None:
        """The one small number that an expression depends on."""
        found = set()
        for one in walk([e]):
            if isinstance(one, ast.Attribute):
                if one.attr not in METHODS:
                    return None
            elif isinstance(one, ast.Name) and one.id not in self.whole.tuples and one.id not in PURE:
                found.add(one.id)
        if len(found) != 1 or not is_pure(e):
            return None
        known = self.high.get(next(iter(found)))
        return found.pop() if known is not None and known <= HIGH else None

    def block(self, stmts: list[ast.stmt]) -> list[ast.stmt]:
        """Names that stand for an expression of one small number, replaced by it."""
        out: list[ast.stmt] = []
        for k, st in enumerate(stmts):
            for field in ("body", "orelse"):
                inner = getattr(st, field, None)
                if isinstance(inner, list) and inner:
                    setattr(st, field, self.block(inner) or ([ast.Pass()] if field == "body" else []))
            if isinstance(st, ast.Assign) and isinstance(st.targets[0], ast.Name) and len(st.targets) == 1:
                target, rest = st.targets[0].id, stmts[k + 1 :]
                if len(self.given[target]) == 1 and (on := self.of(st.value)) is not None:
                    here = [one for one in walk(rest) if isinstance(one, ast.Name)]
                    same = all(one.id != on or isinstance(one.ctx, ast.Load) for one in here)
                    if same and sum(one.id == target for one in here) == self.loads[target]:
                        naming = Naming({target: st.value})
                        stmts[k + 1 :] = [naming.visit(one) for one in rest]
                        times = self.loads[target]
                        for one in walk([st.value]):
                            if isinstance(one, ast.Name):
                                self.loads[one.id] += times - 1
                        continue
            out.append(st)
        return out

    def tables(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body with its tables."""
        whole = self

        class Replace(Transformer):
            def visit(self, node: ast.AST) -> Any:
                if isinstance(node, ast.expr) and weight(node) > 1 and (on := whole.of(node)) is not None:
                    return whole.table(node, on)
                return self.generic_visit(node)

        return [Replace().visit(st) for st in body]

    def table(self, e: ast.expr, on: str) -> ast.expr:
        """An expression, looked up."""
        high = self.high[on] or 0
        text = ast.unparse(e)
        function = eval(f"lambda {on}: {text}", {**self.whole.tuples})  # noqa: S307
        values = []
        for n in range(high + 1):
            try:
                values.append(function(n))
            except (IndexError, ValueError, TypeError):
                values.append(None)
        made = tuple(values)
        key = self.whole.shared.setdefault(made, made)
        return ast.Subscript(value=name(self.whole.bound(key, "of")), slice=name(on), ctx=ast.Load())


def weight(e: ast.AST) -> int:
    """What an expression costs, in lookups."""
    found = 0
    for one in walk([e]):
        if isinstance(one, ast.BinOp):
            found += 1 if isinstance(one.op, ast.Add | ast.Sub) else 2
        elif isinstance(one, ast.Compare | ast.UnaryOp | ast.IfExp | ast.Subscript):
            found += 1
        elif isinstance(one, ast.Call):
            found += 3
    return found


# ---- the last --------------------------------------------------------------------------------------------------------


def steps(body: list[ast.stmt]) -> list[ast.stmt]:
    """`n += a condition` as a condition."""

    class Replace(Statements):
        def visit_augassign(self, st: ast.AugAssign) -> Any:
            if isinstance(st.op, ast.Add) and is_truth(st.value) and isinstance(st.target, ast.Name):
                more = ast.AugAssign(target=st.target, op=st.op, value=constant(1))
                return ast.If(test=st.value, body=[more], orelse=[])
            return st

    return [Replace().visit(st) for st in body]


def joined(params: list[str], body: list[ast.stmt]) -> list[ast.stmt]:
    """What is found for the next statement alone, in its place; names for what another name has for good."""
    stores: Counter[str] = Counter(params)
    loads: Counter[str] = Counter()
    nodes = list(walk(body))
    for node in nodes:
        if isinstance(node, ast.Name):
            (loads if isinstance(node.ctx, ast.Load) else stores)[node.id] += 1
    once = (st.targets[0] for st in body if isinstance(st, ast.Assign))  # and not again and again, in a loop
    for_good = {*params, *(one.id for one in once if isinstance(one, ast.Name))}
    same: dict[str, ast.expr] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and stores[node.value.id] == 1:
            target = node.targets[0]
            if (
                node.value.id in for_good
                and len(node.targets) == 1
                and isinstance(target, ast.Name)
                and stores[target.id] == 1
            ):
                same[target.id] = node.value
    for key, value in same.items():
        while isinstance(value, ast.Name) and value.id in same:
            value = same[value.id]
        same[key] = value
        loads[value.id] += loads[key]  # type: ignore[attr-defined]
    return _joined([Naming(same).visit(st) for st in body] if same else body, loads)


def _asks(e: ast.expr, key: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == key for one in walk([e]))


def _in_turn(out: list[ast.stmt], st: ast.If, loads: Counter[str]) -> bool:
    """Has `x = a; if x: x = b; if x: ...`, of which this is the last, become `if a: if b: ...`?"""
    if len(out) < 2 or st.orelse or not isinstance(st.test, ast.Name) or loads[st.test.id] != 2:
        return False
    key, first, second = st.test.id, out[-2], out[-1]
    if not (isinstance(first, ast.Assign) and _gives(first, key) and isinstance(second, ast.If) and not second.orelse):
        return False
    last = second.body[-1]
    if not (isinstance(second.test, ast.Name) and second.test.id == key and isinstance(last, ast.Assign)):
        return False
    stores = sum(isinstance(one, ast.Name) and one.id == key for one in walk(second.body))
    if not _gives(last, key) or stores != 1:
        return False
    second.test = first.value
    second.body[-1] = ast.If(test=last.value, body=st.body, orelse=[])
    del out[-2]
    return True


def _gives(st: ast.Assign, key: str) -> bool:
    return len(st.targets) == 1 and isinstance(st.targets[0], ast.Name) and st.targets[0].id == key


def _joined(stmts: list[ast.stmt], loads: Counter[str]) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for st in stmts:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list):
                setattr(st, field, _joined(inner, loads) or ([ast.Pass()] if field == "body" else []))
        last = out[-1] if out else None
        if isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name) and len(last.targets) == 1:
            key = last.targets[0].id
            field = "test" if isinstance(st, ast.If) else "value"
            e: Any = getattr(st, field, None)
            here = isinstance(st, ast.If | ast.Assign | ast.AugAssign) and e is not None and is_pure(e)
            if here and loads[key] == 1 and is_pure(last.value) and _asks(e, key):
                setattr(st, field, Naming({key: last.value}).visit(e))
                out.pop()
        if isinstance(st, ast.Assign) and isinstance(st.value, ast.Name) and _gives(st, st.value.id):
            continue
        if isinstance(st, ast.If) and _in_turn(out, st, loads):
            continue
        out.append(st)
    return out


def used(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body without what is found and never asked for."""
    names = (one for one in walk(body) if isinstance(one, ast.Name))
    loads = Counter(one.id for one in names if isinstance(one.ctx, ast.Load))
    while True:
        dropping = _Dropping(loads)
        body = [one for one in map(dropping.visit, body) if one is not None]
        if not dropping.gone:
            return body


class _Dropping(Statements):
    """Drops what gives a value to names that nobody reads; loads: how often each is read."""

    def __init__(self, loads: Counter[str]) -> None:
        self.loads, self.gone = loads, 0

    def drop(self, node: ast.AST) -> None:
        """A statement goes, with what it reads."""
        self.gone += 1
        names = (one for one in walk([node]) if isinstance(one, ast.Name))
        self.loads.subtract(one.id for one in names if isinstance(one.ctx, ast.Load))

    def visit_assign(self, st: ast.Assign) -> Any:
        """An assignment, if somebody wants it."""
        if all(isinstance(one, ast.Name) and not self.loads[one.id] for one in st.targets) and is_pure(st.value):
            return self.drop(st)
        return st

    def generic_visit(self, node: ast.AST) -> Any:
        """Anything else: what has lost all that was in it does nothing."""
        super().generic_visit(node)
        if isinstance(node, BLOCKS) and not node.body:
            if isinstance(node, ast.If) and not node.orelse and is_pure(node.test):
                return self.drop(node)
            node.body = [ast.Pass()]
        return node
