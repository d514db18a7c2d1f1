"""The desk without a browser: effects of messages, and hostile ones that have none."""

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

SECONDS = 10  # of CPU time: slow files start first


class Sitting(Session):
    """A session with a translator's usual steps."""

    def compare(self, *texts, names="ab"):
        """Put two texts on the desk."""
        sides = {side: f"{name}.txt" for side, name in zip("ab", names, strict=True)}
        return self.handle({"do": "collate", **sides}, [as_file(one) for one in texts])

    def add_translation(self, content, language="en", side="a", name="m.txt"):
        """Add a translation of one of them."""
        return self.handle({"do": "translation", "language": language, "side": side, "name": name}, [as_file(content)])

    def rows(self, part, side="a"):
        """Return the rows that an opened panel shows."""
        self.handle({"do": "show", "part": part, "side": side})
        return self.shown[part]["rows"]

    def export(self, what, language="en"):
        """Return the content of an exported file."""
        assert self.handle({"do": "export", "what": what, "language": language})["error"] is None
        return self.downloads[0][1]


def as_file(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.fixture
def session():
    return Sitting()


def decide(session, index=0, value="accept", reason="Seen.", **more):
    name = session.collation.findings[index].id
    return name, session.handle({"do": "decide", "ids": [name], "value": value, "reason": reason, **more})


# ---- the view --------------------------------------------------------------------------------------------------------


def test_every_finding_is_marked_and_every_sentence_is_shown():
    collation = collate(sample("a"), sample("b"))
    every = [row for group in aligned_view(collation)["groups"] for row in group["rows"]]
    parts = [part for row in every for side in "ab" if row[side] for part in row[side]["parts"]]
    assert {index for _, index in parts if index >= 0} == set(range(len(collation.findings)))
    rows = [row for row in every if row["unit"] != "apart"]
    assert len(rows) == len(collation.pairs)
    for side in "ab":
        sides = [row[side] for row in rows if row[side]]
        assert len(sides) == sum(bool(getattr(pair, side)) for pair in collation.pairs)
    assert any("doit" in [part for part, index in row["a"]["parts"] if index >= 0] for row in rows if row["a"])


def test_the_sample_has_findings_of_every_class_and_only_planted_differences(session):
    assert all(session.collation.counts.values())
    differs = {(row["variant"], row["name"]) for row in session.rows("facts", "b") if row["verdict"] == "differs"}
    assert differs == {(1, "material"), (4, "tactic"), (12, "table-number"), (13, "table-number"), (28, "title")}


def test_terms_and_translation_findings_of_the_sample(session):
    forbidden = [row for row in session.rows("terms", "b") if row["status"] == "forbidden"]
    assert [(row["form"], row["preferred"], row["many"]) for row in forbidden] == [("couloir", "colonne", 1)]
    assert session.rows("terms", "mine")[0]["form"] == "column"
    found = {(row["variant"], row["kind"]) for row in session.rows("translation")}
    assert found == {(0, "content"), (3, "number"), (4, "number"), (5, "content"), (28, "content"), (None, "content")}
    view = session.add_translation(text("en"), language="xx", side="b")
    assert (view["error"], view["names"]["mine"]) == (None, "m.txt")


def test_the_samples_share_no_passage_with_the_originals():
    """No run of eight words is shared with the originals, with or without titles and numbers of players."""
    if None in ORIGINALS:
        pytest.skip(MISSING)
    theirs = {run for path in ORIGINALS for run in runs(path.read_text("utf-8", "replace"))}
    for which in "ab":
        template = files("rulebook.desk").joinpath("witnesses", f"{which}.txt").read_text("utf-8")
        assert not runs(template) & theirs


# ---- decisions -------------------------------------------------------------------------------------------------------


def test_decisions_are_undone_and_kept(session):
    first, _ = decide(session)
    second, view = decide(session, 1, "reclass", "Only type.", klass="typography")
    assert view["decided"][second] == {"value": "reclass", "reason": "Only type.", "klass": "typography"}
    decide(session, 1, "reject", "No.")
    assert session.handle({"do": "undo"})["decided"][second]["value"] == "reclass"  # one step only
    kept = session.handle({"do": "undo"})["kept"]
    assert set(json.loads(kept)["decisions"]) == {first}
    other = Sitting()
    assert other.handle({"do": "load", "text": kept, "again": True})["decided"].keys() == {first}
    assert other.handle({"do": "undo"})["decided"] == {}  # what the browser kept can still be undone
    assert other.handle({"do": "undo"})["error"] == ui("nothing-undone")


def test_steps_can_be_undone_one_by_one_after_a_reload(session):
    """What one page undid does not return from another; an invalid history leaves the decisions."""
    ids = [one.id for one in session.collation.findings[:3]]
    session.handle({"do": "decide", "ids": ids, "value": "accept", "reason": "All."})
    session.handle({"do": "decide", "ids": ids[1:], "value": "reject"})
    kept = session.view()["kept"]
    other = Sitting()
    other.handle({"do": "load", "text": kept, "again": True})
    back = other.handle({"do": "undo"})
    assert [(one["value"], one["reason"]) for one in back["decided"].values()] == [("accept", "All.")] * 3
    assert session.handle({"do": "load", "text": back["kept"], "again": True})["decided"] == back["decided"]
    assert session.handle({"do": "undo"})["decided"] == {}
    unknown = {"value": "x", "reason": "", "class": None, "finding": {}}
    for wrong in (5, [[5]], [[["a", {}]]], [[["a", unknown]]]):
        broken = json.loads(kept) | {"undo": wrong}
        view = Sitting().handle({"do": "load", "text": json.dumps(broken), "again": True})
        assert (view["error"], len(view["decided"]), view["undo"]) == (None, 3, False)


def test_the_level_of_detail_is_saved_and_needs_no_new_check(session, monkeypatch):
    right = [("Chaque joueur pioche trois cartes.", "Each player draws three cards.")] * 11
    doubtful = ("Le gagnant marque les points de la manche.", "The winner scores the points of the game.")
    french, english = (
        "".join(f"{n}. Phare 2-4\n{line}\n" for n, line in enumerate(side, 1))
        for side in zip(*right, doubtful, strict=True)
    )
    session.compare(french, french)
    session.add_translation(english, side="b")
    monkeypatch.setattr("rulebook.desk.material.examine", lambda *_: 1 / 0)
    rows = {}
    for tell in ("sure", "balanced", "more"):
        assert session.handle({"do": "tell", "value": tell})["tell"] == tell
        rows[tell] = {row["id"] for row in session.shown["translation"]["rows"]}
    assert rows["sure"] <= rows["balanced"] <= rows["more"]
    assert rows["sure"] < rows["more"]
    monkeypatch.undo()
    view = Sitting().handle({"do": "open", "text": project(session)})
    assert [view[name] for name in ("language", "against", "tell")] == ["en", "b", "more"]
    assert session.handle({"do": "tell", "value": "all"})["error"] == ui("bad-message")


def test_levels_of_detail_have_the_same_names_on_the_command_line():
    """The command knows the names without the slow import of what they mean."""
    parts = files("rulebook.desk").joinpath("panels.js").read_text("utf-8")
    assert [*LEVELS] == [*cli.TELL] == json.loads(re.search(r"const TELL = (\[.*\]);", parts)[1])
    assert all(f"tell-{name}" in interface()[language] for name in LEVELS for language in words.LANGUAGES)


def test_a_translations_language_is_detected(session):
    session.compare(text("a"), text("b"))
    view = session.add_translation(text("en"), language="de")
    assert (view["language"], view["news"]["en"]) == ("en", "m.txt is in English, and was checked as that.")
    view = session.handle({"do": "translation", "language": "de", "side": "a", "chosen": True})
    assert (view["language"], view["news"]) == ("de", None)


def test_unrelated_texts_are_questioned(session):
    other = " ".join(f"Le navire numéro {n} quitte le port avec du sel." for n in range(9)).encode()
    view = session.compare(text("a"), other)
    question = "Hardly anything of {} is in {}: are these the right files?"
    assert view["news"]["en"] == question.format("a.txt", "b.txt")
    view = session.add_translation(text("en"), side="b")
    assert view["news"]["en"] == question.format("b.txt", "m.txt")
    assert session.handle({"do": "translation", "language": "en", "side": "a"})["news"] is None


def test_a_translation_may_be_several_files(session):
    first, _, second = text("en").partition("\n\n")
    session.compare(text("a"), text("b"))
    message = {"do": "translation", "language": "en", "side": "a", "name": "1.txt", "more": ["2.txt"]}
    assert session.handle(message, [first.encode(), second.encode()])["names"]["mine"] == "1.txt"
    assert session.handle(message, [first.encode()])["error"]


def test_many_findings_are_decided_and_undone_at_once(session):
    ids = [one.id for one in session.collation.findings if one.klass == "typography"]
    view = session.handle({"do": "decide", "ids": ids, "value": "reject"})
    assert set(view["decided"]) == set(ids)
    assert len(ids) > 3
    assert session.handle({"do": "decide", "ids": [*ids, "none"], "value": "accept"})["error"] == ui("no-finding")
    assert {one["value"] for one in session.view()["decided"].values()} == {"reject"}  # all or nothing
    assert session.handle({"do": "undo"})["decided"] == {}


def test_decisions_of_a_project_can_be_withdrawn_for_good(session):
    """Several at once, undone at once; a colleague's file that still has them does not bring them back."""
    ids = [one.id for one in session.collation.findings[:3]]
    session.handle({"do": "decide", "ids": ids, "value": "accept"})
    saved = project(session)
    session = Sitting()
    session.handle({"do": "open", "text": saved})
    view = session.handle({"do": "undecide", "ids": ids[:2]})
    assert (view["error"], view["decided"].keys()) == (None, {ids[2]})
    assert session.handle({"do": "merge", "text": saved})["decided"].keys() == {ids[2]}
    assert session.handle({"do": "undo"})["decided"].keys() == {*ids}
    session.handle({"do": "undecide", "ids": ids})
    assert session.handle({"do": "undecide", "ids": ids})["error"]


def project(session):
    return session.export("project.json")


def test_an_opened_project_restores_the_whole_desk(session):
    """Texts, translation, notes and decisions, including those whose words are gone."""
    session.compare(text("a"), text("b"))
    kept, _ = decide(session, 5)
    gone, _ = decide(session, next(k for k, one in enumerate(session.collation.findings) if one.kind == "modality"))
    session.handle({"do": "note", "text": "Ask the authors.\nThen decide."})
    changed = text("b").replace("Le joueur peut avancer", "Le joueur peut pousser")
    session.handle({"do": "collate", "b": "b.txt"}, [changed.encode()])
    session.add_translation(text("en"), side="b")
    other = Sitting()
    view = other.handle({"do": "open", "text": project(session)})
    assert (view["error"], view["sample"]) == (None, False)
    assert view["names"] == {"a": "a.txt", "b": "b.txt", "mine": "m.txt"}
    assert [one.id for one in other.collation.findings] == [one.id for one in session.collation.findings]
    assert (view["notes"], set(other.decisions.by_id)) == ("Ask the authors.\nThen decide.", {kept, gone})
    assert (list(view["decided"]), [one["value"] for one in view["expired"]]) == ([kept], ["accept"])
    assert project(other) == project(session)


def test_a_project_file_has_small_diffs(session):
    """One more decision is one more line."""
    before = project(session).splitlines()
    decide(session)
    assert len(set(project(session).splitlines()) - set(before)) == 1


def test_two_peoples_work_is_merged(session):
    """All decisions are united; where both decided differently, it is reported and one's own stays."""
    other = Sitting()
    both, _ = decide(session, 0, "accept", "")
    decide(other, 0, "reject", "")
    theirs, _ = decide(other, 1, "reject", "")
    view = session.handle({"do": "merge", "text": project(other)})
    assert {name: one["value"] for name, one in view["decided"].items()} == {both: "accept", theirs: "reject"}
    assert view["news"] == ui("merged", many=1, apart=1)
    assert view["decided"][both]["other"] == {"value": "reject", "reason": "", "klass": None}
    opened = Sitting().handle({"do": "open", "text": project(session)})  # still to be chosen later
    assert opened["decided"][both]["other"]["value"] == "reject"
    chosen = session.handle({"do": "decide", "ids": [both], "value": "reject"})["decided"][both]
    assert "other" not in chosen
    session.handle({"do": "undo"})
    assert set(session.handle({"do": "undo"})["decided"]) == {both}  # merging is one step
    session.handle({"do": "merge", "text": project(other)})
    other.compare(text("b"), text("a"))
    assert session.handle({"do": "merge", "text": project(other)})["error"]["en"].startswith("a.txt is another text")


def test_a_decision_that_one_person_undid_stays_undone(session):
    """Both opened the same project: after merging either way it is gone, unless the other changed it since."""
    first, second = (decide(session, index)[0] for index in (0, 1))
    shared = project(session)
    one, other = Sitting(), Sitting()
    again = Sitting()
    for sitting in (one, other, again):
        sitting.handle({"do": "open", "text": shared})
    session.handle({"do": "undo"})
    assert json.loads(project(session))["taken back"] == {second: ["accept", "Seen.", None]}
    one.handle({"do": "merge", "text": project(session)})
    assert set(one.decisions.by_id) == {first}
    session.handle({"do": "merge", "text": shared})
    assert set(session.decisions.by_id) == {first}
    other.handle({"do": "decide", "ids": [second], "value": "reject"})
    assert session.handle({"do": "merge", "text": project(other)})["decided"][second]["value"] == "reject"
    one.handle({"do": "undo"})
    assert project(one) == project(again), "undoing a merge restores every character"
    kept = Sitting()
    kept.handle({"do": "load", "text": Sitting().view()["kept"], "again": True})
    assert "taken back" not in project(kept)


def test_undoing_a_merge_or_an_opened_project_restores_notes_and_glossary(session):
    """Unless the notes were edited since."""
    other = Sitting()
    other.handle({"do": "note", "text": "Theirs."})
    other.handle({"do": "agree", "text": "couloir = lane"})
    session.handle({"do": "agree", "text": "couloir = corridor"})
    for action in ("merge", "open"):
        before = project(session)
        view = session.handle({"do": action, "text": project(other)})
        if action == "merge":
            assert "couloir" in view["news"]["en"]
        assert project(session) != before
        session.handle({"do": "undo"})
        assert project(session) == before
    session.handle({"do": "merge", "text": project(other)})
    session.handle({"do": "note", "text": "Theirs. And mine."})
    assert session.handle({"do": "undo"})["notes"] == "Theirs. And mine."


def test_two_glossary_lines_for_a_word_do_not_conflict():
    from rulebook.collation.out.project import disputed, entries

    assert entries("gué = ford\nGué = crossing / ford") == [("gué", ("ford", "crossing"))]
    assert disputed("gué = ford\nbac = ferry", "Gué = crossing\nbac = ferry\npont = bridge") == ["gué"]


def test_a_merge_unites_further_witnesses(session):
    other = Sitting()
    session.handle({"do": "others", "names": ["c.txt", "d.txt"]}, [b"1. Un 2 3\nC.\n", b"1. Un 2 3\nD.\n"])
    other.handle({"do": "others", "names": ["e.txt", "d.txt"]}, [b"1. Un 2 3\nE.\n", b"1. Un 2 3\nD.\n"])
    session.handle({"do": "merge", "text": project(other)})
    assert [one.name for one in session.material.others] == ["c.txt", "d.txt", "e.txt"]


def test_a_decision_given_twice_in_a_file_is_two_peoples(session):
    """Version control merged the lines of both."""
    name, _ = decide(session, 0, "accept", "")
    line = next(line for line in project(session).splitlines() if line.startswith(f'"{name}"'))
    twice = project(session).replace(line, f"{line},\n{line.replace('accept', 'reject')}")
    view = session.handle({"do": "open", "text": twice})
    assert (view["decided"][name]["value"], view["decided"][name]["other"]["value"]) == ("accept", "reject")
    notes = twice.replace('"notes": [', '"notes": ["x"], "notes": [')
    assert session.handle({"do": "open", "text": notes})["error"]


def test_a_decision_follows_its_renumbered_entry(session):
    """An entry is inserted before: the second entry's decision is not taken for the first's."""
    entry = "{}. Passage {} 2 3\nOn {} poser {} cailloux.\n"
    texts = ["".join(entry.format(n, n, verb, n + 3) for n in (1, 2)) for verb in ("doit", "peut")]
    session.compare(*texts)
    for one, reason in zip(session.collation.findings, ("first", "second"), strict=True):
        session.handle({"do": "decide", "ids": [one.id], "value": "accept", "reason": reason})
    more = ["1. Entrée 2 3\nOn entre.\n" + re.sub(r"(?m)^(\d)", lambda n: str(int(n[1]) + 1), one) for one in texts]
    session.compare(*more)
    session.handle({"do": "renew"})
    made = {
        one.variant: session.decisions.of(one).reason for one in session.collation.findings if session.decisions.of(one)
    }
    assert made == {2: "first", 3: "second"}


@pytest.mark.parametrize(
    "change",
    [
        ("{", "["), ('"project": 1', '"project": 0'), ('"a": {', '"c": {'), ("[1, ", '["1", '),
        ('[2, "', '"\\u0000", [2, "'), ('"inner": false', '"inner": NaN'),
        ('"inner": false', '"inner": 1e999'),
        # what could not be saved again
        ('"notes": [', '"notes": [5, '), ('"notes": [\n\n]', '"notes": "abc"'), ("[1, ", "[-4, "),
        ("[1, ", f"[{10**30}, "), ('[1, "', '[1, "\\ud800'), ('[1, "', '[1, "a\\nb'),
    ],
)  # fmt: skip
def test_an_invalid_project_leaves_the_desk_unchanged(session, change):
    decide(session)
    text, before = project(session), session.view()
    assert change[0] in text
    view = session.handle({"do": "open", "text": text.replace(*change, 1), "name": "p.json"})
    assert view["error"]["en"] == "p.json is not a project of the desk."
    assert {**view, "error": None} == before


def test_a_project_of_a_newer_version_is_recognized(session):
    text = project(session).replace('"project": 1', '"project": 2', 1)
    error = session.handle({"do": "open", "text": text, "name": "p.json"})["error"]
    assert error["en"].startswith("p.json was saved by a newer")


def test_a_project_given_as_a_text_is_refused(session):
    """Else it would be compared as a text of some thousand lines."""
    files = [text("a").encode(), b"\xef\xbb\xbf" + project(session).encode()]
    view = session.handle({"do": "collate", "a": "a.txt", "b": "p.json"}, files)
    assert view["error"]["en"].startswith("p.json is a project, with the texts in it")
    assert view["sample"]


def test_decisions_can_be_loaded_from_a_project(session):
    name, _ = decide(session)
    other = Sitting()
    assert other.handle({"do": "load", "text": project(session), "name": "project.json"})["decided"].keys() == {name}


def test_a_decision_is_carried_over_to_a_corrected_sentence(session):
    """Another word next to it is corrected: the finding has a new id, but is about the same words of its entry."""
    session.compare(text("a"), text("b"))
    one = next(one for one in session.collation.findings if one.kind == "modality")
    other = next(one for one in session.collation.findings if one.kind == "negation" and not one.inner)
    session.handle({"do": "decide", "ids": [one.id, other.id], "value": "accept", "reason": "Ask."})
    before = one.b.context
    again = text("b").replace(before, before.replace(".", " donc."))
    again = again.replace(other.b.context, "Voici tout autre chose.")
    view = session.handle({"do": "collate", "b": "b.txt"}, [again.encode()])
    assert (view["elsewhere"], view["fits"], len(view["decided"])) == (2, 1, 0)
    view = session.handle({"do": "renew"})
    assert (view["elsewhere"], view["fits"], view["news"]) == (1, 0, ui("renewed", many=1))
    assert [made["reason"] for made in view["decided"].values()] == ["Ask."]
    assert session.handle({"do": "undo"})["fits"] == 1
    session.handle({"do": "renew"})
    view = session.handle({"do": "drop"})
    assert (view["elsewhere"], len(view["decided"]), view["news"]) == (0, 1, ui("dropped", many=1))
    assert session.handle({"do": "undo"})["elsewhere"] == 1


def test_ambiguous_decisions_are_not_carried_over(session):
    first, second = "1. Un 2 3\nOn avance de {} cases{}.\n", "On recule de {} cases{}.\n"
    a, b = (f"{first}{second}".format(n, "", n, "") for n in ("deux", "trois"))
    session.compare(a, b)
    session.handle({"do": "decide", "ids": [one.id for one in session.collation.findings], "value": "accept"})
    again = f"{first}{second}".format("trois", " donc", "trois", " donc")
    view = session.handle({"do": "collate", "b": "b.txt"}, [again.encode()])
    assert (view["elsewhere"], view["fits"]) == (2, 0)


def test_merging_unites_notes_and_structure_and_reports_what_it_leaves(session):
    """Notes keep all lines, even blank ones; the other's corrections of structure are taken over."""

    def desk(translation: str, notes: str) -> Session:
        one = Sitting()
        one.compare(text("a"), text("b"))
        one.add_translation(translation)
        one.handle({"do": "note", "text": notes})
        return one

    mine, theirs = desk(text("en"), "one\n\ntwo\n---\nthree\n---"), desk(text("en") + "\nMore.\n", "one\n\nfive")
    line = theirs.collation.a.parts[-1].sentences[-1].lines()[0]
    theirs.handle({"do": "structure", "side": "a", "line": line, "to": -1})
    corrections = theirs.collation.a.corrections
    view = mine.handle({"do": "merge", "text": project(theirs)})
    assert view["news"] == ui("merged-left", many=0, apart=0)
    assert view["notes"].split("\n") == ["one", "", "two", "---", "three", "---", "five"]
    assert (dict(mine.collation.a.corrections), bool(corrections)) == (dict(corrections), True)
    assert mine.material.mine.lines != theirs.material.mine.lines


def test_an_opened_project_excludes_earlier_decisions(session, tmp_path):
    """Earlier decisions get neither into it nor into its file; undo brings them back."""
    path = tmp_path / "d.json"
    empty = project(Sitting())
    desk = Sitting(path)
    name, _ = decide(desk)
    assert desk.handle({"do": "open", "text": empty})["elsewhere"] == 0
    assert Decisions.load(path).by_id == {}
    assert desk.handle({"do": "undo"})["decided"].keys() == {name}


def test_a_new_source_makes_findings_about_the_translation_stale(session):
    session.compare(text("a"), text("b"))
    session.add_translation(text("en"))
    names = [one.id for one in session.material.checked]
    session.handle({"do": "decide", "ids": names, "value": "accept"})
    view = session.handle({"do": "collate", "a": "c.txt"}, [b"1. Un 2 3\nOn joue.\n2. Deux 2\nOn perd.\n"])
    stale = set(names) - {one.id for one in session.material.checked}  # a missing entry is still reported
    assert stale
    assert view["elsewhere"] == len(stale)


def test_another_games_rules_are_not_compared_with_our_book(session):
    """Its report once said on seven pages that its rules are not those of our variants."""
    source = "".join(f"{n}. La lanterne {n} 2-4\nChaque lanterne vaut {n} points au port.\n" for n in range(1, 40))
    session.compare(source, source.replace("vaut 7", "vaut 8"))
    assert (session.rows("facts"), session.shown["facts"]["ours"]) == ([], False)
    assert 'id="facts"' not in session.export("report.html")
    assert 'id="facts"' in exports.export("report.html", Sitting().material, Decisions(), "en")


def test_a_report_never_cuts_a_word(session):
    long = "1. La lanterne 2-4\n" + "vraiment " * 40 + "chaque lanterne vaut 7 points" + " aussitôt" * 40 + ".\n"
    session.compare(long, long.replace("7", "8"))
    quoted = re.search(r"<q lang=\"fr\">(.*?)</q>", session.export("report.html", "fr"))[1]
    assert set(re.sub("<[^>]*>", " ", quoted).split()) <= {*long.replace(".", " ").split(), "…"}
    assert quoted.startswith("… vraiment")


def test_the_languages_of_texts_are_detected(session):
    session.compare(text("en"), text("en").replace("The ", "A "))
    assert session.texts()["spoken"] == {"a": "en", "b": "en"}


@pytest.mark.parametrize(
    ("error", "message"), [(ZeroDivisionError, ui("failed")), (MemoryError, words.both("static.memory"))]
)
def test_an_action_that_fails_leaves_the_desk_unchanged(session, monkeypatch, error, message):
    session.compare(text("a"), text("b"))
    before = session.view()

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("rulebook.desk.material.examine", fails)
    view = session.add_translation(b"1. Ein\nText.\n", language="de")
    assert view["error"] == message
    assert {**view, "error": None} == before


def test_undo_takes_back_a_heading_and_then_the_decision_before_it(session):
    decide(session)
    session.handle({"do": "structure", "side": "a", "line": 1, "to": 0})
    assert session.material.collation.a.corrections == {1: 0}
    session.handle({"do": "undo"})
    assert (session.material.collation.a.corrections, len(session.decisions.by_id)) == ({}, 1)
    assert session.handle({"do": "undo"})["decided"] == {}


def test_replaced_texts_are_restored_by_undo(session):
    """Their translation, which was removed with them, returns too; later notes stay."""
    session.compare(text("a"), text("b"))
    session.add_translation(text("en"))
    one = session.handle({"do": "collate", "a": "c.txt"}, [b"1. Un 2 3\nOn joue.\n2. Deux 2\nOn perd.\n"])
    assert (one["names"]["mine"], one["news"]) == ("m.txt", None)
    others = [b"1. Un 2\nOn gagne.\n", b"1. Un 3\nOn gagne.\n"]
    gone = session.compare(*others, names="de")
    assert (gone["names"], gone["news"]) == (
        {"a": "d.txt", "b": "e.txt", "mine": ""}, ui("translation-gone", name="m.txt"),
    )  # fmt: skip
    session.handle({"do": "note", "text": "Written since."})
    back = session.handle({"do": "undo"})
    assert (back["names"], back["notes"]) == ({"a": "c.txt", "b": "b.txt", "mine": "m.txt"}, "Written since.")
    assert session.handle({"do": "sample"})["sample"]
    assert session.handle({"do": "undo"})["names"] == back["names"]
    assert session.handle({"do": "undo"})["names"]["a"] == "a.txt"


def test_only_the_last_changes_of_texts_can_be_undone(session):
    for k in range(history.TEXTS + 5):
        session.handle({"do": "structure", "side": "a", "line": 1 + k, "to": 0})
    many = 0
    while session.view()["undo"]:
        session.handle({"do": "undo"})
        many += 1
    assert many == history.TEXTS


def test_a_project_keeps_every_character_of_its_notes(session):
    session.handle({"do": "note", "text": "a\u2028b\x85c\x0cd\n\n"})
    assert Project.read("\ufeff" + project(session)).notes == "a\u2028b\x85c\x0cd\n\n"


def test_decisions_are_saved_in_a_file(tmp_path):
    path = tmp_path / "d.json"
    session = Sitting(path)
    _, view = decide(session)
    assert (view["file"], view["kept"]) == ("d.json", "")
    assert len(Decisions.load(path).by_id) == 1
    assert len(Session(path).view()["decided"]) == 1
    path.write_text("{}", "utf-8")
    with pytest.raises(DecisionError):
        Sitting(path)
    assert decide(Sitting(tmp_path / "gone" / "d.json"))[1]["error"] == ui("no-file")


# ---- files -----------------------------------------------------------------------------------------------------------


def test_every_file_has_a_button_and_a_description():
    parts = files("rulebook.desk").joinpath("panels.js").read_text("utf-8")
    given = json.loads(re.search(r"const EXPORTS = (\[.*\]);", parts)[1])
    assert {*given} == {"project.json", *(name for name in exports.NAMES if not name.startswith("book-"))}
    assert all(f"file-{name.replace('.', '-')}" in interface()["en"] for name in given)


@pytest.mark.parametrize("what", exports.NAMES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_file_can_be_exported(session, what, language):
    assert session.export(what, language)
    assert [name for name, _ in session.downloads] == [what]


def test_every_language_but_english_has_a_po_file():
    """Including added languages: their translators get their own texts, not the French ones."""
    assert [*exports.BOOK] == [
        *(f"book-{lang}.po" for lang in words.LANGUAGES if lang != words.SOURCE), "book-template.po",
    ]  # fmt: skip
    assert '"Language: fr\\n"' in exports.export("book-fr.po", Sitting().material, Decisions(), "en")


def test_texts_of_the_book_are_exported_and_imported(session):
    came = session.export("book-fr.po").replace('msgstr "Première étape : le dé"', 'msgstr "D’abord le dé"', 1)
    view = session.handle({"do": "po", "text": came, "language": "fr"})
    assert view["news"]["en"].startswith("New and sound: 1.")
    ((name, content),) = session.downloads
    assert name == "fr.zip"
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(content))) as packed:
        assert packed.namelist() == ["rulebook/text/fr/00.toml"]
        assert '"0.6" = "D’abord le dé"' in packed.read(packed.namelist()[0]).decode()


