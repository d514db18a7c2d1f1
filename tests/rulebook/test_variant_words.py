"""The words of the variants: every clause, reading and option of the project's list has its text, and no other has.

The list is `rulebook/tasks/clauses.toml`.  What a text says of the variant is asked of the engine where it can
answer: options, clauses named, and which variants exclude each other.
"""

import re

import pytest

from hedgekit import VARIANTS, verdict
from rulebook.text import words
from tests.claims import Claims

LIST = words.listed_clauses()
KNOWN = {name for names in LIST.values() for name in names}
WRITTEN = [number for number in VARIANTS if number and words.file_of(number) in words.stems(words.SOURCE)]
TABLES = ("names", "clauses", "readings", "options", "about")

claim = Claims()


def listed(number: int) -> dict[str, list[str]]:
    """The ids of the list by table: "9.1" is a clause, "4-a" a reading, "4[when=stuck]" the option "when.stuck"."""
    ids = list(LIST[str(number)])
    clauses = [name for name in ids if name.startswith(f"{number}.")]
    return {
        "names": clauses,
        "clauses": clauses,
        "readings": [name for name in ids if name.startswith(f"{number}-")],
        "options": [name[name.index("[") + 1 : -1].replace("=", ".") for name in ids if "[" in name],
    }


@claim
def every_clause_reading_and_option_has_its_text_and_no_other(number, lang):
    tree = words.tree(words.file_of(number), lang)
    for table, ids in listed(number).items():
        assert list(tree.get(table, {})) == ids, table


@claim
def a_file_has_what_a_page_shows_and_nothing_else(number, lang):
    tree = words.tree(words.file_of(number), lang)
    assert {"purpose"} | {name for name in TABLES if name in tree} == set(tree) - {"tasks"}
    assert set(tree["about"]) - {"remark"} == {"recommended", "effect", "combine"}


@claim
def readings_put_the_question_first(number, lang):
    for name, text in words.tree(words.file_of(number), lang).get("readings", {}).items():
        assert re.match(r"\*\*[^*]+\?\*\* \S", text), name


@claim
def clauses_and_options_named_in_the_text_exist(number, lang):
    for key, text in words.table(words.file_of(number), lang).items():
        if not key.startswith("tasks."):
            assert set(re.findall(r"(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d.])", text)) <= KNOWN, key
            for variant, name, value in re.findall(r"`(\d+)\[(\w+)=([^\]]*)\]`", text):
                option = VARIANTS[int(variant)].option(name)
                assert option, key
                assert option.read(value) is not None, key


@claim
def what_excludes_a_variant_is_named(number, lang):
    """By its number, or in a range such as 36 to 39; 40 excludes nearly all and names those that go with it."""
    said = words.tree(words.file_of(number), lang)["about"]["combine"]
    named = set(map(int, re.findall(r"\b\d+\b", said)))
    for first, last in re.findall(r"\b(\d+) (?:to|à|bis) (\d+)\b", said):
        named |= set(range(int(first), int(last) + 1))
    others = [other for other in VARIANTS if other not in (0, number)]
    excluded = {other for other in others if verdict(*sorted((number, other))).kind == "incompatible"}
    assert excluded - named == set() if number != 40 else named == set(others) - excluded


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("number", WRITTEN)
def test_the_words_of_a_variant(number, lang):
    claim.hold(number, lang)
