"""Each lesson at a real table: its solution solves it, nothing else does, and a wrong move is undone."""

from functools import cache

import pytest

from hedgekit.games.collection import OTHER_GAMES
from rulebook.boards import view
from rulebook.boards.table import Table
from rulebook.learning import clause_positions
from rulebook.learning.examples import compared, difference
from rulebook.learning.lessons import Goal, clauses, lesson, lessons, lessons_of
from rulebook.picture.drawing import drawing_of
from rulebook.text import words
from tests.claims import Claims

ALL = list(lessons().values())
claim = Claims()


class UndrawnTable(Table):
    """A table that tracks its task without drawing, which would take most of the time."""

    def view(self, serial=0):
        return {"task": self.task and view._task(self), "refusal": self.refusal}

    def _refuse(self, move, refusal):
        super()._refuse(move, refusal)
        self.refused = move


def table_of(found, kind=Table):
    return kind(found.game(), seats=found.seats, task=found, name=found.name)


def paths(found):
    """Yield what a reader would try: a square, or from each hedgehog to squares around it and the far edge.

    In another game: whatever is refused, at most two ways for each sentence.
    """
    if found.subject == 40:
        layout = drawing_of(found.game()).layout(found.game().position, found.game().rules)
        yield from ((cell,) for cell in layout.cells)
        return
    if found.subject in OTHER_GAMES:
        by_sentence = {}
        for path, _, refusal in clause_positions.refused_paths(found.game()):
            by_sentence.setdefault(refusal.key, []).append(path)
        yield from (path for ways in by_sentence.values() for path in ways[:2])
        return
    stacks = found.game().position.stacks
    for square in [*stacks, *(f"a{lane}" for lane in "123456")]:
        yield (square,)
    for square in stacks:
        rank, lane = "abcdefghi".index(square[0]), int(square[1])
        for up, aside in ((0, -2), (0, -1), (0, 1), (0, 2), (1, 0), (2, 0), (-1, 0), (1, 1), (0, 7 - 2 * lane)):
            if 0 <= rank + up <= 8 and 1 <= lane + aside <= 6:
                yield (square, f"{'abcdefghi'[rank + up]}{lane + aside}")


def refused_paths(found):
    """Yield the refused paths, with the move and the refusal that the board shows; each is tried once."""
    known, rest = refusals_of(found)
    yield from known
    for one in rest:
        known.append(one)
        yield one


@cache
def refusals_of(found):
    return [], refusing(found)


def refusing(found):
    table = UndrawnTable(found.game(), seats=found.seats)
    for path in paths(found):
        if refusal := table.handle({"do": "try", "path": list(path), "n": 1, "ply": 0})["refusal"]:
            yield path, table.refused, refusal
        while table.game.ply:
            table.game.undo()


@cache
def solution(found):
    """Return (moves to play, path to try) that solves a lesson, found with the engine."""
    if found.goal.wants_refusal:
        game = found.game()
        for path, move, _ in refused_paths(found):
            if found.goal.is_met_by_refusal(game.why(move), game, move):
                return (), path
    return next(found.goal.ways(found.game(), found.moves)), None


def follow(table, moves, path):
    for move in moves:
        if table.game.is_chance:
            table.game.play(move)
        else:
            table.handle({"do": "play", "move": move, "n": 1, "ply": table.game.ply})
    if path:
        table.handle({"do": "try", "path": list(path), "n": 1, "ply": table.game.ply})
    elif table.task_state == "open" and table.automatic() == "forced":
        table.handle({"do": "step"})  # the board makes the forced pass
    return table.view()["task"]


@claim
def the_position_is_readable_and_has_a_choice(found):
    game = found.game()
    assert str(game) == found.at, "the position is in canonical form"
    assert found.clause in words.clauses(found.subject)
    forced = str(game.moves()[0]).startswith("-") and len(game.moves()) == 1
    assert not forced or found.waits, "the board itself plays a forced pass"
    if not found.goal.wants_refusal:
        assert found.goal.is_possible(game, found.moves)
        assert not found.goal.is_met(game)


