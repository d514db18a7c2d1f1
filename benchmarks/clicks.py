"""What a click sends: bytes of the messages that a page gets for it.

    python -m benchmarks.clicks [--clicks 40] [--rules 0 hekla]

A game is played on a board by the messages that a page sends, a reader in every seat.  Counted is what the kernel sends
for each: the messages of the widget with their headers, as JSON, before the server compresses anything.  A click is a
move, the die, or a step that the page asks for by itself.  Bytes, not time: every run says the same, unless cards are
shuffled.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from jupyter_client.session import Session, json_packer

from rulebook.boards.board import Board

RULES = ("0", "hekla")


class Wire:
    """Writes down how many bytes a widget sends; `asked` is the header of the message that it answers."""

    def __init__(self, board: Board) -> None:
        self.session, self.sent = Session(), 0
        self.board, self.asked = board, self.session.msg_header("comm_msg")
        self.board.comm.publish_msg = self.publish

    def publish(self, kind: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any) -> None:
        """What a kernel's channel does with a message (`ipykernel.comm`), but for sending it."""
        content = {"data": data, "comm_id": self.board.comm.comm_id, **keys}
        message = self.session.msg(kind, content, parent={"header": self.asked}, metadata=metadata)
        self.sent += sum(len(json_packer(message[part])) for part in ("header", "parent_header", "metadata", "content"))

    def ask(self, message: dict[str, object]) -> int:
        """Follow a message of the page; the bytes it got for it."""
        self.asked, self.sent = self.session.msg_header("comm_msg"), 0
        self.board._handle_custom_msg(message, [])
        return self.sent


def played(rules: str, clicks: int, seed: int = 1) -> list[int]:
    """Bytes of each of so many clicks of a random game; a game that ends begins anew, which is not counted."""
    chance = random.Random(seed)
    board = Board("clicks", rules=rules)
    wire, sent = Wire(board), []
    wire.ask({"do": "new", "players": len(board.view["seats"]), "seats": ["reader"] * len(board.view["seats"])})
    while len(sent) < clicks:
        view = board.view
        if view["over"] is not None:
            wire.ask({"do": "restart"})
            continue
        if view["flick"]:
            raise ValueError(f"moves under {rules} are aimed, not clicked")
        # The reader chooses what the die shows, so that a seed is a game.
        step = view["auto"] == "forced" or not view["moves"]  # cards are shuffled out of sight
        message = {"do": "step"} if step else {"do": "play", "move": chance.choice(view["moves"])["text"]}
        sent.append(wire.ask({**message, "n": len(sent) + 1, "ply": view["ply"]}))
        assert not board.view["error"], board.view["error"]
    return sent


def figures(sent: Sequence[int]) -> tuple[float, float, int]:
    """Median, nine tenths, and most."""
    return median(sent), quantiles(sent, n=10, method="inclusive")[-1], max(sent)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--rules", nargs="+", default=RULES)
    options = parser.parse_args()
    print(f"{'rules':20}{'median':>9}{'90 %':>9}{'most':>9}   bytes for a click, of {options.clicks}")
    for rules in options.rules:
        print(f"{rules:20}" + "".join(f"{number:9,.0f}" for number in figures(played(rules, options.clicks))))


if __name__ == "__main__":
    main()
