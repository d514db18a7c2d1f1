"""How the book reaches its readers: a Voilà server, Binder, JupyterLab."""

import sys

# Voilà's schema library looks for this optional package and needs a second to import it, at every start of the server.
# Nothing here checks the form of addresses by schema: say that it is not there.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
