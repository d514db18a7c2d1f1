"""The kinds of quiz questions: each turns a position into a question and its options.

Options, answers and reasons come from the engine.  `KINDS` lists the kinds by name.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS, cell_of, squares_of
from hedgekit.play.endings import ranked

from ..picture.drawing import drawing_of
from ..stage.localized import book_text, engine_text
from ..text.words import Localized
from . import examples
from .examples import plain

MOST = 4
"""Options of a question."""
_NOTHING = ("refusal.empty", "refusal.off_board", "refusal.spelling")
"""Refusals from which nobody learns a rule."""


@dataclass(frozen=True)
class Option:
    """An answer to choose.  said: what is said to whoever chooses it; cells: where it is on the board."""

    label: Localized
    right: bool
    said: Localized
    cells: tuple[str, ...] = ()


# ---- words -----------------------------------------------------------------------------------------------------------


def _ask(key: str, **values: object) -> Localized:
    return book_text(f"quizzes.ask.{key}", **values)


def _tell(key: str, **values: object) -> Localized:
    return book_text(f"quizzes.tell.{key}", **values)


def _reason(reason: Any) -> Localized:
    """A reason of the engine, for a refusal as for what allows."""
    return engine_text(reason.text)


# ---- moves that are tried --------------------------------------------------------------------------------------------


def _endings(game: Any) -> tuple[str, ...]:
    """Return what moves of this position end with after their squares: "", "=4", "*3"."""
    found = {re.sub(r"^(@?[a-i]\d|[a-i]\d-[a-i]\d|[A-I]\d@[a-i]\d)", "", str(move)) for move in game.moves()}
    return tuple(sorted(ending for ending in found if re.fullmatch(r"([*=]\d+)*", ending))) or ("",)


def _refused(game: Any, squares: str) -> tuple[str, Any] | None:
    """Return (move, refusal) if no move over these squares is legal, whatever its ending; None otherwise."""
    found = []
    for ending in _endings(game):
        try:
            no = game.why(squares + ending)
        except hedgekit.NotationError:
            continue
        if no is None:
            return None
        found.append((squares + ending, no))
    return next((pair for pair in found if pair[1].reason.key not in _NOTHING), None)


def _various(found: Sequence[Any], key: Callable[[Any], object], many: int, chance: random.Random) -> list[Any]:
    """Pick so many, of as many kinds as possible."""
    taken: list[Any] = []
    rest = chance.sample(found, len(found))
    while rest and len(taken) < many:
        for kind in dict.fromkeys(key(one) for one in rest):
            taken.append(next(one for one in rest if key(one) == kind))
            rest.remove(taken[-1])
    return taken[:many]


# ---- the kinds -------------------------------------------------------------------------------------------------------

Found = tuple[Localized, list[Option]] | None


def _legal(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the one legal move among refused ones."""
    drawing = drawing_of(game)
    moves = [move for move in game.moves() if move.target and move.count <= 1 and not move.word]
    if not moves:
        return None
    squares = [f"a{lane}" for lane in range(1, game.rules.lanes + 1)] if game.step == "place" else game.position.stacks
    tried = {text for square in squares for text in drawing.attempts(game, (square,))}
    refused = [pair for text in sorted(tried) if (pair := _refused(game, text))]
    wrong = _various(refused, lambda pair: pair[1].reason.key, MOST - 1, chance)
    if len(wrong) < 2:
        return None
    move = chance.choice(moves)
    options = [Option(drawing.says(game, move), True, _reason(game.because(move)[0]), drawing.path(move))]
    for text, no in wrong:
        tried_move = game.read_move(text)
        options.append(Option(drawing.says(game, tried_move), False, _reason(no), drawing.path(tried_move)))
    return _ask("legal"), options


