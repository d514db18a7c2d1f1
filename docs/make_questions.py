"""Write docs/questions.md: every question of the engine, its text, and the variants that answer it.

python docs/make_questions.py          # run it after adding an answer: a test fails if the page is stale
"""

import inspect
from pathlib import Path

from hedgekit import VARIANTS, rules
from hedgekit.games.race.engine.composing import QUESTIONS
from hedgekit.games.race.engine.state import CALL, STATE_FIELDS, UNITS
from hedgekit.games.race.rulesets.engines import kernel

PAGE = Path(__file__).with_name("questions.md")
KINDS = {
    "setting": "Settings, asked once for a rule set",
    "question": "Questions, asked in play",
    "outside": "Questions, asked outside play",
}

USEFUL = ("best_home", "displace", "draw", "feasible", "height", "leg_start", "survivors", "unit")
"""Functions of the engine for use in answers."""


def parameters(question: object) -> str:
    """Return the parameters of a question's answers, in parentheses; "" for a setting, which is a value."""
    answers = kernel(rules("0")).answers
    return "" if question.kind == "setting" else str(inspect.signature(getattr(answers, question.name)))


def page() -> str:
    """Return the page as Markdown."""
    lines = [
        "# The questions",
        "",
        "These are all the things that variants can change. The base game answers every question; a variant overrides",
        "some answers, and may build on the previous one. Made by `python docs/make_questions.py` from the",
        "declarations. Questions asked in play have the parameters of their answers: `s` is the state of the game,",
        "`cell` a square, `piece` a hedgehog and `player` a seat, each counted from 0.",
        "",
    ]
    for kind, title in KINDS.items():
        lines += [f"## {title}", "", "| question | clause | what it asks | answered by |", "|---|---|---|---|"]
        for question in sorted(QUESTIONS.values(), key=lambda question: question.name):
            if question.kind == kind:
                first = question.text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
                first = " ".join(first.split())
                variants = ", ".join(str(number) for number in sorted(question.answers) if number)
                lines.append(
                    f"| `{question.name}{parameters(question)}` | {question.clauses[0]} | {first} | {variants or '–'} |"
                )
        lines.append("")
    lines += ["## By variant", "", "| variant | answers |", "|---|---|"]
    for number, variant in VARIANTS.items():
        names = sorted(question.name for question in QUESTIONS.values() if number in question.answers)
        if number:
            lines.append(f"| {number} {variant.title['en']} | {', '.join(f'`{name}`' for name in names) or '–'} |")
    return "\n".join(lines + functions_section() + state_section()) + "\n"


def functions_section() -> list[str]:
    """Return the section on functions for use in answers."""
    lines = [
        "",
        "## What answers can use",
        "",
        "`ask` also has the engine's functions; these are useful for most rules. A square is a number, 0 for a1",
        "and 53 for i6: `cell % 9` is its rank (0 is a), `cell // 9` its lane (0 is lane 1). Sets are bits:",
        "`s.hand >> piece & 1` tests one piece.",
        "",
        "| part | what it does |",
        "|---|---|",
    ]
    return lines + [
        f"| `{name}{parameters(QUESTIONS[name])}` | {' '.join(QUESTIONS[name].text.split())} |" for name in USEFUL
    ]


def state_section() -> list[str]:
    """Return the section on the fields of a state that persist between moves."""
    lines = [
        "",
        "## The state",
        "",
        "Besides these fields `s` has all settings of the first table (`s.black`), and a rule's own fields.",
        "",
        "| field | meaning | each number is |",
        "|---|---|---|",
    ]
    for name, field in STATE_FIELDS.items():
        if field.lives != CALL and field.unit != "seed":
            said = f"a list of {field.length}: {field.meaning}" if field.length else field.meaning
            whose = f" ({', '.join(map(str, field.variants))})" if field.variants else ""
            lines.append(f"| `{name}` | {said}{whose} | {UNITS[field.unit]} |")
    return lines


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
