"""What hedgekit says when it says no: typed errors whose sentence exists in every language."""

from typing import Any

from .words import Brought, sentence


def _again(kind: type["HedgekitError"], said: tuple[object, ...], known: dict[str, Any]) -> "HedgekitError":
    """An error as it was in another process."""
    error = kind.__new__(kind, *said)
    error.args = said
    error.__dict__.update(known)
    return error


class HedgekitError(ValueError):
    """Any refusal of input.  `key` names the sentence in the message tables, `values` fill it.

    brought: the sentences of house rules, where it may be one of theirs.
    """

    brought: Brought | None = None

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(sentence(key, "en", values, self.brought))

    def __reduce__(self) -> Any:
        return _again, (type(self), self.args, self.__dict__)

    def text(self, language: str = "en") -> str:
        """The sentence in a language ("en", "fr"); LookupError for an unknown one."""
        return sentence(self.key, language, self.values, self.brought)


class NotationError(HedgekitError):
    """A text that cannot be read.

    `source` is the text, `place` the offset in it where reading stopped (None: the whole).
    """

    def __init__(self, key: str, source: str = "", place: int | None = None, /, **values: object) -> None:
        self.source = source
        self.place = place
        super().__init__(key, **values)

    def text(self, language: str = "en") -> str:
        """The sentence in a language, with the place where reading stopped."""
        said = super().text(language)
        if self.place is None:
            return said
        return said + " " + sentence("error.place", language, {"place": self.place + 1})

    def __str__(self) -> str:
        return self.text("en")


class Clash(HedgekitError):
    """Variants that exclude each other.  `pairs` holds the numbers of each clashing pair."""

    def __init__(self, key: str, pairs: tuple[tuple[int, int], ...], /, **values: object) -> None:
        self.pairs = pairs
        super().__init__(key, **values)
