"""Records saved and read again, a series, and a review."""

import pickle

import hedgekit
from hedgekit import Game, Move, Position, Reason, Record, Refusal, Series, review

game = Game("26", seed=2, players=2)
while not game.is_over:
    if game.is_chance:
        thrown: Move = game.roll()
        assert game.undo() is thrown
        assert game.roll() == thrown
    else:
        game.play(game.moves()[0])
record: Record = game.as_record()
positions: list[Position] = [position for _, position in record]
again = hedgekit.replay(str(record))
print(again.winners, len(positions), game.ranking(), game.points())
back = game.copy()
back.undo()
refusal: Refusal | None = back.why("a1-b1")
assert refusal is not None
assert pickle.loads(pickle.dumps(refusal)) == refusal
reasons: tuple[Reason, ...] = back.because(back.moves()[0])
print([reason.clause for reason in reasons], refusal.reason.text("fr"))
found = review(game)
print(found.luck if found else None)
series = Series("19", seed=1)
series.game.play(series.game.moves()[0])
print(series.view("B").scores, Series.replay(series.record()).record() == series.record())
