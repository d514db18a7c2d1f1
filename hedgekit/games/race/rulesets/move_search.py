"""Searching for the best move in WebAssembly: what the module is given, and what it leaves in its memory.

A search may be made in slices.  A page that runs the module itself writes `asked` into its memory.
"""

from array import array
from typing import Any

from ..engine.choice.memory import ALL, Mind
from ..engine.composing import registry_cache
from . import wasm
from .rule_set import RuleSet

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the chances found, added up, and how many they are."""

FOUND = ("moves", "total", "tries", "order")  # fields of the mind in which they are

weighs = registry_cache()(wasm.can_play)
"""Can the module weigh moves under these rules here?  (Asked at every decision, so cached.)"""


def asked(rules: RuleSet, state: Any, mind: Mind) -> list[tuple[int, bytes]]:
    """Return what to write into the module's memory before a search, and where: settings, players, state.

    state: of the interpreted engine; it is the second of the module's states.
    """
    known = wasm.manifest()
    values, at = {name: getattr(state, name) for name in known["state"]["fields"]}, known["memory"]["states"]["offset"]
    return [*wasm.before(rules, mind), (at + known["state"]["bytes"], wasm.as_record(known["state"], values))]


class Weigher:
    """An instance of the module, for one search at a time.  HedgekitError if it cannot run."""

    def __init__(self) -> None:
        self._engine = wasm.fresh()

    def begin(self, rules: RuleSet, state: Any, mind: Mind) -> None:
        """Begin a search for the player on turn in place of the last one."""
        try:
            for at, record in asked(rules, state, mind):
                self._engine.write(record, at)
        except self._engine.failures as no:
            raise wasm.failed(no) from no

    def go_on(self, playouts: int = ALL) -> Found | None:
        """Go on for this many playouts; return what was found, None if the search is not finished."""
        known, found = wasm.manifest(), {}
        at = known["memory"]["mind"]["offset"]
        try:
            number = self._engine.call("weigh", playouts)
            for name in FOUND if number else ():
                offset, _, bits = known["mind"]["fields"][name]
                found[name] = array(wasm.CODES[bits], self._engine.read(at + offset, at + offset + number * bits // 8))
        except self._engine.failures as no:
            raise wasm.failed(no) from no
        return [(found["moves"][k], found["total"][k], found["tries"][k]) for k in found["order"]] if number else None
