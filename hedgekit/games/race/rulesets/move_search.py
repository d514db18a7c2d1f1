"""Search for the best move in WebAssembly, possibly in slices.

A web page that runs the module itself writes `search_memory` into its memory.
"""

from array import array
from typing import Any

from ..engine.choice.memory import ALL, Mind
from ..engine.composing import registry_cache
from . import wasm
from .rule_set import RuleSet

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the sum and the number of its estimates."""

FOUND = ("moves", "total", "tries", "order")  # the fields of the mind with the results

can_search = registry_cache()(wasm.can_play)
"""Return whether the module can search under these rules here; cached, as it is called at every decision."""


def search_memory(rules: RuleSet, state: Any, mind: Mind) -> list[tuple[int, bytes]]:
    """Return (offset, bytes) to write into the module's memory before a search: settings, players, state.

    state: of the interpreted engine; it becomes the second of the module's states.
    """
    known = wasm.manifest()
    values, at = {name: getattr(state, name) for name in known["state"]["fields"]}, known["memory"]["states"]["offset"]
    return [*wasm.initial_memory(rules, mind), (at + known["state"]["bytes"], wasm.pack_record(known["state"], values))]


class Weigher:
    """An instance of the module, for one search at a time.  HedgekitError if it cannot run."""

    def __init__(self) -> None:
        self._engine = wasm.new_instance()

    def begin(self, rules: RuleSet, state: Any, mind: Mind) -> None:
        """Begin a search for the player on turn, replacing the last one."""
        try:
            for at, record in search_memory(rules, state, mind):
                self._engine.write(record, at)
        except self._engine.failures as no:
            raise wasm.run_error(no) from no

    def go_on(self, playouts: int = ALL) -> Found | None:
        """Continue for this many playouts; return the result, None if the search is not finished."""
        known, found = wasm.manifest(), {}
        at = known["memory"]["mind"]["offset"]
        try:
            number = self._engine.call("weigh", playouts)
            for name in FOUND if number else ():
                offset, _, bits = known["mind"]["fields"][name]
                found[name] = array(wasm.CODES[bits], self._engine.read(at + offset, at + offset + number * bits // 8))
        except self._engine.failures as no:
            raise wasm.run_error(no) from no
        return [(found["moves"][k], found["total"][k], found["tries"][k]) for k in found["order"]] if number else None
