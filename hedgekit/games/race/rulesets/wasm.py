"""The WebAssembly engine: the compiled functions of all variants, part of the package, run by wasmtime.

`make engine` compiles `engine.wasm` from the rules; `engine.json` describes its entry points and memory layout.  It
needs neither numba nor NumPy, and starts at once, as wasmtime's machine code is cached in the user's folder.  Only this
file uses wasmtime, from the extra `hedgekit[fast]`; in a browser, the browser runs the module.
"""

import atexit
import hashlib
import json
import os
import pkgutil
import sys
from array import array
from contextlib import suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from ....text.errors import HedgekitError
from ..engine.batch import OBSERVATION, ROW
from ..engine.choice.memory import PLAYERS, Mind
from ..engine.composing import QUESTIONS, registry_cache
from .engines import Batch, Engine, Stop, check_engine, kernel, sliced
from .rule_set import RuleSet
from .trained_weights import equip

RACE = __name__.removesuffix(".rulesets.wasm")
"""The package of the race, whose files are named below it."""


def _data(name: str) -> bytes:
    """Return a file of the package; OSError if it does not exist."""
    found = pkgutil.get_data(RACE, name)
    if found is None:
        raise OSError(name)
    return found


def digest(text: bytes) -> str:
    """Return the hash of a source file of the rules, independent of its line ends."""
    return hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()[:16]


