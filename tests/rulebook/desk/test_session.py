"""The desk without a browser: what messages do, and what hostile ones do not."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from importlib.resources import files

import psutil
import pytest
from traitlets import TraitError

from rulebook import cli
from rulebook.collation import DecisionError, Decisions, collate
from rulebook.collation.meaning.judging import LEVELS
from rulebook.collation.out.project import Project
from rulebook.desk import desk, exports, history
from rulebook.desk.aligned import aligned_view
from rulebook.desk.material import LIMIT, sample, text
from rulebook.desk.session import Session, ui
from rulebook.desk.widget import interface
from rulebook.formats import limits
from rulebook.text import words
from tests.rulebook.collation.forms import MISSING, ORIGINALS
from tests.rulebook.test_no_copied_text import runs

SECONDS = 10  # of one core: what takes long begins early


class Sitting(Session):
    """A session, with what a translator does in one go."""

    def collates(self, *texts, names="ab"):
        """Put two texts down."""
        sides = {side: f"{name}.txt" for side, name in zip("ab", names, strict=True)}
        return self.handle({"do": "collate", **sides}, [as_file(one) for one in texts])

    def translates(self, said, language="en", side="a", name="m.txt"):
        """Put down a translation of one of them."""
        return self.handle({"do": "translation", "language": language, "side": side, "name": name}, [as_file(said)])

    def rows(self, part, side="a"):
        """What is shown where a panel is opened."""
        self.handle({"do": "show", "part": part, "side": side})
        return self.shown[part]["rows"]

    def gives(self, what, language="en"):
        """What is in a file that is asked for."""
        assert self.handle({"do": "export", "what": what, "language": language})["error"] is None
        return self.downloads[0][1]


def as_file(said):
    return said if isinstance(said, bytes) else said.encode()


@pytest.fixture
def at():
    return Sitting()


def decide(at, index=0, value="accept", reason="Seen.", **more):
    name = at.collation.findings[index].id
    return name, at.handle({"do": "decide", "ids": [name], "value": value, "reason": reason, **more})


# ---- what is shown ---------------------------------------------------------------------------------------------------


def shown(texts):
    """Every finding that some row marks."""
    return {
        part[1]
        for group in texts["groups"]
        for row in group["rows"]
        for side in (row["a"], row["b"])
        if side
        for part in side["parts"]
        if part[1] >= 0
    }


def test_every_finding_is_marked_somewhere_and_no_sentence_is_lost():
    collation = collate(sample("a"), sample("b"))
    texts = aligned_view(collation)
    assert shown(texts) == set(range(len(collation.findings)))
    rows = [row for group in texts["groups"] for row in group["rows"] if row["unit"] != "apart"]
    assert len(rows) == len(collation.pairs)
    for side in "ab":
        said = ["".join(part for part, _ in row[side]["parts"]) for row in rows if row[side]]
        assert len(said) == sum(bool(getattr(pair, side)) for pair in collation.pairs)
    assert any("doit" in [part for part, index in row["a"]["parts"] if index >= 0] for row in rows if row["a"])


def test_the_sample_pair_has_every_class_and_nothing_but_what_was_planted_against_the_rulebook(at):
    assert all(at.collation.counts.values())
    differs = {(row["variant"], row["name"]) for row in at.rows("facts", "b") if row["verdict"] == "differs"}
    assert differs == {(1, "material"), (4, "tactic"), (12, "table-number"), (13, "table-number"), (28, "title")}


def test_terms_and_the_translation(at):
    forbidden = [row for row in at.rows("terms", "b") if row["status"] == "forbidden"]
    assert [(row["form"], row["preferred"], row["many"]) for row in forbidden] == [("couloir", "colonne", 1)]
    assert at.rows("terms", "mine")[0]["form"] == "column"
    found = {(row["variant"], row["kind"]) for row in at.rows("translation")}
    assert found == {(0, "content"), (3, "number"), (4, "number"), (5, "content"), (28, "content"), (None, "content")}
    view = at.translates(text("en"), language="xx", side="b")
    assert (view["error"], view["names"]["mine"]) == (None, "m.txt")


def test_the_samples_are_our_own_writing():
    """No run of eight words is shared with the originals, titles and numbers of players filled in or not."""
    if None in ORIGINALS:
        pytest.skip(MISSING)
    theirs = {run for path in ORIGINALS for run in runs(path.read_text("utf-8", "replace"))}
    for which in "ab":
        template = files("rulebook.desk").joinpath("witnesses", f"{which}.txt").read_text("utf-8")
        assert not runs(template) & theirs


# ---- decisions -------------------------------------------------------------------------------------------------------


def test_decide_undo_and_keep(at):
    first, _ = decide(at)
    second, view = decide(at, 1, "reclass", "Only type.", klass="typography")
    assert view["decided"][second] == {"value": "reclass", "reason": "Only type.", "klass": "typography"}
    decide(at, 1, "reject", "No.")
    assert at.handle({"do": "undo"})["decided"][second]["value"] == "reclass"  # one step, not the whole
    kept = at.handle({"do": "undo"})["kept"]
    assert set(json.loads(kept)["decisions"]) == {first}
    other = Sitting()
    assert other.handle({"do": "load", "text": kept, "again": True})["decided"].keys() == {first}
    assert other.handle({"do": "undo"})["decided"] == {}  # what the browser kept can still be taken back
    assert other.handle({"do": "undo"})["error"] == ui("nothing-undone")


def test_after_a_reload_deeds_are_taken_back_one_by_one(at):
    """Those that one page took back do not come again from another; what is no history leaves the decisions."""
    ids = [one.id for one in at.collation.findings[:3]]
    at.handle({"do": "decide", "ids": ids, "value": "accept", "reason": "All."})
    at.handle({"do": "decide", "ids": ids[1:], "value": "reject"})
    kept = at.view()["kept"]
    other = Sitting()
    other.handle({"do": "load", "text": kept, "again": True})
    back = other.handle({"do": "undo"})
    assert [(one["value"], one["reason"]) for one in back["decided"].values()] == [("accept", "All.")] * 3
    assert at.handle({"do": "load", "text": back["kept"], "again": True})["decided"] == back["decided"]
    assert at.handle({"do": "undo"})["decided"] == {}
    unknown = {"value": "x", "reason": "", "class": None, "finding": {}}
    for wrong in (5, [[5]], [[["a", {}]]], [[["a", unknown]]]):
        told = json.loads(kept) | {"undo": wrong}
        view = Sitting().handle({"do": "load", "text": json.dumps(told), "again": True})
        assert (view["error"], len(view["decided"]), view["undo"]) == (None, 3, False)


def test_how_much_is_told_of_a_translation_is_kept_and_nothing_is_read_anew(at, monkeypatch):
    right = [("Chaque joueur pioche trois cartes.", "Each player draws three cards.")] * 11
    doubtful = ("Le gagnant marque les points de la manche.", "The winner scores the points of the game.")
    french, english = (
        "".join(f"{n}. Phare 2-4\n{said}\n" for n, said in enumerate(side, 1))
        for side in zip(*right, doubtful, strict=True)
    )
    at.collates(french, french)
    at.translates(english, side="b")
    monkeypatch.setattr("rulebook.desk.material.examine", lambda *_: 1 / 0)
    told = {}
    for tell in ("sure", "balanced", "more"):
        assert at.handle({"do": "tell", "value": tell})["tell"] == tell
        told[tell] = {row["id"] for row in at.shown["translation"]["rows"]}
    assert told["sure"] <= told["balanced"] <= told["more"]
    assert told["sure"] < told["more"]
    monkeypatch.undo()
    view = Sitting().handle({"do": "open", "text": project(at)})
    assert [view[name] for name in ("language", "against", "tell")] == ["en", "b", "more"]
    assert at.handle({"do": "tell", "value": "all"})["error"] == ui("bad-message")


def test_how_much_is_told_has_the_same_names_at_the_desk_and_on_the_command_line():
    """The command knows them without importing what they mean, which takes long."""
    parts = files("rulebook.desk").joinpath("panels.js").read_text("utf-8")
    assert [*LEVELS] == [*cli.TELL] == json.loads(re.search(r"const TELL = (\[.*\]);", parts)[1])
    assert all(f"tell-{name}" in interface()[language] for name in LEVELS for language in words.LANGUAGES)


def test_a_translation_in_another_language_than_was_said_is_checked_in_its_own(at):
    at.collates(text("a"), text("b"))
    view = at.translates(text("en"), language="de")
    assert (view["language"], view["news"]["en"]) == ("en", "m.txt is in English, and was checked as that.")
    view = at.handle({"do": "translation", "language": "de", "side": "a", "chosen": True})
    assert (view["language"], view["news"]) == ("de", None)


def test_texts_that_do_not_belong_together_are_news(at):
    other = " ".join(f"Le navire numéro {n} quitte le port avec du sel." for n in range(9)).encode()
    view = at.collates(text("a"), other)
    asked = "Hardly anything of {} is in {}: are these the right files?"
    assert view["news"]["en"] == asked.format("a.txt", "b.txt")
    view = at.translates(text("en"), side="b")
    assert view["news"]["en"] == asked.format("b.txt", "m.txt")
    assert at.handle({"do": "translation", "language": "en", "side": "a"})["news"] is None


def test_a_translation_may_be_a_folder_of_pages(at):
    said = text("en").partition("\n\n")
    at.collates(text("a"), text("b"))
    message = {"do": "translation", "language": "en", "side": "a", "name": "1.txt", "more": ["2.txt"]}
    assert at.handle(message, [said[0].encode(), said[2].encode()])["names"]["mine"] == "1.txt"
    assert at.handle(message, [said[0].encode()])["error"]


def test_many_are_decided_at_once_and_taken_back_at_once(at):
    ids = [one.id for one in at.collation.findings if one.klass == "typography"]
    view = at.handle({"do": "decide", "ids": ids, "value": "reject"})
    assert set(view["decided"]) == set(ids)
    assert len(ids) > 3
    assert at.handle({"do": "decide", "ids": [*ids, "none"], "value": "accept"})["error"] == ui("no-finding")
    assert {one["value"] for one in at.view()["decided"].values()} == {"reject"}  # all or nothing
    assert at.handle({"do": "undo"})["decided"] == {}


def test_what_was_decided_in_a_project_is_left_undecided_and_stays_so(at):
    """Some at once, taken back at once; a colleague's file that still has them does not bring them back."""
    ids = [one.id for one in at.collation.findings[:3]]
    at.handle({"do": "decide", "ids": ids, "value": "accept"})
    saved = project(at)
    at = Sitting()
    at.handle({"do": "open", "text": saved})
    view = at.handle({"do": "undecide", "ids": ids[:2]})
    assert (view["error"], view["decided"].keys()) == (None, {ids[2]})
    assert at.handle({"do": "merge", "text": saved})["decided"].keys() == {ids[2]}
    assert at.handle({"do": "undo"})["decided"].keys() == {*ids}
    at.handle({"do": "undecide", "ids": ids})
    assert at.handle({"do": "undecide", "ids": ids})["error"]


