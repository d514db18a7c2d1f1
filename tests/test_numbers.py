"""No module asks for a variant by its number: what a variant is, does and shows stands with the variant.

Exempt are the variants themselves, texts and tables.  The base game (0) may be asked for.
"""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

import hedgekit
import rulebook

PACKAGES = [Path(hedgekit.__file__).parent, Path(rulebook.__file__).parent]
ROOT = PACKAGES[0].parent
LAST = 40

VARIANT = re.compile(r"_?(number|variant|variants|numbers|subject|chosen|pair|members?)|VARIANTS")
"""What the number of a variant, or several, is called."""
ASKED = {"option", "rules", "Game", "read_rules", "lesson", "clause", "file_of", "verdict"}
"""Functions that a variant, or a rule set, is handed to."""
RULES = re.compile(r"(?:\d+(?:\[[^]]*\]?)?\+)*(\d+)(?:\[[^]]*\]?)?(?:\+.*| players=.*|\[.*)")
CLAUSE = re.compile(r"([1-9]|[1-3][0-9]|40)\.[0-9]{1,2}")

ALLOWED = {
    "hedgekit/games/carrom/": "cites its own clauses, which are those of the variant that brings it",
    "hedgekit/games/": "games without variants: their numbers are those of dice",
    "rulebook/collation/": "reads any text of rules, not ours: numbers are years, pages and ranks",
    "rulebook/desk/other_readings/": "rules like variants: other answers to single questions",
    "rulebook/publish/": "versions of protocols and numbers of readers",
}
"""Where numbers are of something else, and of what."""
LINES = {("hedgekit/games/race/engine/board.py", "PRINTED_BLACK"): "black squares by the number of lanes"}
"""Single declarations of the kind."""


class Finder(ast.NodeVisitor):
    """Finds in one module what only makes sense if a number is a variant's."""

    def __init__(self, tree):
        self.found = []
        self.named = {}  # constants of the module: name -> the ints it is made of
        docs = (node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        self.docs = {id(node.value) for node in docs}
        for node in tree.body:
            if isinstance(node, ast.Assign) and (ints := self.ints(node.value)):
                for target in node.targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name):
                            self.named[name.id] = ints
        self.visit(tree)

    def ints(self, node):
        """The ints an expression is made of, () if of anything else."""
        if isinstance(node, ast.Constant):
            is_int = isinstance(node.value, int) and not isinstance(node.value, bool)
            return (node.value,) if is_int else ()
        if isinstance(node, ast.Name):
            return self.named.get(node.id, ())
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("frozenset", "set", "tuple"):
            return self.ints(node.args[0]) if node.args else ()
        if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
            parts = [self.ints(part) for part in node.elts]
            return tuple(n for part in parts for n in part) if parts and all(parts) else ()
        return ()

    def variants(self, node):
        return [n for n in self.ints(node) if 0 < n <= LAST]

    @staticmethod
    def is_variant(node):
        """Is this called like a variant?"""
        while isinstance(node, (ast.Call, ast.Subscript)):
            if isinstance(node, ast.Call):
                inner = (
                    node.args[0] if node.args and getattr(node.func, "id", "") in ("set", "frozenset") else node.func
                )
            else:
                inner = node.value
            node = inner
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        return bool(VARIANT.fullmatch(name))

    def add(self, node):
        self.found.append((node.lineno, ast.unparse(node)[:90]))

    def visit_Compare(self, node):
        sides = [node.left, *node.comparators]
        alike = all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops)
        if alike and any(map(self.is_variant, sides)) and any(map(self.variants, sides)):
            self.add(node)
        self.generic_visit(node)

    def visit_BinOp(self, node):
        sides = [node.left, node.right]
        if isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Sub)) and any(
            self.is_variant(one) and len(self.variants(other)) > 1 for one, other in (sides, sides[::-1])
        ):
            self.add(node)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        handed = [*node.args, *(word.value for word in node.keywords if word.arg != "players")]
        if name in ASKED and any(self.variants(one) for one in node.args[:1]):
            self.add(node)
        elif name in ("isdisjoint", "intersection", "issubset", "issuperset", "union", "difference"):
            owner = getattr(node.func, "value", None)
            if any(self.is_variant(one) for one in (owner, *handed)) and any(map(self.variants, (owner, *handed))):
                self.add(node)
        elif name in ASKED and any(isinstance(one, ast.Constant) and self.is_number(one.value) for one in handed):
            self.add(node)
        self.generic_visit(node)

    @staticmethod
    def is_number(value):
        return isinstance(value, str) and value.isdigit() and 0 < int(value) <= LAST

    def visit_Subscript(self, node):
        if self.is_variant(node.value) and "VARIANTS" in ast.unparse(node.value) and self.variants(node.slice):
            self.add(node)
        self.generic_visit(node)

    def visit_Dict(self, node):
        keys = [key.elts[0] if isinstance(key, ast.Tuple) and key.elts else key for key in node.keys if key]
        ints = sorted({n for key in keys if isinstance(key, ast.Constant) for n in self.ints(key)})
        if ints and ints not in (list(range(ints[-1] + 1)), list(range(1, ints[-1] + 1))) and ints[-1] <= LAST:
            self.add(node)
        self.generic_visit(node)

    def collection(self, node):
        """Several numbers that neither follow one another nor are measures: only a list of variants looks so."""
        ints = self.ints(node)
        steps = {b - a for a, b in pairwise(ints)}
        if len(ints) > 2 and max(ints) <= LAST and min(ints) >= 0 and len(set(ints)) == len(ints) and len(steps) > 1:
            self.add(node)

    def visit_Assign(self, node):
        """Several names at once are no list."""
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            for part in node.value.elts:
                self.visit(part)
        else:
            self.generic_visit(node)

    def visit_Tuple(self, node):
        self.collection(node)
        pairs = [self.ints(part) for part in node.elts if isinstance(part, ast.Tuple)]
        if len(pairs) > 2 and len(pairs) == len(node.elts) and all(len(p) == 2 and p[0] < p[1] <= LAST for p in pairs):
            self.add(node)
        self.generic_visit(node)

    def visit_Set(self, node):
        self.collection(node)
        self.generic_visit(node)

    visit_List = visit_Set  # noqa: N815

    def visit_Constant(self, node):
        if not isinstance(node.value, str) or id(node) in self.docs:
            return
        said = RULES.fullmatch(node.value)
        if CLAUSE.fullmatch(node.value) or (said and any(int(n) for n in re.findall(r"(?<![=\w])\d+", said[0]))):
            self.add(node)

    def visit_JoinedStr(self, node):
        first = node.values[0]
        if isinstance(first, ast.Constant) and re.match(
            r"(\d+(\[[^]]*\])?\+)*0*[1-9]\d?(\[|\+| players=)", first.value
        ):
            self.add(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part)


