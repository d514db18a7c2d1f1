"""No module refers to a variant by its number: whatever a variant is, does or shows is defined with the variant.

Exempt are the variants themselves, texts and tables.  The base game (0) may be referred to.
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
"""Names for the number of a variant, or for several."""
TAKE_RULES = {"option", "rules", "Game", "read_rules", "lesson", "clause", "file_of", "verdict"}
"""Functions that take a variant or a rule set."""
RULES = re.compile(r"(?:\d+(?:\[[^]]*\]?)?\+)*(\d+)(?:\[[^]]*\]?)?(?:\+.*| players=.*|\[.*)")
CLAUSE = re.compile(r"([1-9]|[1-3][0-9]|40)\.[0-9]{1,2}")

ALLOWED = {
    "hedgekit/games/carrom/": "cites its own clauses, which are those of the variant that brings it",
    "hedgekit/games/": "games without variants: their numbers are those of dice",
    "rulebook/collation/": "reads any text of rules, not ours: numbers are years, pages and ranks",
    "rulebook/desk/other_readings/": "rules like variants: other answers to single questions",
    "rulebook/publish/": "versions of protocols and numbers of readers",
}
"""Where numbers mean something else, and what."""
LINES = {("hedgekit/games/race/engine/board.py", "PRINTED_BLACK"): "black squares by the number of lanes"}
"""Single declarations of that kind."""
SETS = {"isdisjoint", "intersection", "issubset", "issuperset", "union", "difference"}
"""Methods that compare a set with another."""


def name_of(node):
    """Return the name behind an expression, past calls and subscripts."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        inside = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("set", "frozenset") and node.args
        node = inside[0] if inside else node.func if isinstance(node, ast.Call) else node.value
    return getattr(node, "attr", getattr(node, "id", ""))


class Module:
    """One module, with the expressions in it that only make sense if a number is a variant's."""

    def __init__(self, text):
        tree = ast.parse(text)
        self.named = {}  # constants of the module: name -> the ints in them
        skipped = set()  # docstrings, and tuples assigned to several names at once
        for node in ast.walk(tree):
            match node:
                case ast.Expr(value=ast.Constant() as value):
                    skipped.add(id(value))
                case ast.Assign(targets=[ast.Tuple(), *_], value=ast.Tuple() as value):
                    skipped.add(id(value))
        for node in tree.body:
            if isinstance(node, ast.Assign) and (ints := self.ints(node.value)):
                names = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
                self.named |= {name.id: ints for name in names}
        nodes = [node for node in ast.walk(tree) if id(node) not in skipped]
        self.found = [(node.lineno, ast.unparse(node)[:90]) for node in nodes if self.refers(node)]

    def ints(self, node):
        """Return the ints that make up an expression, () if anything else does."""
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return (number,)
            case ast.Name(id=name):
                return self.named.get(name, ())
            case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple"), args=[inside, *_]):
                return self.ints(inside)
            case ast.Tuple(elts=[_, *_]) | ast.Set(elts=[_, *_]) | ast.List(elts=[_, *_]):
                parts = [self.ints(part) for part in node.elts]
                return tuple(number for part in parts for number in part) if all(parts) else ()
        return ()

    def variants(self, node):
        return [number for number in self.ints(node) if 0 < number <= LAST]

    def is_compared(self, sides, least=1):
        """Return whether an operand is named like a variant and another has at least `least` variants' numbers."""
        named = any(VARIANT.fullmatch(name_of(one)) for one in sides)
        return named and any(len(self.variants(one)) >= least for one in sides)

    def refers(self, node):
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                alike = all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in ops)
                return alike and self.is_compared([left, *others])
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.Sub(), right=right):
                return self.is_compared([left, right], least=2)
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args) if name in SETS:
                return self.is_compared([owner, *args])
            case ast.Call(args=args, keywords=words) if name_of(node.func) in TAKE_RULES:
                handed = [*args, *(word.value for word in words if word.arg != "players")]
                texts = [one.value for one in handed if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                return any(map(self.variants, args[:1])) or any(one.isdigit() and 0 < int(one) <= LAST for one in texts)
            case ast.Subscript(value=value, slice=at):
                return "VARIANTS" in ast.unparse(value) and bool(self.variants(at))
            case ast.Dict(keys=keys):
                firsts = [key.elts[0] if isinstance(key, ast.Tuple) and key.elts else key for key in keys if key]
                ints = sorted({n for one in firsts if isinstance(one, ast.Constant) for n in self.ints(one)})
                counted = [[*range(first, max(ints, default=0) + 1)] for first in (0, 1)]
                return bool(ints) and ints not in counted and ints[-1] <= LAST
            case ast.Tuple() | ast.Set() | ast.List():
                return self.is_list(node)
            case ast.Constant(value=str(text)):
                rules = RULES.fullmatch(text)
                numbers = re.findall(r"(?<![=\w])\d+", rules[0]) if rules else ()
                return bool(CLAUSE.fullmatch(text)) or any(map(int, numbers))
        return False

    def is_list(self, node):
        """Return whether numbers, or pairs, are neither consecutive nor measures: only a list of variants is."""
        ints, pairs = self.ints(node), [self.ints(part) for part in node.elts if isinstance(part, ast.Tuple)]
        paired = len(pairs) > 2 and len(pairs) == len(node.elts)
        rising = paired and all(len(pair) == 2 and pair[0] < pair[1] <= LAST for pair in pairs)
        steps = {b - a for a, b in pairwise(ints)}
        apart = len(ints) > 2 and len(set(ints)) == len(ints) and len(steps) > 1
        return rising or (apart and min(ints) >= 0 and max(ints) <= LAST)


def test_no_module_refers_to_a_variant_by_number():
    known = []
    for path in sorted(path for package in PACKAGES for path in package.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("hedgekit/games/race/variants/", *ALLOWED)):
            text = path.read_text("utf-8")
            known += [
                f"{name}:{line}: {code}"
                for line, code in Module(text).found
                if (name, text.splitlines()[line - 1].partition(" ")[0].rstrip(":")) not in LINES
            ]
    assert known == []


@pytest.mark.parametrize(
    "code",
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
        "PAIRS = ((13, 9), (34, 21), (5, 2))",
        "numbers = 9, 13\nx = one in numbers",
        "one, two = rules(29)",
        "x = hedgekit.rules('18+19')",
        "x = '29+40' if many else ''",
        "x = rules('40')",
        "x = f'20[rounds={n}] players={n}'",
        "x = f'29 players={n}'",
        "x = Reason('36.1', key)",
        "hedgekit.rules(29, players)",
    ],
)
def test_a_number_of_a_variant_is_found_in_any_expression(code):
    assert Module(code).found


@pytest.mark.parametrize(
    "code",
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
def test_other_numbers_are_ignored(code):
    assert not Module(code).found
