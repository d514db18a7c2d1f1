"""Check the messages that pages send, {"do": action, ...}: the actions there are, and the arguments of each."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import hedgekit

from .say import Words, book, spoken

LOG = logging.getLogger(__name__)


class No(Exception):
    """A message that cannot be followed; its words go to the reader."""

    def __init__(self, words: Words) -> None:
        self.words = words


class Unclear(Exception):
    """A message that means nothing here."""


# ---- kinds -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """What a value must be; `may_lack`: it may be left out."""

    fits: Callable[[Any], bool]
    may_lack: bool = False


def number(low: int = -(2**53), high: int = 2**53) -> Kind:
    """A whole number within bounds."""
    return Kind(lambda value: type(value) is int and low <= value <= high)


def text(limit: int) -> Kind:
    """A text of so many characters at most."""
    return Kind(lambda value: isinstance(value, str) and len(value) <= limit)


def texts(limit: int, many: int = 16) -> Kind:
    """So many texts at most, of so many characters at most."""
    one = text(limit).fits
    return Kind(lambda value: isinstance(value, (list, tuple)) and len(value) <= many and all(map(one, value)))


def rows(*kinds: Kind, most: int, least: int = 0) -> Kind:
    """So many lists, of values of these kinds each."""
    return Kind(
        lambda value: (
            isinstance(value, list)
            and least <= len(value) <= most
            and all(isinstance(one, list) and len(one) == len(kinds) for one in value)
            and all(kind.fits(part) for one in value for kind, part in zip(kinds, one, strict=True))
        )
    )


def one_of(known: Sequence[str]) -> Kind:
    """One of these words."""
    return Kind(lambda value: isinstance(value, str) and value in known)


FLAG = Kind(lambda value: isinstance(value, bool))
ANY = Kind(lambda _value: True)
"""For a value that the action checks itself."""


def maybe(kind: Kind) -> Kind:
    """The same, or nothing."""
    return replace(kind, may_lack=True)


# ---- actions ---------------------------------------------------------------------------------------------------------


class Action:
    """The function that follows a message, and the kinds of its arguments: `Action(Table.go, ply=number())`."""

    def __init__(self, follow: Callable[..., Any], /, **carries: Kind) -> None:
        self.follow, self.carries = follow, carries


Actions = Mapping[str, Action]


def read(message: object, actions: Actions) -> tuple[Action, dict[str, Any]]:
    """Return the action that a message asks for and its arguments; None counts as left out.

    Unclear if there is no such action, or the message carries something else.
    """
    do = message.get("do") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(do, str) or do not in actions:
        raise Unclear
    carried = {key: message[key] for key in actions[do].carries if message.get(key) is not None}
    for key, kind in actions[do].carries.items():
        if not (kind.fits(carried[key]) if key in carried else kind.may_lack):
            raise Unclear
    return actions[do], carried


def followed(doer: object, message: object, actions: Actions) -> Any:
    """Do what a message asks for and return the result.  Unclear like `read`."""
    action, carried = read(message, actions)
    return action.follow(doer, **carried)


def serial(message: object) -> int:
    """The number of a message, which its answer carries; 0 if it has none."""
    found = message.get("n") if isinstance(message, Mapping) else None
    return found if type(found) is int and 0 <= found < 2**53 else 0


def attempt(follow: Callable[[], object], unclear: Words, failed: Words) -> Words | None:
    """Call a function; return the sentence for the reader if it fails, whatever the reason."""
    try:
        follow()
    except No as no:
        return no.words
    except Unclear:
        return unclear
    except hedgekit.HedgekitError as error:
        return spoken(error.text)
    except MemoryError:
        return book("static.memory")
    except Exception:
        LOG.exception("a message could not be followed")
        return failed
    return None
