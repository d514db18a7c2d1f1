"""Writes docs/questions.md: every question of the engine, its text, and which variants answer it.

python docs/make_questions.py          # a test compares, so run it after adding an answer
"""

from pathlib import Path

from hedgekit import VARIANTS
from hedgekit.engine.composing import QUESTIONS
from hedgekit.rulesets.kernel import kernel  # noqa: F401  declares everything

PAGE = Path(__file__).with_name("questions.md")
KINDS = {
    "setting": "Settings, asked once for a rule set",
    "question": "Questions, asked in play",
    "outside": "Questions, asked outside of play",
}


def page() -> str:
    """The page as Markdown."""
    lines = [
        "# The questions",
        "",
        "What may differ between variants is this list. The base game answers every question; a variant answers some",
        "of them anew, leaning on the answer so far. Made by `python docs/make_questions.py` from the declarations.",
        "",
    ]
    for kind, title in KINDS.items():
        lines += [f"## {title}", "", "| question | clause | what it asks | answered by |", "|---|---|---|---|"]
        for asked in sorted(QUESTIONS.values(), key=lambda asked: asked.name):
            if asked.kind == kind:
                first = asked.text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
                first = " ".join(first.split())
                who = ", ".join(str(number) for number in sorted(asked.answers) if number)
                lines.append(f"| `{asked.name}` | {asked.clauses[0]} | {first} | {who or '–'} |")
        lines.append("")
    lines += ["## By variant", "", "| variant | answers |", "|---|---|"]
    for number, variant in VARIANTS.items():
        names = sorted(asked.name for asked in QUESTIONS.values() if number in asked.answers)
        if number:
            lines.append(f"| {number} {variant.title['en']} | {', '.join(f'`{name}`' for name in names) or '–'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
