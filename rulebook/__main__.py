"""The entry point of the command `rulebook`, installed or as `python -m rulebook`."""

import sys


def main() -> int:
    """Run the command line, imported here so that Ctrl-C during the import is quiet too."""
    try:
        from rulebook.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