def project(at):
    return at.gives("project.json")


def test_a_project_is_opened_again_with_all_that_was_on_the_desk(at):
    """Texts, translation, decisions, those whose words have gone among them, and notes."""
    at.collates(text("a"), text("b"))
    kept, _ = decide(at, 5)
    gone, _ = decide(at, next(k for k, one in enumerate(at.collation.findings) if one.kind == "modality"))
    at.handle({"do": "note", "text": "Ask the authors.\nThen decide."})
    changed = text("b").replace("Le joueur peut avancer", "Le joueur peut pousser")
    at.handle({"do": "collate", "b": "b.txt"}, [changed.encode()])
    at.translates(text("en"), side="b")
    other = Sitting()
    view = other.handle({"do": "open", "text": project(at)})
    assert (view["error"], view["sample"]) == (None, False)
    assert view["names"] == {"a": "a.txt", "b": "b.txt", "mine": "m.txt"}
    assert [one.id for one in other.collation.findings] == [one.id for one in at.collation.findings]
    assert (view["notes"], set(other.decisions.by_id)) == ("Ask the authors.\nThen decide.", {kept, gone})
    assert (list(view["decided"]), [one["value"] for one in view["expired"]]) == ([kept], ["accept"])
    assert project(other) == project(at)


def test_a_project_is_a_text_that_tells_what_changed(at):
    """A decision more is a line more."""
    before = project(at).splitlines()
    decide(at)
    assert len(set(project(at).splitlines()) - set(before)) == 1


