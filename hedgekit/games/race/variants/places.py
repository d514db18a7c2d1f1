"""Where in an author's code something stands, and the error that says so."""

import inspect
import linecache
import sys
from os.path import basename
from types import CodeType
from typing import Any

from ....text.errors import HedgekitError
from ....text.words import Note

PACKAGE = __file__.rpartition("variants")[0].rstrip("/\\")


class RuleError(HedgekitError):
    """A mistake in a rule from outside.

    number: of the rule, None where there is none yet; file, line: where in its author's code, "" and 0 if unknown.
    """

    def __init__(self, key: str, number: int | None, place: tuple[str, int], /, **values: object) -> None:
        self.number = number
        self.file, self.line = place
        super().__init__(key, rule=Note("rule.named", (("number", number),)), place=told(place), **values)

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it: who asked, and the sentence, without the way through this package."""
        import traceback  # here: importing hedgekit stays quick

        asking = list(traceback.extract_tb(self.__traceback__))
        inside = next((k for k, one in enumerate(asking) if one.filename.startswith(PACKAGE)), len(asking))
        return [*traceback.format_list(asking[max(0, inside - 1) : inside]), f"{type(self).__name__}: {self}"]


def told(place: tuple[str, int]) -> Note:
    """A place in somebody's code, in words: the line, the file, and what stands there."""
    file, line = place
    if not line:
        return Note("rule.somewhere")
    cell = file.startswith("<") or "ipykernel_" in file
    linecache.checkcache(file)
    said = linecache.getline(file, line).strip()[:60]
    values = (("line", line), ("file", basename(file)), ("said", said))
    return Note(f"rule.{'cell' if cell else 'line'}{'' if said else '_bare'}", values)


def caller() -> tuple[str, int]:
    """The file and line outside this package from which it was called."""
    frame: Any = sys._getframe(1)
    while frame is not None and (frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_filename == __file__):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)


def place_of(function: Any) -> tuple[str, int]:
    """Where a function is written."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return (code.co_filename, code.co_firstlineno) if code is not None else caller()


def what(no: BaseException) -> str:
    """What an error says, in one short line."""
    return " ".join(f"{type(no).__name__}: {no}".split())[:160].rstrip(": ")


def frames_of(no: BaseException) -> list[tuple[Any, int]]:
    """Where an error came from: the frames that were running, the innermost last, with their lines."""
    found, at = [], no.__traceback__
    while at is not None:
        found.append((at.tb_frame, at.tb_lineno))
        at = at.tb_next
    return found


def codes_of(code: CodeType) -> set[CodeType]:
    """The code of a function and of those written in it."""
    return {code}.union(*(codes_of(one) for one in code.co_consts if isinstance(one, CodeType)))
