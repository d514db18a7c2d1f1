"""The report of a collation, as one HTML page without other files."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template

from rulebook.text import words

from ..checking.rules import Fact, check_facts, is_our_game
from ..collating.collation import Collation
from ..finding import Finding, Place
from ..language.languages import detect_language
from ..reading.reader import unread
from ..witness import Witness
from .decisions import Decisions

MARKS = {"meaning": "≠", "synonym": "≈", "spelling": "~", "typography": "·"}
_PAGE = Template(files(__package__).joinpath("report.html").read_text("utf-8"))


def report(collation: Collation, decisions: Decisions | None = None, language: str = words.SOURCE) -> str:
    """The findings, what could not be placed, and of texts of our game the facts that differ from the rulebook's."""
    title = _say("report.title", language, a=collation.a.name, b=collation.b.name)
    decided = decisions or Decisions()
    said_in = detect_language(collation.a), detect_language(collation.b)
    between = [one for one in collation.findings if not one.inner]
    inner = [one for one in collation.findings if one.inner]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_say('report.counts', language, **collation.counts))}</p>",
        f"<p>{escape(unread([collation.a, collation.b], language))}</p>",
        _section("findings", language, _findings(between, decided, language, said_in)),
        _section("inner", language, _findings(inner, decided, language, said_in)),
    ]
    if is_our_game(collation.a, collation.b):
        told = (_facts(name, witness, language) for name, witness in (("A", collation.a), ("B", collation.b)))
        parts.append(_section("facts", language, *told))
    parts.append(_section("unplaced", language, _unplaced(collation, language)))
    return _PAGE.substitute(language=language, title=escape(title), body="\n".join(parts))


def report_of_translation(
    names: tuple[str, str],
    said_in: tuple[str, str],
    findings: Sequence[Finding],
    decisions: Decisions | None = None,
    language: str = words.SOURCE,
) -> str:
    """What was found in a translation.  names, said_in: of the source and of the translation."""
    title = _say("report.title-translation", language, a=names[0], b=names[1])
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_say('report.translated', language, many=len(findings)))}</p>",
        _findings(findings, decisions or Decisions(), language, said_in, names),
    ]
    return _PAGE.substitute(language=language, title=escape(title), body="\n".join(parts))


def _say(key: str, language: str, **values: object) -> str:
    return words.text(f"collation.{key}", language).format(**values)


def _section(key: str, language: str, *content: str) -> str:
    return (
        f'<section id="{key}">\n<h2>{escape(_say(f"report.{key}", language))}</h2>\n'
        + "\n".join(content)
        + "\n</section>"
    )


def _table(heads: Sequence[str], rows: Iterable[str], language: str, kind: str = "plain") -> str:
    body = "\n".join(rows)
    if not body:
        return f"<p>{escape(_say('report.none', language))}</p>"
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    return f'<table class="{kind}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>'


def _findings(
    findings: Sequence[Finding],
    decisions: Decisions,
    language: str,
    said_in: tuple[str, str],
    names: tuple[str, str] = ("A", "B"),
) -> str:
    """The findings as table rows: kind and note, and both sentences."""
    heads = [_say("report.note", language), *names]
    ordered = sorted(findings, key=Finding.weight)
    return _table(heads, (_row(one, decisions, language, said_in) for one in ordered), language, "findings")


def _row(one: Finding, decisions: Decisions, language: str, said_in: tuple[str, str]) -> str:
    decision = decisions.of(one)
    told = ""
    if decision:
        told = _say(f"report.{decision.value}", language)
        told += f" ({_say(f'classes.{decision.klass}', language)})" if decision.klass else ""
        told += f": {decision.reason}" if decision.reason else ""
    where = "" if one.variant is None else f" · {_say('report.variant', language)} {one.variant}"
    head = f"{MARKS[one.klass]} {_say(f'classes.{one.klass}', language)} · {_say(f'kinds.{one.kind}', language)}{where}"
    head += f" · {_say(f'changes.{one.changes}', language)}" if one.klass == "meaning" else ""
    what = f'<span class="mark">{escape(head)}</span><br>{escape(one.note(language))}'
    what += f'<br><span class="told">{escape(told)}</span>' if told else ""
    cells = [what, _quoted(one.a, language, said_in[0]), _quoted(one.b, language, said_in[1])]
    rejected = " reject" if decision and decision.value == "reject" else ""
    return _tr(cells, f' class="{one.klass}{rejected}" id="f-{one.id}"')


AROUND = 90  # characters of the sentence on each side of the words


def _quoted(place: Place | None, language: str, said_in: str) -> str:
    """The words of a place, marked, in the sentence round them; in their own language."""
    if place is None:
        return "–"
    before, found, after = place.context.partition(place.text) if place.text else ("", "", "")
    if not found:
        before, after = "", ""
    words_ = place.text or place.context
    before = f"… {_whole_words(before[::-1], AROUND)[::-1]}" if len(before) > AROUND else before
    after = f"{_whole_words(after, AROUND)} …" if len(after) > AROUND else after
    shown = f"{_whole_words(words_, 3 * AROUND)} …" if len(words_) > 3 * AROUND + 1 else words_
    lines = escape(_say("report.line", language, lines=", ".join(map(str, place.lines[:6]))))
    quoted = f"{escape(before)}<mark>{escape(shown)}</mark>{escape(after)}"
    return f'<q lang="{said_in}">{quoted}</q> <span class="line">{lines}</span>'


def _whole_words(text: str, most: int) -> str:
    """The beginning of a text, no word of it cut, unless there is but one."""
    cut = text[: most + 1]
    return cut.rpartition(" ")[0].rstrip() or cut[:most]


def _tr(cells: Iterable[object], more: str = "") -> str:
    return f"<tr{more}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _place(place: Place | None, language: str) -> str:
    if place is None:
        return "–"
    lines = ", ".join(map(str, place.lines))
    return f'{escape(place.text)} <span class="line">{escape(_say("report.line", language, lines=lines))}</span>'


def _facts(name: str, witness: Witness, language: str) -> str:
    heads = [_say(f"report.{key}", language) for key in ("variant", "fact")] + [name]
    heads += [_say(f"report.{key}", language) for key in ("ours", "verdict", "source")]
    other = [fact for fact in check_facts(witness) if fact.verdict != "same"]
    return f"<h3>{escape(name)}</h3>\n" + _table(heads, (_fact(fact, language) for fact in other), language)


def _fact(fact: Fact, language: str) -> str:
    place = Place(fact.lines, fact.said)
    cells = [
        str(fact.variant), escape(_say(f"facts.{fact.name}", language)), _place(place, language), escape(fact.ours),
        escape(_say(f"verdicts.{fact.verdict}", language)), escape(fact.source),
    ]  # fmt: skip
    return _tr(cells)


def _unplaced(collation: Collation, language: str) -> str:
    rows = [
        _tr((name, line, escape(text)))
        for name, witness in (("A", collation.a), ("B", collation.b))
        for line, text in witness.unplaced
    ]
    return _table(["", _say("report.lines", language), _say("report.words", language)], rows, language)
