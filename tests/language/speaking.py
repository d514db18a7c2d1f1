"""Find unmarked words in a copy with the pseudo-language: run python -m tests.language.speaking PART ... there.

Prints {place: [unmarked words]} as JSON, or fails with a traceback.
"""

import contextlib
import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .pseudo import LANGUAGE, all_texts, readable_text, unmarked

Texts = Iterator[tuple[str, str]]
PLIES = 30
GAMES = ("checkerboard players=2", "checkerboard players=4", "horses players=3", "hekla players=2", "40 players=2")


def engine() -> Texts:
    """Play random games: prompts, narration, refusals, reasons; verdicts, errors, advice."""
    import hedgekit
    from hedgekit.games.race.rulesets.rule_set import rules as rules_of

    source = random.Random(1)
    sets = [f"{number}" for number in hedgekit.VARIANTS if number != 40]
    numbers = [number for number in hedgekit.VARIANTS if number not in (0, 40)]
    sets += ["+".join(map(str, sorted(source.sample(numbers, 2)))) for _ in range(20)]
    for text in (*sets, *GAMES):
        try:
            kind = hedgekit.game_of(text)
            game = kind(text, seed=7)
        except hedgekit.HedgekitError as no:
            yield text, no.text(LANGUAGE)
            continue
        yield from _played(text, game, source)
        for note in getattr(game.rules, "advice", ()):
            yield text, note.text(LANGUAGE)
    for first in hedgekit.VARIANTS:
        for second in range(first + 1, len(hedgekit.VARIANTS)):
            found = hedgekit.verdict(first, second)
            yield f"{first}-{second}", f"{found.reason(LANGUAGE)} {found.decision(LANGUAGE) or ''}"
    rules = ("", "x", "99", "1+1", "9[a=b]", "4[when=x]", "2 players=11", "5 players=x", "horses[out=x]")
    for text in (*rules, "hekla players=9"):
        with contextlib.suppress(hedgekit.HedgekitError):
            rules_of(text)
            continue
        try:
            hedgekit.game_of(text)(text)
        except hedgekit.HedgekitError as no:
            yield f"error of {text!r}", no.text(LANGUAGE)


def _played(text: str, game: Any, source: random.Random) -> Texts:
    import hedgekit

    tried = ("", "-", "a1-b1", "b3-b4", "c2-b2", "e4-e5", "i6", "A1", "A1@c2", "p3-p5", "take", "2", "6", "a3+b3+c3")
    for ply in range(PLIES):
        if game.is_over:
            break
        where = f"{text}: {game}"
        yield where, game.prompt(LANGUAGE)
        if game.is_chance:
            game.roll()
        else:
            moves = game.moves()
            for move in tried[ply % 5 :: 5]:
                try:
                    if no := game.why(move):
                        yield where, no.text(LANGUAGE)
                except hedgekit.HedgekitError as no:
                    yield where, no.text(LANGUAGE)
            move = source.choice(moves)
            for reason in game.because(move):
                yield where, reason.text(LANGUAGE)
            game.play(move)
        yield f"{where}, after it", game.narrate(LANGUAGE)
    for wrong in ("turn=Z", "a1=A1 a1=A2", "q9=A1", "dice=9", "over=Q", "home=A1 b1=A1"):
        try:
            type(game).from_text(str(game.rules), wrong)
        except hedgekit.HedgekitError as no:
            yield f"{text}: {wrong}", no.text(LANGUAGE)


def commands() -> Texts:
    """Run every command of the terminal, its help and its errors; then fetch a part of the site in vain."""
    import rulebook.cli
    from hedgekit.terminal.cli import COMMANDS, main
    from rulebook.publish.static import fetching

    Path("record.txt").write_text("0 players=2\nseed=3\n")
    wanted = ["", "--help", "zzz", "play --zzz", "play --seed x", "check", "list", "list --json"]
    wanted += ["list zzz", *(f"{name} --help" for name in COMMANDS)]
    wanted += [
        f"check {text}" for text in ["0", "9+13", "2+3+18", "15+35", "x", "99", "5+30", "26+28", "29", "hekla", "40"]
    ]
    wanted += [f"play {rules} --seed 5 --seats reader,greedy" for rules in ["0", "7", "19", "hekla", "horses", "40"]]
    wanted += ["play --seats zzz", "play --resume none.txt", "replay none.txt", "replay record.txt"]
    wanted += [*(f"simulate {rules} --games 4" for rules in ("0", "19", "horses")), "simulate 0 --games x"]
    book = ["", "--help", "zzz", "serve --port x", "serve --notebooks q9", "serve --static-site x", "build"]
    book += ["build --out .", "collate q9 q9", "collate q9", "check"]
    book += [f"{name} --help" for name in rulebook.cli.COMMANDS]
    typed = "help\nmoves\nwhy\nboard\nsave x\nzzz\na1\na2\na3\na4\na5\nundo\na6\n-\nb1-b2\na1-b1\n-\nquit\n"
    for program, run, asked in (("hedgekit", main, [*wanted, "simulate zzz"]), ("rulebook", rulebook.cli.main, book)):
        for line in asked:
            out, err, sys.stdin = io.StringIO(), io.StringIO(), io.StringIO(typed)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                run([*line.split(), "--language", LANGUAGE])
            if "--json" not in line:
                yield f"{program} {line}", out.getvalue() + err.getvalue()
    try:
        fetching._download("http://127.0.0.1:9/")
    except fetching.FetchError as no:
        yield "rulebook build", no.text(LANGUAGE).replace(str(no.values["why"]), "")