@claim
def the_solution_solves_it(found):
    task = follow(table_of(found, UndrawnTable), *solution(found))
    assert task["state"] == "right"
    assert task["feedback"] == found.sentence("praise")


def leads_on(found, game, move):
    game.play(move)
    try:
        return found.goal.is_met(game) or found.goal.is_possible(game, found.moves - 1)
    finally:
        game.undo()


@claim
def a_wrong_move_is_undone(found):
    wrong = 0
    for move in map(str, found.game().moves()):
        table = table_of(found, UndrawnTable)
        if table.game.is_chance:
            continue
        task = follow(table, [move], None)
        if task["state"] == "wrong":
            wrong += 1
            assert task["feedback"] == found.sentence("nudge")
            assert str(table.game) == found.at
            assert table.tail == []
            assert table.record == table.game.record()
        if wrong == 4:
            break  # all are undone alike
    game = found.game()
    goes_on = found.moves > 1 and all(leads_on(found, game, move) for move in game.moves())
    if not game.is_chance and not goes_on and len(game.moves()) > 1:
        assert wrong, "not every move may lead to the goal"


@claim
def only_the_refusal_asked_for_solves_it(found):
    right, tried, game, goal = {}, {}, found.game(), found.goal
    for path, move, no in refused_paths(found):  # one of each kind is tried
        solves = goal.wants_refusal and goal.is_met_by_refusal(game.why(move), game, move)
        tried.setdefault((solves, no["clause"]), (path, no))
        if len(tried) == 3 and not goal.wants_refusal:
            break  # no refusal can solve it
    for path, no in tried.values():
        task = follow(table_of(found, UndrawnTable), (), path)
        if goal.wants_refusal:
            assert task["feedback"] in (found.sentence("praise"), words.both("interface.task-other"))
        else:
            assert (task["state"], task["feedback"]) == ("open", None)
        right.setdefault(task["state"] == "right", []).append(no["clause"])
    if not goal.wants_refusal:
        assert True not in right
    else:
        assert len(set(right[True])) == 1
        early = goal.values[:1] in (("refusal.step.announce",), ("refusal.step.lane",))
        # too early, every try is refused alike
        assert early or right.get(False), "every illegal try would do"


@claim
def after_the_solution_the_reader_can_play_on(found):
    table = table_of(found, UndrawnTable)
    follow(table, *solution(found))
    solved = table.game.ply
    for _ in range(6):
        if table.game.is_over:
            break
        if table.automatic():
            table.handle({"do": "step"})
        else:
            table.handle({"do": "play", "move": str(table.game.moves()[-1]), "n": 1, "ply": table.game.ply})
        assert table.view()["task"]["state"] == "right"
    far = table.game.ply
    assert table.handle({"do": "go", "ply": solved})["task"]["state"] == "right"
    if solved:
        assert table.handle({"do": "go", "ply": solved - 1})["task"]["state"] == "open"
    for ply in range(found.moves, far):
        table.handle({"do": "go", "ply": ply})
        if not table.automatic():
            kept = dict(vars(table))
            table.handle({"do": "play", "move": str(table.game.moves()[0])})
            assert table.game.ply == ply + 1
            table.game.undo()
            vars(table).update(kept)


def test_a_loaded_position_can_be_played_freely():
    table = table_of(lesson("held"))
    view = table.handle({"do": "load", "text": lesson("covered").at})
    assert view["text"] == lesson("covered").at
    move = str(table.game.moves()[0])
    assert table.handle({"do": "play", "move": move})["ply"] == 1
    shared = table_of(lesson("whole-turn"))
    for _ in range(4):
        shared.handle({"do": "play", "move": str(shared.game.moves()[0])} if not shared.automatic() else {"do": "step"})
    other = table_of(lesson("whole-turn"))
    other.handle({"do": "load", "text": shared.record})
    while other.automatic():
        other.handle({"do": "step"})
    ply = other.game.ply
    assert other.handle({"do": "play", "move": str(other.game.moves()[0])})["ply"] == ply + 1