def found(path):
    return Finder(ast.parse(path.read_text("utf-8"))).found


def test_no_module_knows_a_variant_by_its_number():
    known = []
    for path in sorted(path for package in PACKAGES for path in package.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("hedgekit/games/race/variants/", *ALLOWED)):
            text = path.read_text("utf-8").splitlines()
            known += [
                f"{name}:{line}: {said}"
                for line, said in found(path)
                if (name, text[line - 1].partition(" ")[0].rstrip(":")) not in LINES
            ]
    assert known == []


@pytest.mark.parametrize(
    "said",
    [
        "if 40 in rules.variants: pass",
        "CARROM = 40\nif CARROM in one.variants: pass",
        "x = number == 16",
        "x = number in (32, 33)",
        "x = variants[0] != 29",
        "ALONE = (0, 21, 22, 23)\n",
        "SERIES = {2, 18, 19}\n",
        "IN = frozenset((18, 20))\nx = IN & set(rules.variants)",
        "IN = (18, 20)\nx = not set(IN).isdisjoint(rules.variants)",
        "x = rules.option(24, 'games')",
        "x = VARIANTS[13].title",
        "STEPS = {(2, 'secret'): 'place'}\nX = {17: 'black'}",
        "HOME = {2: 2, 18: 2}",
        "PAIRS = ((2, 3), (1, 9), (11, 31))",
        "x = hedgekit.rules('18+19')",
        "x = '29+40' if many else ''",
        "x = rules('40')",
        "x = f'20[rounds={n}] players={n}'",
        "x = f'29 players={n}'",
        "x = Reason('36.1', key)",
        "x = hedgekit.rules(29, players)",
    ],
)
def test_a_number_is_found_however_it_is_asked_for(said):
    assert Finder(ast.parse(said)).found


@pytest.mark.parametrize(
    "said",
    [
        "if 0 in variants or number == 0: pass",
        "UP_TO_SIX = (2, 3, 4, 5, 6)",
        "PIPS = {1: 'a', 2: 'b', 3: 'c'}",
        "x = '0 players=2', f'0 players={n}', '0.10'",
        "GAMES = (50, 200, 1000)",
        "def f():\n    '''9+13 players=3'''",
        "x = rules(text, players=3)",
        "x = len(variants) == 1",
    ],
)
def test_other_numbers_are_let_be(said):
    assert not Finder(ast.parse(said)).found
