"""The entry point of the command `hedgekit`, installed or as `python -m hedgekit`."""

import sys


def main() -> int:
    """Run the command line.  It is imported here so that Ctrl-C ends the import quietly, too."""
    try:
        from .terminal.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