def test_a_loaded_game_suspends_the_task_until_undone():
    """With other rules and another number of players: a fresh example then restores its seats."""
    table = table_of(lesson("sandwich"))
    text = table.view()["text"]
    view = table.handle({"do": "load", "text": "0 players=2"})
    assert not view["task"]["todo"]
    assert view["task"]["feedback"] == words.both("interface.task-elsewhere")
    assert len(view["seats"]) == 2
    view = table.handle({"do": "example"})
    assert view["error"] is None
    assert len(view["seats"]) == table.game.rules.players == 3
    table.handle({"do": "undo"})
    assert table.handle({"do": "undo"})["text"] == text
    assert table.view()["task"]["feedback"] is None


def test_an_automatic_step_before_the_refusal_is_undone():
    """The roll where a choice is to be refused, the pass where climbing is to be refused."""
    table = table_of(lesson("uneven"))
    assert table.view()["waits"]
    view = table.handle({"do": "step"})
    assert (view["ply"], view["task"]["state"]) == (0, "wrong")
    assert view["task"]["feedback"] == lesson("uneven").sentence("nudge")
    table = table_of(lesson("covered-only"))
    assert table.automatic() is None
    view = table.handle({"do": "play", "move": "-"})
    assert (view["ply"], view["task"]["feedback"]) == (0, lesson("covered-only").sentence("nudge"))


@claim
def restarting_reopens_the_task(found):
    table = table_of(found, UndrawnTable)
    follow(table, *solution(found))
    table.handle({"do": "restart"})
    assert table.view()["task"]["state"] == "open"
    assert str(table.game) == found.at


@claim
def there_is_a_hint_and_the_task_does_not_reveal_the_move(found):
    moves, path = solution(found)
    for lang in words.LANGUAGES:
        assert found.hint[lang]
        assert found.hint[lang] != found.text[lang]
        for move in moves:
            if "-" in move and len(move) > 1:
                assert move not in found.text[lang]
        if path:
            assert not all(square in found.text[lang].split() for square in path) or len(path) == 1


@claim
def a_correct_first_move_is_encouraged(found):
    way = [] if found.goal.wants_refusal else list(solution(found)[0])
    assert bool(found.sentence("onward")) == (found.moves > 1)
    if found.moves > 1 and not found.game().is_chance:
        table = table_of(found, UndrawnTable)
        task = follow(table, way[:1], None)
        assert task["state"] == "open"
        assert task["feedback"] == found.sentence("onward")


@pytest.mark.parametrize("found", ALL, ids=[found.name for found in ALL])
def test_a_lesson_holds_its_claims(found):
    claim.hold(found)


WRITTEN = [subject for subject in clauses() if words.file_of(subject) in words.stems(words.SOURCE)]
DECIDING = [name for subject in WRITTEN for name in clauses()[subject]["decides"]]


@pytest.mark.parametrize("name", DECIDING)
def test_every_deciding_clause_has_a_lesson(name):
    assert lessons_of(name)


@pytest.mark.parametrize("name", clauses()[0]["decides"])
def test_a_deciding_clause_is_cited_on_one_of_its_boards(name):
    """The engine cites it there in a refusal, or as the reason of a legal move."""
    # 0.6 answers before a number is known, as the reason of the roll
    boards = [*lessons_of(name), lesson("whole-turn")]
    assert any(name in set(cited(found)) for found in boards)


def cited(found):
    """Yield the clauses that the engine cites at a lesson's position."""
    game = found.game()
    yield from (no["clause"] for *_, no in refused_paths(found))
    for move in map(str, game.moves()):
        yield from (reason.clause for reason in game.because(move))


