"""Publishing the book: a Voilà server, the static site, Binder and JupyterLab."""

import sys

# Voilà's schema library imports this optional package if it is installed, which takes a second at every start.  No
# schema here checks the format of addresses: pretend that it is not installed.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
