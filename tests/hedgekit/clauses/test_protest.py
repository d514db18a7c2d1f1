"""27, the protest: alone, and with those that decide what becomes of the marchers.  Black: d1 g2 e3 f4 c5 h6."""

from .support import after, clause, moves

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"


def marched(rules, squares, number, then, rest=REST, move="-"):
    """Play the failed advance of A from these squares; the squares and fields that follow must be those."""
    text = f"{squares} {rest} dice={number} turn=A step=forward"
    assert move in moves(rules, text)
    game = after(rules, text, move)
    assert str(game) == then
    return game


# ---- with others -----------------------------------------------------------------------------------------------------


@clause("27+38", "38[lane=die]")
def test_38_with_rolled_lanes_the_others_wait():
    rules = "27+38[lane=die] players=2"
    game = marched(rules, "b5=B2 c1=A1B1 e4=A2", 3, f"c5=B2 f4=A2 {REST} slip=A1B1 turn=A step=lane")
    assert [str(m) for m in game.moves()] == ["1", "2", "3", "4", "5", "6"]
    assert game.prompt("en") == "A: roll the lane to which A1 and B1 slip."
    game.play("3")
    assert str(game) == f"a3=A1B1 c5=B2 {REST} slip=A2 turn=A step=lane", "lane 4 before lane 5"
    assert game.prompt("en") == "A: roll the lane to which A2 slips."
    game.play("3")
    assert str(game) == f"a3=A1B1A2 {REST} slip=B2 turn=A step=lane"
    game.play("1")
    assert str(game) == f"a1=B2 a3=A1B1A2 {NEXT}"
    two = "17[black=c1,e1]+27+38[lane=die] players=2"
    marched(two, "b1=B1 c4=B2 d1=A1 e5=A2", 3, f"c1=B1 d4=B2 f5=A2 {REST} slip=A1 turn=A step=lane")
