"""The fields of what the sheets of choosing show."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from ..boards.fields import SheetView
from ..stage.browser_games import JobView
from ..stage.say import Words


class RowData(TypedDict):
    """A line of the authors' table."""

    number: Annotated[int, "of the variant"]
    title: Annotated[Words, "its name"]
    link: Annotated[str, "where the book has it"]
    family: Annotated[str, "its chapter"]
    advised: Annotated[list[int], "numbers of players that the authors advise"]
    bracketed: Annotated[list[int], "those they put in brackets"]
    duration: Annotated[str | None, "their sign: + for longer, - for shorter, = for neither, brackets for now and then"]
    tactic: Annotated[str | None, "their sign: + for more tactics"]
    material: Annotated[Words | None, "what it needs beside the box"]
    length: Annotated[int | None, "turns that were measured, in hundredths of the base game's"]
    verdicts: Annotated[Mapping[str, str], "length, tactics -> agrees, a little, disagrees, cannot tell"]
    said: Annotated[Mapping[str, Sequence[str]] | None, "what was measured, in sentences, by language"]


class ChooseData(TypedDict):
    """What the sheet of choosing knows from the start."""

    families: Annotated[Mapping[str, Words], "families of variants in order, and what they are called"]
    rows: Annotated[list[RowData], "a line a variant"]


class ChooseView(SheetView):
    """What the sheet of choosing shows: nothing that changes."""


class TonightData(TypedDict):
    """What the sheet of tonight asks."""

    seats: Annotated[list[int], "numbers of players"]
    minutes: Annotated[list[int], "how long it may take"]
    moods: Annotated[list[str], "quick, mean, thoughtful, silly"]
    evening: Annotated[int, "the minutes that stand for a whole evening"]


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
    title: Annotated[Words, "what they are called"]
    why: Annotated[Words, "one sentence"]
    minutes: Annotated[int, "about how long it takes"]
    fits: Annotated[bool, "is that within the wish?"]
    needed: Annotated[Sequence[Words], "what it takes besides the box"]
    about: Annotated[Sequence[Words], "what was measured"]


class TonightView(SheetView):
    """What the sheet of tonight shows."""

    wish: Annotated[WishView, "the present one"]
    sets: Annotated[Sequence[SetView], "three that suit it, the best first"]
    page: Annotated[str, "the rules of a set on a sheet, as markup; empty until asked for"]
    playing: Annotated[str, "the rule set of the board below; empty before there is one"]


class OptionData(TypedDict):
    """An option of a variant."""

    name: Annotated[str, "as rule sets have it"]
    values: Annotated[list[str], "the usual one first"]
    free: Annotated[str, "number, squares: what others may be written; empty for none"]
    says: Annotated[Mapping[str, Words], "what each value means"]
    defaults: Annotated[Mapping[str, str], "number of another variant -> the value that is usual beside it"]


class VariantData(TypedDict):
    """A variant to tick."""

    title: Annotated[Words, "its name"]
    link: Annotated[str, "where the book has it"]
    sentence: Annotated[Words, "what it is about"]
    options: Annotated[list[OptionData], "what may be agreed on"]


class FamilyData(TypedDict):
    """Variants that stand together."""

    name: Annotated[Words, "of the family"]
    variants: Annotated[list[int], "their numbers"]


class PairWords(TypedDict):
    """What is to be said of a pair beside its sign."""

    why: Annotated[Words, "the reason"]
    how: NotRequired[Annotated[Words, "how we play it"]]


class PairsData(TypedDict):
    """All pairs."""

    rows: Annotated[list[str], "a sign for every pair: + compatible, ? decided, x incompatible, o pointless, . itself"]
    says: Annotated[Mapping[str, PairWords], "smaller-larger number -> what is to be said"]


class GeometryData(TypedDict):
    """The picture of all pairs, in units of its viewBox."""

    cell: Annotated[int, "side of a square"]
    edge: Annotated[int, "width of the numbers around them"]
    side: Annotated[int, "of the picture"]


class CombineData(TypedDict):
    """What the sheet of combining knows from the start."""

    families: Annotated[list[FamilyData], "what may be ticked"]
    variants: Annotated[Mapping[str, VariantData], "number -> variant, 0 for the base game"]
    seats: Annotated[list[int], "numbers of players"]
    pairs: Annotated[PairsData, "what goes with what"]
    picture: Annotated[str, "of all pairs"]
    geometry: Annotated[GeometryData, "of the picture"]


class PartedView(TypedDict):
    """What a variant makes of a position of which another makes something else."""

    variant: Annotated[int, "its number"]
    svg: Annotated[str, "the picture"]
    said: Annotated[Words, "what it asks, does or refuses there"]


class ClashView(TypedDict):
    """Two variants that exclude each other."""

    pair: Annotated[list[int], "their numbers"]
    why: Annotated[list[Words], "the reasons"]
    parted: Annotated[list[PartedView], "the same place of a game under either, where that shows why"]


class NoteView(TypedDict):
    """Something to know about a rule set."""

    kind: Annotated[str, "pointless, needs-a-decision, or another"]
    text: Annotated[Words, "the sentence"]


class CombineView(SheetView):
    """What the sheet of combining shows."""

    chosen: Annotated[list[int], "the ticked variants"]
    options: Annotated[Mapping[str, str], "number.option -> value"]
    players: Annotated[int, "how many are to play"]
    seats: Annotated[list[int], "numbers of players that the variants leave"]
    rules: Annotated[str, "the rule set, empty if it cannot be played"]
    clashes: Annotated[list[ClashView], "what excludes each other"]
    problem: Annotated[Words | None, "what else is wrong"]
    notes: Annotated[list[NoteView], "what is to be known"]
    excluded: Annotated[Mapping[str, Sequence[int]], "number -> the ticked ones that exclude it"]
    page: Annotated[str, "the rules on a page, as markup; empty until asked for"]
    playing: NotRequired[Annotated[str, "the rule set of the board below"]]


class CompareData(TypedDict):
    """What the sheet of comparing knows from the start."""

    titles: Annotated[Mapping[str, Words], "number -> name"]
    seats: Annotated[list[int], "numbers of players"]
    games: Annotated[list[int], "how many games may be played"]
    kinds: Annotated[list[str], "who may play them"]
    limit: Annotated[int, "turns after which one is given up"]


Figure = tuple[str, list[str]]


class RunView(TypedDict):
    """Games that are played for the reader."""

    number: Annotated[int, "of the run: what comes late belongs to another"]
    job: Annotated[JobView | None, "what the page is to play by itself; null where Python plays"]
    done: Annotated[int, "played so far"]
    total: Annotated[int, "wanted"]
    over: Annotated[bool, "are they all played, or enough?"]
    stopped: Annotated[bool, "did the reader stop them?"]
    said: Annotated[list[Words], "what they say of the right side beside the left one, in sentences"]
    figures: Annotated[Mapping[str, Sequence[Figure]], "by language: a measure, its figures, the difference"]
    plots: Annotated[Mapping[str, Sequence[str]] | None, "pictures by language, once they are over"]


class CompareView(SheetView):
    """What the sheet of comparing shows: of everything in a list the left one first."""

    rules: Annotated[list[str], "both rule sets"]
    names: Annotated[list[Words], "what they are called"]
    players: Annotated[int, "of both"]
    seed: Annotated[int, "of the dice of both boards"]
    claims: Annotated[Sequence[Mapping[str, Sequence[str]] | None], "what was measured, in sentences, by language"]
    run: Annotated[RunView | None, "the games"]
