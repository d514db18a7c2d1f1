"""The fields of what the sheets of choosing show."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from hedgekit.games.race.play.rounds import Round, Standing

from ..boards.fields import SheetView
from ..stage.browser_simulation import JobView
from ..stage.localized import Localized


class BarsView(TypedDict):
    """A figure of both rule sets, and what is said of it."""

    measure: Annotated[str, "length, thumb, ahead or tactics"]
    values: Annotated[list[float], "turns of a game, or games won in a hundred: the other set's first"]
    word: Annotated[str, "more, less, same, open, or a verdict"]


class RowData(TypedDict):
    """A line of the authors' table."""

    number: Annotated[int, "of the variant"]
    title: Annotated[Localized, "its name"]
    link: Annotated[str, "where the book has it"]
    family: Annotated[str, "its chapter"]
    advised: Annotated[list[int], "numbers of players that the authors advise"]
    bracketed: Annotated[list[int], "those they put in brackets"]
    duration: Annotated[str | None, "their sign: + for longer, - for shorter, = for neither, brackets for now and then"]
    tactic: Annotated[str | None, "their sign: + for more tactics"]
    material: Annotated[Localized | None, "what it needs beside the box"]
    bars: Annotated[list[BarsView], "the figures behind the verdicts, the base game's first"]
    verdicts: Annotated[Mapping[str, str], "of length and tactics (measuring/terms.py)"]
    said: Annotated[Mapping[str, Sequence[str]] | None, "what was measured, in sentences, by language"]


class ChooseData(TypedDict):
    """What the sheet of choosing knows from the start."""

    families: Annotated[Mapping[str, Localized], "families of variants in order, and what they are called"]
    rows: Annotated[list[RowData], "a line a variant"]


class ChooseView(SheetView):
    """What the sheet of choosing shows: nothing that changes."""


class WishView(TypedDict):
    """What readers wish for."""

    players: Annotated[int, "how many they are"]
    minutes: Annotated[int, "how long it may take"]
    mood: Annotated[str, "of the evening"]
    box: Annotated[bool, "with nothing but the box?"]


class SetView(TypedDict):
    """Variants for a wish that go together."""

    rules: Annotated[str, "the rule set"]
    key: Annotated[str, "its variants, as links have them"]
    title: Annotated[Localized, "what they are called"]
    why: Annotated[Localized, "one sentence"]
    minutes: Annotated[int, "about how long it takes"]
    fits: Annotated[bool, "is that within the wish?"]
    picture: Annotated[str, "of a position where it matters, as SVG"]
    needed: Annotated[Sequence[Localized], "what it takes besides the box"]


class OptionData(TypedDict):
    """An option of a variant."""

    name: Annotated[str, "as rule sets have it"]
    values: Annotated[list[str], "the usual one first"]
    free: Annotated[str, "number, squares: what others may be written; empty for none"]
    says: Annotated[Mapping[str, Localized], "what each value means"]
    defaults: Annotated[Mapping[str, str], "number of another variant -> the value that is usual beside it"]


class NamedData(TypedDict):
    """A variant by its name."""

    title: Annotated[Localized, "its name"]
    link: Annotated[str, "where the book has it"]


class VariantData(NamedData):
    """A variant to tick."""

    sentence: Annotated[Localized, "what it is about"]
    options: Annotated[list[OptionData], "what may be agreed on"]


class FamilyData(TypedDict):
    """Variants that stand together."""

    name: Annotated[Localized, "of the family"]
    variants: Annotated[list[int], "their numbers"]


class PairWords(TypedDict):
    """What is to be said of a pair beside its sign."""

    why: Annotated[Localized, "the reason"]
    how: NotRequired[Annotated[Localized, "how we play it"]]


class PairsData(TypedDict):
    """All pairs."""

    rows: Annotated[list[str], "a sign for every pair: + compatible, ? decided, x incompatible, o pointless, . itself"]
    says: Annotated[Mapping[str, PairWords], "smaller-larger number -> what is to be said"]


class GeometryData(TypedDict):
    """The picture of all pairs, in units of its viewBox."""

    cell: Annotated[int, "side of a square"]
    edge: Annotated[int, "width of the numbers around them"]
    side: Annotated[int, "of the picture"]


class PairsSheetData(TypedDict):
    """What the sheet of all pairs knows."""

    variants: Annotated[Mapping[str, NamedData], "number -> variant"]
    pairs: Annotated[PairsData, "what goes with what"]
    picture: Annotated[str, "of all pairs"]
    geometry: Annotated[GeometryData, "of the picture"]