def test_the_work_of_two_people_is_merged(at):
    """What either decided is decided; where both did otherwise, it is told and one's own stands."""
    other = Sitting()
    both, _ = decide(at, 0, "accept", "")
    decide(other, 0, "reject", "")
    theirs, _ = decide(other, 1, "reject", "")
    view = at.handle({"do": "merge", "text": project(other)})
    assert {name: one["value"] for name, one in view["decided"].items()} == {both: "accept", theirs: "reject"}
    assert view["news"] == ui("merged", many=1, apart=1)
    assert view["decided"][both]["other"] == {"value": "reject", "reason": "", "klass": None}
    opened = Sitting().handle({"do": "open", "text": project(at)})  # next week it is still to be chosen
    assert opened["decided"][both]["other"]["value"] == "reject"
    chosen = at.handle({"do": "decide", "ids": [both], "value": "reject"})["decided"][both]
    assert "other" not in chosen
    at.handle({"do": "undo"})
    assert set(at.handle({"do": "undo"})["decided"]) == {both}  # the merging is one deed
    at.handle({"do": "merge", "text": project(other)})
    other.collates(text("b"), text("a"))
    assert at.handle({"do": "merge", "text": project(other)})["error"]["en"].startswith("a.txt is another text")


def test_what_one_of_two_took_back_stays_taken_back(at):
    """Both have it from one project: merged either way it is gone, unless the other has changed it since."""
    first, second = (decide(at, index)[0] for index in (0, 1))
    shared = project(at)
    one, other = Sitting(), Sitting()
    again = Sitting()
    for session in (one, other, again):
        session.handle({"do": "open", "text": shared})
    at.handle({"do": "undo"})
    assert json.loads(project(at))["taken back"] == {second: ["accept", "Seen.", None]}
    one.handle({"do": "merge", "text": project(at)})
    assert set(one.decisions.by_id) == {first}
    at.handle({"do": "merge", "text": shared})
    assert set(at.decisions.by_id) == {first}
    other.handle({"do": "decide", "ids": [second], "value": "reject"})
    assert at.handle({"do": "merge", "text": project(other)})["decided"][second]["value"] == "reject"
    one.handle({"do": "undo"})
    assert project(one) == project(again), "what was merged is taken back to the letter"
    kept = Sitting()
    kept.handle({"do": "load", "text": Sitting().view()["kept"], "again": True})
    assert "taken back" not in project(kept)


def test_merging_and_opening_are_taken_back_with_notes_and_glossary(at):
    """Unless somebody has written on since."""
    other = Sitting()
    other.handle({"do": "note", "text": "Theirs."})
    other.handle({"do": "agree", "text": "couloir = lane"})
    at.handle({"do": "agree", "text": "couloir = corridor"})
    for deed in ("merge", "open"):
        before = project(at)
        view = at.handle({"do": deed, "text": project(other)})
        if deed == "merge":
            assert "couloir" in view["news"]["en"]
        assert project(at) != before
        at.handle({"do": "undo"})
        assert project(at) == before
    at.handle({"do": "merge", "text": project(other)})
    at.handle({"do": "note", "text": "Theirs. And mine."})
    assert at.handle({"do": "undo"})["notes"] == "Theirs. And mine."


def test_two_lines_of_a_glossary_about_a_word_are_no_contradiction():
    from rulebook.collation.out.project import disputed, entries

    assert entries("gué = ford\nGué = crossing / ford") == [("gué", ("ford", "crossing"))]
    assert disputed("gué = ford\nbac = ferry", "Gué = crossing\nbac = ferry\npont = bridge") == ["gué"]


def test_further_witnesses_of_both_are_there_after_a_merge(at):
    other = Sitting()
    at.handle({"do": "others", "names": ["c.txt", "d.txt"]}, [b"1. Un 2 3\nC.\n", b"1. Un 2 3\nD.\n"])
    other.handle({"do": "others", "names": ["e.txt", "d.txt"]}, [b"1. Un 2 3\nE.\n", b"1. Un 2 3\nD.\n"])
    at.handle({"do": "merge", "text": project(other)})
    assert [one.name for one in at.material.others] == ["c.txt", "d.txt", "e.txt"]