# ---- invalid messages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\0\0", b"PK\x03\x04", b"%PDF-", b" \n", b"x" * (LIMIT * 1_000_000 + 1)])
def test_files_that_cannot_be_read_change_nothing(session, data):
    before = session.texts()
    view = session.handle({"do": "collate", "a": "a.txt", "b": "x.bin"}, [text("a").encode(), data])
    assert view["error"]["en"].startswith("x.bin")
    assert (session.texts(), view["sample"]) == (before, True)


def test_the_widget_hides_tracebacks_and_protects_traits():
    """A broken message gives no traceback, and the browser can set no trait."""
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


def test_long_work_reports_progress_and_can_be_cancelled(monkeypatch):
    """The page is heard while it runs; a cancelled action leaves the desk unchanged."""
    monkeypatch.setattr("rulebook.collation.progress.PAUSE", 0)
    widget, progress = desk(), []
    monkeypatch.setattr(widget, "send", lambda content: progress.extend([content["part"]] if "part" in content else []))
    message, files = {"do": "collate", "a": "a.txt", "b": "b.txt"}, [text("a").encode(), text("b").encode()]
    before = widget.session.view(), widget.session.texts()
    widget.cancelled = lambda: progress[-1] > 0.6
    widget._on_message(None, {**message, "n": 1}, files)
    assert widget.view["error"]["en"] == words.text("collation.errors.cancelled", "en")
    assert progress[-2] <= 0.6 < progress[-1] < 0.8
    assert (widget.session.view() | {"error": None}, widget.session.texts(), widget.view["busy"]) == (*before, False)


