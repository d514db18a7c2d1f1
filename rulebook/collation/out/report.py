"""The report of a collation as a self-contained HTML page."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template

from rulebook.text import words

from ..checking.rules import Fact, check_facts, is_our_game
from ..collating.collation import Collation
from ..finding import Finding, Place
from ..language.languages import detect_language
from ..reading.reader import describe_omissions, listed
from ..witness import Witness
from .decisions import Decisions
from .exports import once

MARKS = {"meaning": "≠", "synonym": "≈", "spelling": "~", "typography": "·"}
AROUND = 90  # characters of the sentence on each side of the words
_PAGE = Template(files(__package__).joinpath("report.html").read_text("utf-8"))


def report(collation: Collation, decisions: Decisions | None = None, language: str = words.SOURCE) -> str:
    """Return a report: findings, unplaced text, and, for texts of our game, facts that contradict the rulebook."""
    title = _say("report.title", language, a=collation.a.name, b=collation.b.name)
    decided = decisions or Decisions()
    languages = detect_language(collation.a), detect_language(collation.b)
    between = [one for one in collation.findings if not one.inner]
    inner = [one for one in collation.findings if one.inner]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_say('report.counts', language, **collation.counts))}</p>",
        f"<p>{escape(describe_omissions([collation.a, collation.b], language))}</p>",
        _section("findings", language, _findings(between, decided, language, languages)),
        _section("inner", language, _findings(inner, decided, language, languages)),
    ]
    if is_our_game(collation.a, collation.b):
        facts = (_facts(name, witness, language) for name, witness in (("A", collation.a), ("B", collation.b)))
        parts.append(_section("facts", language, *facts))
    parts.append(_section("unplaced", language, _unplaced(collation, language)))
    return _PAGE.substitute(language=language, title=escape(title), body="\n".join(parts))


def report_of_translation(
    names: tuple[str, str],
    languages: tuple[str, str],
    findings: Sequence[Finding],
    decisions: Decisions | None = None,
    language: str = words.SOURCE,
) -> str:
    """Return a report of the findings in a translation.  names, languages: of the source and of the translation."""
    title = _say("report.title-translation", language, a=names[0], b=names[1])
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_say('report.translated', language, many=len(findings)))}</p>",
        _findings(findings, decisions or Decisions(), language, languages, names),
    ]
    return _PAGE.substitute(language=language, title=escape(title), body="\n".join(parts))


def _say(key: str, language: str, **values: object) -> str:
    return words.text(f"collation.{key}", language).format(**values)


def _section(key: str, language: str, *content: str) -> str:
    title = escape(_say(f"report.{key}", language))
    return "\n".join([f'<section id="{key}">', f"<h2>{title}</h2>", *content, "</section>"])


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
    languages: tuple[str, str],
    names: tuple[str, str] = ("A", "B"),
) -> str:
    """Return a table of the findings: kind and note, and both sentences."""
    heads = [_say("report.note", language), *names]
    ordered = sorted(once(findings, decisions), key=Finding.weight)
    return _table(heads, (_row(one, decisions, language, languages) for one in ordered), language, "findings")


def _row(one: Finding, decisions: Decisions, language: str, languages: tuple[str, str]) -> str:
    decision = decisions.of(one)
    decided = ""
    if decision:
        decided = _say(f"report.{decision.value}", language)
        decided += f" ({_say(f'classes.{decision.klass}', language)})" if decision.klass else ""
        decided += f": {decision.reason}" if decision.reason else ""
    where = f" · {_say('report.variant', language)} {one.variant}" if one.variant else ""
    head = f"{MARKS[one.klass]} {_say(f'classes.{one.klass}', language)} · {_say(f'kinds.{one.kind}', language)}{where}"
    head += f" · {_say(f'changes.{one.changes}', language)}" if one.klass == "meaning" else ""
    note = f'<span class="mark">{escape(head)}</span><br>{escape(one.note(language))}'
    note += f'<br><span class="told">{escape(decided)}</span>' if decided else ""
    cells = [note, _quoted(one.a, language, languages[0]), _quoted(one.b, language, languages[1])]
    rejected = " reject" if decision and decision.value == "reject" else ""
    return _tr(cells, f' class="{one.klass}{rejected}" id="f-{one.id}"')


def _quoted(place: Place | None, language: str, text_language: str) -> str:
    """Quote the words of a place, marked in their sentence; text_language: that of the quotation."""
    if place is None:
        return "–"
    inside = place.text and place.text in place.context
    before, _, after = place.context.partition(place.text) if inside else ("", "", "")
    words_ = place.text or place.context
    before = f"… {_whole_words(before[::-1], AROUND)[::-1]}" if len(before) > AROUND else before
    after = f"{_whole_words(after, AROUND)} …" if len(after) > AROUND else after
    shown = f"{_whole_words(words_, 3 * AROUND)} …" if len(words_) > 3 * AROUND + 1 else words_
    lines = escape(_say("report.line", language, lines=listed(place.lines)))
    quoted = f"{escape(before)}<mark>{escape(shown)}</mark>{escape(after)}"
    return f'<q lang="{text_language}">{quoted}</q> <span class="line">{lines}</span>'


def _whole_words(text: str, most: int) -> str:
    """Return the beginning of a text without breaking a word, unless there is only one."""
    cut = text[: most + 1]
    return cut.rpartition(" ")[0].rstrip() or cut[:most]


def _tr(cells: Iterable[object], more: str = "") -> str:
    return f"<tr{more}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _facts(name: str, witness: Witness, language: str) -> str:
    heads = [_say(f"report.{key}", language) for key in ("variant", "fact")] + [name]
    heads += [_say(f"report.{key}", language) for key in ("ours", "verdict", "source")]
    different = [fact for fact in check_facts(witness) if fact.verdict != "same"]
    return f"<h3>{escape(name)}</h3>\n" + _table(heads, (_fact(fact, language) for fact in different), language)


def _fact(fact: Fact, language: str) -> str:
    lines = escape(_say("report.line", language, lines=", ".join(map(str, fact.lines))))
    cells = [
        str(fact.variant), escape(_say(f"facts.{fact.name}", language)),
        f'{escape(fact.said)} <span class="line">{lines}</span>', escape(fact.ours),
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
