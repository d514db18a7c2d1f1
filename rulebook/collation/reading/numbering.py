"""Find numbered headings of any usual form: "12. T", "12 - T", "N° 12", "Variante 12 : T", "XII.", "[12] T".

A form is accepted where its numbers make a long run and text stands below its headings, so the steps of a rule are not
headings.  Numbers of players may follow in brackets, in words, or on the next line.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from ..language.languages import languages
from ..language.tokens import letters, normal
from ..witness import Players
from .headings import LONGEST_TITLE, WORDS, Heading, run_in
from .paragraphs import LONGEST_LINE, Piece
from .players import players_below, with_players

FEWEST = 3  # headings without numbers of players that make a list; two are enough where they begin it
MOST = 2_000  # lines of one form that are looked at
BODIES = 0.6  # the share of headings that must have text under them
SAME_TITLE = 0.85  # likeness from which on two titles are one
LEAST_PARAGRAPHS, HALF = 5, 0.6  # numbered paragraphs that make a text of such, and their share of all its paragraphs
NEXT = 0.3  # what it is worth that a heading has the number after that of the heading before it
MOST_AGAIN = 0.9  # of all numbers, those that do not begin again
TITLED = 0.8  # the share of numbered paragraphs that begin with a title of a few words
_RUN_IN = re.compile(r"(?P<title>[A-ZÀ-Þ«“\"]\S*(?:\s[^\s.:!?;,]+){0,3})\s?[.:–—]\s+(?=[A-ZÀ-Þ«“\"(])")
_LED = re.compile(r"[*_]{0,2}(?P<title>\w.{1,88}?)(?:\s?[:.–—]|[*_]{1,2}:?)\s+(?=\S)")  # "The wind: at the beginning…"
_OF_PARAGRAPHS = ("dot", "dash", "sign", "word", "brackets", "roman")

_SIGN = r"(?:n[°º]|nos?\.?|nr\.?|num(?:éro|ber)?|nummer|#)"
_ROMAN = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_AFTER = r"\s*[-–—:.)]?\s*"
_FORMS = {
    "dot": r"(?P<number>\d{1,3})\s?[°º]?\s?(?:\.\)|[.)/])(?!\d)\s*[-–—]?\s*(?P<title>.*)",
    "degree": r"(?P<number>\d{1,3})\s?[°º]\s*[-–—:]?\s*(?P<title>.*)",
    "dash": r"(?P<number>\d{1,3})\s*[-–—:|]\s*(?P<title>.*)",
    "sign": rf"{_SIGN}\s*(?P<number>\d{{1,3}}){_AFTER}(?P<title>.*)",
    "word": rf"(?:(?:{WORDS})\s+|§\s*)(?:{_SIGN}\s*)?(?P<number>\d{{1,3}}){_AFTER}(?P<title>.*)",
    "spelt": rf"(?:{WORDS})\s+(?P<spelt>[^\W\d_]+){_AFTER}(?P<title>.*)",
    "roman": rf"(?:(?P<number>0)|(?P<roman>{_ROMAN}))(?:\s*[-–—:.)](?!\d)\s*|\s*$)(?P<title>.*)",
    "short": r"(?-i:[A-Z])(?P<number>\d{1,3})(?:\s?[-–—:.)])?\s+(?P<title>(?-i:[A-ZÀ-Þ]).*)",
    "word-roman": rf"(?i:{WORDS})\s+(?:{_SIGN}\s*)?(?P<roman>{_ROMAN})\b{_AFTER}(?P<title>.*)",
    "letter": r"(?:(?P<number>0)|(?P<letter>[A-Za-z]|A[A-Z]|a[a-z]))\s?[.)]\s+(?P<title>.*)",
    "dotted": r"\d{1,2}\.(?P<number>\d{1,3})\.?\s+(?P<title>.*)",
    "brackets": r"[(\[]\s*(?P<number>\d{1,3})\s*[)\]]\s*[-–—:.]?\s*(?P<title>.*)",
    "roman-brackets": rf"[(\[]\s*(?P<roman>(?i:{_ROMAN}))\s*[)\]]\s*[-–—:.]?\s*(?P<title>.*)",
    "between": r"(?P<line>[-–—*~])\s*(?P<number>\d{1,3})\s*(?P=line)\s*(?P<title>.*)",
    "after": (
        rf"(?P<title>(?-i:[A-ZÀ-Þ«“\"]).*?)\s*[-–—,:(\[]\s*(?:(?:{WORDS})\s+{_SIGN}?|{_SIGN})\s*(?P<number>\d{{1,3}})\s*[)\]]?"
        r"(?P<rest>\s.*)?"
    ),
    "bare": r"(?P<number>\d{1,3})(?:\s+(?P<title>(?:[A-ZÀ-Þ«“\"]|\d+\s+[^\W\d_]).*))?",
}
_COMPILED = {
    name: re.compile(rf"\s*{form}$", 0 if "roman" in name or name == "bare" else re.IGNORECASE)
    for name, form in _FORMS.items()
}
_NESTED = re.compile(r"\s*(?:\d{1,2}|[A-Z])(?:\.\d{1,2})*\.(?P<number>\d{1,2})\.?\)?\s+(?P<title>.*)$")
_OF_SECTIONS = ("dot", "dash", "word", "roman", "word-roman", "letter", "brackets")
DEEPER = 3  # the level of a heading within a section
_ONE = frozenset(["un", "une", "premier", "première", "one", "first", "eins", "ein", "eine", "erste", "erster"])
_TITLE = re.compile(r"[A-ZÀ-Þ0-9«“\"'(+]")
_SMALL = re.compile(r"[a-zà-ÿ][^.;:,!?]{1,40}:?$")  # a title in small letters, which stands apart and above its text
_NO_TITLE = re.compile(r"(?<!\.)\.$|[;,]$|[.!?…;]\s+\S")

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True)
class _Candidate:
    heading: Heading
    weight: float
    body: bool
    small: bool = False
    """Does its title begin with a small letter, so that it is a heading by its number alone?"""


def numbered_headings(pieces: Sequence[Piece]) -> tuple[list[Heading], list[Heading]]:
    """The headings of the best form, in the order of the text, and those of them that break the order of the numbers.

    Empty where no form makes a list.
    """
    best: tuple[float, list[_Candidate], list[_Candidate], str] = (0.0, [], [], "dot")
    for name, form in _COMPILED.items():
        every = list(_candidates(pieces, form))[:MOST]
        candidates = [one for one in every if not one.small]
        chain = _with_small(_with_text(_chain(candidates)), every, pieces, form)
        again = name == "dotted" and len(chain) < MOST_AGAIN * len(candidates)  # "1.1 … 1.4", "2.1": within sections
        if _is_list(chain) and not again:
            worth = sum(one.weight for one in chain)
            if worth > best[0]:
                best = worth, chain, _astray(candidates, chain), name
    _, chain, astray, name = best
    alone = [one.heading for one in chain]
    within = run_in(pieces, alone, _COMPILED[name], _number)
    found = sorted([*alone, *(one.heading for one in astray), *within], key=lambda one: (one.piece, one.start))
    return found, [one.heading for one in astray]


def numbered_paragraphs(paragraphs: Sequence[Sequence[Piece]]) -> list[Heading]:
    """The labels of a text whose paragraphs are numbered consecutively: "3. A pawn leaves its house…".

    Empty where few of the paragraphs have a number, or the numbers begin again, as those of steps do.
    """
    best: list[_Candidate] = []
    titled: list[_Candidate] = []
    at = 0
    starts: list[tuple[int, str]] = []
    pieces = [piece for lines in paragraphs for piece in lines]
    for lines in paragraphs:
        starts.append((at, lines[0].text))
        at += len(lines)
    for name in _OF_PARAGRAPHS:
        found = []
        for i, text in starts:
            match = _COMPILED[name].match(text)
            number = _number(match) if match and match["title"] else None
            if match and number is not None:
                found.append(_Candidate(Heading(number, "", Players(), i, 0, match.start("title")), 1, body=True))
        chain = _chain(found)
        many = len(chain) >= max(LEAST_PARAGRAPHS, HALF * len(starts)) and len(found) <= len(chain) / MOST_AGAIN
        if many and _is_list(chain) and len(chain) > len(best):
            best = chain
    for one in best:  # "(3) The wall. Whoever is behind it…"
        line = pieces[one.heading.piece].text
        if run_in := _RUN_IN.match(line, one.heading.end):
            heading = replace(one.heading, title=run_in["title"].strip(), end=run_in.end("title") + 1)
            titled.append(replace(one, heading=heading))
    return [one.heading for one in (titled if len(titled) >= TITLED * len(best) else best)]


def titled_headings(pieces: Sequence[Piece], titles: Mapping[int, str]) -> list[Heading]:
    """Lines that are the titles of entries, with these entries' numbers."""
    numbers = {letters(title): n for n, title in titles.items()}
    known = {n: normal(title) for n, title in titles.items()}
    found: dict[int, Heading] = {}
    for i, piece in enumerate(pieces):
        led = _LED.match(piece.text)
        run_in = numbers.get(letters(led["title"])) if led else None
        if led and run_in is not None and run_in not in found:
            found[run_in] = Heading(run_in, led["title"], Players(), i, 0, led.end())
            continue
        if len(piece.text) > LONGEST_TITLE:
            continue
        said = _without_label(piece.text)
        title, players = with_players(said)
        number = numbers.get(letters(title))
        if number is None and letters(said) in numbers:  # a number at its end is its own
            number, title, players = numbers[letters(said)], said, Players()
        if number is None:
            near = process.extract(normal(title), known, scorer=fuzz.ratio, score_cutoff=100 * SAME_TITLE, limit=2)
            number = near[0][2] if len(near) == 1 else None
        if number is not None and number not in found:
            below = Players() if players.all or i + 1 == len(pieces) else players_below(pieces[i + 1].text)
            last = i + bool(below.all)
            end = len(pieces[last].text)
            found[number] = Heading(
                number, title.rstrip(" :"), below if below.all else players, i, 0, end, last - i + 1
            )
    return list(found.values())


