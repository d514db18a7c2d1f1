"""Build the engine as WebAssembly: `make engine`, or `python docs/make_engine.py [--check]`.

numba compiles the composed functions (engine/compiled.py) of all variants, with guards, to LLVM code, which is compiled
for wasm32 and linked; the module imports nothing and uses only its own memory.  The loops of whole games (BASE) are
compiled a second time, without guards, for the base game.  A manifest describes the module for callers in any language:

    entries     exported functions with parameters and result (all 32 bits)
    memory      offset and size of the settings, the states, the mind and the rows
    settings, state, mind
                the fields of each record: offset, length (0: a single number, not a list) and bits per number; games
                are played in the second state; all states share the settings; all else is 0 when a game begins
    rows        most rows of a call; together: most games in lockstep
    columns     of a row filled by an entry, 32 bits each
    variants    those whose answers are included
    sources     hashes of the rules' source files; if they differ, the module is stale
    functions   a hash of the compiled functions; while it is the same, no rebuild is needed
    made        versions of the tools; the same versions make the same bytes

Needs the extra `engine`: numba, and the linker of ziglang.
"""

import argparse
import ast
import gzip
import hashlib
import importlib.metadata
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

if __name__ == "__main__" and os.environ.get("PYTHONHASHSEED") != "0":  # for reproducible bytes
    with tempfile.TemporaryDirectory() as cache:
        variables = {**os.environ, "PYTHONHASHSEED": "0", "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=variables, check=False).returncode)

import hedgekit
from hedgekit.games import race
from hedgekit.games.race.engine.batch import OBSERVATION, ROW
from hedgekit.games.race.engine.board import COLOURS
from hedgekit.games.race.engine.choice.memory import MIND, MIND_BITS, SCRATCH, TABLE
from hedgekit.games.race.engine.composing import QUESTIONS, VariantsAnswering, referenced_names
from hedgekit.games.race.engine.matches import COLUMNS, MEASURES
from hedgekit.games.race.engine.state import STATE_FIELDS
from hedgekit.games.race.rulesets import wasm

PACKAGE = Path(race.__file__).parent
MODULE, MANIFEST = PACKAGE / "rulesets" / "engine.wasm", PACKAGE / "rulesets" / "engine.json"
COMPILER = [Path(__file__).parent / "engine" / name for name in ("compiled.py", "records.py")]
RESULTS = {  # -1: an error
    "matches": "rows done",
    "playouts": "rows done",
    "weigh": "moves, 0 if not done",
    "together": "engine/batch.py",
}
ROWS = 8192  # most rows of a call: a large task of a simulation
TOGETHER = 64  # most games in lockstep
STACK = 1 << 18
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
GAMES = ("first", "count", "seed", "limit", "begins", "turns", "done")
PARAMETERS = {
    "matches": GAMES,
    "playouts": GAMES,
    "weigh": ("playouts",),
    "together": ("command", "count", "upper", "seed", "first"),
}
BASE = ("matches", "playouts")
APART = "6search6chooseB"  # symbol of `choose`, which the copies of BASE share with the others
MEMORY = {**dict.fromkeys(PARAMETERS, ("rows", "block", "mind")), "together": ("table", "block", "seen", "games")}


def entries(ask, state, mind, wanted=tuple(PARAMETERS)):
    """Compile the functions of `PARAMETERS`: name -> symbol and LLVM code.  Their MEMORY is placed by the linker."""
    from engine.compiled import OPTIONS
    from engine.records import record_opener, separate_record_opener
    from numba import carray, njit, types

    matching, playing, weighing, doing = ask.matches, ask.playouts, ask.weigh, ask.all_games
    opened_states, opened_mind, opened_games = (
        record_opener(state, True),
        record_opener(mind, False),
        separate_record_opener(state),
    )

    def matches(rows, states, minds, first, count, seed, limit, begins, turns, done):
        table, work, mind = carray(rows, (count, COLUMNS)), opened_states(states), opened_mind(minds)
        return matching(first, table, seed, work, mind, limit, begins, turns, done)

    def playouts(rows, states, minds, first, count, seed, limit, begins, turns, done):
        table, work, mind = carray(rows, (count, 2)), opened_states(states), opened_mind(minds)
        return playing(first, table, seed, work, mind, limit, begins, turns, done)

    def weigh(rows, states, minds, playouts):
        work = opened_states(states)
        return weighing(work[1], work, opened_mind(minds), playouts)

    def together(table, block, seen, games, command, count, upper, seed, first):
        rows, sights = carray(table, (count, ROW)), carray(seen, (count, OBSERVATION))
        return doing(command, opened_games(block, games), rows, sights, upper << 32 | seed, first)

    numbers = {"rows": types.int32, "table": types.int32, "seen": types.int8}
    found = {}
    for function in (matches, playouts, weigh, together):
        if function.__name__ not in wanted:
            continue
        pointers = [types.CPointer(numbers.get(part, types.uint8)) for part in MEMORY[function.__name__]]
        made = njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
        made.compile(types.int64(*pointers, *[types.int64] * len(PARAMETERS[function.__name__])))
        compiled = made.overloads[made.signatures[0]]
        found[function.__name__] = compiled.fndesc.llvm_func_name, str(compiled.library._final_module)
    return found


def for_wasm(text):
    """Return the LLVM code of a module without the parts that need Python, retargeted to wasm32."""
    kept, skipping = [], False
    for line in text.splitlines():
        if line.startswith("define") and re.search(r"@_ZN7cpython|@cfunc\.|@NRT_incref|@NRT_decref", line):
            skipping = True
        unwanted = line.startswith("target ") or re.match(r"declare.*(Py|numba_|x86)", line)
        if not skipping and not unwanted:
            kept.append(line)
        if line == "}":
            skipping = False
    text = re.sub(r'"(target-cpu|target-features|probe-stack)"="[^"]*"', "", "\n".join(kept))
    text = re.sub(r" = common (local_unnamed_addr )?global", " = internal global", text)
    text += "\ndefine linkonce_odr void @NRT_incref(ptr %p) { ret void }"  # arrays are never owned
    text += "\ndefine linkonce_odr void @NRT_decref(ptr %p) { ret void }\n"
    return f'target datalayout = "{LAYOUT}"\ntarget triple = "wasm32-unknown-unknown"\n{text}'


def export_wrapper(name, symbol, base, variants):
    """Return the LLVM code of an exported function: 32-bit numbers, the module's memory, -1 on an error.

    base: the symbol for games without variants; variants: the offset of their bits in the settings.
    """
    parameters = PARAMETERS[name]
    given = ", ".join(f"i32 %{parameter}" for parameter in parameters)
    widened = "\n".join(f"  %{parameter}.wide = zext i32 %{parameter} to i64" for parameter in parameters)
    wide = ", ".join(f"i64 %{parameter}.wide" for parameter in parameters)
    memory = ", ".join(f"ptr @{part}" for part in MEMORY[name])
    kinds = ", ".join(["ptr"] * len(MEMORY[name]) + ["i64"] * len(parameters))
    declared = "\n".join(f'declare i32 @"{one}"(ptr, ptr, {kinds})' for one in sorted({symbol, base}))
    return f"""
{declared}
define i32 @{name}({given}) {{
  %result = alloca i64
  %error = alloca ptr
{widened}
  %place = getelementptr i8, ptr @block, i32 {variants}
  %variants = load i64, ptr %place
  %varied = icmp ne i64 %variants, 0
  br i1 %varied, label %all, label %base
all:
  %status.all = call i32 @"{symbol}"(ptr %result, ptr %error, {memory}, {wide})
  br label %end
base:
  %status.base = call i32 @"{base}"(ptr %result, ptr %error, {memory}, {wide})
  br label %end
end:
  %status = phi i32 [%status.all, %all], [%status.base, %base]
  %wide = load i64, ptr %result
  %reached = trunc i64 %wide to i32
  %good = icmp eq i32 %status, 0
  %answer = select i1 %good, i32 %reached, i32 -1
  ret i32 %answer
}}
"""


def without(text, pattern):
    """Turn definitions of functions whose names match into declarations; return the code and those names."""
    names = set(re.findall(rf"^define [^@]*@([^(]*{pattern}[^(]*)\(", text, re.MULTILINE))
    for name in map(re.escape, names):
        text = re.sub(rf"^define [^@]*(@{name}\(.*\)).* {{\n(?:.*\n)*?}}$", r"declare i32 \1", text, flags=re.MULTILINE)
    return text, {name.strip('"') for name in names}


def compile_object(texts, seen):
    """Compile LLVM code into a wasm32 object whose functions are internal, except those in `seen`."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole = llvm.parse_assembly(for_wasm(""))
    for text in texts:
        whole.link_in(llvm.parse_assembly(for_wasm(text)))
    whole.verify()
    for function in whole.functions:
        if not function.is_declaration and function.name not in seen:
            function.linkage = "internal"
    machine = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine(
        cpu="generic", features=FEATURES, opt=3, codemodel="default", reloc="static"
    )
    tuning = llvm.create_pipeline_tuning_options(3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    llvm.create_pass_builder(machine, tuning).getModulePassManager().run(
        whole, llvm.create_pass_builder(machine, tuning)
    )
    return machine.emit_object(whole)


def objects(found, base, sizes, variants):
    """Yield the objects of these entries (name -> symbol, code) with their memory, and of those for the base game."""
    memory = "\n".join(f"@{name} = global [{size} x i8] zeroinitializer, align 64" for name, size in sizes.items())
    wrappers = "".join(
        export_wrapper(name, one, base.get(name, (one,))[0], variants) for name, (one, _) in found.items()
    )
    texts, names = zip(*(without(text, APART) for _, text in base.values()), strict=True)
    yield compile_object([memory + "\n" + wrappers, *(text for _, text in found.values())], set(found).union(*names))
    yield compile_object(texts, {symbol for symbol, _ in base.values()})


def module():
    """Return the module's bytes and its manifest."""
    from engine import compiled

    sample = compiled.States(hedgekit.rules("0"), universal=True)
    ask = compiled.compile_answers(sample.variants, True)
    state, mind = sample.record, compiled.MEMORY
    sizes = {"block": sample.size, "mind": mind.size, "rows": ROWS * COLUMNS * 4}
    sizes |= {"games": TOGETHER * state.size, "table": TOGETHER * ROW * 4, "seen": TOGETHER * OBSERVATION}
    with tempfile.TemporaryDirectory() as folder:
        made, parts = Path(folder, "engine.wasm"), [Path(folder, "all.o"), Path(folder, "base.o")]
        found = entries(ask, state, mind)
        base = compiled.compile_answers(frozenset(), False)
        base.choose = ask.choose
        copies = entries(base, state, mind, BASE)
        for part, code in zip(parts, objects(found, copies, sizes, state.place("variants")[0]), strict=True):
            part.write_bytes(code)
        flags = ["--no-entry", "--strip-all", "--gc-sections", "--stack-first", "-z", f"stack-size={STACK}", "-O2"]
        exports = [f"--export={name}" for name in (*PARAMETERS, *sizes)]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *flags, *exports, "-o", str(made), *map(str, parts)], check=True)
        code = made.read_bytes()
    return code, manifest(code, sizes, state, mind, sample.variants)


