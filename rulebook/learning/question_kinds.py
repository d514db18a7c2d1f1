"""The kinds of quiz questions, listed in `KINDS`: each turns a position into a question and its options."""

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
"""Most options of a question."""
_UNINSTRUCTIVE = ("refusal.empty", "refusal.off_board", "refusal.spelling")
"""Refusals that teach no rule."""


@dataclass(frozen=True)
class Option:
    """A possible answer.  feedback: shown to a reader who chooses it; cells: its cells on the board."""

    label: Localized
    right: bool
    feedback: Localized
    cells: tuple[str, ...] = ()


# ---- words -----------------------------------------------------------------------------------------------------------


def _ask(key: str, **values: object) -> Localized:
    return book_text(f"quizzes.ask.{key}", **values)


def _feedback(key: str, **values: object) -> Localized:
    return book_text(f"quizzes.tell.{key}", **values)


def _reason(reason: Any) -> Localized:
    """Return the sentence of a reason, of a refusal or of a legal move."""
    return engine_text(reason.text)


# ---- trying moves ----------------------------------------------------------------------------------------------------


def _suffixes(game: Any) -> tuple[str, ...]:
    """Return the suffixes that moves of this position have after their squares: "", "=4", "*3"."""
    found = {re.sub(r"^(@?[a-i]\d|[a-i]\d-[a-i]\d|[A-I]\d@[a-i]\d)", "", str(move)) for move in game.moves()}
    return tuple(sorted(suffix for suffix in found if re.fullmatch(r"([*=]\d+)*", suffix))) or ("",)


def _refused(game: Any, squares: str) -> tuple[str, Any] | None:
    """Return (move, refusal) if no move over these squares is legal with any suffix, else None."""
    found = []
    for suffix in _suffixes(game):
        try:
            no = game.why(squares + suffix)
        except hedgekit.NotationError:
            continue
        if no is None:
            return None
        found.append((squares + suffix, no))
    return next((pair for pair in found if pair[1].reason.key not in _UNINSTRUCTIVE), None)


def _sample_of_kinds(found: Sequence[Any], key: Callable[[Any], object], many: int, chance: random.Random) -> list[Any]:
    """Sample `many`, of as many kinds as possible."""
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
    """Ask for the only legal move among illegal ones."""
    drawing = drawing_of(game)
    moves = [move for move in game.moves() if move.target and move.count <= 1 and not move.word]
    if not moves:
        return None
    squares = [f"a{lane}" for lane in range(1, game.rules.lanes + 1)] if game.step == "place" else game.position.stacks
    tried = {text for square in squares for text in drawing.attempts(game, (square,))}
    refused = [pair for text in sorted(tried) if (pair := _refused(game, text))]
    wrong = _sample_of_kinds(refused, lambda pair: pair[1].reason.key, MOST - 1, chance)
    if len(wrong) < 2:
        return None
    move = chance.choice(moves)
    options = [Option(drawing.button_label(game, move), True, _reason(game.because(move)[0]), drawing.path(move))]
    for text, no in wrong:
        tried_move = game.read_move(text)
        options.append(Option(drawing.button_label(game, tried_move), False, _reason(no), drawing.path(tried_move)))
    return _ask("legal"), options


def _movable(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the only hedgehog that can move among some that cannot."""
    if game.step not in ("sideways", "forward"):
        return None
    stacks, drawing = game.position.stacks, drawing_of(game)
    # A climb (variant 4) is not a side-step, and does not move the top hedgehog.
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
    wrong = _sample_of_kinds(unable, lambda pair: pair[1].reason.key, MOST - 1, chance)
    if not able or len(wrong) < 2:
        return None
    square = chance.choice(able)
    move = next(move for move in moves if move.origin == square)
    options = [Option(_piece_at(game, square), True, _reason(game.because(move)[0]), (square,))]
    options += [Option(_piece_at(game, where), False, _reason(no), (where,)) for where, no in wrong]
    return _ask(f"who-{game.step}", player=game.turn), options


def _piece_at(game: Any, square: str) -> Localized:
    return _feedback("on", piece=game.position.stacks[square][-1], square=square)


def _holds(game: Any, number: int, chance: random.Random) -> Found:
    """Ask which hedgehog holds another on a black square."""
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
        return None  # variant 36 holds the hedgehogs below, not the top one
    behind = [where for where in _behind(game, square) if where in stacks]
    others = [where for where in stacks if where not in behind and where != square]
    if not behind or len(others) < 2:
        return None
    right = chance.choice(behind)
    options = [Option(_piece_at(game, right), True, Localized.joined([_feedback("right"), _reason(no)]), (right,))]
    for where in chance.sample(others, min(MOST - 1, len(others))):
        beside = _feedback("beside", piece=stacks[where][-1], square=where, held=piece)
        options.append(Option(_piece_at(game, where), False, beside, (where,)))
    return _ask("holds", piece=piece, square=square), options


def _behind(game: Any, square: str) -> tuple[str, ...]:
    """Return the squares of the hedgehogs that hold the top one on a black square."""
    state = game.state
    cell = cell_of(square)
    return squares_of(game.answers.behind(state, state.top[cell], cell, False))


def _count(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the number of legal moves."""
    drawing, moves = drawing_of(game), game.moves()
    if not 3 <= len(moves) <= 9:
        return None
    first = max(1, len(moves) - chance.randrange(MOST))
    listed = Localized.joined([drawing.button_label(game, move) for move in moves], ", ")
    right, wrong = _feedback("counted", moves=listed), "miscounted"
    options = _numbered(range(first, first + MOST), len(moves), right, wrong)
    passing = any(str(move).startswith("-") for move in moves)
    return _ask("count-pass" if passing else "count", player=game.turn), options


def _numbered(numbers: Iterable[int], right: int, feedback: Localized, wrong: str) -> list[Option]:
    """Return numbers as options; feedback: on the right one; wrong: key of the feedback on the others."""
    return [
        Option(Localized.same(str(many)), many == right, feedback if many == right else _feedback(wrong, many=many))
        for many in numbers
    ]


def _score(game: Any, number: int, chance: random.Random) -> Found:
    """Ask how many points a player scores."""
    points = game.points()
    if not points:
        return None
    player = chance.choice(sorted(points))
    right = points[player]
    first = right - chance.randrange(MOST)
    all_points = ", ".join(f"{letter} {many}" for letter, many in points.items())
    options = _numbered(range(first, first + MOST), right, _feedback("scored", points=all_points), "misscored")
    return _ask("score", player=player), options


def _ranking(game: Any, number: int, chance: random.Random) -> Found:
    """Ask for the final ranking, if hedgehogs home alone decide it."""
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
            _feedback("ranked", home=counted) if order == ranking else _feedback("misranked"),
        )
        for order in sorted(orders)
    ]
    return _ask("ranking"), options


