"""What the command `rulebook` starts, installed or as `python -m rulebook`."""

import sys


def main() -> int:
    """Run the command line, which is imported here so that Ctrl-C ends its import quietly, too."""
    try:
        from rulebook.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