@pytest.mark.parametrize("name", ["a.txt", "a.html"])
def test_reading_a_file_can_be_cancelled(monkeypatch, name):
    """In this process, and in a child process, which ends with it."""
    monkeypatch.setattr("rulebook.collation.progress.PAUSE", 0)
    monkeypatch.setattr("rulebook.formats.child.LOOK", 0.01)
    widget = desk()
    monkeypatch.setattr("rulebook.desk.material.collate", lambda *_: pytest.fail("it was read to its end"))
    before, progress, others = widget.session.view(), [], psutil.Process().children()
    monkeypatch.setattr(widget, "send", lambda content: progress.append(content))
    widget.cancelled = lambda: len(progress) > 1  # once reading has reported progress
    page = text("a") if name.endswith("txt") else f"<html><body><p>{'<p>'.join(text('a').splitlines())}"
    widget._on_message(None, {"do": "collate", "a": name, "n": 1}, [page.encode()])
    assert widget.view["error"]["en"] == words.text("collation.errors.cancelled", "en")
    assert widget.session.view() | {"error": None} == before
    assert set(psutil.Process().children()) <= set(others)


# ---- structure, pages, further witnesses -----------------------------------------------------------------------------

BARE = "Les Lutins\nPremier jeu 2 3\nOn joue en rond.\nSecond jeu 3 4\nOn joue en carré.\n"


