"""The engine's WebAssembly module and its worker, with which pages simulate games."""

import hashlib
from collections.abc import Callable

from hedgekit import HedgekitError
from hedgekit.games.race.rulesets import wasm
from rulebook.publish.server.logs import LOG
from rulebook.stage import browser_simulation

# The policy of the worker: it may compile the module ('wasm-unsafe-eval') and fetch it from this server.  A worker has
# the policy of its own response, so the page's stays strict.
POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"


def add_engine(
    add: Callable[[str, bytes], str], compress: Callable[[bytes], bytes] | None = None
) -> dict[str, str] | None:
    """Add worker and module, and return their addresses; log and return None if there is no module.

    Python then plays the games of a page.  compress: for a host that may not compress files itself.
    """
    try:
        module = wasm.module()
    except HedgekitError as error:
        LOG.warning("browsers play no simulations: %s", error)
        return None
    address = add("engine.packed", compress(module)) if compress else add("engine.wasm", module)
    return {"worker": add("counting.js", browser_simulation.worker_script().encode()), "module": address}


def hashed_name(name: str, data: bytes) -> str:
    """Return a name with the hash of the content (`sw.js` relies on its form): the file may be cached for ever."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:16]}{dot}{ending}"