def test_a_decision_that_stands_twice_in_a_file_is_two_peoples(at):
    """A version control has kept the lines of both."""
    name, _ = decide(at, 0, "accept", "")
    line = next(line for line in project(at).splitlines() if line.startswith(f'"{name}"'))
    twice = project(at).replace(line, f"{line},\n{line.replace('accept', 'reject')}")
    view = at.handle({"do": "open", "text": twice})
    assert (view["decided"][name]["value"], view["decided"][name]["other"]["value"]) == ("accept", "reject")
    notes = twice.replace('"notes": [', '"notes": ["x"], "notes": [')
    assert at.handle({"do": "open", "text": notes})["error"]


def test_a_decision_goes_along_when_its_entry_gets_another_number(at):
    """An entry is put in before: what was decided of the second is not taken for what was decided of the first."""
    said = "{}. Passage {} 2 3\nOn {} poser {} cailloux.\n"
    texts = ["".join(said.format(n, n, verb, n + 3) for n in (1, 2)) for verb in ("doit", "peut")]
    at.collates(*texts)
    for one, reason in zip(at.collation.findings, ("first", "second"), strict=True):
        at.handle({"do": "decide", "ids": [one.id], "value": "accept", "reason": reason})
    more = ["1. Entrée 2 3\nOn entre.\n" + re.sub(r"(?m)^(\d)", lambda n: str(int(n[1]) + 1), one) for one in texts]
    at.collates(*more)
    at.handle({"do": "renew"})
    made = {one.variant: at.decisions.of(one).reason for one in at.collation.findings if at.decisions.of(one)}
    assert made == {2: "first", 3: "second"}


@pytest.mark.parametrize(
    "change",
    [
        ("{", "["), ('"project": 1', '"project": 0'), ('"a": {', '"c": {'), ("[1, ", '["1", '),
        ('[2, "', '"\\u0000", [2, "'), ('"inner": false', '"inner": NaN'),
        ('"inner": false', '"inner": 1e999'),
        # what could not be kept again
        ('"notes": [', '"notes": [5, '), ('"notes": [\n\n]', '"notes": "abc"'), ("[1, ", "[-4, "),
        ("[1, ", f"[{10**30}, "), ('[1, "', '[1, "\\ud800'), ('[1, "', '[1, "a\\nb'),
    ],
)  # fmt: skip
def test_what_is_no_project_leaves_the_desk_as_it_was(at, change):
    decide(at)
    text, before = project(at), at.view()
    assert change[0] in text
    view = at.handle({"do": "open", "text": text.replace(*change, 1), "name": "p.json"})
    assert view["error"]["en"] == "p.json is not a project of the desk."
    assert {**view, "error": None} == before


def test_a_project_of_a_newer_book_is_told_from_what_is_none(at):
    text = project(at).replace('"project": 1', '"project": 2', 1)
    error = at.handle({"do": "open", "text": text, "name": "p.json"})["error"]
    assert error["en"].startswith("p.json was saved by a newer")


def test_a_project_that_is_put_in_the_place_of_a_text_is_told(at):
    """It would be compared as a text of some thousand lines."""
    files = [text("a").encode(), b"\xef\xbb\xbf" + project(at).encode()]
    view = at.handle({"do": "collate", "a": "a.txt", "b": "p.json"}, files)
    assert view["error"]["en"].startswith("p.json is a project, with the texts in it")
    assert view["sample"]


def test_decisions_are_loaded_from_a_project_as_well(at):
    name, _ = decide(at)
    other = Sitting()
    assert other.handle({"do": "load", "text": project(at), "name": "project.json"})["decided"].keys() == {name}


def test_a_decision_is_taken_over_when_its_sentence_is_mended(at):
    """Beside it another word is set right: the finding has another id, about the same words of its entry."""
    at.collates(text("a"), text("b"))
    one = next(one for one in at.collation.findings if one.kind == "modality")
    other = next(one for one in at.collation.findings if one.kind == "negation" and not one.inner)
    at.handle({"do": "decide", "ids": [one.id, other.id], "value": "accept", "reason": "Ask."})
    before = one.b.context
    again = text("b").replace(before, before.replace(".", " donc."))
    again = again.replace(other.b.context, "Voici tout autre chose.")
    view = at.handle({"do": "collate", "b": "b.txt"}, [again.encode()])
    assert (view["elsewhere"], view["fits"], len(view["decided"])) == (2, 1, 0)
    view = at.handle({"do": "renew"})
    assert (view["elsewhere"], view["fits"], view["news"]) == (1, 0, ui("renewed", many=1))
    assert [made["reason"] for made in view["decided"].values()] == ["Ask."]
    assert at.handle({"do": "undo"})["fits"] == 1
    at.handle({"do": "renew"})
    view = at.handle({"do": "drop"})
    assert (view["elsewhere"], len(view["decided"]), view["news"]) == (0, 1, ui("dropped", many=1))
    assert at.handle({"do": "undo"})["elsewhere"] == 1


def test_of_two_decisions_that_are_alike_neither_is_taken_over(at):
    first, second = "1. Un 2 3\nOn avance de {} cases{}.\n", "On recule de {} cases{}.\n"
    a, b = (f"{first}{second}".format(n, "", n, "") for n in ("deux", "trois"))
    at.collates(a, b)
    at.handle({"do": "decide", "ids": [one.id for one in at.collation.findings], "value": "accept"})
    again = f"{first}{second}".format("trois", " donc", "trois", " donc")
    view = at.handle({"do": "collate", "b": "b.txt"}, [again.encode()])
    assert (view["elsewhere"], view["fits"]) == (2, 0)


