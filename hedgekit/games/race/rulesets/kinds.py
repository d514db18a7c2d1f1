"""Of what kind an answer is: what a rule from outside answers in play is held against what the base game answers.

Only where a rule is tried (`extend.check`): looking at every answer would make play slow.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial, wraps
from typing import Any

from ..engine.composing import Answers
from ..variants.outside import OUTSIDE
from ..variants.places import RuleError, place_of
from .guarding import Guarded

Kinds = dict[str, dict[str, Any]]
"""Question -> kind of what was answered to it -> such an answer."""


class Trial(Guarded):
    """The answers of variants, some from outside: a RuleError for an answer of theirs of a kind that there is not."""

    def __init__(self, variants: Iterable[int]) -> None:
        found = {name: dict(kinds) for name, kinds in _usual().items()}
        super().__init__(variants, partial(_watched, found))


@cache
def _usual() -> Kinds:
    """What the base game answers, as far as a short game asks."""
    from .combining import rules
    from .kernel import Kernel

    found: Kinds = {}
    made = rules("0 players=2")
    Kernel(made, Answers(made.variants, watch=partial(_watched, found))).playouts(0, 1, 1, limit=50)
    return found


def _watched(found: Kinds, name: str, number: int, made: Any, before: Any) -> Any:
    """An answer that notes of what kind it is, or, from outside, is held against what was noted."""
    return (_held if number in OUTSIDE else _noted)(found.setdefault(name, {}), name, number, made)


def _noted(kinds: dict[str, Any], name: str, number: int, made: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(made)
    def asked(*args: Any) -> Any:
        said = made(*args)
        kinds.setdefault(_kind(said), said)
        return said

    return asked


def _held(kinds: dict[str, Any], name: str, number: int, made: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(made)
    def asked(*args: Any) -> Any:
        said = made(*args)
        if kinds.keys() - {"None"} and _kind(said) not in kinds:
            like = next(value for kind, value in kinds.items() if kind != "None")
            given = {"given": repr(said)[:40], "like": repr(like)[:40]}
            raise RuleError("error.rule.value", number, place_of(made), name=name, **given)
        return said

    return asked


def _kind(said: Any) -> str:
    """A number, which yes and no are too, nothing, or what Python calls it."""
    return "number" if isinstance(said, int) else "None" if said is None else type(said).__name__