def _without_label(text: str) -> str:
    """A line without the number it begins with, if there is one."""
    forms = (*(_COMPILED[name] for name in _OF_SECTIONS), _NESTED)
    labelled = next((match for form in forms if (match := form.match(text)) and match["title"]), None)
    return labelled["title"].strip() if labelled else text


def unlabelled(pieces: Sequence[Piece], taken: Collection[int]) -> list[Piece]:
    """Remove the labels of section headings: "II. The aim", "2.1 The edge"."""
    found = list(pieces)
    for form in (*(_COMPILED[name] for name in _OF_SECTIONS), _NESTED):
        candidates = [
            one
            for one in _candidates(pieces, form)
            if one.heading.piece not in taken and one.heading.pieces == 1 and one.body and not one.small
        ][:MOST]
        for one in candidates if form is _NESTED else _runs(candidates):
            i = one.heading.piece
            match = form.match(pieces[i].text)
            if match and found[i] is pieces[i]:
                level = pieces[i].line.level or (DEEPER if form is _NESTED else DEEPER - 1)
                text = match["title"].strip()
                found[i] = Piece(replace(pieces[i].line, text=text, ends=True, level=level), pieces[i].blank)
    return found


def _on_and_on(candidates: Sequence[_Candidate]) -> list[list[_Candidate]]:
    """Candidates in runs of consecutive numbers; others may stand between."""
    runs: list[list[_Candidate]] = []
    last: dict[int, list[_Candidate]] = {}  # by number: the run that ends with it
    for one in candidates:
        run = last.pop(one.heading.number - 1, None)
        if run is None:
            runs.append(run := [])
        run.append(one)
        last[one.heading.number] = run
    return runs