def _variant(game: Any, number: int, chance: random.Random) -> Found:
    """Ask how a variant affects a move."""
    if (bare := examples.beside(game, number)) is None:
        return None
    kinds = _moves_by_kind(game, bare)
    effects = [kind for kind in kinds if kind != "same"]
    if not effects:
        return None
    kind = chance.choice(effects if "same" not in kinds or chance.random() < 0.75 else ["same"])
    text = chance.choice(kinds[kind])
    move, facts, drawing = game.read_move(text), _facts(game, bare, text), drawing_of(game)
    options = [
        Option(
            _feedback(f"claim-{claim}", number=number), claim == kind, _reply(facts, claim, kind), drawing.path(move)
        )
        for claim in (*examples.KINDS, "same")
    ]
    return _ask("variant", move=drawing.button_label(game, move), number=number, player=game.turn), options


def _moves_by_kind(game: Any, bare: Any) -> dict[str, list[str]]:
    """Map each effect of the variant to the moves it has it on, without those that teach no rule."""
    found = examples.moves_by_kind(game, bare)
    kinds = {kind: [str(move) for move in moves if move.target] for kind, moves in found.items()}
    kinds["allowed"] = [move for move in kinds["allowed"] if bare.why(plain(move)).reason.key not in _UNINSTRUCTIVE]
    kinds["forbidden"] = [plain(move) for move in kinds["forbidden"] if _refused(game, plain(move))]
    return {kind: moves for kind, moves in kinds.items() if moves}


def _reply(facts: dict[str, Localized], claim: str, kind: str) -> Localized:
    """Return the feedback on a claim about a move of this kind."""
    if claim == kind:
        return Localized.joined(list(facts.values()))
    if "both" in facts:
        return facts["end" if claim in ("changed", "same") else "both"]
    return facts["here" if (claim == "forbidden") != (kind == "forbidden") else "there"]


def _facts(game: Any, bare: Any, text: str) -> dict[str, Localized]:
    """Return what holds with the variant (here), without it (there) or in both cases, and the outcome of the move."""
    same = examples.same_move(bare, text)
    refused = _refused(game, plain(text))
    if refused:
        assert same is not None
        return {
            "here": _feedback("here", why=_reason(refused[1])),
            "there": _feedback("there-yes", why=_reason(bare.because(same)[0])),
        }
    why = _reason(game.because(text)[0])
    if same is None:
        return {"here": _feedback("here", why=why), "there": _feedback("there-no", why=_reason(bare.why(plain(text))))}
    ends = _narration(game, text), _narration(bare, same)
    if ends[0] == ends[1]:
        return {"both": _feedback("both", why=why), "end": _feedback("end-same")}
    return {"both": _feedback("both", why=why), "end": _feedback("end-changed", here=ends[0], there=ends[1])}


def _narration(game: Any, move: str) -> Localized:
    """Return the narration of a move, with the points if it scores any."""
    after = game.copy()
    after.play(move)
    told, points = engine_text(after.narrate), after.points()
    if not points:
        return told
    listed = ", ".join(f"{player} {many}" for player, many in points.items())
    return _feedback("with-points", told=told, points=listed)


KINDS: dict[str, Callable[[Any, int, random.Random], Found]] = {
    "legal": _legal, "who": _movable, "holds": _holds, "count": _count, "score": _score, "ranking": _ranking,
    "variant": _variant,
}  # fmt: skip
"""Kind -> function of a position that returns the question and its options, or None where it makes no sense."""
