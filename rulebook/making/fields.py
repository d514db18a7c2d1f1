"""The fields of what the sheet for making a rule shows."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ..boards.fields import SheetView
from ..choosing.fields import RunView
from ..stage.localized import Localized


class MakeData(TypedDict):
    """What the sheet of making a rule knows from the start."""

    menus: Annotated[Mapping[str, list[str]], "question -> its answers but for the base game's"]
    examples: Annotated[Mapping[str, str], "title of a worked example -> its code"]
    seats: Annotated[list[int], "numbers of players"]
    runs: Annotated[bool, "is this the box that runs code, with nothing but what comes of it?"]
    given: Annotated[bool, "is the rule one that this Python has declared, with nothing to choose?"]


class GoesView(TypedDict):
    """What a rule goes with."""

    well: Annotated[int, "how many variants it simply goes together with"]
    listed: Annotated[Mapping[str, list[Localized]], "open, not, idle -> a sentence for each such pair"]


class MakeView(SheetView):
    """What the sheet of making a rule shows."""

    rule: Annotated[str | None, "its name; None while there is none"]
    title: Annotated[Localized | None, "what it is called"]
    code: Annotated[str, "the code of the rule, if it was chosen from menus"]
    players: Annotated[int, "how many play"]
    sentence: Annotated[Localized | None, "what it is about"]
    goes: Annotated[GoesView | None, "what it goes with"]
    sheet: Annotated[str, "the rules with it, in every language, as HTML"]
    run: Annotated[RunView | None, "the games that were played"]