def _who(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the one hedgehog that can be moved among some that cannot."""
    if game.step not in ("sideways", "forward"):
        return None
    stacks, drawing = game.position.stacks, drawing_of(game)
    # A climb (variant 4) is no side-step, and not of the hedgehog on top.
    moves = [move for move in game.moves() if move.origin and move.count <= 1 and not str(move).endswith("^")]
    able = sorted({move.origin for move in moves})
    unable = []
    for square in stacks:
        if square not in able:
            tries = [
                _refused(game, text) for text in drawing.attempts(game, (square,))[: 2 if game.step[0] == "s" else 1]
            ]
            if tries and all(tries):
                unable.append((square, tries[0][1]))  # type: ignore[index]
    wrong = _various(unable, lambda pair: pair[1].reason.key, MOST - 1, chance)
    if not able or len(wrong) < 2:
        return None
    square = chance.choice(able)
    move = next(move for move in moves if move.origin == square)
    options = [Option(_on(game, square), True, _reason(game.because(move)[0]), (square,))]
    options += [Option(_on(game, where), False, _reason(no), (where,)) for where, no in wrong]
    return _ask(f"who-{game.step}", player=game.turn), options


def _on(game: Any, square: str) -> Localized:
    return _tell("on", piece=game.position.stacks[square][-1], square=square)


def _holds(game: Any, number: int, chance: random.Random) -> Found:
    """Ask who keeps a hedgehog on a black square."""
    stacks, drawing = game.position.stacks, drawing_of(game)
    held = []
    for square in stacks:
        refused = [_refused(game, text) for text in drawing.attempts(game, (square,))]
        held += [(square, pair[1]) for pair in refused if pair and pair[1].reason.key == "refusal.held"][:1]
    if not held:
        return None
    square, no = chance.choice(held)
    piece = no.pieces[0]
    if piece != stacks[square][-1]:
        return None  # 36: who lies below is held, who is on top is not
    behind = [where for where in _behind(game, square) if where in stacks]
    others = [where for where in stacks if where not in behind and where != square]
    if not behind or len(others) < 2:
        return None
    right = chance.choice(behind)
    options = [Option(_on(game, right), True, Localized.joined([_tell("right"), _reason(no)]), (right,))]
    for where in chance.sample(others, min(MOST - 1, len(others))):
        beside = _tell("beside", piece=stacks[where][-1], square=where, held=piece)
        options.append(Option(_on(game, where), False, beside, (where,)))
    return _ask("holds", piece=piece, square=square), options


def _behind(game: Any, square: str) -> tuple[str, ...]:
    """The squares of those who hold the top hedgehog of a black square there."""
    state = game.state
    cell = cell_of(square)
    return squares_of(game.answers.behind(state, state.top[cell], cell, False))


def _count(game: Any, number: int, chance: random.Random) -> Found:
    """Ask how many legal moves there are."""
    drawing, moves = drawing_of(game), game.moves()
    if not 3 <= len(moves) <= 9:
        return None
    first = max(1, len(moves) - chance.randrange(MOST))
    says = [drawing.says(game, move) for move in moves]
    listed = Localized.joined(says, ", ")
    right, wrong = _tell("counted", moves=listed), "miscounted"
    options = _numbered(range(first, first + MOST), len(moves), right, wrong)
    passing = any(str(move).startswith("-") for move in moves)
    return _ask("count-pass" if passing else "count", player=game.turn), options


def _numbered(numbers: Iterable[int], right: int, said: Localized, wrong: str) -> list[Option]:
    """Numbers to choose from; said: to whoever chooses the right one; wrong: the key of what others are told."""
    return [
        Option(Localized.same(str(many)), many == right, said if many == right else _tell(wrong, many=many))
        for many in numbers
    ]


def _score(game: Any, number: int, chance: random.Random) -> Found:
    """Ask how many points a player gets."""
    points = game.points()
    if not points:
        return None
    player = chance.choice(sorted(points))
    right = points[player]
    first = right - chance.randrange(MOST)
    all_points = ", ".join(f"{letter} {many}" for letter, many in points.items())
    options = _numbered(range(first, first + MOST), right, _tell("scored", points=all_points), "misscored")
    return _ask("score", player=player), options


def _ranking(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the order at the end, unless something else than hedgehogs home decides it."""
    ranking = game.ranking()
    home = {player: sum(piece[0] == player for piece in game.position.home) for player in PLAYERS[: game.rules.players]}
    if ranking != ranked(home) or game.winners != ranking[0]:
        return None
    letters = [player for group in ranking for player in group]
    orders = {ranking}
    for _ in range(40):
        mixed = chance.sample(letters, len(letters))
        cut = chance.randrange(1, len(mixed))
        ties = (tuple(sorted(mixed[:cut])), *((player,) for player in mixed[cut:]))
        orders.add(chance.choice((ties, tuple((player,) for player in mixed))))
        if len(orders) == MOST:
            break
    if len(orders) < MOST or not any(home.values()):
        return None
    counted = ", ".join(f"{player} {many}" for player, many in home.items())
    options = [
        Option(
            Localized.same(" – ".join(" = ".join(group) for group in order)),
            order == ranking,
            _tell("ranked", home=counted) if order == ranking else _tell("misranked"),
        )
        for order in sorted(orders)
    ]
    return _ask("ranking"), options


def _variant(game: Any, number: int, chance: random.Random) -> Found:
    """Ask what a variant does to a move."""
    if (bare := examples.beside(game, number)) is None:
        return None
    kinds = _moves_by_kind(game, bare)
    telling = [kind for kind in kinds if kind != "same"]
    if not telling:
        return None
    kind = chance.choice(telling if "same" not in kinds or chance.random() < 0.75 else ["same"])
    text = chance.choice(kinds[kind])
    move, facts, drawing = game.read_move(text), _facts(game, bare, text), drawing_of(game)
    options = [
        Option(_tell(f"claim-{claim}", number=number), claim == kind, _said(facts, claim, kind), drawing.path(move))
        for claim in (*examples.KINDS, "same")
    ]
    return _ask("variant", move=drawing.says(game, move), number=number, player=game.turn), options


def _moves_by_kind(game: Any, bare: Any) -> dict[str, list[str]]:
    """Map what the variant does to moves to such moves, but for those from which nobody learns a rule."""
    found = examples.moves_by_kind(game, bare)
    kinds = {kind: [str(move) for move in moves if move.target] for kind, moves in found.items()}
    kinds["allowed"] = [move for move in kinds["allowed"] if bare.why(plain(move)).reason.key not in _NOTHING]
    kinds["forbidden"] = [plain(move) for move in kinds["forbidden"] if _refused(game, plain(move))]
    return {kind: moves for kind, moves in kinds.items() if moves}


def _said(facts: dict[str, Localized], claim: str, kind: str) -> Localized:
    """Return the answer to a claim about a move of this kind."""
    if claim == kind:
        return Localized.joined(list(facts.values()))
    if "both" in facts:
        return facts["end" if claim in ("changed", "same") else "both"]
    return facts["here" if (claim == "forbidden") != (kind == "forbidden") else "there"]


def _facts(game: Any, bare: Any, text: str) -> dict[str, Localized]:
    """Return what holds with the variant (here), without it (there) or both, and how the move ends."""
    same = examples.same_move(bare, text)
    refused = _refused(game, plain(text))
    if refused:
        assert same is not None
        return {
            "here": _tell("here", why=_reason(refused[1])),
            "there": _tell("there-yes", why=_reason(bare.because(same)[0])),
        }
    why = _reason(game.because(text)[0])
    if same is None:
        return {"here": _tell("here", why=why), "there": _tell("there-no", why=_reason(bare.why(plain(text))))}
    ends = _end(game, text), _end(bare, same)
    if ends[0] == ends[1]:
        return {"both": _tell("both", why=why), "end": _tell("end-same")}
    return {"both": _tell("both", why=why), "end": _tell("end-changed", here=ends[0], there=ends[1])}


def _end(game: Any, move: str) -> Localized:
    """What a move does, as the game tells it, with the points if it gives any."""
    after = game.copy()
    after.play(move)
    told, points = engine_text(after.told), after.points()
    if not points:
        return told
    listed = ", ".join(f"{player} {many}" for player, many in points.items())
    return _tell("with-points", told=told, points=listed)


KINDS: dict[str, Callable[[Any, int, random.Random], Found]] = {
    "legal": _legal, "who": _who, "holds": _holds, "count": _count, "score": _score, "ranking": _ranking,
    "variant": _variant,
}  # fmt: skip
"""What may be asked -> asked of a position: the question and its options, None where it makes no sense."""