def manifest(code, sizes, state, mind, variants):
    """Return the description of the module for its callers."""
    import wasmtime

    store = wasmtime.Store()
    instance = wasmtime.Instance(store, wasmtime.Module(store.engine, code), []).exports(store)

    def laid_out(record, part):
        places = {name: record.place(name) for name in part.names if name not in TABLE}
        fields = {name: [offset, length, bits] for name, (offset, bits, length) in places.items()}
        ends = [offset for name in part.names if name in TABLE for offset, *_ in (record.place(name),)]
        return {"bytes": min([part.itemsize, *ends]), "fields": fields}  # endgame tables are private

    memory = {name: {"offset": instance[name].value(store), "bytes": size} for name, size in sizes.items()}
    memory["mind"]["bytes"] = laid_out(mind, mind.layout)["bytes"]
    block, (_, end) = memory.pop("block")["offset"], state.shared
    memory["settings"] = {"offset": block, "bytes": state.fixed.itemsize}
    memory["states"] = {"offset": block + end, "bytes": SCRATCH * state.size}
    seats = [f"{what} {seat}" for what in ("home", "points") for seat in range(COLOURS)]
    return {
        "module": hashlib.sha256(code).hexdigest(),
        "entries": {name: {"parameters": given, "result": RESULTS[name]} for name, given in PARAMETERS.items()},
        "memory": memory,
        "rows": ROWS,
        "together": TOGETHER,
        "columns": {"matches": [*MEASURES, *seats], "playouts": ["turns", "won"]},
        "settings": laid_out(state, state.fixed),
        "state": laid_out(state, state.layout),
        "mind": laid_out(mind, mind.layout),
        "variants": sorted(variants),
    }


