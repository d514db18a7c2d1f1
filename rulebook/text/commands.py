"""What the command `rulebook` says, as a terminal shows it: `commands.toml`, not typeset."""

from collections.abc import Callable

from . import words


def said(language: str) -> Callable[..., str]:
    """The sentences of a language by key, with what fills them; English where the book has no such language."""
    table = words.table("commands", language if language in words.LANGUAGES else words.SOURCE)
    return lambda key, /, **values: table[key].format(**values)


class Trouble(ValueError):
    """Something that whoever gave the command can mend.  `key` names the sentence, `values` fill it."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(self.text())

    def text(self, language: str = words.SOURCE) -> str:
        """The sentence in a language."""
        return said(language)(f"error.{self.key}", **self.values)
