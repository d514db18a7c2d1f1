"""`python -m rulebook`, and what the installed command `rulebook` starts."""

import sys


def main() -> None:
    """Run the command line, or say what to install when its parts are missing."""
    try:
        from rulebook.cli import cli
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        sys.exit("The command `rulebook` needs the extra `book`: pip install 'hedgekit[book]'")
    cli(prog_name="rulebook")


if __name__ == "__main__":
    main()
