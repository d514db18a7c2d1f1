"""A game over the web: each seat is sent its view of it."""

import json
from dataclasses import dataclass, field

from hedgekit import Game, NotationError, Refusal


@dataclass
class Room:
    """A game, and the passwords of its seats."""

    game: Game = field(default_factory=lambda: Game("2+7", players=2, seed=5))
    seats: dict[str, str] = field(default_factory=lambda: {"red": "A", "blue": "B"})

    def get(self, word: str) -> str:
        """Return what the holder of this password may know."""
        seen = self.game.view(self.seats.get(word, ""))
        moves: list[str] = [str(move) for move in seen.moves()] if seen.turn == seen.seat else []
        return json.dumps({"position": str(seen), "moves": moves, "told": seen.narrate("fr"), "record": seen.record()})

    def post(self, word: str, move: str) -> str:
        """Play a move; return the sentence of the refusal if it is illegal."""
        if self.game.turn != self.seats.get(word):
            return "It is not your turn."
        try:
            self.game.play(move)
        except Refusal as no:
            return f"{no.text('fr')} {no.clause} {no.squares}"
        except NotationError as no:
            return f"{no} {no.place}"
        while self.game.is_chance:
            self.game.roll()
        return self.get(word)


room = Room()
print(room.get("red"), room.post("red", "3"), room.post("red", "1"), room.post("blue", "7"), room.get("nobody"))
assert "secret=A3" not in room.get("blue")
assert "secret=A3" in room.get("red")