def test_structure_is_shown_corrected_and_saved(session):
    """Two unmarked headings become variants by a click each, and a project keeps that."""
    session.compare(BARE, BARE)
    shown = [row["text"] for row in session.rows("structure") if row["kind"] != "variant"]
    assert shown == ["Les Lutins", "Premier jeu 2 3", "Second jeu 3 4"]
    for line, number in ((2, 1), (4, 2)):
        session.handle({"do": "structure", "side": "a", "line": line, "to": number})
    assert {n: entry.title for n, entry in session.collation.a.entries.items()} == {1: "Premier jeu", 2: "Second jeu"}
    again = Project.read(session.project().text())
    assert again.witnesses["a"].entries.keys() == {1, 2}
    session.handle({"do": "structure", "side": "a", "line": 4, "to": 0})
    assert session.collation.a.entries.keys() == {1}
    before = session.stamp
    assert session.handle({"do": "structure", "side": "a", "line": 99, "to": 1})["error"]
    assert session.stamp == before


def test_doubtful_headings_are_questioned(session):
    """The second heading of B has lost its point; once its structure is set, it is no longer asked about."""
    a = "Jeu\n1. La course 2 3\nOn joue en rond.\n2. La pause 2 3\nOn passe son tour.\n3. La fin 2 3\nOn rentre.\n"
    session.compare(a, a.replace("2. La", "(2) La"))
    assert session.texts()["unsure"] == {"a": [], "b": ["(2) La pause 2 3"]}
    for to, number in ((2, 2), (0, None)):
        session.handle({"do": "structure", "side": "b", "line": 4, "to": to})
        assert session.texts()["unsure"] == {"a": [], "b": []}
        assert session.collation.b.entries.get(2) is (session.collation.b.entries[2] if number else None)


