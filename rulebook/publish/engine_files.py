"""What pages need in order to count games by themselves: the engine's module, and the worker that runs it."""

import hashlib
from collections.abc import Callable

from hedgekit import HedgekitError
from hedgekit.games.race.rulesets import wasm
from rulebook.publish.server.logs import LOG
from rulebook.stage import browser_simulation

# The page's own policy stays as strict as it was: a worker that comes from an address has that of its own answer.  It
# compiles the module, which is `'wasm-unsafe-eval'`, fetches it from this server, and does nothing else.
POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"


def engine(add: Callable[[str, bytes], str], packed: Callable[[bytes], bytes] | None = None) -> dict[str, str] | None:
    """The addresses of worker and module, which `add` gives them by their names; None, and it is logged, without them.

    Pages have their games played by Python then.  packed: packs the module for a host that may pack nothing.
    """
    try:
        module = wasm.module()
    except HedgekitError as no:
        LOG.warning("no games are counted in browsers: %s", no)
        return None
    kept = add("engine.packed", packed(module)) if packed else add("engine.wasm", module)
    return {"worker": add("counting.js", browser_simulation.worker_script().encode()), "module": kept}


def named(name: str, data: bytes) -> str:
    """A name with the hash of the content, by which `sw.js` knows it again: what has it may be kept for ever."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:16]}{dot}{ending}"
