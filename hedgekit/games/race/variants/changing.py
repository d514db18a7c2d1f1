"""What is remembered of the rules, and forgotten when somebody declares one, changes one or takes one away."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

_FORGET: list[Callable[[], object]] = []
Function = TypeVar("Function", bound=Callable[..., Any])


def when_rules_change(forget: Callable[[], object]) -> None:
    """Have this called whenever the rules that there are change."""
    _FORGET.append(forget)


def remembered(function: Function) -> Function:
    """`functools.cache`, emptied whenever the rules that there are change."""
    made: Any = cache(function)
    when_rules_change(made.cache_clear)
    return made  # type: ignore[no-any-return]


def changed() -> None:
    """The rules have changed."""
    for forget in _FORGET:
        forget()
