"""The data and views of the sheets for choosing rules, from which the types of the JavaScript are generated."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from hedgekit.games.race.play.rounds import Round, Standing

from ..boards.fields import SheetView
from ..stage.browser_simulation import JobView
from ..stage.localized import Localized


class BarsView(TypedDict):
    """A measure of two rule sets, and a word for the difference."""

    measure: Annotated[str, "length, thumb, ahead or tactics"]
    values: Annotated[list[float], "turns per game, or games won in a hundred; the reference set first"]
    word: Annotated[str, "more, less, same, open, or a verdict"]


class RowData(TypedDict):
    """A row of the authors' table."""

    number: Annotated[int, "number of the variant"]
    title: Annotated[Localized, "its name"]
    link: Annotated[str, "address in the book"]
    family: Annotated[str, "its family"]
    advised: Annotated[list[int], "numbers of players that the authors advise"]
    bracketed: Annotated[list[int], "those in brackets"]
    duration: Annotated[str | None, "the authors' sign: + longer, - shorter, = neither, in brackets sometimes"]
    tactic: Annotated[str | None, "the authors' sign: + more tactics"]
    material: Annotated[Localized | None, "material besides the box"]
    bars: Annotated[list[BarsView], "the numbers behind the verdicts, the base game's first"]
    verdicts: Annotated[Mapping[str, str], "of length and tactics (measuring/terms.py)"]
    sentences: Annotated[Mapping[str, Sequence[str]] | None, "the measurements in sentences, by language"]


class ChooseData(TypedDict):
    """The fixed data of the authors' table."""

    families: Annotated[Mapping[str, Localized], "families of variants in order, with their names"]
    rows: Annotated[list[RowData], "a row per variant"]


class ChooseView(SheetView):
    """The view of the authors' table: nothing changes."""


class WishView(TypedDict):
    """What a reader wishes for."""

    players: Annotated[int, "number of players"]
    minutes: Annotated[int, "maximum playing time"]
    mood: Annotated[str, "mood of the evening"]
    box: Annotated[bool, "whether the box must suffice"]


class SetView(TypedDict):
    """A suggested set of variants."""

    rules: Annotated[str, "the rule set"]
    key: Annotated[str, "its variants, as in links"]
    title: Annotated[Localized, "titles of the variants"]
    why: Annotated[Localized, "one sentence"]
    minutes: Annotated[int, "estimated playing time"]
    fits: Annotated[bool, "whether that is within the wish"]
    picture: Annotated[str, "SVG of a typical position"]
    needed: Annotated[Sequence[Localized], "material besides the box"]


class OptionData(TypedDict):
    """An option of a variant."""

    name: Annotated[str, "name in rule sets"]
    values: Annotated[list[str], "possible values, the default first"]
    free: Annotated[str, "other values allowed: number, squares, or empty for none"]
    meanings: Annotated[Mapping[str, Localized], "value -> its meaning"]
    defaults: Annotated[Mapping[str, str], "number of another variant -> the default together with it"]


class NamedData(TypedDict):
    """A variant and its title."""

    title: Annotated[Localized, "its name"]
    link: Annotated[str, "address in the book"]


class VariantData(NamedData):
    """A variant to tick."""

    sentence: Annotated[Localized, "what the variant does"]
    options: Annotated[list[OptionData], "its options"]


class FamilyData(TypedDict):
    """A family of variants."""

    name: Annotated[Localized, "name of the family"]
    variants: Annotated[list[int], "their numbers"]


class PairWords(TypedDict):
    """The explanation of a pair."""

    why: Annotated[Localized, "the reason"]
    how: NotRequired[Annotated[Localized, "how we play the pair"]]


class PairsData(TypedDict):
    """The matrix of all pairs."""

    rows: Annotated[
        list[str], "signs of a row: + compatible, ? decided, x incompatible, o pointless, . the variant itself"
    ]
    texts: Annotated[Mapping[str, PairWords], "smaller-larger number -> explanation"]


class GeometryData(TypedDict):
    """Sizes in the picture of the matrix, in units of its viewBox."""

    cell: Annotated[int, "side of a square"]
    edge: Annotated[int, "width of the margin with the numbers"]
    side: Annotated[int, "side of the picture"]


class PairsSheetData(TypedDict):
    """The fixed data of the sheet of all pairs."""

    variants: Annotated[Mapping[str, NamedData], "number -> variant"]
    pairs: Annotated[PairsData, "the verdicts"]
    picture: Annotated[str, "SVG of the matrix"]
    geometry: Annotated[GeometryData, "sizes in the picture"]