class PairsSheetView(SheetView):
    """What the sheet of all pairs shows: nothing that changes."""


class ChooserData(TypedDict):
    """What the chooser knows from the start."""

    families: Annotated[list[FamilyData], "what may be ticked"]
    variants: Annotated[Mapping[str, VariantData], "number -> variant, 0 for the base game"]
    seats: Annotated[list[int], "numbers of players"]
    minutes: Annotated[list[int], "how long it may take"]
    moods: Annotated[list[str], "quick, mean, thoughtful, silly"]
    games: Annotated[int, "how many are played of either rule set"]
    limit: Annotated[int, "turns after which one is given up"]


class PartedView(TypedDict):
    """What a rule set makes of a position of which another makes something else."""

    title: Annotated[Localized, "its variants"]
    svg: Annotated[str, "the picture"]
    said: Annotated[Localized, "what it asks, does or refuses there"]


class ClashView(TypedDict):
    """Two variants that exclude each other."""

    pair: Annotated[list[int], "their numbers"]
    why: Annotated[list[Localized], "the reasons"]
    parted: Annotated[list[PartedView], "the same place of a game under either, where that shows why"]


class NewLine(TypedDict):
    """A sentence that is new under a rule set."""

    of: Annotated[list[int], "the variants it comes from"]
    said: Annotated[Localized, "the sentence"]


class ChangeView(TypedDict):
    """What a rule set says otherwise than the one beside it."""

    gone: Annotated[list[Localized], "what only the other one says"]
    new: Annotated[list[NewLine], "what only this one says"]


Figure = tuple[str, list[str]]


class RunView(TypedDict):
    """Games of two rule sets that are played for the reader."""

    number: Annotated[int, "of the run: what comes late belongs to another"]
    done: Annotated[int, "played so far"]
    total: Annotated[int, "wanted"]
    over: Annotated[bool, "are they all played, or enough?"]
    stopped: Annotated[bool, "did the reader stop them?"]
    figures: Annotated[Mapping[str, Sequence[Figure]], "by language: a measure, its figures, the difference"]


class MeasuredView(RunView):
    """The same where the page may play them, with bars."""

    job: Annotated[JobView | None, "what the page is to play by itself; null where Python plays"]
    bars: Annotated[list[BarsView], "what they say"]


class ChooserView(SheetView):
    """What the chooser shows."""

    wish: Annotated[WishView | None, "the present one; null before there is one"]
    sets: Annotated[Sequence[SetView], "three that suit it, the best first"]
    chosen: Annotated[list[int], "the ticked variants"]
    options: Annotated[Mapping[str, str], "number.option -> value"]
    players: Annotated[int, "how many are to play"]
    seats: Annotated[list[int], "numbers of players that the variants leave"]
    rules: Annotated[str, "the rule set, empty if it cannot be played"]
    clashes: Annotated[list[ClashView], "what excludes each other"]
    problem: Annotated[Localized | None, "what else is wrong"]
    excluded: Annotated[Mapping[str, Sequence[int]], "number -> the ticked ones that exclude it"]
    beside: Annotated[str, "the rule set it is held against"]
    against: Annotated[Localized, "what that is called"]
    changes: Annotated[ChangeView | None, "what it says otherwise; null for what cannot be played"]
    comparable: Annotated[bool, "can games of both be compared?"]
    parted: Annotated[Sequence[PartedView] | None, "where games of both first part; null until asked for"]
    page: Annotated[str, "the rules on a page, as markup; empty until asked for"]
    playing: NotRequired[Annotated[str, "the rule set of the board below"]]
    run: Annotated[MeasuredView | None, "the games"]


class PersonView(TypedDict):
    """A player of a tournament."""

    name: Annotated[str, "what he is called"]
    away: Annotated[bool, "is he not drawn now?"]


class TournamentData(TypedDict):
    """What the page of a tournament knows from the start."""

    most: Annotated[int, "points of a game"]
    first: Annotated[Mapping[str, float], "rounds -> share of tournaments that the best of four wins"]
    points: Annotated[list[float], "of these four in a game, the best first"]
    games: Annotated[int, "played for that"]


class TournamentView(SheetView):
    """What the page of a tournament shows."""

    text: Annotated[str, "the tournament, to be kept"]
    boards: Annotated[int, "games at hand, 0 for enough"]
    players: Annotated[list[PersonView], "in the order they came"]
    rounds: Annotated[Sequence[Round], "in order"]
    standings: Annotated[Sequence[Standing], "the first first"]
    complete: Annotated[bool, "are the points of all tables known?"]