def test_merging_takes_what_only_one_has_and_says_what_it_leaves(at):
    """Notes keep their lines, blank ones too, whoever wrote them; what they said of a line's structure comes along."""

    def desk(translation: str, notes: str) -> Session:
        one = Sitting()
        one.collates(text("a"), text("b"))
        one.translates(translation)
        one.handle({"do": "note", "text": notes})
        return one

    mine, theirs = desk(text("en"), "one\n\ntwo\n---\nthree\n---"), desk(text("en") + "\nMore.\n", "one\n\nfive")
    line = theirs.collation.a.parts[-1].sentences[-1].lines()[0]
    theirs.handle({"do": "structure", "side": "a", "line": line, "to": -1})
    told = theirs.collation.a.corrections
    view = mine.handle({"do": "merge", "text": project(theirs)})
    assert view["news"] == ui("merged-left", many=0, apart=0)
    assert view["notes"].split("\n") == ["one", "", "two", "---", "three", "---", "five"]
    assert (dict(mine.collation.a.corrections), bool(told)) == (dict(told), True)
    assert mine.material.mine.lines != theirs.material.mine.lines


def test_a_project_that_is_opened_is_that_project(at, tmp_path):
    """No decision of what lay there before goes into it, nor into its file; one step back it is there again."""
    path = tmp_path / "d.json"
    empty = project(Sitting())
    desk = Sitting(path)
    name, _ = decide(desk)
    assert desk.handle({"do": "open", "text": empty})["elsewhere"] == 0
    assert Decisions.load(path).by_id == {}
    assert desk.handle({"do": "undo"})["decided"].keys() == {name}


def test_another_source_makes_old_findings_of_the_translation_stale(at):
    at.collates(text("a"), text("b"))
    at.translates(text("en"))
    names = [one.id for one in at.material.checked]
    at.handle({"do": "decide", "ids": names, "value": "accept"})
    view = at.handle({"do": "collate", "a": "c.txt"}, [b"1. Un 2 3\nOn joue.\n2. Deux 2\nOn perd.\n"])
    stale = set(names) - {one.id for one in at.material.checked}  # an entry that only one has is still due
    assert stale
    assert view["elsewhere"] == len(stale)


def test_another_game_is_not_held_against_our_book(at):
    """Seven pages of its report said that its third rule is none of our third variant."""
    said = "".join(f"{n}. La lanterne {n} 2-4\nChaque lanterne vaut {n} points au port.\n" for n in range(1, 40))
    at.collates(said, said.replace("vaut 7", "vaut 8"))
    assert (at.rows("facts"), at.shown["facts"]["ours"]) == ([], False)
    assert 'id="facts"' not in at.gives("report.html")
    assert 'id="facts"' in exports.export("report.html", Sitting().material, Decisions(), "en")


def test_a_report_cuts_no_word(at):
    long = "1. La lanterne 2-4\n" + "vraiment " * 40 + "chaque lanterne vaut 7 points" + " aussitôt" * 40 + ".\n"
    at.collates(long, long.replace("7", "8"))
    quoted = re.search(r"<q lang=\"fr\">(.*?)</q>", at.gives("report.html", "fr"))[1]
    assert set(re.sub("<[^>]*>", " ", quoted).split()) <= {*long.replace(".", " ").split(), "…"}
    assert quoted.startswith("… vraiment")


def test_a_text_says_in_which_language_it_is(at):
    at.collates(text("en"), text("en").replace("The ", "A "))
    assert at.texts()["spoken"] == {"a": "en", "b": "en"}


@pytest.mark.parametrize(
    ("error", "said"), [(ZeroDivisionError, ui("failed")), (MemoryError, words.both("static.memory"))]
)
def test_a_deed_that_fails_half_way_leaves_the_desk_as_it_was(at, monkeypatch, error, said):
    at.collates(text("a"), text("b"))
    before = at.view()

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("rulebook.desk.material.examine", fails)
    view = at.translates(b"1. Ein\nText.\n", language="de")
    assert view["error"] == said
    assert {**view, "error": None} == before


def test_what_was_decided_is_taken_back_after_a_heading_was_set_right(at):
    decide(at)
    at.handle({"do": "structure", "side": "a", "line": 1, "to": 0})
    assert at.material.collation.a.corrections == {1: 0}
    at.handle({"do": "undo"})
    assert (at.material.collation.a.corrections, len(at.decisions.by_id)) == ({}, 1)
    assert at.handle({"do": "undo"})["decided"] == {}


def test_texts_that_were_put_in_the_place_of_others_are_taken_back(at):
    """With the translation, which went with them; what was put down since stays."""
    at.collates(text("a"), text("b"))
    at.translates(text("en"))
    one = at.handle({"do": "collate", "a": "c.txt"}, [b"1. Un 2 3\nOn joue.\n2. Deux 2\nOn perd.\n"])
    assert (one["names"]["mine"], one["news"]) == ("m.txt", None)
    others = [b"1. Un 2\nOn gagne.\n", b"1. Un 3\nOn gagne.\n"]
    gone = at.collates(*others, names="de")
    assert (gone["names"], gone["news"]) == (
        {"a": "d.txt", "b": "e.txt", "mine": ""}, ui("translation-gone", name="m.txt"),
    )  # fmt: skip
    at.handle({"do": "note", "text": "Written since."})
    back = at.handle({"do": "undo"})
    assert (back["names"], back["notes"]) == ({"a": "c.txt", "b": "b.txt", "mine": "m.txt"}, "Written since.")
    assert at.handle({"do": "sample"})["sample"]
    assert at.handle({"do": "undo"})["names"] == back["names"]
    assert at.handle({"do": "undo"})["names"]["a"] == "a.txt"


