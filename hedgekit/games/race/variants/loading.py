"""Rules from outside, loaded: from a file, a module, or an installed package that names them as an entry point."""

import sys
from collections.abc import Iterable
from os import PathLike
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from ....text.errors import HedgekitError
from . import outside
from .changing import changed
from .declaring import VARIANTS
from .outside import LOADING, OUTSIDE, Source
from .places import PACKAGE, RuleError, frames_of, what
from .watching import Endless, watch

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "hedgekit.variants"
"""The entry points by which an installed package names modules that declare rules."""
LONGEST = 1_000_000  # bytes of a file of rules
_looked = False


def _path(name: object) -> "Path":
    from pathlib import Path  # here: a game begins quickly

    return Path(str(name)).expanduser()


def load(name: str | PathLike[str]) -> tuple[int, ...]:
    """Load the rules of a file, or of a module that can be imported; their numbers.

    Loaded again they are replaced.  RuleError, and nothing is changed, if the file cannot be read, fails, or declares
    no rule.
    """
    named, path = str(name), _path(name)
    if path.suffix == ".py" or path.is_file():
        try:
            data = path.read_bytes()[: LONGEST + 1]
        except (OSError, ValueError) as no:
            raise RuleError("error.rule.no_file", None, ("", 0), name=named[:80]) from no
        return _loaded(Source(str(path.resolve()), data.decode("utf-8", "replace")), data[:LONGEST])
    return _loaded(Source(named, _text_of(named)), None)


def _text_of(module: str) -> str:
    """The text of a module that can be imported."""
    from importlib.util import find_spec

    try:
        found = find_spec(module) if module.replace(".", "").isidentifier() else None
        return _path(found.origin).read_text("utf-8") if found else _none(module)
    except (ImportError, OSError, ValueError) as no:
        raise RuleError("error.rule.no_file", None, ("", 0), name=module[:80]) from no


def _none(name: str) -> str:
    raise RuleError("error.rule.no_file", None, ("", 0), name=name[:80])


def _loaded(source: Source, data: bytes | None) -> tuple[int, ...]:
    """Run what declares rules, a file by its text or else a module, in the place of what it declared before."""
    with outside.together(), outside.loading(source):
        before = {number for number, rule in OUTSIDE.items() if rule.source.name == source.name}
        for number in before:
            outside.withdraw(number)
        there = set(VARIANTS)
        try:
            _run(source, data)
        except KeyboardInterrupt:
            raise
        except BaseException as no:
            raise _told(source, no) from no
        for number in sorted(set(VARIANTS) - there - set(OUTSIDE)):
            outside.adopt(number, source)
        numbers = tuple(sorted(n for n, rule in OUTSIDE.items() if rule.source == source))
        if not numbers:
            raise RuleError("error.rule.none", None, ("", 0), name=_short(source))
    changed()
    return numbers


def _run(source: Source, data: bytes | None) -> None:
    if data is None:
        import importlib

        known = sys.modules.get(source.name)
        importlib.reload(known) if known else importlib.import_module(source.name)
        return
    code = compile(data, source.name, "exec", dont_inherit=True)
    module = ModuleType("hedgekit_rules_" + "".join(c if c.isalnum() else "_" for c in _path(source.name).stem))
    module.__file__ = source.name
    _watched(code, module.__dict__)


def _watched(code: CodeType, names: dict[str, Any]) -> None:
    LOADING.add(code)
    watch()
    try:
        exec(code, names)  # noqa: S102  the rule is its author's code, and whoever loads it asks for it
    finally:
        LOADING.discard(code)


def _told(source: Source, no: BaseException) -> Exception:
    """What to raise where what is loaded fails."""
    if isinstance(no, HedgekitError):
        return no
    name, why = _short(source), what(no)
    if isinstance(no, SyntaxError):
        return RuleError("error.rule.syntax", None, (no.filename or source.name, no.lineno or 1), name=name, why=no.msg)
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in frames_of(no)
        if not frame.f_code.co_filename.startswith((PACKAGE, "<frozen"))
    ]
    own = [place for place in frames if place[0] == source.name]
    key = "error.rule.load_endless" if isinstance(no, Endless) else "error.rule.load"
    return RuleError(key, None, (own or frames or [("", 0)])[-1], name=name, why=why)


def _short(source: Source) -> str:
    return _path(source.name).name[:80]


def unload(*names: int | str | PathLike[str]) -> None:
    """Take rules away, by their numbers or by what they were loaded as; all of them without a name.

    HedgekitError, and nothing is changed, if one is none that is there.  Games that are running go on by the rules they
    began with.
    """
    numbers = set() if names else set(OUTSIDE)
    for name in names:
        found = {n for n, rule in OUTSIDE.items() if n == name or (rule.source.name and _is(rule.source, name))}
        if not found:
            raise RuleError("error.rule.unloaded", None, ("", 0), name=str(name)[:80], rules=tuple(map(str, OUTSIDE)))
        numbers |= found
    for number in numbers:
        outside.withdraw(number)


def _is(source: Source, name: object) -> bool:
    return isinstance(name, (str, PathLike)) and source.name in (str(name), str(_path(name).resolve()))


def installed() -> tuple[int, ...]:
    """Load the rules that installed packages bring (entry points `hedgekit.variants`), once; their numbers."""
    global _looked
    if not _looked:
        _looked = True
        from importlib.metadata import entry_points  # here: importing hedgekit stays quick

        for point in entry_points(group=GROUP):
            load(point.module)
    points = {rule.number for rule in OUTSIDE.values() if rule.source.name in sys.modules}
    return tuple(sorted(points))


def is_there(number: int) -> bool:
    """Is there such a variant, if need be in an installed package?"""
    if number not in VARIANTS and number <= outside.BITS and not _looked:
        installed()
    return number in VARIANTS


# ---- in another process ----------------------------------------------------------------------------------------------


def packed(variants: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """What another process needs to play these variants: name and text of what those from outside were loaded from.

    A rule of a cell has neither; its number takes the place of the text.
    """
    found = {(rule.source.name, rule.source.text or str(rule.number)) for rule in outside.rules_of(variants)}
    return tuple(sorted(found))


def unpacked(sources: Iterable[tuple[str, str]]) -> None:
    """Load in this process what `packed` has named, unless it is there in the same text; RuleError for a cell's."""
    there = {rule.source for rule in OUTSIDE.values()}
    for name, text in sources:
        if not name and int(text) not in OUTSIDE:
            raise RuleError("error.rule.away", int(text), ("", 0))
        if name and Source(name, text) not in there:
            _loaded(Source(name, text), text.encode())
