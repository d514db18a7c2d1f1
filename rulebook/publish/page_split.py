"""Splits a long chapter into pages.

The notebook stays whole, for JupyterLab, Binder, the tests, and readers whose chapters Voilà renders.  Its outputs are
split where a variant begins (an id such as "variant-13") or a named page ("page-moving"), and where the chapter as a
whole resumes ("part-quiz").  The pages are an introduction with what concerns the whole chapter, one for each variant
by its number and for each page by its name, and the whole chapter, to print.
Boards keep the slots of their cells, so one process, or one worker, can answer for any page.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from rulebook.chapters import passages
from rulebook.text import words

INTRODUCTION, WHOLE = "", "whole"
IN_SIGHT, IN_SIGHT_ON_SPLIT_PAGE = 4, 1  # boards in sight, or soon, when a whole chapter opens, and a page of it
SHORT_SENTENCE = 20  # characters of a sentence too short to summarize a page
MAX_ABOVE_FIRST = 3  # outputs above a page's first board in the same view: a heading, a line, the lead of a task
MAX_RULE_WORDS = 66
"""Maximum words of a variant's clauses, in the longest language, shown unfolded: with title, sentence and task at most
120 on the page.  Further clauses are folded under their names."""
_CLAUSE = re.compile(r'(?=<div class="hk-words" id="rule-([\w.]+)">)')
_BEGINS = re.compile(rf'<div class="hk-words" id="({"|".join(passages.BEGINS)})-([\w-]+)"')
_SAVED = re.compile(_BEGINS.pattern.replace('"', r'\\"'))  # the same in the JSON of a notebook
_PLACES = re.compile(r'<div class="hk-words[^"]*" id="([^"]+)"')
Outputs = list[dict[str, Any]]


@dataclass(frozen=True)
class ChapterPage:
    """A page of a chapter: name ("" for the introduction, "13", "moving"), title and summary by language.

    variant: whether it is the page of a variant, whose title and sentence come from the template.
    """

    name: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    variant: bool = False


def chapter_pages(folder: Path | None, stem: str) -> tuple[ChapterPage, ...]:
    """Return the pages of a chapter in order, without introduction and whole; () if it is not split."""
    text = (folder / f"{stem}.ipynb").read_text("utf-8") if folder else ""
    found_names = dict.fromkeys(passages.page_of(*found) for found in _SAVED.findall(text))
    by_name: dict[str, list[passages.Passage]] = {name: [] for name in found_names if name}
    if not all(name.isdecimal() for name in by_name):  # parsing a chapter is slow, and a server waits for it
        for one in passages.passages(folder, stem):
            by_name.setdefault(one.page, []).append(one)
        by_name.pop(INTRODUCTION, None)
    pages = [_variant_page(name) if name.isdecimal() else _named_page(name, found) for name, found in by_name.items()]
    return tuple(pages) if len(pages) > 1 else ()


def page_names(folder: Path | None, stem: str) -> list[str]:
    """Return the names of all pages of a chapter, introduction and whole included."""
    names = [page.name for page in chapter_pages(folder, stem)]
    return [INTRODUCTION, *names, WHOLE] if names else [INTRODUCTION]


def _variant_page(name: str) -> ChapterPage:
    title = words.of_variant(int(name), "title").each(lambda text: f"{name} · {text}")
    return ChapterPage(name, title, words.of_variant(int(name), "sentence"), variant=True)


def _named_page(name: str, found: Sequence[passages.Passage]) -> ChapterPage:
    """Return a page summarized by the headings of its parts, or without parts by a sentence of its text."""
    head, *rest = found
    parts = [one.heading for one in rest if one.named and one.level and not one.place.startswith("more-")]
    summary = {}
    for lang, heading in head.heading.items():
        names = [part[lang].rpartition(" · ")[2] for part in parts]
        text = _first_sentence(head.text[lang]).rstrip(".")
        summary[lang] = "" if names == [heading] else " · ".join(names) or (text and f"{text}.")
    return ChapterPage(name, {lang: heading.rstrip(".") for lang, heading in head.heading.items()}, summary)


def _first_sentence(text: str) -> str:
    """Return the first sentence longer than SHORT_SENTENCE (not "You are A."), or else the first sentence."""
    sentences = text.split(". ")
    return next((one for one in sentences if len(one) > SHORT_SENTENCE), sentences[0])


def split(outputs: Sequence[dict[str, Any]]) -> dict[str, Outputs]:
    """Return the outputs of a chapter by page; the introduction has those of no other page, WHOLE has all."""
    pages: dict[str, Outputs] = {INTRODUCTION: [], WHOLE: list(outputs)}
    name = INTRODUCTION
    for output in outputs:
        if begins := _BEGINS.match(output.get("text", "")):
            name = passages.page_of(begins[1], begins[2])
        pages.setdefault(name, []).append(output)
    return pages


def pages_by_place(pages: Mapping[str, Outputs], boards: Mapping[str, str]) -> dict[str, str]:
    """Map the places of a chapter (ids, or "board=" and a name) to their pages, without those on the introduction.

    boards: the names of boards by slot.
    """
    return {
        place: name
        for name, outputs in pages.items()
        if name not in (INTRODUCTION, WHOLE)
        for output in outputs
        for place in (
            [f"board={boards[output['slot']]}"] if output["kind"] == "widget" else _PLACES.findall(output["text"])
        )
        if place != "board="
    }


def widget_slots(outputs: Outputs) -> list[str]:
    """Return the slots of the widgets in order."""
    return [one["slot"] for one in outputs if one["kind"] == "widget"]


def slots_in_sight(outputs: Outputs, name: str) -> list[str]:
    """Return the slots of the widgets in sight when the page `name` opens, which are drawn before Python answers."""
    return widget_slots(outputs)[: IN_SIGHT_ON_SPLIT_PAGE if name else IN_SIGHT]


def page_outputs(outputs: Outputs, name: str, boards: Mapping[str, str]) -> Outputs:
    """Return the outputs of a page with the flags that the template reads.

    part: it resumes the whole chapter; the introduction lists the pages before it, or at the end.  first: the first
    board, in one view with what stands above it, unless that is more than a heading and a few lines.
    On a variant's page, whose title and sentence come from the template: collapsed: its free game, which a click opens;
    later: folded at the end, as all is but its board, its rule and that game.
    """
    is_split_page = name not in (INTRODUCTION, WHOLE)
    found: Outputs = []
    for output in outputs:
        begins = _BEGINS.match(output.get("text", ""))
        if is_split_page and begins and begins[1] == "variant":
            continue
        one: dict[str, Any] = {"collapsed": False, "part": False, "first": False, "later": False} | output
        one["part"] = bool(name == INTRODUCTION and begins and begins[1] == "part")
        if is_split_page and output["kind"] == "html":
            one["text"] = _raise_headings(output["text"])
        if name != WHOLE and not any(before["kind"] == "widget" or before["part"] for before in found):
            one["first"] = name.isdecimal() or (output["kind"] == "widget" and len(found) <= MAX_ABOVE_FIRST)
        if name.isdecimal():
            one["collapsed"] = output["kind"] == "widget" and boards[output["slot"]].startswith("play")
            is_rule = output["kind"] == "html" and '<div class="hk-rule">' in output["text"]
            one["later"] = not (is_rule or one["collapsed"] or not any(before["kind"] == "widget" for before in found))
            if is_rule:
                one["text"] = _fold_clauses(one["text"])
        found.append(one)
    return sorted(found, key=lambda one: one["later"])


def _fold_clauses(html: str) -> str:
    """Return the rule of a variant with the clauses beyond MAX_RULE_WORDS folded under their names."""
    head, *parts = _CLAUSE.split(html.rstrip().removesuffix("</div>"))
    folded, all_names = [head], {name: words.clause_name(name) for name in parts[::2]}
    count = sum(max(len(one.split()) + 2 for one in names.values()) for names in all_names.values())
    for (name, names), text in zip(all_names.items(), parts[1::2], strict=True):
        count += max(len(words.clause(name, lang).split()) for lang in words.LANGUAGES)
        if count > MAX_RULE_WORDS:
            summary = {lang: f"{words.label(name)} · {escape(names[lang])}" for lang in words.LANGUAGES}
            text = f'<details class="rb-clause"><summary>{words.every(summary, "span")}</summary>{text}</details>'
        folded.append(text)
    return "".join(folded) + "</div>"


def _raise_headings(html: str) -> str:
    """Return HTML with its headings raised one level, as the page's own heading comes from the template."""
    return re.sub(r"<(/?)h([234])>", lambda tag: f"<{tag[1]}h{int(tag[2]) - 1}>", html)