def test_one_text_is_enough_to_check_a_translation():
    """No second witness is needed; one that is added later becomes the second text."""
    for side in "ab":
        session = Sitting()
        view = session.handle({"do": "collate", side: "x.txt"}, [BARE.encode()])
        assert (view["error"], view["news"], view["sample"]) == (None, ui("one-text", name="x.txt"), False)
        assert view["names"] == {"a": "x.txt", "b": "x.txt", "mine": ""}
        view = session.handle({"do": "collate", "b": "y.txt"}, [BARE.encode()])
        assert (view["news"], view["names"]["b"]) == (None, "y.txt")


def test_a_text_may_be_several_files(session):
    one, two = BARE.splitlines(keepends=True)[:3], BARE.splitlines(keepends=True)[3:]
    message = {"do": "collate", "a": "1.txt", "more_a": ["2.txt"], "b": "b.txt"}
    session.handle(message, ["".join(one).encode(), "".join(two).encode(), BARE.encode()])
    assert session.collation.a.parts == session.collation.b.parts
    assert session.handle({**message, "more_a": ["2.txt", "3.txt"]}, [b"a", b"b", b"c"])["error"], "a file too few"


def test_files_that_take_too_long_are_named_and_the_others_are_read(session, monkeypatch):
    monkeypatch.setattr(limits, "TOGETHER", 1e-9)
    page = b"<!doctype html><p>1. Un 2 3</p><p>On joue.</p>"
    message = {"do": "collate", "a": "1.html", "more_a": ["2.html", "3.txt"], "b": "b.txt"}
    view = session.handle(message, [page, page, b"Fin.", BARE.encode()])
    assert view["error"] is None
    assert all("2.html, 3.txt" in text and "1.html" not in text for text in view["news"].values())
    assert [line.text for line in session.collation.a.lines if line.text] == ["1. Un 2 3", "On joue."]