def test_of_deeds_that_changed_texts_the_last_can_be_taken_back(at):
    for k in range(history.TEXTS + 5):
        at.handle({"do": "structure", "side": "a", "line": 1 + k, "to": 0})
    many = 0
    while at.view()["undo"]:
        at.handle({"do": "undo"})
        many += 1
    assert many == history.TEXTS


def test_a_project_keeps_every_character_of_its_notes(at):
    at.handle({"do": "note", "text": "a\u2028b\x85c\x0cd\n\n"})
    assert Project.read("\ufeff" + project(at)).notes == "a\u2028b\x85c\x0cd\n\n"


def test_a_file_of_decisions(tmp_path):
    path = tmp_path / "d.json"
    at = Sitting(path)
    _, view = decide(at)
    assert (view["file"], view["kept"]) == ("d.json", "")
    assert len(Decisions.load(path).by_id) == 1
    assert len(Session(path).view()["decided"]) == 1
    path.write_text("{}", "utf-8")
    with pytest.raises(DecisionError):
        Sitting(path)
    assert decide(Sitting(tmp_path / "gone" / "d.json"))[1]["error"] == ui("no-file")


# ---- files -----------------------------------------------------------------------------------------------------------


def test_every_file_has_a_button_and_says_what_it_is():
    parts = files("rulebook.desk").joinpath("panels.js").read_text("utf-8")
    given = json.loads(re.search(r"const EXPORTS = (\[.*\]);", parts)[1])
    assert {*given} == {"project.json", *(name for name in exports.NAMES if not name.startswith("book-"))}
    assert all(f"file-{name.replace('.', '-')}" in interface()["en"] for name in given)


@pytest.mark.parametrize("what", exports.NAMES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_file_is_given(at, what, language):
    assert at.gives(what, language)
    assert [name for name, _ in at.downloads] == [what]


def test_every_language_but_english_has_a_file_of_its_texts():
    """Of a language that is added by files, too: its translators get their own texts, not the French ones."""
    assert [*exports.BOOK] == [
        *(f"book-{lang}.po" for lang in words.LANGUAGES if lang != words.SOURCE), "book-template.po",
    ]  # fmt: skip
    assert '"Language: fr\\n"' in exports.export("book-fr.po", Sitting().material, Decisions(), "en")


def test_texts_of_the_book_out_and_in(at):
    came = at.gives("book-fr.po").replace('msgstr "Première étape : le dé"', 'msgstr "D’abord le dé"', 1)
    view = at.handle({"do": "po", "text": came, "language": "fr"})
    assert view["news"]["en"].startswith("New and sound: 1.")
    ((name, content),) = at.downloads
    assert name == "fr.zip"
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(content))) as packed:
        assert packed.namelist() == ["rulebook/text/fr/00.toml"]
        assert '"0.6" = "D’abord le dé"' in packed.read(packed.namelist()[0]).decode()


# ---- what is no message ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\0\0", b"PK\x03\x04", b"%PDF-", b" \n", b"x" * (LIMIT * 1_000_000 + 1)])
def test_files_that_cannot_be_read_change_nothing(at, data):
    before = at.texts()
    view = at.handle({"do": "collate", "a": "a.txt", "b": "x.bin"}, [text("a").encode(), data])
    assert view["error"]["en"].startswith("x.bin")
    assert (at.texts(), view["sample"]) == (before, True)


def test_the_widget_says_nothing_of_python():
    """A broken message leaves no traceback, and the browser can write no trait."""
    widget = desk()
    widget._on_message(None, {"do": "undo", "n": 5}, [])
    assert (widget.view["n"], widget.view["busy"]) == (5, False)
    widget._on_message(None, object(), object())
    assert widget.view["error"]
    assert widget.texts["groups"]
    with pytest.raises(TraitError, match="session is a Session, not int"):
        widget.session = 3
    assert (widget.found["meaning"], widget.decided) == (10, 0)
    assert repr(widget) == "Desk(A.txt and B.txt: 10 meaning, 1 synonym, 2 spelling, 5 typography, 9 inner)"


def test_long_work_is_told_and_can_be_cancelled(monkeypatch):
    """By a page that is heard while it goes on; the desk is then as it was."""
    monkeypatch.setattr("rulebook.collation.progress.PAUSE", 0)
    widget, told = desk(), []
    monkeypatch.setattr(widget, "send", lambda content: told.extend([content["part"]] if "part" in content else []))
    message, files = {"do": "collate", "a": "a.txt", "b": "b.txt"}, [text("a").encode(), text("b").encode()]
    before = widget.session.view(), widget.session.texts()
    widget.cancelled = lambda: told[-1] > 0.6
    widget._on_message(None, {**message, "n": 1}, files)
    assert widget.view["error"]["en"] == words.text("collation.errors.cancelled", "en")
    assert told[-2] <= 0.6 < told[-1] < 0.8
    assert (widget.session.view() | {"error": None}, widget.session.texts(), widget.view["busy"]) == (*before, False)


@pytest.mark.parametrize("name", ["a.txt", "a.html"])
def test_reading_one_file_can_be_cancelled(monkeypatch, name):
    """In the middle of it, in this process and in one of its own, which ends with it."""
    monkeypatch.setattr("rulebook.collation.progress.PAUSE", 0)
    monkeypatch.setattr("rulebook.formats.child.LOOK", 0.01)
    widget = desk()
    monkeypatch.setattr("rulebook.desk.material.collate", lambda *_: pytest.fail("it was read to its end"))
    before, told, others = widget.session.view(), [], psutil.Process().children()
    monkeypatch.setattr(widget, "send", lambda content: told.append(content))
    widget.cancelled = lambda: len(told) > 1  # once the reading itself has told that it goes on
    page = text("a") if name.endswith("txt") else f"<html><body><p>{'<p>'.join(text('a').splitlines())}"
    widget._on_message(None, {"do": "collate", "a": name, "n": 1}, [page.encode()])
    assert widget.view["error"]["en"] == words.text("collation.errors.cancelled", "en")
    assert widget.session.view() | {"error": None} == before
    assert set(psutil.Process().children()) <= set(others)


