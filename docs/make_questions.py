"""Writes docs/questions.md: every question of the engine, its text, and which variants answer it.

python docs/make_questions.py          # a test compares, so run it after adding an answer
"""

import inspect
from pathlib import Path

from hedgekit import VARIANTS, rules
from hedgekit.engine.composing import QUESTIONS
from hedgekit.rulesets.kernel import kernel

PAGE = Path(__file__).with_name("questions.md")
KINDS = {
    "setting": "Settings, asked once for a rule set",
    "question": "Questions, asked in play",
    "outside": "Questions, asked outside of play",
}


def parameters(asked: object) -> str:
    """Those of the answers to a question, in brackets; nothing for a setting, which is a value."""
    answers = kernel(rules("0")).answers
    return "" if asked.kind == "setting" else str(inspect.signature(getattr(answers, asked.name)))


def page() -> str:
    """The page as Markdown."""
    lines = [
        "# The questions",
        "",
        "What may differ between variants is this list. The base game answers every question; a variant answers some",
        "of them anew, leaning on the answer so far. Made by `python docs/make_questions.py` from the declarations.",
        "A question asked in play is shown with the parameters of its answers: `s` is the state of the game, `cell` a",
        "square, `piece` a hedgehog and `player` a seat, each counted from 0.",
        "",
    ]
    for kind, title in KINDS.items():
        lines += [f"## {title}", "", "| question | clause | what it asks | answered by |", "|---|---|---|---|"]
        for asked in sorted(QUESTIONS.values(), key=lambda asked: asked.name):
            if asked.kind == kind:
                first = asked.text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
                first = " ".join(first.split())
                who = ", ".join(str(number) for number in sorted(asked.answers) if number)
                lines.append(f"| `{asked.name}{parameters(asked)}` | {asked.clauses[0]} | {first} | {who or '–'} |")
        lines.append("")
    lines += ["## By variant", "", "| variant | answers |", "|---|---|"]
    for number, variant in VARIANTS.items():
        names = sorted(asked.name for asked in QUESTIONS.values() if number in asked.answers)
        if number:
            lines.append(f"| {number} {variant.title['en']} | {', '.join(f'`{name}`' for name in names) or '–'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
