"""What a black square does: 10 nothing, 35 trampoline, 36 pit, 37 concrete, 38 slip, 39 hole.

Black squares: d1 g2 e3 f4 c5 h6.
"""

from .support import after, at, clause

REST = "home=A3A4B3B4"
NEXT = f"{REST} turn=B step=roll"


# ---- 35: trampolines -------------------------------------------------------------------------------------------------


@clause("35.1")
def test_who_arrives_goes_one_rank_further():
    text = f"b5=B2 c1=A1 e4=A2 f6=B1 {REST} dice=1 turn=A step=forward"
    assert str(after("35 players=2", text, "c1-d1")) == f"b5=B2 e1=A1 e4=A2 f6=B1 {NEXT}"
    on = text.replace("e4=A2", "e1=A2")
    assert str(after("35 players=2", on, "c1-d1")) == f"b5=B2 e1=A2A1 f6=B1 {NEXT}", "on top of who stands there"
    assert str(after("0 players=2", text, "c1-d1")) == f"b5=B2 d1=A1 e4=A2 f6=B1 {NEXT}"
    game = at("35 players=2", text)
    assert [reason.clause for reason in game.because("c1-d1")] == ["0.8", "35.1"]
    game.play("c1-d1")
    assert game.told("en") == "A advances A1 from c1 to d1. A1 is now on e1."
