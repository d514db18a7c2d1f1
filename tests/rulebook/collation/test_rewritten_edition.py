"""An edition with every sentence rewritten is checked like a translation: changes are found, and little else."""

from __future__ import annotations

from pathlib import Path

import pytest

from .forms import differences

HERE = Path(__file__).parent / "anew"


@pytest.mark.parametrize(
    ("name", "between", "least", "more"),
    [("lamplighters", " ", 1, 1), ("canal", "\n\n", 0.7, 4), ("attic", "\n\n", 0.8, 4), ("lighthouse", "\n\n", 0.7, 4)],
)
def test_each_change_is_one_finding_with_few_others(name, between, least, more):
    """Pairs of old and new sentences; a "!" marks changed meaning."""
    lines = (HERE / f"{name}.said.txt").read_text("utf-8").strip().splitlines()
    rows = [(old[2:], new[2:], old[0] == "!") for old, new in zip(lines[::2], lines[1::2], strict=True)]
    texts = [f"Le jeu\n\nLes règles\n\n{between.join(said)}" for said in list(zip(*rows, strict=True))[:2]]
    meant = differences(*texts, "meaning")
    found = {old: sum(one.a is not None and one.a.context in old for one in meant) for old, _, _ in rows}
    changed = [found[old] for old, _, planted in rows if planted]
    assert max(changed) == 1
    assert sum(changed) >= least * len(changed)
    assert len(meant) - sum(changed) <= more
