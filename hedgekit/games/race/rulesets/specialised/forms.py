"""The forms of the engine's plain Python, as syntax trees: their parts, copied, gone through and told apart."""

import ast
import operator
from collections.abc import Callable, Iterable
from typing import Any

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
OPPOSITE: dict[type, Any] = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt}
OPPOSITE.update({ast.Gt: ast.LtE, ast.LtE: ast.Gt})
NOTHING = (ast.Add, ast.Sub, ast.LShift, ast.RShift, ast.BitOr, ast.BitXor)  # with 0 on the right
PURE = {"min": min, "max": max, "abs": abs, "len": len, "bool": bool}
METHODS = ("bit_count", "bit_length")
BLOCKS = (ast.If, ast.While, ast.For)
LEAVES = (ast.Name, ast.Constant)
JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Raise)
INNER: dict[type, tuple[str, ...]] = {
    ast.Name: (),
    ast.Constant: (),
    ast.Pass: (),
    ast.Break: (),
    ast.Continue: (),
    ast.Raise: (),
    ast.Attribute: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.BoolOp: ("values",),
    ast.Compare: ("left", "comparators"),
    ast.IfExp: ("test", "body", "orelse"),
    ast.Call: ("func", "args"),
    ast.Tuple: ("elts",),
    ast.Expr: ("value",),
    ast.Return: ("value",),
    ast.Assign: ("targets", "value"),
    ast.AugAssign: ("target", "value"),
    ast.If: ("test", "body", "orelse"),
    ast.While: ("test", "body", "orelse"),
    ast.For: ("target", "iter", "body", "orelse"),
}
"""The parts of each form that is known."""
VISITED: dict[type, tuple[str, ...]] = {**INNER, ast.Raise: ("exc", "cause")}
COPIED = {kind: [(field, field in (*VISITED[kind], "ops")) for field in kind._fields] for kind in INNER}  # type: ignore[attr-defined]
"""The fields of each form, and whether a copy has its own."""
UNROLLED, ROUNDS = 150, 8  # nodes that a loop may become, and its rounds


def clone(node: Any) -> Any:
    """A tree of its own."""
    return renamed(node, {})


def renamed(node: Any, known: dict[str, ast.expr]) -> Any:
    """A tree of its own with names replaced: by others, or by what they stand for."""
    kind: Any = type(node)
    if kind is list:
        return [renamed(one, known) for one in node]
    if kind is ast.Name and (found := known.get(node.id)) is not None:
        return name(found.id, True) if isinstance(node.ctx, ast.Store) else clone(found)  # type: ignore[attr-defined]
    fields = COPIED.get(kind)
    if fields is None:
        return node
    new = kind.__new__(kind)
    old, made = node.__dict__, new.__dict__
    for field, inner in fields:
        value = old.get(field)
        made[field] = renamed(value, known) if inner and value is not None else value
    return new


def constant(value: Any) -> ast.Constant:
    """The literal of a value."""
    return ast.Constant(value=value, kind=None)


def name(text: str, store: bool = False) -> ast.Name:
    """A name, read or written."""
    return ast.Name(id=text, ctx=ast.Store() if store else ast.Load())


def assign(target: str, value: Any) -> ast.Assign:
    """`target = value`."""
    return ast.Assign(targets=[name(target, True)], value=value, lineno=0)


def size(node: Any) -> int:
    """How many nodes a tree, or several, have."""
    return sum(1 for _ in walk(node if isinstance(node, list) else [node]))


