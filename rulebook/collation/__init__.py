"""Read witnesses of a rulebook, collate them, and check them as translations and against the rules.

    collation = collate("a.txt", "b.html")
    collation.findings                all differences, with class, places and a stable id
    collation.pairs                   the aligned sentences
    collation.facts                   the facts of each variant in both witnesses
    check_facts(collation.a)          compare a witness with the rulebook
    check_translation(a, mine, "en")  compare a translation with a French witness

Imports go in one direction (enforced by a test): `out` -> `collating` -> `checking` -> `meaning` -> `reading` ->
`language` -> the modules beside this one.  `collating` uses `checking` to compare a rewritten edition.
"""

from rulebook import MOVED

from .checking.rules import Fact, check_facts
from .checking.translation import check_translation
from .collating import Collation, collate
from .errors import CollationError, DecisionError, WitnessError
from .finding import Finding, Place
from .out.decisions import Decision, Decisions
from .reading import read, read_bytes
from .witness import Witness

__all__ = [
    "Collation", "CollationError", "Decision", "DecisionError", "Decisions", "Fact", "Finding", "Place", "Witness",
    "WitnessError", "check_facts", "check_translation", "collate", "read", "read_bytes",
]  # fmt: skip

_FORMER = {
    "checking.entries": "partners", "checking.glossary": "terms", "checking.rules": "against third",
    "checking.sentences": "sentences", "checking.translation": "translation",
    "collating.changes": "counting difference gathering", "collating.differences": "classing",
    "collating.entries": "matching",
    "collating.sentences": "aligning", "collating.tables": "rows",
    "collating.typography": "typography", "collating.vocabulary": "word_forms",
    "collating.within.document": "contradictions inner slips",
    "collating.within.endings": "aims", "collating.within.tables": "ledger", "collating.words": "comparing",
    "language.concepts": "concepts", "language.dictionary": "dictionary stemming",
    "language.inflection": "inflection", "language.languages": "languages", "language.patterns": "patterns",
    "language.synonyms": "synonyms", "language.tokens": "french",
    "meaning.amounts": "amounts halves", "meaning.contrasts": "contrasts", "meaning.equivalents": "levelling",
    "meaning.evidence": "evidence", "meaning.judging": "as_told judging", "meaning.lexicon": "glosses lexicon",
    "meaning.statements": "binding statements", "meaning.wording": "wording",
    "out.apparatus": "apparatus", "out.command": "command", "out.decisions": "decisions", "out.exchange": "exchange",
    "out.exports": "exports listed", "out.po": "po", "out.project": "agreed project", "out.report": "report",
    "pairs": "belonging", "progress": "waiting", "reading.files": "files",
    "reading.headings": "headings misread run_in", "reading.markdown": "markdown", "reading.numbering": "numbering",
    "reading.paragraphs": "flow", "reading.players": "headcount", "reading.references": "references",
    "reading.structure": "structure", "reading.table": "facts table", "reading.titles": "naming",
}  # fmt: skip
"""Module -> former names, which work for one edition, with a warning."""
MOVED |= {f"collation.{old}": f"collation.{now}" for now, former in _FORMER.items() for old in former.split()}
