"""Find numbered headings in any usual form: "12. T", "12 - T", "N° 12", "Variante 12 : T", "XII.", "[12] T".

A form is accepted if its numbers make a long run and there is text below its headings, which excludes the steps of a
rule.  Numbers of players may follow in brackets, in words, or on the next line.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from ..language.tokens import letters, normal
from ..witness import Players
from .headings import LONGEST_TITLE, WORDS, Heading, run_in
from .paragraphs import LONGEST_LINE, Piece
from .players import number_value, players_below, with_players

FEWEST = 3  # headings without numbers of players that make a list; two suffice if the first is number 1
MOST = 2_000  # lines of one form that are considered
BODIES = 0.6  # share of headings that must have text below
SAME_TITLE = 0.85  # similarity from which two titles are the same
LEAST_PARAGRAPHS, HALF = 5, 0.6  # number and share of paragraphs with numbers that make a numbered text
NEXT = 0.3  # weight of a number that follows that of the preceding heading
MOST_AGAIN = 0.9  # share of numbers in one run; below, the numbering restarts
TITLED = 0.8  # share of numbered paragraphs that begin with a short title
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
    """Whether the title begins with a small letter, so that only its number makes it a heading."""


def numbered_headings(pieces: Sequence[Piece]) -> tuple[list[Heading], list[Heading]]:
    """Return the headings of the best form in the order of the text, and those of them that break the numbering.

    Both are empty if no form makes a list.
    """
    best: tuple[float, list[_Candidate], list[_Candidate], str] = (0.0, [], [], "dot")
    for name, form in _COMPILED.items():
        every = list(_candidates(pieces, form))[:MOST]
        candidates = [one for one in every if not one.small]
        chain = _with_small(_with_text(_chain(candidates)), every, pieces, form)
        restarts = name == "dotted" and len(chain) < MOST_AGAIN * len(candidates)  # "1.1 … 1.4", "2.1": in sections
        if _is_list(chain) and not restarts:
            weight = sum(one.weight for one in chain)
            if weight > best[0]:
                best = weight, chain, _stray(candidates, chain), name
    _, chain, stray, name = best
    headings = [one.heading for one in chain]
    within = run_in(pieces, headings, _COMPILED[name], _number)
    found = sorted([*headings, *(one.heading for one in stray), *within], key=lambda one: (one.piece, one.start))
    return found, [one.heading for one in stray]


def numbered_paragraphs(paragraphs: Sequence[Sequence[Piece]]) -> list[Heading]:
    """Return the labels of consecutively numbered paragraphs: "3. A pawn leaves its house…".

    Empty if few paragraphs have a number, or the numbers restart, like those of steps.
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
    for one in best:  # "(3) The wall. A player behind it…"
        line = pieces[one.heading.piece].text
        if run_in := _RUN_IN.match(line, one.heading.end):
            heading = replace(one.heading, title=run_in["title"].strip(), end=run_in.end("title") + 1)
            titled.append(replace(one, heading=heading))
    return [one.heading for one in (titled if len(titled) >= TITLED * len(best) else best)]


def titled_headings(pieces: Sequence[Piece], titles: Mapping[int, str]) -> list[Heading]:
    """Return the lines that are titles of entries, with the numbers of these entries."""
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
        text = _without_label(piece.text)
        title, players = with_players(text)
        number = numbers.get(letters(title))
        if number is None and letters(text) in numbers:  # the number at the end belongs to the title
            number, title, players = numbers[letters(text)], text, Players()
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
    """Remove the number at the beginning of a line, if any."""
    forms = (*(_COMPILED[name] for name in _OF_SECTIONS), _NESTED)
    labelled = next((match for form in forms if (match := form.match(text)) and match["title"]), None)
    return labelled["title"].strip() if labelled else text


def without_labels(pieces: Sequence[Piece], taken: Collection[int]) -> list[Piece]:
    """Remove the labels of section headings: "II. The aim", "2.1 The edge"."""
    found = list(pieces)
    for form in (*(_COMPILED[name] for name in _OF_SECTIONS), _NESTED):
        candidates = [
            one
            for one in _candidates(pieces, form)
            if one.heading.piece not in taken and one.heading.pieces == 1 and one.body and not one.small
        ][:MOST]
        for one in candidates if form is _NESTED else _in_long_runs(candidates):
            i = one.heading.piece
            match = form.match(pieces[i].text)
            if match and found[i] is pieces[i]:
                level = pieces[i].line.level or (DEEPER if form is _NESTED else DEEPER - 1)
                text = match["title"].strip()
                found[i] = Piece(replace(pieces[i].line, text=text, ends=True, level=level), pieces[i].blank)
    return found