def walk(nodes: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """All nodes of some trees but what has no part and no name, in no order.  (A fifth of `ast.walk`'s time.)"""
    stack = list(nodes)
    pop, push = stack.pop, stack.append
    while stack:
        node = pop()
        yield node
        fields = INNER[type(node)]
        if fields:
            known = node.__dict__
            for field in fields:
                value = known[field]
                if type(value) is list:
                    stack += value
                elif value is not None:
                    push(value)


class Transformer:
    """`ast.NodeTransformer` for these forms, in a fifth of its time; `visit_name` says what stands for a name."""

    visits: dict[type, Callable[[Any, Any], Any]]
    parts = VISITED

    def __init_subclass__(cls) -> None:
        named = {kind: f"visit_{kind.__name__.lower()}" for kind in INNER}
        cls.visits = {kind: getattr(cls, one) for kind, one in named.items() if hasattr(cls, one)}

    def visit(self, node: ast.AST) -> Any:
        """What stands for a node: None for nothing."""
        visit = self.visits.get(type(node))
        return visit(self, node) if visit else self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> Any:
        """The node, its parts replaced."""
        known = node.__dict__
        for field in self.parts[type(node)]:
            value = known[field]
            if type(value) is list:
                new: list[Any] = []
                for one in value:
                    found = self.visit(one)
                    if type(found) is list:
                        new += found
                    elif found is not None:
                        new.append(found)
                value[:] = new
            elif value is not None:
                known[field] = self.visit(value)
        return node


class Statements(Transformer):
    """A transformer that looks at statements alone."""

    def generic_visit(self, node: ast.AST) -> Any:
        """The statement, those in it replaced."""
        return super().generic_visit(node) if isinstance(node, BLOCKS) else node

    parts = dict.fromkeys(BLOCKS, ("body", "orelse"))


def is_pure(node: ast.AST) -> bool:
    """Does an expression only look?"""
    if type(node) in LEAVES:
        return True
    for one in walk([node]):
        if isinstance(one, ast.Call):
            func = one.func
            known = func.id in PURE if isinstance(func, ast.Name) else getattr(func, "attr", "") in METHODS
            if not known:
                return False
    return True


def ends(stmts: list[ast.stmt]) -> bool:
    """Does nothing after these run?"""
    if not stmts:
        return False
    last = stmts[-1]
    if isinstance(last, ast.If):
        return ends(last.body) and ends(last.orelse)
    return isinstance(last, JUMPS)


def breaks(stmts: list[ast.stmt], kinds: Any = (ast.Break,)) -> bool:
    """Do these have a jump of the loop around them?"""
    for one in stmts:
        if isinstance(one, kinds):
            return True
        if isinstance(one, ast.If) and (breaks(one.body, kinds) or breaks(one.orelse, kinds)):
            return True
        if isinstance(one, ast.For | ast.While) and breaks(one.orelse, kinds):
            return True
    return False


def is_truth(e: ast.expr) -> bool:
    """Is an expression True or False, whatever it finds?"""
    if isinstance(e, ast.Compare) or (isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not)):
        return True
    if isinstance(e, ast.BoolOp):
        return all(map(is_truth, e.values))
    return isinstance(e, ast.Constant) and isinstance(e.value, bool)


def chosen(st: ast.If) -> str:
    """The name to which `if a: x = True`, `else: x = False` gives a condition; "" if that is not what it does."""
    found: list[tuple[str, Any]] = []
    for branch in (st.body, st.orelse):
        one = branch[0] if len(branch) == 1 else None
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and isinstance(one.value, ast.Constant):
            found.append((one.targets[0].id, one.value.value))
    if len(found) < 2 or found[0][0] != found[1][0] or found[0][1] is not True or found[1][1] is not False:
        return ""
    return found[0][0]


def tested(e: ast.expr) -> ast.expr:
    """An expression of which nobody asks but whether it is true."""
    if isinstance(e, ast.BoolOp):
        values = [tested(one) for one in e.values]
        kept = [
            one
            for one in values
            if not (isinstance(one, ast.Constant) and bool(one.value) is isinstance(e.op, ast.And))
        ]
        e.values = kept
        return e if len(kept) > 1 else kept[0] if kept else values[0]
    if isinstance(e, ast.Compare) and len(e.ops) == 1 and isinstance(e.ops[0], ast.NotEq):
        zero = e.comparators[0]
        if isinstance(zero, ast.Constant) and zero.value == 0:
            return e.left
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
        e.operand = tested(e.operand)
        inner = e.operand
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return inner.operand
        if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and type(inner.ops[0]) in OPPOSITE:
            return ast.Compare(left=inner.left, ops=[OPPOSITE[type(inner.ops[0])]()], comparators=inner.comparators)
    return e


def apart(target: ast.Tuple, values: ast.Tuple) -> list[ast.stmt] | None:
    """`a, b = x, y` as two statements, where none sees what the other wrote."""
    if len(target.elts) != len(values.elts) or not all(isinstance(one, ast.Name) for one in target.elts):
        return None
    taken: set[str] = set()
    for one, value in zip(target.elts, values.elts, strict=True):
        if any(isinstance(n, ast.Name) and n.id in taken for n in walk([value])):
            return None
        taken.add(one.id)  # type: ignore[attr-defined]
    return [ast.Assign(targets=[a], value=b, lineno=0) for a, b in zip(target.elts, values.elts, strict=True)]
