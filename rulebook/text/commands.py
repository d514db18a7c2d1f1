"""The sentences and errors of the command `rulebook`, from `commands.toml`, without typesetting."""

from collections.abc import Callable

from . import words


def sentences_in(language: str) -> Callable[..., str]:
    """Return a function that fills in the sentences of a language, or English if the book does not have it."""
    table = words.table("commands", language if language in words.LANGUAGES else words.SOURCE)
    return lambda key, /, **values: table[key].format(**values)


class Trouble(ValueError):
    """An error that the user of a command can correct.  `key` names the sentence, `values` fill it in."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(self.text())

    def text(self, language: str = words.SOURCE) -> str:
        """Return the sentence in a language."""
        return sentences_in(language)(f"error.{self.key}", **self.values)