class PairsSheetView(SheetView):
    """The view of the sheet of all pairs: nothing changes."""


class ChooserData(TypedDict):
    """The fixed data of the chooser."""

    families: Annotated[list[FamilyData], "families of variants"]
    variants: Annotated[Mapping[str, VariantData], "number -> variant, 0 for the base game"]
    seats: Annotated[list[int], "numbers of players"]
    minutes: Annotated[list[int], "maximum playing time"]
    moods: Annotated[list[str], "quick, mean, thoughtful, silly"]
    games: Annotated[int, "games simulated of each rule set"]
    limit: Annotated[int, "turns after which a game is abandoned"]


class DifferenceView(TypedDict):
    """A game under one of two rule sets, at the position where they first differ."""

    title: Annotated[Localized, "titles of the variants"]
    svg: Annotated[str, "the picture"]
    text: Annotated[Localized, "prompt, narration or refusal there"]


class ClashView(TypedDict):
    """Two variants that exclude each other."""

    pair: Annotated[list[int], "their numbers"]
    why: Annotated[list[Localized], "the reasons"]
    difference: Annotated[list[DifferenceView], "the first difference of their games, if it is shown"]


class NewLine(TypedDict):
    """A sentence that only the chosen rule set has."""

    variants: Annotated[list[int], "the variants it comes from"]
    text: Annotated[Localized, "the sentence"]


class ChangeView(TypedDict):
    """The difference between the sentences of two rule sets."""

    gone: Annotated[list[Localized], "sentences only of the other set"]
    new: Annotated[list[NewLine], "sentences only of this set"]


Figure = tuple[str, list[str]]


class RunView(TypedDict):
    """A simulation of two rule sets."""

    number: Annotated[int, "identifies the run: late messages belong to an earlier one"]
    done: Annotated[int, "games played so far"]
    total: Annotated[int, "games to play"]
    over: Annotated[bool, "whether it has ended"]
    stopped: Annotated[bool, "whether the reader stopped it"]
    figures: Annotated[
        Mapping[str, Sequence[Figure]], "by language: rows of a measure, its values and their difference"
    ]


class MeasuredView(RunView):
    """A simulation that the page can run itself, with bars."""

    job: Annotated[JobView | None, "the job of the page; null if Python plays"]
    bars: Annotated[list[BarsView], "bars of the results"]


class ChooserView(SheetView):
    """The view of the chooser."""

    wish: Annotated[WishView | None, "the current wish; null before the first"]
    sets: Annotated[Sequence[SetView], "suggested sets, the best first"]
    chosen: Annotated[list[int], "the ticked variants"]
    options: Annotated[Mapping[str, str], "number.option -> value"]
    players: Annotated[int, "number of players"]
    seats: Annotated[list[int], "numbers of players that the variants allow"]
    rules: Annotated[str, "the rule set, empty if it cannot be played"]
    clashes: Annotated[list[ClashView], "pairs that exclude each other"]
    problem: Annotated[Localized | None, "another error of the selection"]
    excluded: Annotated[Mapping[str, Sequence[int]], "number -> ticked variants that exclude it"]
    beside: Annotated[str, "the rule set it is compared with"]
    against: Annotated[Localized, "title of that rule set"]
    changes: Annotated[ChangeView | None, "different sentences; null if it cannot be played"]
    comparable: Annotated[bool, "whether games of both can be compared"]
    difference: Annotated[Sequence[DifferenceView] | None, "the first difference of games; null until requested"]
    page: Annotated[str, "the rules on a page as HTML; empty until requested"]
    playing: NotRequired[Annotated[str, "the rule set of the board below"]]
    run: Annotated[MeasuredView | None, "the simulation"]


class PersonView(TypedDict):
    """A player of a tournament."""

    name: Annotated[str, "name"]
    away: Annotated[bool, "whether they sit out"]


class TournamentData(TypedDict):
    """The fixed data of the tournament page."""

    most: Annotated[int, "maximum points of a game"]
    first: Annotated[Mapping[str, float], "rounds -> share of tournaments that the best of four wins"]
    points: Annotated[list[float], "points per game of these four, the best first"]
    games: Annotated[int, "games played for these numbers"]


class TournamentView(SheetView):
    """The view of the tournament page."""

    text: Annotated[str, "the tournament as text, for the browser to store"]
    boards: Annotated[int, "game sets available, 0 for enough"]
    players: Annotated[list[PersonView], "in order of arrival"]
    rounds: Annotated[Sequence[Round], "rounds in order"]
    standings: Annotated[Sequence[Standing], "standings, the leader first"]
    complete: Annotated[bool, "whether the points of all tables are known"]