def book() -> Texts:
    """Return every text of the book's tables as on pages, boards and sheets, and the frame of the pages."""
    from rulebook.chapters import contents, glossary
    from rulebook.publish import page_context
    from rulebook.stage.localized import ui_texts
    from rulebook.text import words

    yield "interface", all_texts(ui_texts())
    yield "frame", all_texts(page_context.page_words())
    yield "chapters", all_texts(page_context.chapters(Path("notebooks")))
    yield "contents", readable_text(contents().page_html())
    yield "glossary", readable_text(glossary().page_html())
    for stem in words.stems(words.SOURCE):
        for key in words.table(stem, words.SOURCE):
            yield f"{stem}.{key}", readable_text(words.html(f"{stem}.{key}"))


def chapters(*stems: str) -> Texts:
    """Run the cells of chapters: prose, boards, the state of every widget, and pictures."""
    from rulebook.publish.static import freeze

    for stem in stems:
        found = freeze.take_snapshot(Path(f"notebooks/{stem}.ipynb"))
        for output in found["outputs"]:
            yield stem, readable_text(output.get("text", ""))
        for slot, shown in found["slots"].items():
            yield f"{stem} {slot}", all_texts(shown["state"])


def pages(*stems: str) -> Texts:
    """Write chapters as files `STEM.html` with the code of their widgets beside them: boards without Python."""
    from rulebook.publish import page_split
    from rulebook.publish.static import freeze, page

    folder = Path("pages")
    folder.mkdir(exist_ok=True)
    (folder / "host.js").write_text(HOST, "utf-8")
    (folder / "none.js").write_text("", "utf-8")
    for stem in stems:
        found = freeze.take_snapshot(Path(f"notebooks/{stem}.ipynb"))
        slots = found["slots"]
        codes = list(dict.fromkeys([*found["codes"], *(slot["code"] for slot in slots.values())]))
        for number, code in enumerate(codes):
            (folder / f"{stem}-{number}.js").write_text(code, "utf-8")
        config = {
            "codes": [f"{stem}-{codes.index(code)}.js" for code in found["codes"]],
            "slots": {name: [f"{stem}-{codes.index(slot['code'])}.js", slot["state"]] for name, slot in slots.items()},
            "state": "none.js",
        }
        outputs = [one | {"still": {}} for one in page_split.page_outputs(found["outputs"], page_split.WHOLE, {})]
        values = {"config": config, "outputs": outputs, "places": {}, "manifest": "", "modules": []}
        book = page.static_context(Path("notebooks"), stem)
        (folder / f"{stem}.html").write_text(
            page.render("chapter.html", book=book, host="host.js", keep="none.js", **values), "utf-8"
        )
        yield stem, ""


HOST = """
const page = JSON.parse(document.getElementById("rb-static").textContent);
class Model {
  constructor(state) { this.state = state; }
  get(key) { return this.state[key]; }
  set(key, value) { this.state[key] = value; }
  on() {}
  off() {}
  send() {}
  save_changes() {}
}
for (const code of page.codes) (await import(`./${code}`)).default.initialize?.({ model: null });
for (const el of document.querySelectorAll("[data-slot]")) {
  const [code, state] = page.slots[el.dataset.slot];
  const model = new Model(state);
  const { default: widget } = await import(`./${code}`);
  await widget.initialize?.({ model });
  await widget.render({ model, el });
}
document.documentElement.dataset.shown = document.querySelectorAll("[data-slot]").length;
"""


def main(*wanted: str) -> dict[str, list[str]]:
    """Return the unmarked texts by place in these parts; of chapters and pages, only in those named."""
    import hedgekit

    parts = {"engine": engine, "commands": commands, "book": book, "chapters": chapters, "pages": pages}
    named = [name for name in wanted if name not in parts]
    found = {"from": [str(Path(hedgekit.__file__).parents[1])]}
    for part in (part for part in wanted if part in parts):
        for where, text in parts[part](*(named if part in ("chapters", "pages") else ())):
            if words := unmarked(text):
                found.setdefault(where, []).extend(words)
    return found


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:]), sys.stdout, ensure_ascii=False, indent=0)
