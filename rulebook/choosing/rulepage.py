"""The rules of a set on one page: `rulelines` under their headings, what the variants change marked in the margin."""

from html import escape
from itertools import groupby

import hedgekit

from ..text import words
from .rulelines import lines


def page(rules: hedgekit.RuleSet) -> str:
    """Return the page as HTML in every language."""
    return words.wrapped(words.every({lang: _page(rules, lang) for lang in words.LANGUAGES}))


def _page(rules: hedgekit.RuleSet, lang: str) -> str:
    titles = [f"{number} · {words.of_variant(number, 'title', rules.registry)[lang]}" for number in rules.variants] or [
        words.of_variant(0, "title")[lang]
    ]
    parts = [f"<h2>{escape(' + '.join(titles))}</h2>"]
    for article, said in groupby(lines(rules), lambda line: line.article):
        rows = "".join(
            f'<p{" class=is-changed" if line.of else ""}><b class="hc-margin">{"+".join(map(str, line.of))}</b>'
            f"{escape(line.said[lang])}</p>"
            for line in said
        )
        parts.append(f"<section><h3>{escape(words.text(f'sheet.articles.{article}', lang))}</h3>{rows}</section>")
    return "".join(parts)
