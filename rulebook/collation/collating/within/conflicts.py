"""Find rules of one document that cannot both be followed, or that leave open which one holds."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...finding import Flaw, Place, heading_place, said
from ...language.dictionary import stemmed
from ...language.inflection import inflection
from ...language.languages import languages, numbers
from ...reading.references import references
from ...witness import BASE, Entry, Part, Sentence, Witness
from ..vocabulary import Vocabulary
from .counts import is_one_game

# ---- what one does alone, and what all must do -----------------------------------------------------------------------

_REFUSALS = (  # what one may do, and its contrary, as stems
    (r"accept\w*", r"refus\w*|renonc\w*|déclin\w*"),
    (r"approuv\w*|(?:di\w+|vot\w+) oui", r"rejett\w*|refus\w*|(?:di\w+|vot\w+) non"),
    (r"accept\w*|agree\w*|consent\w*", r"refus\w*|declin\w*|reject\w*|disagree\w*"),
    (r"angenommen|annehmen|annimmt|nehmen|zustimm\w*|stimmen|einverstanden", r"ablehn\w*|lehnt|weiger\w*|passt"),
)
_ONE = re.compile(r"\b(?:si|quand|lorsqu['’]|celui qui|qui|if|when|whoever|anyone who|wenn|wer|falls)\b", re.IGNORECASE)
_ONLY_ALL = re.compile(
    r"\b(?:(?:que?|qu['’]\w+|seulement|uniquement) (?:si|quand|lorsque) (?:tou(?:s|tes)\b|chacun)"
    r"|only (?:if|when) (?:all|every)|(?:nur|erst),? wenn (?:alle|jeder))",
    re.IGNORECASE,
)


def single_refusals(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find rules in which one who refuses pays alone although the offer needs everybody's consent."""
    for part in witness.parts:
        for offer in part.sentences:
            if not _ONLY_ALL.search(offer.text):
                continue
            for accepts, refuses in _REFUSALS:
                alone = _condition(part.sentences, accepts, refuses)
                if alone and re.search(rf"\b(?:{accepts})\b", offer.text, re.IGNORECASE):
                    where = Place.joined(Place.of(alone), Place.of(offer))
                    yield Flaw(
                        ("single refusal", part.variant),
                        "meaning",
                        "content",
                        part.variant,
                        where,
                        said("inner.single-refusal"),
                    )
                    break


def _condition(sentences: Sequence[Sentence], contrary: str, deed: str) -> Sentence | None:
    """The sentence with the consequences for one who refuses, unless others or all are mentioned."""
    for sentence in sentences:
        first = _ONE.search(sentence.text)
        done = first and re.search(rf"\b(?:{deed})\b", sentence.text[first.end() :], re.IGNORECASE)
        if done and not re.search(rf"\b(?:{contrary}|tous|toutes|all|alle)\b", sentence.text, re.IGNORECASE):
            return sentence
    return None


# ---- variants that go together ---------------------------------------------------------------------------------------

_LIKE = re.compile(
    r"(?:\bcomme|\bselon|\bmodification|\bd['’]après|\bsauf|\blike|\bexcept|\bwie|\bnach)\b", re.IGNORECASE
)