def _consecutive_runs(candidates: Sequence[_Candidate]) -> list[list[_Candidate]]:
    """Return candidates in runs of consecutive numbers; others may lie between."""
    runs: list[list[_Candidate]] = []
    last: dict[int, list[_Candidate]] = {}  # by number: the run that ends with it
    for one in candidates:
        run = last.pop(one.heading.number - 1, None)
        if run is None:
            runs.append(run := [])
        run.append(one)
        last[one.heading.number] = run
    return runs


def _in_long_runs(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates in runs long enough to be a numbering, which may restart."""
    runs = _consecutive_runs(candidates)
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
    """Return a line as a candidate, with title and players, which may be below; at: the lines of its form."""

    def is_text(k: int) -> bool:
        return k < len(pieces) and k not in at

    many, title = 1, ((match["title"] or "") + (match.groupdict().get("rest") or "")).strip()
    end = len(pieces[i].text)
    if not title:  # the title is the next line
        if not is_text(i + 1) or len(pieces[i + 1].text) > LONGEST_TITLE:
            return None
        many, title, end = 2, pieces[i + 1].text, len(pieces[i + 1].text)
    whole = title
    title, players = with_players(title)
    counted = players.all and whole != f"{title} {players}"
    below = Players() if counted or not is_text(i + many) else players_below(pieces[i + many].text)
    if below.all:
        title = whole  # the number at the end belongs to the title
        players, end, many = below, len(pieces[i + many].text), many + 1
    body = is_text(i + many)
    small = not _TITLE.match(title) and pieces[i].line.level is None
    if small:
        if not (body and _SMALL.match(title)):
            return None
        small = not pieces[i].blank or pieces[i + many].blank  # sure after a blank line and right above its text
    if not _may_be_title(title, pieces[i + many].text if i + many < len(pieces) else ""):
        return None
    weight = 1 + bool(players.all) + 0.5 * pieces[i].blank + 0.5 * body + (pieces[i].line.level is not None)
    return _Candidate(Heading(number, title.rstrip(" :"), players, i, 0, end, many), weight, body, small)


def _may_be_title(title: str, following: str) -> bool:
    """Return whether a text is short, has letters, and is no line of prose that continues on the next."""
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
    return 1 if word in _ONE else int(number_value(word) or 0) or None


def _chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the run of ascending numbers with the greatest weight; every skipped number costs a little.

    A number right after that of the preceding candidate weighs more, to separate "1. … 4." of sections from "1. … 9."
    of variants.
    """
    last_body = -1
    best: dict[int, tuple[float, int]] = {}  # by number: weight and last index of the best run that ends with it
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
    """Return the chain with titles in small letters whose numbers continue it or lead up to it.

    No other line of the form may lie between them, and those that lead up may not restart, as items of a list do.
    """
    if not chain or not any(one.small for one in every):
        return list(chain)
    form_of = {i: form.match(piece.text) for i, piece in enumerate(pieces) if len(piece.text) <= LONGEST_LINE}
    lines = [(i, _number(match) or 0) for i, match in form_of.items() if match]
    at = {i: k for k, (i, _) in enumerate(lines)}
    taken = {at[one.heading.piece]: one for one in chain}
    there = {one.heading.number for one in chain}

    def take(one: _Candidate, k: int, neighbour: int) -> None:
        heading, number = taken.get(neighbour), one.heading.number
        if not heading or heading.heading.number - number != neighbour - k or number in there:
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
    """Drop steps of a rule (runs with hardly any text below) if the chain has other runs."""
    runs = _consecutive_runs(chain)
    return [one for run in runs if len(runs) == 1 or sum(x.body for x in run) >= BODIES * len(run) for one in run]


def _is_list(chain: Sequence[_Candidate]) -> bool:
    """Return whether these are the headings of a list."""
    if len(chain) < 2 or sum(one.body for one in chain) < BODIES * len(chain):
        return False
    with_counts = sum(bool(one.heading.players.all) for one in chain)
    numbers = [one.heading.number for one in chain]
    dense = numbers[-1] - numbers[0] + 1 <= 3 * len(numbers)
    return with_counts >= 2 or (dense and (len(chain) >= FEWEST or numbers[0] <= 1))


def _stray(candidates: Sequence[_Candidate], chain: Sequence[_Candidate]) -> list[_Candidate]:
    """Return similar headings out of order whose numbers are not taken: moved entries."""
    taken = {one.heading.number for one in chain}
    fewest = sorted(one.weight for one in chain)[len(chain) // 4]
    found = []
    for one in candidates:
        if one.heading.number not in taken and one.weight >= max(fewest, 2) and one.body:
            taken.add(one.heading.number)
            found.append(one)
    return found