def test_readings_of_further_witnesses_are_shown(session):
    session.compare(BARE, BARE.replace("rond", "ligne"))
    session.handle({"do": "others", "names": ["c.txt"]}, [BARE.replace("rond", "cercle").encode()])
    readings = session.shown["readings"]
    assert readings["names"] == {"A": "a.txt", "B": "b.txt", "C": "c.txt"}
    assert [row[1:] for row in readings["rows"]] == [["rond", "ligne", "cercle"]]
    assert [one.name for one in Project.read(session.project().text()).witnesses.values()][-1] == "c.txt"


def test_findings_in_a_translation_can_be_decided(session):
    """A rejected one is not in the JSON file; the table has it with its decision; a project keeps it."""
    name = session.rows("translation")[0]["id"]
    view = session.handle({"do": "decide", "ids": [name], "value": "reject"})
    assert view["decided"][name]["value"] == "reject"
    assert name not in {one["id"] for one in json.loads(session.export("translation.json"))}
    assert re.search(f"(?m)^\ufeff?{name},.*,reject,", session.export("translation.csv").replace("\r", ""))
    assert Project.read(session.project().text()).decisions.by_id[name].value == "reject"
    assert session.handle({"do": "undo"})["decided"] == {}


def test_a_glossary_is_checked_and_saved(session, monkeypatch):
    """The project's own glossary: inflected forms count, either of two alternatives will do, notes are ignored."""
    source = b"1. Un 2 3\nLes h\xc3\xa9rissons avancent. La colonne est libre.\n2. Deux 2 3\nOn joue.\n"
    target = b"1. One 2 3\nThe urchins advance. The lane is free.\n2. Two 2 3\nOne plays.\n"
    session.compare(source, source)
    session.add_translation(target, name="en.txt")
    found = len(session.material.checked)
    monkeypatch.setattr("rulebook.collation.checking.translation.match_entries", lambda *_: 1 / 0)  # matched once
    assert session.export("translation.tmx")
    session.handle({"do": "agree", "text": "A note.\nh\u00e9risson = hedgehog\ncolonne = column / lane"})
    session.rows("translation")
    more = session.material.checked[found:]
    assert [(one.klass, one.variant, dict(one.message[1])["a"]) for one in more] == [("synonym", 1, "h\u00e9risson")]
    assert Project.read(session.project().text()).glossary.splitlines()[1] == "h\u00e9risson = hedgehog"
    session.handle({"do": "agree", "text": "h\u00e9risson = urchin"})
    assert len(session.rows("translation")) == len(session.material.checked) == found


