"""Positions of Hekla for tests: what is given, and everything else in its usual place."""

from hedgekit.games.hekla import LAYOUT, Game, Rules


def stand(squares="", players=4, turn="A", step="play", **more):
    """The text of a position: volcanoes that are not named are in the supplies, vulcanologists on the start."""
    words = squares.split()
    on_board = [word.partition("=")[2] for word in words if word.partition("=")[0] in LAYOUT.squares]
    stones = [text[at : at + 2] for text in on_board for at in range(0, len(text), 2)]
    hand = list(Rules.read(players=players).volcanoes)
    for stone in stones:
        if stone in hand:
            hand.remove(stone)
    walked = "".join(word.partition("=")[2] for word in words if word.startswith("p"))
    start = "".join(player for player in "ABCD"[:players] if player not in walked)
    fields = {"p0": start, "hand": "".join(hand), "turn": turn, "step": step, **more}
    return " ".join(words + [f"{key}={value}" for key, value in fields.items() if value])


def game(squares="", players=4, **more):
    """A game standing there."""
    return Game.from_text(f"hekla players={players}", stand(squares, players, **more))


def texts(moves):
    """Moves as a set of texts."""
    return {str(move) for move in moves}