# ---- sources and hashes ----------------------------------------------------------------------------------------------


def sources():
    """Return the hashes of the source files with answers, and of those they depend on, by name."""
    modules = {factory.__module__ for asked in QUESTIONS.values() for factory in asked.answers.values()}
    modules |= {f"{race.__name__}.engine.{name}" for name in ("board", "composing", "choice.memory", "state")}
    files = {Path(sys.modules[name].__file__) for name in modules}
    return {file.relative_to(PACKAGE).as_posix(): wasm.digest(file.read_bytes()) for file in sorted(files)}


def functions():
    """Return a hash of everything compiled and of the compiler, without comments, docstrings and uncompiled code."""
    parts = [
        versions(),
        list(STATE_FIELDS.items()),
        MIND,
        TABLE,
        MIND_BITS,
        COLUMNS,
        ROWS,
        TOGETHER,
        STACK,
        LAYOUT,
        FEATURES,
    ]
    parts += [bare(file.read_text("utf-8")) for file in (Path(__file__), *COMPILER)]
    seen = set()

    def add(function):
        function = inspect.unwrap(function)  # a plain answer itself, not its factory
        if function in seen:
            return
        seen.add(function)
        parts.append((function.__qualname__, bare(textwrap.dedent(inspect.getsource(function)), decorated=False)))
        for name in sorted(referenced_names(function.__code__)):
            value = function.__globals__.get(name)
            if inspect.isfunction(value) and value.__module__.startswith("hedgekit"):
                add(value)
            elif isinstance(value, (int, tuple, VariantsAnswering)):
                parts.append((name, value.names if isinstance(value, VariantsAnswering) else value))

    for name, asked in sorted(QUESTIONS.items()):
        for number, factory in sorted(asked.answers.items()):
            if asked.kind in ("question", "part"):
                parts.append((name, number))
                add(factory)
            elif asked.kind == "setting" and not number:
                parts.append(name)  # a field of the state
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def bare(text, decorated=True):
    """Return the syntax tree of Python code without comments, docstrings and imports, as text.

    decorated: with decorators; an answer's clause and sentences are not compiled.
    """
    tree = ast.parse(text)
    if not decorated:
        tree.body[0].decorator_list = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        if isinstance(node, (ast.FunctionDef, ast.Module)):
            node.body = [part for part in node.body if not isinstance(part, (ast.Import, ast.ImportFrom))]
    return ast.dump(tree)