def test_the_sample_translation_goes_with_the_sample_texts(session):
    """Other texts remove the sample translation."""
    view = session.compare(b"1. Un 2 3\nOn joue.\n", b"1. Un 2 3\nOn jouera.\n", names="xy")
    assert view["names"] == {"a": "x.txt", "b": "y.txt", "mine": ""}
    assert session.rows("translation") == []
    assert "translation" not in session.project().witnesses
    view = session.add_translation(b"1. One 2 3\nPlay.\n", name="e.txt")
    assert view["names"]["mine"] == "e.txt"


OWN = b"1. Un 2 3\nOn joue.\n", b"1. Un 2 3\nOn jouera.\n"


@pytest.mark.parametrize(
    "what",
    ["translation.html", "translation.json", "translation.csv", "translation.tmx", "translation.xlf", "translation.po"],
)
def test_translation_files_need_the_readers_own_translation(session, what):
    session.compare(*OWN, names="xy")
    view = session.handle({"do": "export", "what": what, "language": "en"})
    assert (bool(view["error"]), session.downloads) == (True, [])
    session.add_translation(b"1. One 2 3\nOne will play.\n", side="b", name="e.txt")
    made = session.export(what)
    assert "hedgehog" not in made.casefold()
    if what in ("translation.tmx", "translation.xlf", "translation.po"):
        assert "On jouera." in made, "it was checked against B"
        assert "One will play." in made