def _runs(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The runs that are long enough to be a numbering, as often as they restart."""
    runs = _on_and_on(candidates)
    return [one for run in runs if len(run) > 1 + (run[0].heading.number > 1) for one in run]


def _candidates(pieces: Sequence[Piece], form: re.Pattern[str]) -> Iterator[_Candidate]:
    found = [(i, form.match(piece.text)) for i, piece in enumerate(pieces) if len(piece.text) <= LONGEST_LINE]
    at = {i: match for i, match in found if match}
    for i, match in at.items():
        number = _number(match)
        if number is not None and (candidate := _candidate(pieces, i, match, number, at)):
            yield candidate


def _candidate(
    pieces: Sequence[Piece], i: int, match: re.Match[str], number: int, at: Collection[int]
) -> _Candidate | None:
    """A piece as a heading, with its title and its players, which may stand below; at: pieces of its form."""

    def text_at(k: int) -> bool:
        return k < len(pieces) and k not in at

    many, title = 1, ((match["title"] or "") + (match.groupdict().get("rest") or "")).strip()
    end = len(pieces[i].text)
    if not title:  # the title is the next line
        if not text_at(i + 1) or len(pieces[i + 1].text) > LONGEST_TITLE:
            return None
        many, title, end = 2, pieces[i + 1].text, len(pieces[i + 1].text)
    whole = title
    title, players = with_players(title)
    counted = players.all and whole != f"{title} {players}"
    below = Players() if counted or not text_at(i + many) else players_below(pieces[i + many].text)
    if below.all:
        title = whole  # a number at its end is its own
        players, end, many = below, len(pieces[i + many].text), many + 1
    body = text_at(i + many)
    small = not _TITLE.match(title) and pieces[i].line.level is None
    if small:
        if not (body and _SMALL.match(title)):
            return None
        small = not pieces[i].blank or pieces[i + many].blank  # one that stands apart, above its text, is sure
    if not _may_be_title(title, pieces[i + many].text if i + many < len(pieces) else ""):
        return None
    weight = 1 + bool(players.all) + 0.5 * pieces[i].blank + 0.5 * body + (pieces[i].line.level is not None)
    return _Candidate(Heading(number, title.rstrip(" :"), players, i, 0, end, many), weight, body, small)


def _may_be_title(title: str, following: str) -> bool:
    """Is it short, in letters, and no line of prose that goes on in the next?"""
    if len(title) > LONGEST_TITLE or _NO_TITLE.search(title) or title.isdigit():
        return False
    return bool(re.search(r"[^\W\d_]", title)) and not following[:1].islower()


def _number(match: re.Match[str]) -> int | None:
    found = match.groupdict()
    if found.get("number"):
        return int(found["number"])
    if found.get("roman"):
        values = [_VALUES[char] for char in found["roman"].upper()]
        return sum(-x if any(y > x for y in values[k + 1 : k + 2]) else x for k, x in enumerate(values)) or None
    if found.get("letter"):
        *first, last = (ord(char) - ord("a") + 1 for char in found["letter"].casefold())
        return 26 * sum(first) + last  # "AA" follows "Z"
    word = (found.get("spelt") or "").casefold()
    return (
        1 if word in _ONE else next((int(of.numbers[word]) for of in languages().values() if word in of.numbers), None)
    )


def _chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The heaviest run of ascending numbers; every number that is left out costs a little.

    What follows the candidate right before it is worth more: "1. … 4." of sections and "1. … 9." of variants are two.
    """
    last_body = -1
    best: dict[int, tuple[float, int]] = {}  # by number: the weight of the best run that ends with it, and where
    before: list[int] = []
    weights: list[float] = []
    for i, one in enumerate(candidates):
        n = one.heading.number
        weight, last = max(
            ((value - min(0.1 * (n - m - 1), 1), k) for m, (value, k) in best.items() if m < n), default=(0.0, -1)
        )
        weight, last = (weight, last) if weight > 0 else (0.0, -1)
        if last_body >= 0 and candidates[last_body].heading.number == n - 1 and weights[last_body] + NEXT > weight:
            weight, last = weights[last_body] + NEXT, last_body
        last_body = i if one.body else last_body
        before.append(last)
        weights.append(weight + one.weight)
        if weights[i] > best.get(n, (0.0, -1))[0]:
            best[n] = weights[i], i
    at = max(range(len(weights)), key=weights.__getitem__, default=-1)
    found = []
    while at >= 0:
        found.append(candidates[at])
        at = before[at]
    return found[::-1]


def _with_small(
    chain: Sequence[_Candidate], every: Sequence[_Candidate], pieces: Sequence[Piece], form: re.Pattern[str]
) -> list[_Candidate]:
    """The chain with the titles in small letters whose numbers go on from a heading of it, or lead up to one.

    No other line of the form may stand between them, and what leads up may not begin anew, as the items of a list do.
    """
    if not chain or not any(one.small for one in every):
        return list(chain)
    form_of = {i: form.match(piece.text) for i, piece in enumerate(pieces) if len(piece.text) <= LONGEST_LINE}
    lines = [(i, _number(match) or 0) for i, match in form_of.items() if match]
    at = {i: k for k, (i, _) in enumerate(lines)}
    taken = {at[one.heading.piece]: one for one in chain}
    there = {one.heading.number for one in chain}

    def take(one: _Candidate, k: int, beside: int) -> None:
        heading, number = taken.get(beside), one.heading.number
        if not heading or heading.heading.number - number != beside - k or number in there:
            return
        if pieces[one.heading.piece].blank >= pieces[heading.heading.piece].blank:
            taken[k] = one
            there.add(number)

    small = [(at[one.heading.piece], one) for one in every if one.small]
    for k, one in small:
        take(one, k, k - 1)
    for k, one in reversed(small):
        first = k
        while first and first - 1 not in taken and lines[first - 1][1] == lines[first][1] - 1:
            first -= 1
        if lines[first][1] > max((before.heading.number for i, before in taken.items() if i < k), default=0):
            take(one, k, k + 1)
    return [taken[k] for k in sorted(taken)]


def _with_text(chain: Sequence[_Candidate]) -> list[_Candidate]:
    """Drop the steps of a rule, runs with hardly any text, where headings begin at higher numbers."""
    runs = _on_and_on(chain)
    return [one for run in runs if len(runs) == 1 or sum(x.body for x in run) >= BODIES * len(run) for one in run]


def _is_list(chain: Sequence[_Candidate]) -> bool:
    """Are these the headings of a list?"""
    if len(chain) < 2 or sum(one.body for one in chain) < BODIES * len(chain):
        return False
    told = sum(bool(one.heading.players.all) for one in chain)
    numbers = [one.heading.number for one in chain]
    dense = numbers[-1] - numbers[0] + 1 <= 3 * len(numbers)
    return told >= 2 or (dense and (len(chain) >= FEWEST or numbers[0] <= 1))


def _astray(candidates: Sequence[_Candidate], chain: Sequence[_Candidate]) -> list[_Candidate]:
    """Headings of the same look whose numbers are not taken, though they break the order: entries that moved."""
    taken = {one.heading.number for one in chain}
    fewest = sorted(one.weight for one in chain)[len(chain) // 4]
    found = []
    for one in candidates:
        if one.heading.number not in taken and one.weight >= max(fewest, 2) and one.body:
            taken.add(one.heading.number)
            found.append(one)
    return found