def unshared(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find variants to be combined that have no number of players in common."""
    titles = {n: entry.title for n, entry in witness.entries.items()}
    for n, entry in witness.entries.items():
        lone = []
        for one in references(entry.sentences, titles):
            other = witness.entries.get(one.number)
            both = bool(other and other.players.all and entry.players.all and n != BASE)
            if other and both and not _LIKE.search(one.sentence) and not other.players.all & entry.players.all:
                lone.append((one, other))
        if lone:
            named = ", ".join(str(one.number) for one, _ in lone)
            places = [heading_place(entry, f"{entry.title} {entry.players}")]
            places += [Place(one.lines, one.text, one.sentence) for one, _ in lone]
            places += [heading_place(other, f"{other.title} {other.players}") for _, other in lone]
            note = said("inner.unshared", numbers=named, players=entry.players)
            yield Flaw(("unshared", n, named), "meaning", "number", n, Place.joined(*places), note)


_UNTIL = re.compile(r"\b(?:jusqu['’]à ce qu\w*['’]?|jusqu['’]au moment où|until|bis)\s*([^.;:!?]+)", re.IGNORECASE)
_GAME = re.compile(r"\b(?:jeu|partie|manche|match|game|play|spiel|partie)\b", re.IGNORECASE)
_WITH = re.compile(r"\b(?:avec|selon|comme|d['’]après|with|by|like|nach|wie|mit)\b", re.IGNORECASE)


def endings(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find variants that follow another one and state a different end of the game."""
    titles = {n: entry.title for n, entry in witness.entries.items()}
    for n, entry in witness.entries.items():
        for one in references(entry.sentences, titles):
            other = witness.entries.get(one.number)
            if other is None or other is entry or not (_WITH.search(one.sentence) and _GAME.search(one.sentence)):
                continue
            mine, theirs = _end(entry), _end(other)
            if mine and theirs and _bare(mine[1]) != _bare(theirs[1]):
                where = Place.joined(mine[0], theirs[0])
                note = said("inner.endings", number=other.number)
                yield Flaw(("endings", n, other.number), "meaning", "content", n, where, note)
                break


def _end(entry: Entry) -> tuple[Place, str] | None:
    for sentence in entry.sentences:
        until = _UNTIL.search(sentence.text)
        if until and _GAME.search(sentence.text, 0, until.start()):
            return Place.of(sentence), until[1]
    return None


def _bare(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


# ---- one sign, two senses --------------------------------------------------------------------------------------------

_SIGN = re.compile(
    r"\b(parenthèses?|crochets?|astérisques?|étoiles?|italiques?|gras|brackets?|parenthes[ei]s|asterisks?|stars?|italics"
    r"|klammern?|sternchen|sterne?|kursiv\w*)\b[^.;:!?]*?\b(?:signifi\w+|indiqu\w+|veulent dire|veut dire|désign\w+"
    r"|mean\w*|indicat\w+|stands? for|bedeut\w+|besag\w+|stehen für|steht für)\s+([^.;!?]+)",
    re.IGNORECASE,
)


def two_senses(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find signs that are explained twice in different senses."""
    told = []
    for part in witness.parts:
        for sentence in part.everything:
            for match in _SIGN.finditer(sentence.text):
                sense = {stemmed(word, vocabulary.language) for word in _telling(match[2], vocabulary)}
                told.append(
                    (stemmed(match[1].casefold(), vocabulary.language), sense, Place.of(sentence, *match.span()))
                )
    for (sign, sense, place), (other, another, there) in combinations(told, 2):
        if sign == other and sense and another and not 2 * len(sense & another) >= min(len(sense), len(another)):
            note = said("inner.two-senses")
            yield Flaw(("two senses", sign), "meaning", "signs", None, Place.joined(place, there), note)


def _telling(text: str, vocabulary: Vocabulary) -> list[str]:
    small = inflection(vocabulary.language).small
    return [word for word in re.findall(r"[^\W\d_]+'?", text.casefold().replace("’", "'")) if word not in small]


# ---- one rule, two numbers -------------------------------------------------------------------------------------------

LEAST = 4  # words that carry meaning, of two sentences that say the same of other numbers


def restated(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find two sentences of one scope that differ only in a number."""
    known = languages().get(vocabulary.language)
    for scope in _scopes(witness):
        told: dict[tuple[str, ...], list[tuple[Sentence, Part]]] = {}
        for part in scope:
            for sentence in part.sentences:
                words = [
                    stemmed(word, vocabulary.language)
                    for word in _telling(sentence.text, vocabulary)
                    if known is None or known.value(word) is None or _ORDINAL.search(word)
                ]
                if len(words) >= LEAST:
                    told.setdefault(tuple(sorted(words)), []).append((sentence, part))
        for same in told.values():
            for (here, part), (there, _) in combinations(same, 2):
                one, other = (numbers(text.text, vocabulary.language) for text in (here, there))
                if one and other and one != other:
                    left, right = (", ".join(f"{n:g}" for n in sorted(side.elements())) for side in (one, other))
                    key = ("restated", part.variant, here.text.casefold())
                    where = Place.joined(Place.of(here), Place.of(there))
                    note = said("notes.number", a=left, b=right)
                    yield Flaw(key, "meaning", "number", part.variant, where, note)


_ORDINAL = re.compile(r"(?:ièmes?|secon[de]s?|secondes?|[^t]th|third|second|te[nrms]?)$")


def _scopes(witness: Witness) -> Iterator[Sequence[Part]]:
    """The scopes in which a rule may be given only once: a whole game, or each variant."""
    if is_one_game(witness):
        yield witness.parts
        return
    yield witness.of_kind("base", "text", "section")
    yield from ([entry] for entry in witness.entries.values())


CHECKS = (single_refusals, unshared, endings, two_senses, restated)