AS_IN_BASE = ("1.2", "13.3", "29.2")
"""Clauses that something is as in the base game: without their variant nothing differs."""

OF_VARIANTS = [found for found in ALL if found.subject not in (0, *OTHER_GAMES) and found.clause not in AS_IN_BASE]
OF_OTHER_GAMES = [found for found in ALL if found.subject in OTHER_GAMES]


@pytest.mark.parametrize("found", OF_VARIANTS, ids=[found.name for found in OF_VARIANTS])
def test_the_variant_makes_a_difference(found):
    """Without it the way to the goal is closed, has other moves or ends elsewhere; or the engine cites it."""
    game = found.game()
    if any(name.startswith(f"{found.subject}.") for name in cited(found)) or found.goal.kind in ("scored", "series"):
        return
    way = solution(found)[0]
    for move in way:
        if variant_matters(game, found.subject):
            return
        game.play(move)
    if variant_matters(game, found.subject):
        return
    other = compared(found.game(), found.subject)
    for move in way:
        other.play(move)
    assert not found.goal.is_met(other)


def variant_matters(game, number):
    if game.is_over:
        return False
    try:
        other = compared(game, number)
    except LookupError:
        return True  # the position has no meaning without the variant
    mine, others = (sorted(str(move).partition("=")[0] for move in each.moves()) for each in (game, other))
    return mine != others or any(difference(game, str(move), number) for move in game.moves())


CONSEQUENCES = ("hekla.6", "hekla.7", "hekla.9", "horses.9", "checkerboard.7")
"""Clauses about consequences of a move: the engine cites the move's own clause, and narrates the rest."""


@pytest.mark.parametrize("found", OF_OTHER_GAMES, ids=[found.name for found in OF_OTHER_GAMES])
def test_the_engine_cites_the_clause_of_another_game(found):
    """In a refusal or a reason, somewhere along the solution; an option's value is cited without it, too."""
    game, named = found.game(), set(cited(found))
    for move in solution(found)[0]:
        named |= {reason.clause for reason in game.because(move)}
        game.play(move)
        named |= {reason.clause for move in game.moves() for reason in game.because(move)}
    assert found.clause in named or found.clause in CONSEQUENCES


def test_the_required_special_cases_have_lessons():
    """An exception and its option, an emptied lane, other players' hedgehogs, a win in another player's turn."""
    assert lesson("exception").game().because("a4")[0].clause == "0.3"
    assert str(lesson("cover-top").game().rules).startswith("0[cover=top]")
    assert lesson("emptied").goal == Goal("left", ("-",))
    game = lesson("anybody").game()
    assert game.position.stacks["f3"][-1][0] != game.turn
    gift = lesson("gift").game()
    gift.play("-")
    gift.play("h2-i2")
    assert gift.winners == ("B",)


@pytest.mark.parametrize("bad", [{}, {"refused": "0.5", "play": "a1"}, {"teleport": "a1"}])
def test_a_goal_has_exactly_one_known_kind(bad):
    with pytest.raises(ValueError, match="a goal is one of"):
        Goal.read(bad)


def test_goals_of_moves_and_positions():
    game = lesson("anybody").game()
    play = Goal.read({"play": "f3-g3 d3-e3"})
    assert play.is_possible(game, 1)
    assert sorted(play.ways(game, 1)) == [("d3-e3",), ("f3-g3",)]
    assert not Goal.read({"play": "a1-a2"}).is_possible(game, 1)
    assert not Goal.read({"reach": "over=A"}).is_possible(game, 2)
    assert str(game) == lesson("anybody").at


def test_unknown_lessons_and_endless_goals():
    with pytest.raises(LookupError):
        lesson("nothing")
    assert lessons_of("0.1") == ()
    assert Goal.read({"reach": "z9"}).is_possible(lesson("order").game(), 40), "the search ends"
