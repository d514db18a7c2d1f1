"""A bot that looks one move ahead in what it may know, and a tournament."""

import hedgekit
from hedgekit import Move, Player, View


class Ahead:
    """Plays the move with the best chance afterwards."""

    name = "ahead"

    def choose(self, game: View[Move]) -> Move:
        """Return the move that looks best one move later."""

        def after(move: Move) -> float:
            twin: hedgekit.Game = game.copy(seed=1)
            twin.play(move)
            return twin.chance(game.seat)

        return max(game.moves(), key=after)


table = hedgekit.tournament([Ahead(), "random"], [9], games=2)
print(table.share("bot:ahead"), table.interval(0), table.order())

game = hedgekit.Game("9+13", players=2, seed=3)
while game.is_chance or game.ply < 20:
    if game.is_chance:
        game.roll()
    else:
        game.play(game.moves()[0])
seat = game.turn
assert seat is not None
view: View = game.view(seat)
best: Move = Player("greedy", 1).weigh(view)[0].move
chance: float | None = Player("greedy", 1).weigh(view)[0].chance
played: Move = game.undo()
print(best.origin, best.is_pass, chance, played.outcome, view.why("a1-b1"), view.copy().turn)
