"""The garden track of the hedgehogs: its cells, its picture under any rule set, and what pointing at it may mean.

Unturned, ranks run to the right and lanes downwards. What is drawn is in `squares.py`, `pieces.py`, `trays.py` (with
the plan of the whole) and `furniture.py`; what of it a rule set needs is asked in `facts.py`, and `labels.py` says it
in words.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import hedgekit

from ..stage.say import Words, both, shown
from . import facts as known
from . import furniture, labels, pieces, squares, trays
from .drawing import Cell, Drawing, Layout, Room
from .facts import ENDS, RANK_NAMES, Facts
from .pen import Pen, area, n, pips
from .pieces import Signs
from .squares import SIDE


def _does(game: Any, move: Any) -> Words:
    """What a move does that is no number and no word."""
    if move.is_pass:
        return shown("move-no-double") if game.step == "offer" else both("move-pass")
    if move.origin == move.target:
        return shown("move-climb", target=move.target)
    if move.origin:
        return both("move-move", origin=move.origin, target=move.target)
    if move.entering and game.step != "place":
        return shown("move-enter-piece" if move.piece else "move-enter", piece=move.piece, target=move.target)
    if move.piece:
        return shown("move-place-piece", piece=move.piece, target=move.target)
    return both("move-place", target=move.target)


# ---- the picture ---------------------------------------------------------------------------------------------------


def _kinds(position: Any, rules: Any, facts: Facts) -> dict[str, tuple[str, str]]:
    """Black square -> (what is drawn there, the words for it)."""
    released = known.released(position, rules)
    kinds = {}
    for square, role in facts.roles.items():
        shut = {"pit": "bridge", "trapdoor": "hatch"}.get(role) if square in released else None
        kinds[square] = (shut, f"role-{role}-open") if shut else (role, f"role-{role}")
    return kinds


@cache
def _symbols(facts: Facts, signs: Signs, kinds: frozenset[str]) -> Mapping[str, str]:
    """The symbols of a picture: what may be drawn more than once."""
    ways = frozenset(start == ENDS[1] for start in facts.starts.values())
    if facts.turns:
        ways = frozenset((True, False))
    wanted = {*kinds, "sq", "tuft"} | ({"pit"} if "bridge" in kinds else set())
    wanted |= {"tile"} if facts.tiles else set()
    wanted |= {"half"} if set(facts.starts.values()) & set(facts.homes.values()) else set()
    wanted |= {"turn"} if facts.turns else set()
    return {**pieces.symbols(facts, signs), **squares.symbols(wanted, ways, facts.slides)}


def _tufts(plan: trays.Plan, pen: Pen) -> str:
    places = [(plan.left - 22, 32.0)]
    if plan.left > 100:
        places += [(28, 26), (60, 34)]
    if plan.box[0] - plan.right > 60:
        places += [(plan.right + 52, 28), (plan.right + 22, 35)]
    return f'<g class="tuft">{"".join(pen.at(x, y, pen.use("tuft")) for x, y in places)}</g>'


def _track(layout: Layout, facts: Facts, kinds: Mapping[str, tuple[str, str]], pen: Pen) -> list[str]:
    """The squares, with what the black ones do; tiles where the board is not as it is printed."""
    plain: dict[str, list[str]] = {"st": [], "s": [], "s2": [], "go": [], "half": [], "turnline": []}
    roles: dict[tuple[str, str], list[str]] = {}
    tiles: dict[bool, list[str]] = {True: [], False: []}  # black ones have the words of what they do
    start, goal = set(facts.starts.values()), set(facts.homes.values())
    for name, cell in layout.cells.items():
        at = f' x="{n(cell.x)}" y="{n(cell.y)}"'
        kind = "s2" if (cell.col + cell.row) % 2 else "s"
        if name[0] in start | goal or (facts.turns and name[0] in ENDS):
            kind = "go" if name[0] in goal - start else "st"
        plain[kind].append(pen.use("sq", at))
        if name[0] in start & goal:
            plain["half"].append(pen.use("half", f' transform="{_mirrored(cell, name[0] == ENDS[0])}"'))
        if facts.turns and name[0] in ENDS and name[0] not in start:
            plain["turnline"].append(pen.use("turn", f' transform="{_mirrored(cell, name[0] == ENDS[0])}"'))
        if name in kinds:
            roles.setdefault(kinds[name], []).append(at)
        if name in facts.tiles:
            tiles[name in kinds].append(pen.use("tile", at))
    out = [f'<g class="{kind}">{"".join(uses)}</g>' for kind, uses in plain.items() if uses]
    for black, uses in tiles.items():
        if uses:
            out.append(f'<g class="tile">{"" if black else pen.title("role-tile")}{"".join(uses)}</g>')
    for (kind, words), places in roles.items():
        if kind in ("pit", "bridge"):
            layers = "".join(
                f'<g class="{layer}">{"".join(pen.use(name, at) for at in places)}</g>' for layer, name in squares.PIT
            )
        else:
            layers = ""
        if kind != "pit":
            layers += "".join(pen.use(kind, at) for at in places)
        out.append(f'<g class="role-{kind}">{pen.title(words)}{layers}</g>')
    return out


def _mirrored(cell: Cell, mirror: bool) -> str:
    """Where a symbol of a square goes; mirrored at the end where the race does not begin."""
    return f"matrix(-1 0 0 1 {n(cell.x + cell.w)} {n(cell.y)})" if mirror else f"translate({n(cell.x)} {n(cell.y)})"


def _lines(plan: trays.Plan, facts: Facts, pen: Pen) -> list[str]:
    """Finishing lines, pips on the end lines, names of lanes and ranks, which way the race runs, the tube."""
    out = []
    wide, high = plan.right - plan.left, plan.bottom - plan.top
    for end in sorted(set(facts.homes.values())):
        x = plan.left + SIDE - 3 if end == ENDS[0] else plan.right - SIDE - 3
        out.append(squares.chequers(x, plan.top, high))
    ends = [end for end in ENDS if not facts.turns or end in facts.starts.values()]
    for lane in range(facts.lanes):
        y = plan.top + SIDE * (lane + 0.5)
        for end in ends:
            x = plan.left + SIDE / 2 if end == ENDS[0] else plan.right - SIDE / 2
            out.append(pen.at(x, y, f'<g class="pip">{pips(lane + 1)}</g>'))
    header = plan.top - 15 - 16 * facts.tube
    names = [
        pen.at(
            plan.left - 17, plan.top + SIDE * (lane + 0.5), f'<text class="name" font-size="18" y="6">{lane + 1}</text>'
        )
        for lane in range(facts.lanes)
    ]
    ranks = round(wide / SIDE)
    names += [
        pen.at(plan.left + SIDE * (rank + 0.5), header, f'<text class="rank" font-size="17" y="6">{letter}</text>')
        for rank, letter in enumerate(RANK_NAMES[:ranks])
    ]
    out.append(f'<g text-anchor="middle">{"".join(names)}</g>')
    back = any(start == ENDS[1] for start in facts.starts.values())
    if back or facts.mixed:
        arrows = "".join(_course(plan.left + SIDE * rank, header, facts.mixed) for rank in range(1, ranks))
        out.append(f'<path class="course" d="{arrows}"/>')
    if facts.tube:
        mouths = ((plan.top - 17, False, facts.lanes), (plan.bottom + 3, True, 1))
        tubes = "".join(squares.tube(plan.left, y, ranks, down, lane, pen) for y, down, lane in mouths)
        out.append(f'<g text-anchor="middle">{pen.title("tube", last=facts.lanes)}{tubes}</g>')
    return out


def _course(x: float, y: float, both_ways: bool) -> str:
    """A sign between two ranks: which way pieces run here."""
    on = "M{0} {1}l5 5-5 5"
    if both_ways:
        return on.format(n(x + 2), n(y - 5)) + f"M{n(x - 2)} {n(y - 5)}l-5 5 5 5"
    return f"M{n(x + 2.5)} {n(y - 5)}l-5 5 5 5"


class _Hedgehogs(Drawing):
    turns = True

    def names(self, position: Any, rules: Any) -> Collection[str]:
        """Every square."""
        return [f"{letter}{row + 1}" for letter in RANK_NAMES[: rules.ranks] for row in range(rules.lanes)]

    def layout(self, position: Any, rules: Any) -> Layout:
        """A cell per square: lanes are rows, ranks columns."""
        plan = trays.plan(rules)
        cells = {}
        for col, letter in enumerate(RANK_NAMES[: rules.ranks]):
            for row in range(rules.lanes):
                name = f"{letter}{row + 1}"
                x, y = plan.left + SIDE * col, plan.top + SIDE * row
                cells[name] = Cell(name, x, y, SIDE, SIDE, row, col, labels.of_square(name, position, rules))
        return Layout(plan.box, cells)

    def room(self, rules: Any) -> Room:
        """Round a1, which every track has."""
        plan = trays.plan(rules)
        return plan.left, plan.top, plan.box[0] - plan.left, plan.box[1] - plan.top

    def text(self, position: Any, eyes: str = "") -> str:
        """The text of a position for those who look at its picture: no deck, and no drawing others have noted."""
        if not self.hidden(position, eyes):
            return str(position)
        return str(position.seen_by(eyes))

    def hidden(self, position: Any, eyes: str) -> tuple[str, ...]:
        """The fields that these eyes must not see: the cards to come (7), what others have noted (2)."""
        if position.over:
            return ()
        known = position.seen_by(eyes).rest
        return tuple(name for name, text in position.rest.items() if known.get(name) != text)

    def seen_by(self, game: Any) -> str | None:
        """Who may know what is decided here: who notes a drawing (2), nobody when the cards are shuffled (7)."""
        return {"secret": game.turn or "", "shuffle": ""}.get(game.step or "")

    def throw(self, game: Any) -> str:
        """What decides by chance here: cards under 7."""
        if game.step == "shuffle":
            return "cards"
        return "card" if known.of(game.rules).cards else "die"

    def attempts(self, game: Any, path: Sequence[str]) -> tuple[str, ...]:
        """Move texts that pointing at these squares may have meant at the present step."""
        if len(path) >= 2:
            return (f"{path[0]}-{path[-1]}",)
        square, facts = path[0], known.of(game.rules)
        rank, lane = RANK_NAMES.index(square[0]), int(square[1:])
        lanes = [lane + 1, lane - 1]
        if facts.tube:
            lanes = [(near - 1) % facts.lanes + 1 for near in lanes]
        beside = [f"{square}-{square[0]}{near}" for near in lanes if 1 <= near <= facts.lanes]
        standing = game.position.stacks.get(square)
        way = -1 if facts.backward(standing[-1] if standing else game.turn or "A") else 1
        ahead = [f"{square}-{RANK_NAMES[rank + way]}{lane}"] if 0 <= rank + way < game.rules.ranks else []
        # Where nobody can step aside, pointing at a stack is an attempt to climb in it, if the rules know that.
        if (
            game.step == "sideways"
            and standing
            and game.answers.answered("climb")
            and all(m.is_pass for m in game.moves())
        ):
            beside = [f"{square}^", *beside]
        return {"place": (square,), "sideways": (*beside, *ahead), "forward": (*ahead, *beside)}.get(
            game.step, (*ahead, *beside, square)
        )

    def quick(self, game: Any, move: Any) -> bool:
        """May pointing at the first square play it? Not a side-step, which has a choice of two sides."""
        return game.step in ("place", "forward")

    def says(self, game: Any, move: Any) -> Words:
        """What a button for a move says."""
        if move.word:
            return shown(f"move-{move.word}")
        if move.outcome:
            number = str(move)
            if game.step == "secret":
                return shown(f"drawing.{number}").each(lambda mood: f"{number}: {mood}")
            return shown(f"move-announce-{number}") if game.step == "announce" else both("move-roll", number=number)
        said = _does(game, move)
        if move.count > 1:
            said = Words.joined([said, shown("move-count", count=move.count)], ", ")
        if move.number:
            said = Words.joined([said, shown("move-number", number=move.number).each("({})".format)])
        return said

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """(definitions, ground, pieces) of the garden."""
        facts, plan, signs = known.of(rules), trays.plan(rules), pieces.signs_of(position)
        open_to = facts.players if position.over else pen.eyes
        kinds = _kinds(position, rules, facts)
        ground = [area("ground", -layout.shift[0], -layout.shift[1], *layout.box, 16), _tufts(plan, pen)]
        ground += _track(layout, facts, kinds, pen)
        ground += _lines(plan, facts, pen)
        beside, lying = [], []
        for box, mine in trays.draw(position, rules, signs, pen, open_to):
            beside.append(box)
            lying.append(mine)
        if plan.strip is not None:
            beside.append(furniture.strip(plan.strip, plan.top, plan.bottom - plan.top, position, facts, signs, pen))
        ground.append(f'<g text-anchor="middle" font-weight="700">{"".join(beside)}</g>')
        for name, content in position.stacks.items():
            cell = layout.cells[name]
            x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
            lying.append(pen.at(x, y, pieces.stack(content, pen, facts, signs), f' data-stack="{name}"'))
        return (
            pen.define(_symbols(facts, signs, frozenset(kind for kind, _ in kinds.values()))),
            "".join(ground),
            f'<g text-anchor="middle" font-size="11.5" font-weight="700">{"".join(lying)}</g>',
        )

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Words:
        return labels.summary(position, rules, eyes)


DRAWING = _Hedgehogs()
KINDS = (hedgekit.Game, hedgekit.Position)
