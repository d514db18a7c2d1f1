"""What the command `hedgekit` starts, installed or as `python -m hedgekit`."""

import sys


def main() -> int:
    """Run the command line, which is imported here so that Ctrl-C also ends its import quietly."""
    try:
        from .terminal.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