# ---- structure, pages, further witnesses -----------------------------------------------------------------------------

BARE = "Les Lutins\nPremier jeu 2 3\nOn joue en rond.\nSecond jeu 3 4\nOn joue en carré.\n"


def test_structure_is_shown_and_corrected_and_kept(at):
    """Two lines that nothing marks as headings become variants by a click each, and a project keeps that."""
    at.collates(BARE, BARE)
    shown = [row["text"] for row in at.rows("structure") if row["kind"] != "variant"]
    assert shown == ["Les Lutins", "Premier jeu 2 3", "Second jeu 3 4"]
    for line, number in ((2, 1), (4, 2)):
        at.handle({"do": "structure", "side": "a", "line": line, "to": number})
    assert {n: entry.title for n, entry in at.collation.a.entries.items()} == {1: "Premier jeu", 2: "Second jeu"}
    again = Project.read(at.project().text())
    assert again.witnesses["a"].entries.keys() == {1, 2}
    at.handle({"do": "structure", "side": "a", "line": 4, "to": 0})
    assert at.collation.a.entries.keys() == {1}
    before = at.stamp
    assert at.handle({"do": "structure", "side": "a", "line": 99, "to": 1})["error"]
    assert at.stamp == before


def test_it_asks_what_may_be_a_heading_before_it_lists_findings(at):
    """The second heading of B has lost its point; said what it is, it is asked about no more."""
    a = "Jeu\n1. La course 2 3\nOn joue en rond.\n2. La pause 2 3\nOn passe son tour.\n3. La fin 2 3\nOn rentre.\n"
    at.collates(a, a.replace("2. La", "(2) La"))
    assert at.texts()["unsure"] == {"a": [], "b": ["(2) La pause 2 3"]}
    for to, number in ((2, 2), (0, None)):
        at.handle({"do": "structure", "side": "b", "line": 4, "to": to})
        assert at.texts()["unsure"] == {"a": [], "b": []}
        assert at.collation.b.entries.get(2) is (at.collation.b.entries[2] if number else None)


def test_one_text_is_enough_for_a_translation():
    """Who has a source and its translation needs no second witness; one that comes later is put beside it."""
    for side in "ab":
        session = Sitting()
        view = session.handle({"do": "collate", side: "x.txt"}, [BARE.encode()])
        assert (view["error"], view["news"], view["sample"]) == (None, ui("one-text", name="x.txt"), False)
        assert view["names"] == {"a": "x.txt", "b": "x.txt", "mine": ""}
        view = session.handle({"do": "collate", "b": "y.txt"}, [BARE.encode()])
        assert (view["news"], view["names"]["b"]) == (None, "y.txt")


def test_a_text_may_be_several_files(at):
    one, two = BARE.splitlines(keepends=True)[:3], BARE.splitlines(keepends=True)[3:]
    message = {"do": "collate", "a": "1.txt", "more_a": ["2.txt"], "b": "b.txt"}
    at.handle(message, ["".join(one).encode(), "".join(two).encode(), BARE.encode()])
    assert at.collation.a.parts == at.collation.b.parts
    assert at.handle({**message, "more_a": ["2.txt", "3.txt"]}, [b"a", b"b", b"c"])["error"], "a file too few"


def test_files_that_take_too_long_together_are_named_and_the_others_lie_on_the_desk(at, monkeypatch):
    monkeypatch.setattr(limits, "TOGETHER", 1e-9)
    page = b"<!doctype html><p>1. Un 2 3</p><p>On joue.</p>"
    message = {"do": "collate", "a": "1.html", "more_a": ["2.html", "3.txt"], "b": "b.txt"}
    view = at.handle(message, [page, page, b"Fin.", BARE.encode()])
    assert view["error"] is None
    assert all("2.html, 3.txt" in said and "1.html" not in said for said in view["news"].values())
    assert [line.text for line in at.collation.a.lines if line.text] == ["1. Un 2 3", "On joue."]


def test_further_witnesses_and_all_readings(at):
    at.collates(BARE, BARE.replace("rond", "ligne"))
    at.handle({"do": "others", "names": ["c.txt"]}, [BARE.replace("rond", "cercle").encode()])
    told = at.shown["readings"]
    assert told["names"] == {"A": "a.txt", "B": "b.txt", "C": "c.txt"}
    assert [row[1:] for row in told["rows"]] == [["rond", "ligne", "cercle"]]
    assert [one.name for one in Project.read(at.project().text()).witnesses.values()][-1] == "c.txt"


def test_what_is_found_in_a_translation_is_decided_like_anything_else(at):
    """Rejected, it is not in the file for programs; the table has it with the decision; a project keeps it."""
    name = at.rows("translation")[0]["id"]
    view = at.handle({"do": "decide", "ids": [name], "value": "reject"})
    assert view["decided"][name]["value"] == "reject"
    assert name not in {one["id"] for one in json.loads(at.gives("translation.json"))}
    assert re.search(f"(?m)^\ufeff?{name},.*,reject,", at.gives("translation.csv").replace("\r", ""))
    assert Project.read(at.project().text()).decisions.by_id[name].value == "reject"
    assert at.handle({"do": "undo"})["decided"] == {}