def versions():
    """Return the versions of the tools; others may make other bytes."""
    return {name: importlib.metadata.version(name) for name in ("numba", "llvmlite", "ziglang")}


# ---- the command -----------------------------------------------------------------------------------------------------


def manifest_text(data):
    """Return the manifest as JSON, one line per key and per source file, so that changes can be merged."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(known)}" for name, known in data["sources"].items())
    rest = "".join(f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in data.items() if key != "sources")
    return f'{{\n{rest}"sources": {{\n{lines}\n}}\n}}\n'


def main():
    """Build the module, unless its functions are unchanged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fresh", action="store_true", help="build the module even if its functions are unchanged")
    parser.add_argument("--check", action="store_true", help="build it, write nothing, and fail if its bytes differ")
    given = parser.parse_args()
    try:
        known = json.loads(MANIFEST.read_text("utf-8"))
    except (OSError, ValueError):
        known = {}
    made_of = {"functions": functions(), "made": versions(), "sources": sources()}  # as of now: the build takes minutes
    kept = not (given.fresh or given.check) and known.get("functions") == made_of["functions"] and MODULE.exists()
    if kept:
        print("The functions are the same: only the hashes of the sources are updated.")
        code, data = MODULE.read_bytes(), known
    else:
        print("Compiling the engine for all variants, which takes minutes ...", flush=True)
        code, data = module()
    if given.check:
        same = code == MODULE.read_bytes()
        print("The same bytes." if same else "The bytes differ.")
        sys.exit(not same)
    data |= made_of
    MODULE.write_bytes(code)
    MANIFEST.write_text(manifest_text(data), "utf-8")
    print(f"{MODULE.name}: {len(code)} bytes, {len(gzip.compress(code))} packed.")


if __name__ == "__main__":
    main()
