"""Texts of unknown structure are read, collated and checked, or refused in one sentence, whatever is in them."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rulebook.collation import check_translation, collate, read_bytes
from rulebook.collation.errors import CollationError
from rulebook.collation.reading.structure import outline

NUMBERS = st.one_of(st.integers(0, 45), st.sampled_from([0, 1, 10**4, 10**12]))
SEPARATORS = st.sampled_from([". ", ".", ") ", " - ", " – ", ": ", "° ", " "])
TAILS = st.sampled_from(["", " 0", " 1", " 2 3", " 2-4", " (2, 3)", " 3 à 5", " X 2 (3)", " 00", " 99", ":", " ."])
TITLES = st.sampled_from(
    ["Titre", "Title 13", "T", "La tortue 7", "", "Variante", "IV", "**Der Igel**", "3 limaces", "- 1 -"]
)
HEADINGS = st.builds(lambda n, between, title, tail: f"{n}{between}{title}{tail}", NUMBERS, SEPARATORS, TITLES, TAILS)
# each of these starts or ends something that is searched for in one of the languages
WORDS = """
nach vor ab auf zurück nicht kein nur erst bis wer der die das man er sie und oder zuerst dann zuletzt muss darf ohne
höchstens mindestens jeder alle links rechts zweimal halb so viele wie ne n' pas que plus aucun rien jamais sans sauf
avant après jusqu'à d'abord puis enfin chacun tous toutes gauche droite l'un l'autre deux fois moitié doit peut de si
not no never only until before after first then last must may each every all none left right half as many as nobody
who whoever unless if than at least most 0 1 2 3 6 12 1-6 2/3 1,5 10% d'une un one zwei hérisson Igel hedgehog case
square avance rückt moves lance wirft throws Feld la le . , ; : ! ? … ( ) « » “ ” – - ' ’
""".split()  # noqa: SIM905
SENTENCES = st.builds(" ".join, st.lists(st.sampled_from(WORDS), min_size=1, max_size=14))
LINES = st.one_of(
    HEADINGS, SENTENCES, st.sampled_from(["", "\f", "\t", "| a | b |", "- ", "* x", "> ", "\u00ad", "1", "***"])
)
TEXTS = st.builds("\n".join, st.lists(LINES, min_size=1, max_size=14))
OFTEN = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def witness(text: str):
    """Return a text as a witness, None if it is refused with a sentence."""
    try:
        return read_bytes("t.txt", text.encode())
    except CollationError as error:
        assert str(error)
        return None


@OFTEN
@given(TEXTS)
@example("0. Title 0\nNobody moves 0 hedgehogs.")  # once crashed the desk
@example("1. Eins 2\nMan rückt nach.")
@example("T\n\f\nA\n- \n\f\n\f")  # an empty page among pages with signs at the foot
def test_any_text_is_read_and_its_structure_shown(text):
    read = witness(text)
    if read:
        outline(read)
        assert collate(read, read).findings is not None


@OFTEN
@given(TEXTS, TEXTS, st.sampled_from(["en", "de", "fr", "es", "xx"]), st.sampled_from(["", "fr", "de", "en"]))
def test_any_two_texts_are_collated_and_checked(one, other, language, source):
    a, b = witness(one), witness(other)
    if a and b:
        several = [*collate(a, b).findings, *check_translation(a, b, language, source)]
        assert all(finding.note("en") for finding in several)
