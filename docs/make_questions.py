"""Writes docs/questions.md: every question of the engine, its text, and which variants answer it.

python docs/make_questions.py          # a test compares, so run it after adding an answer
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
    "outside": "Questions, asked outside of play",
}

USEFUL = ("best_home", "displace", "draw", "feasible", "height", "leg_start", "survivors", "unit")
"""Parts of the engine that answers are made with."""


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
    return "\n".join(lines + used() + kept()) + "\n"


def used() -> list[str]:
    """What answers are made with beside the questions."""
    lines = [
        "",
        "## What an answer may use",
        "",
        "`ask` has the engine's own functions, too; these are of use to most rules. A square is a number, 0 for a1",
        "and 53 for i6: `cell % 9` is its rank (0 is a), `cell // 9` its lane (0 is lane 1). Sets are bits:",
        "`s.hand >> piece & 1` asks for one piece.",
        "",
        "| part | what it does |",
        "|---|---|",
    ]
    return lines + [
        f"| `{name}{parameters(QUESTIONS[name])}` | {' '.join(QUESTIONS[name].text.split())} |" for name in USEFUL
    ]


def kept() -> list[str]:
    """The fields of a state that say something from move to move."""
    lines = [
        "",
        "## What the state keeps",
        "",
        "Beside these fields `s` has every setting of the first table (`s.black`), and a rule's own fields.",
        "",
        "| field | what it says | each number is |",
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
