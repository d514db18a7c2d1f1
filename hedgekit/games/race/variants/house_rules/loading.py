"""Read and run files and modules that declare house rules, and report their errors."""

from os import PathLike
from types import ModuleType
from typing import TYPE_CHECKING

from .....text.errors import HedgekitError
from .blame import PACKAGE, RuleError, frames_of, summary
from .limit import Endless, TimeLimit
from .rule import Source

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 1_000_000  # bytes of a file of rules


def path_of(name: object) -> "Path":
    """Return a name as a path."""
    from pathlib import Path  # here: a game begins quickly

    return Path(str(name)).expanduser()


def source_of(name: str | PathLike[str]) -> Source:
    """Return the source with this name: a file, an importable module, or the text itself if it has several lines.

    RuleError if there is none.
    """
    named = str(name)
    if "\n" in named:
        return Source("", named)
    path = path_of(name)
    try:
        if path.suffix == ".py" or path.is_file():
            return Source(str(path.resolve()), path.read_bytes()[:LONGEST].decode("utf-8", "replace"))
        from importlib.util import find_spec  # here: importing hedgekit stays quick

        found = find_spec(named) if named.replace(".", "").isidentifier() else None
        if found is not None and found.origin is not None:
            return Source(named, path_of(found.origin).read_text("utf-8"))
    except (ImportError, OSError, ValueError) as error:
        raise RuleError("error.rule.no_file", None, ("", 0), name=named[:80]) from error
    raise RuleError("error.rule.no_file", None, ("", 0), name=named[:80])


def run(source: Source) -> None:
    """Run a source that declares rules; RuleError with its line if it fails."""
    file, package = source.name or "<rule>", ""
    if source.name and not file.endswith(".py") and not path_of(file).is_absolute():
        from importlib.util import find_spec

        if (found := find_spec(file)) is not None and found.origin is not None:
            file, package = found.origin, found.parent or ""
    try:
        code = compile(source.text, file, "exec", dont_inherit=True)
        module = ModuleType("hedgekit_rules_" + "".join(c if c.isalnum() else "_" for c in path_of(file).stem))
        module.__dict__.update(__file__=file, __package__=package)
        limit = TimeLimit({code}, loading=True)
        exec(code, module.__dict__)  # noqa: S102  loading a rule means running its author's code
        del limit
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _loading_error(file, error) from error


def _loading_error(file: str, error: BaseException) -> Exception:
    """Return the exception to raise for an error while a source is loaded."""
    if isinstance(error, HedgekitError):
        return error
    name, why = path_of(file).name[:80], summary(error)
    if isinstance(error, SyntaxError):
        place = (error.filename or file, error.lineno or 1)
        return RuleError("error.rule.syntax", None, place, name=name, why=error.msg)
    places = [(frame.f_code.co_filename, line) for frame, line in frames_of(error)]
    frames = [place for place in places if not place[0].startswith((PACKAGE, "<frozen"))]
    own = [place for place in frames if place[0] == file]
    key = "error.rule.load_endless" if isinstance(error, Endless) else "error.rule.load"
    return RuleError(key, None, (own or frames or [("", 0)])[-1], name=name, why=why)
