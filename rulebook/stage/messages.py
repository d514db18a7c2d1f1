"""Checks the messages of a page: the actions there are, and the arguments of each.  A message is {"do": name, ...}."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import hedgekit

from .localized import Localized, book_text, engine_text

LOG = logging.getLogger(__name__)


class UserError(Exception):
    """A message that cannot be carried out; `words` tell the reader why."""

    def __init__(self, words: Localized) -> None:
        self.words = words


class InvalidMessage(Exception):
    """A message with an unknown action or invalid arguments."""


# ---- checks of arguments ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """The check of an argument; an optional argument may be missing."""

    accepts: Callable[[Any], bool]
    is_optional: bool = False


def number(low: int = -(2**53), high: int = 2**53) -> Check:
    """Accept a whole number within bounds."""
    return Check(lambda value: type(value) is int and low <= value <= high)


def text(limit: int) -> Check:
    """Accept a text of at most `limit` characters."""
    return Check(lambda value: isinstance(value, str) and len(value) <= limit)


def texts(limit: int, many: int = 16) -> Check:
    """Accept a list of at most `many` texts of at most `limit` characters."""
    accepts = text(limit).accepts
    return Check(lambda value: isinstance(value, (list, tuple)) and len(value) <= many and all(map(accepts, value)))


def rows(*columns: Check, most: int, least: int = 0) -> Check:
    """Accept a list of `least` to `most` rows, with a value for each column."""
    return Check(
        lambda value: (
            isinstance(value, list)
            and least <= len(value) <= most
            and all(isinstance(row, list) and len(row) == len(columns) for row in value)
            and all(column.accepts(cell) for row in value for column, cell in zip(columns, row, strict=True))
        )
    )


def one_of(known: Sequence[str]) -> Check:
    """Accept one of these texts."""
    return Check(lambda value: isinstance(value, str) and value in known)


FLAG = Check(lambda value: isinstance(value, bool))
ANY = Check(lambda _value: True)
"""Accepts anything: the action checks it."""


def optional(check: Check) -> Check:
    """Return the check of an argument that may be missing."""
    return replace(check, is_optional=True)


# ---- actions --------------------------------------------------------------------------------------------------------


class Action:
    """The function that carries out an action, and its parameters: `Action(Table.go, ply=number())`."""

    def __init__(self, run: Callable[..., Any], /, **parameters: Check) -> None:
        self.run, self.parameters = run, parameters


Actions = Mapping[str, Action]


def parse(message: object, actions: Actions) -> tuple[Action, dict[str, Any]]:
    """Return the action of a message and its arguments; None counts as missing.

    InvalidMessage for an unknown action or invalid arguments.
    """
    do = message.get("do") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(do, str) or do not in actions:
        raise InvalidMessage
    arguments = {key: message[key] for key in actions[do].parameters if message.get(key) is not None}
    for key, check in actions[do].parameters.items():
        if not (check.accepts(arguments[key]) if key in arguments else check.is_optional):
            raise InvalidMessage
    return actions[do], arguments


def dispatch(target: object, message: object, actions: Actions) -> Any:
    """Run the action of a message on an object and return the result.  InvalidMessage like `parse`."""
    action, arguments = parse(message, actions)
    return action.run(target, **arguments)


def sequence_number(message: object) -> int:
    """Return the sequence number of a message, which its answer repeats; 0 if it has none."""
    found = message.get("n") if isinstance(message, Mapping) else None
    return found if type(found) is int and 0 <= found < 2**53 else 0


def error_of(act: Callable[[], object], invalid: Localized, failed: Localized) -> Localized | None:
    """Call a function; return the sentence for the reader if it fails, whatever the reason."""
    try:
        act()
    except UserError as error:
        return error.words
    except InvalidMessage:
        return invalid
    except hedgekit.HedgekitError as error:
        return engine_text(error.text)
    except MemoryError:
        return book_text("static.memory")
    except Exception:
        LOG.exception("a message could not be carried out")
        return failed
    return None