@pytest.mark.parametrize("side", ["a", "b"])
def test_one_sided_findings_name_the_translation_or_its_source(session, side):
    """Whichever witness it is checked against: A and B mean the two texts."""
    source = b"1. Un 2 3\nOn joue. Le joueur lance le d\xc3\xa9.\n"
    session.compare(source, source)
    target = b"1. One 2 3\nThe player rolls the die. Nobody may ever look back at the house.\n"
    session.add_translation(target, side=side, name="e.txt")
    notes = {row["note"]["en"] for row in session.shown["translation"]["rows"]}
    assert "Only in the translation." in notes
    assert not any(re.search(r"\b[AB]\b", note) for note in notes)


def test_the_report_on_a_translation_has_findings_and_decisions(session):
    session.handle({"do": "collate", "a": "<x>.txt"}, OWN[:1])
    session.add_translation(b"1. One 2 3\nDo not play.\n", name="e.txt")
    (row,) = session.shown["translation"]["rows"]
    session.handle({"do": "decide", "ids": [row["id"]], "value": "accept", "reason": "A slip."})
    page = session.export("translation.html")
    assert "&lt;x&gt;.txt and its translation e.txt" in page
    assert all(part in page for part in (f'id="f-{row["id"]}"', "accepted: A slip.", '<q lang="fr">', '<q lang="en">'))


def test_a_translation_is_kept_and_its_decisions_survive_reopening(session):
    session.compare(*OWN, names="xy")
    before = session.stamp
    target = b"1. One 2 3\nYou must not play.\n"
    session.add_translation(target, name="e.txt")
    assert session.stamp > before, "the page then fetches what to keep"
    ids = [one["id"] for one in session.shown["translation"]["rows"]]
    assert ids
    session.handle({"do": "decide", "ids": ids, "value": "accept"})
    kept = session.texts()["kept"], session.decisions.text()
    again = Sitting()
    again.handle({"do": "open", "text": kept[0], "again": True})
    view = again.handle({"do": "load", "text": kept[1], "again": True})
    assert view["names"]["mine"] == "e.txt"
    assert view["decided"].keys() == set(ids)
    assert view["expired"] == []
    whole = Sitting()
    view = whole.handle({"do": "open", "text": session.project().text()})
    assert view["decided"].keys() == set(ids)
    assert view["expired"] == []


def test_a_german_text_may_be_translated_into_french(session):
    german = b"1. Eins 2 3\nDer Spieler darf nicht springen.\n"
    session.compare(german, german)
    for verb, many in (("peut sauter", 1), ("ne peut pas sauter", 0)):
        target = f"1. Un 2 3\nLe joueur {verb}.\n".encode()
        assert session.add_translation(target, language="fr", name="f.txt")["error"] is None
        assert (len(session.material.checked) > 0) == many
