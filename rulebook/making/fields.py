"""The view fields of the sheet for making a rule."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ..boards.fields import SheetView
from ..choosing.fields import RunView
from ..stage.localized import Localized


class MakeData(TypedDict):
    """Initial data of the sheet."""

    menus: Annotated[Mapping[str, list[str]], "question -> its answers other than the base game's"]
    examples: Annotated[Mapping[str, str], "title of a worked example -> its code"]
    seats: Annotated[list[int], "numbers of players"]
    runs: Annotated[bool, "whether this is the sandbox, which runs code and shows only the result"]
    given: Annotated[bool, "whether it shows a rule declared in this Python process, with nothing to choose"]


class GoesView(TypedDict):
    """How a rule combines with the variants."""

    well: Annotated[int, "number of variants it simply combines with"]
    listed: Annotated[Mapping[str, list[Localized]], "open, not, idle -> a sentence for each pair of that kind"]


class MakeView(SheetView):
    """View of the sheet."""

    rule: Annotated[str | None, "name of the rule; None before there is one"]
    title: Annotated[Localized | None, "its title"]
    code: Annotated[str, "its code, if it was chosen from menus"]
    players: Annotated[int, "number of players"]
    sentence: Annotated[Localized | None, "its summary"]
    goes: Annotated[GoesView | None, "how it combines with the variants"]
    sheet: Annotated[str, "the rule sheet in every language, as HTML"]
    run: Annotated[RunView | None, "the simulated games"]
