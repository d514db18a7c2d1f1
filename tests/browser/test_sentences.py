"""Nothing said beside a board is covered or cut: each sentence of tasks, answers, refusals, on phones and a desktop."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hedgekit.study.puzzles import puzzles, sets
from rulebook.boards import board
from rulebook.boards.table import Table
from rulebook.learning.lessons import Lesson, lessons
from rulebook.text.words import LANGUAGES
from tests.browser.conftest import wait_for_page
from tests.browser.reader import Open, Reader
from tests.rulebook.test_lessons import solution, table_of

SECONDS = 25  # of one core: what takes long begins early

SIZES = ((390, 844), (360, 640), (320, 640), (1280, 800))
LONGEST = ("row-first", "across-the-edge", "ply-by-ply")
"""Choices, a question and a story that were too long for a panel: asked at every size, in German."""
FEW, PARTS = 12, 8
"""Every so many lessons, in turn at one size and in one language; all of each by the long run, in so many parts."""

# Shows a board what it would be told, and returns what of its words is not wholly there, or has something else over it;
# whether it has more controls than five, or one without a word; more than one button that is the main one.
SHOWS = """async ([key, told, language]) => {
  const views = JSON.parse(told); // playwright takes ten times as long for what it reads itself
  document.documentElement.dataset.lang = language;
  const widget = () => document.querySelector(".hk-board").parentElement.parentElement;
  const place = document.querySelector("[data-shown]") ?? widget();
  place.dataset.shown = "";
  // Other boards on the page would be laid out with each sentence; the place below lets this one be scrolled to the top.
  for (const slot of document.querySelectorAll("[data-slot]")) slot.hidden = !slot.contains(place) && !place.contains(slot);
  document.body.style.paddingBottom = "200vh";
  const el = document.createElement("div");
  place.replaceChildren(el);
  const model = {
    heard: new Set(), off() {}, send() {}, on: (event, act) => event === "change:_view" && model.heard.add(act),
    get: (what) => ({ name: "shown", keep: false, _view: model.view })[what],
  };
  model.view = views[0];
  const close = globalThis[key].render({ model, el });
  const shown = el.querySelector(".hk-board");
  const room = shown.querySelector(".hk-room");
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  room.scrollIntoView({ block: "start", behavior: "instant" });
  await frame();
  room.scrollIntoView({ block: "start", behavior: "instant" });
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hk-offstage");
  const cut = () => [...shown.querySelectorAll(":is(.hk-room, .hk-card, .hk-acts, .hk-tools) *")]
    .filter(isSeen)
    .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()))
    .filter((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const within = node.parentElement.closest("button, a, .hk-said, .hk-words, .hk-card, .hk-tools");
      return [...range.getClientRects()].filter(({ width }) => width > 2).some(({ left, right, top, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].some((x) => [top + 3, bottom - 3].some((y) => {
          const there = document.elementFromPoint(x, y);
          return !there || !within.contains(there);
        })));
    }).map(({ data }) => data);
  const problems = [];
  for (const [state, view] of views.entries()) {
    model.view = { ...view, n: state + 1 };
    for (const act of model.heard) act();
    if (!state) await frame();
    room.scrollIntoView({ block: "start", behavior: "instant" }); // browsers keep what stands below it where it was
    const controls = [...shown.querySelectorAll(":is(.hk-ways, .hk-tools) :is(button, a)")].filter(isSeen);
    problems.push(...cut().map((text) => [state, text]));
    const names = controls.map((one) => one.textContent.trim());
    if (names.length > 5 || names.includes("")) problems.push([state, "controls", ...names]);
    const main = controls.filter((one) => one.matches(".hk-main, .is-main"));
    if (main.length > 1) problems.push([state, "main buttons", ...names]);
    if (!shown.querySelector(".hk-all").hidden) problems.push([state, "read all", room.textContent]);
  }
  close();
  return problems;
}"""


def tries(found: Lesson) -> Iterator[dict[str, Any]]:
    """What a board is told of a lesson: the task, a hint, a refusal, a wrong move, and what solves it."""
    moves, path = solution(found)
    yield table_of(found).view()
    yield table_of(found).handle({"do": "hint"})
    for cell in table_of(found).view()["cells"]:
        said = table_of(found).handle({"do": "try", "path": [cell["id"]]})
        if said["refusal"]:
            yield said
            break
    for move in list(found.game().moves())[:4]:
        said = table_of(found).handle({"do": "play", "move": str(move)})
        if said["task"]["state"] == "wrong":
            yield said
            break
    solved = table_of(found)
    for move in moves:
        if solved.game.is_chance:
            solved.game.play(move)
        else:
            yield solved.handle({"do": "play", "move": move})
    if path:
        yield solved.handle({"do": "try", "path": list(path)})


def of_puzzle(key: str) -> Iterator[dict[str, Any]]:
    """A puzzle, its hint, and each of two moves."""
    for deeds in ([], [{"do": "hint"}], [0], [-1]):
        table = Table()
        view = table.handle({"do": "puzzle", "key": key})
        for deed in deeds:
            view = table.handle(deed if isinstance(deed, dict) else {"do": "play", "move": view["moves"][deed]["text"]})
        yield view


def asked(part: int | None) -> list[tuple[Any, Sequence[tuple[int, int]], Sequence[str]]]:
    """Lessons and puzzles, each with the sizes and languages it is looked at in: some, or a part of all."""
    every = FEW if part is None else 1
    shown = [*list(lessons().values())[::every], *(one for name in sets() for one in puzzles(name)[:: 20 * every])]
    if part is not None:
        return [(one, SIZES, LANGUAGES) for one in shown[part::PARTS]]
    many = len(SIZES)
    some = [(one, [SIZES[at % many]], [LANGUAGES[at // many % 3]]) for at, one in enumerate(shown)]
    return [*some, *((lessons()[name], SIZES, ["de"]) for name in LONGEST)]


@pytest.mark.parametrize("part", [None, *(pytest.param(at, marks=pytest.mark.soak) for at in range(PARTS))])
def test_every_sentence_is_wholly_in_sight(open_page: Open, part: int | None) -> None:
    """With at most five controls, each with a word, and one main one; whatever is said fits its panel."""
    page = open_page("/voila/render/light/01-base-game.ipynb")  # to itself: what it does to the board stays
    wait_for_page(page)
    Reader(page, "play").board.scroll_into_view_if_needed()
    shown, found = asked(part), {}
    views = [json.dumps([*(tries(one) if isinstance(one, Lesson) else of_puzzle(one.key))]) for one, *_ in shown]
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for (one, sizes, languages), seen in zip(shown, views, strict=True):
            for language in languages if size in sizes else ():
                if problems := page.evaluate(SHOWS, [board.CODE.key, seen, language]):
                    found[getattr(one, "name", None) or one.key, size, language] = problems
    assert len(shown) > 20
    assert found == {}
