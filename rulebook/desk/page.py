"""The widgets of the desk in their page: their code and words."""

from functools import cache
from pathlib import Path

from rulebook.stage.code import Code
from rulebook.stage.say import interface_of
from rulebook.text import words

HERE = Path(__file__).parent
NAMED = ("classes", "kinds", "facts", "verdicts", "report")
"""What of a collation's words the pages need."""


@cache
def interface() -> dict[str, dict[str, str]]:
    """{language: {key: words}} of the desk, and of what a collation names."""

    def own(lang: str) -> dict[str, str]:
        found = words.table("desk", lang).items()
        return {key.removeprefix("ui."): text for key, text in found if key.startswith("ui.")}

    def named(lang: str) -> dict[str, str]:
        found = words.table("collation", lang).items()
        return {key.replace(".", "-"): text for key, text in found if key.partition(".")[0] in NAMED}

    return interface_of(own, named)


def code(name: str) -> Code:
    """The code of a widget of the desk, by the name of its module."""
    return Code(name, HERE / f"{name}.js", interface, lambda: (HERE / "desk.css").read_text("utf-8"))
