"""Fields of the state in names, which are written back where another function may look."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...engine.mind import MIND
from ...engine.state import STATE_FIELDS
from .forms import Transformer, assign, ends, name, size, walk

MANY = 600  # nodes of a function that keeps single numbers of the state


class Fields:
    """The fields of a state kept in names."""

    def __init__(self, params: list[str], body: list[ast.stmt], whole: Any) -> None:
        self.params, self.body, self.whole = params, body, whole
        self.state = ""
        self.numbers: set[str] = set()
        self.written: set[str] = set()

    def kept(self) -> list[ast.stmt]:
        """The body with the names that are worth it."""
        bases: dict[str, Counter[str]] = {}
        for one in walk(self.body):
            known = isinstance(one, ast.Attribute) and (one.attr in MIND or one.attr in STATE_FIELDS)
            if known and isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
                bases.setdefault(one.value.id, Counter())[one.attr] += 1
        loops = any(isinstance(one, ast.While | ast.For) for one in walk(self.body))
        for base, counts in bases.items():
            if base not in self.params or not loops:
                continue
            numbers = {field for field in counts if field not in MIND and not STATE_FIELDS[field].length}
            lists = sorted(field for field in counts if field not in numbers)
            self.numbers = set()
            states = [one for one, known in bases.items() if not set(known) <= MIND.keys()]
            if states == [base] and size(self.body) > MANY:
                self.state = base
                self.numbers = numbers - self._stale()
                self.written = {
                    one.attr
                    for one in walk(self.body)
                    if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
                } & self.numbers
                self.body = self.block(self.body)
                if not ends(self.body):
                    self.body += map(marked, self._back(self.written))
            self.body = [_Names(base, {*lists, *self.numbers}).visit(one) for one in self.body]
            head = [assign(f"{base}_{field}", _field(base, field)) for field in (*lists, *sorted(self.numbers))]
            self.body = head + self.body
        return self.body

    def effects(self, nodes: list[ast.AST]) -> tuple[set[str], set[str]]:
        """What calls in these may read and write of the kept numbers."""
        reads: set[str] = set()
        writes: set[str] = set()
        for one in walk(nodes):
            if isinstance(one, ast.Call):
                if isinstance(one.func, ast.Attribute) and one.func.attr == "copy":
                    reads = self.numbers
                for place, arg in enumerate(one.args):
                    if isinstance(arg, ast.Name) and arg.id == self.state:
                        key = getattr(one.func, "id", "")
                        read, write = self.whole.reads(key, place), self.whole.writes(key, place)
                        reads = self.numbers if read is None else reads | (read & self.numbers)
                        writes = self.numbers if write is None else writes | (write & self.numbers)
        return reads, writes

    def _stale(self) -> set[str]:
        """Fields that a statement reads beside a call that writes them."""
        self.numbers = {field for field, declared in STATE_FIELDS.items() if not declared.length}
        found: set[str] = set()
        for st in walk(self.body):
            if isinstance(st, ast.stmt):
                nodes = list(heads(st))
                _, writes = self.effects(nodes)
                if writes and isinstance(st, ast.While):
                    found |= writes
                found |= writes & {one.attr for one in walk(nodes) if isinstance(one, ast.Attribute)}
        return found

    def _back(self, fields: set[str]) -> list[ast.stmt]:
        return [
            ast.Assign(targets=[_field(self.state, field, True)], value=name(f"{self.state}_{field}"), lineno=0)
            for field in sorted(fields & self.written)
        ]

    def _again(self, fields: set[str]) -> list[ast.stmt]:
        return [kept_assign(f"{self.state}_{field}", _field(self.state, field)) for field in sorted(fields)]

    def block(self, stmts: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, with what is written back and read again around calls."""
        out: list[ast.stmt] = []
        for st in stmts:
            reads, writes = self.effects(list(heads(st)))
            if isinstance(st, ast.Return):
                reads = self.written
            out += [marked(one) for one in self._back(reads)]
            again = self._again(writes)
            for field in ("body", "orelse"):
                inner = getattr(st, field, None)
                if inner is not None and (inner or again):
                    setattr(st, field, self.block(inner))
                    if isinstance(st, ast.If):
                        setattr(st, field, [*again, *getattr(st, field)])
            out.append(st)
            if not isinstance(st, ast.If | ast.Return):
                out += again
        return out


def marked(st: ast.stmt) -> ast.stmt:
    """A statement that reads or writes the field itself."""
    st.kept = True  # type: ignore[attr-defined]
    return st


def kept_assign(target: str, value: ast.expr) -> ast.stmt:
    """The field is read again."""
    return marked(assign(target, value))


def heads(st: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement, without the statements in it."""
    for field in st._fields:
        value = getattr(st, field, None)
        if isinstance(value, ast.expr):
            yield value
        elif isinstance(value, list):
            yield from (one for one in value if isinstance(one, ast.expr))


def _field(base: str, field: str, store: bool = False) -> ast.Attribute:
    return ast.Attribute(value=name(base), attr=field, ctx=ast.Store() if store else ast.Load())


class _Names(Transformer):
    """Fields of a state replaced by names."""

    def __init__(self, base: str, fields: set[str]) -> None:
        self.base, self.fields = base, fields

    def visit(self, node: ast.AST) -> Any:
        return node if getattr(node, "kept", False) else super().visit(node)

    def visit_attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.base and node.attr in self.fields:
            return ast.Name(id=f"{self.base}_{node.attr}", ctx=node.ctx)
        return self.generic_visit(node)  # type: ignore[no-any-return]
