"""The hedgehogs' garden track: its cells, its picture under any rule set, and what pointing at it means.

Unturned, ranks run to the right and lanes downwards. `track.py`, `pieces.py` and `trays.py` draw it, `facts.py` gets
from the engine what a rule set needs, and `labels.py` describes the picture in words.
"""

from collections.abc import Collection, Sequence
from typing import Any

import hedgekit

from ...picture.drawing import Cell, Drawing, Layout, Room, centre
from ...picture.pen import Pen, area
from ...stage.localized import Localized, picture_text, ui_text
from . import labels, pieces, track, trays
from .facts import RANK_NAMES, facts_of
from .pieces import SIDE


def _move_label(game: Any, move: Any) -> Localized:
    """Return the label of a move on the board or a pass."""
    if move.is_pass:
        return picture_text("move-no-double") if game.step == "offer" else ui_text("move-pass")
    if move.origin == move.target:
        return picture_text("move-climb", target=move.target)
    if move.origin:
        return ui_text("move-move", origin=move.origin, target=move.target)
    if move.entering and game.step != "place":
        return picture_text("move-enter-piece" if move.piece else "move-enter", piece=move.piece, target=move.target)
    if move.piece:
        return picture_text("move-place-piece", piece=move.piece, target=move.target)
    return ui_text("move-place", target=move.target)


class _Hedgehogs(Drawing):
    turns_upright = True

    def cell_ids(self, position: Any, rules: Any) -> Collection[str]:
        """Return the names of all squares."""
        return [f"{letter}{row + 1}" for letter in RANK_NAMES[: rules.ranks] for row in range(rules.lanes)]

    def layout(self, position: Any, rules: Any) -> Layout:
        """Return a cell for each square: lanes are rows, ranks columns."""
        plan = trays.plan(rules)
        cells = {}
        for col, letter in enumerate(RANK_NAMES[: rules.ranks]):
            for row in range(rules.lanes):
                name = f"{letter}{row + 1}"
                x, y = plan.left + SIDE * col, plan.top + SIDE * row
                cells[name] = Cell(name, x, y, SIDE, SIDE, row, col, labels.square_label(name, position, rules))
        return Layout(plan.box, cells)

    def room(self, rules: Any) -> Room:
        """Return the room around a1, which every track has."""
        plan = trays.plan(rules)
        return plan.left, plan.top, plan.box[0] - plan.left, plan.box[1] - plan.top

    def visible_text(self, position: Any, eyes: str = "") -> str:
        """Return the text of a position without the deck and the drawings noted by other players."""
        if not self.hidden_fields(position, eyes):
            return str(position)
        return str(position.seen_by(eyes))

    def hidden_fields(self, position: Any, eyes: str) -> tuple[str, ...]:
        """Return the fields hidden from these players: the cards to come (7), other players' drawings (2)."""
        if position.over:
            return ()
        known = position.seen_by(eyes).rest
        return tuple(name for name, text in position.rest.items() if known.get(name) != text)

    def known_to(self, game: Any) -> str | None:
        """Return the player noting a drawing (2), "" while the cards are shuffled (7), otherwise None."""
        return {"secret": game.turn or "", "shuffle": ""}.get(game.step or "")

    def chance_device(self, game: Any) -> str:
        """Return `cards` or `card` under 7, otherwise `die`."""
        if game.step == "shuffle":
            return "cards"
        return "card" if facts_of(game.rules).cards else "die"

    def attempts(self, game: Any, path: Sequence[str]) -> tuple[str, ...]:
        """Return the moves that pointing at these squares may mean at the present step."""
        if len(path) >= 2:
            return (f"{path[0]}-{path[-1]}",)
        square, facts = path[0], facts_of(game.rules)
        rank, lane = RANK_NAMES.index(square[0]), int(square[1:])
        lanes = [lane + 1, lane - 1]
        if facts.tube:
            lanes = [(near - 1) % facts.lanes + 1 for near in lanes]
        beside = [f"{square}-{square[0]}{near}" for near in lanes if 1 <= near <= facts.lanes]
        standing = game.position.stacks.get(square)
        way = -1 if facts.backward(standing[-1] if standing else game.turn or "A") else 1
        ahead = [f"{square}-{RANK_NAMES[rank + way]}{lane}"] if 0 <= rank + way < game.rules.ranks else []
        # When no side-step is possible, pointing at a stack tries to climb in it, where the rules allow climbing.
        climbs = game.step == "sideways" and standing and game.answers.answered("climb")
        if climbs and all(move.is_pass for move in game.moves()):
            beside = [f"{square}^", *beside]
        meant = {"place": (square,), "sideways": (*beside, *ahead), "forward": (*ahead, *beside)}
        return meant.get(game.step, (*ahead, *beside, square))

    def plays_on_origin(self, game: Any, move: Any) -> bool:
        """Return True except for side-steps, which have a choice of two sides."""
        return game.step in ("place", "forward")

    def button_label(self, game: Any, move: Any) -> Localized:
        """Return the label of a button that plays this move."""
        if move.word:
            return picture_text(f"move-{move.word}")
        if move.outcome:
            number = str(move)
            if game.step == "secret":
                return picture_text(f"drawing.{number}").each(lambda mood: f"{number} · {mood}")
            if game.step == "announce":
                return picture_text(f"move-announce-{number}")
            return ui_text("move-roll", number=number)
        label = _move_label(game, move)
        if move.count > 1:
            label = Localized.joined([label, picture_text("move-count", count=move.count)], ", ")
        if move.number:
            label = Localized.joined([label, picture_text("move-number", number=move.number).each("({})".format)])
        return label

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """Return definitions, ground and pieces of the garden."""
        facts, plan, signs = facts_of(rules), trays.plan(rules), pieces.signs_of(position)
        open_to = facts.players if position.over else pen.eyes
        kinds = track.kinds(position, rules, facts)
        ground = [area("ground", -layout.shift[0], -layout.shift[1], *layout.box, 16), track.tufts(plan, pen)]
        ground += track.track(layout, facts, kinds, pen)
        ground += track.lines(plan, facts, pen)
        around, lying = map(list, zip(*trays.draw(position, rules, signs, pen, open_to), strict=True))
        if plan.strip is not None:
            around.append(trays.strip(plan.strip, plan.top, plan.bottom - plan.top, position, facts, signs, pen))
        ground.append(f'<g text-anchor="middle" font-weight="700">{"".join(around)}</g>')
        for name, content in position.stacks.items():
            drawn = pieces.stack(content, pen, facts, signs)
            lying.append(pen.at(*centre(layout.cells[name]), drawn, f' data-stack="{name}"'))
        return (
            pen.define(track.symbols(facts, signs, frozenset(kind for kind, _ in kinds.values()), pen.plain)),
            "".join(ground),
            f'<g text-anchor="middle" font-size="11.5" font-weight="700">{"".join(lying)}</g>',
        )

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        return labels.summary(position, rules, eyes)


DRAWING = _Hedgehogs()
KINDS = (hedgekit.Game, hedgekit.Position)
