"""`python -m hedgekit`: the command `hedgekit`."""

import sys

from .terminal.cli import main

if __name__ == "__main__":
    sys.exit(main())