@cache
def manifest() -> dict[str, Any]:
    """Return `engine.json`: entry points, memory layout, and hashes of the sources.

    HedgekitError if it is damaged, or does not match the sources, as far as they are here (web pages have none).
    """
    try:
        found: dict[str, Any] = json.loads(_data("rulesets/engine.json"))
        if not {"module", "memory", "settings", "state", "mind", "rows", "variants"} <= found.keys():
            raise KeyError
        changed = [name for name, known in found["sources"].items() if _digest_of(name) not in (known, None)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as no:
        raise HedgekitError("error.simulation.wasm_damaged") from no
    if changed:
        raise HedgekitError("error.simulation.wasm_stale", file=changed[0])
    return found


def _digest_of(name: str) -> str | None:
    try:
        return digest(_data(name))
    except OSError:
        return None


@cache
def module() -> bytes:
    """Return the module's bytes; HedgekitError if it is damaged or does not match the sources."""
    wanted = manifest()["module"]
    with suppress(OSError):
        code = _data("rulesets/engine.wasm")
        if hashlib.sha256(code).hexdigest() == wanted:
            return code
    raise HedgekitError("error.simulation.wasm_damaged")


def covers(rules: RuleSet) -> bool:
    """Return whether the module has the answers of these rules: not if a file adds a variant, or changes an answer."""
    given = rules.registry.questions
    return set(rules.variants) <= set(manifest()["variants"]) and all(
        given[name].answers.get(number) is asked.answers.get(number)
        for name, asked in QUESTIONS.items()
        for number in (0, *rules.variants)
    )


def initial_memory(rules: RuleSet, mind: Any) -> list[tuple[int, bytes]]:
    """Return (offset, bytes) to write into the module's memory before playing: rules and players."""
    known = manifest()
    equip(mind, rules)
    settings = pack_record(known["settings"], dict(rules.settings))
    players = pack_record(known["mind"], {name: getattr(mind, name) for name in PLAYERS})
    return [(known["memory"]["settings"]["offset"], settings), (known["memory"]["mind"]["offset"], players)]


CODES = {8: "b", 16: "h", 32: "i", 64: "q"}  # bits of a number -> type code of `array`


def pack_record(kind: dict[str, Any], values: dict[str, Any]) -> bytes:
    """Return a record in the layout of the memory, with these values and zeros."""
    record = bytearray(kind["bytes"])
    for name, value in values.items():
        if name in kind["fields"]:
            at, length, bits = kind["fields"][name]
            data = array(CODES[bits], value if length else (value,)).tobytes()
            record[at : at + len(data)] = data
    return bytes(record)


# ---- wasmtime --------------------------------------------------------------------------------------------------------


@cache
def _runtime() -> Any:
    """Return the package `wasmtime`, its engine, and the compiled module.  HedgekitError without it."""
    try:
        import wasmtime
    except (ImportError, OSError, RuntimeError) as no:  # not available for this machine, or does not load
        raise HedgekitError("error.simulation.no_wasmtime") from no
    atexit.register(_runtime.cache_clear)  # while the functions that free it still exist
    engine = wasmtime.Engine()
    path, made = _cache_path(), None
    try:
        if path and _is_private(path):
            data = path.read_bytes()
            if hashlib.sha256(data[32:]).digest() == data[:32]:
                made = wasmtime.Module.deserialize(engine, data[32:])
    except (OSError, wasmtime.WasmtimeError):  # none yet, or of another version
        pass
    try:
        made = made or _compiled(wasmtime, engine, path)
    except wasmtime.WasmtimeError as no:
        raise HedgekitError("error.simulation.wasm_damaged") from no
    return wasmtime, engine, made


def is_running() -> bool:
    """Return whether this process has loaded the module."""
    return bool(_runtime.cache_info().currsize)


def is_cached() -> bool:
    """Return whether the compiled module is in the user's cache."""
    return bool((path := _cache_path()) and path.exists())


_loading = Lock()


def load() -> None:
    """Load the module.  HedgekitError if that is impossible."""
    with _loading:  # so that two threads do not both compile it
        _browser_module() if IN_BROWSER else _runtime()


def _compiled(wasmtime: Any, engine: Any, path: Path | None) -> Any:
    import tempfile  # here: needed only once per machine

    made = wasmtime.Module(engine, module())
    data = made.serialize()
    try:
        if path:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(file.name, path)
    except OSError:  # the next process compiles it again
        pass
    return made


def _cache_path() -> Path | None:
    """Return the path of the cached compiled module, by hash, version and platform; None without a cache folder."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        made = manifest()["module"][:16]
        home = Path(named) if named else Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    except (RuntimeError, HedgekitError):  # no home folder, or no module
        return None
    found = find_spec("wasmtime")
    if found is None or not found.submodule_search_locations:
        return None
    beside = Path(found.submodule_search_locations[0]).parent  # importlib.metadata would be much slower
    version = next((folder.stem for folder in beside.glob("wasmtime-*.dist-info")), "wasmtime")
    return home / "hedgekit" / f"{made}-{version}-{sys.platform}.engine"


def _is_private(path: Path) -> bool:
    """Return whether only this user can have written the cached module."""
    if not hasattr(os, "getuid"):
        return True
    return all(at.stat().st_uid == os.getuid() and not at.stat().st_mode & 0o022 for at in (path.parent, path))


class _WasmtimeInstance:
    """An instance of the module with its own memory."""

    def __init__(self) -> None:
        wasmtime, engine, compiled = _runtime()
        self.failures = wasmtime.WasmtimeError, wasmtime.Trap
        self._store = wasmtime.Store(engine)
        try:
            self._exports = wasmtime.Instance(self._store, compiled, []).exports(self._store)
        except self.failures as no:
            raise run_error(no) from no

    def write(self, record: bytes, at: int) -> None:
        """Write into the memory."""
        self._exports["memory"].write(self._store, record, at)

    def read(self, begin: int, end: int) -> bytes:
        """Return a part of the memory."""
        return bytes(self._exports["memory"].read(self._store, begin, end))

    def shown(self, begin: int, end: int) -> Any:
        """Return a part of the memory as a buffer, without copying it."""
        return self._exports["memory"].get_buffer_ptr(self._store, end - begin, begin)

    def call(self, name: str, *numbers: int) -> int:
        """Call a function of the module."""
        return int(self._exports[name](self._store, *numbers))


# ---- Python in a browser ---------------------------------------------------------------------------------------------

IN_BROWSER = sys.platform == "emscripten"


@cache
def _browser_module() -> Any:
    """Return the module compiled by the browser."""
    import js
    from pyodide.ffi import to_js

    return js.WebAssembly.Module.new(to_js(module()))


class _BrowserInstance:
    """The same in the browser in which Python runs."""

    def __init__(self) -> None:
        import js
        from pyodide.ffi import JsException

        self.failures = (JsException,)
        self._bytes = js.Uint8Array
        try:
            self._exports = js.WebAssembly.Instance.new(_browser_module()).exports
        except self.failures as no:
            raise run_error(no) from no

    def write(self, record: bytes, at: int) -> None:
        self._bytes.new(self._exports.memory.buffer, at, len(record)).assign(record)

    def read(self, begin: int, end: int) -> bytes:
        return bytes(self._bytes.new(self._exports.memory.buffer, begin, end - begin).to_bytes())

    def call(self, name: str, *numbers: int) -> int:
        return int(getattr(self._exports, name)(*numbers))


def unpack_state(record: bytes, rules: RuleSet) -> Any:
    """Return the state in a record of the module's memory."""

    def read(name: str) -> Any:
        offset, length, bits = manifest()["state"]["fields"][name]
        found = array(CODES[bits], record[offset : offset + (length or 1) * bits // 8]).tolist()
        return found if length else found[0]

    return kernel(rules).state_of(read)


def run_error(no: Exception) -> HedgekitError:
    """Return the error for a module that fails, for example for lack of memory."""
    return HedgekitError("error.simulation.wasm_failed", why=str(no).strip().partition("\n")[0][:80])


def new_instance() -> Any:
    """Return a new instance of the module; HedgekitError if there is not enough memory."""
    return (_BrowserInstance if IN_BROWSER else _WasmtimeInstance)()


# ---- playing ---------------------------------------------------------------------------------------------------------


def can_play(rules: RuleSet) -> bool:
    """Return whether the module can play these rules here, as far as is known without loading it."""
    try:
        return (IN_BROWSER or find_spec("wasmtime") is not None) and bool(module()) and covers(rules)
    except HedgekitError:
        return False


class WasmKernel(Engine):
    """The WebAssembly engine of a rule set, thread-safe.  HedgekitError if it is missing, or lacks these rules."""

    def __init__(self, rules: RuleSet) -> None:
        if rules.registry.house:
            raise HedgekitError("error.simulation.house_rule")
        if not covers(rules):
            raise HedgekitError("error.simulation.wasm_foreign", rules=str(rules))
        module()
        self._rules = rules

    def _run(
        self, name: str, columns: int, first: int, count: int, seed: int, mind: Any, limit: int, begins: int, stop: Stop
    ) -> Any:
        engine, rows = new_instance(), bytearray()
        most, at = manifest()["rows"], manifest()["memory"]["rows"]["offset"]
        try:
            for place, record in initial_memory(self._rules, mind or Mind()):
                engine.write(record, place)
            for begun in range(first, first + count, most):
                part = min(most, first + count - begun)
                number = begun - (begun >> 31 << 32)  # unsigned to signed, for wasmtime
                done = sliced(partial(engine.call, name, number, part, seed, limit, begins), part, stop)
                rows.extend(engine.read(at, at + 4 * columns * done))
                if done < part:
                    break
        except engine.failures as no:
            raise run_error(no) from no
        return memoryview(rows).cast("i", (len(rows) // 4 // columns, columns)) if rows else []

    def batch(self, many: int) -> list[Batch]:
        """Return this many games, in parts that fit a module's memory; HedgekitError in a browser."""
        if IN_BROWSER:
            raise HedgekitError("error.simulation.no_wasmtime")
        most = manifest()["together"]
        return [_Batch(self._rules, min(most, many - begun)) for begun in range(0, many, most)]


_module = registry_cache()(WasmKernel)


def engine_of(rules: RuleSet, name: str) -> Engine:
    """Return the engine of this name, the fastest for "auto"; HedgekitError if it is unknown or cannot run."""
    check_engine(name)
    if name == "interpreted" or (name == "auto" and not can_play(rules)):
        return kernel(rules)
    try:
        load()
        return _module(rules)
    except HedgekitError:
        if name == "auto":
            return kernel(rules)
        raise


class _Batch(Batch):
    """Games in the memory of an instance."""

    def __init__(self, rules: RuleSet, many: int) -> None:
        import numpy

        self._rules, self._engine = rules, new_instance()
        places = manifest()["memory"]
        self._at = {name: place["offset"] for name, place in places.items()}
        self._engine.write(pack_record(manifest()["settings"], dict(rules.settings)), self._at["settings"])

        def seen(name: str, kind: Any, columns: int) -> Any:
            at, size = self._at[name], many * columns * numpy.dtype(kind).itemsize
            return numpy.frombuffer(self._engine.shown(at, at + size), kind).reshape(many, columns)

        self.table, self.seen = seen("table", numpy.int32, ROW), seen("seen", numpy.int8, OBSERVATION)

    def do(self, what: int, seed: int = 0, first: int = 0) -> int:
        numbers = (seed >> 32, seed & 0xFFFFFFFF, first & 0xFFFFFFFF)
        try:
            return int(self._engine.call("together", what, len(self.table), *(n - (n >> 31 << 32) for n in numbers)))
        except self._engine.failures as no:
            raise run_error(no) from no

    def field(self, name: str) -> Any:
        import numpy

        each, at = manifest()["state"]["bytes"], self._at["games"]
        offset, length, bits = manifest()["state"]["fields"][name]
        memory = self._engine.shown(at, at + len(self.table) * each)
        shape, steps = (len(self.table), length or 1), (each, bits // 8)
        return numpy.ndarray(shape, CODES[bits], memory, offset, steps).astype(numpy.int64)

    def state(self, k: int) -> Any:
        kind = manifest()["state"]
        at = self._at["games"] + k * kind["bytes"]
        return unpack_state(self._engine.read(at, at + kind["bytes"]), self._rules)
