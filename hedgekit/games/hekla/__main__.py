"""`python -m hedgekit.games.hekla [board.toml]`: check a board's file, this package's own if none is named."""

import sys
from pathlib import Path

from ...text.errors import HedgekitError
from .layout import FILE, Layout


def main(arguments: list[str]) -> int:
    """Say what the board has, and where it departs from the leaflet; 1 if it does, or is no board at all."""
    path = Path(arguments[0]) if arguments else FILE
    try:
        layout = Layout.parse(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, HedgekitError) as error:
        print(error)
        return 1
    outer = len(layout.circles) - layout.lap
    print(f"{len(layout.squares)} squares, {len(layout.double)} rings, {layout.lap} + {outer} circles")
    doubts = layout.doubts()
    for doubt in doubts:
        print(doubt)
    return int(bool(doubts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