def test_words_that_were_agreed_on_are_looked_for_and_kept(at, monkeypatch):
    """A glossary of the project's own: inflected forms count, either of two will do, other lines are left alone."""
    source = b"1. Un 2 3\nLes h\xc3\xa9rissons avancent. La colonne est libre.\n2. Deux 2 3\nOn joue.\n"
    target = b"1. One 2 3\nThe urchins advance. The lane is free.\n2. Two 2 3\nOne plays.\n"
    at.collates(source, source)
    at.translates(target, name="en.txt")
    found = len(at.material.checked)
    monkeypatch.setattr("rulebook.collation.checking.translation.match_entries", lambda *_: 1 / 0)  # matched once
    assert at.gives("translation.tmx")
    at.handle({"do": "agree", "text": "A note.\nh\u00e9risson = hedgehog\ncolonne = column / lane"})
    at.rows("translation")
    more = at.material.checked[found:]
    assert [(one.klass, one.variant, dict(one.message[1])["a"]) for one in more] == [("synonym", 1, "h\u00e9risson")]
    assert Project.read(at.project().text()).glossary.splitlines()[1] == "h\u00e9risson = hedgehog"
    at.handle({"do": "agree", "text": "h\u00e9risson = urchin"})
    assert len(at.rows("translation")) == len(at.material.checked) == found


def test_the_sample_translation_goes_with_the_sample_witnesses(at):
    """Whoever puts texts of their own on the desk finds no translation there that is not theirs."""
    view = at.collates(b"1. Un 2 3\nOn joue.\n", b"1. Un 2 3\nOn jouera.\n", names="xy")
    assert view["names"] == {"a": "x.txt", "b": "y.txt", "mine": ""}
    assert at.rows("translation") == []
    assert "translation" not in at.project().witnesses
    view = at.translates(b"1. One 2 3\nPlay.\n", name="e.txt")
    assert view["names"]["mine"] == "e.txt"


OWN = b"1. Un 2 3\nOn joue.\n", b"1. Un 2 3\nOn jouera.\n"


@pytest.mark.parametrize(
    "what",
    ["translation.html", "translation.json", "translation.csv", "translation.tmx", "translation.xlf", "translation.po"],
)
def test_no_file_is_made_of_a_translation_that_is_not_the_readers(at, what):
    at.collates(*OWN, names="xy")
    view = at.handle({"do": "export", "what": what, "language": "en"})
    assert (bool(view["error"]), at.downloads) == (True, [])
    at.translates(b"1. One 2 3\nOne will play.\n", side="b", name="e.txt")
    made = at.gives(what)
    assert "hedgehog" not in made.casefold()
    if what in ("translation.tmx", "translation.xlf", "translation.po"):
        assert "On jouera." in made, "it was checked against B"
        assert "One will play." in made


@pytest.mark.parametrize("side", ["a", "b"])
def test_what_only_a_translation_or_its_source_has_is_told_by_their_names(at, side):
    """Whichever witness it is checked against: at the desk A and B are others."""
    source = b"1. Un 2 3\nOn joue. Le joueur lance le d\xc3\xa9.\n"
    at.collates(source, source)
    target = b"1. One 2 3\nThe player rolls the die. Nobody may ever look back at the house.\n"
    at.translates(target, side=side, name="e.txt")
    told = {row["note"]["en"] for row in at.shown["translation"]["rows"]}
    assert "Only in the translation." in told
    assert not any(re.search(r"\b[AB]\b", note) for note in told)


def test_the_report_on_a_translation_has_its_findings_and_what_was_decided(at):
    at.handle({"do": "collate", "a": "<x>.txt"}, OWN[:1])
    at.translates(b"1. One 2 3\nDo not play.\n", name="e.txt")
    (row,) = at.shown["translation"]["rows"]
    at.handle({"do": "decide", "ids": [row["id"]], "value": "accept", "reason": "A slip."})
    page = at.gives("translation.html")
    assert "&lt;x&gt;.txt and its translation e.txt" in page
    assert all(said in page for said in (f'id="f-{row["id"]}"', "accepted: A slip.", '<q lang="fr">', '<q lang="en">'))


def test_a_translation_is_kept_with_the_texts_and_its_decisions_hold_when_it_is_opened_again(at):
    at.collates(*OWN, names="xy")
    before = at.stamp
    target = b"1. One 2 3\nYou must not play.\n"
    at.translates(target, name="e.txt")
    assert at.stamp > before, "the page asks for what it keeps"
    ids = [one["id"] for one in at.shown["translation"]["rows"]]
    assert ids
    at.handle({"do": "decide", "ids": ids, "value": "accept"})
    kept = at.texts()["kept"], at.decisions.text()
    again = Sitting()
    again.handle({"do": "open", "text": kept[0], "again": True})
    view = again.handle({"do": "load", "text": kept[1], "again": True})
    assert view["names"]["mine"] == "e.txt"
    assert view["decided"].keys() == set(ids)
    assert view["expired"] == []
    whole = Sitting()
    view = whole.handle({"do": "open", "text": at.project().text()})
    assert view["decided"].keys() == set(ids)
    assert view["expired"] == []


def test_a_german_text_may_be_translated_into_french(at):
    german = b"1. Eins 2 3\nDer Spieler darf nicht springen.\n"
    at.collates(german, german)
    for said, many in (("peut sauter", 1), ("ne peut pas sauter", 0)):
        target = f"1. Un 2 3\nLe joueur {said}.\n".encode()
        assert at.translates(target, language="fr", name="f.txt")["error"] is None
        assert (len(at.material.checked) > 0) == many
