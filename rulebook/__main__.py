"""`python -m rulebook`, and what the installed command `rulebook` starts."""

import sys

from rulebook.cli import main as run


def main() -> None:
    """Run the command line."""
    sys.exit(run())


if __name__ == "__main__":
    main()
